"""Dark chess: text, rules against the definition, heuristics by exhaustion, and known answers."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import deepen
import reference
import support
from deepen import cli, games
from deepen.games import darkchess
from deepen.games.darkchess import CoveredDarkchess, Darkchess, board, scramble
from deepen.games.darkchess.heuristics import cover
from deepen.search.budget import Budget
from deepen.search.limits import Limits
from support import cases, examples, slow, some

DATA = Path(__file__).parent.parent / "data"
BLACK, RED = "KAERNP", "kaerncp"
LETTERS = f"{BLACK}{RED}D."


# ---- the definition of the game, apart from the package: what moves are legal, and their results

ORDER = "KAERNCP"
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def may_capture(mover: str, target: str) -> bool:
    if not target.islower():
        return False
    if mover == "K" and target == "p":
        return False
    if mover == "P" and target == "k":
        return True
    return ORDER.index(mover) <= ORDER.index(target.upper())


def legal(squares: str) -> dict[str, str]:
    """Every legal move, with the squares after it; rank 1 first, `.` for an empty square."""
    found = {}
    for source, mover in enumerate(squares):
        if mover not in BLACK:
            continue
        for east, north in WAYS:
            file, rank = source % 8 + east, source // 8 + north
            while 0 <= file < 8 and 0 <= rank < 4:
                target = 8 * rank + file
                if squares[target] == "." or may_capture(mover, squares[target]):
                    after = list(squares)
                    after[source], after[target] = ".", mover
                    found[f"{name(source)} {name(target)}"] = "".join(after)
                if mover != "R" or squares[target] != ".":
                    break
                file, rank = file + east, rank + north
    return found


def name(square: int) -> str:
    return "ABCDEFGH"[square % 8] + str(square // 8 + 1)


def is_solved_by(puzzle: Darkchess, moves: list[str]) -> bool:
    """Whether no red is left after the moves; an illegal one is a KeyError."""
    squares = puzzle.squares
    for move in moves:
        squares = legal(squares)[move]
    return not any(letter in RED for letter in squares)


class Definition:
    """The same as a problem for the oracle, with a heuristic of the package."""

    def __init__(self, puzzle: Darkchess, heuristic: str = "zero") -> None:
        self.start = puzzle.squares
        self.rule = puzzle.heuristics.get(heuristic)
        self.constants = plain_board(puzzle)
        self.h = cache(self._h)
        self.successors = cache(self._successors)

    def _successors(self, squares: str) -> list[tuple[str, str, int]]:
        return [(move, after, 1) for move, after in legal(squares).items()]

    def is_goal(self, squares: str) -> bool:
        return not any(letter in RED for letter in squares)

    def _h(self, squares: str) -> int:
        return 0 if self.rule is None else int(self.rule(self.constants, board.packed(squares)))


class Table:
    """An array of plain numbers: quicker to index than the rules' own."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def __getitem__(self, index: Any) -> Any:
        value = self.rows
        for i in index if isinstance(index, tuple) else (index,):
            value = value[i]
        return value


def plain_board(puzzle: Darkchess) -> SimpleNamespace:
    """The board's constants as plain numbers, for calling rules many times."""
    values = type(puzzle).constants(puzzle.squares)
    lists = {key: getattr(value, "tolist", lambda v=value: v)() for key, value in values.items()}
    return SimpleNamespace(
        **{key: Table(value) if isinstance(value, list) else value for key, value in lists.items()}
    )


# ---- instances


class Instance(NamedTuple):
    """A position with its proven optimum, None for an unsolvable one."""

    id: str
    text: str
    optimal: int | None
    tier: str

    @property
    def puzzle(self) -> Darkchess:
        return darkchess.parse(self.text)


def instances(file_name: str) -> list[Instance]:
    with (DATA / file_name).open() as file:
        records = [json.loads(line) for line in file]
    return [
        Instance(record["id"], record["input"], record["optimal"], record.get("tier", "contest"))
        for record in records
    ]


CONTEST = instances("darkchess_contest.jsonl")
INSTANCES = CONTEST + instances("darkchess_public.jsonl")
HARD = [known for known in INSTANCES if known.tier == "hard"]
OTHERS = [known for known in INSTANCES if known.tier != "hard"]


@st.composite
def positions(draw: st.DrawFn, most: int = 32) -> Darkchess:
    """Any position with so many pieces and ducks at most."""
    count = draw(st.integers(0, most))
    letters = draw(st.lists(st.sampled_from(LETTERS[:-1]), min_size=count, max_size=count))
    return Darkchess("".join(draw(st.permutations(letters + ["."] * (32 - count)))))


