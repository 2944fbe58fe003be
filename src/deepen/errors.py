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

from typing import Generic, TypeVar

__all__ = [
    "CheckFailed",
    "DeepenError",
    "EngineError",
    "InputError",
    "Interrupted",
    "Refuted",
    "RuleError",
    "UsageError",
]

Answer = TypeVar("Answer")


class DeepenError(Exception):
    """Base of all errors that deepen raises on purpose.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> try:
    ...     tiles.parse("1 2 3")
    ... except deepen.DeepenError as error:
    ...     print(type(error).__name__)
    InputError
    """


class InputError(DeepenError, ValueError):
    """Text or values that describe no legal puzzle; the message names the place.

    >>> from deepen.games import darkchess
    >>> darkchess.parse("8/8/8/2C5 b")
    Traceback (most recent call last):
    deepen.errors.InputError: rank 4, column 2: a black cannon C has no part in this puzzle
    """


class UsageError(DeepenError, ValueError):
    """A call that makes no sense: an unknown name, an argument of a wrong type or size.

    >>> import deepen
    >>> deepen.Program(level=3, time=1)
    Traceback (most recent call last):
    deepen.errors.UsageError: a program has a level or a time, not both
    """


class EngineError(DeepenError, AssertionError):
    """A solution did not survive its replay: a defect of deepen itself.

    >>> import deepen
    >>> issubclass(deepen.EngineError, deepen.DeepenError)
    True
    """


class Refuted(DeepenError, AssertionError):
    """An audit has shown that something claimed is wrong; the message has the counterexample.

    >>> import deepen
    >>> from deepen.games import chexers
    >>> report = deepen.audit(chexers.parse(chexers.EXAMPLES["course"]), "walking")
    >>> try:
    ...     report.raise_if_refuted()
    ... except deepen.Refuted as error:
    ...     print(str(error).splitlines()[0])
    Refuted: walking is not admissible. It says 4 where a path of cost 3 leads to a goal.
    """


class CheckFailed(DeepenError, AssertionError):
    """A check of rules has found something wrong; the message has the states and the values.

    >>> import deepen
    >>> class Shrinking(deepen.ObjectPuzzle):
    ...     start = 5
    ...     consistent = True
    ...     def actions(self, n): return [1, 2][:n]
    ...     def result(self, n, action): return n - action
    ...     def is_goal(self, n): return n == 0
    ...     def heuristic(self, n): return n
    >>> try:
    ...     deepen.check(Shrinking()).raise_if_failed()
    ... except deepen.CheckFailed as error:
    ...     print(str(error).splitlines()[0])
    Shrinking: 6 states on 21 walks, seed 0
    """


class RuleError(DeepenError):
    """A rule that cannot be compiled or that yields what no rule may yield.

    The message shows the rule's own file and line, what is wrong there, and what to write instead.

    Attributes:
        filename, line: where, if known.
        reason: what is wrong, without the place.
        hint: what to do about it, or an empty string.

    >>> import deepen
    >>> class Broken(deepen.Puzzle):
    ...     @deepen.rule
    ...     def successors(board, state): yield -1, state
    ...     @deepen.rule
    ...     def is_goal(board, state): return False
    >>> try:
    ...     deepen.solve(Broken(0), compiled=False)
    ... except deepen.RuleError as error:
    ...     print(error.reason)
    in successors: yields the action -1
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


class Interrupted(KeyboardInterrupt, Generic[Answer]):
    """Ctrl-C during a search.

    Attributes:
        partial: what the verb would have returned, as far as it came: a `Solution` of `solve`, an
            `Analysis` of `analyse`, and so on, with what was proven up to then and the statistics.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> try:
    ...     solution = deepen.solve(tiles.parse("2x3: 1 2 0 3 4 5"))
    ... except deepen.Interrupted as stopped:
    ...     solution = stopped.partial
    >>> solution.lower_bound
    2
    """

    def __init__(self, partial: Answer) -> None:
        super().__init__("interrupted")
        self.partial = partial
