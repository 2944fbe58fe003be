"""`deepen check`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import deepen
from deepen.checking.report import CheckFailure, CheckReport
from deepen.cli.examples import some_examples
from deepen.cli.exit_codes import ANSWERED, REFUTED
from deepen.cli.instances import read_instances
from deepen.cli.kinds import load
from deepen.cli.options import Game, Json
from deepen.cli.printing import emit, emit_json, hanging, rendered
from deepen.cli.progress_bar import progress_bar
from deepen.cli.reading import told
from deepen.formatting.data import plain
from deepen.formatting.numbers import counted
from deepen.games.protocol import AnyPackage

Read = tuple[dict[str, Any], dict[str, CheckReport]]
"""Instances by name, and for those that cannot be read, a report that says why."""


def run(
    game: Game,
    input: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Or the text itself; all examples unless given."),
    ] = None,
    walks: Annotated[int, typer.Option(min=1, metavar="N", help="Random walks to take.")] = 20,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the walks.")] = 0,
    json: Json = False,
) -> int:
    """\b
    deepen check chexers

    Look for mistakes in the rules of a game, on random walks: compiled and interpreted rules must
    say the same, every time; heuristics, bounds and symmetries must keep what they promise; text
    must be read back. 'deepen.check' does the same for a puzzle of your own.

    Exit codes: 0 nothing wrong, 1 something is, 2 bad input or usage.
    """
    package = load(game)
    inputs, reports = _examples(package) if input is None else _given(package, input)
    with progress_bar("checking") as show:
        for number, (title, puzzle) in enumerate(inputs.items()):
            show(number, len(inputs))
            reports[title] = deepen.check(puzzle, walks=walks, seed=seed, package=package)
    if json:
        emit_json("deepen check 1", _as_json(package.NAME, reports))
    else:
        emit(_for_people(package, inputs, reports))
    return ANSWERED if all(report.ok for report in reports.values()) else REFUTED


def _given(package: AnyPackage, source: str) -> Read:
    return read_instances(package, [source]), {}


def _examples(package: AnyPackage) -> Read:
    found, unread = {}, {}
    for name, text in some_examples(package).items():
        try:
            found[name] = package.parse(text)
        except Exception as error:
            unread[name] = _unread(package, told(error))
    return found, unread


def _unread(package: AnyPackage, sentence: str) -> CheckReport:
    kind = getattr(package, "kind", None)
    subject = package.NAME if kind is None else kind.__name__
    failure = CheckFailure("text", "parse", None, sentence)
    return CheckReport(subject, 0, 0, 0, {"text": 1}, (failure,), ())


def _as_json(name: str, reports: dict[str, CheckReport]) -> dict[str, Any]:
    return {
        "game": name,
        "ok": all(report.ok for report in reports.values()),
        "instances": [{"name": title, **plain(report)} for title, report in reports.items()],
    }


def _for_people(
    package: AnyPackage, instances: dict[str, Any], reports: dict[str, CheckReport]
) -> str:
    """A line for each instance that passes, everything about one that does not."""
    from rich.text import Text  # lazy: start-up

    parts: list[Text] = []
    for title, report in reports.items():
        if report.ok:
            parts.append(Text(_summary(title, report)))
            if report.repetition is not None:
                parts.append(Text(hanging(f"  {report.repetition.sentence}"), "dim"))
            parts += [Text(hanging(f"  {remark}"), "yellow") for remark in report.remarks]
            continue
        if title not in instances:
            (failure,) = report.failures
            said = hanging(f"{title}: cannot be read: {failure.sentence}")
            parts.append(Text(said, "bold red"))
            continue
        parts.append(Text(hanging(f"{title}: {report}"), "bold red"))
        parts += _pictures(package, instances[title], report.failures)
    return rendered(*parts)


def _summary(title: str, report: CheckReport) -> str:
    checks = counted(sum(report.counts.values()), "check")
    return f"{title}: {checks} in {counted(report.states, 'state')}, nothing wrong"


def _pictures(package: AnyPackage, puzzle: Any, failures: tuple[CheckFailure, ...]) -> list[Any]:
    """The states of failures on the board, where a picture shows a state alone."""
    from rich.text import Text  # lazy: start-up

    if isinstance(puzzle, (deepen.Game, deepen.ObjectGame)):
        return []
    parts = []
    for state in dict.fromkeys(failure.state for failure in failures):
        try:
            picture = package.draw(puzzle.at(state), markup=True)
        except Exception:  # what is wrong may well be the picture
            continue
        parts.append(Text.assemble(f"\nstate {state}\n", Text.from_markup(picture)))
    return parts