def small_positions(count: int, seed: int = 2025) -> list[Darkchess]:
    """Positions with so many ducks that all states can be looked at in the interpreter."""
    chance = Random(seed)
    found: list[Darkchess] = []
    while len(found) < count:
        pieces = chance.choices(BLACK, k=chance.randint(1, 2))
        pieces += chance.choices(RED, k=chance.randint(1, 3))
        letters = pieces + ["."] * chance.randint(3, 6)
        letters = letters + ["D"] * (32 - len(letters))
        # Kept together, or the ducks would part them all.
        order = sorted(range(32), key=lambda square: square % 8 + chance.random() * 3)
        chance.shuffle(shuffled := letters[: len(pieces) + 6])
        letters = shuffled + letters[len(shuffled) :]
        squares = [""] * 32
        for square, letter in zip(order, letters, strict=True):
            squares[square] = letter
        found.append(Darkchess("".join(squares)))
    return found


# ---- known answers


def test_the_files_hold_what_they_should() -> None:
    assert (len(CONTEST), len(INSTANCES), len(HARD)) == (13, 178, 15)
    assert sum(known.optimal is None for known in INSTANCES) == 18


def check(
    known: Instance, algorithm: str, heuristic: str | None = None, memory: int | None = None
) -> None:
    puzzle = known.puzzle
    solution = deepen.solve(puzzle, algorithm, heuristic, time_limit=60, memory_limit=memory)
    assert (solution.cost, solution.optimal) == (known.optimal, True), known.id
    if known.optimal is None:
        assert solution.status == "unsolvable", known.id
    else:
        assert len(solution.actions) == known.optimal, known.id
        assert is_solved_by(puzzle, solution.actions), known.id


def test_known_positions_are_answered_by_astar() -> None:
    for known in [*some(3, OTHERS), HARD[1]]:
        check(known, "astar", memory=1 << 30)


@pytest.mark.slow
def test_all_hard_positions_are_answered_by_astar() -> None:
    for known in HARD:
        check(known, "astar", memory=1 << 30)


@pytest.mark.parametrize("heuristic", [pytest.param(None, marks=pytest.mark.slow), "forest"])
def test_all_but_hard_ones_are_answered_by_idastar_in_little_memory(heuristic: str | None) -> None:
    for known in some(3, OTHERS):
        if heuristic is None or cover.is_worth_a_table(known.puzzle):  # else it is the default
            check(known, "idastar", heuristic, memory=10 << 20)


@pytest.mark.parametrize("heuristic", ["count", "forest", "cover"])
def test_every_safe_heuristic_gives_the_same_answers(heuristic: str) -> None:
    for known in CONTEST + OTHERS[::3]:
        check(known, "astar", heuristic)


@pytest.mark.parametrize("algorithm", ["breadth-first", *slow("uniform-cost")])
def test_other_algorithms_give_the_same_answers(algorithm: str) -> None:
    for known in CONTEST + OTHERS[::5]:
        check(known, algorithm)


@pytest.mark.long
@pytest.mark.parametrize("heuristic", ["forest", "cover"])
def test_hard_positions_are_answered_by_idastar(heuristic: str) -> None:
    for known in HARD:
        check(known, "idastar", heuristic)


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", ["nearest_capturer", "smallest_edges"])
def test_the_reports_heuristics_find_some_solution(heuristic: str) -> None:
    for known in CONTEST + [known for known in OTHERS[::8] if known.tier == "easy"]:
        if known.optimal is not None:
            puzzle = known.puzzle
            for algorithm in ("astar", "idastar"):
                solution = deepen.solve(puzzle, algorithm, heuristic, time_limit=60)
                assert not solution.optimal or solution.cost == 0
                assert len(solution.actions) >= known.optimal
                assert is_solved_by(puzzle, solution.actions)


def test_the_contest_takes_a_few_milliseconds() -> None:
    for known in CONTEST:
        deepen.solve(known.puzzle)  # compiles
    began = time.process_time()
    for known in CONTEST:
        deepen.solve(darkchess.parse(known.text))
    assert time.process_time() - began < 0.1


# ---- rules


@given(positions())
def test_successors_are_those_of_the_definition(puzzle: Darkchess) -> None:
    found = {
        puzzle.describe_action(puzzle.start, action, child): puzzle.letters(child)
        for action, child in Darkchess.successors(puzzle.board, puzzle.start)
    }
    assert found == legal(puzzle.squares)


