"""`deepen.check` for two-player games: moves, and the rules that make a search smarter."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from time import monotonic
from typing import Any

from deepen.analysis import OUTCOME_NAMES
from deepen.checking.report import Notes
from deepen.checking.rules import RulesCheck, Words
from deepen.compiler.abi import width_of
from deepen.compiler.native_call import NativeGame
from deepen.errors import DeepenError
from deepen.formatting.value import signed
from deepen.game import Game, ObjectGame, has_outcome
from deepen.interpreter.game_claims import wrong_image, wrong_number, wrong_way_back
from deepen.interpreter.game_objects import GameObjects
from deepen.interpreter.games import InterpretedGame
from deepen.search.repetition import can_repeat
from deepen.verbs.analyse import analyse

# Positions to look at, at most, for the value of one.
_SMALL = 20_000
# States whose value is asked for; the last ones of the walks, which are the smallest. Rules in the
# interpreter may take minutes for one.
_MOST_VALUES = 100
_SECONDS = 5.0


class GameCheck(RulesCheck):
    """The rules of a `Game`."""

    main_rule = "moves"
    number_names = ("reward", "low", "high", "order", "again")

    def __init__(self, game: Game, notes: Notes, wraps: bool) -> None:
        super().__init__(game, notes, wraps)
        kind = type(game)
        self.asked: Any = InterpretedGame(
            game, width_of(game.packing.words), kind.order, kind.bounds
        )
        self.native = self.compile(lambda: NativeGame(game))
        self.positions: dict[Words, Any] = {}

    values_until = 0.0
    remarked = False

    def run(self, walks: int, seed: int) -> None:
        """Walks, and looks at every position on the way."""
        self.walk(self.start_words(), walks, seed)
        self._play_walks()
        for words in self.places:
            self.look_at_ways(words)
            for rule in ("evaluate", "bounds", "canonical"):
                if self.has(rule):
                    self._look_at_rule(rule, words)
            self._look_back(words)
            self._look_at_number(words)
            if self._images_go_on:
                self._look_at_image(words)
        self._look_at_values()

    def start_words(self) -> Words:
        return tuple(self.asked.start_words())

    def expand(self, words: Words) -> list[Any]:
        return list(self.asked.expand(words))

    def has(self, rule: str) -> bool:
        """Whether the game has one of the optional rules."""
        return getattr(type(self.subject), rule) is not None

    def _look_at_rule(self, rule: str, words: Words) -> None:
        def ask() -> Any:
            return getattr(self.asked, rule)(words)

        found = self.ask(rule, words, ask)
        if found is None:
            return
        self.same(rule, words, found, ask)
        if self.native is not None:
            self.agree(rule, words, found, lambda: getattr(self.native, rule)(words))
        if rule == "canonical":
            self.fits(rule, words)
            self._look_at_form(words, found)

    def _look_at_form(self, words: Words, form: Words) -> None:
        """A canonical state stands for itself: else equal positions are kept as several."""
        own = self.ask("canonical", form, lambda: self.asked.canonical(form))
        if own is not None:
            said = f"gives the state {self.shown(form)}, and of that one {self.shown(own)}"
            self._expect("symmetric", "canonical", words, own == form, said)

    @property
    def _has_ways_back(self) -> bool:
        return isinstance(self.subject, Game) and self.has("predecessors")

    def _look_back(self, words: Words) -> None:
        """The rule `predecessors`, if there is one: moves lead here, and those of here are told."""
        if not self._has_ways_back:
            return
        broken = self.ask("predecessors", words, lambda: wrong_way_back(self.asked, words))
        if broken is None:
            return
        self._expect("back", "predecessors", words, not broken, broken)
        native = self.native
        if native is not None:
            found = self.asked.predecessors(words)
            self.agree("predecessors", words, found, lambda: native.predecessors(words))

    @cached_property
    def _images_go_on(self) -> bool:
        """Whether moves of images must lead to images: the same value is not enough where there
        are ways back, nor where positions repeat, since who has won has to come to the end."""
        if not self.has("canonical"):
            return False
        return self._has_ways_back or can_repeat(self.subject, self.native is not None)

    def _look_at_image(self, words: Words) -> None:
        broken = self.ask("canonical", words, lambda: wrong_image(self.asked, words))
        if broken is not None:
            self._expect("symmetric", "canonical", words, not broken, broken)

    def _remark_on_image(self, words: Words) -> None:
        """Elsewhere it is no mistake, but a table would be wrong."""
        if self._images_go_on or self.remarked:
            return
        broken = self.ask("canonical", words, lambda: wrong_image(self.asked, words))
        if broken:
            self.remarked = True
            self.notes.remarks.append(
                f"canonical, in state {self.shown(words)!r}: {broken}; values may be right, but a "
                "table takes images that go on alike, or `symmetry=False`"
            )

    def _look_at_number(self, words: Words) -> None:
        """The rules `rank` and `unrank`, if there are any: they are inverse to each other."""
        if not isinstance(self.subject, Game) or not self.has("rank"):
            return
        broken = self.ask("rank", words, lambda: wrong_number(self.asked, words))
        if broken is None:
            return
        self._expect("numbered", "rank", words, not broken, broken)
        native = self.native
        if native is not None:
            number = self.asked.rank(words)
            self.agree("rank", words, number, lambda: native.rank(words))

    def _play_walks(self) -> None:
        """The positions along the walks as people would come to them, move by move."""
        for walk in self.walked:
            position = self.subject
            for words, way in zip(walk.places, [*walk.ways, None], strict=True):
                self.positions.setdefault(words, position)
                if way is None:
                    break
                moves = self.ask("legal_moves", words, position.legal_moves)
                number = self.ways(words).index(way)
                if moves is None or len(moves) <= number:
                    break
                self._look_at_texts(words, [move.text for move in moves])
                position = position.play(moves[number])

    def _look_at_texts(self, words: Words, texts: list[str]) -> None:
        doubled = [text for text, count in Counter(texts).items() if count > 1]
        said = f"calls two moves {doubled[0]!r}" if doubled else ""
        state = self.shown(words)
        self.notes.expect("moves", "describe_action", state, not doubled, said)

    def _look_at_values(self) -> None:
        """Exact values, where they are soon found, against what the rules promise of them."""
        promising = [rule for rule in ("bounds", "canonical") if self.has(rule)]
        asked, self.values_until = 0, monotonic() + _SECONDS
        for words in reversed(self._last_first() if promising else []):
            if asked == _MOST_VALUES or monotonic() > self.values_until:
                break
            value = self._value(words)
            if value is None and "canonical" in promising:
                self._look_at_symmetry(words)
            if value is None:
                continue
            asked += 1
            if "bounds" in promising:
                self._look_at_bounds(words, value)
            if "canonical" in promising:
                self._look_at_canonical(words, value)
                self._remark_on_image(words)

    def _last_first(self) -> list[Words]:
        """The places of all walks by their distance from the start; the last are the smallest."""
        distance: dict[Words, int] = {}
        for walk in self.walked:
            for number, words in enumerate(walk.places):
                distance.setdefault(words, number)
        return sorted(distance, key=lambda words: distance[words])

    def _value(self, words: Words) -> int | None:
        """What a position is worth, found without the rules that are on trial."""
        try:
            if self.asked.outcome(words) is not None:
                return 0  # as rules see it: what was won went with the last move
            position = self.asked.position(words)
            found = analyse(
                position,
                values="best",
                bounds=False,
                symmetry=False,
                node_limit=_SMALL,
                time_limit=max(0.0, self.values_until - monotonic()),
                compiled=self.native is not None,
            )
        except DeepenError:
            return None  # the rules misbehave, which the walks show
        return found.value if found.exact else None

    def _look_at_bounds(self, words: Words, value: int) -> None:
        found = self.ask("bounds", words, lambda: self.asked.bounds(words))
        if found is not None:
            low, high = found
            said = f"says that the value lies from {low} to {high}, but it is {value}"
            self._expect("bounds", "bounds", words, low <= value <= high, said)

    def _look_at_canonical(self, words: Words, value: int) -> None:
        twin = self.ask("canonical", words, lambda: self.asked.canonical(words))
        other = None if twin is None else self._value(twin)
        if other is not None:
            here, there = self._worth(words, value), self._worth(twin, other)
            said = f"gives the state {self.shown(twin)}, {there}; this one is {here}"
            self._expect("canonical", "canonical", words, other == value, said)

    def _worth(self, words: Words, value: int) -> str:
        """What a state is, in a few words."""
        if not self.ways(words):
            return "where the game is over"
        if not has_outcome(self.subject):
            return f"worth {signed(value)}"
        return f"a {OUTCOME_NAMES[value]} for who is to move"

    def _look_at_symmetry(self, words: Words) -> None:
        """Too large for its value: mirror images have the same moves, up to mirroring."""
        twin = self.ask("canonical", words, lambda: self.asked.canonical(words))
        if twin is None:
            return
        if self._moves_of(words) == self._moves_of(twin):
            self._expect("symmetric", "canonical", words, True, "")
        elif not self.notes.remarks and not self._images_go_on:
            self.notes.remarks.append(
                f"canonical, in state {self.shown(words)!r}: gives the state {self.shown(twin)}, "
                "which has other moves; that may be right, but the game is too large to tell"
            )

    def _moves_of(self, words: Words) -> Counter[Any]:
        """Where moves lead, as the search sees it, and what they are worth."""
        return Counter(
            (self.asked.canonical(child), reward, again)
            for _, child, reward, *_, again in self.ways(words)
        )

    def _expect(self, check: str, rule: str, words: Words, holds: bool, sentence: str) -> None:
        self.notes.expect(check, rule, self.shown(words), holds, sentence)


class ObjectGameCheck(GameCheck):
    """The methods of an `ObjectGame`; nothing is compiled."""

    main_rule = "actions, result, reward and again"

    def __init__(self, game: ObjectGame, notes: Notes, wraps: bool) -> None:
        super(GameCheck, self).__init__(game, notes, wraps)
        self.asked = GameObjects(game)
        self.positions = {}

    def shown(self, words: Words) -> Any:
        return self.asked.states[words[0]]

    def expand(self, words: Words) -> list[Any]:
        found = self.asked.expand(words)
        return [(self.asked.actions[action], *rest) for action, *rest in found]

    def has(self, rule: str) -> bool:
        return hasattr(self.subject, rule)
