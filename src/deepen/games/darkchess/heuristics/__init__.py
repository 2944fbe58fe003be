"""How far a position is from solved: estimates built on distances, and what they read.

Distances. The ducks are the only obstacles that stay. The distance of two squares in steps, or in
slides of a chariot, is the least number of moves between them with nothing but ducks in the way; so
no piece ever needs fewer. The board keeps them as sets: `within[0, n, s]` are the squares that lie
within n steps of s, `within[1, n, s]` within n slides.

Nothing is ever lost. A move without a capture can be taken back, and after a capture the piece can
go back too: then the position is as it was, with one red less. Fewer reds are never worse, for they
only stand in the way, and where a solution captures a red that has gone it just moves there. So
whatever is played from a solvable position leads to a solvable one, and a position is hopeless, if
it is, from the start: each heuristic that says `DEAD` says it there or never.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import deepen
from deepen.games.darkchess.board import (
    BOARDS,
    CHARIOT,
    FILES,
    LANE,
    PREY,
    SQUARES,
    balls,
    of_kind,
    reds_of,
)
from deepen.rules import DEAD, bits, lowest, popcount

LEVELS = 32
"""No two of 32 squares are farther apart than 31 moves."""
NO_CAPTURER = 20
"""What `nearest_capturer` adds for a red that no black piece may capture."""

FIELDS: dict[str, str | tuple[str, tuple[int, ...]]] = {
    "within": ("u8", (2, LEVELS, SQUARES)),
    # The reds within n moves of each red, if some black piece may capture both and moves so.
    "links": ("u8", (LEVELS, SQUARES)),
}


def constants(squares: str, ducks: int, prey: dict[str, int]) -> dict[str, Any]:
    """The values of `FIELDS`; `prey` are the reds that each kind of black piece may capture."""
    maps = [balls(ducks, BOARDS.stepped)]
    if CHARIOT in prey:
        maps.append(balls(ducks, BOARDS.slid))
    partners = _partners(squares, prey)
    links = [
        reduce(or_, (_level(map, moves) & reds for map, reds in zip(maps, partners, strict=False)))
        for moves in range(max(len(map) for map in maps))
    ]
    return {"within": _tables(maps), "links": _tables([links])[0]}


def _partners(squares: str, prey: dict[str, int]) -> tuple[int, int]:
    """For each red, those that a stepping piece may capture too; those that a chariot may."""
    by_steps = by_slides = 0
    for square, letter in enumerate(squares):
        if not letter.islower():
            continue
        for kind, reds in prey.items():
            if letter in PREY[kind]:
                if kind == CHARIOT:
                    by_slides |= reds << LANE * square
                else:
                    by_steps |= reds << LANE * square
    return by_steps, by_slides


def _level(maps: list[int], moves: int) -> int:
    return maps[min(moves, len(maps) - 1)]


def _tables(maps: list[list[int]]) -> Any:
    """Maps as arrays; the last level of each stands for all beyond."""
    import numpy as np  # lazy: start-up

    rows: list[bytes] = []
    for levels in maps:
        rows += [boards.to_bytes(BOARDS.bytes, "little") for boards in levels]
        rows += rows[-1:] * (LEVELS - len(levels))
    return np.frombuffer(b"".join(rows), "<u8").reshape(len(maps), LEVELS, SQUARES)


@deepen.heuristic(consistent=True)
def count(board: Any, state: tuple[int, int]) -> int:
    """How many reds are left. A move captures at most one of them, so it is consistent."""
    return popcount(reds_of(state))


@deepen.heuristic(admissible=True)
def forest(board: Any, state: tuple[int, int]) -> int:
    """The lightest forest that joins every red to a black piece.

    Its edges: from a black piece to each red that it may capture, and between two reds that one
    black piece may capture; as long as their distance in moves of that piece. Each black piece
    walks from its place to its first red, then to its second, and so on: these ways are as many
    edges as there are reds, which join each red to a black piece, and each way takes at least the
    length of its edge. So the lightest such forest costs no more than any solution.

    Not quite consistent: one move may shorten several edges at a piece, though it seldom pays.

    The weight is counted by levels: a lightest forest has as many edges longer than n as there are
    parts without a black piece when all edges up to n are drawn.
    """
    reds = reds_of(state)
    weight = popcount(reds)
    if weight == 0:
        return 0
    for moves in range(1, LEVELS):
        parts = parts_apart(board, state, reds, moves)
        if parts == 0:
            return weight
        weight += parts
    return DEAD  # some red cannot be joined at all: nobody ever gets there


def parts_apart(board: Any, state: tuple[int, int], reds: int, moves: int) -> int:
    """How many parts hold no black piece when all edges up to so many moves are drawn."""
    front = first_captures(board, state, reds, moves)
    rest = reds ^ front
    parts = 0
    while True:
        while front != 0:
            found = board.links[moves, lowest(front)] & rest
            rest ^= found
            front = front & (front - 1) | found
        if rest == 0:
            return parts
        parts += 1
        front = rest & -rest
        rest ^= front


def first_captures(board: Any, state: tuple[int, int], reds: int, moves: int) -> int:
    """The reds within so many moves of a black piece that may capture them."""
    found = 0
    for i in range(board.kinds):
        prey = board.prey[i] & reds
        own = of_kind(state, board.kind[i])
        while own != 0:
            found |= board.within[board.slides[i], moves, lowest(own)] & prey
            own &= own - 1
    return found


@deepen.heuristic()
def smallest_edges(board: Any, state: tuple[int, int]) -> int:
    """The sum of the N shortest edges, N being the number of reds. Not admissible with a chariot.

    Edges run from each black piece to each red that it may capture, and between any two reds; their
    length is the distance in steps around the ducks, also for a chariot. That is how an IDA* report
    defines it. Without a chariot the proof for `forest` holds here too: a solution contains N of
    these edges. A chariot is faster than that: in `8/8/2R3n1/8 b` this gives 4, and the solution
    takes 1 move.
    """
    reds = reds_of(state)
    wanted = popcount(reds)
    total = 0
    for moves in range(LEVELS):
        longer = wanted - edges_within(board, state, reds, moves)
        if longer <= 0:
            return total
        total += longer
    return DEAD  # every solution has that many edges of finite length


def edges_within(board: Any, state: tuple[int, int], reds: int, moves: int) -> int:
    """How many of those edges take up to so many steps."""
    found = 0
    for i in range(board.kinds):
        prey = board.prey[i] & reds
        for square in bits(of_kind(state, board.kind[i])):
            found += popcount(board.within[0, moves, square] & prey)
    rest = reds
    while rest != 0:
        square = lowest(rest)
        rest &= rest - 1  # so that each pair counts once
        found += popcount(board.within[0, moves, square] & rest)
    return found


@deepen.heuristic()
def nearest_capturer(board: Any, state: tuple[int, int]) -> int:
    """For each black piece, the way to the farthest of the reds that it is nearest to. Not
    admissible.

    That is how an A* report defines it. Each red belongs to the nearest piece that may capture it,
    by rows and columns, ducks or not; a chariot needs 1 move along its row or column, else 2. A red
    that is as far as the farthest before it adds what two such reds are apart at least: 1 move of a
    chariot, 2 steps of others. One that nobody may capture adds 20.

    The claim that it never exceeds the true cost is wrong: two reds that lie side by side may be
    nearest to different pieces, and are then counted twice. In `8/8/ek6/1E3K2 b` this gives 7, and
    the general alone takes both in 6 moves.
    """
    reds = reds_of(state)
    total = 0
    for square in bits(reds):
        if nearest(board, state, square) == SQUARES:
            total += NO_CAPTURER
    for i in range(board.kinds):
        slides = board.slides[i]
        for square in bits(of_kind(state, board.kind[i])):
            total += way_to_farthest(board, state, reds & board.prey[i], square, slides)
    return total


def way_to_farthest(board: Any, state: tuple[int, int], reds: int, square: int, slides: int) -> int:
    """What the reds that this piece is nearest to add."""
    way, farthest = 0, 0
    for red in bits(reds):
        if nearest(board, state, red) == square:
            distance = apart(square, red, slides)
            if distance == farthest:
                way += 2 - slides
            elif distance > farthest:
                way += distance - farthest
                farthest = distance
    return way


def nearest(board: Any, state: tuple[int, int], red: int) -> int:
    """The square of the nearest piece that may capture a red; of several the first. Else 32."""
    best, found = LEVELS, SQUARES
    for i in range(board.kinds):
        if board.prey[i] >> red & 1 != 0:
            for square in bits(of_kind(state, board.kind[i])):
                distance = apart(square, red, board.slides[i])
                if distance < best or (distance == best and square < found):
                    best, found = distance, square
    return found


def apart(a: int, b: int, slides: int) -> int:
    """The moves between two squares on an empty board."""
    files = abs(a % FILES - b % FILES)
    ranks = abs(a // FILES - b // FILES)
    if slides != 0:
        return (1 if files != 0 else 0) + (1 if ranks != 0 else 0)
    return files + ranks