@given(positions())
def test_letters_and_states_are_inverses(puzzle: Darkchess) -> None:
    assert puzzle.letters(puzzle.start) == puzzle.squares


def perft_rows() -> list[tuple[str, list[int]]]:
    lines = (DATA / "darkchess_perft.txt").read_text().splitlines()
    rows = [line.partition(" b ") for line in lines if not line.startswith("#")]
    return [(f"{ranks} b", [int(n) for n in counts.split()]) for ranks, _, counts in rows]


@pytest.mark.parametrize(("text", "counts"), perft_rows())
def test_the_number_of_move_sequences(text: str, counts: list[int]) -> None:
    puzzle = darkchess.parse(text)
    ways: Counter[Any] = Counter({puzzle.start: 1})
    for count in counts:
        after: Counter[Any] = Counter()
        for state, number in ways.items():
            for _, child in Darkchess.successors(puzzle.board, state):
                after[tuple(map(int, child))] += number
        ways = after
        assert ways.total() == count


def test_no_red_is_solved_and_no_black_is_not() -> None:
    for text in ("8/8/8/7K b", "8/8/8/8 b", "DDDDDDDD/8/8/8 b"):
        solution = deepen.solve(darkchess.parse(text))
        assert (solution.status, solution.cost, solution.actions) == ("solved", 0, [])
    for text in ("8/8/8/7k b", "D7/8/8/7p b"):
        assert deepen.solve(darkchess.parse(text)).status == "unsolvable"


def test_a_full_board_is_answered() -> None:
    soldiers = deepen.solve(darkchess.parse("PPPPPPPP/PPPPPPPP/pppppppp/pppppppp b"))
    assert (soldiers.cost, soldiers.optimal) == (16, True)
    many = deepen.solve(darkchess.parse("RRRRRRRR/RRRR1RRR/cccccccc/pppppppp b"), node_limit=300)
    assert many.lower_bound is not None
    assert many.lower_bound >= 16


def test_any_number_of_pieces_is_solved() -> None:
    assert deepen.solve(darkchess.parse("NNNNNNN1/1c6/8/2c5 b")).cost == 4
    assert deepen.solve(darkchess.parse("PPPPPPPP/PPPPPPP1/ckckckck/1PPPPPPP b")).solved is False


@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
@pytest.mark.parametrize(
    "heuristic", ["count", "forest", *slow("smallest_edges", "nearest_capturer")]
)
def test_interpreted_rules_count_the_same(algorithm: str, heuristic: str) -> None:
    puzzle = darkchess.parse("2D2pDD/2DpDDDD/RpD1Ap2/DDDDDDDD b")
    compiled = deepen.solve(puzzle, algorithm, heuristic)
    interpreted = deepen.solve(puzzle, algorithm, heuristic, compiled=False)
    for what in ("cost", "actions", "expanded", "generated", "reopened", "initial_h"):
        assert getattr(compiled, what) == getattr(interpreted, what)


def test_interpreted_tables_count_the_same() -> None:
    puzzle = darkchess.parse("2D2p2/2DpDDRD/1pD1Ap2/DDDDDD2 b")
    compiled = deepen.solve(puzzle, heuristic="cover")
    interpreted = deepen.solve(puzzle, heuristic="cover", compiled=False)
    for what in ("cost", "actions", "expanded", "generated", "reopened", "initial_h"):
        assert getattr(compiled, what) == getattr(interpreted, what)


@pytest.mark.parametrize(
    ("example", "heuristic", "cost"),
    [
        ("chariot", "forest", 7),
        ("maze", "forest", 25),
        ("contest", "forest", 16),
        ("teamwork", "cover", 52),
        ("unsolvable", "forest", None),
    ],
)
def test_examples_are_answered(example: str, heuristic: str, cost: int | None) -> None:
    solution = deepen.solve(darkchess.parse(darkchess.EXAMPLES[example]))
    assert (solution.algorithm, solution.heuristic) == ("astar", heuristic)
    assert (solution.cost, solution.optimal) == (cost, True)


# ---- heuristics, held to what they declare


