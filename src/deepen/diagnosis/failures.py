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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deepen._core import RuleFault
from deepen.compiler.abi import GAME_LIMIT, VALUE_LIMIT
from deepen.compiler.call_graph import calls_itself, with_helpers
from deepen.diagnosis.hints import ANY_PYTHON, type_in_words
from deepen.diagnosis.numba_messages import (
    CALL_HINT,
    CONSTANTS_HINT,
    FIELD_HINTS,
    Explanation,
    Failure,
    arguments_fault,
    explained,
    field_fault,
    name_fault,
    value_of,
)
from deepen.errors import RuleError
from deepen.packing.field_errors import (
    NO_STATE_FIELD,
    OF_FIELDS,
    FieldAttributeError,
    FieldTypeError,
    no_values_for_copy,
    of_uncalled,
)
from deepen.packing.machine_word import BOARD_IS_CONSTANT

if TYPE_CHECKING:
    from deepen.packing.packed import Packed

_PACKAGE = Path(__file__).parents[1]
_LIBRARY = Path(os.__file__).parent
# The ways in which Numba names a place.
_PLACE = re.compile(r'File "([^"]+)", line (\d+)|(?:at|from) (\S+) \((\d+)\)')
_UNKNOWN = re.compile(
    r"name '(\w+)' is not defined|Untyped global name '(\w+)'|no attribute '(\w+)'"
    r"|assigned to variable '(\w+)' in globals"
)


FAULTS = {
    RuleFault.raised: "a rule raised an exception in compiled code only",
    RuleFault.bad_value: "a rule gave a number out of range in compiled code only",
    RuleFault.too_many: "a state has too many successors in compiled code only",
    RuleFault.cost_overflow: f"a path costs more than {VALUE_LIMIT}",
    RuleFault.value_overflow: f"a position is worth {GAME_LIMIT} or more",
    RuleFault.unfinished: "a rule did not return in time",
    RuleFault.asymmetric: "canonical gives a state that goes on otherwise",
    RuleFault.paying_cycle: "play can come back to a position and bring points on the way, so that "
    "play without end has no value",
    RuleFault.wrong_number: "unrank makes another state of the number that rank gives",
    RuleFault.wrong_way_back: "moves and predecessors do not agree on what leads where",
}
"""Why the engine got no answer, where the interpreter has none that says more."""


def compile_error(
    function: Callable[..., Any], error: Exception, packed: type[Packed]
) -> RuleError:
    """Explains an exception of Numba."""
    text = str(error)
    if "recursion" in text:  # its type cannot be known before the first call returns
        return recursion_error(function)
    use = _use_in(text, function)
    filename, line = use[:2] if use else _place_in(text, function)
    failure = Failure(text, function, packed, filename, line, *use[2:] if use else ())
    reason, hint = explained(failure)
    return _error(f"in {function.__name__}: {reason}", filename, line, hint)


def shape_error(
    function: Callable[..., Any], reason: str, hint: str, returns: list[int] | None = None
) -> RuleError:
    """A rule that compiles but returns or yields something else than it must.

    `returns` are the lines at fault, if they are known.
    """
    code = function.__code__
    if function.__name__ not in reason:
        reason = f"in {function.__name__}: {reason}"
    lines = returns or sorted(_lines_with(code, "RETURN_")) or [_line_of_def(code)]
    return _error(reason, code.co_filename, lines[0], hint)


def lines_returning(compiled: Any, kind: str) -> list[int]:
    """The lines on which a function, as Numba has compiled it, returns a type, told in words.

    Where paths return different types, Numba casts them to one that holds all.
    """
    annotation: Any = getattr(compiled, "type_annotation", None)  # for reading: Numba's own
    found = []
    for block in annotation.blocks.values() if annotation is not None else ():
        made = {str(step.target): step.value for step in block.body if hasattr(step, "target")}
        for step in block.body:
            if type(step).__name__ == "Return":
                cast = made.get(str(step.value))
                source = str(getattr(cast, "value", step.value))
                if type_in_words(str(annotation.typemap.get(source))) == kind:
                    found.append(step.loc.line)
    return sorted(found)


