"""What `deepen.audit` returns for a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deepen.auditing.picture import table_picture
from deepen.auditing.report import AuditOutcome, verdict_on
from deepen.auditing.report_text import plain_text, table_headline, table_sections
from deepen.game import has_outcome

_NEVER = 1 << 62


@dataclass(frozen=True)
class WrongEntry:
    """A position of which a table says what does not follow from the rules.

    Attributes:
        game: the position; None where the table as a whole is wrong.
        said: the value and the distance that the table has; None if that is not what is wrong.
        right: those that follow from what it says of the positions after each move.
        reason: what is wrong, where it is not that.

    >>> import deepen
    >>> deepen.WrongEntry(None, (1, 3), (1, 5), "").sentence
    'the table says +1 in 3 moves, and its moves say +1 in 5 moves'
    """

    game: Any
    said: tuple[int, int | None] | None
    right: tuple[int, int | None] | None
    reason: str

    @property
    def distance(self) -> int:
        """As the table has it, for sorting; nearest to the end first."""
        return _NEVER if self.said is None or self.said[1] is None else self.said[1]

    @property
    def sentence(self) -> str:
        """What is wrong."""
        if self.said is None or self.right is None:
            return self.reason
        counts_points = self.game is None or not has_outcome(self.game)
        said, right = (_in_words(worth, counts_points) for worth in (self.said, self.right))
        return f"the table says {said}, and its moves say {right}"


@dataclass(frozen=True)
class TableReport(AuditOutcome):
    """The outcome of `deepen.audit` for a table. `print` shows it in words.

    Attributes:
        subject: the game.
        positions: how many the table has.
        checked: how many were looked at.
        sampled: whether these are some that were drawn by lot.
        complete: whether they are all, and all that can be reached.
        status: `complete`, `refuted`, `time-limit` or `interrupted`.
        wrong: how many things are wrong. Where one entry is, so seem those that lead there.
        counterexample: of the wrong positions, one nearest to the end.
        instances, family: of a table always 1 and False.
        seed: of the lot.
        seconds: that it took.
        symmetry: whether each entry stands for all images of a position: that these are equal is
            what `canonical` says, and is believed here.

    >>> import deepen
    >>> class Nim(deepen.Game):
    ...     def moves(board, matches):
    ...         for n in range(1, min(matches, 3) + 1):
    ...             yield n, matches - n, matches == n
    >>> report = deepen.audit(deepen.tabulate(Nim(10)))
    >>> report.verdict, report.checked
    ('proven', 11)
    """

    subject: str
    positions: int
    checked: int
    sampled: bool
    complete: bool
    status: str
    wrong: int
    counterexample: WrongEntry | None
    seed: int | None
    seconds: float
    symmetry: bool = False
    instances: int = 1
    family: bool = False

    @property
    def verdict(self) -> str:
        """In one word; see `AuditOutcome`."""
        return verdict_on(self.wrong > 0, self.checked, self.sampled, self.complete)

    @property
    def sentence(self) -> str:
        """The verdict in a sentence or two."""
        return table_headline(self)

    def svg(self) -> str:
        """The counterexample, if it can be drawn."""
        return table_picture(self)

    def __str__(self) -> str:
        return plain_text(table_sections(self))


def _in_words(worth: tuple[int, int | None], counts_points: bool) -> str:
    value, distance = worth
    name = f"{value:+}" if counts_points else {1: "win", 0: "draw", -1: "loss"}.get(value, value)
    if distance is None:
        return "0" if counts_points else f"{name}"
    return f"{name} in {distance} move{'s' * (distance != 1)}"
