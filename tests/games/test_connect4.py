"""Connect Four: the rules against the definition, scores made by others, text and pictures."""

from __future__ import annotations

import csv
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deepen
import support
from deepen import cli, games
from deepen.drawing.palette import RED, YELLOW
from deepen.drawing.svg import PAPER
from deepen.games import connect4
from deepen.games.connect4 import Connect4
from deepen.games.connect4.board import Shape
from deepen.games.connect4.rules import packed, unpacked
from deepen.packing.machine_word import Word, wrapped
from reference_games import Choice, Played, Values, minimax
from support import examples, slow

DATA = Path(__file__).parent.parent / "data" / "connect4"
SHAPES = [(7, 6), (4, 4), (5, 4), (4, 5), (6, 5), (9, 6), (7, 8), (12, 4), (4, 14)]


# ---- the definition of the game, apart from the package: columns as strings, bottom first


class Position(NamedTuple):
    """`columns[0]` is the leftmost, with an X for a stone of the first player and an O."""

    columns: tuple[str, ...]
    rows: int

    @property
    def mover(self) -> str:
        return "XO"[sum(map(len, self.columns)) % 2]

    @property
    def is_won(self) -> bool:
        return any(self._line(c, r) for c in range(len(self.columns)) for r in range(self.rows))

    def play(self, column: int) -> Position:
        after = list(self.columns)
        after[column - 1] += self.mover
        return Position(tuple(after), self.rows)

    def _line(self, column: int, row: int) -> bool:
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            seen = {self._at(column + i * dc, row + i * dr) for i in range(4)}
            if seen in ({"X"}, {"O"}):
                return True
        return False

    def _at(self, column: int, row: int) -> str:
        if 0 <= column < len(self.columns) and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return ""


class Definition:
    """The definition as a game for the oracle."""

    def __init__(self, start: Position) -> None:
        self.start = start

    def moves(self, position: Position) -> list[Choice[Position]]:
        if position.is_won:
            return []
        return [
            self._choice(position, column)
            for column, stones in enumerate(position.columns, 1)
            if len(stones) < position.rows
        ]

    def evaluate(self, position: Position) -> int:
        return 0

    def bounds(self, position: Position) -> None:
        return None

    def wins_at_once(self, position: Position) -> bool:
        return any(move.reward for move in self.moves(position))

    def _choice(self, position: Position, column: int) -> Choice[Position]:
        after = position.play(column)
        squares = len(position.columns) * position.rows
        own = sum(stones.count(position.mover) for stones in after.columns)
        most = (squares + 1) // 2 if position.mover == "X" else squares // 2
        return Choice(column, after, most + 1 - own if after.is_won else 0, False)


def defined(game: Connect4) -> Position:
    """The position of a game by its picture."""
    *lines, _ = connect4.draw(game).splitlines()
    upright = ["".join(signs) for signs in zip(*(line.split() for line in lines), strict=True)]
    stones = str.maketrans("●◆○◇", "XXOO", "·")
    return Position(tuple(signs[::-1].translate(stones) for signs in upright), game.shape.rows)


@st.composite
def positions(draw: st.DrawFn, most_free: int | None = None) -> Connect4:
    """Random games, stopped somewhere; perhaps where few squares are free."""
    columns, rows = draw(st.sampled_from(SHAPES))
    squares = columns * rows
    least = 0 if most_free is None else max(0, squares - most_free)
    stop = draw(st.integers(least, squares))
    chance = Random(draw(st.integers(0, 1 << 32)))
    game = Connect4(columns=columns, rows=rows)
    while len(game.played) < stop and not game.is_over:
        legal = [move.action for move in game.legal_moves()]
        game = Connect4((*game.played, chance.choice(legal)), columns=columns, rows=rows)
    return game


# ---- rules


