"""An ``ExplicitGraph`` as a puzzle of deepen: compiled, in one to eight words, and as objects.

The graph travels in the board record, so all graphs share the rules and compile once. Which
heuristic properties hold depends on the graph; the subclasses declare them, and the caller picks
the one that fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import deepen
from graphs import ExplicitGraph

MAX_STATES = 64
MAX_EDGES = 512


def graph_board(graph: ExplicitGraph) -> dict[str, list[int]]:
    """The edges of state s are numbers ``first[s]`` up to ``last[s]``, that one excluded."""
    edges = [edge for out in graph.edges for edge in out]
    last = [sum(len(out) for out in graph.edges[: s + 1]) for s in range(graph.n)]
    return {
        "first": [0, *last][: graph.n],
        "last": last,
        "child": [child for _, child, _ in edges],
        "cost": [cost for _, _, cost in edges],
        "goal": [int(graph.is_goal(s)) for s in range(graph.n)],
        "h": list(graph.estimate),
    }


def table_h(board: Any, state: int) -> int:
    return board.h[state]


def table_h_step(board: Any, state: int, h: int, action: int, child: int) -> int:
    return h - board.h[state] + board.h[child]


class GraphPuzzle(deepen.Puzzle):
    """The state is the number of a node. The heuristic declares nothing."""

    board_fields = {
        "first": ("i8", MAX_STATES),
        "last": ("i8", MAX_STATES),
        "child": ("u8", MAX_EDGES),
        "cost": ("i8", MAX_EDGES),
        "goal": ("i8", MAX_STATES),
        "h": ("i8", MAX_STATES),
    }

    def __init__(self, graph: ExplicitGraph) -> None:
        super().__init__(graph.start, graph_board(graph))

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        for edge in range(board.first[state], board.last[state]):
            yield edge - board.first[state], board.child[edge], board.cost[edge]

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return board.goal[state] != 0

    table_h = deepen.heuristic()(table_h)


class AdmissibleGraphPuzzle(GraphPuzzle):
    """For graphs whose heuristic is admissible, and perhaps inconsistent."""

    table_h = deepen.heuristic(admissible=True)(table_h)


class ConsistentGraphPuzzle(GraphPuzzle):
    """For graphs whose heuristic is consistent, hence admissible."""

    table_h = deepen.heuristic(consistent=True)(table_h)


class IncrementalGraphPuzzle(GraphPuzzle):
    """The heuristic is also given as a step from the parent's value."""

    table_h = deepen.heuristic()(table_h).incremental(table_h_step)


class NamelessGraphPuzzle(GraphPuzzle):
    """All actions have the same number; nobody promised that they differ."""

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        for edge in range(board.first[state], board.last[state]):
            yield 0, board.child[edge], board.cost[edge]


class UnitGraphPuzzle(GraphPuzzle):
    """For graphs in which every action costs 1."""

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
        for edge in range(board.first[state], board.last[state]):
            yield edge - board.first[state], board.child[edge]


# Graphs in states of several words
#
# The six bits of a node's number are dealt out: bit b goes to word b % width. Then each word is
# multiplied by an odd number and shifted, so that it uses all its 64 bits and its top bit often.

NODE_BITS = 6
FACTOR = 0x9E3779B97F4A7C15
INVERSE = pow(FACTOR, -1, 1 << 64)
OFFSET = 0xD1B54A32D192ED03


def word_of(node: int, place: int, width: int) -> int:
    """The word at a place of the state of a node."""
    dealt = 0
    for b in range(place, NODE_BITS, width):
        dealt |= ((node >> b) & 1) << b
    return (dealt + place) * FACTOR + OFFSET


def dealt_bits(word: int, place: int) -> int:
    """The bits of the node's number that lie in a word; inverse of ``word_of``."""
    return (word - OFFSET) * INVERSE - place


