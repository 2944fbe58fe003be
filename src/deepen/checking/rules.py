"""What `deepen.check` asks of the rules of puzzles and games alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from deepen._core import GAME_LIMIT
from deepen.checking.report import Notes
from deepen.checking.unbounded import EndlessError, exact_board, exact_state, lost_word
from deepen.checking.walks import Walk, random_walk
from deepen.compiler.native_call import NativeFailure
from deepen.errors import RuleError
from deepen.packing.packed import Packed

Words = tuple[int, ...]


class RulesCheck:
    """Walks through the states that some rules lead to, and looks at each.

    Args:
        subject: the puzzle or game.
        notes: where everything is noted.
        wraps: whether states wrap around on purpose.

    Attributes:
        asked: the rules in the interpreter, over words of the engine.
        native: the same compiled; None if they are not, or cannot be.
        walked: the walks.
        main_rule: its name.
        number_names: what follows action and state in a successor or a move.
    """

    main_rule: str
    number_names: tuple[str, ...]
    asked: Any
    native: Any = None

    def __init__(self, subject: Any, notes: Notes, wraps: bool) -> None:
        self.subject = subject
        self.notes = notes
        self.packed = subject if isinstance(subject, Packed) and not wraps else None
        self.walked: list[Walk[Words]] = []
        self._ways: dict[Words, list[Any] | None] = {}

    def walk(self, start: Words, walks: int, seed: int) -> None:
        """Takes random walks, always the same for a seed."""
        chance = random.Random(seed)
        for _ in range(walks):
            self.walked.append(random_walk(start, self.ways_on, chance))

    @property
    def places(self) -> list[Words]:
        """All states that the walks came through, each once."""
        return list(dict.fromkeys(place for walk in self.walked for place in walk.places))

    def ways(self, words: Words) -> list[Any]:
        """The successors or moves of a state; nothing where the rule fails."""
        if words not in self._ways:
            self._ways[words] = self.ask(self.main_rule, words, lambda: self.expand(words))
        return self._ways[words] or []

    def expand(self, words: Words) -> list[Any]:
        """The successors or moves of a state, each (action, words, ...)."""
        raise NotImplementedError

    def expand_natively(self, words: Words) -> list[Any]:
        """The same by compiled code."""
        return list(self.native.expand(words))

    def ways_on(self, words: Words) -> list[tuple[Any, Words]]:
        """Those that a walk may take."""
        return [(way, way[1]) for way in self.ways(words)]

    def shown(self, words: Words) -> Any:
        """A state as users see it."""
        return self.asked.shown_words(words)

    def ask(self, rule: str, words: Words, answer: Callable[[], Any]) -> Any:
        """What a rule says of a state; None if it misbehaves, which is noted."""
        return self.notes.attempt(rule, self.shown(words), answer)

    def compile(self, make: Callable[[], Any]) -> Any:
        """The compiled rules; None if they cannot be compiled, which is noted."""
        start = getattr(self.subject, "start", None)
        try:
            return make()
        except RuleError as error:
            self.notes.expect("compiled", self.main_rule, start, False, str(error))
            return None

    def look_at_ways(self, words: Words) -> None:
        """Successors or moves: the same every time, compiled too, and no bit lost."""
        ways = self.ways(words)
        if self._ways[words] is None:
            return  # the rule fails, which is noted
        self.same(self.main_rule, words, ways, lambda: self.expand(words))
        if self.native is not None:
            self.agree(self.main_rule, words, ways, lambda: self.expand_natively(words))
        self.fits(self.main_rule, words)

    def same(self, rule: str, words: Words, first: Any, again: Callable[[], Any]) -> None:
        """Asked again, a rule says the same."""
        try:
            second = again()
        except RuleError as error:
            second = str(error)
        said = f"gives {self.difference(first, second, 'at first', 'when asked again')}"
        self.notes.expect("deterministic", rule, self.shown(words), first == second, said)

    def agree(self, rule: str, words: Words, interpreted: Any, ask: Callable[[], Any]) -> None:
        """Compiled, a rule says the same."""
        state = self.shown(words)
        try:
            compiled = ask()
        except NativeFailure:
            said = f"fails in compiled code; in the interpreter it gives {interpreted}"
            self.notes.expect("compiled", rule, state, False, said)
            return
        said = f"gives {self.difference(compiled, interpreted, 'compiled', 'interpreted')}"
        self.notes.expect("compiled", rule, state, compiled == interpreted, said)

    def fits(self, rule: str, words: Words) -> None:
        """In numbers of any size, the states that a rule gives are no larger than their words."""
        if self.packed is None or self.packed.State is not None:  # fields refuse what is too large
            return
        function = getattr(type(self.packed), rule).function
        try:
            told = map(int, self.asked.told(rule, words))
            given = function(self._exact_board, exact_state(self.shown(words)), *told)
            states = [way[1] for way in given] if rule == self.main_rule else [given]
        except (EndlessError, ArithmeticError, LookupError, ValueError, TypeError):
            return  # it computes with hashes, or fails, which is noted elsewhere
        lost = next((word for word in map(lost_word, states) if word is not None), None)
        said = "" if lost is None else f"gives a word of {lost.bit_length()} bits, {lost:#x}"
        self.notes.expect("fits", rule, self.shown(words), lost is None, said)

    @cached_property
    def _exact_board(self) -> Any:
        assert self.packed is not None
        return exact_board(self.packed)

    def difference(self, one: Any, other: Any, first: str, second: str) -> str:
        """Two answers in words; of two lists, where they part."""
        if not (isinstance(one, list) and isinstance(other, list)):
            return f"{one} {first}, {other} {second}"
        for number, (a, b) in enumerate(zip(one, other, strict=False), 1):
            if a != b:
                return f"as number {number} {self.way_text(a)} {first}, {self.way_text(b)} {second}"
        return f"{len(one)} of them {first}, {len(other)} {second}"

    def way_text(self, way: Sequence[Any]) -> str:
        """A successor or a move in words."""
        action, words, *numbers = way
        if isinstance(self.subject, Packed):
            action = self.asked.action(action)
        values = zip(self.number_names, numbers, strict=False)
        told = (f"{name} {value}" for name, value in values if abs(value) < GAME_LIMIT)
        return f"({', '.join([f'action {action}', f'state {self.shown(words)}', *told])})"
