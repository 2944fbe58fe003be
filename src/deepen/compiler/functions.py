"""From rule functions to native code: what to compile, and where it is kept.

A search asks for four functions of a puzzle, and for those of its optional rules that it uses. Each
becomes a small object file, kept in memory and in the disk cache under a key that covers everything
it was made from.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from deepen._signals import deferred, kept
from deepen.compiler import cache
from deepen.compiler.fingerprint import LookupSnapshot, fingerprint
from deepen.rules import Heuristic, Rule

if TYPE_CHECKING:
    from deepen.packing.packing import Packing

_Linked = tuple[LookupSnapshot, cache.Address]

_lock = threading.Lock()
# All with the latest last. What leaves the first three is freed once no search uses it any more.
_addresses: dict[str, cache.Address] = {}
_recent: dict[tuple[Any, ...], _Linked] = {}
_together: dict[tuple[Any, ...], tuple[LookupSnapshot, dict[str, int]]] = {}
_unit_costs: dict[str, bool] = {}
_MOST_KEPT = 256  # functions; a class has about four, of some 60 KiB each


def puzzle_functions(
    packing: Packing,
    heuristic: Heuristic | None,
    along: bool,
    more: Mapping[str, Rule] = MappingProxyType({}),
) -> dict[str, int]:
    """All that a search of a puzzle calls, as `CompiledPuzzleRules` names them.

    Args:
        packing: of the puzzle.
        heuristic: which of its heuristics.
        along: also the function that writes the estimates of successors.
        more: optional rules, by the name of the function.
    """
    rules = (packing.owner.successors, heuristic, packing.owner.is_goal)
    kind = ("along" if along else "apart", *more)
    wanted = _wanted(packing, kind, (*rules, *more.values()))
    return _known_together(wanted) or _linked_together(
        packing,
        wanted,
        expand=("expand", packing.owner.successors),
        expand_along=("expand_along", *rules) if along else None,
        is_goal=("is_goal", packing.owner.is_goal),
        estimate=heuristic and ("estimate", heuristic),
        **{name: (name, rule) for name, rule in more.items()},
    )


def game_functions(
    packing: Packing, order: Rule | None, bounds: Rule | None, canonical: Rule | None
) -> dict[str, int]:
    """All that a search of a game calls, as `CompiledGameRules` names them."""
    moves, evaluate, ends = packing.owner.moves, packing.owner.evaluate, _ends(packing)
    wanted = _wanted(packing, "game", (moves, order, bounds, canonical, evaluate, *ends))
    return _known_together(wanted) or _linked_together(
        packing,
        wanted,
        moves=("moves", moves, order, bounds, *ends),
        evaluate=evaluate and ("evaluate", evaluate, *ends),
        canonical=canonical and ("canonical", canonical),
        bounds=("bounds", bounds, *ends) if bounds or ends else None,
    )


def _ends(packing: Packing) -> tuple[Rule, ...]:
    """The rule that says who has won, if the game has one: others need it too."""
    return () if packing.owner.outcome is None else (packing.owner.outcome,)


def expand_function(packing: Packing) -> int:
    """Address of the function that writes the successors of a state."""
    return _address(packing, "expand", packing.owner.successors)


def yields_unit_costs(packing: Packing, compiled: bool) -> bool:
    """Whether every action costs 1 by the text of the rule: no cost, or a constant that is 1."""
    if compiled:
        return _address(packing, "expand", packing.owner.successors).unit_costs
    key, _ = fingerprint(_wanted(packing, "expand", (packing.owner.successors,)))
    if key not in _unit_costs:
        known = cache.load(key)
        found = known.unit_costs if known else _finds_unit_costs(packing.owner.successors)
        _keep(_unit_costs, key, found)
    return _unit_costs[key]


def _finds_unit_costs(successors: Rule) -> bool:
    with deferred():
        from deepen.compiler.unit_costs import finds_unit_costs  # lazy: start-up
    return finds_unit_costs(successors.function)


def expand_along_function(packing: Packing, heuristic: Heuristic | None) -> int:
    """The same, writing the estimate of each successor too."""
    return _address(
        packing, "expand_along", packing.owner.successors, heuristic, packing.owner.is_goal
    )


def is_goal_function(packing: Packing) -> int:
    """Address of the goal test."""
    return _address(packing, "is_goal", packing.owner.is_goal)


def estimate_function(packing: Packing, heuristic: Heuristic | None) -> int:
    """Address of a heuristic; 0 for none."""
    return 0 if heuristic is None else _address(packing, "estimate", heuristic)


def optional_function(packing: Packing, rule: str) -> int:
    """Address of one of the optional rules that stand alone; 0 if there is none."""
    declared = getattr(packing.owner, rule)
    return 0 if declared is None else _address(packing, rule, declared)


def moves_function(packing: Packing, order: Rule | None, bounds: Rule | None) -> int:
    """Address of the function that writes the moves of a state, with what is known of each."""
    return _address(packing, "moves", packing.owner.moves, order, bounds, *_ends(packing))


def reach_function(packing: Packing) -> int:
    """Address of the function that writes where the moves of a state lead, and nothing else."""
    return _address(packing, "reach", packing.owner.moves, *_ends(packing))


def pay_function(packing: Packing) -> int:
    """The same, with what each move pays."""
    return _address(packing, "pay", packing.owner.moves, *_ends(packing))


def evaluate_function(packing: Packing) -> int:
    """Address of the guess of a value; 0 for none."""
    return (
        0
        if packing.owner.evaluate is None
        else _address(packing, "evaluate", packing.owner.evaluate, *_ends(packing))
    )


def canonical_function(packing: Packing) -> int:
    """Address of the function that writes the canonical form of a state; 0 for none."""
    return (
        0
        if packing.owner.canonical is None
        else _address(packing, "canonical", packing.owner.canonical)
    )


def bounds_function(packing: Packing, bounds: Rule | None) -> int:
    """Address of the function that writes the bounds of a state; 0 for none."""
    ends = _ends(packing)
    return _address(packing, "bounds", bounds, *ends) if bounds or ends else 0


def _known_together(wanted: tuple[Any, ...]) -> dict[str, int] | None:
    """What was linked together before, if nothing has changed since."""
    known = _together.get(wanted)
    return known[1] if known is not None and known[0].stands() else None


def _linked_together(packing: Packing, wanted: Any, **asked: Any) -> dict[str, int]:
    """Several functions, 0 for one that is not asked for.

    They share most of the names that they use, so one snapshot of all is sooner compared.
    """
    found = {name: _linked(packing, *each) for name, each in asked.items() if each}
    addresses: dict[str, int] = dict.fromkeys(asked, 0)
    snapshot = LookupSnapshot()
    for name, (part, address) in found.items():
        snapshot.include(part)
        addresses[name] = address
    with _lock:
        _keep(_together, wanted, (snapshot, addresses), len(asked))
    return addresses


def _address(packing: Packing, kind: str, *rules: Rule | None) -> cache.Address:
    return _linked(packing, kind, *rules)[1]


def _linked(packing: Packing, kind: str, *rules: Rule | None) -> _Linked:
    # A constant that a rule uses may have changed since the last search.
    wanted = _wanted(packing, kind, rules)
    known = _recent.get(wanted)
    if known is not None and known[0].stands():
        return known
    with deferred():
        import llvmlite.binding  # noqa: F401, lazy: start-up
    with kept():
        key, snapshot = fingerprint(wanted)
        with _lock:
            linked = _addresses.get(key) or cache.link(_code(key, kind, packing, rules))
            _keep(_addresses, key, linked)
            _keep(_recent, wanted, (snapshot, linked))
            return snapshot, linked


def _wanted(packing: Packing, kind: Hashable, rules: tuple[Rule | None, ...]) -> tuple[Any, ...]:
    return (kind, packing.key, *[rule and (rule.function, rule.step) for rule in rules])


def _keep(table: dict[Any, Any], key: Any, value: Any, functions: int = 1) -> None:
    """Puts a value into a table, and takes the oldest out; each holds so many functions."""
    table.pop(key, None)
    table[key] = value
    while len(table) > max(1, _MOST_KEPT // functions):
        del table[next(iter(table))]


def _code(key: str, kind: str, packing: Packing, rules: tuple[Rule | None, ...]) -> cache.Code:
    code = cache.load(key)
    if code is None:
        with deferred():
            from deepen.compiler.builder import build  # lazy: start-up
        code = build(kind, packing, rules)
        cache.store(key, code)
    return code
