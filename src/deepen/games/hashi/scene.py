"""The Hashi duel as a scene: islands and bridges, the last move, where values of moves stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deepen.drawing.scene import Cell, MoveTarget, Point, Scene, Shape
from deepen.games.hashi.board import NEW_LABELS, Grid, name
from deepen.games.hashi.board import Cell as Place
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.position import Bridge, Label, Step, read

SIDES = (("MAX", "blue"), ("MIN", "red"))
WATER_NAME = "water"
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
        content = _crossed(game, place)
        dot = (Shape("circle", (x, y, 2), "dot"),) if content == WATER_NAME else ()
        return Cell(name(place), f"{name(place)}: {content}", *place, outline, dot)
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
    return f"{WATER_NAME} under {over[0]}" if over else WATER_NAME


def _centre(place: Place) -> Point:
    return (place[1] + 0.5) * SIDE, (place[0] + 0.5) * SIDE


def last_move(game: Hashi) -> tuple[Shape, ...]:
    """The bridge that is new, or a ring around the island with the new label."""
    if isinstance(game.last, Bridge):
        pair = game.last.pair
        count = game.position.bridges[pair]
        return (_bridge(game.grid, pair, count - 1, count, "bridge last-bridge"),)
    if isinstance(game.last, Label):
        x, y = _centre(game.grid.islands[game.last.island])
        return (Shape("circle", (x, y, ISLAND + 4), "last-ring"),)
    return ()


def moved(_before: Hashi, after: Hashi) -> tuple[Shape, ...]:
    """The mark of the move between two positions."""
    return last_move(after)


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
