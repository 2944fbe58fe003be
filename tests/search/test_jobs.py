"""Tasks side by side: in order or as they come, errors in their turn, and an end to all of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from deepen.search.jobs import Jobs


def doubled(number: int) -> int:
    if number == 5:
        raise ValueError("five")
    return 2 * number


def tasks(count: int) -> list[Callable[[], int]]:
    return [partial(doubled, number) for number in range(count)]


@pytest.mark.parametrize("jobs", [1, 3, 50])
def test_results_in_order_and_as_they_come(jobs: int) -> None:
    with Jobs[int](jobs, threading.Event()) as crew:
        assert list(crew.in_order(tasks(5))) == [0, 2, 4, 6, 8]
    with Jobs[int](jobs, threading.Event()) as crew:
        assert sorted(crew.as_finished(tasks(5))) == [(i, 2 * i) for i in range(5)]
    with Jobs[int](jobs, threading.Event()) as crew:
        assert list(crew.in_order([])) == []


def test_an_error_comes_in_its_turn_or_at_once() -> None:
    seen: list[int] = []
    with Jobs[int](4, threading.Event()) as crew, pytest.raises(ValueError, match="five"):
        seen.extend(crew.in_order(tasks(20)))
    assert seen == [0, 2, 4, 6, 8]
    with Jobs[int](4, threading.Event()) as crew, pytest.raises(ValueError, match="five"):
        list(crew.as_finished(tasks(20)))


def test_tasks_are_taken_when_needed_and_end_when_nobody_waits() -> None:
    taken: list[int] = []
    cancel = threading.Event()

    def endless() -> Iterator[Callable[[], int]]:
        yield lambda: 7
        while True:
            taken.append(len(taken))
            yield lambda: int(cancel.wait(60))

    before = threading.active_count()
    with Jobs[int](2, cancel) as crew:
        assert next(crew.in_order(endless())) == 7
    assert cancel.is_set()
    assert threading.active_count() == before
    assert set(crew.left().values()) <= {1}
    assert len(taken) < 10
