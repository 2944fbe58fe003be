"""A scene as SVG, with what there is to show on it: marks, what moves are worth, a map.

>>> from deepen.drawing.scene import Cell, Scene, Shape
>>> place = Cell("a", "a: free", 0, 0, Shape("circle", (0, 0, 9), "field"))
>>> print(render(Scene((-10, -10, 20, 20), "One place", (place,))))  # doctest: +ELLIPSIS
<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="-10 -10 20 20" ...
<title>One place</title>
<desc>nothing on the board.</desc>
...
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from deepen.drawing.arrows import Arrow, arrows
from deepen.drawing.outlines import middle, reach, room
from deepen.drawing.palette import DEEP, FIELD, GROUND, HATCHED, PALE, WALL, WHITE, looks
from deepen.drawing.scene import Cell, Map, Scene, Shape, written
from deepen.drawing.svg import INK, PAPER, Picture, arrow_head, hatching, shade
from deepen.drawing.values import Badge

_CAPTION = 34.0  # the height of one
_FAINT = 0.12  # the share of shade of the least number: it is seen to be there
_DARK = 0.68  # from this share on, white letters have the stronger contrast
_SMALL = 0.42  # pieces, where a square has a number


@dataclass(frozen=True)
class Board:
    """A scene, and what is drawn on it.

    Attributes:
        scene: the position.
        marks: arrows and the like, over everything; an arrow with a text is numbered by it.
        values: what moves are worth.
        numbers: a number for some cells, None for infinite: shaded, with pieces as outlines.
        caption: a line below.
    """

    scene: Scene
    marks: Sequence[Shape] = ()
    values: Sequence[Badge] = ()
    numbers: Map | None = None
    caption: str = ""


def render(
    scene: Scene,
    *,
    marks: Sequence[Shape] = (),
    values: Sequence[Badge] = (),
    numbers: Map | None = None,
    title: str = "",
    description: str = "",
) -> str:
    """A picture of one board; what is not given, title and description, is the scene's own."""
    board = Board(scene, marks, values, numbers)
    return render_all([board], title or scene.title, description or described(scene))


