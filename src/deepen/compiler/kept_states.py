"""Refuses what would make a copy of a state mean something else than in Python. Imports Numba.

A copy lies in the frame of its function, in a place that belongs to the line that makes it. So two
things would go wrong unseen: to keep a copy while the same line makes the next one, as from one
turn of a loop to another, and to return a state that was given as an argument, which would be
another state to the caller. Here each variable that can hold a state is followed to the lines that
can have made it. Lists, and generators that go on later, cannot hold states at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba import types
from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import UnsupportedError

from deepen.compiler.field_types import FieldType, fault
from deepen.compiler.state_type import StateType
from deepen.diagnosis.numba_messages import (
    COPY_KEPT,
    GIVEN_RETURNED,
    STATE_IN_CONTAINER,
    STATE_IN_GENERATOR,
    STATE_IN_TUPLE,
)

Origins = dict[str, frozenset[Any]]


@register_pass(mutates_CFG=False, analysis_only=True)
class KeptStates(AnalysisPass):
    """Runs when types are known; functions without states are left alone."""

    _name = "deepen_kept_states"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        kinds = state.typemap
        if any(map(_holds_state, kinds.values())):
            _Check(state.func_ir, kinds, state.return_type).run()
        return False


def _holds_state(kind: Any) -> bool:
    """Whether a value of that type has a state, or a part of one, in it."""
    return any(isinstance(part, (StateType, FieldType)) for part in _parts(kind))


def _parts(kind: Any) -> Iterator[Any]:
    yield kind
    if isinstance(kind, types.BaseTuple):
        for part in kind:
            yield from _parts(part)
    elif isinstance(kind, types.Optional):
        yield from _parts(kind.type)
    elif isinstance(kind, types.Generator):
        for part in kind.arg_types:
            yield from _parts(part)
    elif isinstance(kind, types.DictType):
        yield from _parts(kind.key_type)
        yield from _parts(kind.value_type)
    elif isinstance(kind, (types.List, types.Set, types.ListType, types.Optional)):
        yield from _parts(kind.dtype)


def _is_changeable(kind: Any) -> bool:
    return any(
        isinstance(part, (StateType, FieldType)) and not part.constant for part in _parts(kind)
    )


class _Check:
    """One function in Numba's form."""

    def __init__(self, function: Any, kinds: Any, result: Any) -> None:
        self.function, self.kinds, self.result = function, kinds, result
        self.origins = self._find_origins()

    def run(self) -> None:
        self._check_containers()
        self._check_returns()
        self._check_generator()
        self._check_sites()

    def _statements(self) -> Iterator[Any]:
        for block in self.function.blocks.values():
            yield from block.body

    def _kind(self, variable: Any) -> Any:
        return self.kinds.get(variable.name)

    # Which lines can have made what a variable holds

    def _find_origins(self) -> Origins:
        found: Origins = {}
        assignments = [
            line
            for line in self._statements()
            if isinstance(line, ir.Assign) and _holds_state(self._kind(line.target))
        ]
        changed = True
        while changed:
            changed = False
            for line in assignments:
                known = found.get(line.target.name, frozenset())
                new = known | self._origins_of(line, found)
                changed = changed or new != known
                found[line.target.name] = new
        return found

    def _origins_of(self, line: Any, found: Origins) -> frozenset[Any]:
        if self._makes_copy(line):
            return frozenset([id(line)])
        if isinstance(line.value, ir.Arg):
            return frozenset([("argument", line.value.index)])
        return frozenset().union(*(found.get(name, frozenset()) for name in _used_by(line.value)))

    def _makes_copy(self, line: Any) -> bool:
        """Whether it is a call that returns a state: `copy()`, or a function of the user's."""
        called = isinstance(line, ir.Assign) and getattr(line.value, "op", "") == "call"
        return called and isinstance(self._kind(line.target), StateType)

    # What is refused

    def _check_containers(self) -> None:
        for line in self._statements():
            if not isinstance(line, ir.Assign):
                continue
            kind = self._kind(line.target)
            if isinstance(kind, types.Generator) and _is_changeable(kind):
                raise UnsupportedError(fault(STATE_IN_GENERATOR), line.loc)
            is_plain = isinstance(kind, (types.BaseTuple, types.Generator, StateType, FieldType))
            if not is_plain and not isinstance(kind, types.Callable) and _holds_state(kind):
                raise UnsupportedError(fault(STATE_IN_CONTAINER), line.loc)

    def _check_returns(self) -> None:
        if isinstance(self.result, types.Generator) or not _holds_state(self.result):
            return
        for line in self._statements():
            if not isinstance(line, ir.Return):
                continue
            if not isinstance(self.result, StateType):
                raise UnsupportedError(fault(STATE_IN_TUPLE), line.loc)
            origins = self.origins.get(line.value.name, frozenset())
            is_given = any(isinstance(origin, tuple) for origin in origins)
            if is_given and not self.result.constant:
                raise UnsupportedError(fault(GIVEN_RETURNED), line.loc)

    def _check_generator(self) -> None:
        info = self.function.generator_info
        if info is None:
            return
        for point in info.get_yield_points():
            for name in point.live_vars:
                if _is_changeable(self.kinds.get(name)):
                    raise UnsupportedError(fault(STATE_IN_GENERATOR), point.inst.loc)

    def _check_sites(self) -> None:
        """At a line that makes a copy, nothing that it made before may be needed any more."""
        live_after = _live_after(self.function.blocks)
        for label, block in self.function.blocks.items():
            live = live_after[label]
            for line in reversed(block.body):
                if self._makes_copy(line):
                    self._check_site(line, live)
                live = _live_before(line, live)

    def _check_site(self, line: Any, live: set[str]) -> None:
        for name in live - {line.target.name}:
            if id(line) in self.origins.get(name, ()):
                raise UnsupportedError(fault(COPY_KEPT), line.loc)


def _live_after(blocks: Any) -> dict[int, set[str]]:
    """By block, the variables whose values are still needed when it ends."""
    graph = compute_cfg_from_blocks(blocks)
    found: dict[int, set[str]] = {label: set() for label in blocks}
    changed = True
    while changed:
        changed = False
        for label, block in blocks.items():
            live = found[label]
            for line in reversed(block.body):
                live = _live_before(line, live)
            for before, _ in graph.predecessors(label):
                needed = live | _taken_from(block, before)
                changed = changed or not needed <= found[before]
                found[before] = found[before] | needed
    return found


def _live_before(line: Any, live: set[str]) -> set[str]:
    if isinstance(line, ir.Del):
        return live
    if isinstance(line, ir.Assign):
        used = set() if _is_phi(line) else _used_by(line.value)
        return (live - {line.target.name}) | used
    return live | {variable.name for variable in line.list_vars()}


def _is_phi(line: Any) -> bool:
    return isinstance(line, ir.Assign) and getattr(line.value, "op", "") == "phi"


def _taken_from(block: Any, before: int) -> set[str]:
    """What a block takes over from another one, under names of its own."""
    return {
        value.name
        for line in block.body
        if _is_phi(line)
        for value, source in zip(
            line.value.incoming_values, line.value.incoming_blocks, strict=True
        )
        if source == before and isinstance(value, ir.Var)
    }


def _used_by(value: Any) -> set[str]:
    """The names of the variables in the right side of an assignment."""
    if isinstance(value, ir.Var):
        return {value.name}
    if not isinstance(value, ir.Inst):
        return set()
    return {variable.name for variable in value.list_vars() if isinstance(variable, ir.Var)}
