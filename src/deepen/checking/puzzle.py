"""`deepen.check` for puzzles: successors, goals, and every heuristic."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

from deepen.checking.report import Notes
from deepen.checking.rules import RulesCheck, Words
from deepen.checking.walks import Walk
from deepen.compiler import abi
from deepen.compiler.native_call import NativeFailure, NativePuzzle
from deepen.errors import DeepenError
from deepen.interpreter.calls import Successor
from deepen.interpreter.claims import Claims, promises_of
from deepen.interpreter.puzzles import InterpretedPuzzle, Objects
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import DEAD, Heuristic
from deepen.search.puzzles import heuristics_of
from deepen.verbs.solve import solve

# States to expand at most, to find a way to a goal.
_SOON = 20_000
_ALL_BITS = (1 << 64) - 1
_CHECK_OF = {
    "canonical": "symmetric",
    "predecessors": "back",
    "reversible": "back",
    "goals": "listed",
    "rank": "numbered",
}


class PuzzleCheck(RulesCheck):
    """The rules of a `Puzzle`."""

    main_rule = "successors"
    number_names = ("cost", "estimate")

    def __init__(self, puzzle: Puzzle, notes: Notes, wraps: bool) -> None:
        super().__init__(puzzle, notes, wraps)
        self.asked: Any = InterpretedPuzzle(puzzle, None, abi.width_of(puzzle.state_words))
        self.native = self.compile(lambda: NativePuzzle(puzzle))

    def run(self, walks: int, seed: int) -> None:
        """Walks, and looks at every state on the way."""
        self.walk(self.start_words(), walks, seed)
        self._walk_to_goal()
        for words in self.places:
            self._look_at_goal(words)
            if not self.is_goal(words):
                self.look_at_ways(words)
        PromiseCheck(self).run()
        for name in heuristics_of(self.subject):
            self.look_at_heuristic(name)

    def start_words(self) -> Words:
        return tuple(self.asked.words(self.subject.start))

    def expand(self, words: Words) -> list[Any]:
        return [way[:3] for way in self.asked.expand(words, 0, along=False)]

    def expand_natively(self, words: Words) -> list[Any]:
        return [way[:3] for way in self.native.expand(words)]

    def ways_on(self, words: Words) -> list[tuple[Any, Words]]:
        return [] if self.is_goal(words) else super().ways_on(words)

    def look_at_heuristic(self, name: str) -> None:
        """Compiled, incremental, at goals and along the walks."""
        HeuristicCheck(self, name).run()

    def is_goal(self, words: Words) -> bool:
        """Whether the puzzle is solved there."""
        return bool(self.ask("is_goal", words, lambda: self.asked.is_goal(words)))

    def _look_at_goal(self, words: Words) -> None:
        is_goal = self.is_goal(words)
        self.same("is_goal", words, is_goal, lambda: self.asked.is_goal(words))
        if self.native is not None:
            self.agree("is_goal", words, is_goal, lambda: self.native.is_goal(words))

    def _walk_to_goal(self) -> None:
        """The shortest way to a goal, if it is soon found: few random walks end at one."""
        try:
            compiled = self.native is not None
            solution = solve(
                self.subject,
                "breadth-first",
                symmetry=False,
                node_limit=_SOON,
                compiled=compiled,
            )
        except DeepenError:
            return  # the rules misbehave, which the walks show
        places = [self.words_of(state) for state in solution.states]
        ways = [self._way(*pair) for pair in pairwise(places)]
        if places and None not in ways:
            self.walked.append(Walk(places, ways))

    def words_of(self, state: Any) -> Words:
        """A state of a solution."""
        return tuple(self.asked.words(state))

    def _way(self, place: Words, goal: Words) -> Any:
        found = [way for way in self.ways(place) if way[1] == goal]
        return min(found, key=lambda way: int(way[2]), default=None)


class ObjectPuzzleCheck(PuzzleCheck):
    """The methods of an `ObjectPuzzle`; nothing is compiled."""

    main_rule = "actions, result and cost"

    def __init__(self, puzzle: ObjectPuzzle, notes: Notes, wraps: bool) -> None:
        super(PuzzleCheck, self).__init__(puzzle, notes, wraps)
        self.asked = Objects(puzzle)

    def start_words(self) -> Words:
        return tuple(self.asked.start_words())

    def words_of(self, state: Any) -> Words:
        return (self.asked.states.of(state),)

    def shown(self, words: Words) -> Any:
        return self.asked.states[words[0]]

    def expand(self, words: Words) -> list[Any]:
        found = self.asked.expand(words, 0, along=False)
        return [(self.asked.actions[action], child, cost) for action, child, cost, _ in found]


class PromiseCheck:
    """The optional rules of a puzzle, at the states of the walks."""

    def __init__(self, rules: PuzzleCheck) -> None:
        self.rules = rules
        self.claims = Claims(rules.asked)

    def run(self) -> None:
        """Looks at every rule that there is."""
        for rule in promises_of(self.rules.subject):
            if rule == "goals" and not self._look_at_list():
                continue
            for words in self.rules.places:
                self._look_at(rule, words)

    def _look_at(self, rule: str, words: Words) -> None:
        rules = self.rules
        broken = rules.ask(rule, words, lambda: self.claims.broken(rule, words))
        if broken is None:
            return
        rules.notes.expect(_CHECK_OF[rule], rule, rules.shown(words), not broken, broken)
        if rules.native is not None and rule in ("canonical", "predecessors", "rank"):
            found = getattr(rules.asked, rule)(words)
            rules.agree(rule, words, found, lambda: getattr(rules.native, rule)(words))
            if rule == "rank":
                state = rules.asked.unrank(found)
                rules.agree("unrank", words, state, lambda: rules.native.unrank(found))
        if rule == "canonical":
            rules.fits(rule, words)

    def _look_at_list(self) -> bool:
        """Whether goals can be listed, and are goals."""
        rules, start = self.rules, self.rules.subject.start
        if rules.notes.attempt("goals", start, lambda: self.claims.listed) is None:
            return False
        wrong = self.claims.wrongly_listed()
        said = "" if wrong is None else f"lists the state {rules.shown(wrong)!r}, which is no goal"
        rules.notes.expect("listed", "goals", start, wrong is None, said)
        return True


class HeuristicCheck:
    """One heuristic of a puzzle, on the walks that were taken."""

    def __init__(self, rules: PuzzleCheck, name: str) -> None:
        self.rules = rules
        self.notes = rules.notes
        self.name = name
        self.step: Any = None
        self.native: NativePuzzle | None = None
        if isinstance(rules.subject, Puzzle):
            self._prepare(rules.subject.for_heuristic(name))
        else:
            self.declared: Any = rules.subject
            self.asked: Any = rules.asked

    def _prepare(self, puzzle: Puzzle) -> None:
        heuristic: Heuristic | None = puzzle.heuristic_named(self.name)[1]
        assert heuristic is not None
        self.declared = heuristic
        self.step = heuristic.step
        self.asked = InterpretedPuzzle(puzzle, heuristic, abi.width_of(puzzle.state_words))
        if self.rules.native is not None:
            self.native = self.rules.compile(lambda: NativePuzzle(puzzle, heuristic))

    def run(self) -> None:
        estimates = {words: self._estimate(words) for words in self.rules.places}
        self.estimates = {words: h for words, h in estimates.items() if h is not None}
        for words, h in self.estimates.items():
            self._look_at(words, h)
        for walk in self.rules.walked:
            self._look_along(walk)

    def _estimate(self, words: Words) -> int | None:
        found = self.rules.ask(self.name, words, lambda: self.asked.estimate(words))
        return None if found is None else int(found)

    def _look_at(self, words: Words, h: int) -> None:
        rules = self.rules
        rules.same(self.name, words, h, lambda: self.asked.estimate(words))
        if self.native is not None:
            native = self.native
            rules.agree(self.name, words, h, lambda: native.estimate(words))
        if rules.is_goal(words):
            self._look_at_goal(words, h)
            return
        if h != DEAD:  # no search expands such a state
            self._look_at_ways(words, h)

    def _look_at_goal(self, words: Words, h: int) -> None:
        if self.declared.admissible or self.declared.consistent:
            self._expect("goal", words, h == 0, f"is {_text(h)} at a goal, and declared admissible")

    def _look_at_ways(self, words: Words, h: int) -> None:
        """The estimates of successors, which searches ask for together with them."""
        in_steps = self.step is not None
        wanted = self._ways_in_steps(words, h) if in_steps else self._ways_natively(words)
        if self.native is not None and wanted is not None:
            native = self.native
            nobody = _unlike([way[1] for way in wanted], native.width)
            rule = f"successors with {self.name}"
            self.rules.agree(rule, words, wanted, lambda: native.expand_along(words, h, nobody))

    def _ways_natively(self, words: Words) -> list[Successor] | None:
        """The compiled heuristic for each successor, in a call of its own."""
        native = self.native
        if native is None:
            return None
        try:
            return [
                (*way, native.estimate(way[1]) | abi.GOAL_FLAG * native.is_goal(way[1]))
                for way in self.rules.ways(words)
            ]
        except NativeFailure:
            return None  # where the walks come through that state, it is noted

    def _ways_in_steps(self, words: Words, h: int) -> list[Successor] | None:
        """The incremental form, which must give what the heuristic itself gives."""
        step = f"{self.name}.incremental"
        found = self.rules.ask(step, words, lambda: self.asked.expand(words, h, along=True))
        for action, child, _, flagged in found or ():
            given, whole = flagged & ~abi.GOAL_FLAG, self._estimate(child)
            said = (
                f"gives {_text(given)} for action {action} to state {self.rules.shown(child)}, "
                f"the heuristic itself {_text(whole)}"
            )
            self._expect("incremental", words, given == whole, said)
        return cast("list[Successor] | None", found)

    def _look_along(self, walk: Walk[Words]) -> None:
        """What is declared, against what a walk shows."""
        if any(words not in self.estimates for words in walk.places):
            return
        costs = [way[2] for way in walk.ways]
        if self.declared.consistent:
            for i, cost in enumerate(costs):
                self._look_at_fall(walk.places[i], walk.places[i + 1], cost)
        if self.declared.admissible and self.rules.is_goal(walk.places[-1]):
            for i, words in enumerate(walk.places):
                self._look_at_distance(words, sum(costs[i:]))

    def _look_at_fall(self, words: Words, child: Words, cost: int) -> None:
        h, after = self.estimates[words], self.estimates[child]
        holds = h == DEAD or h <= cost + after
        said = (
            f"is {_text(h)}, and {_text(after)} after an action of cost {cost} to state "
            f"{self.rules.shown(child)}, and declared consistent"
        )
        # From where no goal can be reached nobody is misled: the search never comes back.
        self._expect("consistent", words, holds or self._is_hopeless(child), said)

    def _look_at_distance(self, words: Words, cost: int) -> None:
        h = self.estimates[words]
        said = f"is {_text(h)}, and declared admissible; but a way of cost {cost} leads to a goal"
        self._expect("admissible", words, h <= cost, said)

    def _is_hopeless(self, words: Words) -> bool:
        """Whether it is soon proven that there is no way to a goal."""
        here = self.rules.subject.at(self.rules.shown(words))
        compiled = self.native is not None
        found = solve(here, "uniform-cost", symmetry=False, node_limit=_SOON, compiled=compiled)
        return found.status == "unsolvable"

    def _expect(self, check: str, words: Words, holds: bool, sentence: str) -> None:
        self.notes.expect(check, self.name, self.rules.shown(words), holds, sentence)


def _text(h: int | None) -> str:
    return "infinite" if h == DEAD else str(h)


def _unlike(states: Sequence[Words], width: int) -> Words:
    """A state that is none of these."""
    word = _ALL_BITS
    while (word,) * width in states:
        word -= 1
    return (word,) * width