def value_error(function: Callable[..., Any], line: int, reason: str, hint: str) -> RuleError:
    """A value that no rule may give, found while the rule runs."""
    return _error(f"in {function.__name__}: {reason}", function.__code__.co_filename, line, hint)


def rule_error(function: Callable[..., Any], reason: str, hint: str = "") -> RuleError:
    """A rule that is wrong as a whole, not at one of its lines."""
    return value_error(function, _line_of_def(function.__code__), reason, hint)


def raised_error(
    function: Callable[..., Any], error: Exception, state: Any, given: int
) -> RuleError:
    """An exception that a rule raised on some state, called with so many arguments."""
    frames = traceback.extract_tb(error.__traceback__)
    filename = function.__code__.co_filename
    own = [frame for frame in frames if frame.filename == filename]
    # None of its own: it was not even entered, as with a wrong number of arguments.
    line = own[-1].lineno or 0 if own else _line_of_def(function.__code__)
    name = own[-1].name if own else function.__name__
    reason, hint = _raised(function, error, given if not own else None)
    told = str(error) if isinstance(error, OF_FIELDS) else f"{type(error).__name__}: {error}"
    reason = reason or f"{told}, for state {state}"
    return _error(f"in {name}: {reason}", filename, line, hint)


def _raised(function: Callable[..., Any], error: Exception, given: int | None) -> Explanation:
    """What an exception means, if it is a mistake that compiled rules would show as well."""
    field = re.fullmatch(r"the board has no field '(\w+)'; it has: (.*)", str(error))
    uncalled = re.fullmatch(r"'method' object has no attribute '(\w+)'", str(error))
    values = re.fullmatch(r"State\.copy\(\) .*?(?:argument '(\w+)'|given)", str(error))
    if given is not None and isinstance(error, TypeError):
        return arguments_fault(function, given)
    if isinstance(error, AttributeError) and field:
        return field_fault(function, *field.groups())
    if isinstance(error, NameError) and not isinstance(error, UnboundLocalError):
        return name_fault(function, error.name or "")
    if str(error) == BOARD_IS_CONSTANT:
        return BOARD_IS_CONSTANT, CONSTANTS_HINT
    if str(error) in FIELD_HINTS:
        return str(error), FIELD_HINTS[str(error)]
    if isinstance(error, AttributeError) and str(error).startswith(NO_STATE_FIELD):
        return str(error), ""
    if isinstance(error, (FieldAttributeError, FieldTypeError)):  # whatever the state is
        return str(error), ""
    if isinstance(error, TypeError) and values:
        return no_values_for_copy(values[1] or "field"), ""
    if isinstance(error, AttributeError) and uncalled:
        return of_uncalled(uncalled[1]), CALL_HINT
    return "", "Under a debugger, with `compiled=False`, it stops at this line."


def method_error(owner: object, method: str, reason: str, hint: str) -> RuleError:
    """A method of an `ObjectPuzzle` or `ObjectGame` that gave what it must not."""
    code = getattr(getattr(type(owner), method, None), "__code__", None)
    filename, line = (code.co_filename, _line_of_def(code)) if code is not None else ("", 0)
    return _error(f"{type(owner).__name__}.{method} {reason}", filename, line, hint)


def recursion_error(function: Callable[..., Any]) -> RuleError:
    """Functions that call themselves or each other in a way that cannot be compiled."""
    found = next(filter(calls_itself, with_helpers(function)), function)
    reason = f"{found.__name__} calls itself, perhaps by way of others, and cannot be compiled so"
    hint = (
        "Write a loop with a list of what is left to do: `todo = [start]`, `while todo:`, "
        f"`todo.pop()`. {ANY_PYTHON}"
    )
    code = found.__code__
    return _error(f"in {function.__name__}: {reason}", code.co_filename, _line_of_def(code), hint)


