"""What a search of a puzzle and of a game have in common, whatever their states are made of."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from deepen import _core
from deepen.diagnosis.failures import FAULTS
from deepen.distances import Distances
from deepen.errors import RuleError
from deepen.interpreter.calls import Interpreter
from deepen.interpreter.objects import NumberedObjects
from deepen.search.faults import guarded
from deepen.search.jobs import thread_count
from deepen.search.limits import Limits
from deepen.search.options import AnalysisOptions, SearchOptions
from deepen.solution import Exploration

Found = TypeVar("Found")

_STATUS_NAMES = {status: status.name.replace("_", "-") for status in _core.Status}


def status_name(status: _core.Status) -> str:
    """How a search ended, as users read it: `time-limit`."""
    return _STATUS_NAMES[status]


class once(Generic[Found]):  # noqa: N801, a decorator
    """`functools.cached_property` as it is from Python 3.12 on: without a lock, which takes longer
    than some searches."""

    def __init__(self, make: Callable[[Any], Found]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, owner: Any, kind: type | None = None) -> Found:
        found = owner.__dict__[self.name] = self.make(owner)
        return found


class PreparedSearch:
    """Rules and a start: a search that is ready to run.

    Nothing is compiled before a search asks for it.

    Attributes:
        interpreter: the rules as plain functions. They know the user's lines when compiled ones
            fail, and how users see states and actions.
        start: the words of the state to begin with.
        is_compiled: whether the engine is given compiled rules.
        options: how to search.
    """

    interpreter: Interpreter | NumberedObjects
    start: list[int]
    is_compiled: bool
    options: SearchOptions | AnalysisOptions

    @property
    def threads(self) -> int:
        """How many work on the search; rules in the interpreter have one lock, so one."""
        return thread_count(self.options.threads) if self.is_compiled else 1

    @property
    def space(self) -> _core.PuzzleRules:
        """The rules as those of a puzzle, for searches that ask only what leads where."""
        raise NotImplementedError

    def compile(self) -> None:
        """Compiles what the search will need. Ctrl-C interrupts this in the main thread only."""
        raise NotImplementedError

    def retrace(self, words: tuple[int, ...]) -> None:
        """Runs all rules on a state in the interpreter, which raises what is wrong there."""
        raise NotImplementedError

    def retrace_space(self, words: tuple[int, ...]) -> None:
        """The same of the rules of `space`."""
        self.retrace(words)

    def explain(self, fault: _core.RuleFault, words: tuple[int, ...]) -> Exception:
        """What a failure of compiled rules on a state means."""
        return self._explained(fault, words, self.retrace)

    def unexplained(self, fault: _core.RuleFault, words: tuple[int, ...]) -> RuleError:
        """The same where the interpreter finds nothing wrong."""
        return RuleError(FAULTS[fault])

    def explore(self, limits: Limits) -> Exploration:
        """Sees every state that can be reached."""
        return self.exploration(self.reached(limits))

    def exploration(
        self, found: _core.RawResult, distances: Distances | None = None
    ) -> Exploration:
        """The raw result of a search of everything, for users."""
        complete = found.status == _core.Status.unsolvable
        return Exploration(
            layers=[row.expanded for row in found.rows],
            states=found.stored,
            generated=found.generated,
            complete=complete,
            status="complete" if complete else status_name(found.status),
            seconds=found.seconds,
            peak_bytes=found.peak_bytes,
            distances=distances,
        )

    def reached(self, limits: Limits, keep_expanded: bool = False) -> _core.RawResult:
        """The raw result of that."""
        rules, allowance = self.space, limits.allowance()
        return guarded(
            lambda: _core.breadth_first(
                rules,
                self.start,
                allowance,
                exhaust=True,
                keep_expanded=keep_expanded,
                threads=self.threads,
            ),
            lambda fault, words: self._explained(fault, words, self.retrace_space),
            self.is_compiled,
        )

    def guarded(self, search: Callable[[], Found]) -> Found:
        """What a call of the engine finds; a failure of the rules is explained."""
        return guarded(search, self.explain, self.is_compiled)

    # Between the engine and users

    def words_of(self, state: Any) -> list[int]:
        """A state as the engine has it."""
        return list(self.interpreter.words(state))

    def state_of(self, words: Sequence[int]) -> Any:
        """A state of the engine as users see it."""
        return self.interpreter.shown_words(words)

    def states_in(self, words: bytes) -> list[Any]:
        """States that the engine has put one after the other."""
        each, width = array("Q", words).tolist(), len(self.start)
        return [self.state_of(each[i : i + width]) for i in range(0, len(each), width)]

    def _explained(
        self,
        fault: _core.RuleFault,
        words: tuple[int, ...],
        retrace: Callable[[tuple[int, ...]], None],
    ) -> Exception:
        try:
            retrace(words)
        except RuleError as error:
            return error
        return self.unexplained(fault, words)
