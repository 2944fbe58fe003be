"""The games of the gallery beside what is published, or was found by other programs."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from operator import xor
from pathlib import Path
from typing import Any

import pytest

import deepen
from chess_backwards import Backwards, WaysBack
from gallery_support import later, made
from reference_games import Positions, reached, won_drawn_lost
from support import long, slow

pytestmark = pytest.mark.engine


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
    ("name", "text", "positions", "known", "longest"),
    [
        ("three_mens_morris", "empty", 5_390, (1, 9), 9),
        *later(
            ("three_mens_morris", "king's moves", 5_390, (0, None), 7),
            ("three_mens_morris", "free moves", 5_390, (0, None), 5),
            ("mu_torere", "unrestricted", 1_180, (1, 1), 5),
            ("dodgem", "three by three", 1_963, (1, 19), 21),
            ("dodgem", "four by four", 393_900, (0, None), 41),
            ("fox_and_geese", "eight by eight", 818_280, (-1, 44), 43),
            ("chess_endings", "rook", 402_676, (1, 29), 31),  # 16 moves of White
            ("chess_endings", "queen", 372_064, (1, 17), 19),  # 10
        ),
    ],
)
def test_tables(
    name: str, text: str, positions: int, known: tuple[int, int | None], longest: int
) -> None:
    game = made(name, text)
    table = deepen.tabulate(game)
    assert (table.value(game), table.distance(game)) == known
    assert (table.positions, table.longest) == (positions, longest)


@pytest.mark.long
def test_bishop_and_knight_need_33_moves() -> None:
    assert deepen.tabulate(made("chess_endings", "bishop and knight")).longest == 65


@pytest.mark.slow
def test_numbers_and_ways_back_of_chess() -> None:
    """Where a rook is, at every position; with bishop and knight, on walks."""
    rook, both = Backwards("rook"), Backwards("bishop and knight")
    assert (rook.ranks, both.ranks) == (2 * 64**3, 2 * 64**3 * 32)
    assert deepen.explore(rook).states == deepen.explore(made("chess_endings", "rook")).states
    assert deepen.audit(rook, "rules").verdict == "proven"
    assert deepen.check(both).ok


@pytest.mark.slow
def test_the_way_back_of_chess_gives_the_same_file(tmp_path: Path) -> None:
    """King and rook, in less than 24 bytes a position."""
    kept = made("chess_endings", "rook")
    kind = type("ChessEndings", (WaysBack,), {"__doc__": WaysBack.__doc__})
    deepen.tabulate(kept, file=tmp_path / "kept")
    table = deepen.tabulate(kind(kept.format()), file=tmp_path / "asked", threads=2)
    assert (tmp_path / "kept").read_bytes() == (tmp_path / "asked").read_bytes()
    alone = deepen.tabulate(kind(kept.format()))
    assert alone.peak_bytes < 24 * table.positions
    assert deepen.check(kind(kept.format()), walks=5).ok


@pytest.mark.slow
def test_files_of_chess_are_small(tmp_path: Path) -> None:
    """King and rook: 9 bytes a position where it is stored, a byte a number where it has one."""
    game = made("chess_endings", "rook")

    class Numbered(type(game)):  # type: ignore[misc]
        ranks = 64**3

        def rank(board: Any, state: Any) -> Any:
            return (state.white_king * 64 + state.black_king) * 64 + state.pieces[0]

        def unrank(board: Any, number: Any, state: Any) -> Any:
            child = state.copy()
            child.white_king, child.black_king = number // 4096, number // 64 % 64
            child.pieces[0] = number % 64
            return child

    for each, most in ((game, 10), (Numbered(game.format()), 2)):
        path = tmp_path / type(each).__name__
        table = deepen.tabulate(each, file=path)
        assert path.stat().st_size <= most * table.positions
        kept = deepen.Table.open(path, each)
        assert kept.get(each) == table.get(each)
        assert deepen.audit(kept, sample=300).verdict == "not-refuted"


def test_morris_is_won_by_the_centre_alone() -> None:
    game = made("three_mens_morris", "empty")
    table = deepen.tabulate(game)
    first = {move.action: table.value(game.after(move)) for move in game.legal_moves()}
    assert [action for action, value in first.items() if value < 0] == [(4, 4)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mu_torere", "the start"),
        ("pong_hau_ki", "the start"),
        *later(
            ("dodgem", "three by three"),
            ("mu_torere", "unrestricted"),
            ("three_mens_morris", "empty"),
            ("three_mens_morris", "free moves"),
        ),
    ],
)
def test_tables_by_the_plain_solver(name: str, text: str) -> None:
    """All positions; and of morris, how many there are seen from the mover."""
    table, game = deepen.tabulate(made(name, text)), Positions(made(name, text))
    found = won_drawn_lost(reached(game), game.ends)
    told = {each: (table.value(at), table.distance(at)) for each, at in game.games.items()}
    assert (told, table.positions) == (found, len(found))
    if name == "three_mens_morris":
        sides = [((state.white.bits, state.black.bits), player) for state, player in found]
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