@examples(80)
@given(positions())
def test_moves_are_those_of_the_definition(game: Connect4) -> None:
    position = defined(game)
    legal = {move.action: move for move in game.legal_moves()}
    expected = {move.action: move for move in Definition(position).moves(position)}
    assert legal.keys() == expected.keys()
    for column, move in legal.items():
        after = game.play(move)
        assert (move.text, move.reward, move.again) == (str(column), expected[column].reward, False)
        assert defined(after) == expected[column].child
        assert after.start == move.state
        assert (after.winner is not None) == (move.reward > 0) == (move.state == 0)
        assert after.is_over == (not Definition(position).moves(expected[column].child))


@examples(100)
@given(positions())
def test_a_state_is_the_stones_and_whose_turn_it_is(game: Connect4) -> None:
    if game.winner is None:
        mine, theirs = unpacked(game.start, game.shape)
        assert (mine, theirs) == (game.stones[game.to_move], game.stones[1 - game.to_move])
        assert packed(game.stones, game.shape) == game.start
        wins = Definition(defined(game)).wins_at_once(defined(game))
        assert (signed(game.start) < 0) == wins


def test_columns_come_from_the_middle_outwards() -> None:
    assert [move.action for move in Connect4().legal_moves()] == [4, 3, 5, 2, 6, 1, 7]
    even = [move.action for move in Connect4(columns=6).legal_moves()]
    assert even == [3, 4, 2, 5, 1, 6]


# How many games of so many moves there are; they begin to end with the seventh.
PERFT = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536]


def test_the_number_of_games() -> None:
    ways: Counter[Any] = Counter({Connect4().start: 1})
    rules = Played(Connect4())
    counts = PERFT if support.every_case else PERFT[:-1]
    for games_there in counts:
        assert ways.total() == games_there
        after: Counter[Any] = Counter()
        for state, number in ways.items() if games_there < counts[-1] else ():
            for move in rules.moves(state):
                after[move.child] += number
        ways = after


@pytest.mark.slow
@pytest.mark.engine
def test_the_number_of_positions() -> None:
    """As counted by others. All that are won are the state 0, which is first met in layer 7."""
    layers = deepen.explore(Connect4(), node_limit=1_000_000).layers
    assert len(layers) == 10
    for ply, (row, found) in enumerate(zip(wdl_rows(), layers, strict=False)):
        assert row["ply"] == ply
        assert found == row["total"] - row["terminal"] + (ply == 7)


def wdl_rows() -> list[dict[str, int]]:
    with (DATA / "wdl_per_ply_7x6.csv").open() as file:
        return [{name: int(value) for name, value in row.items()} for row in csv.DictReader(file)]


def test_points_are_as_published() -> None:
    """22 less the stones that the winner has placed."""
    assert Connect4("1212121").score == 22 - 4
    assert Connect4("12121272").score == -(22 - 4)
    assert Connect4("12121").score == 0
    assert [move.reward for move in Connect4("121212").legal_moves()] == [0, 0, 0, 0, 0, 18, 0]


# ---- bounds, order and evaluate by exhaustion


@examples(40)
@given(positions(most_free=8))
def test_bounds_hold(game: Connect4) -> None:
    """On all positions that follow."""
    rules = Played(game, bounds=False)
    judge = Played(game)
    values = Values(rules)
    values.of_state(game.start)
    for (state, _), value in values.known.items():
        low, high = judge.bounds(state) or (0, 0)
        assert low <= value <= high
        if decided_soon(rules, state):
            assert low == high


def decided_soon(rules: Played, state: Any) -> bool:
    """Whether the mover wins at once, or the other does after every move; or it is over."""
    moves = rules.moves(state)
    if any(move.reward for move in moves):
        return True
    return all(any(reply.reward for reply in rules.moves(move.child)) for move in moves)


