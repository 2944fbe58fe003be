"""Tables that are found without being named."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import deepen
from deepen.compiler.private_folder import PrivateFolder
from deepen.games import connect4
from deepen.search.limits import Limits
from deepen.tables import known


class Ring(deepen.Game):
    """Step forth or back on a ring; who is brought to 0 has lost. Beyond it there is another."""

    def moves(board: Any, place: Any) -> Any:
        ring = place // board.size * board.size
        yield 1, ring + (place + 1) % board.size
        yield 2, ring + (place + board.size - 1) % board.size

    def outcome(board: Any, place: Any) -> Any:
        return deepen.LOSS if place % board.size == 0 else None


def ring(place: int = 1, size: int = 9) -> Ring:
    return Ring(place, {"size": size})


def keep(game: Any) -> Path:
    """Makes a table where it is found."""
    path = known.place_for(game)
    deepen.tabulate(game, compiled=False, file=path)
    return path


def made(game: Any) -> deepen.Table:
    return deepen.tabulate(game, compiled=False)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEEPEN_CACHE_DIR", str(tmp_path))
    known.forget()
    return tmp_path / "tables"


def test_a_table_is_found_for_all_its_positions_and_no_others() -> None:
    assert known.find(ring()) is None
    table = made(ring())
    assert known.find(ring()) is known.find(ring(4)) is table
    assert known.find(ring(12)) is None  # on another ring
    assert known.find(ring(size=8)) is None
    assert known.find(connect4.parse("1")) is None


def test_what_is_kept_is_found_by_another_process(folder: Path) -> None:
    path = keep(ring())
    assert path.parent == folder
    known.forget()
    found = known.find(ring(3))
    assert found is not None
    assert found.value(ring(1)) == 1
    assert known.find(ring(3)) is found  # opened once
    other = keep(ring(12))
    assert other != path
    known.forget()
    assert known.find(ring(12)) is not None
    known.clear()
    known.forget()
    assert known.find(ring(3)) is None


def test_a_table_of_another_process_is_found_a_moment_later() -> None:
    assert known.find(ring()) is None
    keep(ring())
    known._remembered.clear()
    sleep(known._FRESH)
    assert known.find(ring()) is not None


def test_the_folder_is_looked_into_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[PrivateFolder] = []
    monkeypatch.setattr(known, "_FRESH", 60)

    def names(folder: PrivateFolder) -> list[str]:
        looks.append(folder)
        return []

    monkeypatch.setattr(PrivateFolder, "names", names)
    for place in range(1, 5):
        assert known.find(ring(place)) is None
    assert len(looks) == 1
    known.forget()
    assert known.find(ring()) is None
    assert len(looks) == 2
    known.forget()


def test_a_damaged_table_or_one_of_other_rules_is_not_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep(ring())
    known.forget()
    path.write_bytes(path.read_bytes()[:-1])
    assert known.find(ring()) is None
    keep(ring())
    monkeypatch.setattr(Ring, "outcome", None)
    assert known.find(ring()) is None  # neither in memory nor on disk
    monkeypatch.undo()


def test_a_folder_that_others_may_write_is_not_believed(folder: Path) -> None:
    keep(ring())
    known.forget()
    folder.chmod(0o777)
    assert known.find(ring()) is None


def test_few_tables_are_remembered() -> None:
    for size in range(3, 15):
        made(ring(size=size))
    assert known.find(ring(size=14)) is not None
    assert known.find(ring(size=3)) is None


def test_a_large_table_is_remembered_while_others_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "MOST_POSITIONS", 8)
    table = made(ring())
    assert known.find(ring(3)) is table
    del table
    gc.collect()
    assert known.find(ring(3)) is None


def test_objects_are_remembered_by_what_they_have_besides_a_position() -> None:
    class Race(deepen.ObjectGame):
        def __init__(self, start: int, goal: int) -> None:
            super().__init__(start)
            self.goal = goal

        def actions(self, state: int) -> list[int]:
            return [1, 2] if state < self.goal else []

        def result(self, state: int, action: int) -> int:
            return min(state + action, self.goal)

    made(Race(0, 5))
    assert known.find(Race(3, 5)) is not None
    assert known.find(Race(3, 6)) is None
    with pytest.raises(deepen.UsageError, match="are objects"):
        known.place_for(Race(0, 5))


def next_one(state: int) -> int:
    return state + 1


STEP = 1
SEEN: dict[int, int] = {}


def test_objects_are_remembered_as_long_as_their_methods_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A helper that was written anew is another one; notes that methods take are no rules."""

    def by_steps(state: int) -> int:
        SEEN[state] = SEEN.get(state, 0) + 1
        return min(state + STEP, 9)

    further: Callable[[int], int] = by_steps

    class Race(deepen.ObjectGame):
        def actions(self, state: int) -> list[str]:
            return ["on"] if state < 9 else []

        def result(self, state: int, action: str) -> int:
            return further(state)

    made(Race(0))
    assert known.find(Race(3)) is not None
    monkeypatch.setitem(globals(), "STEP", 2)
    assert known.find(Race(3)) is None
    assert made(Race(0)).line(Race(0)) == ["on"] * 5
    assert known.find(Race(4)) is not None
    further = next_one
    assert known.find(Race(4)) is None


def negated(function: Callable[[int], int]) -> Callable[[int], int]:
    @functools.wraps(function)
    def other(state: int) -> int:
        return -function(state)

    return other


def plain(function: Callable[[int], int]) -> Callable[[int], int]:
    @functools.wraps(function)
    def same(state: int) -> int:
        return function(state)

    return same


NOTES: list[int] = []
STEPS = [1, 2]


def test_decorators_are_part_of_methods_and_notes_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    helper: Callable[[int], int] = plain(next_one)

    class Race(deepen.ObjectGame):
        def actions(self, state: int) -> list[str]:
            NOTES.append(state)
            return ["on"] * len(STEPS) if abs(state) < 9 else []

        def result(self, state: int, action: str) -> int:
            return helper(state)

    made(Race(0))
    assert known.find(Race(3)) is not None
    helper = negated(next_one)
    assert known.find(Race(3)) is None
    helper = plain(next_one)
    made(Race(0))
    assert known.find(Race(3)) is not None
    monkeypatch.setitem(globals(), "STEPS", [1])
    assert known.find(Race(3)) is None


def test_small_tables_are_made_and_large_ones_are_not() -> None:
    table = known.small(ring(), Limits(), compiled=False)
    assert table is not None
    assert known.find(ring(2)) is table
    assert known.small(ring(size=40), Limits(nodes=10), compiled=False) is None
    assert known.find(ring(size=40)) is None


def test_what_has_no_values_is_refused() -> None:
    class Paying(deepen.Game):
        def moves(board: Any, place: Any) -> Any:
            yield 0, 1 - place, 1

    with pytest.raises(deepen.UsageError, match="a cycle of 2 moves pays points"):
        known.small(Paying(0), Limits(), compiled=False)
