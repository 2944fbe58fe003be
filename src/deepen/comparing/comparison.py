"""What `deepen.compare` returns: a row for each run, as a table, as text for programs, as plots."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from html import escape
from typing import Any

from deepen.comparing import plots

Key = tuple[str, str, str]


@dataclass(frozen=True)
class Run:
    """One search of a comparison.

    Attributes:
        instance: the name of the puzzle.
        algorithm, heuristic: what was used; `zero` is no heuristic.
        status: as in a `Solution`.
        cost: of the solution, or None.
        optimal: whether it is proven that no solution is cheaper.
        excess: cost above the best that is known of this instance.
        actions: of the solution.
        expanded, generated: counts of states; the start counts as generated.
        branching: the effective branching factor, see `deepen.effective_branching_factor`.
        cpu_seconds: of the search, and of walking its solution once more, on one core.
        preparing_seconds: for tables that the heuristic brings.
        peak_bytes: memory of the search itself.
        lower_bound: no solution costs less; None if there is none.
        fingerprint: of the puzzle; tells two of one name apart.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> puzzle = tiles.parse("1 2 0 3 4 5 6 7 8")
    >>> run = deepen.compare(puzzle, algorithms=["astar"]).runs[0]
    >>> run.algorithm, run.heuristic, run.cost, run.expanded
    ('astar', 'manhattan', 2, 2)
    """

    instance: str
    algorithm: str
    heuristic: str
    status: str
    cost: int | None
    optimal: bool
    excess: int | None
    actions: int | None
    expanded: int
    generated: int
    branching: float | None
    cpu_seconds: float
    preparing_seconds: float
    peak_bytes: int
    lower_bound: int | None
    fingerprint: str = ""

    @property
    def key(self) -> Key:
        """What tells runs apart."""
        return self.instance, self.algorithm, self.heuristic


COLUMNS = tuple(each.name for each in fields(Run))


def with_excess(runs: Iterable[Run]) -> list[Run]:
    """The same runs, measured against the best that is known of each instance."""
    runs = list(runs)
    best: dict[str, int] = {}
    for run in runs:
        if run.cost is not None:
            best[run.instance] = min(run.cost, best.get(run.instance, run.cost))
    return [
        replace(run, excess=None if run.cost is None else run.cost - best[run.instance])
        for run in runs
    ]


@dataclass(frozen=True)
class Comparison:
    """The outcome of `deepen.compare`. In a notebook it shows itself as a table.

    Attributes:
        runs: a row for each search, by instance, algorithm and heuristic.
        puzzles: what was solved, by name.

    >>> import deepen
    >>> from deepen.games import tiles
    >>> puzzle = tiles.parse("1 2 0 3 4 5 6 7 8")
    >>> print(deepen.compare({"easy": puzzle}, algorithms=["astar", "breadth-first"]))
    instance  algorithm      heuristic  status  cost  expanded
    easy      astar          manhattan  solved  2     2
    easy      breadth-first  zero       solved  2     2
    """

    runs: Sequence[Run]
    puzzles: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def instances(self) -> list[str]:
        """The names of the puzzles, in their order."""
        return list(dict.fromkeys(run.instance for run in self.runs))

    def best_cost(self, instance: str) -> int | None:
        """The least that is known of an instance."""
        costs = (run.cost for run in self.runs if run.instance == instance)
        return min((cost for cost in costs if cost is not None), default=None)

    def rows(self) -> list[dict[str, Any]]:
        """Every run as a dict, for instance for pandas."""
        return [asdict(run) for run in self.runs]

    def to_csv(self) -> str:
        """All columns as CSV, with a line of names; nothing stands for None."""
        return csv_line(COLUMNS) + "".join(csv_line(asdict(run).values()) for run in self.runs)

    def to_json(self) -> str:
        """All columns as a JSON list of objects."""
        return json.dumps(self.rows())

    def svg(self, what: str = "nodes") -> str:
        """A plot: `nodes`, `growth`, `memory` or `estimates`; needs matplotlib.

        Raises:
            UsageError: there is no such plot, nothing to show in it, or no matplotlib.
        """
        return plots.svg(self, what)

    def __str__(self) -> str:
        names = ("instance", "algorithm", "heuristic", "status", "cost", "expanded")
        lines = [names, *([str(getattr(run, name)) for name in names] for run in self.runs)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    def _repr_html_(self) -> str:
        shown = [name for name in COLUMNS if name != "fingerprint"]
        head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in shown)
        body = "".join(
            f"<tr>{''.join(f'<td>{_cell(getattr(run, name))}</td>' for name in shown)}</tr>"
            for run in self.runs
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else escape(f"{value:,}" if isinstance(value, int) else str(value))


def csv_line(values: Iterable[Any]) -> str:
    """One line of CSV, its end included."""
    text = io.StringIO()
    written = [str(value).lower() if isinstance(value, bool) else value for value in values]
    csv.writer(text, lineterminator="\n").writerow(written)
    return text.getvalue()
