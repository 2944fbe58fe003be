"""Measures every bar of the project in one run and prints them as one table.

python benchmarks/run.py              everything, some minutes
python benchmarks/run.py ida memory   only the measures named
python benchmarks/run.py --write      also writes the table into docs/performance.md
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

import audit
import calls
import chexers
import darkchess
import distributed
import games
import layers
import measures
import tables
import ways
from fields import measure as fields_measure
from measures import Line

DOCS = Path(__file__).parent.parent / "docs" / "performance.md"
PIPED = 200  # columns; no row of the table needs more
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"

MEASURES: dict[str, Callable[[], list[Line]]] = {
    "rules": measures.cost_of_python_rules,
    "astar": measures.astar_against_peers,
    "memory": measures.astar_memory,
    "dram": measures.astar_beyond_caches,
    "astar-threads": distributed.astar_on_two_threads,
    "ida": measures.idastar_against_c,
    "ida-threads": measures.idastar_on_two_threads,
    "many": measures.many_on_two_cores,
    "four": measures.four_nodes,
    "calls": calls.fixed_costs,
    "limits": calls.unreached_limits,
    "chexers": chexers.against_a_student,
    "darkchess": darkchess.all_lines,
    "both-ends": ways.from_both_ends,
    "ranks": ways.whole_spaces,
    "audit": audit.beside_breadth_first,
    "layers": layers.on_one_thread,
    "layers-threads": layers.on_two_threads,
    "hashi": games.hashi_against_peers,
    "hashi-rate": games.hashi_rate,
    "connect4": games.connect4_sets,
    "connect4-rate": games.connect4_rate,
    "analyse-threads": games.two_threads,
    "tables": tables.chess_endings,
    "tables-back": tables.with_ways_back,
    "tables-threads": tables.on_two_threads,
    "fields": fields_measure.beside_packed,
}


def main() -> None:
    options = _arguments()
    console = Console() if sys.stdout.isatty() else Console(width=PIPED)
    lines: list[Line] = []
    for name in options.measures or MEASURES:
        with console.status(f"measuring: {name}"):
            lines += MEASURES[name]()
    console.print(_table(lines))
    if options.write:
        _write(lines)
    if any(line.missed for line in lines):
        console.print("[bold]Some bars were missed in this run; see the column 'bar'.[/bold]")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=", ".join(MEASURES))
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    options = parser.parse_args()
    unknown = [name for name in options.measures if name not in MEASURES]
    if unknown:
        parser.error(f"no measure '{unknown[0]}'; known: {', '.join(MEASURES)}")
    return options


def _table(lines: list[Line]) -> Table:
    table = Table(title="deepen, measured in one run", show_lines=True)
    table.add_column("measure", max_width=72)
    for header in ("deepen", "beside", "ratio", "bar"):
        table.add_column(header, overflow="fold")
    for line in lines:
        table.add_row(line.measure, line.ours, line.theirs, line.ratio, line.verdict)
    return table


def _write(lines: list[Line]) -> None:
    rows = ["| measure | deepen | beside | ratio | bar |", "|---|---|---|---|---|"]
    rows += [
        f"| {line.measure} | {line.ours} | {line.theirs} | {line.ratio} | {line.verdict} |"
        for line in lines
    ]
    text = DOCS.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    DOCS.write_text(before + BEGIN + "\n" + "\n".join(rows) + "\n" + END + after)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