def judge(puzzle: Darkchess) -> Counter[str]:
    """Holds each heuristic against all states; counts how often it is over, and how often exact."""
    covered = darkchess.with_table(puzzle)
    distances = reference.true_distances(Definition(puzzle))
    solved = {state: true for state, true in distances.items() if true is not None}
    assert len(solved) in (0, len(distances)), "solvable states lead to solvable ones, and back"
    seen = Counter(states=len(solved))
    for which, heuristic in covered.heuristics.items():
        problem = Definition(covered, which)
        assert all(problem.h(state) != deepen.DEAD for state in solved), which
        over = sum(problem.h(state) > true for state, true in solved.items())
        assert over == 0 or not heuristic.admissible, which
        assert not heuristic.consistent or reference.is_consistent(problem), which
        right = sum(problem.h(state) == true for state, true in solved.items())
        seen += Counter({f"{which} over": over, f"{which} right": right})
    return seen


def test_heuristics_keep_their_promises() -> None:
    seen: Counter[str] = Counter()
    for puzzle in small_positions(150):
        seen += judge(puzzle)
    assert seen["states"] > 1_000
    assert seen["nearest_capturer over"] > 0  # so they must not be declared admissible
    assert seen["smallest_edges over"] > 0
    assert seen["count right"] < seen["forest right"] < seen["cover right"] < seen["states"]


@pytest.mark.long
def test_heuristics_keep_their_promises_on_thousands_of_positions() -> None:
    for puzzle in small_positions(3_000, seed=7):
        judge(puzzle)


def random_positions(count: int, seed: int, pieces: tuple[int, int, int]) -> Iterator[str]:
    """Positions with up to so many blacks and reds, and ducks from so many on."""
    chance = Random(seed)
    blacks, reds, ducks = pieces
    for _ in range(count):
        letters = chance.choices(BLACK, k=chance.randint(1, blacks))
        letters += chance.choices(RED, k=chance.randint(1, reds))
        letters += "D" * chance.randint(ducks, ducks + 10)
        letters += "." * (32 - len(letters))
        yield "".join(chance.sample(letters, 32))


SAFE = ("count", "forest", "cover")


@pytest.mark.parametrize("heuristic", SAFE)
def test_safe_heuristics_are_so_in_every_state_of_thousands_of_positions(heuristic: str) -> None:
    """`deepen.audit` compares all states that can be reached with their true distance."""
    states = 0
    for squares in [
        *random_positions(cases(1_500), 4, (2, 3, 12)),
        *random_positions(cases(200), 3, (3, 4, 8)),
    ]:
        puzzle = CoveredDarkchess(squares) if heuristic == "cover" else Darkchess(squares)
        report = deepen.audit(puzzle, heuristic, jobs=1)
        assert report.verdict == "proven", squares
        states += report.solvable
    assert states > (200_000 if support.every_case else 24_000)


def test_declarations() -> None:
    declared = {
        which: (rule.admissible, rule.consistent)
        for which, rule in CoveredDarkchess.heuristics.items()
    }
    assert [which for which, (admissible, _) in declared.items() if admissible] == list(SAFE)
    assert declared == {
        "count": (True, True),
        "forest": (True, False),
        "smallest_edges": (False, False),
        "nearest_capturer": (False, False),
        "cover": (True, True),
    }


@pytest.mark.parametrize(
    ("heuristic", "text", "estimate", "cost"),
    [
        ("nearest_capturer", "8/8/ek6/1E3K2 b", 7, 6),
        ("nearest_capturer", "8/3R3k/8/2Kn4 b", 8, 7),
        ("smallest_edges", "8/8/2R3n1/8 b", 4, 1),
    ],
)
def test_the_reports_heuristics_are_over_where_said(
    heuristic: str, text: str, estimate: int, cost: int
) -> None:
    puzzle = darkchess.parse(text)
    assert deepen.solve(puzzle, heuristic=heuristic).initial_h == estimate
    assert deepen.solve(puzzle).cost == cost


@pytest.mark.parametrize(
    ("algorithm", "heuristic", "text", "found", "cost"),
    [
        ("astar", "nearest_capturer", "1e2N3/4n3/7K/8 b", 9, 8),
        ("idastar", "smallest_edges", "8/8/3R3r/4n3 b", 4, 3),
    ],
)
def test_the_reports_programs_give_longer_answers(
    algorithm: str, heuristic: str, text: str, found: int, cost: int
) -> None:
    puzzle = darkchess.parse(text)
    assert deepen.solve(puzzle, algorithm, heuristic).cost == found
    assert deepen.solve(puzzle).cost == cost


