"""`deepen check`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import deepen
from deepen import games
from deepen.checking.report import CheckReport, Failure
from deepen.cli.exit_codes import ANSWERED, REFUTED
from deepen.cli.instances import read_instances
from deepen.cli.printing import emit, rendered
from deepen.cli.progress_bar import progress_bar
from deepen.formatting.numbers import counted
from deepen.game import Game, ObjectGame
from deepen.games.protocol import AnyPackage


def run_check(name: str, source: str | None, walks: int, seed: int, *, json: bool) -> int:
    """Checks the rules of a game on its examples or on an input, and returns the exit code."""
    package = games.load(name)
    instances = read_instances(package, package.EXAMPLES if source is None else [source])
    reports: dict[str, CheckReport] = {}
    with progress_bar("checking") as show:
        for title, puzzle in instances.items():
            show(len(reports), len(instances))
            reports[title] = deepen.check(puzzle, walks=walks, seed=seed, package=package)
    if json:
        from json import dumps

        emit(dumps(_as_json(name, reports)))
    else:
        emit(_for_people(package, instances, reports))
    return ANSWERED if all(report.ok for report in reports.values()) else REFUTED


def _as_json(name: str, reports: dict[str, CheckReport]) -> dict[str, Any]:
    return {
        "game": name,
        "ok": all(report.ok for report in reports.values()),
        "instances": [{"name": title, **asdict(report)} for title, report in reports.items()],
    }


def _for_people(
    package: AnyPackage, instances: dict[str, Any], reports: dict[str, CheckReport]
) -> str:
    """A line for each instance that passes, everything about one that does not."""
    from rich.text import Text

    parts: list[Text] = []
    for title, report in reports.items():
        if report.ok:
            parts.append(Text(_summary(title, report)))
            parts += [Text(f"  {remark}", "yellow") for remark in report.remarks]
            continue
        parts.append(Text(f"{title}: {report}", "bold red"))
        parts += _pictures(package, instances[title], report.failures)
    return rendered(*parts)


def _summary(title: str, report: CheckReport) -> str:
    checks = counted(sum(report.counts.values()), "check")
    return f"{title}: {checks} in {counted(report.states, 'state')}, nothing wrong"


def _pictures(package: AnyPackage, puzzle: Any, failures: tuple[Failure, ...]) -> list[Any]:
    """The states of failures on the board, where a picture shows a state alone."""
    from rich.text import Text

    if isinstance(puzzle, (Game, ObjectGame)):
        return []
    parts = []
    for state in dict.fromkeys(failure.state for failure in failures):
        try:
            picture = package.draw(puzzle.at(state), markup=True)
        except Exception:  # what is wrong may well be the picture
            continue
        parts.append(Text.assemble(f"\nstate {state}\n", Text.from_markup(picture)))
    return parts
