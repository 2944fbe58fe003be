"""The games of the gallery beside what is published, or was found by other programs."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from operator import xor

import pytest

import deepen
from gallery_support import later, made
from reference_games import Positions, reached, won_drawn_lost
from support import long, slow

pytestmark = pytest.mark.engine

SET = [f"({point}, {point})" for point in range(9)]  # the first moves of three men's morris


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("dots_and_boxes", "two by two", 2),
        ("hex", "three by three", 1),
        ("kalah", "four pits", 6),
        ("othello", "four by four", -8),
        ("tic_tac_toe", "empty", 0),
        *later(
            ("dots_and_boxes", "three by three", -3),
            ("kalah", "2 2 2 2/2 2 2 2", 6),
            ("kalah", "3 3 3/3 3 3", 2),
            ("fox_and_geese", "six by six", 1),
            ("fox_and_geese", "eight by eight", -1),
        ),
    ],
)
def test_what_is_known_is_found(name: str, text: str, value: int) -> None:
    analysis = deepen.analyse(made(name, text), values="best")
    assert (analysis.value, analysis.exact) == (value, True)


def test_nim_is_the_exclusive_or() -> None:
    game = made("nim", "three heaps")
    for heaps in product(range(4), range(5), range(6)):
        value = deepen.analyse(game.at({"heaps": list(heaps)}), values="best").value
        assert value == (1 if reduce(xor, heaps) else -1)


def test_the_first_wins_every_chomp() -> None:
    game = made("chomp", "three by four")
    for rows, columns in product(range(1, 4), range(1, 5)):
        bar = {4 * row + column for row in range(rows) for column in range(columns)}
        value = deepen.analyse(game.at({"left": bar}), values="best").value
        assert value == (-1 if len(bar) == 1 else 1)


def test_winning_openings_of_hex() -> None:
    analysis = deepen.analyse(made("hex", "four by four"))
    assert sorted(map(int, analysis.best_moves)) == [3, 6, 9, 12]


@pytest.mark.parametrize("size", [4, *slow(2, 3, 5), *long(6)])
def test_who_wins_domineering(size: int) -> None:
    board = "/".join(["." * size] * size)
    for begins in ("Upright", "Flat"):
        game = made("domineering", f"{board}\nto move: {begins}")
        assert deepen.analyse(game, values="best").value == (-1 if size == 5 else 1)


# Where positions repeat


@pytest.mark.parametrize(
    ("name", "text", "positions"),
    [
        ("three_mens_morris", "empty", 5_390),
        *later(
            ("chess_endings", "rook", 402_676),
            ("chess_endings", "queen", 372_064),
            ("dodgem", "three by three", 1_963),
            ("dodgem", "four by four", 393_900),
            ("fox_and_geese", "eight by eight", 818_280),
        ),
    ],
)
def test_how_many_positions_there_are(name: str, text: str, positions: int) -> None:
    assert deepen.explore(made(name, text)).states == positions


@pytest.mark.parametrize(
    ("name", "text", "known", "best"),
    [
        ("pong_hau_ki", "the start", (0, None), "(0, 2) (1, 2)"),
        ("pong_hau_ki", "a trap", (1, 1), "(1, 2)"),
        ("mu_torere", "the start", (0, None), "(0, 8) (3, 8)"),
        *later(
            ("mu_torere", "unrestricted", (1, 1), "(1, 8) (2, 8)"),
            ("mu_torere", "a trap", (1, 5), "(2, 3)"),
            ("dodgem", "three by three", (1, 19), "(0, 1)"),
            ("three_mens_morris", "empty", (1, 9), "(4, 4)"),
            ("three_mens_morris", "all set", (1, 9), "(1, 2)"),
            ("three_mens_morris", "king's moves", (0, None), " ".join(SET)),
            ("three_mens_morris", "free moves", (0, None), " ".join(SET)),
        ),
    ],
)
def test_what_is_known_of_games_that_repeat(
    name: str, text: str, known: tuple[int, int | None], best: str
) -> None:
    game = Positions(made(name, text))
    graph = reached(game)
    found = won_drawn_lost(graph, game.ends)
    wanted = -found[game.start].value
    assert found[game.start] == known
    moves = [move for move in graph[game.start] if found[move.child].value == wanted]
    assert " ".join(move.action for move in moves) == best


@pytest.mark.slow
def test_positions_of_morris_seen_from_the_mover() -> None:
    graph = reached(Positions(made("three_mens_morris", "empty")))
    sides = [((state.white.bits, state.black.bits), player) for state, player in graph]
    assert len({(men[player], men[1 - player]) for men, player in sides}) == 3_870


# Breakthrough, by a minimax of our own

Pawns = frozenset[tuple[int, int]]


@cache
def wins(mine: Pawns, theirs: Pawns, rows: int, columns: int) -> bool:
    """Whether the mover does; he goes up, and the board is turned round after each move."""
    if not mine or any(row == rows - 1 for row, _ in theirs):
        return False
    for row, column in mine:
        for side in (-1, 0, 1):
            to = row - 1, column + side
            if not 0 <= to[1] < columns or to in mine or (side == 0 and to in theirs):
                continue
            after = (mine - {(row, column)}) | {to}
            if not wins(turned(theirs - {to}, rows), turned(after, rows), rows, columns):
                return True
    return False


def turned(pawns: Pawns, rows: int) -> Pawns:
    """As the other player sees them."""
    return frozenset((rows - 1 - row, column) for row, column in pawns)


@pytest.mark.parametrize("text", ["a race", *slow("four by four"), *long("five by four")])
def test_breakthrough_by_minimax(text: str) -> None:
    game = made("breakthrough", text)
    rows, columns = game.board.rows, game.board.columns
    white, black = (
        frozenset(divmod(cell, columns) for cell in pawns)
        for pawns in (game.start.white, game.start.black)
    )
    value = deepen.analyse(game, values="best").value
    assert value == (1 if wins(white, black, rows, columns) else -1)
