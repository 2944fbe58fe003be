"""Ctrl-C at moments when it would break something, or be lost.

Python raises `KeyboardInterrupt` between any two instructions of the main thread. In the middle of
an import it leaves half a module behind, which numpy and Numba do not survive, and it ends the
process if that module is our own engine. In a destructor or a callback it is printed and forgotten.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self

_Handler = Callable[[int, FrameType | None], Any]
_SOON = 0.01  # seconds, after which whoever has swallowed an interrupt is done


class _Handled:
    """A block in which Ctrl-C is handled otherwise; other threads than the main one see none."""

    def __init__(self) -> None:
        self._before: _Handler | None = None

    def __enter__(self) -> Self:
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler) and threading.current_thread() is threading.main_thread():
            self._before = handler
            try:
                signal.signal(signal.SIGINT, self.handle)
            except ValueError:  # the main thread of another interpreter has no signals either
                self._before = None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self.finish(error)

    def handle(self, number: int, frame: FrameType | None) -> None:
        """What Ctrl-C does inside."""
        raise NotImplementedError

    def finish(self, error: BaseException | None) -> None:
        """What happens in the end; `error` is what the block raises."""
        raise NotImplementedError


class deferred(_Handled):  # noqa: N801, used like a function
    """A block that Ctrl-C does not interrupt: it waits until the block is done."""

    _is_waiting = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        self._is_waiting = True

    def finish(self, error: BaseException | None) -> None:
        if self._is_waiting:
            signal.raise_signal(signal.SIGINT)


class kept(_Handled):  # noqa: N801
    """A block that Ctrl-C interrupts; if something inside swallows that, it is raised in the end.

    So for long work in libraries that have callbacks, or that take any exception for a failure.
    """

    _raised: BaseException | None = None

    def handle(self, number: int, frame: FrameType | None) -> None:
        assert self._before is not None
        try:
            self._before(number, frame)
        except BaseException as raised:
            self._raised = raised
            raise

    def finish(self, error: BaseException | None) -> None:
        if self._raised is not None and not isinstance(error, type(self._raised)):
            raise self._raised


@contextmanager
def sent_again() -> Iterator[None]:
    """A block that is a whole program: a Ctrl-C that is swallowed somewhere comes again at once."""
    usual = sys.unraisablehook
    timers = []
    main = threading.main_thread().ident, signal.SIGINT

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            # From another thread: here, whoever swallowed this one would swallow the next as well.
            timers.append(threading.Timer(_SOON, signal.pthread_kill, main))
            timers[-1].daemon = True
            timers[-1].start()
        else:
            usual(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = usual
        for timer in timers:
            timer.cancel()
