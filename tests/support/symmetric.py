"""Random graphs that a permutation of their states leaves as they are, and puzzles of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import deepen
from graphs import ExplicitGraph, explicit
from puzzles import MAX_STATES, GraphPuzzle, graph_board, table_h, table_h_step
from reference import DEAD, true_distances


@dataclass(frozen=True)
class Symmetric:
    """A graph, and of each state the one that stands for it and its images."""

    graph: ExplicitGraph
    canonical: tuple[int, ...]

    @property
    def classes(self) -> int:
        """How many can be reached from the start."""
        seen, todo = {self.graph.start}, [self.graph.start]
        while todo:
            for _, child, _ in self.graph.successors(todo.pop()):
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
        return len({self.canonical[state] for state in seen})


def symmetric_graph(seed: int, unit_costs: bool = False, undirected: bool = False) -> Symmetric:
    """Some random edges and all their images under a random permutation and its powers.

    The heuristic is admissible, and says different things of a state and its images.
    """
    chance = random.Random(seed)
    n = chance.randint(1, 12)
    image = _permutation(n, chance)
    edges = {
        (chance.randrange(n), chance.randrange(n), 1 if unit_costs else chance.randint(0, 4))
        for _ in range(chance.randint(0, n + n // 2))
    }
    if undirected:
        edges |= {(b, a, cost) for a, b, cost in edges}
    goals = {chance.randrange(n) for _ in range(chance.randint(0, 2))}
    while (new := {(image[a], image[b], cost) for a, b, cost in edges} - edges) | (
        more := {image[goal] for goal in goals} - goals
    ):
        edges |= new
        goals |= more
    shuffled = chance.sample(sorted(edges), len(edges))
    out = [[(b, cost) for a, b, cost in shuffled if a == state] for state in range(n)]
    graph = explicit(out, goals, start=chance.randrange(n))
    # What stands for a state need not be in reach itself, and is estimated all the same.
    true = [true_distances(replace(graph, start=state))[state] for state in range(n)]
    estimate = tuple(DEAD if d is None else chance.randint(0, d) for d in true)
    return Symmetric(replace(graph, estimate=estimate), _least_images(image))


def _permutation(n: int, chance: random.Random) -> list[int]:
    """Mostly several short cycles: one long one leaves nothing to search."""
    image, free = list(range(n)), chance.sample(range(n), n)
    while free:
        cycle = [free.pop() for _ in range(min(len(free), chance.choice((1, 2, 2, 3))))]
        for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            image[a] = b
    return image


def _least_images(image: list[int]) -> tuple[int, ...]:
    least = list(range(len(image)))
    for _ in image:
        least = [min(least[s], least[image[s]]) for s in range(len(image))]
    return tuple(least)


class SymmetricPuzzle(GraphPuzzle):
    """With the rule `canonical`, which reads a table."""

    board_fields = {**GraphPuzzle.board_fields, "stands": ("u8", MAX_STATES)}

    table_h = deepen.heuristic(admissible=True)(table_h)
    in_steps = deepen.heuristic(admissible=True)(table_h).incremental(table_h_step)

    def __init__(self, symmetric: Symmetric) -> None:
        board = {**graph_board(symmetric.graph), "stands": symmetric.canonical}
        deepen.Puzzle.__init__(self, symmetric.graph.start, board)

    @deepen.rule
    def canonical(board: Any, state: int) -> int:
        return int(board.stands[state])
