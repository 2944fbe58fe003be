"""How a search for a solution ended, in words and as a JSON object."""

from __future__ import annotations

from typing import Any

from deepen.formatting.data import plain
from deepen.formatting.lines import are_sentences, filled, listed, width
from deepen.formatting.names import search_name
from deepen.formatting.numbers import counted, sentence
from deepen.formatting.subject import state_in_lines
from deepen.solution import Solution

_MOST_MOVES, _MOST_SENTENCES = 60, 12
_KEYS = (
    *("status", "cost", "actions", "lower_bound", "algorithm", "heuristic", "optimal"),
    *("expanded", "generated", "reopened", "stored", "initial_h", "seconds", "peak_bytes", "rows"),
)


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


def counts(solution: Solution) -> str:
    """How much was looked at."""
    return f"{solution.expanded:,} expanded, {solution.generated:,} generated"


def solution_in_lines(solution: Solution) -> str:
    """The outcome, the moves, where they begin and end, the counts.

    No times: equal searches are printed alike.
    """
    room, actions = width(), solution.actions
    most = _MOST_SENTENCES if are_sentences(actions) else _MOST_MOVES
    ends = zip(("start", " goal"), solution.states[:1] + solution.states[1:][-1:], strict=False)
    lines = [
        filled(sentence(describe_outcome(solution)), room),
        advice(solution),
        listed(actions, room, most) if actions else "",
        *(state_in_lines(name, state, room) for name, state in ends),
        filled(f"{search_name(solution.algorithm, solution.heuristic)}: {counts(solution)}", room),
    ]
    return "\n".join(line for line in lines if line)


def as_dict(solution: Solution) -> dict[str, Any]:
    """Everything that a program may want to know; its keys are a contract."""
    return {name: plain(getattr(solution, name)) for name in _KEYS}


def as_json(game: str, solution: Solution) -> dict[str, Any]:
    """The same as the shell has it: with the game, and every action as people write it."""
    actions = [str(action) for action in solution.actions]
    return {"game": game, **as_dict(solution), "actions": actions}
