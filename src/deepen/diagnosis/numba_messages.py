"""What Numba says of a rule that it cannot compile, in the words of those who write rules."""

from __future__ import annotations

import ast
import builtins
import linecache
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

from deepen.diagnosis.hints import ANY_PYTHON, type_in_words, yield_hint
from deepen.packing.field_errors import (
    NO_BRACKETS,
    OTHER_SET,
    STATE_IS_CONSTANT,
    STATE_IS_COPIED,
    of_uncalled,
)
from deepen.packing.machine_word import BOARD_IS_CONSTANT

if TYPE_CHECKING:
    from deepen.packing.packed import Packed

YIELD_FAULT = "|deepen|"
"""Around our own words inside a message of Numba's."""
FIELD_FAULT = "|field|"
"""The same of what rules do with the fields of states."""
CONSTANTS_HINT = "Keep what changes in the state; compute constants in `__init__`."
COPY_KEPT = "a copy of a state cannot be kept while this line makes the next one"
GIVEN_RETURNED = "a function cannot return a state that it was given"
STATE_IN_CONTAINER = "a state cannot be put into a list, a set or a dict"
STATE_IN_TUPLE = "a function cannot return a state inside a tuple"
STATE_IN_GENERATOR = "a generator cannot keep a copy of a state until it goes on"
CALL_HINT = "Write `child = state.copy()`."
FIELD_HINTS = {
    STATE_IS_COPIED: "Write `child = state.copy()`, and change its fields.",
    STATE_IS_CONSTANT: "Write `child = state.copy()`, change the child, and yield that.",
    OTHER_SET: "Cells are numbers from 0 on: use `row * columns + column` for a pair.",
    COPY_KEPT: "Keep what you need of it in numbers, or yield it before the next one is made.",
    GIVEN_RETURNED: "Return a copy: `return state.copy()`.",
    STATE_IN_CONTAINER: "Keep what you need of it in numbers, or yield it at once.",
    STATE_IN_TUPLE: "Return the state alone, and the rest by another function.",
    STATE_IN_GENERATOR: "Yield numbers, and copy the state where they are used.",
}
MISSING = object()
_TO_THE_BOARD = "put its numbers into board_fields"


@dataclass(frozen=True)
class Failure:
    """A rule that cannot be compiled.

    Attributes:
        text: what Numba says.
        function: the rule.
        packed: whose rule it is.
        filename, line: the place of the fault.
        value: of the name that Numba complains of, `MISSING` where there is no such name.
    """

    text: str
    function: Callable[..., Any]
    packed: type[Packed]
    filename: str
    line: int
    value: Any = MISSING


Explanation = tuple[str, str]
"""What is wrong, and what to write instead."""


def explained(failure: Failure) -> Explanation:
    """The first explanation that fits."""
    for pattern, explain in _KNOWN:
        found = re.search(pattern, failure.text, re.DOTALL)
        if found:
            words = [group for group in found.groups() if group is not None]
            return explain(failure, *words)
    first = next((line.strip() for line in failure.text.splitlines() if _is_telling(line)), "")
    return f"cannot be compiled: {first}", ANY_PYTHON


