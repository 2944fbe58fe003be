"""A solution as a JSON object and as an exit code."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from deepen import cli
from deepen.solution import Solution


def as_json(game: str, solution: Solution) -> dict[str, Any]:
    """Everything that a program may want to know; its keys are a contract."""
    return {
        "game": game,
        "status": solution.status,
        "cost": solution.cost,
        "actions": [str(action) for action in solution.actions],
        "lower_bound": solution.lower_bound,
        "algorithm": solution.algorithm,
        "heuristic": solution.heuristic,
        "optimal": solution.optimal,
        "expanded": solution.expanded,
        "generated": solution.generated,
        "reopened": solution.reopened,
        "stored": solution.stored,
        "initial_h": solution.initial_h,
        "seconds": solution.seconds,
        "peak_bytes": solution.peak_bytes,
        "rows": [asdict(row) for row in solution.rows],
    }


def exit_code(status: str) -> int:
    """What a status of a search means to the shell."""
    if status in ("solved", "unsolvable"):
        return cli.ANSWERED
    return cli.INTERRUPTED if status == "interrupted" else cli.LIMITED
