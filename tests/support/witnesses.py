"""Rules of games and heuristics of reports, told once more from their definitions, to check
counterexamples by: boards are plain sets and strings, and distances are counted by hand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import TypeVar

S = TypeVar("S", bound=Hashable)


def shortest(start: S, after: Callable[[S], Iterable[S]], is_goal: Callable[[S], bool]) -> int:
    """The number of moves to a goal, layer by layer."""
    layer, seen, count = [start], {start}, 0
    while not any(is_goal(state) for state in layer):
        layer = list(dict.fromkeys(s for state in layer for s in after(state) if s not in seen))
        assert layer, "there is no way to a goal"
        seen.update(layer)
        count += 1
    return count


# ---- dark chess: 32 letters, rank 1 first

ORDER = "KAERNCP"


def captures(mover: str, target: str) -> bool:
    if not target.islower() or mover + target == "Kp":
        return False
    return mover + target == "Pk" or ORDER.index(mover) <= ORDER.index(target.upper())


def beside(square: int) -> list[tuple[int, int]]:
    """The squares around one, each with the step that leads there and would lead on."""
    ways = [
        (-8, square >= 8), (8, square < 24), (-1, square % 8 > 0), (1, square % 8 < 7)
    ]  # fmt: skip
    return [(square + step, step) for step, is_there in ways if is_there]


def targets(squares: str, source: int) -> list[int]:
    """Where the black piece on a square can go."""
    mover, found = squares[source], []
    for first, step in beside(source):
        place: int | None = first
        while place is not None:
            if squares[place] == "." or captures(mover, squares[place]):
                found.append(place)
            slides = mover == "R" and squares[place] == "."
            nexts = [square for square, way in beside(place) if way == step]
            place = nexts[0] if slides and nexts else None
    return found


def darkchess_after(squares: str) -> list[str]:
    found = []
    for source, mover in enumerate(squares):
        if mover in "KAERNP":
            for target in targets(squares, source):
                board = list(squares)
                board[source], board[target] = ".", mover
                found.append("".join(board))
    return found


def darkchess_optimum(squares: str) -> int:
    return shortest(squares, darkchess_after, lambda board: not any(map(str.islower, board)))


def places(squares: str, letters: str) -> list[int]:
    return [square for square, letter in enumerate(squares) if letter in letters]


def smallest_edges(squares: str) -> int:
    """The N shortest of all ways from a black piece to its prey and from red to red, in steps."""

    def steps(a: int, b: int) -> int:
        def around(square: int) -> list[int]:
            return [place for place, _ in beside(square) if squares[place] != "D"]

        return shortest(a, around, lambda square: square == b)

    reds = places(squares, "kaerncp")
    edges = [steps(a, b) for a, b in combinations(reds, 2)]
    for black in places(squares, "KAERNP"):
        edges += [steps(black, red) for red in reds if captures(squares[black], squares[red])]
    return sum(sorted(edges)[: len(reds)])


def nearest_capturer(squares: str) -> int:
    """Each red belongs to its nearest capturer; each of these goes as far as its farthest red."""

    def apart(black: int, red: int) -> int:
        files, ranks = abs(black % 8 - red % 8), abs(black // 8 - red // 8)
        return bool(files) + bool(ranks) if squares[black] == "R" else files + ranks

    total, owned = 0, dict[int, list[int]]()
    for red in places(squares, "kaerncp"):
        able = [b for b in places(squares, "KAERNP") if captures(squares[b], squares[red])]
        if able:
            owned.setdefault(min(able, key=lambda b: (apart(b, red), b)), []).append(red)
        else:
            total += 20
    for black, reds in owned.items():
        farthest = 0
        for red in reds:
            way = apart(black, red)
            total += max(way - farthest, 0)
            if way == farthest:
                total += 1 if squares[black] == "R" else 2
            farthest = max(farthest, way)
    return total


# ---- Chexers: sets of (q, r)

Hex = tuple[int, int]
HEXES = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
WAYS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def leaves(colour: str, place: Hex) -> bool:
    q, r = place
    return {"red": q, "green": r, "blue": -q - r}[colour] == 3


def chexers_optimum(colour: str, pieces: Sequence[Hex], blocks: Sequence[Hex]) -> int:
    walls = frozenset(blocks)

    def after(own: frozenset[Hex]) -> list[frozenset[Hex]]:
        found = []
        for piece in own:
            rest = own - {piece}
            if leaves(colour, piece):
                found.append(rest)
            for dq, dr in WAYS:
                near, far = ((piece[0] + n * dq, piece[1] + n * dr) for n in (1, 2))
                target = far if near in own | walls else near
                if target in HEXES and target not in own | walls:
                    found.append(rest | {target})
        return found

    return shortest(frozenset(pieces), after, lambda own: not own)


def walking(colour: str, pieces: Sequence[Hex], blocks: Sequence[Hex]) -> int:
    """The steps of each piece by itself, and one to leave."""

    def after(place: Hex) -> list[Hex]:
        around = [(place[0] + dq, place[1] + dr) for dq, dr in WAYS]
        return [near for near in around if near in HEXES and near not in blocks]

    return sum(1 + shortest(piece, after, lambda at: leaves(colour, at)) for piece in pieces)
