"""States with fields outside rules: what they hold, how they are shown, what is refused."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any

import pytest

import deepen
from deepen.packing.state_layout import WORD_BITS
from field_programs import draw_layout, state_class


class Walk(deepen.Puzzle):
    """A man who picks up keys."""

    class State(deepen.State):
        man = deepen.Cell("cells")
        keys = deepen.CellSet("cells")
        lit = deepen.Boolean()
        room = deepen.Array((2, 2), deepen.Integer(min=-1, max="most"))

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        child = state.copy()
        child.man = (state.man + 1) % board.cells
        child.keys.discard(child.man)
        yield 0, child

    @deepen.rule
    def is_goal(board: Any, state: Any) -> bool:
        return len(state.keys) == 0


START = {"man": 1, "keys": {2, 4}, "lit": True, "room": [[0, 1], [-1, 3]]}


def walk(start: Any = START, **constants: Any) -> Walk:
    return Walk(start, {"cells": 5, "most": 3} | constants)


def test_fields_are_read_by_name() -> None:
    start = walk().start
    assert (start.man, start.keys, start.lit, start.room) == (1, {2, 4}, True, [[0, 1], [-1, 3]])
    assert start.room[1, -1] == 3
    assert (3 in start.keys, 4 in start.keys, len(start.keys), list(start.keys)) == (
        False, True, 2, [2, 4],
    )  # fmt: skip
    assert type(start.man) is int
    assert type(start.lit) is bool


def test_states_show_their_fields() -> None:
    solution = deepen.solve(walk())
    shown = "State(man=1, keys={2, 4}, lit=True, room=[[0, 1], [-1, 3]])"
    assert repr(solution.states[0]) == repr(walk().start) == shown
    assert json.loads(json.dumps(solution.states[-1].as_dict())) == {
        "man": 4, "keys": [], "lit": True, "room": [[0, 1], [-1, 3]],
    }  # fmt: skip
    assert solution.cost == 3


def test_a_state_leads_on_from_elsewhere() -> None:
    puzzle = walk()
    later = deepen.solve(puzzle).states[1]
    assert deepen.solve(puzzle.at(later)).cost == 2
    assert puzzle.at({**START, "man": 3}).start.man == 3
    assert walk(cells=70).at(later).start.as_dict() == later.as_dict()


def test_states_are_values() -> None:
    start = walk().start
    changed = start.copy()
    changed.keys.add(0)
    changed.room[0, 0] = 3
    assert start == walk().start != changed
    assert hash(start) == hash(walk().start)
    assert pickle.loads(pickle.dumps(start)) == copy.deepcopy(start) == start
    with pytest.raises(TypeError, match="constant"):
        start.man = 2


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({**START, "man": 5}, "in the start state, the field 'man' cannot hold 5: its values are"),
        ({**START, "keys": {5}}, "the field 'keys' cannot hold 5: it holds cells 0 to 4"),
        ({**START, "keys": 3}, "in the start state, "),
        ({**START, "room": [[0, 4], [0, 0]]}, "the field 'room' cannot hold 4"),
        ({**START, "room": [0, 0, 0]}, "in the start state, "),
        ({**START, "men": 1}, "the start state has 'men', and State declares man, keys, lit, room"),
        ({"man": 1}, "the start state has no value for 'keys'"),
        (17, "the start state is 17; a state of Walk is a dict with the fields man, keys, lit"),
    ],
)
def test_a_wrong_start_is_refused(start: Any, words: str) -> None:
    with pytest.raises(deepen.InputError) as caught:
        walk(start)
    assert words in str(caught.value)


def test_sizes_are_checked() -> None:
    with pytest.raises(deepen.InputError, match=r"has no constant 'cells', which State.man needs"):
        Walk(START, {"most": 3})
    with pytest.raises(deepen.RuleError, match=r"State.man has the size 0"):
        walk(cells=0)
    with pytest.raises(deepen.RuleError, match=r"Walk.State take \d+ words of 64 bits"):
        walk(cells=600)
    with pytest.raises(deepen.RuleError, match="cannot be called 'copy'"):
        type("State", (deepen.State,), {"copy": deepen.Boolean()})


def test_no_item_straddles_two_words() -> None:
    chance = random.Random(1)
    for _ in range(300):
        fields = draw_layout(chance)
        layout = state_class(fields).sized("Random", {})
        taken: set[tuple[int, int]] = set()
        for place in layout.places.values():
            for i in range(place.count):
                word, shift = place.at(i)
                assert shift + place.items.bits <= WORD_BITS
                bits = {(word, shift + bit) for bit in range(place.items.bits)}
                assert not bits & taken
                taken |= bits
        assert len(taken) == layout.bits
        assert max(word for word, _ in taken) < layout.words <= 8


def test_all_values_survive_packing() -> None:
    chance = random.Random(2)
    for _ in range(300):
        fields = draw_layout(chance)
        kind = state_class(fields)
        values = {field.name: field.random(chance) for field in fields}
        state = kind.of_values(kind.sized("Random", {}), values)
        plain = {k: sorted(v) if isinstance(v, set) else v for k, v in values.items()}
        assert state.as_dict() == plain
