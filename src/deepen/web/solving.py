"""What a worker does for the puzzle room: solve, give a hint, show where a search looked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

import deepen
from deepen.formatting.numbers import sentence
from deepen.formatting.solution import as_json, verdict
from deepen.rules import DEAD
from deepen.solution import Solution
from deepen.web import pages
from deepen.web.pages import Page
from deepen.web.scene import changes, shapes_as_json

Report = Callable[[dict[str, Any]], None]

MOST_STEPS = 2_000
"""Of a solution that are drawn. The moves are all in its plain text."""
MOST_PLAIN = 1 << 20
MOST_VISITS = 200_000
"""States that are looked at to see where a search was."""


def solve(game: str, text: str, report: Report, **search: Any) -> dict[str, Any]:
    """A puzzle solved, every step drawn."""
    page, puzzle = read_puzzle(game, text)
    solution = _solved(puzzle, search, report)
    return {
        "result": as_json(game, solution) | {"actions": _some(solution.actions)},
        "verdict": sentence(verdict(solution)),
        "length": len(solution.actions),
        "steps": _steps(page, puzzle, solution),
        "plain": page.package.plain(puzzle, solution)[:MOST_PLAIN] if solution.solved else "",
    }


def hint(game: str, text: str, report: Report, **search: Any) -> dict[str, Any]:
    """The first move of a solution, and where it leads."""
    page, puzzle = read_puzzle(game, text)
    solution = _solved(puzzle, search, report)
    answer = {
        "verdict": sentence(verdict(solution)),
        "cost": solution.cost,
        "optimal": solution.optimal,
        "action": None,
    }
    if not solution.actions:
        return answer
    after = puzzle.at(solution.states[1])
    return answer | {
        "action": str(solution.actions[0]),
        "name": page.named(solution.actions[0]),
        "marks": shapes_as_json(page.page.moved(puzzle, after)),
        "text": page.package.format(after),
    }


def visits(game: str, text: str, report: Report, **search: Any) -> dict[str, Any]:
    """How often each cell counts as visited in the states that a search expands."""
    page, puzzle = read_puzzle(game, text)
    algorithm = search.get("algorithm") or puzzle.default_algorithm
    swapped = algorithm == "idastar"  # which stores no states
    limit = min(MOST_VISITS, search.get("node_limit") or MOST_VISITS)
    search = search | {"algorithm": "astar" if swapped else algorithm, "node_limit": limit}
    solution = _solved(puzzle, search, report, keep_expanded=True)
    counts: Counter[str] = Counter()
    for state in solution.expanded_states or ():
        counts.update(page.page.occupied(puzzle, state))
    return {
        "map": dict(counts),
        "expanded": solution.expanded,
        "complete": solution.status in ("solved", "unsolvable"),
        "algorithm": solution.algorithm,
        "heuristic": solution.heuristic,
        "swapped": swapped,
    }


def read_puzzle(game: str, text: str) -> tuple[Page, Any]:
    """A puzzle and its game's page."""
    page = pages.page(game)
    page.check_puzzle()
    return page, page.parse(text)


def _solved(puzzle: Any, search: dict[str, Any], report: Report, **more: Any) -> Solution:
    def tell(progress: Any) -> None:
        report(
            {
                "seconds": progress.seconds,
                "expanded": progress.expanded,
                "generated": progress.generated,
                "bytes": progress.bytes,
                "lower_bound": progress.lower_bound,
            }
        )

    try:
        return deepen.solve(puzzle, **search, **more, on_progress=tell)
    except deepen.Interrupted as stopped:
        return cast(Solution, stopped.solution)


def _some(actions: list[Any]) -> list[str]:
    return [str(action) for action in actions[:MOST_STEPS]]


def _steps(page: Page, puzzle: Any, solution: Solution) -> list[dict[str, Any]]:
    """The positions along a solution: the move that led there, the text, what of the scene changes,
    the way on, the estimate.
    """
    if not solution.solved:
        return []
    states = solution.states[: MOST_STEPS + 1]
    path = [puzzle.at(state) for state in states]
    scenes = [page.page.scene(one) for one in path]
    marks = [*(page.page.moved(a, b) for a, b in pairwise(path)), ()]
    names = ["", *(page.named(action) for action in solution.actions[:MOST_STEPS])]
    estimates = _estimates(puzzle, solution, states)
    return [
        {
            "move": names[i],
            "text": page.package.format(path[i]),
            "scene": changes(scenes[max(i - 1, 0)], scenes[i]),
            "marks": shapes_as_json(marks[i]),
            "h": estimates[i],
        }
        for i in range(len(path))
    ]


def _estimates(puzzle: Any, solution: Solution, states: list[Any]) -> list[int | None]:
    """What the heuristic says along the way; None where it says that there is no way."""
    equipped = puzzle.for_heuristic(solution.heuristic)
    _, heuristic = type(equipped).heuristic_named(solution.heuristic)
    if heuristic is None:
        return [0] * len(states)
    values = (int(heuristic(equipped.board, state)) for state in states)
    return [None if value >= DEAD else value for value in values]