def _is_telling(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("Failed in")


def _yielded(failure: Failure, reason: str) -> Explanation:
    if reason.startswith("yields the action "):
        return reason, ""
    part = re.search(r"yields (.+) as the (\w+),", reason)
    kind, name = part.groups() if part else ("", "")
    return reason, yield_hint(failure.packed, name, kind)


def _of_field(failure: Failure, reason: str) -> Explanation:
    if reason.endswith(NO_BRACKETS):
        return reason, CALL_HINT
    if reason.endswith("a float"):
        return reason, "Use // in place of /, or round."
    return reason, FIELD_HINTS.get(reason, "")


def arguments_fault(function: Callable[..., Any], given: int) -> Explanation:
    """A rule that is called with another number of arguments than it has."""
    code = function.__code__
    own = code.co_varnames[: code.co_argcount]
    more: tuple[str, ...] = ("h", "action", "child")
    first = "state"
    if function.__name__ == "unrank":
        first, more = "number", ("state",)
    elif function.__name__ == "order":
        more = ("action", "child", "reward", "player")
    elif given == len(("board", "state", "player")):
        more = ("player",)
    usual = ("board", first, *more)[:given]
    reason = f"it has the arguments ({', '.join(own)}), and is called with ({', '.join(usual)})"
    if own[:1] == ("self",) and len(own) == given + 1:
        usual = own[1:]
        return reason, f"Rules have no self: `def {function.__name__}({', '.join(usual)}):`."
    return reason, f"Write `def {function.__name__}({', '.join(usual)}):`."


def _print(failure: Failure) -> Explanation:
    reason = "a compiled rule cannot print: the interpreter is not there while the engine searches"
    return reason, "Run it with `compiled=False` to print, or take the print out."


def _large(failure: Failure, what: str) -> Explanation:
    return f"a global array {what}", f"To keep machine code small, {_TO_THE_BOARD}."


def _arguments(failure: Failure, given: str) -> Explanation:
    return arguments_fault(failure.function, int(given))


def field_fault(function: Callable[..., Any], name: str, fields: str) -> Explanation:
    """A rule that reads a field that the board does not have."""
    code = function.__code__
    hint = f"The board has: {fields}."
    if not fields:
        hint = f"The board is empty: give it when the puzzle is made, `{{'{name}': ...}}`."
    if code.co_varnames[:1] == ("self",):
        hint += " What `self` has is unknown to rules: their first argument is the board."
    return f"the board has no field '{name}'", hint


def _field(failure: Failure, name: str, fields: str = "") -> Explanation:
    return field_fault(failure.function, name, fields)


def _constant(failure: Failure) -> Explanation:
    return BOARD_IS_CONSTANT, CONSTANTS_HINT


def name_fault(function: Callable[..., Any], name: str) -> Explanation:
    """A name that nobody has defined."""
    known = [*function.__code__.co_varnames, *getattr(function, "__globals__", ())]
    hint = _near(name, known, "Define it above the class, or import it.")
    return f"the name '{name}' is not defined", hint


def _near(name: str, known: list[str], otherwise: str = "Is it misspelt?") -> str:
    from difflib import get_close_matches  # lazy: start-up

    if name == "State":
        return "Rules make states by copying: `child = state.copy()`."
    near = get_close_matches(name, known, 1)
    return f"Did you mean '{near[0]}'?" if near else otherwise


def _name(failure: Failure, name: str) -> Explanation:
    value = failure.value
    if value is MISSING:
        return name_fault(failure.function, name)
    if getattr(builtins, name, MISSING) is value:
        return f"`{name}` cannot be used in compiled rules", ANY_PYTHON
    kind = type(value).__name__
    reason = f"the name '{name}' is a {kind}, which compiled rules cannot read"
    match value:
        case dict() | list() | set() | frozenset() | tuple():
            return f"{reason}{_why_not(value)}", (
                "Compiled rules read lists and tuples of numbers, also nested, and dicts and sets "
                f"of whole numbers, or of tuples of them; else {_TO_THE_BOARD}. A constant of the "
                "board may also be a set of cells, or a list of such sets."
            )
        case type() if _makes_state(failure):
            return STATE_IS_COPIED, FIELD_HINTS[STATE_IS_COPIED]
        case type():
            return (
                f"the name '{name}' is a class, which compiled rules cannot look into",
                "Give its constants names of their own outside of any class, `STEP = 1`.",
            )
    if callable(value):
        return (
            f"the name '{name}' is a {kind}, no plain function, so compiled rules cannot call it",
            "Take away its decorator, or call a function that is written with `def`.",
        )
    return reason, (
        "Rules read numbers, tuples and numpy arrays of them, and call plain functions; "
        f"{_TO_THE_BOARD}."
    )


def _makes_state(failure: Failure) -> bool:
    """Whether the line calls the class of a state, by that name or as `Sokoban.State`."""
    source = linecache.getline(failure.filename, failure.line)
    is_state = hasattr(failure.value, "of_words") or hasattr(failure.value, "State")
    return is_state and bool(re.search(r"\bState\(", source))


def _why_not(value: Any) -> str:
    from deepen.compiler.constants import NotConstantError, table_of  # lazy: start-up

    if type(value) not in (dict, list, set, frozenset, tuple):
        return ""
    try:
        table_of(value)
    except NotConstantError as error:
        return f": it {error}"
    return ""


def _module(failure: Failure, name: str, module: str) -> Explanation:
    reason = f"`{module}.{name}` cannot be used in compiled rules"
    if module == "random":
        return reason, "A rule must say the same of a state whenever it is asked: leave out chance."
    return reason, ANY_PYTHON


def _missing(failure: Failure, module: str, name: str) -> Explanation:
    return f"the module {module} has no '{name}'", _near(name, dir(sys.modules.get(module)))


_TABLES = ("a global list", "a global dict", "a global set")
_COPY = "What is global is constant in rules: copy it first, `t = list(TABLE)`."
_CLASSES = {"an integer": int, "a float": float, "a string": str, "a list": list, "a dict": dict}


def _attribute(failure: Failure, name: str, kind: str) -> Explanation:
    words = type_in_words(kind)
    if name == "add" and re.match(r"\w*iter", kind):  # so Numba reads it
        return "a set comprehension cannot be compiled", "Write `set([... for ...])`."
    if words == NO_BRACKETS:
        return of_uncalled(name), CALL_HINT
    known = _CLASSES.get(words, tuple if words.startswith("a tuple") else None)
    if known is not None and not hasattr(known, name):
        return f"{words} has no attribute '{name}'", _near(name, dir(known))
    if words in _TABLES:
        return f"`.{name}` of {words} cannot be used in compiled rules", _COPY
    return f"`.{name}` of {words} cannot be used in compiled rules", ANY_PYTHON


def _unify(failure: Failure, one: str, other: str, name: str) -> Explanation:
    what = "what it returns" if name.startswith("$") else f"'{name.split('.', maxsplit=1)[0]}'"
    fields = re.findall(r"(?:CellSet|Array)\(copied, Place\(name='(\w+)'", f"{one} {other}")
    if len(fields) == len((one, other)):
        return (
            f"one name cannot stand for the field '{fields[0]}' of a copy and for '{fields[1]}'",
            "Change each field in a branch of its own: `if player == 0:`, `else:`. To read one or "
            "the other, take them from `state`, which never changes.",
        )
    return (
        f"{what} is {type_in_words(one)} on one path and {type_in_words(other)} on another",
        "Give it one type everywhere; rules compute with integers, so use // instead of /.",
    )


_SIGNS = {
    "add": "+", "iadd": "+=", "sub": "-", "isub": "-=", "mul": "*", "imul": "*=", "truediv": "/",
    "floordiv": "//", "mod": "%", "pow": "**", "and_": "&", "or_": "|", "xor": "^", "eq": "==",
    "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "contains": "in", "neg": "-",
    "shift_left": "<<", "shift_right": ">>", "lshift": "<<", "rshift": ">>", "invert": "~",
}  # fmt: skip


def _operation(failure: Failure, name: str, arguments: str) -> Explanation:
    kinds = [type_in_words(kind) for kind in _split(arguments)]
    if name == "exception_match":
        return (
            "`except` of a single kind of exception cannot be compiled",
            "Test for it before; or write `except Exception:`.",
        )
    if name in ("getitem", "static_getitem", "setitem"):
        reason = f"`[...]` of {kinds[0]} with {kinds[1]} cannot be compiled"
    elif name in _SIGNS:
        reason = f"`{_SIGNS[name]}` of {' and '.join(kinds)} cannot be compiled"
    else:
        reason = f"`{name}` of {' and '.join(kinds)} cannot be compiled"
    if kinds[0] in _TABLES or kinds[-1] in _TABLES:
        return reason, _COPY
    if name == "tuple" or "a slice" in kinds:
        return reason, (
            "The length of a tuple must be known when rules are compiled: write it word by word, "
            "`(s[0], s[1] + 1)`."
        )
    if name == "int" and kinds[0].startswith("a member of"):
        return reason, "Write `.value` after it."
    return reason, "Rules compute with integers, truth values, and tuples and lists of them."


def _split(arguments: str) -> list[str]:
    """The arguments of a call as text, split at the commas outside of any brackets."""
    parts, depth = [""], 0
    for letter in arguments:
        depth += (letter in "([<") - (letter in ")]>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _call(failure: Failure, signature: str, problem: str) -> Explanation:
    reason = f"a function with the arguments {signature} is called with others: {problem}"
    return reason, "Call it with as many as it has."


# Python that Numba does not know: a part of the syntax tree, what it is called, what to write.
_SYNTAX: list[tuple[type[ast.AST], str, str]] = [
    (ast.YieldFrom, "the value of `yield from`", "Write `for move in ...: yield move`."),
    (ast.GeneratorExp, "a generator expression",
     "Write a list, `sum([... for ...])`; and a tuple word by word, `(s[0], s[1] + 1)`."),
    (ast.Import, "an import inside a rule", "Import at the top of the file."),
    (ast.ImportFrom, "an import inside a rule", "Import at the top of the file."),
    (ast.With, "`with`", ANY_PYTHON),
    (ast.Global, "`global`", "A rule must not change anything; keep what changes in the state."),
    (ast.ClassDef, "a class inside a rule", "Define it outside; rules compute with numbers."),
    (ast.JoinedStr, "this f-string", ANY_PYTHON),
    (ast.Starred, "this `*`", "Write out what it stands for."),
]  # fmt: skip


def _syntax(failure: Failure) -> Explanation:
    for kind, name, hint in _SYNTAX:
        if any(_covers(node, failure.line) for node in _nodes(failure.filename, kind)):
            return f"{name} cannot be compiled", hint
    return "this part of Python cannot be compiled", ANY_PYTHON


def _nodes(filename: str, kind: type[ast.AST]) -> list[ast.AST]:
    try:
        tree = ast.parse("".join(linecache.getlines(filename)))
    except (SyntaxError, ValueError):  # as in a notebook's cell with magic
        return []
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


def _covers(node: Any, line: int) -> bool:
    first: int = node.lineno
    last = first if isinstance(node, (ast.With, ast.ClassDef)) else node.end_lineno or first
    return first <= line <= last


_KNOWN: list[tuple[str, Callable[..., Explanation]]] = [
    (r"a compiled rule cannot print", _print),
    (r"an array (has more than \d+ bytes)", _large),
    (r"\|deepen\|(.+?)\|deepen\|", _yielded),
    (r"\|field\|(.+?)\|field\|", _of_field),
    (r"Signature mismatch: (\d+) argument types given", _arguments),
    (r"the board has no field '(\w+)'; it has: ([\w, ]*)", _field),
    (rf"Cannot (?:modify|assign)[^\n]*readonly|{BOARD_IS_CONSTANT}", _constant),
    (r"Untyped global name '(\w+)'|assigned to variable '(\w+)' in globals"
     r"|name '(\w+)' is not defined|[Ff]reevar(?:iable)? '?(\w+)", _name),
    (r"module '([\w.]+)' has no attribute '(\w+)'", _missing),
    (r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'", _module),
    (r"Unknown attribute '(\w+)' of type ([^\n]+)", _attribute),
    (r"Cannot unify (.+?) and (.+?) for '([^']+)'", _unify),
    (r"No implementation of function Function\(<[^\n]*>\) found for signature:"
     r"\s*>>> (\w+)\(([^\n]*)\)", _operation),
    (r"Cannot bind '[^\n]*' to signature '([^']*)' due to \"TypeError: ([^\n]+)\"", _call),
    (r"unsupported opcode|yield in a closure|not supported|[Uu]nsupported|should be a tuple",
     _syntax),
]  # fmt: skip


def value_of(function: FunctionType, name: str) -> Any:
    """What a name means in a function; `MISSING` for nothing."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    inner = {free: cell.cell_contents for free, cell in cells}
    names = {**vars(builtins), **function.__globals__, **inner}
    return names.get(name, MISSING)
