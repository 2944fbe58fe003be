"""Turns failures of rules into a `RuleError` that shows the user's own line and a way out."""

from __future__ import annotations

import linecache
import re
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deepen._words import BOARD_IS_CONSTANT
from deepen.errors import RuleError

if TYPE_CHECKING:
    from deepen.puzzle import Puzzle

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')

# Our own words inside a message of Numba's.
YIELD_FAULT = "|deepen|"

# What Numba says, what it means in a rule, and what to write instead.
_KNOWN: list[tuple[str, str, str]] = [
    (
        r"\|deepen\|(.+?)\|deepen\|",
        "{0}",
        "Every yield gives `action, state` or `action, state, cost`, all integers.",
    ),
    (
        r"Unknown attribute '(\w+)' (?:for|of) type Record",
        "the board has no field '{0}'",
        "board_fields has: {fields}.",
    ),
    (
        r"Record\([^)]*\)' has no attribute '(\w+)'|has no field '(\w+)'",
        "the board has no such field",
        "board_fields has: {fields}.",
    ),
    (
        rf"Cannot (?:modify|assign)[^\n]*readonly|{BOARD_IS_CONSTANT}",
        BOARD_IS_CONSTANT,
        "Keep what changes in the state; compute constants where the puzzle is made.",
    ),
    (
        r"Untyped global name '(\w+)'|NameError: name '(\w+)' is not defined"
        r"|global name '(\w+)' is not defined",
        "the name '{0}' is unknown to compiled code",
        "Use numbers, tuples, deepen's helpers and plain functions imported by their own name.",
    ),
    (
        r"Cannot unify (.+?) and (.+?) for",
        "a variable or result is {0} on one path and {1} on another",
        "Give it one type everywhere; rules compute with integers, so use // instead of /.",
    ),
    (
        r"(?:can't|cannot) (?:box|unify)|unsupported .*generator",
        "the parts of this rule do not fit together",
        "Every yield must give the same shape: action, state[, cost].",
    ),
    (
        r"No implementation of function Function\("
        r"<(?:built-in function|class|intrinsic|function) '?(\w+)",
        "'{0}' cannot be used with these values in compiled code",
        "Rules compute with integers, booleans and tuples of them; lists, dicts, sets and strings "
        "belong outside. `compiled=False` runs any Python.",
    ),
    (
        r"Use of unsupported (?:opcode|NumPy function|feature)|is not supported|Unsupported",
        "this Python feature cannot be compiled",
        "Rules compute with integers, booleans and tuples; `compiled=False` runs any Python.",
    ),
]


def compile_error(
    function: Callable[..., Any], error: Exception, puzzle: type[Puzzle]
) -> RuleError:
    """Explains an exception of Numba."""
    text = str(error)
    filename, line = _place_in(text, error, function)
    reason, hint = _explained(text, puzzle)
    return RuleError(
        f"in {function.__name__}: {reason}",
        filename=filename,
        line=line,
        source=linecache.getline(filename, line),
        hint=hint,
    )


def shape_error(function: Callable[..., Any], reason: str) -> RuleError:
    """A rule that compiles but returns or yields something else than it must."""
    code = function.__code__
    line = _first_yield(code) or code.co_firstlineno
    return RuleError(
        reason,
        filename=code.co_filename,
        line=line,
        source=linecache.getline(code.co_filename, line),
        hint="successors: `yield action, state` or `yield action, state, cost`; "
        "is_goal: True or False; a heuristic: an integer.",
    )


def value_error(function: Callable[..., Any], line: int, reason: str, hint: str) -> RuleError:
    """A value that no rule may give, found while the rule runs."""
    filename = function.__code__.co_filename
    return RuleError(
        f"in {function.__name__}: {reason}",
        filename=filename,
        line=line,
        source=linecache.getline(filename, line),
        hint=hint,
    )


def raised_error(function: Callable[..., Any], error: Exception, state: Any) -> RuleError:
    """An exception that a rule raised on some state."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == function.__code__.co_filename]
    frame = own[-1] if own else frames[-1]
    return RuleError(
        f"in {frame.name}: {type(error).__name__}: {error}, for state {state}",
        filename=frame.filename,
        line=frame.lineno or 0,
        source=frame.line or "",
        hint="`compiled=False` runs the rule in the interpreter, where a debugger can stop.",
    )


def _place_in(text: str, error: Exception, function: Callable[..., Any]) -> tuple[str, int]:
    """The innermost place in the user's file; Numba names the whole chain, outermost first."""
    own = function.__code__.co_filename
    places = [(name, int(line)) for name, line in _PLACE.findall(text)]
    for name, line in places:
        if name == own or own.endswith(name.lstrip("./")):
            return own, line
    place = getattr(error, "loc", None)
    if place is not None:
        return str(place.filename), int(place.line)
    return own, function.__code__.co_firstlineno


def _explained(text: str, puzzle: type[Puzzle]) -> tuple[str, str]:
    fields = ", ".join(puzzle.board_fields) or "no field"
    for pattern, reason, hint in _KNOWN:
        found = re.search(pattern, text)
        if found:
            words = [group for group in found.groups() if group is not None]
            return reason.format(*words, fields=fields), hint.format(*words, fields=fields)
    first = next((line.strip() for line in text.splitlines() if _is_telling(line)), "unknown")
    return f"cannot be compiled: {first}", "`compiled=False` runs any Python, more slowly."


def _is_telling(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("Failed in")


def _first_yield(code: Any) -> int | None:
    import dis

    line = None
    for instruction in dis.get_instructions(code):
        if instruction.starts_line is not None:
            line = getattr(instruction, "line_number", None) or instruction.starts_line
        if instruction.opname == "YIELD_VALUE":
            return line
    return None
