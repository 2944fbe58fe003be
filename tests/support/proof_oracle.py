"""Games on graphs with cycles, and the slow and obvious truth about them.

A position is won if some move wins, lost if every move loses; this is said of more and more
positions until nothing is new. What is left is a draw: nobody can force an end. Nothing in this
part knows deepen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import deepen
from deepen.game import Game

MAX_NODES = 64
MAX_EDGES = 512
GOES_ON = 2


@dataclass(frozen=True)
class Graph:
    """`edges[s]` lists (child, again); `ending[s]` is the outcome to the mover, or `GOES_ON`."""

    edges: tuple[tuple[tuple[int, bool], ...], ...]
    ending: tuple[int, ...]

    def moves(self, node: int) -> tuple[tuple[int, bool], ...]:
        return self.edges[node] if self.ending[node] == GOES_ON else ()


def random_graph(seed: int, most: int = 24) -> Graph:
    """Moves lead anywhere, also back to where they began, and to ends of all kinds."""
    chance = Random(seed)
    n = chance.randint(1, most)
    least, out = chance.choice([(0, 2), (1, 2), (1, 3), (2, 3), (2, 5)])
    again, ends = chance.choice([0.0, 0.0, 0.3]), chance.choice([0.05, 0.1, 0.2, 0.4])
    edges = [
        tuple(
            (chance.randrange(n), chance.random() < again)
            for _ in range(chance.randint(least, out))
        )
        for _ in range(n)
    ]
    ending = [
        chance.choice([-1, -1, 0, 1]) if chance.random() < ends else GOES_ON for _ in range(n)
    ]
    ending[0] = GOES_ON
    return Graph(tuple(edges), tuple(ending))


def values(graph: Graph) -> list[int]:
    """The value of every node to its mover."""
    known = {
        node: 0 if end == GOES_ON else end
        for node, end in enumerate(graph.ending)
        if not graph.moves(node)
    }
    while True:
        before = len(known)
        for node in range(len(graph.edges)):
            found = [worth(known, move) for move in graph.moves(node)]
            if node in known or not found:
                continue
            if 1 in found:
                known[node] = 1
            elif all(value == -1 for value in found):
                known[node] = -1
        if len(known) == before:
            return [known.get(node, 0) for node in range(len(graph.edges))]


def worth(known: dict[int, int], move: tuple[int, bool]) -> int | None:
    """Of a move to its mover, if it is known."""
    child, again = move
    return None if child not in known else known[child] if again else -known[child]


# As a game of deepen


class GraphGame(Game):
    """The graph travels in the board record, so that all of them compile once."""

    board_fields = {
        "first": ("i8", MAX_NODES),
        "last": ("i8", MAX_NODES),
        "ending": ("i8", MAX_NODES),
        "child": ("u8", MAX_EDGES),
        "again": ("i8", MAX_EDGES),
    }

    def __init__(self, graph: Graph) -> None:
        edges = [edge for out in graph.edges for edge in out]
        last = [sum(map(len, graph.edges[: s + 1])) for s in range(len(graph.edges))]
        board = {
            "first": [0, *last[:-1]],
            "last": last,
            "ending": list(graph.ending),
            "child": [child for child, _ in edges],
            "again": [int(again) for _, again in edges],
        }
        super().__init__(0, board)

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int, int, bool]]:
        for edge in range(board.first[state], board.last[state]):
            yield edge - board.first[state], board.child[edge], 0, board.again[edge] != 0

    @deepen.rule
    def outcome(board: Any, state: int) -> int | None:
        return None if board.ending[state] == 2 else board.ending[state]
