"""The Hashi duel: rules against the definition, known and brute-force values, text, pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deepen
from deepen import games
from deepen.games import hashi
from deepen.games.hashi import FourWordHashi, Hashi, LargeHashi, ThreeWordHashi, TwoWordHashi
from deepen.interpreter.games import InterpretedGame
from reference_games import Choice, Played, Values
from support import cases, examples, slow, some

DATA = Path(__file__).parent.parent / "data"
KINDS: list[type[Hashi]] = [TwoWordHashi, ThreeWordHashi, FourWordHashi, LargeHashi]
COURSE = "1 . 1\n. 0 .\n. 2 0"


# ---- the definition of the game, apart from the package: names of cells, bridges as they lie


class Lying(NamedTuple):
    """The labels of the islands and the bridges between them, each under its name."""

    labels: tuple[tuple[str, int], ...]
    bridges: tuple[str, ...]  # `a1-c1`, twice for two


class Definition:
    """The definition as a game for the oracle."""

    def __init__(self, rows: list[str]) -> None:
        self.sea = {
            f"{chr(97 + x)}{y + 1}": (x, y, sign)
            for y, row in enumerate(rows)
            for x, sign in enumerate(row)
        }
        islands = [(name, int(sign)) for name, (_, _, sign) in self.sea.items() if sign != "."]
        self.start = Lying(tuple(islands), ())
        self.between = dict(self._pairs([name for name, _ in islands]))
        self.moves = cache(self._moves)

    def evaluate(self, lying: Lying) -> int:
        return 0

    def bounds(self, lying: Lying) -> None:
        return None

    def _pairs(self, islands: list[str]) -> Iterator[tuple[str, set[tuple[int, int]]]]:
        """Islands in sight of each other, and the water between them."""
        places = {self.sea[name][:2] for name in islands}
        for one in islands:
            for other in islands:
                (x, y, _), (u, v, _) = self.sea[one], self.sea[other]
                if (x == u and y < v) or (y == v and x < u):
                    cells = {(a, b) for a in range(x, u + 1) for b in range(y, v + 1)}
                    water = cells - {(x, y), (u, v)}
                    if not water & places:
                        yield f"{one}-{other}", water

    def _moves(self, lying: Lying) -> list[Choice[Lying]]:
        found = [
            self._bridge(lying, pair) for pair in self.between if self._is_possible(lying, pair)
        ]
        for number, (name, label) in enumerate(lying.labels):
            for new in (3, 4) if label == 0 else ():
                labels = (*lying.labels[:number], (name, new), *lying.labels[number + 1 :])
                found.append(Choice(f"{name}={new}", Lying(labels, lying.bridges), 0, False))
        return found

    def _is_possible(self, lying: Lying, pair: str) -> bool:
        labels = dict(lying.labels)
        free = all(self.built(lying, end) < labels[end] for end in pair.split("-"))
        crosses = any(
            self.between[pair] & self.between[other] for other in lying.bridges if other != pair
        )
        return free and not crosses and lying.bridges.count(pair) < 2

    def _bridge(self, lying: Lying, pair: str) -> Choice[Lying]:
        after = Lying(lying.labels, tuple(sorted((*lying.bridges, pair))))
        labels = dict(lying.labels)
        done = [end for end in pair.split("-") if self.built(after, end) == labels[end]]
        return Choice(pair, after, sum(labels[end] for end in done), False)

    def built(self, lying: Lying, island: str) -> int:
        return sum(island in pair.split("-") for pair in lying.bridges)


# ---- boards


class Instance(NamedTuple):
    """A board with its proven value and best moves, perhaps the value of every move."""

    id: str
    rows: list[str]
    value: int
    best: set[str]
    tier: str
    moves: dict[str, int]


def instances(name: str) -> list[Instance]:
    with (DATA / name).open() as file:
        records = [json.loads(line) for line in file]
    return [
        Instance(
            record["id"],
            record["board"],
            record["value"],
            set(record["best_moves"]),
            record.get("tier", "known"),
            record.get("moves", {}),
        )
        for record in records
    ]


KNOWN = instances("hashi_known.jsonl")
PUBLIC = instances("hashi_public.jsonl")
HARD = [board for board in PUBLIC if board.tier == "hard"]
EASY = [board for board in PUBLIC if board.tier == "easy"]
MEDIUM = [board for board in PUBLIC if board.tier == "medium"]


def small_rows(chance: Random, most_islands: int = 7) -> list[str]:
    """Rows of a board that plain minimax masters; many islands touch, and some have no label."""
    height, width = chance.randint(1, 5), chance.randint(1, 5)
    cells = [(y, x) for y in range(height) for x in range(width)]
    there = set(chance.sample(cells, min(len(cells), chance.randint(0, most_islands))))
    signs = chance.choice(["1234", "01234", "0012344", "12", "34", "03"])
    return [
        "".join(chance.choice(signs) if (y, x) in there else "." for x in range(width))
        for y in range(height)
    ]


@st.composite
def boards(draw: st.DrawFn) -> list[str]:
    width = draw(st.integers(1, 7))
    row = st.text("....01234", min_size=width, max_size=width)
    return draw(st.lists(row, min_size=1, max_size=7))


@st.composite
def positions(draw: st.DrawFn, most_moves: int = 12) -> Hashi:
    """Random games, stopped somewhere."""
    game = hashi.duel(draw(boards()))
    for _ in range(draw(st.integers(0, most_moves))):
        legal = game.legal_moves()
        if not legal:
            break
        game = game.play(draw(st.sampled_from(legal)))
    return game


def lying(game: Hashi) -> Lying:
    """Where a game stands, by its own moves in the definition."""
    definition = Definition(list(game.grid.rows))
    state = definition.start
    for text in game.played:
        state = next(move.child for move in definition.moves(state) if move.action == text)
    return state


# ---- known answers


def check(board: Instance, **options: Any) -> None:
    found = deepen.analyse(hashi.duel(board.rows), **options)
    assert (found.value, found.exact, found.status) == (board.value, True, "solved"), board.id
    assert set(found.best_moves) == board.best, board.id
    if board.moves and options.get("values") != "best":
        assert {move.text: move.value for move in found.moves} == board.moves, board.id


def test_the_files_hold_what_they_should() -> None:
    assert (len(KNOWN), len(EASY), len(MEDIUM), len(HARD)) == (12, 68, 40, 7)


def test_boards_of_public_programs_have_their_values() -> None:
    for board in KNOWN:
        check(board)


def test_public_boards_have_their_values_and_best_moves() -> None:
    for board in some(3, EASY + MEDIUM[::8]):
        check(board, values="best")


@pytest.mark.slow
def test_the_other_public_boards_too() -> None:
    for board in MEDIUM:
        check(board, values="best")


def test_threads_find_the_same_while_their_table_grows() -> None:
    board = next(each for each in MEDIUM if each.id == "hd-115")
    check(board, values="best", threads=2)


def test_small_boards_are_not_worth_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deepen.search.games._ALONE", 1_000)
    game = hashi.duel(KNOWN[0].rows)
    alone, together = (deepen.analyse(game, threads=threads) for threads in (1, 2))
    assert (alone.nodes, alone.table_hits) == (together.nodes, together.table_hits)


@pytest.mark.parametrize(
    "way",
    [{"symmetry": False}, *slow({"bounds": False}, {"reorder": False, "threads": 2})],
    ids=str,
)
def test_easy_boards_have_their_values_by_every_way(way: dict[str, Any]) -> None:
    for board in EASY:
        if len(board.rows) < 5:
            check(board, **way)


@pytest.mark.long
@pytest.mark.parametrize("board", HARD, ids=lambda board: board.id)
def test_hard_boards_have_their_values_and_best_moves(board: Instance) -> None:
    check(board, values="best", memory_limit=1 << 30)


def test_the_courses_example() -> None:
    found = deepen.analyse(hashi.parse(COURSE))
    assert (found.value, found.best_moves) == (4, ["a1-c1"])
    assert hashi.plain(hashi.parse(COURSE), found) == "4\na1-c1"


@pytest.mark.parametrize("name", hashi.EXAMPLES)
def test_examples_can_be_read(name: str) -> None:
    game = hashi.parse(hashi.EXAMPLES[name])
    assert hashi.parse(hashi.format(game)) == game
    assert len(hashi.draw(game).splitlines()) == 2 * game.grid.height


# ---- rules against the definition


@examples(40)
@given(positions())
def test_moves_are_those_of_the_definition(game: Hashi) -> None:
    here = lying(game)
    definition = Definition(list(game.grid.rows))
    expected = {move.action: move for move in definition.moves(here)}
    legal = {move.text: move for move in game.legal_moves()}
    assert legal.keys() == expected.keys()
    for text, move in legal.items():
        after = game.play(text)
        assert (move.reward, move.again) == (expected[text].reward, False)
        assert after.start == move.state
        assert lying(after) == expected[text].child
        sign = 1 if game.to_move == 0 else -1
        assert (after.to_move, after.score) == (1 - game.to_move, game.score + sign * move.reward)


@examples(30)
@given(positions())
def test_all_kinds_of_states_play_the_same_game(game: Hashi) -> None:
    legal = [(move.text, move.reward) for move in game.legal_moves()]
    for kind in KINDS:
        if not kind.fits(game.grid):
            continue
        same = kind(game.grid.rows, game.played)
        assert same == game
        assert [(move.text, move.reward) for move in same.legal_moves()] == legal
        for move in same.legal_moves():
            assert kind(game.grid.rows, (*game.played, move.text)).start == move.state


# Each takes seconds to compile. Those between the smallest and the largest have the same rules.
every_kind = pytest.mark.parametrize(
    "kind", [TwoWordHashi, LargeHashi, *slow(ThreeWordHashi, FourWordHashi)]
)


def values_by_definition(rows: list[str]) -> tuple[int, dict[str, int]]:
    definition = Definition(rows)
    values = Values(definition)
    worth = values.of_moves(definition.start)
    return values.of_state(definition.start), {move.action: value for move, value in worth}


def compare_with_brute_force(count: int, seed: int, most_islands: int, **options: Any) -> None:
    chance = Random(seed)
    for _ in range(count):
        rows = small_rows(chance, most_islands)
        value, worth = values_by_definition(rows)
        found = deepen.analyse(hashi.duel(rows), **options)
        assert (found.value, found.exact) == (value, True), rows
        assert {move.text: move.value for move in found.moves} == worth, rows


@pytest.mark.parametrize(
    "options",
    [{}, {"symmetry": False}, *slow({"bounds": False}, {"reorder": False, "table": False})],
)
def test_values_are_those_of_brute_force(options: dict[str, Any]) -> None:
    compare_with_brute_force(cases(150), 404, 6, **options)


@pytest.mark.long
def test_values_are_those_of_brute_force_on_thousands_of_boards() -> None:
    compare_with_brute_force(5_000, 2024, 6)
    compare_with_brute_force(300, 2025, 8)


@every_kind
@pytest.mark.parametrize("boards", [8, *slow(30)])
def test_all_kinds_of_states_have_the_same_values(kind: type[Hashi], boards: int) -> None:
    chance = Random(8)
    for _ in range(boards):
        rows = small_rows(chance, 6)
        value, worth = values_by_definition(rows)
        found = deepen.analyse(kind(rows))
        assert found.value == value, rows
        assert {move.text: move.value for move in found.moves} == worth, rows


@every_kind
def test_interpreted_rules_count_the_same(kind: type[Hashi]) -> None:
    game = kind(KNOWN[0].rows)
    compiled, interpreted = (deepen.analyse(game, compiled=way) for way in (True, False))
    for name in ("value", "best_moves", "line", "nodes", "table_hits"):
        assert getattr(compiled, name) == getattr(interpreted, name), name


@pytest.mark.parametrize(
    ("islands", "blank", "kind"),
    [(20, 4, TwoWordHashi), (20, 6, ThreeWordHashi), (32, 8, FourWordHashi), (40, 0, LargeHashi)],
)
def test_a_board_takes_as_few_words_as_it_can(islands: int, blank: int, kind: type[Hashi]) -> None:
    assert type(hashi.random(9, islands=islands, unlabelled=blank / islands, seed=4)) is kind


def test_no_move_is_value_0() -> None:
    for text in (".", "1", "1.\n.1", "...\n...", "1.1\nmoves: a1-c1"):
        found = deepen.analyse(hashi.parse(text))
        assert (found.value, found.best_moves, found.exact) == (0, [], True)


# ---- what the rules promise


def trials(count: int, seed: int) -> Iterator[tuple[Hashi, Played, Values[Any]]]:
    """Small boards; the values of their states by the rules, without what is on trial."""
    chance = Random(seed)
    for number in range(count):
        kind = KINDS[number % 3]
        game = kind(small_rows(chance, 6))
        played = Played(game)
        yield game, played, Values(played, clamped=False)


def reachable(played: Played, most: int = 300) -> list[Any]:
    seen, todo = {played.start}, [played.start]
    while todo and len(seen) < most:
        for move in played.moves(todo.pop()):
            if move.child not in seen:
                seen.add(move.child)
                todo.append(move.child)
    return list(seen)


@pytest.mark.parametrize("boards", [15, *slow(60)])
def test_canonical_states_have_the_same_value(boards: int) -> None:
    merged = 0
    for game, played, values in trials(boards, 5):
        canonical = InterpretedGame(game).canonical
        forms = {state: canonical(state) for state in reachable(played)}
        merged += len(forms) - len(set(forms.values()))
        for state, form in forms.items():
            assert values.of_state(form) == values.of_state(state), (game, state)
            assert canonical(form) == form, (game, state)
    assert merged > boards * 2 // 3


@pytest.mark.parametrize("boards", [15, *slow(60)])
def test_bounds_hold(boards: int) -> None:
    for game, played, values in trials(boards, 6):
        for state in reachable(played):
            low, high = played.bounds(state) or (0, 0)
            assert low <= values.of_state(state) <= high, (game, state)


# ---- large boards


@pytest.mark.parametrize("seed", [0, *slow(1)])
def test_boards_of_sixty_islands_fit(seed: int) -> None:
    game = hashi.random(10, islands=60, seed=seed)
    assert isinstance(game, LargeHashi)
    here = lying(game)
    expected = Definition(list(game.grid.rows)).moves(here)
    assert {move.text for move in game.legal_moves()} == {move.action for move in expected}
    found = deepen.analyse(game, depth=2)
    assert found.status == "depth-limit"
    assert set(found.best_moves) <= {move.action for move in expected}


@pytest.mark.parametrize("islands", [10, 20, 40, *slow(15, 25, 30, 35)])
def test_boards_of_ten_to_forty_islands_are_played_to_the_end(islands: int) -> None:
    chance = Random(3)
    game = hashi.random(10, islands=islands, seed=islands)
    definition = Definition(list(game.grid.rows))
    here = definition.start
    while legal := game.legal_moves():
        assert {move.text for move in legal} == {m.action for m in definition.moves(here)}
        move = chance.choice(legal)
        game = game.play(move)
        here = next(m.child for m in definition.moves(here) if m.action == move.text)
    assert not definition.moves(here)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(deepen.InputError, match="65 islands"):
        hashi.duel(["1." * 65])


# ---- text


@examples(100)
@given(positions(most_moves=8))
def test_text_and_game_are_inverses(game: Hashi) -> None:
    assert hashi.parse(hashi.format(game)) == game
    assert hashi.parse(hashi.format(game)).played == game.played
    rebuilt = eval(repr(game), vars(hashi))
    assert (rebuilt, hash(rebuilt), rebuilt.score) == (game, hash(game), game.score)


@pytest.mark.parametrize(
    "text",
    [
        "1 . 1\n. 0 .\n. 2 0",
        "1.1\n.0.\n.20",
        "1.1  \n.0. \t\n.20\n\n   \n",
        "\n1.1\r\n.0.\r\n.20\r\n",
        "  1  . 1\n\t. 0 .\n.\t20",
        "1.1/.0./.20",
        "1 . 1 / . 0 . / . 2 0\n",
    ],
)
def test_ways_to_write_a_board(text: str) -> None:
    assert hashi.parse(text) == hashi.parse(COURSE)
    assert hashi.format(hashi.parse(text)) == COURSE


def test_rectangles_and_moves_are_read() -> None:
    game = hashi.parse("1..1\n0..2\nmoves: a2=3 a1-d1")
    assert (game.to_move, game.score, game.played) == (0, -2, ("a2=3", "a1-d1"))
    assert hashi.format(game) == "1 . . 1\n0 . . 2\nmoves: a2=3 a1-d1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the board is empty"),
        (" \n \n", "the board is empty"),
        ("moves: a1-c1", "the board is empty"),
        ("1.1\n..\n1.1", "line 2, column 3: this row has 2 cells, the first has 3"),
        ("1 . 1\n. .\n1 . 1", "line 2, column 4: this row has 2 cells, the first has 3"),
        ("1.1\n1..1", "line 2, column 4: this row has 4 cells, the first has 3"),
        ("1.1\n\n1.1", "line 2, column 1: this row has 0 cells, the first has 3"),
        ("1.1\n.x.", "line 2, column 2: 'x' is neither water"),
        ("1 . 1\n. # .", "line 2, column 3: '#' is neither water"),
        ("1.1/.0./.5.", "line 1, column 10: the label 5 is too large"),
        ("..9", "line 1, column 3: the label 9 is too large"),
        ("1.\u0661", "line 1, column 3: '\u0661' is neither water"),
        ("1.1\nmoves: a1-c1 a1-c1", "move 2, 'a1-c1', cannot be made: a1 is complete"),
        ("1.1\nmoves: jump", "move 1, 'jump', cannot be made: a bridge is written like"),
    ],
)
def test_what_is_no_board_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(deepen.InputError) as caught:
        hashi.parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@examples(300)
@given(st.text("01234.5x/ \n-=amoves:b1c\t\u0664", max_size=60))
def test_any_text_is_a_board_or_an_input_error(text: str) -> None:
    problem = ""
    try:
        game = hashi.parse(text)
    except deepen.InputError as error:
        problem = str(error)
    if not problem:
        assert hashi.parse(hashi.format(game)) == game
    assert "\n" not in problem


def test_rows_are_checked_too() -> None:
    with pytest.raises(deepen.InputError, match="row 2, column 1: the label 7"):
        hashi.duel(["1.", "7."])
    with pytest.raises(deepen.InputError, match="empty"):
        hashi.duel([])


# ---- illegal moves


ILLEGAL = "2 . 3 . 1\n. 1 . . .\n0 . 3 . 2\n. 1 . . 2\nmoves: a1-c1 b2-b4"


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("a1-c1 ", "a bridge is written like a1-c1"),
        ("a1c1", "a bridge is written like a1-c1, a label like b2=3"),
        ("hello", "a bridge is written like a1-c1, a label like b2=3"),
        ("", "a bridge is written like a1-c1, a label like b2=3"),
        ("a1-b1", "there is no island at b1"),
        ("a1-f1", "f1 is off the board, which ends at e4"),
        ("a1-zz9", "zz9 is off the board"),
        ("a1-a1", "a bridge joins two islands, not one with itself"),
        ("a1-e3", "a1 and e3 are neither in the same row nor the same column"),
        ("c1-a1", "the left or upper end comes first: write a1-c1"),
        ("a1-e1", "the island c1 lies between a1 and e1"),
        ("a1-a3", "a3 has no label yet, and bridges join labelled islands"),
        ("b2-b4", "b2 is complete: it has its 1 bridge"),
        ("a3-c3", "a3 has no label yet"),
        ("a1=3", "a1 has the label 2 already"),
        ("a3=2", "a new label is 3 or 4, not 2"),
        ("a3=12", "a new label is 3 or 4, not 12"),
        ("b3=3", "there is no island at b3"),
        ("a3=-3", "a bridge is written like"),
        ("a1-c1" * 100, "..."),
    ],
)
def test_an_illegal_move_says_which_rule_it_breaks(move: str, message: str) -> None:
    game = hashi.parse(ILLEGAL)
    with pytest.raises(deepen.InputError) as caught:
        game.play(move)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 160


def test_a_third_bridge_and_a_crossing_are_illegal() -> None:
    game = hashi.parse("3 . 4\nmoves: a1-c1 a1-c1")
    assert "two bridges join these islands already" in game.explain_illegal("a1-c1")
    crossed = hashi.parse(". 1 .\n2 . 2\n. 1 .\nmoves: a2-c2")
    assert "it would cross the bridge a2-c2" in crossed.explain_illegal("b1-b3")
    with pytest.raises(deepen.InputError, match="move 2, 'b1-b3', cannot be made: it would cross"):
        hashi.parse(". 1 .\n2 . 2\n. 1 .\nmoves: a2-c2 b1-b3")


@examples(100)
@given(positions(most_moves=10), st.data())
def test_every_illegal_move_has_its_reason(game: Hashi, data: st.DataObject) -> None:
    cells = st.tuples(st.sampled_from("abcdefgh"), st.integers(1, 8)).map(
        lambda cell: f"{cell[0]}{cell[1]}"
    )
    text = data.draw(
        st.one_of(
            st.tuples(cells, cells).map("-".join),
            st.tuples(cells, st.integers(0, 9).map(str)).map("=".join),
        )
    )
    legal = {move.text for move in game.legal_moves()}
    if text in legal:
        assert game.play(text).played[-1] == text
    else:
        assert "cannot be played: " in game.explain_illegal(text)


# ---- pictures for a terminal


def test_a_drawing_shows_labels_and_bridges() -> None:
    game = hashi.parse("2 . 3 . 1\n. 1 . . .\n0 1 . . 2\nmoves: a1-c1 a1-c1 b2-b3 a3=3")
    assert hashi.draw(game).splitlines() == [
        "  a b c d e",
        "1 2═══3 · 1",
        "",
        "2 · 1 · · ·",
        "    │",
        "3 3 1 · · 2",
    ]


def test_double_bridges_between_neighbours_are_seen() -> None:
    assert hashi.draw(hashi.parse("2\n3\nmoves: a1-a2 a1-a2")).splitlines()[2] == "  ║"
    assert hashi.draw(hashi.parse("23\nmoves: a1-b1")).splitlines()[1] == "1 2─3"


def test_markup_only_adds_colours() -> None:
    from rich.text import Text

    game = hashi.parse("2 . 3 . 1\n. 1 . . .\n0 1 . . 2\nmoves: a1-c1 a1-c1 b2-b3 a3=3")
    coloured = Text.from_markup(hashi.draw(game, markup=True)).plain
    assert [line.rstrip() for line in coloured.splitlines()] == hashi.draw(game).splitlines()


def test_drawings_are_at_most_80_columns_wide() -> None:
    for size in (10, 26, 38):
        game = hashi.duel(["1" + "." * (size - 1)] + ["." * size] * 10)
        lines = hashi.draw(game).splitlines()
        assert max(map(len, lines)) <= 80
    assert lines[:2] == [
        "   " + " " * 52 + " ".join("a" * 12),
        "   " + " ".join("abcdefghijklmnopqrstuvwxyzabcdefghijkl"),
    ]


# ---- random boards


def test_random_boards_are_as_asked_for() -> None:
    for seed in range(50):
        game = hashi.random(7, islands=12, unlabelled=0.25, touching=False, seed=seed)
        rows = game.grid.rows
        cells = game.grid.islands
        assert (len(rows), len(rows[0]), len(cells), game.grid.blanks) == (7, 7, 12, 3)
        near = [abs(y - v) + abs(x - u) for (y, x) in cells for (v, u) in cells]
        assert sorted(near)[12] > 1
        assert game == hashi.random(7, islands=12, unlabelled=0.25, touching=False, seed=seed)
    assert hashi.random(rows=2, columns=9, islands=3, seed=1).grid.width == 9
    assert hashi.random(3, islands=0, seed=1).legal_moves() == []


@pytest.mark.parametrize(
    "arguments",
    [
        {"size": 0},
        {"size": 3, "islands": 10},
        {"islands": -1},
        {"unlabelled": 1.5},
        {"size": 4, "islands": 9, "touching": False},
    ],
)
def test_impossible_random_boards_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(deepen.UsageError):
        hashi.random(**arguments, seed=1)


def test_the_family_grows() -> None:
    sizes = [len(hashi.family(size, 7).grid.islands) for size in range(1, 12)]
    assert all(after >= before for before, after in pairwise(sizes[1:])) or max(sizes) > 8


def test_the_game_is_registered() -> None:
    package: object = games.load("hashi")
    assert package is hashi
    assert hashi.NAME in games.GAMES


@pytest.mark.parametrize(("size", "islands"), [(4, 6), (7, 14), (7, 24), (7, 33)])
def test_a_move_that_is_read_is_the_one_of_the_rules(size: int, islands: int) -> None:
    game = hashi.random(size, islands=islands, seed=size)
    chance = Random(islands)
    for _ in range(15):
        if not (moves := game.legal_moves()):
            break
        move = chance.choice(moves)
        by_rules, by_text = game.after(move), game.play(move.text)
        for name in ("start", "score", "to_move", "played", "position", "last"):
            assert getattr(by_text, name) == getattr(by_rules, name), name
        game = by_text


def test_reading_a_move_does_not_look_at_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hashi.parse("1.1/.0./.20")
    with pytest.raises(deepen.InputError, match=r"'b2=03' is not a legal move; legal are: a1-c1"):
        game.play("b2=03")
    monkeypatch.setattr(hashi.Hashi, "legal_moves", None)
    assert game.play("a1-c1").score == 2
    for text in ("a1-c3", "wait", "", "c1-a1", "a1-c1 "):
        with pytest.raises(deepen.InputError, match=f"'{text}' cannot be played: "):
            game.play(text)
