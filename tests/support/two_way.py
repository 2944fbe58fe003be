"""Graphs as puzzles that tell the way back, their goals, and a number for each state."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import deepen
from puzzles import MAX_EDGES, MAX_STATES, UnitGraphPuzzle, graph_board
from symmetric import Symmetric, SymmetricPuzzle

GAPS = 3
"""Numbers that no state has."""


class TwoWayPuzzle(SymmetricPuzzle):
    """With `predecessors`, `goals`, `rank` and `unrank`, which read tables."""

    board_fields = {
        **SymmetricPuzzle.board_fields,
        "back_first": ("i8", MAX_STATES),
        "back_last": ("i8", MAX_STATES),
        "back_edge": ("i8", MAX_EDGES),
        "parent": ("u8", MAX_EDGES),
        "states": ("i8", 1),
        "number": ("i8", MAX_STATES),
        "numbered": ("u8", MAX_STATES + GAPS),
    }

    def __init__(self, symmetric: Symmetric, seed: int = 0) -> None:
        graph = symmetric.graph
        board = {**graph_board(graph), "stands": symmetric.canonical, **_ways_back(symmetric)}
        numbers = random.Random(seed).sample(range(graph.n + GAPS), graph.n)
        numbered = [0] * (graph.n + GAPS)
        for state, number in enumerate(numbers):
            numbered[number] = state
        board |= {"states": [graph.n], "number": numbers, "numbered": numbered}
        deepen.Puzzle.__init__(self, graph.start, board)
        self.ranks = graph.n + GAPS

    ranks = 0

    @deepen.rule
    def predecessors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        for way in range(board.back_first[state], board.back_last[state]):
            edge, parent = board.back_edge[way], board.parent[way]
            yield edge - board.first[parent], parent, board.cost[edge]

    @deepen.rule
    def goals(board: Any) -> Iterator[int]:
        for state in range(board.states[0]):
            if board.goal[state] != 0:
                yield state

    @deepen.rule
    def rank(board: Any, state: int) -> int:
        return int(board.number[state])

    @deepen.rule
    def unrank(board: Any, number: int) -> int:
        return int(board.numbered[number])


class UnitTwoWayPuzzle(TwoWayPuzzle):
    """For graphs in which every action costs 1."""

    successors = UnitGraphPuzzle.successors

    @deepen.rule
    def predecessors(board: Any, state: int) -> Iterator[tuple[int, int]]:
        for way in range(board.back_first[state], board.back_last[state]):
            parent = board.parent[way]
            yield board.back_edge[way] - board.first[parent], parent


class ReversiblePuzzle(SymmetricPuzzle):
    """For graphs whose edges go both ways."""

    reversible = True
    goals = TwoWayPuzzle.goals
    board_fields = {**SymmetricPuzzle.board_fields, "states": ("i8", 1)}

    def __init__(self, symmetric: Symmetric) -> None:
        graph = symmetric.graph
        board = {**graph_board(graph), "stands": symmetric.canonical, "states": [graph.n]}
        deepen.Puzzle.__init__(self, graph.start, board)


def _ways_back(symmetric: Symmetric) -> dict[str, list[int]]:
    graph, edges = symmetric.graph, graph_board(symmetric.graph)
    into: list[list[tuple[int, int]]] = [[] for _ in range(graph.n)]
    for parent in range(graph.n):
        for edge in range(edges["first"][parent], edges["last"][parent]):
            into[edges["child"][edge]].append((edge, parent))
    ends = [sum(map(len, into[: state + 1])) for state in range(graph.n)]
    return {
        "back_first": [0, *ends][: graph.n],
        "back_last": ends,
        "back_edge": [edge for ways in into for edge, _ in ways],
        "parent": [parent for ways in into for _, parent in ways],
    }
