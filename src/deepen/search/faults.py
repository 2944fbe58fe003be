"""What a failure of the rules means that the engine could only number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from deepen import _core
from deepen._core import RuleFault
from deepen.diagnosis.failures import unfinished_error
from deepen.errors import EngineError, RuleError, UsageError

Found = TypeVar("Found")
Explain = Callable[[RuleFault, tuple[int, ...]], Exception]
"""(fault, words of the state) -> what to raise."""


class ThreadsRefused(UsageError):
    """The system gives no more threads; another time it may."""


class PathMismatch(EngineError):
    """A path that the rules, walked again, do not confirm."""


def guarded(search: Callable[[], Found], explain: Explain, is_compiled: bool) -> Found:
    """Runs a search; a failure of the rules becomes what `explain` makes of it.

    `is_compiled`: compiled rules answer the same every time, those in the interpreter ought to.
    """
    try:
        return search()
    except _core.RuleFailure as failure:
        fault, words, interrupted = failure.args
        if fault != RuleFault.unfinished:
            raise explain(fault, words) from None
        error = unfinished_error(lambda: explain(fault, words))
        if interrupted:
            raise KeyboardInterrupt("interrupted") from error
        raise error from None
    except _core.TooFar as error:
        raise UsageError(
            f"a win takes more than {int(str(error)):,} plies, and tables have no room for that"
        ) from None
    except _core.NoThread as error:
        raise ThreadsRefused(
            f"the system gives this process no more threads ({error}): with fewer `threads`, or "
            "beside fewer other programs, it may"
        ) from None
    except _core.ReplayMismatch as mismatch:
        if not is_compiled:
            raise RuleError(
                f"the rules do not answer the same every time: walked again, {mismatch}",
                hint="A rule may depend on its arguments alone, not on time, chance or what it has "
                "changed before.",
            ) from None
        raise PathMismatch(
            f"{mismatch}. This is a defect of deepen: please report it with the puzzle."
        ) from None
