"""What a rule must yield and return, as a hint for one that does not; the same for compiled rules,
which are known by their types, and for interpreted ones, which are known by their values."""

from __future__ import annotations

import re
from inspect import ismethod
from typing import TYPE_CHECKING, Any

from deepen._core import GAME_LIMIT, VALUE_LIMIT
from deepen.packing.field_errors import NO_BRACKETS

if TYPE_CHECKING:
    from deepen.packing.packed import Packed

ANY_PYTHON = "`compiled=False` runs any Python, more slowly."
_SCALE = " Multiply by 1000 and round, or use // in place of /."
GAME_RANGE = f"from {1 - GAME_LIMIT} to {GAME_LIMIT - 1}"

NO_REWARDS = "With `outcome` moves carry no reward: who wins is said by `outcome` of the new state."

# How Numba writes types, and how people do.
_TYPES = [
    (r"u?int\d+|Literal\[int\].*", "an integer"),
    (r"float\d+", "a float"),
    (r"bool(ean)?|Literal\[bool\].*", "True or False"),
    (r"unicode_type|Literal\[str\].*", "a string"),
    (r"none|NoneType", "nothing"),
    (r"(reflected )?list\(.*|ListType.*|LiteralList.*", "a list"),
    (r"(reflected )?set\(.*", "a set"),
    (r"DictType.*|LiteralStrKey.*|dict\(.*", "a dict"),
    (r"array\(.*|readonly .*array\(.*", "an array"),
    (r"(Flat|Nested)\(list .*", "a global list"),
    (r"(Flat|Nested)\(tuple .*", "a tuple"),
    (r"Lookup\(.*, None\)", "a global set"),
    (r"Lookup\(.*", "a global dict"),
    (r"slice<.*", "a slice"),
    (r"(?:Int)?Enum<.*>\((\w+)\)", "a member of {0}"),
    (r"UniTuple\(int64 x (\d+)\)", "a tuple of {0} integers"),
    (r"(Uni|Named)?Tuple\(.*", "a tuple"),
    (r".*generator.*", "a generator"),
    (r"Record\(.*|Board.*", "the board"),
    (r"State\(.*", "a state"),
    (r"Array\(.*", "an array of a state"),
    (r"CellSet\(.*|Cells\(.*", "a set of cells"),
    (r"BoundFunction\(.*", NO_BRACKETS),
    (r"type\(CPUDispatcher.*|Function\(.*", "a function"),
]


def type_in_words(text: str) -> str:
    """A type as Numba writes it, in words."""
    for pattern, words in _TYPES:
        found = re.fullmatch(pattern, text.strip())
        if found:
            return words.format(*(group for group in found.groups() if group is not None))
    return text


def value_in_words(value: Any) -> str:
    """What kind of value it is, in the same words."""
    if value is None:
        return "nothing"
    if ismethod(value):
        return NO_BRACKETS
    name = type(value).__name__
    known = {"float": "a float", "float64": "a float", "str": "a string", "bool": "True or False"}
    return known.get(name, f"an {name}" if name[0] in "aeiou" else f"a {name}")


def state_in_words(packed: type[Packed]) -> str:
    """What a state of a class is."""
    if packed.State is not None:
        return "a copy of a state"
    words = packed.state_words
    return "an integer" if words == 1 else f"a tuple of {words} integers"


def yield_hint(packed: type[Packed], part: str, kind: str) -> str:
    """On something yielded that is not what it must be.

    Args:
        packed: whose rule yields it.
        part: `action`, `state`, `cost`, `reward`, `again`, or "" for all of it.
        kind: what was there instead, in words.
    """
    game = packed.kind_name == "Game"
    shape = "action, state[, reward[, again]]" if game else "action, state[, cost]"
    scale = _SCALE if kind == "a float" else ""
    match part:
        case "action":
            if kind.startswith("a member of"):
                return "Write `.value` after it."
            return _action_hint(packed)
        case "cost":
            return f"Costs are integers from 0 to {VALUE_LIMIT}.{scale}"
        case "reward":
            return f"Rewards are integers {GAME_RANGE}.{scale}"
        case "state":
            return _state_hint(packed, shape, kind)
    return f"Every yield gives `{shape}`, in this order."


def _action_hint(packed: type[Packed]) -> str:
    if packed.actions is None:
        return (
            f"Actions are integers from 0 to {VALUE_LIMIT}. A class may declare names for them, "
            '`actions = ("up", "down")`, or parts: `actions = (deepen.Cell(8), deepen.Cell(8))`.'
        )
    if isinstance(packed.actions[0], str):
        return f'Write the name into the yield: `yield "{packed.actions[0]}", child`.'
    parts = ", ".join("abcdefgh"[: len(packed.actions)])
    if len(packed.actions) == 1:
        return "`actions` declares one part, a tuple all the same: `yield (a,), child`."
    return f"`actions` declares {len(packed.actions)} parts: `yield ({parts}), child`."


def _state_hint(packed: type[Packed], shape: str, kind: str) -> str:
    told = (
        f"First the action, then the state, which is {state_in_words(packed)} in "
        f"{packed.__name__}: `yield {shape}`."
    )
    if kind == "a float":
        return f"{told} Use // in place of /."
    return f"Write `state.copy()`. {told}" if kind == NO_BRACKETS else told


def return_hint(role: str, kind: str) -> str:
    """On something returned that is not what it must be: the role of the rule, what was there."""
    told = {
        "is_goal": "is_goal returns True or False.",
        "bounds": "bounds returns two integers, (low, high), the smaller first.",
        "canonical": "canonical returns a state.",
        "rank": "rank returns an integer, from 0 to below `ranks`.",
        "unrank": "unrank returns a state.",
        "outcome": "outcome returns deepen.WIN, deepen.DRAW or deepen.LOSS of the player to move, "
        "or None while the game goes on.",
        "a guess": "With `outcome` a guess lies from deepen.LOSS, -1, to deepen.WIN, 1.",
        "evaluate": f"A value is an integer {GAME_RANGE}.",
        "order": f"An order is an integer {GAME_RANGE}.",
    }.get(role, f"An estimate is an integer from 0 to {VALUE_LIMIT}, which is deepen.DEAD.")
    if kind == "nothing" and role != "outcome":
        return f"{told} Is a `return` missing?"
    return f"{told} Use // in place of /." if kind == "a float" else told
