"""What a failure of the rules means that the engine could only number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from deepen import _core
from deepen._core import RuleFault
from deepen.diagnosis.failures import unfinished_error
from deepen.errors import EngineError, RuleError

Found = TypeVar("Found")
Explain = Callable[[RuleFault, tuple[int, ...]], Exception]
"""(fault, words of the state) -> what to raise."""

FAULTS = {
    RuleFault.raised: "a rule raised an exception in compiled code only",
    RuleFault.bad_value: "a rule gave a number out of range in compiled code only",
    RuleFault.too_many: "a state has too many successors in compiled code only",
    RuleFault.cost_overflow: f"a path costs more than {_core.VALUE_LIMIT}",
    RuleFault.value_overflow: f"a position is worth {_core.GAME_LIMIT} or more",
    RuleFault.unfinished: "a rule did not return in time",
}


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
    except _core.ReplayMismatch as mismatch:
        if not is_compiled:
            raise RuleError(
                f"the rules do not answer the same every time: walked again, {mismatch}",
                hint="A rule may depend on its arguments alone, not on time, chance or what it has "
                "changed before.",
            ) from None
        raise EngineError(
            f"{mismatch}. This is a defect of deepen: please report it with the puzzle."
        ) from None
