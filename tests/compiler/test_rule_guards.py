"""Rules that do not end, that go too deep, that print or read what is not set."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest
from numba.core.compiler import run_frontend

import deepen
from deepen.compiler.loops import Loops
from support import slow

both = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])


def endless(state: int) -> int:
    """A helper that ends for 0 only."""
    steps = state
    while steps != 0:
        steps = steps * 3 | 1
    return steps


def depth_of(state: int) -> int:
    return 0 if state == 0 else 1 + depth_of(state - 1)


def is_even(state: int) -> bool:
    return True if state == 0 else is_odd(state - 1)


def is_odd(state: int) -> bool:
    return False if state == 0 else is_even(state - 1)


class Count(deepen.Puzzle):
    """From 0 to 3, one by one; what goes wrong on the way is for others to say."""

    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        yield 0, state + 1

    @deepen.rule
    def is_goal(board: Any, state: int) -> Any:
        return state == 3


class EndlessSuccessors(Count):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        yield 0, state + 1 + endless(state)


class EndlessGoal(Count):
    @deepen.rule
    def is_goal(board: Any, state: int) -> Any:
        return endless(state) + state == 3


class EndlessHeuristic(Count):
    @deepen.heuristic(admissible=True)
    def never(board: Any, state: int) -> Any:
        return endless(state)


class LongRange(Count):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        total = 0
        for i in range(1 << 60):
            total ^= i
        yield 0, total


class ClearedAndSet(Count):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        rest = 5
        while rest != 0:
            rest &= rest - 1
            rest |= 1
        yield 0, rest


class ClearedNowAndThen(Count):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        rest = 5
        while rest:
            if state > 0:
                rest &= rest - 1
        yield 0, rest


class AnotherIsCleared(Count):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        rest = other = 5
        while rest != 0:
            other &= other - 1
            if state > 0:
                rest = other
        yield 0, rest


class ClearedButNotAsked(Count):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        rest = 5
        while state == 0 or rest != 0:
            rest &= rest - 1
        yield 0, rest


class ClearedByAnOldNumber(Count):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        rest = 7
        less = rest - 1
        while rest != 0:
            rest &= less
        yield 0, rest


class ManyShortLoops(Count):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        total = 0
        for a in range(60):
            for b in range(60):
                for c in range(60):
                    for d in range(60):
                        for e in range(60):
                            total = total * 5 ^ a ^ b ^ c ^ d ^ e
        yield 0, total


class EndlessGame(deepen.Game):
    """Which of its rules does not end is for others to say."""

    @deepen.rule
    def moves(board: Any, state: int) -> Any:
        if state < 6:
            yield 0, state + 1, 1


class EndlessMoves(EndlessGame):
    @deepen.rule
    def moves(board: Any, state: int) -> Any:
        if state < 6:
            yield 0, state + 1 + endless(state), 1


class EndlessCanonical(EndlessGame):
    @deepen.rule
    def canonical(board: Any, state: int) -> Any:
        return state + endless(state)


class EndlessBounds(EndlessGame):
    @deepen.rule
    def bounds(board: Any, state: int) -> Any:
        return -9 - endless(state), 9


class EndlessOrder(EndlessGame):
    @deepen.rule
    def order(board: Any, state: int, action: int, child: int, reward: int) -> Any:
        return endless(child)


class EndlessObjects(deepen.ObjectPuzzle):
    start = 1

    def actions(self, state: int) -> list[int]:
        return [endless(state)]

    def result(self, state: int, action: int) -> int:
        return state

    def is_goal(self, state: int) -> bool:
        return False


class EveryRange(Count):
    """Ranges of all lengths and steps, left early and not."""

    board_fields = {"length": "i8", "small": "i4", "step": "i8"}

    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        total = 0
        for i in range(board.length):
            total = total * 3 + i
        for i in range(board.small):
            if i == 300:
                break
            total = total * 5 ^ i
        for i in range(board.length, -board.length, -board.step):
            if i & 1:
                continue
            total = total * 7 + i
        for i in range(-board.small, board.small, board.step):
            for j in range(i & 7):
                total = total * 11 + j
        yield 0, total | 1

    @deepen.rule
    def is_goal(board: Any, state: int) -> Any:
        return state != 0


@pytest.mark.parametrize("step", [1, 3, 70])
def test_a_long_range_is_gone_through_once(step: int) -> None:
    for length in (0, 1, 63, 64, 65, 255, 256, 257, 511, 512, 513, 700):
        board = {"length": length, "small": length, "step": step}
        found = [
            deepen.solve(EveryRange(0, board), compiled=compiled).states
            for compiled in (True, False)
        ]
        assert found[0] == found[1]


@pytest.mark.parametrize(
    "puzzle",
    [
        ClearedAndSet,
        ManyShortLoops,
        *slow(ClearedNowAndThen, AnotherIsCleared, ClearedButNotAsked, ClearedByAnOldNumber),
    ],
    ids=lambda p: p.__name__,
)
def test_a_loop_that_only_seems_to_end_soon(puzzle: Any) -> None:
    with pytest.raises(deepen.RuleError, match="did not return when the search had to"):
        deepen.solve(puzzle(0), time_limit=0.05)


def test_loops_that_end_soon_cost_nothing() -> None:
    def clear(word: int) -> int:
        turns = 0
        while word != 0:
            word &= word - 1
            turns += 1
            if turns == 9:
                continue
        while turns:
            turns = turns & turns - 1
        for number in (1, 2, 3):
            turns += number
        return turns

    def count(word: int) -> int:
        while word > 0:
            word -= 1
        return word

    assert not Loops().change(run_frontend(clear), clear)
    assert Loops().change(run_frontend(count), count)


_LOOP_LINES = ("while steps != 0:", "steps = steps * 3 | 1", "for i in", "total ^= i")


@both
@pytest.mark.parametrize(
    "puzzle",
    [EndlessSuccessors, EndlessGoal, EndlessHeuristic, LongRange],
    ids=lambda p: p.__name__,
)
def test_a_rule_that_never_returns_ends_with_the_time(puzzle: Any, compiled: bool) -> None:
    with pytest.raises(deepen.RuleError, match="did not return when the search had to") as caught:
        deepen.solve(puzzle(0), "astar", time_limit=0.05, compiled=compiled)
    lines = Path(__file__).read_text().splitlines()
    assert lines[caught.value.line - 1].strip().startswith(_LOOP_LINES)
    assert caught.value.filename == __file__
    assert "for state" in caught.value.reason


@both
@pytest.mark.parametrize("threads", [1, *slow(2)])
@pytest.mark.parametrize(
    "game",
    [EndlessMoves, EndlessBounds, *slow(EndlessCanonical, EndlessOrder)],
    ids=lambda g: g.__name__,
)
def test_a_rule_of_a_game_that_never_returns(game: Any, threads: int, compiled: bool) -> None:
    if threads > 1 and not compiled:
        return  # they take turns anyway
    with pytest.raises(deepen.RuleError, match="did not return when the search had to"):
        deepen.analyse(game(1), time_limit=0.05, threads=threads, compiled=compiled)


def test_a_method_that_never_returns() -> None:
    with pytest.raises(deepen.RuleError, match=r"in actions: it did not return .* for state 1"):
        deepen.solve(EndlessObjects(), time_limit=0.05)


class Slow(Count):
    """Takes long for every state, but ends."""

    board_fields = {"turns": "i8"}

    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        total = 0
        for i in range(board.turns):
            total += i ^ state
        yield total & 1, state + 1

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return False


@both
def test_a_slow_rule_meets_its_time_limit_as_any_other(compiled: bool) -> None:
    puzzle = Slow(0, {"turns": 2_000_000 if compiled else 2_000})
    solution = deepen.solve(puzzle, "breadth-first", time_limit=0.05, compiled=compiled)
    assert solution.status == "time-limit"


@both
def test_a_function_that_calls_itself_without_end(compiled: bool) -> None:
    class Deep(Count):
        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            yield 0, depth_of(-1)

    with pytest.raises(deepen.RuleError, match="in depth_of: RecursionError"):
        deepen.solve(Deep(0), compiled=compiled)


@both
def test_functions_may_call_themselves_and_each_other(compiled: bool) -> None:
    class Recursive(Count):
        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            yield depth_of(state), state + 1
            if is_even(state + 10):
                yield 99, state + 2

    assert deepen.solve(Recursive(0), compiled=compiled).actions == [99, 2]


def test_deep_recursion_on_a_small_stack_is_an_error_not_a_crash() -> None:
    found: list[Any] = []

    class Deeper(Count):
        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            yield 0, depth_of(1 << 40)

    def run() -> None:
        try:
            deepen.solve(Deeper(0))
        except deepen.RuleError as error:
            found.append(error.reason)

    before = threading.stack_size(256 << 10)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert "RecursionError" in found[0]


def test_print_is_refused_with_its_line() -> None:
    class Prints(Count):
        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            print("at", state)
            yield 0, state + 1

    with pytest.raises(deepen.RuleError, match="cannot print") as caught:
        deepen.solve(Prints(0))
    assert 'print("at", state)' in str(caught.value)
    assert "compiled=False" in caught.value.hint


def test_print_in_a_helper_and_in_the_interpreter(capsys: pytest.CaptureFixture[str]) -> None:
    def told(state: int) -> int:
        print("at", state)
        return state

    class Prints(Count):
        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            yield 0, told(state) + 1

    with pytest.raises(deepen.RuleError, match="cannot print"):
        deepen.solve(Prints(0))
    deepen.solve(Prints(0), compiled=False)
    assert capsys.readouterr().out == "at 0\nat 1\nat 2\n" * 2  # searched, and checked


@both
def test_a_variable_that_is_not_set_on_every_way(compiled: bool) -> None:
    class Unset(Count):
        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            if state < 1:
                extra = 1
            yield 0, state + extra

    with pytest.raises(deepen.RuleError, match=r"UnboundLocalError.* for state 1") as caught:
        deepen.solve(Unset(0), compiled=compiled)
    assert "state + extra" in str(caught.value)


@both
def test_a_loop_variable_may_be_read_after_its_loop(compiled: bool) -> None:
    class After(Count):
        @deepen.rule
        def successors(board: Any, state: int) -> Any:
            for i in range(state + 1):
                if i == 9:
                    break
            yield i, state + 1

    assert deepen.solve(After(0), compiled=compiled).actions == [0, 1, 2]


INTERRUPTED = """
    import sys
    import deepen

    def endless(state):
        while state != 0:
            state = state * 3 | 1
        return state

    class Endless(deepen.Puzzle):
        @deepen.rule
        def successors(board, state):
            yield 0, endless(state)

        @deepen.rule
        def is_goal(board, state):
            return state == 2

    deepen.solve(Endless(0), node_limit=1, compiled={compiled})
    print("ready", flush=True)
    try:
        deepen.solve(Endless(1), compiled={compiled})
    except KeyboardInterrupt as interrupt:
        print(interrupt.__cause__)
    print(deepen.solve(Endless(0), node_limit=1, compiled={compiled}).status)
"""


@both
def test_ctrl_c_ends_a_rule_that_never_returns(compiled: bool, tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(textwrap.dedent(INTERRUPTED.format(compiled=compiled)))
    process = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    threading.Timer(0.2, process.send_signal, [signal.SIGINT]).start()
    said, _ = process.communicate(timeout=60)
    assert f"{script}:" in said
    assert "in successors: it did not return" in said
    assert said.endswith("unsolvable\n") or said.endswith("node-limit\n")
    assert process.returncode == 0
