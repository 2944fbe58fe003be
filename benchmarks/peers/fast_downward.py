"""Fast Downward, the planner of the planning competitions: A* with iPDB on a 15-puzzle in PDDL.

On these instances the hill climbing of iPDB keeps one pattern a tile, so that its heuristic equals
Manhattan distance: it searches with the same numbers as we do, and expansions can be compared.

It comes as the wheel `up-fast-downward`, whose driver is a script; the Python package around it
needs a framework that we do not, so it is located without being imported.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from .common import (
    ASTAR_INSTANCES,
    CELLS,
    Instance,
    Measurement,
    Tiles,
    korf,
    neighbours,
    not_installed,
    outcome,
)

PEER = "Fast Downward, astar(ipdb())"
SEARCH = "astar(ipdb())"

DOMAIN = """\
(define (domain sliding-tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (at ?tile - tile ?cell - cell) (blank ?cell - cell) (beside ?here ?there - cell))
  (:action slide
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (beside ?from ?to) (at ?tile ?from) (blank ?to))
    :effect (and (at ?tile ?to) (blank ?from) (not (at ?tile ?from)) (not (blank ?to)))))
"""


def problem_pddl(tiles: Tiles) -> str:
    """The instance in PDDL: tile t<n> belongs to cell c<n>."""
    beside = [f"(beside c{here} c{there})" for here in range(CELLS) for there in neighbours(here)]
    placed = [
        f"(at t{tile} c{cell})" if tile != 0 else f"(blank c{cell})"
        for cell, tile in enumerate(tiles)
    ]
    tile_names = " ".join(f"t{tile}" for tile in range(1, CELLS))
    cell_names = " ".join(f"c{cell}" for cell in range(CELLS))
    solved = " ".join(f"(at t{tile} c{tile})" for tile in range(1, CELLS))
    return f"""\
(define (problem korf)
  (:domain sliding-tiles)
  (:objects {tile_names} - tile {cell_names} - cell)
  (:init {" ".join(beside + placed)})
  (:goal (and {solved})))
"""


def driver() -> Path | None:
    """The planner's script inside the installed wheel, or None."""
    package = importlib.util.find_spec("up_fast_downward")
    if package is None or not package.submodule_search_locations:
        return None
    script = Path(package.submodule_search_locations[0]) / "downward" / "fast-downward.py"
    return script if script.exists() else None


def measure(
    instance: Instance, *, time_limit_seconds: int = 300, memory_limit_mib: int = 4096
) -> Measurement:
    """Run on one instance in a process of its own; the CPU time is that of the search alone.

    Translation and the building of the patterns (about 0.3 s) are left out, in its favour.
    """
    script = driver()
    name = f"Korf {instance.id}"
    if script is None:
        return not_installed(PEER, name)
    limits = [
        f"--search-time-limit={time_limit_seconds}s",
        f"--search-memory-limit={memory_limit_mib}M",
    ]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "domain.pddl").write_text(DOMAIN)
        Path(folder, "problem.pddl").write_text(problem_pddl(instance.tiles))
        files = ["domain.pddl", "problem.pddl"]
        run = subprocess.run(
            [sys.executable, str(script), *limits, *files, "--search", SEARCH],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    return _read(run, _version(script), instance)


def _version(script: Path) -> str:
    command = [sys.executable, str(script), "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return _first(r"Fast Downward (\S+)", run.stdout) or "?"


def _read(run: subprocess.CompletedProcess[str], version: str, instance: Instance) -> Measurement:
    """A measurement from the planner's log; its clock is the CPU time of the process."""
    name = f"Korf {instance.id}"
    seconds = _first(r"Actual search time: ([\d.]+)s", run.stdout)
    cost = _first(r"Plan cost: (\d+)", run.stdout)
    expanded = _first(r"Expanded (\d+) state", run.stdout)
    generated = _first(r"Generated (\d+) state", run.stdout)
    memory = _first(r"Peak memory: (\d+) KB", run.stdout)
    # Each is a text of digits or None, so that a zero counts as found.
    if run.returncode != 0 or not (seconds and cost and expanded and generated and memory):
        return Measurement(PEER, version, name, f"failed: exit code {run.returncode}")
    return Measurement(
        peer=PEER,
        version=version,
        instance=name,
        status=outcome(instance, int(cost)),
        cost=int(cost),
        expanded=int(expanded),
        generated=int(generated),
        cpu_seconds=float(seconds),
        peak_mib=int(memory) / 1024,
    )


def _first(pattern: str, text: str) -> str | None:
    match = re.search(pattern, text)
    return match[1] if match else None


if __name__ == "__main__":
    for number in [int(text) for text in sys.argv[1:]] or ASTAR_INSTANCES:
        result = measure(korf(number))
        print(result, result.rate)