def test_the_table_of_one_piece() -> None:
    """Moves that a piece needs for each set, against a search of the same position."""
    text = "1r1D1n2/3D4/DD1c1D2/2p2D1n b"
    squares = darkchess.parse(text).squares
    reds = [square for square, letter in enumerate(squares) if letter in RED]
    ducks = board.places(squares, "D")
    for letter in "AR":  # both may capture them all
        table = cover.costs(ducks, reds, slides=letter == "R")
        for chosen in range(0, 1 << len(reds), 3):
            for start in (2, 15, 24):
                lone = ["D" if square == "D" else "." for square in squares]
                for i, red in enumerate(reds):
                    if chosen >> i & 1:
                        lone[red] = squares[red]
                lone[start] = letter
                cost = deepen.solve(Darkchess("".join(lone)), "breadth-first", "zero").cost
                assert table[32 * chosen + start] == (cover.OUT_OF_REACH if cost is None else cost)


def test_tables_are_for_so_many_pieces_only() -> None:
    with pytest.raises(deepen.InputError, match="up to 12 reds and 9 pieces"):
        darkchess.with_table(darkchess.parse("K7/pppppppp/pppppppp/8 b"))
    with pytest.raises(deepen.InputError, match="product at most 60; here are 9 and 7"):
        deepen.solve(darkchess.parse("KKKKKKK1/rrrrrrrr/r7/8 b"), heuristic="cover")


def test_large_positions_get_tables_unless_they_are_easy() -> None:
    large, small = darkchess.parse("1k2cR1a/a7/3ce1Ec/1rAP4 b"), CONTEST[1].puzzle
    easy = darkchess.parse("KAE2aen/5n1c/8/7R b")
    assert deepen.solve(large).heuristic == "cover"
    assert deepen.solve(small).heuristic == "forest"
    assert cover.is_worth_a_table(easy)
    assert deepen.solve(easy).heuristic == "forest"
    assert large.for_heuristic("forest") is large


# ---- solvable or not


def test_is_solvable_agrees_with_the_known_answers() -> None:
    for known in some(3, INSTANCES):
        assert darkchess.is_solvable(known.puzzle) == (known.optimal is not None), known.id


def test_is_solvable_knows_its_limit() -> None:
    puzzle = darkchess.parse(darkchess.EXAMPLES["unsolvable"])
    assert darkchess.is_solvable(puzzle, node_limit=10) is None


def test_the_limit_is_for_all_captures_together() -> None:
    puzzle = darkchess.parse("A6n/8/8/n6n b")  # 3 captures of some 20 states each
    assert darkchess.is_solvable(puzzle, node_limit=70) is True
    assert darkchess.is_solvable(puzzle, node_limit=30) is None


def test_a_red_behind_ducks_needs_no_search() -> None:
    puzzle = darkchess.parse("KAERNP2/8/Dk6/kD6 b")
    assert darkchess.is_solvable(puzzle, node_limit=0) is False
    solution = deepen.solve(puzzle)
    assert (solution.status, solution.expanded) == ("unsolvable", 0)


def test_a_large_stuck_position_is_proven_hopeless_before_the_search() -> None:
    puzzle = darkchess.parse("e1rPD2D/1eK1Dr2/DD1D1r2/P1DD1RPe b")
    searched = deepen.solve(puzzle, heuristic="forest")
    assert (searched.status, searched.expanded) == ("unsolvable", 197_160)
    proven = deepen.solve(puzzle)
    assert (proven.status, proven.heuristic, proven.expanded) == ("unsolvable", "hopeless", 0)
    assert proven.optimal


def test_the_choice_of_a_heuristic_is_paid_out_of_the_limits() -> None:
    puzzle = darkchess.parse("1k2cR1a/a7/3ce1Ec/1rAP4 b")
    free = deepen.solve(puzzle)
    for nodes in (free.expanded, 20_000):
        limited = deepen.solve(puzzle, node_limit=nodes)
        assert (limited.cost, limited.expanded) == (free.cost, free.expanded)
    out_of_time = deepen.solve(puzzle, time_limit=0)
    assert out_of_time.status == "time-limit"


def test_quick_searches_take_a_part_of_the_limits_and_what_they_take_is_gone() -> None:
    puzzle = darkchess.parse("1k2cR1a/a7/3ce1Ec/1rAP4 b")
    budget = Budget(Limits(60, None, 20_000))
    found = budget(puzzle, "astar", "forest", 4_000)
    assert (found.status, found.expanded, budget.limits.nodes) == ("node-limit", 4_000, 16_000)
    assert budget.limits.time == 60 - found.seconds
    assert budget(puzzle, "astar", "forest", 10_000).expanded == 4_000
    assert budget.may_expand(3_000)
    assert not budget.may_expand(3_001)
    assert Budget(Limits(0))(puzzle, "astar", "forest", 4_000).status == "time-limit"


