"""Searches by the names that people know them by."""

from __future__ import annotations

_ALGORITHMS = {
    "astar": "A*",
    "weighted-astar": "Weighted A*",
    "idastar": "IDA*",
    "breadth-first": "Breadth-first",
    "uniform-cost": "Uniform cost",
    "greedy": "Greedy best-first",
    "depth-first": "Depth-first",
    "bidirectional": "Bidirectional",
}


def algorithm_name(algorithm: str) -> str:
    """As books have it: A*, for `astar`."""
    return _ALGORITHMS.get(algorithm, algorithm)


def heuristic_name(heuristic: str) -> str:
    """With blanks, and what stands for no heuristic at all."""
    return "none (h = 0)" if heuristic == "zero" else heuristic.replace("_", " ")


def search_name(algorithm: str, heuristic: str) -> str:
    """An algorithm, with its heuristic if it has one."""
    name = algorithm_name(algorithm)
    return name if heuristic == "zero" else f"{name} with {heuristic_name(heuristic)}"
