"""Turns failures of rules into a `RuleError` that shows the user's own line and a way out."""

from __future__ import annotations

import dis
import linecache
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FunctionType
from typing import TYPE_CHECKING, Any

from deepen._words import BOARD_IS_CONSTANT
from deepen.errors import RuleError
from deepen.rules import Rule

if TYPE_CHECKING:
    from deepen._packed import Packed

# The ways in which Numba names a place.
_PLACE = re.compile(r'File "([^"]+)", line (\d+)|(?:at|from) (\S+) \((\d+)\)')
_UNKNOWN = re.compile(
    r"name '(\w+)' is not defined|Untyped global name '(\w+)'|no attribute '(\w+)'"
)

# Our own words inside a message of Numba's.
YIELD_FAULT = "|deepen|"

# What Numba says, what it means in a rule, and what to write instead.
_KNOWN: list[tuple[str, str, str]] = [
    (
        "a compiled rule cannot print",
        "a compiled rule cannot print: the interpreter is not there while the engine searches",
        "Run it with `compiled=False` to print, or take the print out.",
    ),
    (
        r"\|deepen\|(.+?)\|deepen\|",
        "{0}",
        "Every yield gives `action, state` or `action, state, cost`, all integers.",
    ),
    (
        r"Unknown attribute '(\w+)' (?:for|of) type (?:Record|Board)",
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
    function: Callable[..., Any], error: Exception, packed: type[Packed]
) -> RuleError:
    """Explains an exception of Numba."""
    text = str(error)
    filename, line = _place_in(text, error, function)
    reason, hint = _explained(text, packed)
    return RuleError(
        f"in {function.__name__}: {reason}",
        filename=filename,
        line=line,
        source=linecache.getline(filename, line),
        hint=hint,
    )


_SHAPES = (
    "successors: `yield action, state` or `yield action, state, cost`; "
    "moves: `yield action, state[, reward[, again]]`; is_goal: True or False; "
    "a heuristic, evaluate, order: an integer; bounds: (low, high); canonical: a state."
)


def shape_error(function: Callable[..., Any], reason: str, hint: str = _SHAPES) -> RuleError:
    """A rule that compiles but returns or yields something else than it must."""
    code = function.__code__
    line = _line_with(code, "YIELD_VALUE") or _line_with(code, "RETURN_") or _line_of_def(code)
    return RuleError(
        reason,
        filename=code.co_filename,
        line=line,
        source=linecache.getline(code.co_filename, line),
        hint=hint,
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
    filename = function.__code__.co_filename
    own = [frame for frame in frames if frame.filename == filename]
    # None of its own: it was not even entered, as with a wrong number of arguments.
    line = own[-1].lineno or 0 if own else _line_of_def(function.__code__)
    name = own[-1].name if own else function.__name__
    return RuleError(
        f"in {name}: {type(error).__name__}: {error}, for state {state}",
        filename=filename,
        line=line,
        source=linecache.getline(filename, line),
        hint="`compiled=False` runs the rule in the interpreter, where a debugger can stop.",
    )


def _place_in(text: str, error: Exception, function: Callable[..., Any]) -> tuple[str, int]:
    """The innermost place in the user's file: Numba names the whole chain, innermost first."""
    own = function.__code__.co_filename
    unknown = _UNKNOWN.search(text)
    if unknown:  # Numba names only the caller of the helper that has it
        place = _place_of_name(function, next(filter(None, unknown.groups())), set())
        if place is not None:
            return place
    for groups in _PLACE.findall(text):
        name, line = groups[:2] if groups[0] else groups[2:]
        if name == own or own.endswith(name.lstrip("./")):
            return own, int(line)
    return own, _line_of_def(function.__code__)


def _place_of_name(function: Any, name: str, seen: set[Any]) -> tuple[str, int] | None:
    """Where a function or a helper of it uses a name that it does not make itself."""
    if isinstance(function, Rule):
        function = function.function
    if not isinstance(function, FunctionType) or function in seen:
        return None
    seen.add(function)
    code, names = function.__code__, function.__globals__
    for instruction, line in _with_lines(code):
        if instruction.argval == name and instruction.opname.startswith("LOAD_"):
            return code.co_filename, line
    helpers = [names[used] for used in code.co_names if used in names]
    helpers += [cell.cell_contents for cell in function.__closure__ or ()]
    places = (_place_of_name(helper, name, seen) for helper in helpers)
    return next((place for place in places if place is not None), None)


def _explained(text: str, packed: type[Packed]) -> tuple[str, str]:
    fields = ", ".join(packed.board_fields) or "no field"
    for pattern, reason, hint in _KNOWN:
        found = re.search(pattern, text)
        if found:
            words = [group for group in found.groups() if group is not None]
            return reason.format(*words, fields=fields), hint.format(*words, fields=fields)
    first = next((line.strip() for line in text.splitlines() if _is_telling(line)), "unknown")
    return f"cannot be compiled: {first}", "`compiled=False` runs any Python, more slowly."


def _is_telling(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("Failed in")


def line_of_return(function: Callable[..., Any], *arguments: Any) -> int:
    """The line on which a function leaves, for these arguments: found by calling it once more."""
    code = getattr(function, "__code__", None)
    line = _line_of_def(code)

    def trace(frame: Any, event: str, value: Any) -> Any:
        nonlocal line
        if frame.f_code is code and event == "return":
            line = frame.f_lineno
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    return line


UNFINISHED = 6
"""The engine's word for a rule that did not return when the search had to stop."""
_PATIENCE = 0.05


class _StillBusy(BaseException):
    """Leaves a rule that does not end, from inside."""


def unfinished_error(run_again: Callable[[], Exception]) -> Exception:
    """Names the line at which a rule stays: it is run once more, for a moment, and interrupted."""
    over = threading.Event()
    poking = threading.Thread(target=_poke, args=(threading.get_ident(), over))
    poking.start()
    try:
        found: Any = run_again()
        over.set()
    except _StillBusy as busy:
        over.set()
        found = busy.__traceback__
    with suppress(_StillBusy):  # one more may have been on its way
        poking.join()
    return found if isinstance(found, Exception) else _stayed_at(found)


def _poke(thread: int, over: threading.Event) -> None:
    """Raises in a thread until it is over: the first may come where it is swallowed."""
    import ctypes

    while not over.wait(_PATIENCE):
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread), ctypes.py_object(_StillBusy)
        )


def _stayed_at(trace: Any) -> Exception:
    frames = [(frame, line) for frame, line in traceback.walk_tb(trace)]
    own = os.path.dirname(__file__)
    users = [os.path.dirname(frame.f_code.co_filename) != own for frame, _ in frames]
    if not any(users):
        return RuleError("a rule did not return when the search had to stop")
    innermost = max(i for i, is_users in enumerate(users) if is_users)
    asked = max((i for i in range(innermost) if not users[i]), default=0)
    frame, line = frames[innermost]
    filename = frame.f_code.co_filename
    return RuleError(
        f"in {frames[asked + 1][0].f_code.co_name}: it did not return when the search had to "
        f"stop, for state {frames[asked][0].f_locals.get('state')}",
        filename=filename,
        line=line,
        source=linecache.getline(filename, line),
        hint="Does every loop here end, for every state? This is where it was.",
    )


def _line_of_def(code: Any) -> int:
    """Of the `def` itself: a function's first line is that of its decorators."""
    for line in range(code.co_firstlineno, code.co_firstlineno + 50):
        if linecache.getline(code.co_filename, line).lstrip().startswith("def "):
            return line
    return int(code.co_firstlineno)


def _line_with(code: Any, operation: str) -> int | None:
    lines = (line for found, line in _with_lines(code) if found.opname.startswith(operation))
    return next(lines, None)


def _with_lines(code: Any) -> Iterator[tuple[dis.Instruction, int]]:
    """The instructions of a function, each with its line."""
    for instruction in dis.get_instructions(code):
        if instruction.positions is not None and instruction.positions.lineno is not None:
            yield instruction, instruction.positions.lineno
