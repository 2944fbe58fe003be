"""Games in which rules are told who moves and say who has won: random ones, and three to know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import deepen
from deepen.game import Game

NODES, EDGES = 8, 3
_GOES_ON = 2


@dataclass(frozen=True)
class Table:
    """A random game: nodes 0 to 7; what a player can do there, and who has won.

    `child[node][player]` has the nodes that moves lead to, always larger ones; `again` whether the
    mover goes on; `ends[node][player]` the outcome for who is to move, 2 while the game goes on.
    """

    child: list[list[list[int]]]
    again: list[list[list[int]]]
    ends: list[list[int]]

    def moves(self, node: int, player: int) -> list[tuple[int, int]]:
        """Where the moves of a position lead: (node, player)."""
        if self.ends[node][player] != _GOES_ON:
            return []
        ways = zip(self.child[node][player], self.again[node][player], strict=True)
        return [(child, player if again else 1 - player) for child, again in ways if child]

    @cache  # noqa: B019, a table lives as long as its test
    def value(self, node: int, player: int) -> int:
        """To the player to move: the slow and obvious truth."""
        ended = self.ends[node][player]
        if ended != _GOES_ON:
            return ended
        return max((self.gain(player, *way) for way in self.moves(node, player)), default=0)

    def gain(self, mover: int, node: int, player: int) -> int:
        """Of a move to a position, to the mover."""
        value = self.value(node, player)
        return value if player == mover else -value

    def __hash__(self) -> int:
        return id(self)

    @property
    def board(self) -> dict[str, Any]:
        """As constants, all games of one shape."""
        values = [[self.value(node, player) for player in (0, 1)] for node in range(NODES)]
        bounds = [
            [max(-1, v - (i + p) % 2) for p, v in enumerate(row)] for i, row in enumerate(values)
        ]
        return {"child": self.child, "again": self.again, "ends": self.ends, "low": bounds}


def random_table(seed: int) -> Table:
    """One of them; moves to node 0 are none."""
    chance = Random(seed)

    def children(node: int) -> list[int]:
        later = range(node + 1, NODES)
        return [
            chance.choice(later) if later and chance.random() < 0.8 else 0 for _ in range(EDGES)
        ]

    ends = [[chance.choice((-1, 0, 1, *[_GOES_ON] * 6)) for _ in (0, 1)] for _ in range(NODES)]
    return Table(
        [[children(node) for _ in (0, 1)] for node in range(NODES)],
        [
            [[int(chance.random() < 0.25) for _ in range(EDGES)] for _ in (0, 1)]
            for _ in range(NODES)
        ],
        ends,
    )


class Told(Game):
    """A table with states of one word; every rule asks for the player."""

    players = ("White", "Black")

    @deepen.rule
    def moves(board: Any, node: int, player: int) -> Any:
        for edge in range(EDGES):
            child = board.child[node, player, edge]
            if child:
                yield edge, child, 0, board.again[node, player, edge]

    @deepen.rule
    def outcome(board: Any, node: int, player: int) -> Any:
        ended = board.ends[node, player]
        if ended == _GOES_ON:
            return None
        return ended

    @deepen.rule
    def evaluate(board: Any, node: int, player: int) -> Any:
        return board.low[node, player]

    @deepen.rule
    def bounds(board: Any, node: int, player: int) -> Any:
        return board.low[node, player], deepen.WIN

    @deepen.rule
    def order(board: Any, node: int, edge: int, child: int, reward: int, player: int) -> Any:
        return 10 * reward + (node * 7 + edge * 5 + child * 3 + player) % 8

    @deepen.rule
    def canonical(board: Any, node: int, player: int) -> int:
        return node


class Fields(Game):
    """The same with a field; `bounds` and the others are not there."""

    class State(deepen.State):
        node = deepen.Cell(NODES)

    players = ("White", "Black")
    actions = ("left", "middle", "right")

    @deepen.rule
    def moves(board: Any, state: Any, player: int) -> Any:
        for edge in range(EDGES):
            if board.child[state.node, player, edge]:
                child = state.copy()
                child.node = board.child[state.node, player, edge]
                yield edge, child, 0, board.again[state.node, player, edge]

    @deepen.rule
    def outcome(board: Any, state: Any, player: int) -> Any:
        ended = board.ends[state.node, player]
        return None if ended == _GOES_ON else ended


class Turned(Game):
    """The same as games were written before: the player in the state, points with the moves."""

    @deepen.rule
    def moves(board: Any, state: int) -> Any:
        node, player = state >> 1, state & 1
        for edge in range(EDGES):
            child = board.child[node, player, edge]
            if child and board.ends[node, player] == _GOES_ON:
                again = board.again[node, player, edge]
                follower = player if again else 1 - player
                ended = board.ends[child, follower]
                reward = 0
                if ended != _GOES_ON:
                    reward = ended if again else -ended
                yield edge, child << 1 | follower, reward, again


class Unpacked(deepen.ObjectGame):
    """The same with tuples."""

    def __init__(self, table: Table, start: tuple[int, int]) -> None:
        super().__init__(start)
        self.table = table

    def actions(self, state: tuple[int, int]) -> Any:
        return self.table.moves(*state)

    def result(self, state: tuple[int, int], action: Any) -> Any:
        return action

    def again(self, state: tuple[int, int], action: Any, result: Any) -> bool:
        return bool(result[1] == state[1])

    def outcome(self, state: tuple[int, int]) -> int | None:
        ended = self.table.ends[state[0]][state[1]]
        return None if ended == _GOES_ON else ended


# Games that people know


class TicTacToe(Game):
    """Three in a row; a cell of a square is three times its row, plus its column."""

    class State(deepen.State):
        crosses = deepen.CellSet(9)
        noughts = deepen.CellSet(9)

    players = ("Crosses", "Noughts")

    @deepen.rule
    def moves(board: Any, state: Any, player: int) -> Any:
        for cell in range(9):
            if cell not in state.crosses and cell not in state.noughts:
                child = state.copy()
                if player == 0:
                    child.crosses.add(cell)
                else:
                    child.noughts.add(cell)
                yield cell, child

    @deepen.rule
    def outcome(board: Any, state: Any, player: int) -> int | None:
        theirs = state.crosses if player else state.noughts
        for line in board.lines:
            if line & ~theirs.bits == 0:
                return deepen.LOSS
        return None


def tic_tac_toe(crosses: Any = (), noughts: Any = (), to_move: int = 0) -> TicTacToe:
    """A position."""
    lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
    return TicTacToe({"crosses": crosses, "noughts": noughts}, {"lines": lines}, to_move=to_move)


class Hex(Game):
    """Connect your two sides of a rhombus: rows for the first player, columns for the second."""

    class State(deepen.State):
        stones = deepen.Array("cells", deepen.Integer(max=2))

    actions = (deepen.Cell("size"), deepen.Cell("size"))

    @deepen.rule
    def moves(board: Any, state: Any, player: int) -> Any:
        for cell in range(board.cells):
            if state.stones[cell] == 0:
                child = state.copy()
                child.stones[cell] = player + 1
                yield (cell // board.size, cell % board.size), child

    @deepen.rule
    def outcome(board: Any, state: Any, player: int) -> int | None:
        theirs, size, seen = 2 - player, board.size, 0
        todo = [0]
        todo.pop()
        for i in range(size):
            first = i * size if theirs == 2 else i
            if state.stones[first] == theirs:
                todo.append(first)
                seen |= 1 << first
        while todo:
            cell = todo.pop()
            if (cell % size if theirs == 2 else cell // size) == size - 1:
                return deepen.LOSS
            for way in range(6):
                there = board.near[cell, way]
                if there >= 0 and state.stones[there] == theirs and not seen >> there & 1:
                    seen |= 1 << there
                    todo.append(there)
        return None


def hex_board(size: int) -> Hex:
    """The empty board."""
    ways = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))

    def near(cell: int) -> list[int]:
        row, column = divmod(cell, size)
        found = [(row + down, column + right) for down, right in ways]
        inside = [0 <= r < size and 0 <= c < size for r, c in found]
        return [r * size + c if ok else -1 for (r, c), ok in zip(found, inside, strict=True)]

    cells = size * size
    board = {"cells": cells, "size": size, "near": [near(cell) for cell in range(cells)]}
    return Hex({"stones": [0] * cells}, board)
