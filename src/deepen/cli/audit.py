"""`deepen audit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

import deepen
from deepen.auditing import report_text
from deepen.auditing.game_report import GameAuditReport
from deepen.auditing.games import RULES
from deepen.auditing.promise_report import PromiseReport
from deepen.auditing.table_report import TableReport
from deepen.cli.completing import heuristic_names
from deepen.cli.examples import some_examples
from deepen.cli.exit_codes import ANSWERED, INTERRUPTED, LIMITED, REFUTED
from deepen.cli.kinds import command, load
from deepen.cli.options import Game, Jobs, Json, MemoryLimit, Threads, TimeLimit
from deepen.cli.printing import check_folder_of, emit, emit_json, note, rendered
from deepen.cli.reading import read_puzzle
from deepen.cli.status_line import StatusLine
from deepen.errors import UsageError
from deepen.formatting.progress import of_audit
from deepen.games.protocol import AnyPackage, BuiltIn, HasHeuristics
from deepen.tables import known

TABLE = "table"
_CODES = {"refuted": REFUTED, "undecided": LIMITED}
_STYLES = {"refuted": "bold red", "undecided": "bold yellow"}

AnyReport = deepen.AuditReport | GameAuditReport | PromiseReport | TableReport


def run(
    game: Game,
    heuristic: Annotated[
        str | None,
        typer.Argument(
            metavar="HEURISTIC",
            help="One of the game's; evaluate, bounds or canonical, if it has two players. Or "
            "'rules': what its optional rules promise, such as predecessors and rank; or 'table': "
            "one that is kept.",
            show_default=False,
            autocompletion=heuristic_names,
        ),
    ] = None,
    input: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Only this instance, in all its states. Or the text."),
    ] = None,
    instances: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Random ones to look at, at most.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the first random instance.")] = 0,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    jobs: Jobs = None,
    threads: Threads = 1,
    using: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A table of 'deepen tabulate', which is put on trial."),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Of a table: so many positions, drawn by lot."),
    ] = None,
    json: Json = False,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE.svg", help="Also draw the verdict.")
    ] = None,
) -> int:
    """\b
    deepen audit darkchess nearest_capturer
    deepen audit chexers waste --input board.json
    deepen audit ring.py table --using ring.table

    Put a heuristic on trial: on random instances of the game, small ones first, for 10 seconds
    unless told otherwise; or on every state of one instance, where what holds is proven. A
    counterexample is made as small as possible, and drawn. Or a table of all positions of a game:
    each by what the rules say of its moves.

    Exit codes: 0 it held, 1 refuted, 2 bad input or usage, 3 a limit came before any verdict, 130
    interrupted.
    """
    check_folder_of(out)
    package = load(game)
    if using is not None or (heuristic == TABLE and package.PLAYERS == 2):
        subject: Any = _table(package, input, using)
        heuristic = None if heuristic == TABLE else heuristic
    else:
        _check_heuristic(package, heuristic)
        _check_table_name(package, heuristic)
        subject = package if input is None else read_puzzle(package, input)
    if subject is package and not getattr(package, "has_family", True):
        examples = "its only example" if len(package.EXAMPLES) == 1 else "its examples"
        note(f"{package.NAME} has no family(cls, size, seed): {examples} will have to do.")
    options = {
        "instances": instances,
        "seed": seed,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "jobs": jobs,
        "threads": threads,
        "sample": sample,
    }
    stopped, report = _audited(subject, heuristic, options)
    if json:
        emit_json("deepen audit 1", as_json(package, report))
    else:
        emit(for_people(package, report))
    if out is not None:
        Path(out).write_text(report.svg(), encoding="utf-8")
        note(f"{out}: the verdict on {heuristic or package.NAME}")
    return INTERRUPTED if stopped else _CODES.get(report.verdict, ANSWERED)


def _table(package: BuiltIn[Any], input: str | None, path: str | None) -> deepen.Table:
    """The table in a file, or one that is kept, for what is given or for the first example."""
    if package.PLAYERS == 1:
        raise UsageError(f"{package.NAME} is a puzzle for one, and tables are of games of two")
    if input is None:
        name, input = next(iter(some_examples(package).items()))
        note(f"This is the board of the example '{name}'; --input gives another.")
    position = read_puzzle(package, input)
    if path is not None:
        return deepen.Table.open(path, position)
    table = known.find(position)
    if table is None:
        raise UsageError(
            f"no table of this is kept: '{command(package, 'tabulate', 'INPUT')}' makes one, and "
            "--using names one"
        )
    return table


def _check_table_name(package: AnyPackage, name: str | None) -> None:
    """Raises `UsageError` where somebody has most likely meant the table of a game."""
    if name is None or package.PLAYERS == 1 or name in RULES:
        return
    from difflib import get_close_matches  # lazy: start-up

    if get_close_matches(name, (TABLE, *RULES), 1) == [TABLE]:
        raise UsageError(f"there is no rule {name!r} that can be audited; did you mean '{TABLE}'?")


def _check_heuristic(package: AnyPackage, heuristic: str | None) -> None:
    """Raises `UsageError` where nothing is named and there is nothing to put on trial."""
    if heuristic is None and isinstance(package, HasHeuristics) and not package.HEURISTICS:
        raise UsageError(
            f"{package.NAME} has no heuristic to put on trial: write one, or name 'zero', which "
            "says 0 everywhere"
        )


def _audited(subject: Any, heuristic: str | None, options: dict[str, Any]) -> tuple[bool, Any]:
    """Whether it was interrupted, and the report."""
    with StatusLine(of_audit) as line:
        try:
            return False, deepen.audit(subject, heuristic, **options, on_progress=line.listener)
        except deepen.Interrupted as stopped:
            return True, stopped.partial


def for_people(game: AnyPackage, report: AnyReport) -> str:
    """The verdict first, then the counterexample on the board, then the statistics."""
    from rich.text import Text  # lazy: start-up

    parts: list[Any] = []
    for section in _sections(report):
        parts.append("")
        if section.kind == "board":
            parts.append(_board(game, section))
        else:
            style = {"verdict": _STYLES.get(report.verdict, "bold green"), "statistics": "dim"}
            parts.append(Text(section.text, style.get(section.kind, "")))
    return rendered(*parts[1:])


def _sections(report: AnyReport) -> Any:
    if isinstance(report, GameAuditReport):
        return report_text.game_sections(report)
    if isinstance(report, PromiseReport):
        return report_text.promise_sections(report)
    if isinstance(report, TableReport):
        return report_text.table_sections(report)
    return report_text.sections(report)


def _board(game: AnyPackage, section: report_text.Section) -> Any:
    from rich.text import Text  # lazy: start-up

    is_game = isinstance(section.puzzle, (deepen.Game, deepen.ObjectGame))
    position = section.puzzle if is_game else section.puzzle.at(section.state)
    return Text.from_markup(game.draw(position, markup=True))


# JSON


def as_json(game: AnyPackage, report: AnyReport) -> dict[str, Any]:
    """Everything that a program may want to know; its keys are a contract."""
    shared = {
        "game": game.NAME,
        "verdict": report.verdict,
        "sentence": report.sentence,
        "instances": report.instances,
        "family": report.family,
        "complete": report.complete,
        "status": report.status,
        "seed": report.seed,
        "seconds": report.seconds,
    }
    match report:
        case TableReport():
            return {**shared, **_table_json(game, report)}
        case GameAuditReport():
            return {**shared, **_game_json(game, report)}
        case PromiseReport():
            return {**shared, **_promise_json(game, report)}
    return {**shared, **_heuristic_json(game, report)}


def _heuristic_json(game: AnyPackage, report: Any) -> dict[str, Any]:
    found, slope, wrong_answer = report.counterexample, report.inconsistency, report.wrong_answer
    return {
        "heuristic": report.heuristic,
        "declared": list(report.declared),
        "admissible": report.admissible,
        "consistent": report.consistent,
        "states": report.states,
        "expanded": report.expanded,
        "edges": report.edges,
        "goals": report.goals,
        "overestimates": report.overestimates,
        "steep_edges": report.steep_edges,
        "worst": report.worst,
        "mean_ratio": report.mean_ratio,
        "exact_share": report.exact_share,
        "dead_share": report.dead_share,
        "histogram": {str(gap): count for gap, count in report.histogram.items()},
        "counterexample": found
        and {
            "input": game.format(found.puzzle),
            "h": found.h,
            "distance": found.distance,
            "actions": [str(action) for action in found.actions],
        },
        "inconsistency": slope
        and {
            "input": game.format(slope.puzzle),
            "action": str(slope.action),
            "cost": slope.cost,
            "h": slope.h,
            "child_h": slope.child_h,
        },
        "wrong_answer": wrong_answer
        and {
            "input": game.format(wrong_answer.puzzle),
            "cost": wrong_answer.cost,
            "optimum": wrong_answer.optimum,
            "actions": [str(action) for action in wrong_answer.actions],
            "best_actions": [str(action) for action in wrong_answer.best_actions],
        },
        "peak_bytes": report.peak_bytes,
    }


def _game_json(game: AnyPackage, report: Any) -> dict[str, Any]:
    found = report.counterexample
    return {
        "rules": list(report.rules),
        "positions": report.positions,
        "sign_share": report.sign_share,
        "mean_error": report.mean_error,
        "errors": {str(error): count for error, count in report.guesses.items()},
        "wrong_bounds": report.wrong_bounds,
        "wrong_canonical": report.wrong_canonical,
        "counterexample": found
        and {
            "input": game.format(found.game),
            "rule": found.rule,
            "value": found.value,
            "said": found.said,
            "said_value": found.said_value,
        },
    }


def _promise_json(game: AnyPackage, report: PromiseReport) -> dict[str, Any]:
    found = report.counterexample
    return {
        "rules": list(report.rules),
        "states": report.states,
        "expanded": report.expanded,
        "edges": report.edges,
        "broken": dict(report.broken),
        "counterexample": found
        and {
            "input": game.format(found.puzzle),
            "rule": found.rule,
            "sentence": found.sentence,
        },
        "peak_bytes": report.peak_bytes,
    }


def _table_json(game: AnyPackage, report: TableReport) -> dict[str, Any]:
    found = report.counterexample
    return {
        "positions": report.positions,
        "checked": report.checked,
        "sampled": report.sampled,
        "wrong": report.wrong,
        "counterexample": found
        and {
            "input": None if found.game is None else game.format(found.game),
            "said": found.said,
            "right": found.right,
            "sentence": found.sentence,
        },
    }
