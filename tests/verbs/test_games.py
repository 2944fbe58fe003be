"""Every way to analyse a game against plain minimax: the same value, the same values of all moves,
the same best moves, and lines that bring what they promise."""

from __future__ import annotations

import json
import linecache
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deepen
import support
from deepen.games import connect4, tiles
from games_known import Domineering, Dots, Kalah
from games_random import (
    BareGame,
    BoundedGame,
    Coins,
    DotsAndBoxes,
    Edge,
    Endless,
    EndlessObjects,
    ExplicitGame,
    FullGame,
    FullObjects,
    GameObjects,
    GuessingGame,
    Kayles,
    Matches,
    OrderedGame,
    SilentGame,
    TurnsGame,
    TwinGame,
    cyclic_games,
    explicit_game,
    games,
    seeded_game,
    without_bounds,
    words_game,
)
from reference_games import Played, TwoPlayers, Values, Verdict, length, minimax, outcome
from support import both_ways, cases, examples, module_from, run_python, slow

HERE = Path(__file__).parents[1] / "support"
MOST = (1 << 30) - 1
TINY_TABLE = 20_000

WAYS: dict[str, dict[str, Any]] = {
    "negamax": {},
    "negamax, best": {"values": "best"},
    "negamax, no table": {"table": False},
    "negamax, tiny table": {"memory_limit": TINY_TABLE},
    "negamax, as they come": {"reorder": False},
    "negamax, no symmetry": {"symmetry": False},
    "negamax, bare": {"table": False, "reorder": False, "symmetry": False},
    "negamax, two threads": {"threads": 2},
    "negamax, wide windows": {"null_windows": False},
    "negamax, no bounds": {"bounds": False},
    "alphabeta": {"algorithm": "alphabeta"},
    "alphabeta, best": {"algorithm": "alphabeta", "values": "best"},
    "alphabeta, table": {"algorithm": "alphabeta", "table": True},
    "alphabeta, order": {"algorithm": "alphabeta", "reorder": True},
    "alphabeta, bounds": {"algorithm": "alphabeta", "bounds": True},
    "alphabeta, null windows": {"algorithm": "alphabeta", "null_windows": True},
    "alphabeta, everything": {
        "algorithm": "alphabeta",
        "table": True,
        "reorder": True,
        "null_windows": True,
        "bounds": True,
        "symmetry": True,
    },
    "minimax": {"algorithm": "minimax"},
    "minimax, bounds": {"algorithm": "minimax", "bounds": True},
}
FEW_WAYS = ("negamax", "negamax, bare", "alphabeta", "minimax")
FAST_WAYS = [
    way
    for way in WAYS
    if way.startswith("negamax") and way not in ("negamax, no table", "negamax, bare")
]


def uses_bounds(way: str) -> bool:
    return bool(WAYS[way].get("bounds", "algorithm" not in WAYS[way]))


def finds_every_value(way: str) -> bool:
    return WAYS[way].get("values") != "best"


PLAIN = str
OBJECT = "a{}".format


def check(
    found: deepen.Analysis,
    game: TwoPlayers[Any],
    expected: Verdict,
    *,
    truth: Verdict | None = None,
    name: Callable[[Any], str] = PLAIN,
    every_value: bool = True,
) -> None:
    """The analysis says what minimax says at its depth. `truth` is minimax to the end, if known."""
    if truth is not None:
        check_claims(found, truth, name)
        check_best_play(found, game, name)
    check_line(found, game, name)
    assert found.value == expected.value
    if settled_by_bounds(found):
        return  # nobody says which moves are best then, but for what is checked above
    # What is proven may be more than what minimax sees at that depth.
    best = (truth if truth is not None and found.status == "solved" else expected).best
    assert sorted(found.best_moves) == sorted(name(action) for action in best)
    check_moves(found, expected, name, every_value)


def settled_by_bounds(found: deepen.Analysis) -> bool:
    """The bounds of the position prove its value, before a search has proven that of a move."""
    return found.status != "solved" and found.lower_bound == found.upper_bound is not None


def check_moves(
    found: deepen.Analysis, expected: Verdict, name: Callable[[Any], str], every_value: bool
) -> None:
    assert [move.text for move in found.moves] == [name(action) for action, _ in expected.worth]
    for move, (_, value) in zip(found.moves, expected.worth, strict=True):
        if every_value:
            assert move.value == value
        else:
            assert move.value in (None, value)


