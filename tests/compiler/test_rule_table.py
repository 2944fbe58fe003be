"""The table of docs/rules.md: what it says may be used is compiled, what it refuses is refused."""

from __future__ import annotations

import linecache
import re
from pathlib import Path
from typing import Any

import pytest

import deepen
from deepen.compiler.abi import width_of
from deepen.compiler.native_call import NativePuzzle
from deepen.interpreter.puzzles import InterpretedPuzzle

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()
_TABLE = PAGE.partition("| Python | for example |")[2].partition("\n\n")[0]
ROWS = [line.strip("|").split("|") for line in _TABLE.splitlines()[2:]]
NAMES = PAGE.partition("```python\n")[2].partition("```")[0]
EXAMPLES = [code for row in ROWS for code in re.findall(r"`([^`]+)`", row[1])]
REFUSED = [
    "[a, (b, a)]", "len({x for x in s})", "Kind(a)", "STEPS.append(a)", "len(NAMES[0])",
    "math.dist((a, b), (b, a))", "bin(a)", 'int("5")', "isinstance(a, int)",
    "print(a)", "Sizes().ROWS",
]  # fmt: skip


def puzzle_of(examples: list[str]) -> type[deepen.Puzzle]:
    """A puzzle whose action of a number writes the value of that example into the state."""
    functions = "\n".join(
        f"def example_{i}(a, b, s):\n    return {code}" for i, code in enumerate(examples)
    )
    calls = "\n".join(
        f"            yield {i}, (0, int(example_{i}(a, b, (a, b, 4))), {i + 1})"
        for i in range(len(examples))
    )
    source = f"""{NAMES}
import deepen
{functions}
class Examples(deepen.Puzzle):
    state_words = 3

    @deepen.rule
    def successors(board, state):
        a, b, done = state
        if done == 0:
{calls}

    @deepen.rule
    def is_goal(board, state):
        return False
"""
    names: dict[str, Any] = {"__name__": "table"}
    linecache.cache["table.py"] = (len(source), None, source.splitlines(True), "table.py")
    exec(compile(source, "table.py", "exec"), names)
    kind: type[deepen.Puzzle] = names["Examples"]
    return kind


def values(kind: Any, start: tuple[int, ...], compiled: bool) -> list[int]:
    """What each example is worth in a state."""
    puzzle, width = kind(start), width_of(kind.state_words)
    words = (*start, *(0,) * (width - len(start)))
    if compiled:
        found = NativePuzzle(puzzle).expand(words)
    else:
        found = InterpretedPuzzle(puzzle, None, width).expand(words, 0, along=False)
    return [child[1] for _, child, *_ in found]


def test_the_table_is_read() -> None:
    assert len(ROWS) > 20
    assert len(EXAMPLES) > 60
    assert len(values(puzzle_of(EXAMPLES), (1, 2, 0), compiled=False)) == len(EXAMPLES)


# One example in twenty; all of them take half a minute.
@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.slow)])
def test_what_the_table_shows_is_compiled(step: int) -> None:
    kind = puzzle_of(EXAMPLES[::step])
    for start in ((1, 2, 0), (2, 9, 0)):
        assert values(kind, start, compiled=True) == values(kind, start, compiled=False)


@pytest.mark.slow
@pytest.mark.parametrize("code", REFUSED)
def test_what_the_table_refuses_is_refused(code: str) -> None:
    assert any(f"`{code}`" in row[2] for row in ROWS)
    with pytest.raises(deepen.RuleError) as error:
        deepen.solve(puzzle_of([f"len([{code}])"])((1, 2, 0)))
    assert code in str(error.value)
