"""Ways back and numbers of a game: what each promises, at every position that can be reached.

In plain Python, as tables are audited: the engine's own trial is of puzzles, where nobody is to
move and no game is over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from deepen._arguments import unknown
from deepen.auditing.promise_report import PromiseReport
from deepen.auditing.promises import ALL, Trial
from deepen.auditing.task import AuditTask
from deepen.compiler.abi import width_of
from deepen.errors import RuleError, UsageError
from deepen.game import Game
from deepen.interpreter.calls import Successor
from deepen.interpreter.game_claims import wrong_image, wrong_number, wrong_way_back
from deepen.interpreter.games import InterpretedGame

NAMES = ("predecessors", "rank")
"""The rules that can be named; the canonical forms that `predecessors` needs go with it."""
_POSITIONS = 3_000  # most of one instance of a family
_BYTES = 400  # of a position that was met, about
_REMEMBERED = 1 << 15  # positions whose moves are kept in mind
_TOLD = 256  # positions between two words on how far it is

Words = tuple[int, ...]
Claim = Callable[[InterpretedGame, Words], str]
_CLAIMS: dict[str, Claim] = {
    "canonical": wrong_image,
    "predecessors": wrong_way_back,
    "rank": wrong_number,
}


def is_game_promise(name: str | None) -> bool:
    """Whether this names rules of a game that are put on trial here."""
    return name in (*NAMES, ALL)


def game_promise_report(task: AuditTask, rule: str, compiled: bool) -> PromiseReport:
    """Audits ways back and numbers of a game, one instance after the other."""
    return _GameTrial(task, _rules_of(task.first, rule), compiled).run()


def game_promises_of(game: Any) -> list[str]:
    """Those of the rules that a game has."""
    made = {
        "predecessors": isinstance(game, Game) and type(game).predecessors is not None,
        "rank": isinstance(game, Game) and game.ranks is not None,
    }
    return [name for name in NAMES if made[name]]


def _rules_of(game: Any, wanted: str) -> tuple[str, ...]:
    there = game_promises_of(game)
    if not there:
        name = type(game).__name__
        raise UsageError(f"{name} has none of the optional rules: {', '.join(NAMES)}")
    if wanted not in (ALL, *there):
        raise unknown("optional rule", wanted, there, " here")
    on_trial = there if wanted == ALL else [wanted]
    needs_images = "predecessors" in on_trial and type(game).canonical is not None
    return ("canonical", *on_trial) if needs_images else tuple(on_trial)


class _Remembering(InterpretedGame):
    """Is asked the same of a position by each of its neighbours."""

    def __init__(self, game: Game, width: int) -> None:
        super().__init__(game, width)
        remember = lru_cache(_REMEMBERED)
        self._ways, self._back = remember(super().ways), remember(super().predecessors)
        self._image = remember(super().canonical)

    def ways(self, words: Words) -> list[Successor]:
        return self._ways(words)

    def predecessors(self, words: Words) -> list[Successor]:
        return self._back(words)

    def canonical(self, words: Words) -> Words:
        return self._image(words)


class _GameTrial(Trial):
    """Positions nearest first, each with all that is promised of it."""

    def examine(self, instance: Game) -> None:
        asked = _Remembering(instance, width_of(instance.packing.words))
        start = tuple(asked.start_words())
        met, found = {start}, [start]
        self.instances += 1
        self.status = "complete"
        for number, words in enumerate(found):
            if number % _TOLD == 0:
                self.task.tell(self.instances - 1, self.states)
            if limit := self._limit(len(found)):
                self.status, self.complete = limit, False
                break
            ways = asked.ways(words)
            self.edges += len(ways)
            self.expanded += 1
            self._look_at(asked, words)
            for _, child, *_ in ways:
                if child not in met:
                    met.add(child)
                    found.append(child)
                    self.states += 1
        self.states += 1
        self.peak_bytes = max(self.peak_bytes, _BYTES * len(found))

    def _limit(self, positions: int) -> str:
        """The one that was hit; nothing, mostly."""
        memory = self.task.memory_limit
        if self.task.deadline.is_over:
            return "time-limit"
        if memory is not None and _BYTES * positions > memory:
            return "memory-limit"
        return "node-limit" if self.task.family is not None and positions > _POSITIONS else ""

    def _look_at(self, asked: InterpretedGame, words: Words) -> None:
        for rule in self.rules:
            try:
                sentence = _CLAIMS[rule](asked, words)
            except RuleError as error:
                sentence = str(error)
            if sentence:
                self.refute(asked.position(words), asked.shown_words(words), rule, sentence, 1)