def check_claims(
    found: deepen.Analysis, truth: Verdict, name: Callable[[Any], str] = PLAIN
) -> None:
    """What is called exact is the truth, and the truth lies within all bounds."""
    assert within(truth.value, found)
    if found.exact and not settled_by_bounds(found):
        assert set(found.best_moves) <= {name(action) for action in truth.best}
    if found.exact:
        assert found.value == found.lower_bound == found.upper_bound == truth.value
    for move, (_, value) in zip(found.moves, truth.worth, strict=True):
        assert within(value, move)
        if move.exact:
            assert move.value == move.lower_bound == move.upper_bound == value


def within(value: int, known: deepen.Analysis | deepen.MoveValue) -> bool:
    low, high = known.lower_bound, known.upper_bound
    return (low is None or low <= value) and (high is None or value <= high)


def check_line(
    found: deepen.Analysis, game: TwoPlayers[Any], name: Callable[[Any], str] = PLAIN
) -> None:
    """Legal, with a best move first; and to the end of the game it gains what the value says."""
    gained = outcome(game, found.line, name)
    assert (found.line == []) == (found.best_moves == [])
    assert found.line[:1] == [] or found.line[0] in found.best_moves
    if found.exact and is_over(game, found.line, name):
        assert gained == found.value


def check_best_play(
    found: deepen.Analysis, game: TwoPlayers[Any], name: Callable[[Any], str] = PLAIN
) -> None:
    """Each move on the line of an exact analysis is a best one, to the end of the game."""
    values, state = Values(game, clamped=False), game.start
    for step in found.line if found.exact else []:
        worth = {name(move.action): (move, value) for move, value in values.of_moves(state)}
        move, value = worth[step]
        assert value == values.of_state(state), f"{step} of {found.line}"
        state = move.child


def is_over(game: TwoPlayers[Any], line: Iterable[str], name: Callable[[Any], str]) -> bool:
    state = game.start
    for step in line:
        state = next(move.child for move in game.moves(state) if name(move.action) == step)
    return not game.moves(state)


def check_every_way(
    game: Any,
    oracle: TwoPlayers[Any],
    depths: Iterable[int | None] = (None,),
    ways: Iterable[str] = WAYS,
    name: Callable[[Any], str] = PLAIN,
    **more: Any,
) -> None:
    truth = minimax(oracle)
    for depth, way in product(depths, ways):
        with told(f"{way}, depth {depth}"):
            found = deepen.analyse(game, depth=depth, **WAYS[way], **more)
            expected = minimax(oracle, depth, clamped=uses_bounds(way))
            every = finds_every_value(way)
            check(found, oracle, expected, truth=truth, name=name, every_value=every)
            check_status(found, depth, every)
            if depth is None or depth >= length(oracle):
                assert found.status == "solved"


def check_status(found: deepen.Analysis, depth: int | None, every_value: bool) -> None:
    if found.status == "solved":
        assert found.exact
        assert all(move.exact for move in found.moves) or not every_value
    else:
        assert (found.status, depth is None) == ("depth-limit", False)
        assert not found.exact or not all(move.exact for move in found.moves)


@contextmanager
def told(way: str) -> Iterator[None]:
    """Says in which way an assertion has failed."""
    try:
        yield
    except Exception as error:
        error.add_note(way)
        raise


# The oracle by hand


def test_minimax_by_hand() -> None:
    """0 leads to 1 for 2 points, or to 2 for nothing and moves on; guesses are 7, 5 and -1."""
    edges: list[list[Edge]] = [[(1, 2, False), (2, 0, True)], [(3, 3, False)], [(3, 1, False)], []]
    game = explicit_game(edges, guess=(0, 7, 5, -1))
    assert minimax(game) == Verdict(1, [(0, 2 - 3), (1, 0 + 1)])
    assert minimax(game).best == [1]
    assert minimax(game, 1) == Verdict(5, [(0, 2 - 7), (1, 0 + 5)])
    assert minimax(game, 0).value == 0
    known = replace(game, proven=((-9, 9), (3, 4), (-9, 2), (0, 0)))
    assert minimax(known, 1) == Verdict(2, [(0, 2 - 4), (1, 0 + 2)])
    assert minimax(known, 1, clamped=False) == minimax(game, 1)
    assert (outcome(game, [1, 0]), outcome(game, [0, 0]), length(game)) == (1, -1, 2)


# Random games. Making one up takes longer than searching it, so it goes to all searches.


@examples(120)
@given(game=games())
def test_all_rules(game: ExplicitGame) -> None:
    check_every_way(FullGame(game), game)


@examples(120)
@given(game=games())
def test_moves_alone(game: ExplicitGame) -> None:
    check_every_way(BareGame(game), without_bounds(game))


