"""Ctrl-C at any moment, also while modules are imported and rules compiled, is answered."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from deepen._signals import deferred, kept, sent_again
from signals_support import CALLS, COMMANDS, HERE, delays, interrupt_after
from support import run_python, slow

# Blocks in which it waits, or cannot be lost


def within(block: AbstractContextManager[object], *steps: Callable[[], object]) -> None:
    with block:
        for step in steps:
            step()


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def fail() -> None:
    raise ImportError("half of it")


def test_ctrl_c_waits_for_the_end_of_a_block() -> None:
    done: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        within(deferred(), press, partial(done.append, 1))
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_waits_for_the_outer_block() -> None:
    done: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        within(deferred(), lambda: within(deferred(), press), partial(done.append, 1))
    assert done == [1]


def test_it_comes_before_what_went_wrong_meanwhile() -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        within(deferred(), press, fail)
    assert isinstance(caught.value.__context__, ImportError)


@pytest.mark.parametrize("block", [deferred, kept, sent_again])
def test_a_block_without_ctrl_c_raises_what_it_raises(
    block: Callable[[], AbstractContextManager[object]],
) -> None:
    with pytest.raises(ImportError):
        within(block(), fail)


def test_a_handler_of_ones_own_is_called_afterwards() -> None:
    seen: list[str] = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append("handled"))
    try:
        within(deferred(), press, lambda: seen.append("done"))
        assert seen == ["done", "handled"]
        within(kept(), press)
        assert seen == ["done", "handled", "handled"]
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_see_no_signals_anyway() -> None:
    def work() -> None:
        for block in (deferred(), kept()):
            with block:
                handlers.append(signal.getsignal(signal.SIGINT))

    handlers: list[object] = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [signal.default_int_handler] * 2


def swallow() -> None:
    """As the libraries do that compile: Python cannot raise through a callback from C."""
    ctypes.CFUNCTYPE(None)(press)()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("then", [[], [fail]])
def test_one_that_is_swallowed_comes_in_the_end(then: list[Callable[[], object]]) -> None:
    done: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        within(kept(), swallow, partial(done.append, 1), *then)
    assert done == [1]


def test_one_that_is_swallowed_comes_again() -> None:
    with pytest.raises(KeyboardInterrupt):
        within(sent_again(), swallow, partial(threading.Event().wait, 30), fail)


# Imports

INTERRUPTED_IMPORT = """
import importlib.abc, signal, sys

class Finder(importlib.abc.MetaPathFinder):
    pending = True
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1] and self.pending:
            Finder.pending = False
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
import deepen, endless
for attempt in range(2):
    try:
        print(deepen.solve(endless.Tree(1), node_limit=10).expanded)
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.parametrize(
    "module",
    [
        "deepen.search.prepared",
        *slow("datetime"),  # of which numpy wants all, or it is not to be had any more
        *slow("numpy.lib"),
        "numba.core.typing.builtins",
    ],
)
def test_an_import_is_whole_after_ctrl_c(module: str, cache_dir: Path, tmp_path: Path) -> None:
    folder = tmp_path if module.startswith("numba") else cache_dir  # it is imported to compile
    run = run_python(INTERRUPTED_IMPORT, module, folder=HERE, DEEPEN_CACHE_DIR=str(folder))
    assert (run.stdout, run.returncode) == ("interrupted\n10\n", 0), run.stderr


ENGINE = """
import dataclasses, enum, functools, inspect, signal

usual = enum.EnumType.__call__

def call(*arguments, **named):
    if "Status" in arguments:
        signal.raise_signal(signal.SIGINT)
    return usual(*arguments, **named)

enum.EnumType.__call__ = call
for attempt in range(2):
    try:
        import deepen._core
        print("imported")
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_nothing_interrupts_the_beginning_of_the_engine() -> None:
    run = run_python(ENGINE)
    assert (run.stdout, run.returncode) == ("interrupted\nimported\n", 0), run.stderr


# Random moments


def strike(name: str, delay: float, cache: Path) -> None:
    ended = interrupt_after(name, delay, cache)
    said = f"{name}, {delay:.3f} s: {ended.code} after {ended.seconds:.1f} s\n{ended.said}"
    assert ended.is_answered, said
    assert name in CALLS or "Traceback" not in ended.said or ended.is_before_main, said


@pytest.mark.parametrize("step", [4, *slow(1)])
def test_some_random_moments(step: int, cache_dir: Path) -> None:
    """A taste of the next one."""
    names = [*CALLS, *COMMANDS][::step]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(partial(strike, cache=cache_dir), names, delays(1, len(names), 0.4)))


@pytest.mark.long
@pytest.mark.parametrize("name", [*CALLS, *COMMANDS])
def test_a_thousand_random_moments(name: str, cache_dir: Path, tmp_path: Path) -> None:
    """Of 13 programs: 62 each with everything compiled before, 15 each with nothing."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        interrupt_after(name, 10, cache_dir)
        list(pool.map(partial(strike, name, cache=cache_dir), delays(2, 62, 0.8)))
        empty = [tmp_path / str(number) for number in range(15)]
        list(pool.map(partial(strike, name), delays(3, 15, 4), empty))
