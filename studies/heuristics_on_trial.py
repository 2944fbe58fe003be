"""Puts every built-in heuristic on trial and writes docs/four-heuristics-on-trial.md.

python studies/heuristics_on_trial.py              everything, about two minutes
python studies/heuristics_on_trial.py verdicts     only the part named
python studies/heuristics_on_trial.py --check      writes nothing, says what is stale

What stands outside the comments that name the parts is written by hand and stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import deepen
from deepen.auditing.family import family_of
from deepen.auditing.probe import HeuristicProbe
from deepen.games import chexers, darkchess, tiles
from deepen.search.limits import Limits
from study.page import Page, Part, main, table
from study.total import Total

DOCS = Path(__file__).parent.parent / "docs"
PAGE = Page(DOCS / "four-heuristics-on-trial.md", DOCS / "images")

INSTANCES = 150
MOST_STATES = 200_000
"""Larger instances are left out, so that every distance is exact."""
SEED = 0
HELD = [
    (tiles, "manhattan"),
    (chexers, "relaxed"),
    (chexers, "waste"),
    (chexers, "exact"),
    (darkchess, "count"),
    (darkchess, "forest"),
    (darkchess, "cover"),
]
REFUTED = [
    (chexers, "walking"),
    (darkchess, "nearest_capturer"),
    (darkchess, "smallest_edges"),
]
SECONDS = 60.0


@cache
def totals(game: Any, heuristic: str) -> Total:
    """The same instances for every heuristic of a game, whatever is found wrong."""
    probe = HeuristicProbe(heuristic)
    total = Total(", ".join(probe.declared(game.family(1, SEED))[1]) or "nothing")
    for puzzle in islice(instances(game), INSTANCES):
        measured = probe.measure(puzzle, Limits(nodes=MOST_STATES))
        if measured.complete:
            total.add(measured.found)
    return total


def instances(game: Any) -> Iterator[Any]:
    """Those that `deepen audit` takes too."""
    family = family_of(game, None)
    assert family is not None
    return family.instances(SEED)


def verdicts() -> Part:
    rows = [_row(game, heuristic) for game, heuristic in HELD + REFUTED]
    headers = ["heuristic", "declares", "verdict", "states", "h > h*", "inconsistent actions"]
    text = table([*headers, "mean h/h*", "exact in"], rows)
    return Part(
        f"{text}\n\n*{INSTANCES} instances of each game, as far as they have at most "
        f"{MOST_STATES:,} states, all of which were looked at. Means are over states with a way to "
        "a goal.*"
    )


def _row(game: Any, heuristic: str) -> list[str]:
    total = totals(game, heuristic)
    return [
        f"{game.NAME} `{heuristic}`",
        total.declared,
        "**refuted**" if total.over else "not refuted",
        f"{total.states:,}",
        f"{total.over_share:.1%}, by up to {total.most_over}" if total.over else "never",
        f"{total.steep_share:.2%}" if total.steep else "none",
        f"{total.mean_ratio:.3f}",
        f"{total.exact_share:.0%}",
    ]


def counterexamples() -> Part:
    texts, pictures = [], {}
    for game, heuristic in REFUTED:
        report = deepen.audit(game, heuristic, seed=SEED, time_limit=SECONDS)
        name = f"audit-{heuristic.replace('_', '-')}.svg"
        pictures[name] = report.svg()
        texts.append(_told(game, heuristic, report, name))
    return Part("\n\n".join(texts), pictures)


def _told(game: Any, heuristic: str, report: deepen.AuditReport, picture: str) -> str:
    found, wrong = report.counterexample, report.wrong_answer
    assert found is not None
    lines = [
        f"### {game.NAME} `{heuristic}`",
        report.sentence,
        f"`{game.format(found.puzzle)}`: h = {found.h}, h* = {found.distance}.",
    ]
    if wrong is not None:
        lines.append(
            f"A* with it answers `{game.format(wrong.puzzle)}` with {wrong.cost}; the optimum is "
            f"{wrong.optimum}."
        )
    words = f"{heuristic}: the position that refutes it, and the one that A* answers wrongly"
    return "\n\n".join([*lines, f"![{words}](images/{picture})"])


if __name__ == "__main__":
    main(PAGE, {"verdicts": verdicts, "counterexamples": counterexamples}, set())