@pytest.mark.engine
@examples(100)
@given(game=games(max_nodes=32, max_out=3))
def test_larger_games(game: ExplicitGame) -> None:
    check_every_way(FullGame(game), game, ways=FAST_WAYS)


@pytest.mark.engine
@pytest.mark.parametrize("kind", [OrderedGame, BoundedGame, TwinGame])
@examples(60)
@given(game=games())
def test_one_rule_more(kind: Any, game: ExplicitGame) -> None:
    check_every_way(kind(game), game if kind is BoundedGame else without_bounds(game))


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 6, 8])
@examples(40)
@given(game=games())
def test_depth_limits(depth: int, game: ExplicitGame) -> None:
    check_every_way(FullGame(game), game, [depth])
    check_every_way(GuessingGame(game), without_bounds(game), [depth])


@pytest.mark.engine
@examples(60)
@given(game=cyclic_games(), depth=st.integers(1, 8))
def test_games_without_end_at_limited_depth(game: ExplicitGame, depth: int) -> None:
    for way, options in WAYS.items():
        with told(way):
            found = deepen.analyse(OrderedGame(game), depth=depth, **options)
            check(found, game, minimax(game, depth), every_value=finds_every_value(way))


@examples(25)
@given(game=games(max_nodes=10), depth=st.none() | st.integers(1, 6))
def test_interpreted_rules(game: ExplicitGame, depth: int | None) -> None:
    check_every_way(FullGame(game), game, [depth], compiled=False)


@examples(40)
@given(game=games(max_nodes=10), depth=st.none() | st.integers(1, 6))
def test_objects(game: ExplicitGame, depth: int | None) -> None:
    check_every_way(FullObjects(game), game, [depth], name=OBJECT)
    check_every_way(GameObjects(game), without_bounds(game), [depth], FEW_WAYS, name=OBJECT)


@pytest.mark.engine
@pytest.mark.parametrize("width", [5, *slow(1, 2)])
@examples(25)
@given(
    game=games(),
    depth=st.none() | st.integers(1, 6),
    compiled=st.sampled_from([True] * 4 + [False]),
)
def test_states_of_several_words(
    width: int, game: ExplicitGame, depth: int | None, compiled: bool
) -> None:
    check_every_way(words_game(width)(game), game, [depth], FEW_WAYS, compiled=compiled)


@examples(60)
@given(game=games(again=False))
def test_shorter_yields(game: ExplicitGame) -> None:
    check_every_way(TurnsGame(game), without_bounds(game), ways=FEW_WAYS)
    silent = explicit_game([[(child, 0, False) for child, _, _ in out] for out in game.edges])
    check_every_way(SilentGame(silent), silent, ways=FEW_WAYS)


@pytest.mark.long
@examples(3000)
@given(game=games(max_nodes=24), depth=st.none() | st.integers(1, 10))
def test_thousands_of_games(game: ExplicitGame, depth: int | None) -> None:
    check_every_way(FullGame(game), game, [depth], WAYS if game.n < 30 else FAST_WAYS)


def check_seeded(seed: int, ways: Iterable[str] = WAYS) -> int:
    """Analyses a game of that seed in several ways at several depths; returns how many."""
    game, depths = seeded_game(seed), (1, 2, 3, 5, None)
    ways = list(ways)
    with told(f"seed {seed}"):
        check_every_way(FullGame(game), game, depths, ways)
    return len(depths) * len(ways)


@pytest.mark.engine
@pytest.mark.parametrize("block", range(2))
def test_seeded_games_with_bounds_and_a_depth(block: int) -> None:
    ways = ("negamax", "negamax, best", "negamax, tiny table", "minimax, bounds")
    for seed in range(400 * block, 400 * block + cases(400)):
        check_seeded(seed, ways)


@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_many_seeded_games(block: int) -> None:
    """Fresh ones: `for seed in range(...): check_seeded(seed)`."""
    assert sum(check_seeded(10_000 + 400 * block + i) for i in range(400)) == 400 * 5 * len(WAYS)


@examples(60)
@given(game=games())
def test_the_largest_rewards(game: ExplicitGame) -> None:
    """Values may come near the limit; one reward of that size is enough for a game."""
    edges = [list(out) for out in game.edges]
    if edges[0]:
        child, _, again = edges[0][0]
        edges[0][0] = (child, MOST - 1000, again)
    large = explicit_game(edges)
    check_every_way(BareGame(large), large, ways=FEW_WAYS)


# Games that people know


@pytest.mark.parametrize("matches", range(12))
def test_matches(matches: int) -> None:
    found = deepen.analyse(Matches(matches))
    assert found.value == (0 if matches == 0 else -1 if matches % 4 == 0 else 1)
    check_every_way(Matches(matches), Played(Matches(matches)))


