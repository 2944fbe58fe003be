"""What a worker does for the puzzle room: solve, give a hint, show where a search looked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import deepen
from deepen.drawing.scene import changes, in_one_view, shapes_as_json, written
from deepen.formatting.names import heuristic_name, search_name
from deepen.formatting.numbers import counted, sentence, short
from deepen.formatting.progress import figures_of, figures_so_far
from deepen.formatting.solution import advice, as_json, describe_outcome, next_move
from deepen.rules import DEAD
from deepen.solution import Solution
from deepen.web import pages
from deepen.web.pages import Page

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
    steps = _steps(page, puzzle, solution)
    return {
        "result": as_json(game, solution) | {"actions": _some(solution.actions)},
        "verdict": sentence(describe_outcome(solution)),
        "remark": _remark(solution),
        "figures": figures_of(solution),
        "length": len(solution.actions),
        "steps": steps,
        "cut": _cut(solution),
        "chart": _chart(solution, [step["h"] for step in steps]) if len(steps) > 1 else None,
        "plain": page.package.plain(puzzle, solution)[:MOST_PLAIN] if solution.solved else "",
    }


def hint(game: str, text: str, report: Report, **search: Any) -> dict[str, Any]:
    """The first move of a solution, and where it leads."""
    page, puzzle = read_puzzle(game, text)
    solution = _solved(puzzle, search, report)
    answer = {
        "verdict": sentence(describe_outcome(solution)),
        "cost": solution.cost,
        "optimal": solution.optimal,
        "action": None,
    }
    if not solution.actions:
        done = "Nothing is left to do: this is solved."
        return answer | {"told": done if solution.solved else answer["verdict"]}
    after = puzzle.at(solution.states[1])
    name = page.named(solution.actions[0])
    return answer | {
        "action": str(solution.actions[0]),
        "name": name,
        "told": next_move(solution, name),
        "marks": shapes_as_json(page.view.moved(puzzle, after)),
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
        counts.update(page.puzzle.occupied(puzzle, state))
    complete = solution.status in ("solved", "unsolvable")
    return {
        "map": written(counts),
        "told": _looked(page, solution, complete=complete, swapped=swapped),
        "expanded": solution.expanded,
        "complete": complete,
        "algorithm": solution.algorithm,
        "heuristic": solution.heuristic,
        "swapped": swapped,
    }


def _looked(page: Page, solution: Solution, *, complete: bool, swapped: bool) -> str:
    """What is seen where a search looked."""
    which = f"{'all' if complete else 'the first'} {solution.expanded:,}"
    how = search_name(solution.algorithm, solution.heuristic)
    instead = " IDA* keeps no states, so this is A*." if swapped else ""
    return sentence(f"{page.puzzle.VISITED}: {which}, {how}") + instead


def read_puzzle(game: str, text: str) -> tuple[Page, Any]:
    """A puzzle and its game's page."""
    page = pages.page(game)
    page.check_puzzle()
    return page, page.parse(text)


def _solved(puzzle: Any, search: dict[str, Any], report: Report, **more: Any) -> Solution:
    def tell(progress: deepen.Progress) -> None:
        report(
            {
                "seconds": progress.seconds,
                "expanded": progress.expanded,
                "generated": progress.generated,
                "bytes": progress.bytes,
                "lower_bound": progress.lower_bound,
                "figures": figures_so_far(progress),
            }
        )

    try:
        solution = deepen.solve(puzzle, **search, **more, on_progress=tell)
    except deepen.Interrupted as stopped:
        solution = stopped.partial
    return solution


def _remark(solution: Solution) -> str:
    """How it was searched, and what would help."""
    how = search_name(solution.algorithm, solution.heuristic)
    helpful = advice(solution)
    return f"{helpful} ({how})" if helpful else how


def _cut(solution: Solution) -> str:
    """That there are more moves than are drawn; nothing where there are not."""
    if len(solution.actions) <= MOST_STEPS:
        return ""
    return f"These are the first {counted(MOST_STEPS, 'move')}; the plain file has them all."


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
    scenes = [page.view.scene(one) for one in path]
    seen = [scenes[0], *in_one_view(scenes)]  # begins with what is on the page
    marks = [*(page.view.moved(a, b) for a, b in pairwise(path)), ()]
    names = ["", *(page.named(action) for action in solution.actions[:MOST_STEPS])]
    estimates = _estimates(puzzle, solution, states)
    return [
        {
            "move": names[i],
            "text": page.package.format(path[i]),
            "scene": changes(seen[i], seen[i + 1]),
            "marks": shapes_as_json(marks[i]),
            "h": estimates[i],
        }
        for i in range(len(path))
    ]


def _estimates(puzzle: Any, solution: Solution, states: list[Any]) -> list[int | None]:
    """What the heuristic says along the way; None where it says that there is no way."""
    if solution.heuristic == "zero":
        return [0] * len(states)
    if isinstance(puzzle, deepen.ObjectPuzzle):
        values = [int(puzzle.heuristic(state)) for state in states]
    else:
        equipped = puzzle.for_heuristic(solution.heuristic)
        _, heuristic = type(equipped).heuristic_named(solution.heuristic)
        values = [int(heuristic(equipped.board, state)) for state in states]
    return [None if value >= DEAD else value for value in values]


def _chart(solution: Solution, estimates: list[int | None]) -> dict[str, Any]:
    """What is left to go along a solution against what the heuristic says, and all of it in words.

    `remaining` is a number a step; the cost of a single move is taken to be that of an average one.
    """
    cost, length = solution.cost or 0, len(solution.actions)
    remaining = [cost - step * cost / length for step in range(len(estimates))]
    equal = sum(h == left for h, left in zip(estimates, remaining, strict=True))
    truth = "true distance h*" if solution.optimal else "left to go"
    name = "the true distance h*" if solution.optimal else "what this solution has left to go"
    first = "infinite" if estimates[0] is None else f"{estimates[0]:,}"
    return {
        "remaining": remaining,
        "top": short(max(cost, *(h or 0 for h in estimates))),
        "end": "goal" if len(estimates) > length else f"move {len(estimates) - 1:,}",
        "keys": [truth, f"estimate h ({heuristic_name(solution.heuristic)})"],
        "remark": "Equal all the way." if equal == len(estimates) else "",
        "spoken": f"Along the solution: {name}, from {cost:,} to 0, and the estimate h, from "
        f"{first}; equal at {equal:,} of {len(estimates):,} positions.",
    }
