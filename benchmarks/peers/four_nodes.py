"""Four nodes on which many A* programs are wrong: the heuristic is admissible but not consistent.

    S --1--> A --1--> B --3--> G        S A B G costs 5, the optimum
    S -------3------> B                 S B G   costs 6

    node                   S  A  B  G
    heuristic              0  4  0  0
    distance to the goal   5  4  3  0

No value exceeds the true distance. But h falls by 4 along A to B, which costs 1: B looks better
(f = 3) than A (f = 5) and is expanded first, by the dearer way. Then A shows the cheaper way to B.
A program that never re-opens an expanded state ignores it and answers 6.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .common import installed_version

EDGES = {"S": {"A": 1, "B": 3}, "A": {"B": 1}, "B": {"G": 3}, "G": {}}
HEURISTIC = {"S": 0, "A": 4, "B": 0, "G": 0}
START, GOAL, OPTIMUM = "S", "G", 5


@dataclass(frozen=True)
class Answer:
    """The cost a peer gives as the least one; None when it is not installed."""

    peer: str
    version: str
    cost: int | None


def path_cost(path: list[str]) -> int:
    return sum(EDGES[here][there] for here, there in pairwise(path))


def simpleai_graph() -> int:
    return _simpleai(graph_search=True)


def simpleai_tree() -> int:
    return _simpleai(graph_search=False)


def _simpleai(graph_search: bool) -> int:
    search: Any = importlib.import_module("simpleai.search")

    class FourNodes(search.SearchProblem):  # type: ignore[misc]
        def actions(self, state: str) -> list[str]:
            return list(EDGES[state])

        def result(self, state: str, action: str) -> str:
            return action

        def cost(self, state: str, action: str, after: str) -> int:
            return EDGES[state][after]

        def is_goal(self, state: str) -> bool:
            return state == GOAL

        def heuristic(self, state: str) -> int:
            return HEURISTIC[state]

    found = search.astar(FourNodes(initial_state=START), graph_search=graph_search)
    return int(found.cost)


def python_astar_package() -> int:
    package: Any = importlib.import_module("astar")
    path = package.find_path(
        START,
        GOAL,
        neighbors_fnct=lambda node: list(EDGES[node]),
        heuristic_cost_estimate_fnct=lambda node, goal: HEURISTIC[node],
        distance_between_fnct=lambda here, there: EDGES[here][there],
    )
    return path_cost(list(path))


def networkx_astar() -> int:
    networkx: Any = importlib.import_module("networkx")
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(
        (here, there, cost) for here, after in EDGES.items() for there, cost in after.items()
    )
    path = networkx.astar_path(graph, START, GOAL, heuristic=lambda node, goal: HEURISTIC[node])
    return path_cost(path)


# The name shown, the distribution on PyPI, and the function that asks it.
PEERS: list[tuple[str, str, Callable[[], int]]] = [
    ("simpleai, graph search", "simpleai", simpleai_graph),
    ("simpleai, tree search", "simpleai", simpleai_tree),
    ("python-astar", "astar", python_astar_package),
    ("networkx", "networkx", networkx_astar),
]


def answers() -> list[Answer]:
    """What each peer says the shortest way from S to G costs."""
    return [_ask(peer, distribution, solve) for peer, distribution, solve in PEERS]


def _ask(peer: str, distribution: str, solve: Callable[[], int]) -> Answer:
    version = installed_version(distribution)
    return Answer(peer, version or "", None if version is None else solve())


if __name__ == "__main__":
    for answer in answers():
        print(answer)