@examples(40)
@given(coins=st.lists(st.integers(-9, 9), max_size=9), depth=st.none() | st.integers(1, 9))
def test_coins(coins: list[int], depth: int | None) -> None:
    check_every_way(Coins(coins), Played(Coins(coins)), [depth])


@pytest.mark.parametrize("pins", range(9))
def test_kayles(pins: int) -> None:
    check_every_way(Kayles(pins), Played(Kayles(pins)))


@pytest.mark.parametrize("boxes", [1, 2, *slow(3)])
def test_dots_and_boxes(boxes: int) -> None:
    game = DotsAndBoxes(boxes)
    check_every_way(game, Played(game), ways=WAYS if boxes < 3 else FAST_WAYS)


def test_longer_rows_of_coins_by_other_means() -> None:
    """The best that one can do with a row is the usual exercise in dynamic programming."""
    coins = [(7 * i * i + 3 * i) % 23 - 4 for i in range(31)]
    value = {(i, i): 0 for i in range(len(coins) + 1)}
    for size in range(1, len(coins) + 1):
        for i in range(len(coins) - size + 1):
            j = i + size
            value[i, j] = max(coins[i] - value[i + 1, j], coins[j - 1] - value[i, j - 1])
    found = deepen.analyse(Coins(coins))
    assert (found.value, found.exact) == (value[0, len(coins)], True)
    check_line(found, Played(Coins(coins)))


# What an analysis tells


def test_a_finished_game() -> None:
    for way in WAYS.values():
        found = deepen.analyse(Matches(0), **way)
        assert (found.value, found.exact, found.status) == (0, True, "solved")
        assert (found.best_moves, found.moves, found.line) == ([], [], [])
        assert (found.lower_bound, found.upper_bound) == (0, 0)


def test_a_line_goes_on_to_the_end() -> None:
    found = deepen.analyse(Coins([3, 9, 1, 2, 7, 5]))
    assert (found.value, found.line[0], len(found.line)) == (5, "1", 6)
    assert outcome(Played(Coins([3, 9, 1, 2, 7, 5])), found.line, str) == 5


def test_the_same_counts_every_time() -> None:
    game = DotsAndBoxes(3)
    for way in ("negamax", "negamax, no bounds", "alphabeta, table", "negamax, tiny table"):
        first = deepen.analyse(game, **WAYS[way])
        for again in (deepen.analyse(game, **WAYS[way]) for _ in range(2)):
            assert (again.nodes, again.table_hits, again.line) == (
                first.nodes,
                first.table_hits,
                first.line,
            )


@examples(30)
@given(game=games(max_nodes=12), depth=st.none() | st.integers(1, 6))
def test_interpreted_rules_and_objects_count_the_same(
    game: ExplicitGame, depth: int | None
) -> None:
    for way in ("negamax", "negamax, bare", "alphabeta", "minimax"):
        options = {"depth": depth, **WAYS[way]}
        compiled = deepen.analyse(FullGame(game), **options)
        for other in (
            deepen.analyse(FullGame(game), compiled=False, **options),
            deepen.analyse(FullObjects(game), **options),
        ):
            assert (other.nodes, other.table_hits) == (compiled.nodes, compiled.table_hits)
            assert [move.value for move in other.moves] == [move.value for move in compiled.moves]


def test_each_help_saves_work() -> None:
    game = DotsAndBoxes(2)
    ways = ("minimax", "alphabeta", "alphabeta, order", "negamax")
    nodes = [deepen.analyse(game, **WAYS[way], values="best").nodes for way in ways]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[-1] < nodes[0] / 20


def test_deeper_and_deeper() -> None:
    seen = [deepen.analyse(Endless(1), depth=depth) for depth in range(1, 8)]
    assert [found.depth for found in seen] == list(range(1, 8))
    assert all(found.status == "depth-limit" and not found.exact for found in seen)
    assert all(a.nodes < b.nodes for a, b in pairwise(seen))
    deepening = deepen.analyse(Endless(1), time_limit=1000, node_limit=20_000)
    for row, found in zip(deepening.rows, seen, strict=False):
        assert (row.depth, row.value) == (found.depth, found.value)
    last = deepening.rows[-1]
    assert (deepening.status, deepening.depth) == ("node-limit", last.depth)
    assert last.depth >= len(seen)
    same = deepen.analyse(Endless(1), depth=last.depth)
    assert (deepening.value, deepening.best_moves) == (same.value, same.best_moves)


# Limits


