"""What the page offers to choose from, and what is chosen until somebody does."""

from __future__ import annotations

from typing import Any

import deepen
from deepen.formatting.names import algorithm_name, heuristic_name
from deepen.formatting.value import SIGNS

MOST_LEVEL = 10
MOST_WEIGHT = 1000
"""Of what may be asked for; see `protocol`."""
_TIME_LIMIT = 30
_WEIGHT = 1.5
_COMPARED = ("astar", "idastar", "breadth-first")
_MOVE_SECONDS = ("0.5", "1", "2", "5", "10")
_LOOK_SECONDS = (1, 3, 10, 30)
_LOOK = 3


def of_search(algorithms: tuple[str, ...], heuristics: list[str]) -> dict[str, Any]:
    """How a puzzle may be solved."""
    return {
        "algorithms": [
            {
                "name": name,
                "title": algorithm_name(name),
                "options": list(deepen.options_of(name)),
                "compared": name in _COMPARED,
            }
            for name in algorithms
        ],
        "heuristics": [{"name": name, "title": heuristic_name(name)} for name in heuristics],
        "search": {"time_limit": _TIME_LIMIT, "weight": _WEIGHT, "most_weight": MOST_WEIGHT},
    }


def of_players() -> dict[str, Any]:
    """Who may play a game of two, and how long a look at a position may take."""
    levels = [(f"level={level}", f"Level {level}") for level in range(1, MOST_LEVEL + 1)]
    times = [(f"time={seconds}", f"{seconds} s a move") for seconds in _MOVE_SECONDS]
    return {
        "programs": [
            {"title": "Program, by level", "choices": levels},
            {"title": "Program, by time", "choices": times},
        ],
        "default_players": ["human", "time=1"],
        "looks": [(str(seconds), f"{seconds} s") for seconds in _LOOK_SECONDS],
        "default_look": str(_LOOK),
        "signs": SIGNS,
    }
