"""A process that runs one verb after the other: `python -m deepen.web.worker NICENESS GAMES`.

Jobs come in on standard input and answers go out on standard output, as `frames`. A job is stopped
by a frame too: a thread listens all the time, and interrupts the main thread as Ctrl-C would, so a
search ends with what it has proven. When the server goes away, however suddenly, so does a worker.
"""

from __future__ import annotations

import _thread
import json
import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from typing import Any, BinaryIO

from deepen import games
from deepen.errors import DeepenError, EngineError, InputError, RuleError, UsageError
from deepen.games.broken import place_of, told_outside, users_traceback
from deepen.web import frames, pages
from deepen.web.verbs import VERBS


class Worker:
    """The loop: take a job, run it, answer."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        self._source = source
        self._target = target
        self._jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._searching = False  # only then an interrupt is raised
        self._stopping = False  # one came while it could not be

    def run(self) -> None:
        """For ever: the end comes with the end of the source."""
        signal.signal(signal.SIGINT, self._interrupt)
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            kind, body = self._outcome(self._jobs.get())
            self._send(kind, body)

    def _interrupt(self, number: int, frame: Any) -> None:
        # It runs in the main thread between two steps of it, so this is never out of date.
        self._stopping = True
        if self._searching:
            raise KeyboardInterrupt

    def _listen(self) -> None:
        while (frame := frames.read_blocking(self._source)) is not None:
            kind, body = frame
            if kind == frames.JOB:
                self._jobs.put(body)
            else:
                _interrupt_main()
        os._exit(0)

    def _outcome(self, job: bytes) -> tuple[bytes, Any]:
        arguments = json.loads(job)
        verb = VERBS[arguments.pop("verb")]
        report = _say_nothing if arguments.pop("quiet", False) else self._report
        # A frame to stop the job before came through the pipe before this one, so it is forgotten.
        self._stopping = False
        try:
            self._searching = True
            answer = verb(**arguments, report=report)
            self._searching = False
        except KeyboardInterrupt:
            return frames.REFUSAL, "stopped before anything was found"
        except MemoryError:
            return frames.REFUSAL, "the memory that a search may use here is used up"
        except EngineError as error:
            return frames.DEFECT, str(error)
        except Exception as error:
            return _told(error)
        finally:
            self._searching = False
        return frames.ANSWER, answer

    def _report(self, news: dict[str, Any]) -> None:
        self._send(frames.PROGRESS, news)

    def _send(self, kind: bytes, body: Any) -> None:
        # Whole frames or none: an interrupt in between would tear one.
        searching, self._searching = self._searching, False
        self._target.write(frames.packed(kind, json.dumps(body, allow_nan=False).encode()))
        self._target.flush()
        self._searching = searching
        if searching and self._stopping:
            raise KeyboardInterrupt


def _told(error: Exception) -> tuple[bytes, str]:
    """What is wrong with the request, with rules of the server's owner, or with us."""
    is_owners = bool(games.registered()) and (isinstance(error, RuleError) or place_of(error) != "")
    if is_owners and not isinstance(error, (InputError, UsageError)):
        print(users_traceback(error), file=sys.stderr)  # for the owner alone
        return frames.REFUSAL, told_outside(error)
    if isinstance(error, DeepenError) and not isinstance(error, RuleError):
        return frames.REFUSAL, told_outside(error)
    return frames.DEFECT, told_outside(error)


def _say_nothing(news: dict[str, Any]) -> None:
    """For those who only wait for the answer."""


def _interrupt_main() -> None:
    """As Ctrl-C does: a true signal also wakes a thread that waits for a lock."""
    if hasattr(signal, "pthread_kill"):
        main_thread = threading.main_thread().ident
        assert main_thread is not None
        signal.pthread_kill(main_thread, signal.SIGINT)
    else:
        _thread.interrupt_main()


def main() -> None:
    """Keeps the pipe for frames: what anything prints goes to standard error instead."""
    niceness = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(OSError):
        os.nice(niceness)
    pages.open_own(json.loads(sys.argv[2]) if len(sys.argv) > 2 else {})
    Worker(sys.stdin.buffer, target).run()


if __name__ == "__main__":
    main()
