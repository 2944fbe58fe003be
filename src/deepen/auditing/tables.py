"""Tables, position by position, against the rules alone.

A table says of every position what it is worth and in how many moves. That follows from what it
says of the positions that the moves lead to, and can be looked at in one position after the other:

- where there is no move, the value is the outcome, at once;
- else it is that of the best move: the most, and of that a gain soon and a loss late, each a move
  later than where the move leads. Who has nothing to gain or to lose may go round for ever.

These conditions hold in all positions only if every value and every distance is right: distances
fall with every move to where the points are made, so nothing rests on itself. Where points are
counted, no cycle may pay any, which is looked at too. Nothing here knows how a table is made.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from deepen.auditing.cycles import paying_edge
from deepen.auditing.deadline import Deadline
from deepen.auditing.table_report import TableReport, WrongEntry
from deepen.errors import Interrupted, UsageError
from deepen.game import has_outcome
from deepen.progress import AuditProgress

if TYPE_CHECKING:
    from deepen.table import Table
    from deepen.tables.entries import Words

Worth = tuple[int, int | None]
"""A value to the mover, and in how many moves; None where it is 0."""
_NOTHING: Worth = (0, None)
_BETWEEN_LOOKS = 64  # positions


def table_report(
    table: Table,
    sample: int | None,
    seed: int,
    deadline: Deadline,
    on_progress: Callable[[AuditProgress], Any] | None,
) -> TableReport:
    """Puts a table on trial: all of it, or so many positions drawn by lot.

    Raises:
        InputError: its file is damaged.
        UsageError: it has no values.
    """
    if table.status != "solved":
        raise UsageError(f"the table has no values to audit: {table.status}")
    began = time.monotonic()

    def tell(checked: int) -> None:
        if on_progress is not None:
            on_progress(AuditProgress(time.monotonic() - began, 0, checked))

    audit = TableAudit(table, deadline, tell)
    drawn_by = None if sample is None else seed
    try:
        status = audit.examine_all() if sample is None else audit.examine_some(sample, seed)
    except KeyboardInterrupt as interrupt:
        report = audit.report("interrupted", drawn_by, time.monotonic() - began)
        raise Interrupted(report) from interrupt
    return audit.report(status, drawn_by, time.monotonic() - began)


class MissingError(Exception):
    """A move leads to where the table has nothing."""


class TableAudit:
    """A table on trial.

    Args:
        table: what it is about.
        deadline: how long it may take.
        tell: called now and then with how many positions were looked at.
    """

    def __init__(self, table: Any, deadline: Deadline, tell: Any) -> None:
        self.table = table
        self.deadline = deadline
        self.tell = tell
        self.entries = table.entries
        self.rules = table.search.interpreter
        self.decided_by_outcome = has_outcome(table.subject)
        self.worths: list[Worth] = [(value, distance) for value, distance, _ in table.counts]
        self.checked = 0
        self.wrong = 0
        self.worst: WrongEntry | None = None

    # What is looked at

    def examine_all(self) -> str:
        """Every position that can be reached, and that there are no others: how it ended."""
        if not self._look_at_whole():
            return "time-limit"
        start = self._start_place()
        if start is None:
            self._note(None, "the position that the table was made from is not in it")
            return "complete"
        walk = _Walk(self.entries.places, start)
        status = self._examine(walk, walk)
        if status == "complete":
            self._look_for_others(walk)
            self._look_for_paying_cycle(walk)
        return status

    def examine_some(self, count: int, seed: int) -> str:
        """So many positions, by chance."""
        if not self._look_at_whole():
            return "time-limit"
        return self._examine(self._drawn(min(count, self.table.positions), Random(seed)))

    def _drawn(self, count: int, random: Random) -> Iterator[int]:
        """So many places, by lot, each once and none that is empty."""
        seen: set[int] = set()
        while count > 0 and len(seen) < self.entries.places:
            place = random.randrange(self.entries.places)
            if place not in seen and self.entries.code_at(place) is not None:
                count -= 1
                yield place
            seen.add(place)

    def _examine(self, places: Iterable[int], walk: _Walk | None = None) -> str:
        for number, place in enumerate(places):
            if number % _BETWEEN_LOOKS == 0:
                self.tell(self.checked)
                if self.deadline.is_over:
                    return "time-limit"
            self._examine_one(place, walk)
            self.checked += 1
        return "complete"

    def _examine_one(self, place: int, walk: _Walk | None) -> None:
        words, said = self.entries.words_at(place), self._said_at(place)
        moves = self._moves(words)
        try:
            found = [(self._place_of(child), reward, again) for child, reward, again in moves]
        except MissingError:
            self._note(words, "a move leads to a position that is not in the table", said)
            return
        if walk is not None:
            walk.add(place, found, keeps_edges=not self.decided_by_outcome)
        right = self._right(words, found)
        if said != right:
            self._note(words, "", said, right)

    # What is right

    def _right(self, words: Words, moves: list[tuple[int, int, bool]]) -> Worth:
        if not moves:
            outcome = self.rules.outcome(words) or 0
            return (outcome, 0) if outcome else _NOTHING
        worths = [_after(self._said_at(place), reward, again) for place, reward, again in moves]
        return max(worths, key=_preference)

    def _moves(self, words: Words) -> list[tuple[Words, int, bool]]:
        """Where each leads, what it pays by itself, and whether the mover goes on."""
        return [
            (child, 0 if self.decided_by_outcome else reward, again)
            for _, child, reward, again in self.rules.choices(words)
        ]

    def _start_place(self) -> int | None:
        try:
            return self._place_of(tuple(self.table.search.start))
        except MissingError:
            return None

    def _place_of(self, words: Words) -> int:
        place: int | None = self.entries.place_of(self.table.search.canonical_words(words))
        if place is None or self.entries.code_at(place) is None:
            raise MissingError
        return place

    def _said_at(self, place: int) -> Worth:
        code = self.entries.code_at(place)
        # A number that is none of the outcomes is worth nothing that could be right.
        return self.worths[code] if code < len(self.worths) else (0, -1)

    # Of the table as a whole

    def _look_at_whole(self) -> bool:
        """Its checksums and its counts; False if the time was too short for that."""
        for _ in self.entries.verify():
            self.tell(0)
            if self.deadline.is_over:
                return False
        claimed = {code: count for code, (_, _, count) in enumerate(self.table.counts) if count}
        if self.entries.counts() != claimed or sum(claimed.values()) != self.table.positions:
            self._note(None, "its counts are not those of its positions")
        return True

    def _look_for_others(self, walk: _Walk) -> None:
        for place in walk.unseen():
            if self.entries.code_at(place) is not None:
                words = self.entries.words_at(place)
                self._note(words, "no move leads there from the start", self._said_at(place))

    def _look_for_paying_cycle(self, walk: _Walk) -> None:
        found = paying_edge(walk.queue, walk.edges, walk.rewarding)
        if found is not None:
            words = self.entries.words_at(found)
            self._note(words, "a cycle through it pays points, so that it has no value")

    # What is wrong

    def _note(
        self,
        words: Words | None,
        reason: str,
        said: Worth | None = None,
        right: Worth | None = None,
    ) -> None:
        self.wrong += 1
        game = None if words is None else self.rules.position(words)
        entry = WrongEntry(game, said, right, reason)
        if self.worst is None or entry.distance < self.worst.distance:
            self.worst = entry

    def report(self, status: str, seed: int | None, seconds: float) -> TableReport:
        """Of all that was looked at; the seed is of a sample."""
        return TableReport(
            subject=type(self.table.subject).__name__,
            positions=self.table.positions,
            checked=self.checked,
            sampled=seed is not None,
            complete=status == "complete" and seed is None,
            status="refuted" if self.wrong and status == "complete" else status,
            wrong=self.wrong,
            counterexample=self.worst,
            seed=seed,
            seconds=seconds,
            symmetry=self.table.search.has_symmetry,
        )


class _Walk:
    """The places that can be reached from a start, those after fewest moves first.

    Attributes:
        queue: the places, in that order.
        edges: where the moves of each lead, if they are kept.
        rewarding: moves that pay, as (from, to).
    """

    def __init__(self, places: int, start: int) -> None:
        self.seen = bytearray(places)
        self.seen[start] = 1
        self.queue = [start]
        self.edges: dict[int, list[int]] = {}
        self.rewarding: list[tuple[int, int]] = []

    def __iter__(self) -> Iterator[int]:
        return iter(self.queue)  # which grows meanwhile

    def add(self, place: int, moves: list[tuple[int, int, bool]], keeps_edges: bool) -> None:
        """Takes in where the moves of a place lead."""
        for child, reward, _ in moves:
            if not self.seen[child]:
                self.seen[child] = 1
                self.queue.append(child)
            if reward != 0:
                self.rewarding.append((place, child))
        if keeps_edges:
            self.edges[place] = [child for child, _, _ in moves]

    def unseen(self) -> Iterator[int]:
        """The places to which nothing leads."""
        return (place for place, seen in enumerate(self.seen) if not seen)


def _after(child: Worth, reward: int, again: bool) -> Worth:
    """What a move is worth to its mover."""
    value = reward + (child[0] if again else -child[0])
    return (value, 1 + (child[1] or 0)) if value else _NOTHING


def _preference(worth: Worth) -> tuple[int, int]:
    """More is better, and of a gain soon, of a loss late."""
    value, distance = worth
    return value, (distance or 0) * ((value < 0) - (value > 0))