@examples(60)
@given(positions())
def test_bounds_are_as_narrow_as_they_should_be(game: Connect4) -> None:
    rules = Played(game)
    low, high = rules.bounds(game.start) or (0, 0)
    left = sum(game.shape.rows - len(stones) for stones in defined(game).columns)
    if decided_soon(rules, game.start):
        assert low == high
    else:
        # At best the mover wins with its next stone but one; at worst the other does after that.
        assert (low, high) == (-(max(left - 2, 0) // 2), (left - 1) // 2)


@examples(30)
@given(positions())
def test_order_counts_the_squares_to_win_on(game: Connect4) -> None:
    for move in game.legal_moves():
        after = defined(game).play(move.action)
        if move.reward or Definition(after).wins_at_once(after):
            continue  # the bounds are exact, so the order does not matter
        found = Connect4.order(game.board, game.start, move.action, move.state, move.reward)
        assert -(-found // 16) == squares_to_win_on(after, "XO"[game.to_move])


def test_order_prefers_the_middle() -> None:
    game = Connect4()
    ranks = [
        Connect4.order(game.board, game.start, move.action, move.state, move.reward)
        for move in game.legal_moves()
    ]
    assert ranks == [0, -2, -2, -4, -4, -6, -6]


@examples(100)
@given(positions())
def test_mirror_images_are_one_where_the_start_is_its_own(game: Connect4) -> None:
    columns, rows = game.shape
    turned = Connect4([columns + 1 - c for c in game.played], columns=columns, rows=rows)
    empty = Connect4(columns=columns, rows=rows).board
    one, other = (Connect4.canonical(empty, signed(each.start)) for each in (game, turned))
    if signed(game.start) > 0:
        assert one == other
        assert one in (game.start, turned.start)
    elsewhere = Connect4("1", columns=columns, rows=rows).board
    assert Connect4.canonical(elsewhere, signed(game.start)) == signed(game.start)


def signed(state: Any) -> Any:
    return Word(wrapped(state))


def squares_to_win_on(position: Position, who: str) -> int:
    """Tries a stone on each free square, whatever lies below it."""
    found = 0
    for column, stones in enumerate(position.columns):
        for row in range(len(stones), position.rows):
            filled = list(position.columns)
            filled[column] = stones.ljust(row, ".") + who
            found += Position(tuple(filled), position.rows).is_won
    return found


@examples(40)
@given(positions())
def test_evaluate_counts_threats_and_knows_nothing_of_sides(game: Connect4) -> None:
    if game.winner is not None:
        return
    position = defined(game)
    own = squares_to_win_on(position, "XO"[game.to_move])
    other = squares_to_win_on(position, "OX"[game.to_move])
    guess = Connect4.evaluate(game.board, game.start)
    assert own - 2 * other <= guess <= 2 * own - other


# ---- known scores


def known(name: str) -> list[tuple[str, int]]:
    with (DATA / f"{name}.txt").open() as file:
        return [(text, int(score)) for text, score in map(str.split, file)]


def test_late_positions_by_the_oracle() -> None:
    late = [(text, score) for text, score in known("end_easy") if len(text) >= 36]
    for text, score in late[::10]:
        game = connect4.parse(text)
        by_rules = minimax(Played(game, bounds=False))
        by_definition = minimax(Definition(defined(game)))
        assert by_rules.value == by_definition.value == score
        assert sorted(by_rules.worth) == by_definition.worth


@pytest.mark.engine
@pytest.mark.parametrize(("name", "every"), [("end_easy", 4), ("middle_easy", 10)])
def test_published_scores(name: str, every: int) -> None:
    for text, score in known(name)[::every]:
        game = connect4.parse(text)
        found = deepen.analyse(game)
        assert (found.value, found.exact) == (score, True), text
        assert connect4.plain(game, found).splitlines() == [str(score), " ".join(found.best_moves)]


@pytest.mark.engine
@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "alphabeta"},
        {"algorithm": "minimax"},
        {"threads": 2},
        {"compiled": False},
        *slow(
            {"algorithm": "alphabeta", "table": False},
            {"table": False},
            {"reorder": False},
            {"memory_limit": 100_000},
        ),
    ],
    ids=str,
)
def test_published_scores_in_other_ways(options: dict[str, Any]) -> None:
    late = [(text, score) for text, score in known("end_easy") if len(text) >= 34]
    for text, score in late[::25]:
        expected = minimax(Played(connect4.parse(text)))
        found = deepen.analyse(connect4.parse(text), **options)
        assert (found.value, found.exact) == (score, True), text
        assert sorted(found.best_moves) == sorted(map(str, expected.best))
        assert {move.action: move.value for move in found.moves} == dict(expected.worth)