def test_to_choose_by_name_takes_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deepen, "solve", None)
    puzzle = darkchess.parse("e1rPD2D/1eK1Dr2/DD1D1r2/P1DD1RPe b")
    assert puzzle.for_heuristic(None).default_heuristic == "cover"
    assert puzzle.for_heuristic("count") is puzzle


@given(positions(most=14))
def test_a_move_never_spoils_anything(puzzle: Darkchess) -> None:
    assume(any(letter in BLACK for letter in puzzle.squares))
    before = darkchess.is_solvable(puzzle, node_limit=3_000)
    assume(before is not None)
    for after in list(legal(puzzle.squares).values())[:3]:
        assert darkchess.is_solvable(Darkchess(after)) == before


# ---- notation


@given(positions())
def test_text_and_position_are_inverses(puzzle: Darkchess) -> None:
    assert darkchess.parse(darkchess.format(puzzle)) == puzzle
    assert eval(repr(puzzle), vars(darkchess)) == puzzle
    assert hash(darkchess.parse(darkchess.format(puzzle))) == hash(puzzle)


def test_not_every_oddity_is_an_error() -> None:
    odd = darkchess.parse("  44/2222/11111111/53\t b \n")
    assert odd.squares == "." * 32
    assert darkchess.format(odd) == "8/8/8/8 b"


def test_the_encodings_that_the_rules_show() -> None:
    puzzle = darkchess.parse(darkchess.EXAMPLES["chariot"])
    assert puzzle == Darkchess("..c...n.....R..........p.r....n.")
    reds = 1 << 2 | 1 << 6 | 1 << 23 | 1 << 25 | 1 << 30
    assert puzzle.start == (0, 1 << 12 | reds << 32)


KNOWN = "known are KAERNP and D for Black, kaerncp for Red, and digits for empty squares"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8/8/7/8 b", "rank 3, column 2: the rank ends after 7 squares, not 8"),
        ("8//8/8 b", "rank 2, column 1: the rank ends after 0 squares, not 8"),
        ("8/8/8/K8 b", "rank 4, column 2: here the rank has 9 squares, not 8"),
        ("8/55/8/8 b", "rank 2, column 2: here the rank has 10 squares, not 8"),
        ("8/8/8 b", "rank 3, column 2: the board ends here, but it has 4 ranks"),
        ("8/8/8/8/8 b", "rank 5, column 1: a board has only 4 ranks"),
        ("8/8/8/8/ b", "rank 5, column 1: a board has only 4 ranks"),
        ("", "rank 1, column 1: the rank ends after 0 squares, not 8"),
        ("8/8/3x4/8 b", f"rank 3, column 2: 'x' is no piece; {KNOWN}"),
        ("8/8/8/²7 b", f"rank 4, column 1: '²' is no piece; {KNOWN}"),
        ("8/0K7/8/8 b", "rank 2, column 1: 0 counts no square; empty squares are counted by 1 to "
         "8"),
        ("8/8/9/8 b", "rank 3, column 1: 9 is more squares than a rank has; empty squares are "
         "counted by 1 to 8"),
        ("8/8/8/2C5 b", "rank 4, column 2: a black cannon C has no part in this puzzle"),
        ("8/7d/8/8 b", "rank 2, column 2: a duck belongs to Black and is written D"),
        ("8/8/2?5/8 b", "rank 3, column 2: the piece ? lies face down; in this puzzle all lie face "
         "up"),
        ("8/8/8/8", "rank 4, column 2: the side to move is missing, a space and b"),
        ("8/8/8/8 w", "rank 4, column 2: the side to move is 'w', not 'b'"),
        ("8/8/8/8 b 0 1", "rank 4, column 2: the side to move is 'b 0 1', not 'b'"),
        (f"8/8/8/8 {'b' * 50}", f"rank 4, column 2: the side to move is '{'b' * 20}...', not 'b'"),
    ],
)  # fmt: skip
def test_bad_text_gets_a_sentence_of_its_own(text: str, sentence: str) -> None:
    with pytest.raises(deepen.InputError) as caught:
        darkchess.parse(text)
    assert str(caught.value) == sentence


