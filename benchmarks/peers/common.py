"""What every peer shares: the instances of Korf (1985), and the row that a measurement becomes."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

DATA = Path(__file__).parents[2] / "tests" / "data"
SIDE = 4
CELLS = SIDE * SIDE

# A* is compared on these of Korf's instances: the peers that can solve them do so within seconds
# and about a gigabyte, and they are large enough that no cache holds the search.
ASTAR_INSTANCES = (74, 5)

# Plain IDA* is compared on all instances of which it generates fewer nodes than this.
IDA_LIMIT = 20_000_000

Tiles = tuple[int, ...]


@dataclass(frozen=True)
class Instance:
    """One of Korf's hundred 15-puzzles, with what is known of it.

    `generated` and `expanded` are the counts of plain IDA* with Manhattan distance, as korf_ida.c
    defines them.
    """

    id: int
    tiles: Tiles
    optimal: int
    generated: int
    expanded: int


@dataclass(frozen=True)
class Measurement:
    """What one peer did on one instance.

    `status` is "solved", "capped" (stopped by our limit on expansions; the rate still counts),
    "not installed", or "failed: " and the reason. `cpu_seconds` is that of the search alone.
    """

    peer: str
    version: str
    instance: str
    status: str
    cost: int | None = None
    expanded: int | None = None
    generated: int | None = None
    cpu_seconds: float | None = None
    peak_mib: float | None = None

    @property
    def rate(self) -> float | None:
        """Expansions per CPU second, or None where nothing was measured."""
        if self.expanded is None or not self.cpu_seconds:
            return None
        return self.expanded / self.cpu_seconds


def load_korf() -> list[Instance]:
    """All hundred instances, in Korf's order."""
    with (DATA / "korf100.csv").open(newline="") as file:
        return [_instance(row) for row in csv.DictReader(file)]


def korf(number: int) -> Instance:
    """Korf's instance of that number, 1 to 100."""
    return next(instance for instance in load_korf() if instance.id == number)


def _instance(row: dict[str, str]) -> Instance:
    return Instance(
        id=int(row["id"]),
        tiles=tuple(int(row[f"t{cell}"]) for cell in range(CELLS)),
        optimal=int(row["optimal"]),
        generated=int(row["ida_md_generated_ULRD"]),
        expanded=int(row["ida_md_expanded_ULRD"]),
    )


def outcome(instance: Instance, cost: int | None) -> str:
    """The status of a run that ended with this cost, None meaning that our cap stopped it."""
    if cost is None:
        return "capped"
    if cost != instance.optimal:
        return f"failed: cost {cost}, the optimum is {instance.optimal}"
    return "solved"


def installed_version(distribution: str) -> str | None:
    """The version of an installed distribution, or None."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def not_installed(peer: str, instance: str) -> Measurement:
    return Measurement(peer, "", instance, "not installed")


def distance(tile: int, cell: int) -> int:
    """Steps from a cell to the tile's own cell, which bears its number."""
    return abs(tile // SIDE - cell // SIDE) + abs(tile % SIDE - cell % SIDE)


def neighbours(cell: int) -> list[int]:
    """The cells beside this one: above, left, right, below."""
    row, column = divmod(cell, SIDE)
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]
