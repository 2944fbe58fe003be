"""The Hashi duel on the page: the scene, the moves that clicks mean, the tools of the editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deepen.drawing.scene import Cell, MoveTarget, Point, Scene, Shape, Tool
from deepen.errors import InputError
from deepen.games.hashi.board import BLANK, NEW_LABELS, WATER, Grid, name
from deepen.games.hashi.board import Cell as Place
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.position import Bridge, Label, Step, read
from deepen.games.hashi.rules import duel

TITLE = "Hashi duel"
RULES = (
    "By turns, join two labelled islands of a row or column by a bridge, or give an island without "
    "a label a 3 or a 4. Bridges do not cross, at most two join a pair, and no island has more "
    "than its label says. Who completes an island wins as many points as its label, and the other "
    "loses them. When nobody can move, more points win. Click one island and then the other, or "
    "drag from one to the other."
)
SIDES = (("MAX", "blue"), ("MIN", "red"))
SCALE = 6
SIZES = (3, 5, 7)
TOOLS = (
    *(Tool(sign, f"Island {sign}", sign, style="island", glyph=sign) for sign in "1234"),
    Tool(BLANK, "Island without label", BLANK, style="island blank", glyph="?"),
    Tool("erase", "Water", "x"),
    *(Tool(f"{size}x{size}", f"{size} × {size}", cells=0, group="Size") for size in SIZES),
)
LEVELS: Mapping[str, Mapping[str, Any]] = {
    "easy": {"size": 4, "islands": 6},
    "medium": {"size": 5, "islands": 9},
    "hard": {"size": 7, "islands": 14},
}

SIDE = 64.0
MARGIN = 30.0
ISLAND = 20.0
NARROW, NORMAL = 11.0, 14.0  # values between two islands side by side, and elsewhere
WIDE, HIGH = 38.0, 22.0  # of the writing
ALONG = (0.5, 0.35, 0.65)  # of a bridge, where its value may stand
INSIDE = 9.0  # from the middle of an island, of the values of its two labels
ASIDE = 6.0  # from the middle, of each of two bridges


def scene(game: Hashi) -> Scene:
    """The islands, complete ones marked, and the bridges between them."""
    grid = game.grid
    width, height = grid.width * SIDE, grid.height * SIDE
    cells = [(row, column) for row in range(grid.height) for column in range(grid.width)]
    return Scene(
        view=(-MARGIN, -MARGIN, width + 1.4 * MARGIN, height + 1.4 * MARGIN),
        title=_title(game),
        cells=tuple(_cell(game, place) for place in cells),
        behind=(Shape("rect", (0, 0, width, height, 10), "water"), *_names(grid), *_bridges(game)),
    )


def _title(game: Hashi) -> str:
    points = abs(game.score)
    ahead = SIDES[game.score < 0][0]
    score = f"{ahead} {points} ahead" if points else "nobody ahead"
    if not game.legal_moves():
        return f"over, {score}"
    return f"{SIDES[game.to_move][0]} to move, {score}"


def _names(grid: Grid) -> Iterator[Shape]:
    for column in range(grid.width):
        text = name((0, column))[:-1]
        yield Shape("text", (_centre((0, column))[0], -MARGIN / 2, 14), "note", text)
    for row in range(grid.height):
        yield Shape("text", (-MARGIN / 2, _centre((row, 0))[1], 14), "note", str(row + 1))


def _bridges(game: Hashi) -> Iterator[Shape]:
    for pair, count in enumerate(game.position.bridges):
        for number in range(count):
            yield _bridge(game.grid, pair, number, count)


def _bridge(grid: Grid, pair: int, number: int, count: int, style: str = "bridge") -> Shape:
    """One of the bridges of a pair, from shore to shore, beside the other if there are two."""
    (x1, y1), (x2, y2) = (_centre(grid.islands[end]) for end in grid.pairs[pair])
    aside = 0.0 if count == 1 else ASIDE * (2 * number - 1)
    if y1 == y2:
        return Shape("line", (x1 + ISLAND, y1 + aside, x2 - ISLAND, y2 + aside), style)
    return Shape("line", (x1 + aside, y1 + ISLAND, x2 + aside, y2 - ISLAND), style)


def _cell(game: Hashi, place: Place) -> Cell:
    x, y = _centre(place)
    island = game.grid.number.get(place)
    if island is None:
        outline = Shape("rect", (x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, 0), "field see-through")
        content, things = _crossed(game, place), ()
        return Cell(name(place), f"{name(place)}: {content}", *place, outline, things)
    label, built = game.position.labels[island], game.position.built[island]
    done = game.position.is_complete(island)
    style = "island complete" if done else "island" if label else "island blank"
    content = f"island {label}, {built} built{', complete' if done else ''}"
    return Cell(
        name(place),
        f"{name(place)}: {content if label else 'island without label'}",
        *place,
        Shape("circle", (x, y, ISLAND), f"field {style}"),
        (Shape("text", (x, y, 22), f"glyph {style}", str(label) if label else "?"),),
    )


def _crossed(game: Hashi, place: Place) -> str:
    """What a screen reader says of water."""
    grid = game.grid
    over = [
        grid.pair_name(pair)
        for pair, count in enumerate(game.position.bridges)
        if count and place in grid.between(grid.pairs[pair])
    ]
    return f"water under {over[0]}" if over else "water"


def _centre(place: Place) -> Point:
    return (place[1] + 0.5) * SIDE, (place[0] + 0.5) * SIDE


def moved(before: Hashi, after: Hashi) -> tuple[Shape, ...]:
    """The bridge that is new, or a ring around the island with the new label."""
    grid = after.grid
    for pair, (old, new) in enumerate(
        zip(before.position.bridges, after.position.bridges, strict=True)
    ):
        if new > old:
            return (_bridge(grid, pair, new - 1, new, "bridge last-bridge"),)
    for island, (old, new) in enumerate(
        zip(before.position.labels, after.position.labels, strict=True)
    ):
        if new != old:
            return (Shape("circle", (*_centre(grid.islands[island]), ISLAND + 4), "last-ring"),)
    return ()


def move_targets(game: Hashi) -> list[MoveTarget]:
    """A bridge is picked by its two islands, a label by its one."""
    found: list[MoveTarget] = []
    for move in game.legal_moves():
        found.append(_target(game, move.text, [way.spot for way in found]))
    return found


def _target(game: Hashi, move: str, taken: Sequence[Point]) -> MoveTarget:
    step: Step | str = read(move, game.grid)
    if isinstance(step, Label):
        place = game.grid.islands[step.island]
        x, y = _centre(place)
        spot = x, y + (-INSIDE if step.label == NEW_LABELS[0] else INSIDE)
        return MoveTarget(move, spot, (name(place),), str(step.label), NARROW)
    assert isinstance(step, Bridge)
    places = [game.grid.islands[end] for end in game.grid.pairs[step.pair]]
    start, end = map(_centre, places)
    first, second = map(name, places)
    size = NARROW if end[0] - start[0] == SIDE else NORMAL
    spot = _free_spot(start, end, taken)
    return MoveTarget(move, spot, (f"{first} {second}", f"{second} {first}"), "", size)


def _free_spot(start: Point, end: Point, taken: Sequence[Point]) -> Point:
    """The middle of a bridge or, if it is long and crosses another, where both can be read."""
    (x1, y1), (x2, y2) = start, end
    is_long = x2 - x1 + y2 - y1 > SIDE
    spots = [
        (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
        for share in (ALONG if is_long else ALONG[:1])
    ]
    return next((spot for spot in spots if _is_free(spot, taken)), spots[0])


def _is_free(spot: Point, taken: Sequence[Point]) -> bool:
    return all(abs(spot[0] - x) >= WIDE or abs(spot[1] - y) >= HIGH for x, y in taken)


def meant(game: Hashi, cells: Sequence[str]) -> str:
    """The bridge between two islands, or a label for one that has none."""
    places = sorted(_place(game.grid, cell) for cell in cells)
    if len(places) == 2:
        return f"{name(places[0])}-{name(places[1])}"
    island = game.grid.number.get(places[0])
    if island is not None and game.position.labels[island]:
        raise InputError(f"no bridge can be built from {cells[0]} any more")
    return f"{cells[0]}={NEW_LABELS[0]}"


def edit(game: Hashi, tool: str, cells: Sequence[str]) -> Hashi:
    """The board after a click, without bridges; what is there already is taken away."""
    if not cells:
        size = int(tool.partition("x")[0])
        return duel([WATER * size] * size)
    row, column = _place(game.grid, cells[0])
    sign = WATER if tool in ("erase", game.grid.sign((row, column))) else tool
    rows = list(game.grid.rows)
    rows[row] = f"{rows[row][:column]}{sign}{rows[row][column + 1 :]}"
    return duel(rows)


def _place(grid: Grid, cell: str) -> Place:
    places = {
        name((row, column)): (row, column)
        for row in range(grid.height)
        for column in range(grid.width)
    }
    if cell not in places:
        raise InputError(f"there is no cell '{cell}' on the board")
    return places[cell]