def render_all(boards: Sequence[Board], title: str, description: str, columns: int = 2) -> str:
    """A picture of several boards of one size, row by row."""
    left, top, width, height = boards[0].scene.view
    height += _CAPTION if any(board.caption for board in boards) else 0.0
    rows, columns = -(-len(boards) // columns), min(columns, len(boards))
    picture = Picture(left, top, columns * width, rows * height, title, description)
    for number, board in enumerate(boards):
        row, column = divmod(number, columns)
        _Painter(picture, board).paint(column * width, row * height)
    return str(picture)


def described(scene: Scene) -> str:
    """What a screen reader says of the cells, but for those that are plain and free."""
    told = [cell.label for cell in scene.cells if cell.things or not _is_plain(cell.outline)]
    return f"{'; '.join(told) or 'nothing on the board'}."


def _is_plain(outline: Shape) -> bool:
    return not {"wall", "gap"}.intersection(outline.style.split())


class _Painter:
    """Puts one board on a picture."""

    def __init__(self, picture: Picture, board: Board) -> None:
        self.picture = picture
        self.board = board
        self.cells = board.scene.cells
        # The size of arrows, hatching and badges; as in board.js.
        self.unit = 1.3 * max((room(cell.outline) for cell in self.cells), default=30.0)

    def paint(self, dx: float, dy: float) -> None:
        """The board, moved so far to the right and down."""
        moved = bool(dx or dy)
        if moved:
            self.picture.open_group(transform=f"translate({dx:g} {dy:g})")
        scene = self.board.scene
        self._add(scene.behind)
        self._add_cells()
        self._add(scene.before)
        self._add(mark for mark in self.board.marks if mark.tag != "arrow")
        self._add_arrows()
        for badge in self.board.values:
            self._add_badge(badge)
        if self.board.caption:
            left, top, width, height = scene.view
            self.picture.text(left + width / 2, top + height + _CAPTION / 3, self.board.caption, 16)
        if moved:
            self.picture.close_group()

    # Shapes

    def _add(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            self._shape(shape, **looks(shape.style))

    def _shape(self, shape: Shape, **style: Any) -> None:
        at = shape.at
        if style.get("fill") == "none" == style.get("stroke"):
            return  # only clicked
        if style.get("fill") == HATCHED:
            self.picture.define("wall", hatching("wall", WALL, self.unit / 4, GROUND))
        if shape.tag == "text":
            x, y, size = at
            self.picture.text(x, y, shape.text, size, **style)
        elif shape.tag == "polygon":
            corners = zip(at[::2], at[1::2], strict=True)
            points = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
            self.picture.add("polygon", points=points, **style)
        else:
            numbers: dict[str, Any] = dict(zip(_NUMBERS[shape.tag], at, strict=False))
            self.picture.add(shape.tag, **numbers, **style)

    # Cells

    def _add_cells(self) -> None:
        numbers = written(self.board.numbers or {})
        known = [value for value, _ in numbers.values() if value is not None]
        least, most = min(known, default=0), max(known, default=0)
        for cell in self.cells:
            if self.board.numbers is None or looks(cell.outline.style).get("fill") == HATCHED:
                self._add([cell.outline, *cell.things])
                continue
            value, text = numbers.get(cell.id, (None, ""))
            rank = None if value is None else (value - least) / (most - least or 1)
            share = 0.0 if rank is None else _FAINT + (1 - _FAINT) * rank
            self._add_shaded(cell, share)
            self._add_number(cell, text, PAPER if share > _DARK else INK)

    def _add_shaded(self, cell: Cell, share: float) -> None:
        style = looks(cell.outline.style)
        fill = shade(share, PALE, DEEP) if style.get("fill") == FIELD else style.get("fill")
        self._shape(cell.outline, **style | {"fill": fill})

    def _add_number(self, cell: Cell, text: str, ink: str) -> None:
        is_square = cell.outline.tag == "rect"
        size = room(cell.outline) * (1, 1, 1, 0.85, 0.72, 0.6)[min(len(text), 5)]
        if len(text) > 2 and cell.things and not is_square:
            size *= 0.8  # inside a ring
        if text:
            x, y = middle(cell.outline)
            self.picture.text(x, y, text, size, fill=ink)
        if is_square:
            self._add_in_corner(cell)
        else:
            self._add_rings(cell.things)

    def _add_in_corner(self, cell: Cell) -> None:
        """What stands on a square, small and aside, so that there is room for a number."""
        if not cell.things:
            return
        (x, y), far = middle(cell.outline), 0.3 * cell.outline.at[2]
        move = f"translate({x + far:g} {y - far:g}) scale({_SMALL}) translate({-x:g} {-y:g})"
        self.picture.open_group(transform=move)
        self._add(cell.things)
        self.picture.close_group()

    def _add_rings(self, things: Iterable[Shape]) -> None:
        """Pieces as outlines, around a number; with a pale rim, seen on dark cells in grey too."""
        for thing in things:
            style = looks(thing.style)
            if thing.tag != "text" and style.get("fill", "none") != "none":
                line = style["stroke"] if style["fill"] == WHITE else style["fill"]
                self._shape(thing, fill="none", stroke=PAPER, stroke_width=7)
                self._shape(thing, fill="none", stroke=line, stroke_width=4)

    # What is written on the board

    def _add_arrows(self) -> None:
        taken = {
            (round(x), round(y)): max(map(reach, cell.things))
            for cell in self.cells
            if cell.things
            for x, y in [middle(cell.outline)]
        }
        found = list(arrows(self.board.marks, self.unit, taken))
        for arrow in found:
            self._add_arrow(arrow)
        for arrow in found:  # numbers on top of all arrows
            if arrow.text:
                self._add_number_of(arrow)

    def _add_arrow(self, arrow: Arrow) -> None:
        (x1, y1), (mx, my), (x2, y2) = arrow.start, arrow.pull, arrow.end
        way = f"M{x1:.2f},{y1:.2f} Q{mx:.2f},{my:.2f} {x2:.2f},{y2:.2f}"
        thick = 0.085 * self.unit
        head = self.picture.define("tip", arrow_head("tip", INK, 0.34 * self.unit))
        rim: dict[str, Any] = {"stroke": PAPER, "stroke_width": 2.2 * thick}
        self.picture.add("path", d=way, fill="none", **rim)
        self.picture.add(
            "path", d=way, fill="none", stroke=INK, stroke_width=thick, marker_end=head
        )

    def _add_number_of(self, arrow: Arrow) -> None:
        x, y = arrow.spot
        radius = 0.33 * self.unit
        self.picture.add("circle", cx=x, cy=y, r=radius, fill=PAPER, stroke=INK, stroke_width=1)
        self.picture.text(x, y, arrow.text, 0.41 * self.unit, font_weight="bold")

    def _add_badge(self, badge: Badge) -> None:
        """A value in the colour of its kind, after the name of the move where it needs one."""
        size = badge.size or 0.6 * self.unit
        left, width = (
            size * (0.66 * len(letters) + 0.6) if letters else 0.0
            for letters in (badge.name, badge.text)
        )
        start, height = badge.spot[0] - (left + width) / 2, 1.5 * size
        y = badge.spot[1]
        box: dict[str, Any] = {"x": start, "y": y - height / 2, "height": height, "rx": height / 3}
        bold: dict[str, Any] = {"font_weight": "bold"}
        self.picture.add("rect", **box, width=left + width, fill=badge.colour)
        if badge.name:
            self.picture.add("rect", **box, width=left, fill=PAPER)
            self.picture.text(start + left / 2, y, badge.name, size, **bold)
        self.picture.text(start + left + width / 2, y, badge.text, size, fill=PAPER, **bold)
        line = {"stroke": INK, "stroke_width": 2.5} if badge.is_best else {"stroke": PAPER}
        self.picture.add("rect", **box, width=left + width, fill="none", **line)


_NUMBERS = {
    "rect": ("x", "y", "width", "height", "rx"),
    "circle": ("cx", "cy", "r"),
    "line": ("x1", "y1", "x2", "y2"),
}
"""The attributes that the numbers of a shape are."""
