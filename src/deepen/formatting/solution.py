"""How a search for a solution ended, in words and as a JSON object."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from deepen.formatting.numbers import counted
from deepen.solution import Solution


def describe_outcome(solution: Solution) -> str:
    """The outcome in words."""
    match solution.status:
        case "solved":
            return _solved(solution)
        case "unsolvable":
            return "proven unsolvable"
        case "depth-limit":
            return "no solution within the depth limit"
        case "interrupted":
            return f"interrupted{_at_least(solution)}"
        case limit:
            of = f" of {solution.default_limit}," if solution.default_limit else ""
            return (
                f"not solved: the {limit.replace('-', ' ')}{of} was hit first{_at_least(solution)}"
            )


def _solved(solution: Solution) -> str:
    count, cost = len(solution.actions), solution.cost
    said = f"solved in {counted(count, 'move')}"
    best = "shortest"
    if cost != count:
        said, best = f"{said} of cost {cost:,}", "cheapest"
    if solution.optimal:
        return f"{said}, proven {best}"
    return f"{said}, not proven {best}{_at_least(solution)}"


def _at_least(solution: Solution) -> str:
    bound = solution.lower_bound
    return f"; any solution costs at least {bound:,}" if bound else ""


def advice(solution: Solution) -> str:
    """What else is worth knowing, or what would help; nothing where it is solved."""
    match solution.status:
        case "unsolvable" if solution.expanded == 0:
            return "The heuristic can tell without a search."
        case "unsolvable":
            return "Every position that might lead to a solution was looked at."
        case "time-limit":
            return "Give it more time, or a better heuristic."
        case "memory-limit":
            return "IDA* needs hardly any memory."
        case "node-limit":
            return "Allow more states."
        case "interrupted":
            return "Stopped by you."
        case _:
            return ""


def next_move(solution: Solution, name: str) -> str:
    """The first move of a solution, which people call by a name, and how far it is from there."""
    left = counted(len(solution.actions) - 1, "more move")
    best = ", and no way is shorter" if solution.optimal else ""
    return f"Next: {name.removesuffix('.')}. Then {left}{best}."


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