def encoded(node: int, width: int) -> tuple[int, ...]:
    """The state of a node, as users see it: unsigned words."""
    return tuple(word_of(node, place, width) & ((1 << 64) - 1) for place in range(width))


def node_1(state: int) -> int:
    return dealt_bits(state, 0)


def node_n(state: tuple[int, ...]) -> int:
    node = 0
    for place in range(len(state)):
        node |= dealt_bits(state[place], place)
    return node


# Numba makes tuples of a fixed length only, so each width has its own.
_STATE_OF: list[Any] = [
    lambda code, n: code[n, 0],
    lambda code, n: (code[n, 0], code[n, 1]),
    lambda code, n: (code[n, 0], code[n, 1], code[n, 2]),
    lambda code, n: (code[n, 0], code[n, 1], code[n, 2], code[n, 3]),
    lambda code, n: (code[n, 0], code[n, 1], code[n, 2], code[n, 3], code[n, 4]),
    lambda code, n: (code[n, 0], code[n, 1], code[n, 2], code[n, 3], code[n, 4], code[n, 5]),
    lambda code, n: (
        code[n, 0], code[n, 1], code[n, 2], code[n, 3], code[n, 4], code[n, 5], code[n, 6]
    ),
    lambda code, n: (
        code[n, 0], code[n, 1], code[n, 2], code[n, 3], code[n, 4], code[n, 5], code[n, 6],
        code[n, 7],
    ),
]  # fmt: skip


@cache
def words_puzzle(width: int) -> Callable[[ExplicitGraph], deepen.Puzzle]:
    """The class of graph puzzles whose states have that many words."""
    node_of: Any = node_1 if width == 1 else node_n
    state_of = _STATE_OF[width - 1]

    class WordsPuzzle(deepen.Puzzle):
        board_fields = {**GraphPuzzle.board_fields, "code": ("u8", (MAX_STATES, width))}
        state_words = width

        def __init__(self, graph: ExplicitGraph) -> None:
            code = [encoded(node, width) for node in range(graph.n)]
            super().__init__(code[graph.start], {**graph_board(graph), "code": code})

        @deepen.rule
        def successors(board: Any, state: Any) -> Iterator[tuple[int, Any, int]]:
            node = node_of(state)
            for edge in range(board.first[node], board.last[node]):
                child = state_of(board.code, board.child[edge])
                yield edge - board.first[node], child, board.cost[edge]

        @deepen.rule
        def is_goal(board: Any, state: Any) -> bool:
            return board.goal[node_of(state)] != 0

        @deepen.heuristic(admissible=True)
        def table_h(board: Any, state: Any) -> int:
            return board.h[node_of(state)]

    return WordsPuzzle


# Graphs of Python objects


def state_name(state: int) -> str:
    """The object state of a node: 3 is "s3"."""
    return f"s{state}"


class GraphObjects(deepen.ObjectPuzzle):
    """The state is a string. The heuristic declares nothing."""

    admissible = False
    consistent = False

    def __init__(self, graph: ExplicitGraph) -> None:
        super().__init__(state_name(graph.start))
        self.graph = graph

    def actions(self, state: str) -> list[int]:
        return [action for action, _, _ in self._edges(state)]

    def result(self, state: str, action: int) -> str:
        return state_name(self._edges(state)[action][1])

    def cost(self, state: str, action: int, child: str) -> int:
        return self._edges(state)[action][2]

    def is_goal(self, state: str) -> bool:
        return self.graph.is_goal(int(state[1:]))

    def heuristic(self, state: str) -> int:
        return self.graph.h(int(state[1:]))

    def _edges(self, state: str) -> tuple[tuple[int, int, int], ...]:
        return self.graph.edges[int(state[1:])]


class AdmissibleGraphObjects(GraphObjects):
    """For graphs whose heuristic is admissible, and perhaps inconsistent."""

    admissible = True


class ConsistentGraphObjects(GraphObjects):
    """For graphs whose heuristic is consistent, hence admissible."""

    admissible = True
    consistent = True
