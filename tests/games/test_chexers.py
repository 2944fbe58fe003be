"""Chexers: text, rules against the definition, heuristics by exhaustion, and known answers."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import time
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deepen
import reference
from deepen import cli, games
from deepen.games import chexers
from deepen.games.chexers import Chexers, ExactChexers
from deepen.games.chexers.board import BOARD, EXITS, cell, hex_of, mask
from support import examples, long, slow

DATA = Path(__file__).parent.parent / "data"
COLOURS = ("red", "green", "blue")
Hex = tuple[int, int]
Pieces = frozenset[Hex]
HEXES = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]


# ---- the definition of the game, apart from the package: what lines are legal, and their results


def legal(colour: str, blocks: Pieces, pieces: Pieces) -> dict[str, Pieces]:
    """Every legal action line, with the pieces after it."""
    found = {}
    for piece in pieces:
        rest = pieces - {piece}
        q, r = piece
        if {"red": q, "green": r, "blue": -q - r}[colour] == 3:
            found[f"EXIT from ({q}, {r})."] = rest
        for dq, dr in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)):
            verb, target = "MOVE", (q + dq, r + dr)
            if target in pieces or target in blocks:
                verb, target = "JUMP", (q + 2 * dq, r + 2 * dr)
            if target in HEXES and target not in pieces and target not in blocks:
                line = f"{verb} from ({q}, {r}) to ({target[0]}, {target[1]})."
                found[line] = rest | {target}
    return found


def replayed(puzzle: Chexers, lines: list[str]) -> Pieces:
    """What is left on the board; an illegal line is a KeyError."""
    pieces = frozenset(puzzle.pieces)
    for line in lines:
        pieces = legal(puzzle.colour, frozenset(puzzle.blocks), pieces)[line]
    return pieces


class Definition:
    """The same as a problem for the oracle, with a heuristic of the package."""

    def __init__(self, puzzle: Chexers, heuristic: str = "zero") -> None:
        self.puzzle = puzzle
        self.start = frozenset(puzzle.pieces)
        self.heuristic = heuristic
        self.h = cache(self._h)
        self.successors = cache(self._successors)

    def _successors(self, pieces: Pieces) -> list[tuple[str, Pieces, int]]:
        lines = legal(self.puzzle.colour, frozenset(self.puzzle.blocks), pieces)
        return [(line, child, 1) for line, child in lines.items()]

    def is_goal(self, pieces: Pieces) -> bool:
        return not pieces

    def _h(self, pieces: Pieces) -> int:
        rule = self.puzzle.heuristics[self.heuristic]
        return int(rule(self.puzzle.board, deepen_word(pieces)))


def deepen_word(pieces: Pieces) -> Any:
    return Chexers("red", pieces, []).start


# ---- instances


class Instance(NamedTuple):
    """A board with its proven optimum, None for an unsolvable one."""

    id: str
    text: str
    optimal: int | None
    tier: str
    nodes: int

    @property
    def puzzle(self) -> Chexers:
        return chexers.parse(self.text)


def instances(name: str) -> list[Instance]:
    with (DATA / name).open() as file:
        return [instance(json.loads(line)) for line in file]


def instance(record: dict[str, Any]) -> Instance:
    board = record["input"]
    board.pop("solution depth", None)  # the course's own remark, which is no part of a board
    nodes = record.get("oracle_nodes", 0)
    return Instance(
        record["id"], json.dumps(board), record["optimal"], record.get("tier", "course"), nodes
    )


INSTANCES = instances("chexers_official.jsonl") + instances("chexers_public.jsonl")
HARD = [known for known in INSTANCES if known.tier == "hard"]
FOUR_AT_MOST = [known for known in INSTANCES if known.tier != "hard"]


@st.composite
def boards(draw: st.DrawFn, most_pieces: int = 37) -> Chexers:
    order = draw(st.permutations(HEXES))
    pieces = draw(st.integers(0, most_pieces))
    blocks = draw(st.integers(0, 37 - pieces))
    return Chexers(draw(st.sampled_from(COLOURS)), order[:pieces], order[pieces : pieces + blocks])


# ---- known answers


def test_the_files_hold_what_they_should() -> None:
    assert (len(INSTANCES), len(HARD)) == (181, 15)
    assert sum(known.optimal is None for known in INSTANCES) == 18


def check(known: Instance, algorithm: str, heuristic: str | None = None) -> None:
    puzzle = known.puzzle
    solution = deepen.solve(puzzle, algorithm, heuristic, time_limit=30)
    assert (solution.cost, solution.optimal) == (known.optimal, True), known.id
    if known.optimal is None:
        assert solution.status == "unsolvable", known.id
    else:
        lines = chexers.plain(puzzle, solution).splitlines()
        assert len(lines) == known.optimal, known.id
        assert replayed(puzzle, lines) == frozenset(), known.id


@pytest.mark.parametrize("algorithm", ["astar", *slow("idastar")])
def test_every_known_board_is_answered(algorithm: str) -> None:
    for known in INSTANCES:
        check(known, algorithm)


@pytest.mark.parametrize("algorithm", ["astar", "idastar", *slow("breadth-first", "uniform-cost")])
def test_other_ways_give_the_same_answers(algorithm: str) -> None:
    for known in FOUR_AT_MOST:
        check(known, algorithm, "relaxed")


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["astar", "idastar", *long("breadth-first", "uniform-cost")])
def test_other_ways_give_the_same_answers_on_hard_boards(algorithm: str) -> None:
    for known in HARD:
        if known.nodes < 3_000_000:
            check(known, algorithm, "relaxed")


@pytest.mark.parametrize("heuristic", ["walking", "waste"])
@pytest.mark.parametrize("algorithm", ["greedy", "depth-first", "weighted-astar"])
def test_other_algorithms_find_some_solution(algorithm: str, heuristic: str) -> None:
    weight = 2 if algorithm == "weighted-astar" else None
    for known in FOUR_AT_MOST[::4]:
        puzzle = known.puzzle
        solution = deepen.solve(puzzle, algorithm, heuristic, weight=weight, time_limit=30)
        assert solution.solved == (known.optimal is not None), known.id
        if known.optimal is not None:
            assert len(solution.actions) >= known.optimal, known.id
            assert replayed(puzzle, solution.actions) == frozenset()


def test_hard_boards_take_little_time_and_memory() -> None:
    deepen.solve(HARD[0].puzzle)  # compiles
    began = time.process_time()
    for known in HARD:
        solution = deepen.solve(known.puzzle, memory_limit=1 << 30)
        assert solution.cost == known.optimal, known.id
        assert solution.peak_bytes < 100 << 20
    assert time.process_time() - began < 15


def test_small_boards_take_a_few_milliseconds() -> None:
    puzzles = [known.puzzle for known in FOUR_AT_MOST]
    deepen.solve(puzzles[0])  # compiles
    began = time.process_time()
    for puzzle in puzzles:
        deepen.solve(puzzle)
    assert time.process_time() - began < 0.005 * len(puzzles)


# ---- rules


@given(boards())
def test_successors_are_those_of_the_definition(puzzle: Chexers) -> None:
    found = {
        puzzle.describe_action(puzzle.start, action, child): frozenset(puzzle.cells(child))
        for action, child in Chexers.successors(puzzle.board, puzzle.start)
    }
    assert found == legal(puzzle.colour, frozenset(puzzle.blocks), frozenset(puzzle.pieces))


def perft_rows() -> list[tuple[str, list[int]]]:
    lines = (DATA / "chexers_perft.txt").read_text().splitlines()
    rows = [line.partition("}") for line in lines if not line.startswith("#")]
    return [(board + brace, [int(n) for n in counts.split()]) for board, brace, counts in rows]


@pytest.mark.parametrize(("text", "counts"), perft_rows())
def test_the_number_of_action_sequences(text: str, counts: list[int]) -> None:
    puzzle = chexers.parse(text)
    ways: Counter[Any] = Counter({puzzle.start: 1})
    for count in counts:
        after: Counter[Any] = Counter()
        for state, number in ways.items():
            for _, child in Chexers.successors(puzzle.board, state):
                after[int(child)] += number
        ways = after
        assert ways.total() == count


def test_four_pieces_on_the_empty_board_reach_every_placement() -> None:
    explored = deepen.explore(chexers.parse(chexers.EXAMPLES["race"]))
    assert explored.states == 1 + 37 + 666 + 7_770 + 66_045


def test_no_piece_is_solved_and_a_full_board_is_searched() -> None:
    empty = deepen.solve(Chexers("red", [], []))
    assert (empty.status, empty.cost, empty.actions) == ("solved", 0, [])
    full = deepen.solve(Chexers("blue", HEXES, []), node_limit=1_000)
    assert full.status == "node-limit"
    assert (full.lower_bound or 0) >= 37


@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
@pytest.mark.parametrize("heuristic", ["waste", "walking", *slow("relaxed", "exact")])
def test_interpreted_rules_count_the_same(algorithm: str, heuristic: str) -> None:
    puzzle = chexers.random(2, 12, seed=11, at_least=9)
    if heuristic == "exact":
        puzzle = chexers.with_table(puzzle)
    compiled = deepen.solve(puzzle, algorithm, heuristic)
    interpreted = deepen.solve(puzzle, algorithm, heuristic, compiled=False)
    for name in ("cost", "actions", "expanded", "generated", "reopened", "initial_h"):
        assert getattr(compiled, name) == getattr(interpreted, name)


@pytest.mark.parametrize(
    ("name", "cost"),
    [("course", 10), ("race", 18), ("detour", 31), ("seven", 28), ("unsolvable", None)],
)
def test_examples_are_answered(name: str, cost: int | None) -> None:
    solution = deepen.solve(chexers.parse(chexers.EXAMPLES[name]))
    assert (solution.algorithm, solution.heuristic) == ("astar", "waste")
    assert (solution.cost, solution.optimal) == (cost, True)


# ---- heuristics, held to what they declare


def small_boards(count: int) -> list[Chexers]:
    """Boards with so many blocks that all states can be looked at in the interpreter."""
    chance = Random(2019)
    return [
        chexers.random(
            chance.randint(1, 3),
            chance.randint(20, 33),
            seed=chance.randrange(1 << 32),
            solvable=False,
        )
        for _ in range(count)
    ]


def judge(puzzle: Chexers) -> Counter[str]:
    """Holds each heuristic against all states; counts how often it is over, and how often exact."""
    distances = reference.true_distances(Definition(puzzle))
    solvable = {state: true for state, true in distances.items() if true is not None}
    seen = Counter(states=len(solvable))
    for name, heuristic in puzzle.heuristics.items():
        problem = Definition(puzzle, name)
        alive = {state for state in distances if problem.h(state) != deepen.DEAD}
        assert alive == set(solvable), name
        over = sum(problem.h(state) > true for state, true in solvable.items())
        assert over == 0 or not heuristic.admissible, name
        assert not heuristic.consistent or reference.is_consistent(problem), name
        right = sum(problem.h(state) == true for state, true in solvable.items())
        seen += Counter({f"{name} over": over, f"{name} right": right})
    return seen


def test_heuristics_keep_their_promises() -> None:
    seen: Counter[str] = Counter()
    for puzzle in small_boards(30):
        seen += judge(puzzle)
    assert seen["states"] > 1_000
    assert seen["walking over"] > 0  # so it must not be declared admissible
    assert seen["relaxed right"] < seen["waste right"] < seen["states"]


def test_exact_is_the_true_distance() -> None:
    seen: Counter[str] = Counter()
    for puzzle in small_boards(5):
        seen += judge(chexers.with_table(puzzle))
    assert seen["exact right"] == seen["states"]


@pytest.mark.long
def test_heuristics_keep_their_promises_on_hundreds_of_boards() -> None:
    for puzzle in small_boards(300):
        judge(puzzle)


def test_declarations() -> None:
    declared = {name: (h.admissible, h.consistent) for name, h in ExactChexers.heuristics.items()}
    assert declared == {
        "relaxed": (True, True),
        "waste": (True, False),
        "walking": (False, False),
        "exact": (True, True),
    }
    assert Chexers.default_heuristic == "waste"


@given(boards())
def test_the_step_of_relaxed_agrees_with_the_whole(puzzle: Chexers) -> None:
    relaxed = Chexers.heuristics["relaxed"]
    whole = relaxed(puzzle.board, puzzle.start)
    if whole == deepen.DEAD:
        return
    assert relaxed.step is not None
    for action, child in Chexers.successors(puzzle.board, puzzle.start):
        stepped = relaxed.step(puzzle.board, puzzle.start, whole, action, child)
        assert stepped == relaxed(puzzle.board, child)


def test_the_map_of_the_empty_board() -> None:
    board = Chexers("red", [], []).board
    drawn = [3, 2, 2, 1, 3, 3, 2, 2, 1, 4, 3, 3, 2, 2, 1, 4, 4, 3, 3, 2, 2, 1]
    drawn += [4, 4, 3, 3, 2, 2, 4, 4, 3, 3, 2, 4, 4, 3, 3]
    assert [board.level[cell(place)] for place in HEXES] == drawn


def test_waste_is_never_over_on_known_boards() -> None:
    for known in INSTANCES:
        puzzle = known.puzzle
        estimate = Chexers.heuristics["waste"](puzzle.board, puzzle.start)
        assert estimate == deepen.DEAD if known.optimal is None else estimate <= known.optimal


@pytest.mark.parametrize("known", FOUR_AT_MOST[::20], ids=lambda known: known.id)
def test_with_the_exact_table_a_star_expands_only_the_path(known: Instance) -> None:
    solution = deepen.solve(chexers.with_table(known.puzzle), "astar", "exact")
    assert solution.cost == known.optimal
    assert solution.expanded == (known.optimal or 0)


def test_exact_is_for_four_pieces_at_most() -> None:
    with pytest.raises(deepen.InputError, match="'exact' is for up to 4 pieces, here are 7"):
        chexers.with_table(chexers.parse(chexers.EXAMPLES["seven"]))


# ---- geometry


def test_numbers_and_hexes_are_inverses() -> None:
    assert [hex_of(cell(place)) for place in HEXES] == HEXES
    assert BOARD.bit_count() == 37
    assert [EXITS[colour].bit_count() for colour in COLOURS] == [4, 4, 4]
    rows = [[cell(place) for place in HEXES if place[1] == row] for row in range(-3, 4)]
    assert [row[0] for row in rows] == [3, 10, 17, 24, 32, 40, 48]
    assert all(after == before + 1 for row in rows for before, after in pairwise(row))


def test_the_encodings_that_the_rules_show() -> None:
    puzzle = chexers.parse(chexers.EXAMPLES["course"])
    assert puzzle.start == 0x208080000
    assert mask(puzzle.blocks) == puzzle.board.blocks == 0x1404400000


# ---- notation


@given(boards())
def test_text_and_board_are_inverses(puzzle: Chexers) -> None:
    assert chexers.parse(chexers.format(puzzle)) == puzzle
    assert eval(repr(puzzle), vars(chexers)) == puzzle
    assert hash(chexers.parse(chexers.format(puzzle))) == hash(puzzle)


def test_the_order_of_hexes_and_doubled_blocks_make_no_difference() -> None:
    one = Chexers("red", [(0, 0), (1, 0)], [(2, 0), (3, 0), (2, 0)])
    assert one == Chexers("red", ((1, 0), (0, 0)), ((3, 0), (2, 0)))
    assert one != Chexers("green", [(0, 0), (1, 0)], [(2, 0), (3, 0)])
    assert one != "red"
    assert (one.colour, one.pieces, one.blocks) == ("red", ((0, 0), (1, 0)), ((2, 0), (3, 0)))


@pytest.mark.parametrize("text", chexers.EXAMPLES.values(), ids=chexers.EXAMPLES)
def test_examples_parse(text: str) -> None:
    chexers.parse(text)


def board_text(**changes: Any) -> str:
    """A good board with some keys changed; `...` leaves one out."""
    record = {"colour": "red", "pieces": [[0, 0], [1, 0]], "blocks": [[2, 0]], **changes}
    return json.dumps({key: value for key, value in record.items() if value is not ...})


OFF = "off the board: q, r and q + r lie between -3 and 3"
PAIR = "not a pair of integers [q, r]"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: this is no JSON: Expecting value"),
        ("{\n'a'}", "line 2, column 1: this is no JSON: Expecting property name enclosed in "
         "double quotes"),
        (board_text() + "]", "line 1, column 66: this is no JSON: Extra data"),
        ("9" * 5_000, "this is no JSON that can be read: a number or a nesting is too long"),
        ("[1, 2]", "the text is [1, 2], not an object with colour, pieces, blocks"),
        ("null", "the text is null, not an object with colour, pieces, blocks"),
        (board_text(blocks=...), "the key 'blocks' is missing; a board has colour, pieces, blocks"),
        (board_text(depth=3), "the key 'depth' is unknown; a board has colour, pieces, blocks"),
        (board_text(colour=..., color="red"), "the key 'color' must be spelt 'colour'"),
        (board_text(pieces=..., Pieces=[]), "the key 'Pieces' must be spelt 'pieces'"),
        ('{"colour": "red", "colour": "red"}', "the key 'colour' is there more than once"),
        (board_text(colour="yellow"), "the colour is 'yellow', not one of red, green, blue"),
        (board_text(colour="Red"), "the colour is 'Red', not one of red, green, blue"),
        (board_text(colour=[1]), "the colour is [1], not one of red, green, blue"),
        (board_text(pieces=7), "'pieces' is 7, not a list of hexes [q, r]"),
        (board_text(blocks={"q": 1}), "'blocks' is an object, not a list of hexes [q, r]"),
        (board_text(pieces=[[0, 0], 5]), f"piece 2 is 5, {PAIR}"),
        (board_text(pieces=[[0]]), f"piece 1 is [0], {PAIR}"),
        (board_text(pieces=[[0, 0, 0]]), f"piece 1 is [0, 0, 0], {PAIR}"),
        (board_text(pieces=[[[0, 0], 0]]), f"piece 1 is a list of 2, {PAIR}"),
        (board_text(pieces=[[True, 0]]), f"piece 1 is [true, 0], {PAIR}"),
        (board_text(pieces=[[0, 1.0]]), f"piece 1 is [0, 1.0], {PAIR}"),
        (board_text(pieces=[[0, float("nan")]]), f"piece 1 is [0, nan], {PAIR}"),
        (board_text(blocks=[[2, 0], ["1", 0]]), f"block 2 is ['1', 0], {PAIR}"),
        (board_text(pieces=[[4, 0]]), f"piece 1 is at [4, 0], {OFF}"),
        (board_text(blocks=[[2, 2]]), f"block 1 is at [2, 2], {OFF}"),
        (board_text(pieces=[[10**60, 0]]), f"piece 1 is at [1{'0' * 39}..., 0], {OFF}"),
        (board_text(pieces=[[1, 1], [0, 0], [1, 1]]), "pieces 1 and 3 are both at [1, 1]"),
        (board_text(pieces=[[0, 0], [2, 0]]), "piece 2 is at [2, 0], where a block is"),
    ],
)  # fmt: skip
def test_bad_text_gets_a_sentence_of_its_own(text: str, sentence: str) -> None:
    with pytest.raises(deepen.InputError) as caught:
        chexers.parse(text)
    assert str(caught.value) == sentence


def test_deep_nesting_is_refused() -> None:
    # How deep a text may be nested before anything else is said of it depends on the Python.
    with pytest.raises(deepen.InputError, match="this is no JSON"):
        chexers.parse("[" * 5_000)


def test_not_every_oddity_is_an_error() -> None:
    assert chexers.parse(board_text(blocks=[[2, 0], [2, 0]])) == chexers.parse(board_text())
    assert chexers.parse(board_text(pieces=[])).pieces == ()
    assert len(chexers.parse(board_text(pieces=HEXES, blocks=[])).pieces) == 37


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-4, 4), st.integers(), st.floats(), st.text()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=12,
)
COORDINATES = st.lists(st.one_of(st.integers(-3, 3), VALUES), min_size=2, max_size=2)
NEARLY_BOARDS = st.fixed_dictionaries(
    {
        "colour": st.one_of(st.sampled_from(COLOURS), VALUES),
        "pieces": st.one_of(st.lists(COORDINATES, max_size=5), VALUES),
    },
    optional={"blocks": st.one_of(st.lists(COORDINATES, max_size=9), VALUES), "extra": VALUES},
)


@examples(300)
@given(st.one_of(st.text(), NEARLY_BOARDS.map(json.dumps), VALUES.map(json.dumps)))
def test_any_text_is_a_board_or_an_input_error(text: str) -> None:
    try:
        puzzle = chexers.parse(text)
    except deepen.InputError as error:
        said = str(error)
    else:
        said = "a board"
        assert chexers.parse(chexers.format(puzzle)) == puzzle
    assert said
    assert "\n" not in said


@examples(100)
@given(st.one_of(st.text(), NEARLY_BOARDS.map(json.dumps), boards(8).map(chexers.format)))
def test_the_shell_answers_any_text_with_a_code_and_one_sentence(text: str) -> None:
    said = io.StringIO()
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            code = cli.main(["solve", "chexers", file.name, "--plain", "--node-limit", "2000"])
    assert code in (0, 2, 3)
    assert said.getvalue().count("\n") <= 1
    assert code == 0 or said.getvalue() != ""


@given(boards(most_pieces=8))
def test_any_board_is_answered_or_stopped_by_its_limit(puzzle: Chexers) -> None:
    solution = deepen.solve(puzzle, node_limit=3_000)
    assert solution.status in ("solved", "unsolvable", "node-limit")
    if solution.solved:
        assert replayed(puzzle, solution.actions) == frozenset()


# ---- drawing


def test_a_board_is_drawn_as_a_hexagon() -> None:
    puzzle = Chexers("red", [(0, 0), (0, -1), (3, -3)], [(-1, 0), (-1, 1), (1, 1), (3, -1)])
    picture = [
        "   · · · ◉",
        "  · · · · ○",
        " · · ● · · ■",
        "· · ■ ● · · ○",
        " · · ■ · ■ ·",
        "  · · · · ·",
        "   · · · ·",
    ]
    assert chexers.draw(puzzle).split("\n") == picture
    assert str(puzzle).split("\n") == picture


@given(boards())
def test_markup_only_adds_colour(puzzle: Chexers) -> None:
    from rich.text import Text

    painted = chexers.draw(puzzle, markup=True)
    assert Text.from_markup(painted).plain == str(puzzle)
    assert max(map(len, str(puzzle).split("\n"))) == 13


# ---- random boards


@given(st.integers(0, 12), st.integers(0, 25), st.integers(), st.sampled_from(COLOURS))
def test_random_boards_can_be_solved_and_repeat(
    pieces: int, blocks: int, seed: int, colour: str
) -> None:
    puzzle = chexers.random(pieces, blocks, seed=seed, colour=colour)
    assert puzzle == chexers.random(pieces, blocks, seed=seed, colour=colour)
    assert (puzzle.colour, len(puzzle.pieces), len(puzzle.blocks)) == (colour, pieces, blocks)
    assert Chexers.heuristics["relaxed"](puzzle.board, puzzle.start) != deepen.DEAD


def test_random_boards_may_be_unsolvable() -> None:
    boards = [chexers.random(4, 20, seed=seed, solvable=False) for seed in range(40)]
    assert {deepen.solve(board).status for board in boards} == {"solved", "unsolvable"}
    assert {board.colour for board in boards} == set(COLOURS)


@pytest.mark.parametrize(("pieces", "blocks", "length"), [(1, 18, 12), (4, 6, 20), (3, 20, 30)])
def test_random_boards_are_as_long_as_wanted(pieces: int, blocks: int, length: int) -> None:
    puzzle = chexers.random(pieces, blocks, seed=1, at_least=length)
    assert (deepen.solve(puzzle).cost or 0) >= length


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"pieces": 20, "blocks": 18}, "20 pieces and 18 blocks do not fit: a board has 37 hexes"),
        ({"pieces": -1}, "-1 pieces and 6 blocks do not fit: a board has 37 hexes"),
        ({"colour": "pink"}, "the colour is 'pink', not one of red, green, blue"),
        (
            {"pieces": 1, "blocks": 0, "at_least": 9},
            "no board with 1 pieces and 0 blocks was found that takes 9 actions or more",
        ),
    ],
)
def test_impossible_wishes_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(deepen.UsageError) as caught:
        chexers.random(**arguments)
    assert str(caught.value) == sentence


# ---- in the shell


def test_the_game_is_registered() -> None:
    package: object = games.load("chexers")
    assert package is chexers


def test_plain_prints_the_lines_of_the_course(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "chexers", board_text(blocks=[]), "--plain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert replayed(chexers.parse(board_text(blocks=[])), lines) == frozenset()


def test_an_unsolvable_board_prints_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "chexers", chexers.EXAMPLES["unsolvable"], "--plain"]) == 0
    assert capsys.readouterr().out == ""


def test_a_batch_answers_the_whole_file(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    source = str(DATA / "chexers_public.jsonl")
    assert cli.main(["batch", "chexers", source, "--out", str(out), "--jobs", "1"]) == 0
    results = {record["id"]: record for record in map(json.loads, out.read_text().splitlines())}
    expected = {known.id: known.optimal for known in instances("chexers_public.jsonl")}
    assert {id: record["cost"] for id, record in results.items()} == expected