def _error(reason: str, filename: str, line: int, hint: str) -> RuleError:
    source = linecache.getline(filename, line)
    return RuleError(reason, filename=filename, line=line, source=source, hint=hint)


def _use_in(text: str, function: Callable[..., Any]) -> _Use | None:
    """Where the name that Numba complains of is used: it tells only the caller of a helper."""
    unknown = _UNKNOWN.search(text)
    return unknown and _use_of(function, next(filter(None, unknown.groups())))


def _place_in(text: str, function: Callable[..., Any]) -> tuple[str, int]:
    """The innermost place in the user's file: Numba names the whole chain, innermost first."""
    own = function.__code__.co_filename
    for groups in _PLACE.findall(text):
        name, line = groups[:2] if groups[0] else groups[2:]
        if name == own or own.endswith(name.lstrip("./")):
            return own, int(line)
    return own, _line_of_def(function.__code__)


_Use = tuple[str, int, Any]
"""A name in somebody's rule: the file, the line, what it stands for."""


def _use_of(function: Callable[..., Any], name: str) -> _Use | None:
    """Where a function or a helper of it uses a name that it does not make itself."""
    for each in with_helpers(function):
        code = each.__code__
        for instruction, line in _with_lines(code):
            if instruction.argval == name and instruction.opname.startswith("LOAD_"):
                return code.co_filename, line, value_of(each, name)
    return None


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


_PATIENCE = 0.05


class _StillBusy(BaseException):
    """Leaves a rule that does not end, from inside."""


def unfinished_error(run_again: Callable[[], Exception]) -> Exception:
    """Names the line at which a rule stays: it is run once more, for a moment, and interrupted."""
    runner = _Runner(run_again)
    runner.start()
    try:
        runner.end()
    except KeyboardInterrupt:
        runner.end()
        raise
    found = runner.found
    return found if isinstance(found, Exception) else _stayed_at(found)


class _Runner(threading.Thread):
    """Runs something in a thread of its own: an exception that is sent there may come a moment too
    late, and must not meet anything else.

    Attributes:
        found: what it returned, or where it was.
    """

    def __init__(self, task: Callable[[], Exception]) -> None:
        super().__init__(daemon=True)
        self.task = task
        self.found: Any = None

    def run(self) -> None:
        with suppress(_StillBusy):  # one more may be on its way
            try:
                self.found = self.task()
            except _StillBusy as busy:
                self.found = busy.__traceback__

    def end(self) -> None:
        """Interrupts it until it ends: the first time may be where that is swallowed."""
        import ctypes  # lazy: start-up

        self.join(_PATIENCE)
        while self.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self.ident or 0), ctypes.py_object(_StillBusy)
            )
            self.join(_PATIENCE)


def _stayed_at(trace: Any) -> Exception:
    frames = list(traceback.walk_tb(trace))
    users = [_is_users(frame.f_code.co_filename) for frame, _ in frames]
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


def _is_users(filename: str) -> bool:
    """Whether rules may be in that file: it is neither Python's own nor deepen's, but for games."""
    path = Path(filename)
    if path.is_relative_to(_PACKAGE):
        return path.is_relative_to(_PACKAGE / "games")
    return not path.is_relative_to(_LIBRARY) or "site-packages" in path.parts


def _line_of_def(code: Any) -> int:
    """Of the `def` itself: a function's first line is that of its decorators."""
    for line in range(code.co_firstlineno, code.co_firstlineno + 50):
        if linecache.getline(code.co_filename, line).lstrip().startswith("def "):
            return line
    return int(code.co_firstlineno)


def _lines_with(code: Any, operation: str) -> set[int]:
    return {line for found, line in _with_lines(code) if found.opname.startswith(operation)}


def _with_lines(code: Any) -> Iterator[tuple[dis.Instruction, int]]:
    """The instructions of a function, each with its line."""
    for instruction in dis.get_instructions(code):
        if instruction.positions is not None and instruction.positions.lineno is not None:
            yield instruction, instruction.positions.lineno