@pytest.mark.engine
@pytest.mark.parametrize(
    "game",
    [Kalah(4, 3), connect4.random(24, seed=1), *slow(Kalah(4, 4), Domineering(5), Dots(2))],
    ids=["Kalah(4,3)", "Connect Four", "Kalah(4,4)", "Domineering 5x5", "Dots and Boxes 2x2"],
)
@pytest.mark.parametrize("options", [{"values": "best"}, *slow({}, {"bounds": False})], ids=str)
def test_a_limit_that_is_not_reached_costs_little(game: Any, options: dict[str, Any]) -> None:
    free = deepen.analyse(game, **options)
    limited = deepen.analyse(game, time_limit=10_000, node_limit=10 * free.nodes, **options)
    assert (limited.status, limited.value) == ("solved", free.value)
    assert limited.best_moves == free.best_moves
    assert limited.nodes <= 1.3 * free.nodes + 5_000


LONG_GAMES: dict[str, Any] = {
    "Dots and Boxes 3x3": lambda: (Dots(3), {}),
    "Domineering 6x6": lambda: (Domineering(6), {}),
    "Kalah(5,3)": lambda: (Kalah(5, 3), {"bounds": False}),
    "Kalah(4,4)": lambda: (Kalah(4, 4), {"bounds": False}),
    **{
        f"Connect Four {seed}": lambda seed=seed: (connect4.random(12, seed=seed), {})
        for seed in range(30)
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG_GAMES)
def test_a_limit_costs_long_games_little(name: str) -> None:
    game, options = LONG_GAMES[name]()
    free = deepen.analyse(game, values="best", **options)
    limited = deepen.analyse(
        game, values="best", time_limit=10_000, node_limit=10 * free.nodes, **options
    )
    assert (limited.status, limited.value) == ("solved", free.value)
    assert limited.nodes <= 1.3 * free.nodes + 5_000


@pytest.mark.engine
@pytest.mark.parametrize("nodes", [10_000, 100_000])
@pytest.mark.parametrize("seed", range(4))
def test_a_limit_that_is_reached_leaves_most_to_the_deepening(seed: int, nodes: int) -> None:
    """A search of the last depth but one or two alone takes what is allowed: nothing is wasted."""
    game = connect4.random(4, seed=seed)
    found = deepen.analyse(game, time_limit=10_000, node_limit=nodes, values="best")
    assert (found.status, found.exact) == ("node-limit", False)
    assert found.depth is not None
    assert found.nodes <= nodes
    deeper = deepen.analyse(game, depth=found.depth + 2, values="best")
    assert deeper.nodes > nodes / 4
    same = deepen.analyse(game, depth=found.depth, values="best")
    assert (found.value, found.best_moves) == (same.value, same.best_moves)


STEP_BY_STEP_OR_NOT: list[dict[str, Any]] = [{}, {"time_limit": 1000}]


@pytest.mark.engine
@examples(60)
@given(game=games(max_nodes=32, max_out=3), limit=st.integers(0, 60))
def test_node_limits_leave_true_bounds(game: ExplicitGame, limit: int) -> None:
    truth = minimax(game)
    for way, options in WAYS.items():
        more: dict[str, Any]
        for more in STEP_BY_STEP_OR_NOT:
            with told(f"{way}, {more}"):
                found = deepen.analyse(FullGame(game), **options, **more, node_limit=limit)
                check_claims(found, truth)
                assert found.status in ("solved", "node-limit")
                if found.status == "solved":
                    check_status(found, None, finds_every_value(way))
                if "threads" not in way:
                    assert found.nodes <= limit


@pytest.mark.parametrize("way", [way for way in WAYS if "threads" not in way])
@pytest.mark.parametrize("limit", [0, 1, 2, 127, 128, 129, 1000, 12_345])
def test_node_limit_is_exact(way: str, limit: int) -> None:
    found = deepen.analyse(Endless(1), **WAYS[way], node_limit=limit)
    assert (found.status, found.nodes, found.exact) == ("node-limit", limit, False)


@pytest.mark.engine
@pytest.mark.parametrize("threads", [2, 8])
@pytest.mark.parametrize("more", STEP_BY_STEP_OR_NOT, ids=str)
def test_node_limits_count_all_threads(threads: int, more: dict[str, Any]) -> None:
    found = deepen.analyse(Endless(1), threads=threads, node_limit=400_000, **more)
    assert found.status == "node-limit"
    assert 200_000 <= found.nodes <= 400_000 + 1_000 * threads


SMALL_STACK = """
import sys, threading
import deepen, games_random

answers = []
def analyse():
    more = eval(sys.argv[1])
    try:
        answers.append(deepen.analyse(games_random.Endless(1), node_limit=150_000, **more).status)
    except deepen.DeepenError as error:
        answers.append(type(error).__name__)
deepen.analyse(games_random.Endless(1), node_limit=10)  # compiles
threading.stack_size(128 << 10)
thread = threading.Thread(target=analyse)
thread.start()
thread.join()
print(*answers)
"""


@pytest.mark.parametrize(
    "options",
    ["{}", "{'threads': 2}", *slow("{'algorithm': 'minimax'}", "{'time_limit': 1000}")],
)
def test_deep_searches_on_a_small_stack(options: str) -> None:
    """A thousand moves deep, in a thread whose stack has not room for so many calls."""
    run = run_python(SMALL_STACK, options, folder=HERE)
    assert (run.returncode, run.stdout.strip()) == (0, "node-limit"), run.stderr


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("more", [{"depth": 3}, {"node_limit": 2_000}], ids=str)
def test_open_bounds_are_none(compiled: bool, more: dict[str, Any]) -> None:
    """Rewards are added to bounds, but not to one that is not there."""
    found = deepen.analyse(Endless(1), compiled=compiled, **more)
    known: list[deepen.Analysis | deepen.MoveValue] = [found, *found.moves]
    assert {(each.lower_bound, each.upper_bound) for each in known} == {(None, None)}
    objects = deepen.analyse(FullObjects(seeded_game(3)), depth=1, bounds=False)
    ends = [end for move in objects.moves for end in (move.lower_bound, move.upper_bound)]
    assert all(end is None or abs(end) < 100 for end in ends)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_time_limits(way: str, compiled: bool) -> None:
    found = deepen.analyse(Endless(1), **WAYS[way], time_limit=0.05, compiled=compiled)
    assert (found.status, found.exact) == ("time-limit", False)
    assert found.nodes > 0
    assert 0.05 <= found.seconds < 5
    assert deepen.analyse(Endless(1), **WAYS[way], time_limit=0).status == "time-limit"


def test_time_limit_of_objects() -> None:
    found = deepen.analyse(EndlessObjects(), time_limit=0.05)
    assert (found.status, found.exact) == ("time-limit", False)


@pytest.mark.engine
@pytest.mark.parametrize("limit", [10_000, 100_000, 1_000_000, 30_000_000])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_table_stays_within_its_memory(limit: int, threads: int) -> None:
    found = deepen.analyse(DotsAndBoxes(4), memory_limit=limit, node_limit=200_000, threads=threads)
    assert found.peak_bytes <= max(limit, 200_000)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress(threads: int) -> None:
    seen: list[deepen.AnalysisProgress] = []
    found = deepen.analyse(Endless(1), time_limit=0.5, on_progress=seen.append, threads=threads)
    assert 1 <= len(seen) <= 4
    assert all(b.seconds - a.seconds >= 0.1 for a, b in pairwise(seen))
    assert all(a.nodes <= b.nodes for a, b in pairwise(seen))
    assert 0 < seen[-1].nodes <= found.nodes


class Enough(Exception):
    pass


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_in_on_progress_comes_out_unchanged(threads: int) -> None:
    enough = Enough("stop here")

    def stop(progress: Any) -> None:
        raise enough

    with pytest.raises(Enough) as caught:
        deepen.analyse(Endless(1), on_progress=stop, time_limit=20, threads=threads)
    assert caught.value is enough


INTERRUPTED = """
import json, os, signal, threading
import deepen, games_random

calls = {
    "negamax": lambda: deepen.analyse(games_random.Endless(1)),
    "deepening": lambda: deepen.analyse(games_random.Endless(1), time_limit=1000),
    "alphabeta": lambda: deepen.analyse(games_random.Endless(1), algorithm="alphabeta"),
    "minimax": lambda: deepen.analyse(games_random.Endless(1), algorithm="minimax"),
    "two threads": lambda: deepen.analyse(games_random.Endless(1), threads=2),
    "interpreted": lambda: deepen.analyse(games_random.Endless(1), compiled=False),
    "objects": lambda: deepen.analyse(games_random.EndlessObjects()),
}
deepen.analyse(games_random.Endless(1), node_limit=10)  # compiles
for name, call in calls.items():
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        call()
    except KeyboardInterrupt as caught:
        found = caught.partial
        print(json.dumps([name, type(caught).__name__, found.status, found.nodes, found.depth]))
    # The interpreter is in order, and searches go on working.
    timer.join()
    assert deepen.analyse(games_random.Endless(1), node_limit=10).nodes == 10
    assert threading.active_count() == 1, threading.enumerate()
"""


def test_ctrl_c_keeps_what_was_found() -> None:
    run = run_python(INTERRUPTED, folder=HERE)
    assert run.returncode == 0, run.stderr
    seen = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(seen) == 7
    for search, kind, status, nodes, depth in seen:
        assert (kind, status) == ("Interrupted", "interrupted"), search
        assert nodes > 0, search
        assert depth > 3 if search == "deepening" else depth == 0, search


# Rules that go wrong. The line at fault is marked.

TEMPLATE = """
import deepen
from deepen import bits, popcount

class Wrong(deepen.Game):
    board_fields = {{"size": "i8", "cells": ("i8", 4)}}

    @deepen.rule
    def moves(board, state):
{moves}

    @deepen.rule
    def evaluate(board, state):
{evaluate}

    @deepen.rule
    def order(board, state, action, child, reward):
{order}

    @deepen.rule
    def bounds(board, state):
{bounds}

    @deepen.rule
    def canonical(board, state):
{canonical}

game = Wrong(5, {{"size": 4, "cells": [1, 2, 3, 4]}})
"""
RIGHT = {
    "moves": "yield 0, state + 1, 1\nyield 1, state + 2, 0, False",
    "evaluate": "return 0",
    "order": "return action",
    "bounds": "return -1000, 1000",
    "canonical": "return state",
}
MARK = "# here"
WRONG = {
    "an unknown name": ("moves", "yield 0, state + mystery  # here", "mystery"),
    "an unknown field": ("moves", "yield 0, state + board.width  # here", "width"),
    "a bare number": ("moves", "yield state + 1  # here", ""),
    "one value": ("moves", "yield (state + 1,)  # here", ""),
    "five values": ("moves", "yield 0, state, 1, False, 2  # here", ""),
    "a tuple as the state": ("moves", "yield 0, (state, 1)  # here", ""),
    "a float as the reward": ("moves", "yield 0, state + 1, 1.5  # here", "reward"),
    "a float as the action": ("moves", "yield 0.5, state + 1  # here", "action"),
    "a negative action": ("moves", "yield 4 - state, state + 1  # here", "-1"),
    "a large action": ("moves", "yield (state - 4) << 31, state + 1  # here", "2147483648"),
    "a large reward": ("moves", "yield 0, state + 1, (state - 4) << 30  # here", "1073741824"),
    "a large loss": ("moves", "yield 0, state + 1, -(1 << 30)  # here", "-1073741824"),
    "a string for again": ("moves", 'yield 0, state + 1, 0, "yes"  # here', ""),
    "an index past the end": ("moves", "yield 0, board.cells[state]  # here", "IndexError"),
    "a raise": ("moves", """
if state == 7:
    raise ValueError("seven")  # here
yield 0, state + 1
""", "seven"),
    "moves that return": ("moves", "return [(0, state + 1)]  # here", "yield"),
    "moves without end": ("moves", """
while True:
    yield 0, state + 1  # here
""", "65536"),
    "a float as a guess": ("evaluate", "return state / 2  # here", ""),
    "a large guess": ("evaluate", "return (state - 5) << 30  # here", ""),
    "a raise in evaluate": ("evaluate", "return 7 // (state - state)  # here", "ZeroDivision"),
    "nothing as an order": ("order", "return  # here", ""),
    "a large order": ("order", "return 1 << 40  # here", ""),
    "a raise in order": ("order", "return board.cells[state]  # here", "IndexError"),
    "one bound": ("bounds", "return state  # here", ""),
    "three bounds": ("bounds", "return 0, 1, 2  # here", ""),
    "a float as a bound": ("bounds", "return 0, state / 2  # here", ""),
    "bounds the wrong way round": ("bounds", "return 1, -1  # here", ""),
    "a raise in bounds": ("bounds", "return 0, board.cells[state]  # here", "IndexError"),
    "a tuple as the canonical state": ("canonical", "return state, 1  # here", ""),
    "a float as the canonical state": ("canonical", "return state / 2  # here", ""),
    "a raise in canonical": ("canonical", "return board.cells[state]  # here", "IndexError"),
}  # fmt: skip


def wrong_game(folder: Path, **rules: str) -> Any:
    texts = {
        rule: "\n".join(f"        {line}" for line in text.strip("\n").splitlines())
        for rule, text in {**RIGHT, **rules}.items()
    }
    linecache.clearcache()
    return module_from(folder / "wrong_game.py", TEMPLATE.format(**texts)).game


@pytest.mark.parametrize(("name", "compiled"), [*both_ways(WRONG)])
def test_rules_that_go_wrong(tmp_path: Path, name: str, compiled: bool) -> None:
    rule, text, word = WRONG[name]
    game = wrong_game(tmp_path, **{rule: text})
    few = compiled and not support.every_case  # a rule that fails to compile fails each time anew
    others = () if few else ("negamax", "alphabeta, everything")
    for way in ("negamax, two threads", *others):
        with pytest.raises(deepen.RuleError) as caught:
            deepen.analyse(game, **WAYS[way], compiled=compiled, depth=4)
        error = caught.value
        lines = (tmp_path / "wrong_game.py").read_text().splitlines()
        assert error.filename == str(tmp_path / "wrong_game.py")
        assert MARK in lines[error.line - 1], f"{error.line}: {lines[error.line - 1]}"
        assert lines[error.line - 1].strip() in str(error)
        assert error.hint
        assert word in str(error)
        assert "numba" not in str(error).lower()
    # The interpreter survived, and so did the engine.
    assert deepen.analyse(Matches(5)).value == 1


@pytest.mark.engine
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("threads", [1, 2])
def test_values_that_grow_beyond_the_limit(tmp_path: Path, compiled: bool, threads: int) -> None:
    game = wrong_game(
        tmp_path, moves="yield 0, state + 1, 1 << 29, True", bounds="return -1000, (1 << 30) - 1"
    )
    with pytest.raises(deepen.RuleError, match="is worth"):
        deepen.analyse(game, depth=6, compiled=compiled, threads=threads)


def test_a_game_without_moves_is_refused() -> None:
    game = type("Half", (deepen.Game,), {})
    with pytest.raises(deepen.RuleError, match=r"Half.*moves"):
        game(0)


class Mistaken(EndlessObjects):
    """An exception of one's own method comes out unchanged."""

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        raise KeyError("mine")


def test_an_exception_in_an_object_game() -> None:
    with pytest.raises(KeyError, match="mine"):
        deepen.analyse(Mistaken())


# Calls that make no sense


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"algorithm": "astar"}, "algorithm"),
        ({"depth": -1}, "depth"),
        ({"depth": 0}, "depth"),
        ({"depth": 5000}, "depth"),
        ({"table": False, "threads": 2}, "threads"),
        ({"depth": 2.5}, "depth"),
        ({"threads": -1}, "threads"),
        ({"threads": -2}, "threads"),
        ({"values": "some"}, "values"),
        ({"time_limit": -1}, "time_limit"),
        ({"node_limit": -1}, "node_limit"),
        ({"memory_limit": -1}, "memory_limit"),
        ({"algorithm": "minimax", "threads": 2}, "threads"),
    ],
    ids=str,
)
def test_wrong_arguments(options: dict[str, Any], word: str) -> None:
    with pytest.raises(deepen.UsageError, match=word):
        deepen.analyse(Matches(5), **options)


