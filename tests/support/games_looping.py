"""Random games in which positions repeat: for points, and to be won, drawn or lost.

As in `games_random` they are tables that travel in the board record, so that those of a kind share
their rules. All come from a `Random`: one with a seed, or Hypothesis's own, which shrinks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

import deepen
from games_random import FIELDS, MAX_NODES, BareGame, Edge, ExplicitGame, explicit_game, game_board
from reference_games import Choice, Known, counted_points, won_drawn_lost

GOES_ON = 2


@dataclass(frozen=True)
class LoopingGame(ExplicitGame):
    """A game with cycles. `ends` says of each node who has won, `GOES_ON` while nobody has.

    For points there is no `ends`. Where there is one no edge has a reward, and a node in which the
    game is over may have edges all the same, which are no moves.
    """

    ends: tuple[int, ...] = ()

    def moves(self, state: int) -> list[Choice[int]]:
        over = self.ends and self.ends[state] != GOES_ON
        return [] if over else super().moves(state)

    @property
    def graph(self) -> dict[int, list[Choice[int]]]:
        """The moves of all nodes, also of those that cannot be reached."""
        return {node: self.moves(node) for node in range(self.n)}

    def truth(self) -> dict[int, Known]:
        """Of all nodes, by the slow and obvious solver."""
        if not self.ends:
            return counted_points(self.graph)
        ends = {node: end for node, end in enumerate(self.ends) if end != GOES_ON}
        return won_drawn_lost(self.graph, ends)


# Random ones


def looping_game(chance: Random, max_nodes: int = 32, told: bool = False) -> LoopingGame:
    """To be won, drawn or lost, with self-loops, parallel moves and moves that keep the turn.

    Where `told`, node 2 s + p is the state s with player p to move, for `ToldEnds`.
    """
    n = chance.randint(1, max_nodes // 2) * 2 if told else chance.randint(1, max_nodes)
    over = chance.choice([0.07, 0.2])
    ends = [chance.choice([-1, -1, 0, 1]) if chance.random() < over else GOES_ON for _ in range(n)]
    edges = _edges(chance, n, chance.choice([0.0, 0.0, 0.3]))
    if told:
        edges = [[_of_side(node, edge) for edge in out] for node, out in enumerate(edges)]
    return _looping(edges, ends=tuple(ends))


def tangled_game(seed: int, most: int = 24) -> LoopingGame:
    """To be won, drawn or lost; moves lead anywhere, and the game is not over at the start."""
    chance = Random(seed)
    n = chance.randint(1, most)
    least, out = chance.choice([(0, 2), (1, 2), (1, 3), (2, 3), (2, 5)])
    again, over = chance.choice([0.0, 0.0, 0.3]), chance.choice([0.05, 0.1, 0.2, 0.4])
    edges = [
        [
            (chance.randrange(n), 0, chance.random() < again)
            for _ in range(chance.randint(least, out))
        ]
        for _ in range(n)
    ]
    ends = [chance.choice([-1, -1, 0, 1]) if chance.random() < over else GOES_ON for _ in range(n)]
    return _looping(edges, ends=(GOES_ON, *ends[1:]))


def looping_points(chance: Random, max_nodes: int = 32, paying: bool = False) -> LoopingGame:
    """For points, which no cycle pays, unless told that one may."""
    n = chance.randint(1, max_nodes)
    most = chance.choice([1, 3, 9])
    edges = _edges(chance, n, chance.choice([0.0, 0.0, 0.3]))
    if chance.random() < 0.7:  # few ways back, so that there are many components
        edges = [
            [edge for edge in out if edge[0] > node - 3 or chance.random() < 0.2]
            for node, out in enumerate(edges)
        ]
    behind = [_behind(edges, node) for node in range(n)]
    paid = [
        [
            (
                child,
                chance.randint(-most, most) if paying or node not in behind[child] else 0,
                go_on,
            )
            for child, _, go_on in out
        ]
        for node, out in enumerate(edges)
    ]
    return _looping(paid)


def twinned(chance: Random, game: LoopingGame) -> LoopingGame:
    """Nodes 2 s and 2 s + 1 for each node s, with the same moves to either of two nodes."""
    assert 2 * game.n <= MAX_NODES
    edges = [
        [(2 * child + chance.randint(0, 1), *more) for child, *more in chance.sample(out, len(out))]
        for out in game.edges for _ in (0, 1)
    ]  # fmt: skip
    both = _looping(edges, ends=tuple(end for end in game.ends for _ in (0, 1)))
    return replace(both, twin=tuple(node - node % 2 for node in range(both.n)))


def mirrored(chance: Random, game: LoopingGame) -> LoopingGame:
    """As `twinned`, but what leads to one of two nodes leads from the twin to the other one."""
    assert 2 * game.n <= MAX_NODES
    sides = [[(chance.randint(0, 1), edge) for edge in out] for out in game.edges]
    edges = [
        [(2 * child + (side ^ of), *more) for side, (child, *more) in out]
        for out in sides for of in (0, 1)
    ]  # fmt: skip
    both = _looping(edges, ends=tuple(end for end in game.ends for _ in (0, 1)))
    return replace(both, twin=tuple(node - node % 2 for node in range(both.n)))


def of_seed(seed: int) -> LoopingGame:
    """One of either kind, for fuzzing."""
    chance = Random(seed)
    return chance.choice([looping_game, looping_points])(chance)


looping_games = st.randoms(use_true_random=False).map(looping_game)
pointed_games = st.randoms(use_true_random=False).map(looping_points)


def _edges(chance: Random, n: int, again: float) -> list[list[Edge]]:
    near = chance.random() < 0.5  # a long way round, or anywhere
    out = chance.choice([2, 2, 3, 5])

    def child(node: int) -> int:
        return (node + chance.randint(-2, 3)) % n if near else chance.randrange(n)

    def count() -> int:
        return chance.randint(1, out) if chance.random() < 0.95 else 0

    return [
        [(child(node), 0, chance.random() < again) for _ in range(count())] for node in range(n)
    ]


def _of_side(node: int, edge: Edge) -> Edge:
    """The edge to a node of the player whose turn it is then."""
    child, reward, again = edge
    return child - child % 2 + (node % 2 if again else 1 - node % 2), reward, again


def _behind(edges: list[list[Edge]], start: int) -> set[int]:
    found, ahead = {start}, [start]
    for node in ahead:
        new = {child for child, *_ in edges[node]} - found
        found |= new
        ahead.extend(new)
    return found


def _looping(edges: Any, **more: Any) -> LoopingGame:
    return LoopingGame(**vars(explicit_game(edges)) | more)


# As games of deepen; those for points are `BareGame` and `TwinGame` of `games_random`


class EndsGame(BareGame):
    """Who has won is a rule; the state is the number of a node."""

    board_fields = {**FIELDS, "ends": ("i8", MAX_NODES)}

    def __init__(self, game: LoopingGame) -> None:
        deepen.Game.__init__(self, game.start, {**game_board(game), "ends": list(game.ends)})

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int, int, bool]]:
        for edge in range(board.first[state], board.last[state]):
            yield edge - board.first[state], board.child[edge], 0, board.again[edge] != 0

    @deepen.rule
    def outcome(board: Any, state: int) -> int | None:
        return None if board.ends[state] == GOES_ON else board.ends[state]


class TwinEnds(EndsGame):
    """With twins, of which one stands for both."""

    @deepen.rule
    def canonical(board: Any, state: int) -> int:
        return board.twin[state]


class ToldEnds(deepen.Game):
    """The rules ask who moves: node 2 s + p is the state s with player p to move."""

    board_fields = EndsGame.board_fields

    def __init__(self, game: LoopingGame) -> None:
        board = {**game_board(game), "ends": list(game.ends)}
        super().__init__(game.start // 2, board, to_move=game.start % 2)

    @deepen.rule
    def moves(board: Any, state: int, player: int) -> Iterator[tuple[int, int, int, bool]]:
        node = 2 * state + player
        for edge in range(board.first[node], board.last[node]):
            yield edge - board.first[node], board.child[edge] // 2, 0, board.again[edge] != 0

    @deepen.rule
    def outcome(board: Any, state: int, player: int) -> int | None:
        end = board.ends[2 * state + player]
        return None if end == GOES_ON else end


# The same with the way back, for which all moves of the game are tried


class BackEnds(EndsGame):
    """Told as they come, parallel ones as often as there are, and those of nodes that are over."""

    @deepen.rule
    def predecessors(board: Any, state: int) -> Iterator[tuple[int, int, int, bool]]:
        for node in range(MAX_NODES):
            for edge in range(board.first[node], board.last[node]):
                if board.child[edge] == state:
                    yield edge - board.first[node], node, 0, board.again[edge] != 0


class MirrorBack(BackEnds):
    """With twins that are images of each other."""

    @deepen.rule
    def canonical(board: Any, state: int) -> int:
        return board.twin[state]


class ToldBack(ToldEnds):
    """Who is told to move is who moves after these moves, not who has made them."""

    @deepen.rule
    def predecessors(board: Any, state: int, player: int) -> Iterator[tuple[int, int, int, bool]]:
        for node in range(MAX_NODES):
            for edge in range(board.first[node], board.last[node]):
                if board.child[edge] == 2 * state + player:
                    yield edge - board.first[node], node // 2, 0, board.again[edge] != 0


class WrongBack(BackEnds):
    """Leaves out moves to nodes that are divisible by 3."""

    @deepen.rule
    def predecessors(board: Any, state: int) -> Iterator[tuple[int, int, int, bool]]:
        for node in range(MAX_NODES):
            for edge in range(board.first[node], board.last[node]):
                if board.child[edge] == state and state % 3 > 0:
                    yield edge - board.first[node], node, 0, board.again[edge] != 0
