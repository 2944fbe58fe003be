"""The command line: reads text, calls a verb, prints. Nothing here knows how to search.

Exit codes: 0 answered (solved, or proven unsolvable); 2 bad input or usage; 3 a limit was hit
first; 130 interrupted; 1 a defect of deepen itself. An error is one sentence on standard error.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from deepen._signals import sent_again
from deepen.cli.exit_codes import DEFECT, INTERRUPTED, LIMITED, MISUSED
from deepen.cli.printing import note
from deepen.errors import DeepenError, EngineError, InputError, RuleError, UsageError


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line and returns its exit code."""
    try:
        with sent_again(), _plain_warnings():
            from deepen.cli.app import run  # lazy: start-up, and Ctrl-C may come meanwhile

            return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except MemoryError:
        _complain("the machine's memory is used up; --memory-limit ends a search before that")
        return LIMITED
    except Exception as error:
        return _explain(error)


@contextmanager
def _plain_warnings() -> Iterator[None]:
    """A warning is a sentence too, without the line of deepen that gives it."""
    usual = warnings.formatwarning
    warnings.formatwarning = lambda message, *_: f"deepen: {message}\n"
    try:
        yield
    finally:
        warnings.formatwarning = usual


def _explain(error: Exception) -> int:
    """One sentence for what went wrong; of the user's own rules, where."""
    if told := _users_own(error):
        note(told)
        return MISUSED
    if isinstance(error, (InputError, UsageError)):
        _complain(str(error))
        return MISUSED
    if isinstance(error, OSError):
        place = "standard output" if error.filename is None else repr(error.filename)
        _complain(f"{place}: {error.strerror or error}")
        return MISUSED
    if isinstance(error, EngineError):
        _complain(str(error))
    else:
        _complain(f"this is a defect of deepen, please report it: {type(error).__name__}: {error}")
    return DEFECT


def _users_own(error: Exception) -> str:
    """Where rules of the user's fail, in some lines; "" of any other error."""
    from deepen import games  # lazy: start-up
    from deepen.games.broken import BrokenGameError, place_of, users_traceback  # lazy: start-up

    if isinstance(error, BrokenGameError):
        return error.traceback
    if not games.registered():
        return ""
    if isinstance(error, DeepenError):
        return f"deepen: {error}" if isinstance(error, RuleError) else ""
    return users_traceback(error) if place_of(error) else ""


def _complain(sentence: str) -> None:
    note(f"deepen: {' '.join(sentence.split())}")