def test_a_puzzle_is_no_game() -> None:
    with pytest.raises(deepen.UsageError):
        deepen.analyse(tiles.parse("1 2 0 3 4 5 6 7 8"))  # type: ignore[arg-type]
    with pytest.raises(deepen.UsageError):
        deepen.solve(Matches(5))  # type: ignore[arg-type]


# Playing


def test_playing_moves() -> None:
    game = Coins([3, 9, 1])
    moves = game.legal_moves()
    assert [(move.text, move.action, move.reward, move.again) for move in moves] == [
        ("0", 0, 3, False),
        ("1", 1, 1, False),
    ]
    after = game.play("0").play(moves_of(game.play("0"))[0])
    assert (after.score, after.to_move) == (3 - 9, 0)
    assert (game.score, game.to_move, game.start) == (0, 0, 3 << 8)
    assert game.play(1).score == 1


def moves_of(game: deepen.Game) -> list[deepen.Move]:
    return game.legal_moves()


def test_whoever_moves_again_stays_the_mover() -> None:
    game = DotsAndBoxes(1)
    for side in ("0", "1", "2"):
        game = game.play(side)
    assert (game.to_move, game.score) == (1, 0)
    game = game.play("3")
    assert (game.to_move, game.score, game.legal_moves()) == (1, -1, [])


@examples(40)
@given(game=games(max_nodes=10))
def test_playing_best_moves_gains_the_value(game: ExplicitGame) -> None:
    """Both sides follow a fresh analysis after each move, which always knows the rest."""
    position: Any = FullGame(game)
    promised = deepen.analyse(position).value
    while found := deepen.analyse(position).best_moves:
        position = position.play(found[-1])
    assert position.score == promised


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(deepen.InputError, match=r"'7' is not a legal move; legal are: 0, 1"):
        Coins([3, 9, 1]).play("7")
    with pytest.raises(deepen.InputError, match="the game is over"):
        Coins([]).play("0")