@pytest.mark.engine
@pytest.mark.parametrize(("columns", "rows", "value"), [(4, 4, 0), (5, 4, 0), (4, 5, 0)])
def test_small_boards_from_the_start(columns: int, rows: int, value: int) -> None:
    found = deepen.analyse(Connect4(columns=columns, rows=rows))
    assert (found.value, found.exact) == (value, True)


@pytest.mark.engine
def test_looking_ahead_a_few_moves_meets_threats() -> None:
    """Column 1 has three in a row already: the other must stop it, at any depth above 1."""
    for depth in range(2, 6):
        assert deepen.analyse(Connect4("12131"), depth=depth).best_moves == ["1"]


# ---- notation


@given(positions())
def test_text_and_position_are_inverses(game: Connect4) -> None:
    text = connect4.format(game)
    assert connect4.parse(text) == game
    assert connect4.parse(connect4.draw(game)) == game
    assert hash(connect4.parse(text)) == hash(game)
    assert eval(repr(game), vars(connect4)).played == game.played
    seen = connect4.parse(connect4.draw(game))
    assert eval(repr(seen), vars(connect4)) == game
    assert (seen.start, seen.to_move, seen.score) == (game.start, game.to_move, game.score)


def test_columns_are_the_text_of_the_usual_board() -> None:
    assert connect4.format(Connect4("44453")) == "44453"
    assert connect4.parse("") == Connect4()
    assert connect4.parse(" 4 4 4\n5 3\n") == Connect4("44453")
    assert connect4.parse("44453").played == (4, 4, 4, 5, 3)


