"""What can go wrong, as a tree:

DeepenError
├── InputError          text or values that make no puzzle: malformed, or against the rules
├── RuleError           a rule that cannot be compiled, or that misbehaves on some state
├── UsageError          an argument of a wrong type or size, or ones that do not fit together
├── Refuted             a heuristic is not what it claims to be, with the counterexample
├── CheckFailed         rules do not keep what they promise, with the states
└── EngineError         the engine contradicts itself: a defect of deepen, please report it
Interrupted             a KeyboardInterrupt that carries what the search had proven
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deepen.analysis import Analysis
    from deepen.auditing.report import Verdict
    from deepen.comparing.comparison import Comparison
    from deepen.solution import Exploration, Solution


class DeepenError(Exception):
    """Base of all errors that deepen raises on purpose."""


class InputError(DeepenError, ValueError):
    """Text or values that describe no legal puzzle; the message names the place."""


class UsageError(DeepenError, ValueError):
    """A call that makes no sense: an unknown name, an argument of a wrong type or size."""


class EngineError(DeepenError, AssertionError):
    """A solution did not survive its replay: a defect of deepen itself."""


class Refuted(DeepenError, AssertionError):
    """An audit has shown that something claimed is wrong; the message has the counterexample."""


class CheckFailed(DeepenError, AssertionError):
    """A check of rules has found something wrong; the message has the states and the values."""


class RuleError(DeepenError):
    """A rule that cannot be compiled or that yields what no rule may yield.

    The message shows the rule's own file and line, what is wrong there, and what to write instead.

    Attributes:
        filename, line: where, if known.
        reason: what is wrong, without the place.
        hint: what to do about it, or an empty string.
    """

    def __init__(
        self, reason: str, *, filename: str = "", line: int = 0, source: str = "", hint: str = ""
    ) -> None:
        self.reason = reason
        self.filename = filename
        self.line = line
        self.hint = hint
        place = f"{filename}:{line}: " if filename else ""
        shown = f"\n    {source.strip()}" if source.strip() else ""
        advice = f"\n  hint: {hint}" if hint else ""
        super().__init__(f"{place}{reason}{shown}{advice}")


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search. `solution` holds what was proven up to then, and the statistics."""

    def __init__(self, solution: Solution | Exploration | Analysis | Verdict | Comparison) -> None:
        super().__init__("interrupted")
        self.solution = solution
