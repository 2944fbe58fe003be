"""`deepen analyse`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, cast

import deepen
from deepen.analysis import Analysis
from deepen.cli.examples import or_example
from deepen.cli.exit_codes import exit_code
from deepen.cli.kinds import load_for_two
from deepen.cli.printing import emit, note
from deepen.cli.reading import read_puzzle
from deepen.cli.status_line import StatusLine
from deepen.formatting.progress import of_analysis
from deepen.formatting.value import verdict
from deepen.games.protocol import BuiltIn


def run_analyse(
    name: str, source: str | None, search: dict[str, Any], *, json: bool, plain: bool
) -> int:
    """Analyses a position, prints the answer and returns the exit code."""
    package = load_for_two(name)
    position = read_puzzle(package, or_example(package, "analyse", source))
    analysis = _analysis(position, search)
    if json:
        from json import dumps

        emit(dumps({"game": name, **asdict(analysis)}))
    elif plain:
        _print_plain(package, position, analysis)
    else:
        from deepen.cli.analysis_report import report

        emit(report(package, position, analysis))
    return exit_code(analysis.status)


def _analysis(position: Any, search: dict[str, Any]) -> Analysis:
    with StatusLine(of_analysis) as line:
        try:
            return deepen.analyse(position, **search, on_progress=line.listener)
        except deepen.Interrupted as stopped:
            return cast(Analysis, stopped.solution)


def _print_plain(package: BuiltIn[Any], position: Any, analysis: Analysis) -> None:
    if analysis.value is not None:
        emit(package.plain(position, analysis))
    if not analysis.exact:
        note(verdict(analysis))