PICTURE = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . X . . .
. . . O . . .
. . X X O . .
"""


def test_a_picture_is_a_position_too() -> None:
    assert connect4.parse(PICTURE) == Connect4("44453")
    assert connect4.parse(PICTURE.replace(" ", "").lower()) == Connect4("44453")
    small = connect4.parse(connect4.EXAMPLES["small"])
    assert (small.shape, small.to_move) == (Shape(5, 4), 0)
    assert connect4.parse(connect4.format(small.play("1"))) == small.play("1")


def picture(*rows: str) -> str:
    return "\n".join([*["......."] * (6 - len(rows)), *rows])


WRONG = {
    "4x4": "character 2 is 'x', not a column from 1 to 7",
    "4480": "character 3 is '8', not a column from 1 to 7",
    "44 40": "character 5 is '0'",
    "1111111": "move 7, in column 1, cannot be made: the column is full",
    "12121212": "move 8, in column 2, cannot be made: the first player has four in a row",
    "121212727": "move 9, in column 7, cannot be made: the second player has four in a row",
    picture(".....?."): "line 6, square 6: '?' is neither X",
    picture("......", "X.O...."): "line 5 has 6 squares, line 1 has 7",
    picture("X......", "......."): "the stone in column 1, row 2 from below, hangs in the air",
    picture("XX....."): "the first player has 2 stones and the second 0",
    picture("O......"): "the first player has 0 stones and the second 1",
    picture("OOO....", "XXXX..."): "",
    picture("OOO....", "XXXX..O"): "four in a row, and yet the second player has moved after that",
    picture("OOO.OOO", "XXX.XXX", "XXX.OOO", "OOO.XXX"): "",
    picture("X......", "XOO....", "XOOO...", "XOXXXXO"): "no last move of the first player",
    "...\n...\n...\n...": "a board of 3 columns and 4 rows is too small",
    "\n".join(["........."] * 7): "a board of 9 columns and 7 rows is too large",
}


@pytest.mark.parametrize("text", WRONG)
def test_bad_text_is_refused_with_its_place(text: str) -> None:
    if not WRONG[text]:  # the line between good and bad
        connect4.parse(text)
        return
    with pytest.raises(deepen.InputError) as caught:
        connect4.parse(text)
    assert WRONG[text] in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="1234567 XO.\n8x●", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(deepen.InputError):
        game = connect4.parse(text)
        assert connect4.parse(connect4.format(game)) == game


@pytest.mark.parametrize(
    ("played", "move", "reason"),
    [
        ("", "8", "column 8 cannot be played: the columns are 1 to 7"),
        ("", "a", "'a' is no move: a move is a column from 1 to 7"),
        ("111111", "1", "column 1 cannot be played: the column is full"),
        ("1212121", "3", "column 3 cannot be played: the first player has four in a row"),
    ],
)
def test_an_illegal_move_says_why(played: str, move: str, reason: str) -> None:
    with pytest.raises(deepen.InputError) as caught:
        Connect4(played).play(move)
    assert reason in str(caught.value)


@pytest.mark.parametrize("setup", [(1, 0), (2, 2), (1 << 49, 0)])
def test_a_setup_lies_on_squares(setup: tuple[int, int]) -> None:
    with pytest.raises(deepen.InputError, match="not on squares of the board"):
        Connect4(setup=setup)


# ---- pictures and the rest


def test_drawing() -> None:
    assert connect4.draw(Connect4("4455667")).splitlines()[-3:] == [
        "· · · ○ ○ ○ ·",
        "· · · ◆ ◆ ◆ ◆",
        "1 2 3 4 5 6 7",
    ]
    assert str(Connect4("4")) == connect4.draw(Connect4("4"))
    coloured = connect4.draw(Connect4("44"), markup=True)
    assert "[bold red]●[/bold red]" in coloured
    assert "[bold yellow]○[/bold yellow]" in coloured


@given(positions())
def test_drawings_are_narrow(game: Connect4) -> None:
    lines = connect4.draw(game).splitlines()
    assert len(lines) == game.shape.rows + 1
    assert {len(line) for line in lines} == {2 * game.shape.columns - 1}


def test_svg_shows_stones_values_and_the_last_move() -> None:
    game = Connect4("445566")
    root = ElementTree.fromstring(game.svg("values"))
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert texts[:7] == ["1", "2", "3", "4", "5", "6", "7"]
    assert Counter(texts[7:]) == {"+18": 2, "+17": 5}
    told = next(element.text for element in root.iter() if element.tag.endswith("desc"))
    assert "column 6, row 1 from below: Red. Values: 4: +17; 3: +18;" in str(told)
    drawn = Counter((element.get("fill"), element.get("r")) for element in root.iter())
    assert (drawn[RED, "20"], drawn[YELLOW, "20"]) == (3, 3)
    assert drawn[PAPER, "6"] == 1


def test_svg_marks_four_in_a_row() -> None:
    root = ElementTree.fromstring(Connect4("4455667").svg())
    title = next(element.text for element in root.iter() if element.tag.endswith("title"))
    assert title == "Connect4, Red has won"
    assert sum(element.get("stroke-width") == "4" for element in root.iter()) == 4


@pytest.mark.engine
def test_svg_of_values_asks_the_engine() -> None:
    game = connect4.parse(connect4.EXAMPLES["middle"])
    assert "+4" in game.svg("values")
    with pytest.raises(deepen.UsageError, match="no picture 'map'"):
        game.svg("map")


@pytest.mark.parametrize("plies", [0, 1, 8, 20, 35, 42])
def test_random_positions(plies: int) -> None:
    game = connect4.random(plies, seed=3)
    assert game == connect4.random(plies, seed=3)
    assert len(game.played) == plies
    assert game.winner is None
    assert len({connect4.format(connect4.random(8, seed=seed)) for seed in range(20)}) == 20


def test_random_of_other_sizes_and_too_many_stones() -> None:
    assert connect4.random(5, columns=9, rows=4, seed=1).shape == Shape(9, 4)
    with pytest.raises(deepen.UsageError, match="43 stones do not fit"):
        connect4.random(43)


def test_it_is_one_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    package: object = games.load("connect4")
    assert package is connect4
    assert cli.main(["games", "--plain"]) == 0
    assert connect4.NAME in capsys.readouterr().out.split()
    for text in connect4.EXAMPLES.values():
        assert connect4.parse(text).legal_moves()