def test_bad_squares_are_refused() -> None:
    with pytest.raises(deepen.InputError, match="a text of 32 letters"):
        Darkchess("K")
    with pytest.raises(deepen.InputError, match="C1 holds 'C', which is no piece"):
        Darkchess("..C" + "." * 29)


NEARLY = st.lists(st.text(f"{LETTERS[:-1]}0123456789Cd?", max_size=9), max_size=6)


@examples(300)
@given(st.one_of(st.text(), NEARLY.map("/".join), NEARLY.map(lambda ranks: "/".join(ranks) + " b")))
def test_any_text_is_a_position_or_an_input_error(text: str) -> None:
    try:
        puzzle = darkchess.parse(text)
    except deepen.InputError as error:
        said = str(error)
    else:
        said = "a position"
        assert darkchess.parse(darkchess.format(puzzle)) == puzzle
    assert said
    assert "\n" not in said


@examples(150)
@given(positions(), st.sampled_from(["astar", "idastar", "greedy", "breadth-first"]))
def test_any_position_is_answered_or_stopped_by_its_limit(
    puzzle: Darkchess, algorithm: str
) -> None:
    solution = deepen.solve(puzzle, algorithm, node_limit=2_000)
    assert solution.status in ("solved", "unsolvable", "node-limit")
    if solution.solved:
        assert is_solved_by(puzzle, solution.actions)


@examples(150)
@given(positions(), st.sampled_from(["count", "forest", "smallest_edges", "nearest_capturer"]))
def test_every_heuristic_copes_with_every_position(puzzle: Darkchess, heuristic: str) -> None:
    solution = deepen.solve(puzzle, "astar", heuristic, node_limit=200)
    assert solution.status in ("solved", "unsolvable", "node-limit")


# ---- drawing


def test_a_position_is_drawn_as_a_board() -> None:
    puzzle = darkchess.parse("2c3n1/4R3/1D5p/1r4n1 b")
    picture = [
        "  A B C D E F G H",
        "1 . . c . . . n .",
        "2 . . . . R . . .",
        "3 . # . . . . . p",
        "4 . r . . . . n .",
    ]
    assert darkchess.draw(puzzle).split("\n") == picture
    assert str(puzzle).split("\n") == picture


@given(positions())
def test_markup_only_adds_colour(puzzle: Darkchess) -> None:
    from rich.text import Text

    painted = darkchess.draw(puzzle, markup=True)
    assert Text.from_markup(painted).plain == str(puzzle)


# ---- random positions


@pytest.mark.parametrize("seed", range(8))
def test_random_positions_have_what_was_chosen_and_repeat(seed: int) -> None:
    puzzle = darkchess.random("KRP", "kkn", 10, seed=seed)
    assert puzzle == darkchess.random("KRP", "kkn", 10, seed=seed)
    assert Counter(puzzle.squares) == Counter("KRPkkn" + "D" * 10 + "." * 16)
    assert deepen.solve(puzzle).solved


def test_random_positions_may_be_unsolvable() -> None:
    for seed in range(5):
        puzzle = darkchess.random("KAE", "aen", 14, seed=seed, solvable=False)
        assert deepen.solve(puzzle).status == "unsolvable"
    either = [darkchess.random("KAE", "aen", 14, seed=seed, solvable=None) for seed in range(30)]
    assert {deepen.solve(puzzle).status for puzzle in either} == {"solved", "unsolvable"}


@pytest.mark.parametrize(("ducks", "length"), [(8, 16), (12, 20)])
def test_random_positions_are_as_long_as_wanted(ducks: int, length: int) -> None:
    puzzle = darkchess.random("KAP", "akp", ducks, seed=1, at_least=length)
    assert (deepen.solve(puzzle).cost or 0) >= length


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"black": "KC"}, "'C' is no black piece; known: KAERNP"),
        ({"red": "kD"}, "'D' is no red piece; known: kaerncp"),
        (
            {"ducks": 26},
            "3 black pieces, 4 red ones and 26 ducks do not fit: a board has 32 squares",
        ),
        ({"solvable": False, "at_least": 3}, "a position that takes some moves is solvable"),
        (
            {"black": "K", "red": "p", "ducks": 0},
            "no position of K, p and 0 ducks was found that is solvable",
        ),
        (
            {"black": "R", "red": "c", "ducks": 0, "at_least": 9},
            "no position of R, c and 0 ducks was found that takes 9 moves or more",
        ),
    ],
)
def test_impossible_wishes_are_refused(
    arguments: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scramble, "MOST_SWAPS", 100)
    with pytest.raises(deepen.UsageError) as caught:
        darkchess.random(**arguments)
    assert str(caught.value) == sentence


# ---- in the shell


def test_the_game_is_registered() -> None:
    package: object = games.load("darkchess")
    assert package is darkchess


class Captured(NamedTuple):
    code: int
    out: list[str]
    err: str


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> Captured:
        code = cli.main(list(arguments))
        captured = capsys.readouterr()
        return Captured(code, captured.out.splitlines(), captured.err)

    return run


def judged(lines: list[str]) -> tuple[float, int, list[str]]:
    """An answer as the contest's validator reads it."""
    moves = [line.removeprefix("MOVE ") for line in lines[2:]]
    return float(lines[0]), int(lines[1]), moves


@pytest.mark.parametrize("known", CONTEST[:4], ids=lambda known: known.id)
def test_plain_is_what_the_validator_reads(shell: Any, known: Instance) -> None:
    code, out, err = shell("solve", "darkchess", known.text, "--plain")
    seconds, count, moves = judged(out)
    assert (code, err) == (0, "")
    assert seconds >= 0
    assert count == len(moves) == known.optimal
    assert is_solved_by(known.puzzle, moves)


def test_plain_says_minus_one_where_there_is_no_solution(shell: Any) -> None:
    code, out, err = shell("solve", "darkchess", darkchess.EXAMPLES["unsolvable"], "--plain")
    assert (code, out[1:], err) == (0, ["-1"], "proven unsolvable\n")


def test_plain_says_minus_one_after_a_limit_and_json_keeps_the_bound(shell: Any) -> None:
    text = darkchess.EXAMPLES["teamwork"]
    code, out, err = shell("solve", "darkchess", text, "--plain", "--time-limit", "0")
    assert (code, out[1:]) == (3, ["-1"])
    assert "time limit" in err
    code, out, _ = shell("solve", "darkchess", text, "--json", "--node-limit", "1000")
    answer = json.loads(out[0])
    assert (code, answer["cost"], answer["status"]) == (3, None, "node-limit")
    assert answer["lower_bound"] >= 28


def test_plain_has_the_contests_time_limit(monkeypatch: pytest.MonkeyPatch, shell: Any) -> None:
    limits = []

    def watched(limit: Limits) -> Budget:
        limits.append(limit.time)
        return Budget(limit)

    monkeypatch.setattr("deepen.cli.watching.Budget", watched)
    text = CONTEST[0].text
    shell("solve", "darkchess", text, "--plain")
    shell("solve", "darkchess", text, "--plain", "--time-limit", "3")
    shell("solve", "darkchess", text)
    assert limits == [10, 3, None]


def test_a_file_holds_one_position_a_line(tmp_path: Path, shell: Any) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("\n".join(known.text for known in CONTEST) + "\n\n")
    code, out, _ = shell("solve", "darkchess", str(file), "--json")
    assert code == 0
    assert [json.loads(line)["cost"] for line in out] == [known.optimal for known in CONTEST]
    code, out, _ = shell("solve", "darkchess", str(file))
    assert sum(line.startswith("Solved in") for line in out) == 13


def test_a_bad_line_ends_it_and_is_named(tmp_path: Path, shell: Any) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("8/8/8/7K b\n8/8/2R3n1/8 b\n\n8/8/8/9 b\n")
    code, out, err = shell("solve", "darkchess", str(file), "--plain")
    assert code == 2
    assert [line for line in out if "." not in line] == ["0", "1", "MOVE C3 G3"]
    assert f"{str(file)!r}, line 4: rank 4, column 1: 9 is more squares" in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8/8/8/7K", "rank 4, column 3: the side to move is missing"),
        ("no/such.file", "there is no file 'no/such.file'"),
        ("", "the input is empty"),
    ],
)
def test_the_shell_tells_positions_from_files(shell: Any, text: str, said: str) -> None:
    code, out, err = shell("solve", "darkchess", text)
    assert (code, out) == (2, [])
    assert said in err


def test_a_batch_answers_the_whole_file(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    source = str(DATA / "darkchess_contest.jsonl")
    assert cli.main(["batch", "darkchess", source, "--out", str(out), "--jobs", "1"]) == 0
    results = {record["id"]: record for record in map(json.loads, out.read_text().splitlines())}
    expected = {known.id: known.optimal for known in CONTEST}
    assert {id: record["cost"] for id, record in results.items()} == expected
