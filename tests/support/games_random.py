"""Two-player games for the tests: random ones for Hypothesis, and a few that people know.

A random game is a table: the moves of every node, what each brings, guesses, bounds and twins. It
travels in the board record, so that all random games share their rules and compile once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

import deepen
from deepen.game import Game, ObjectGame
from puzzles import encoded, node_1, node_n
from reference_games import Choice, Values

MAX_NODES = 64
MAX_EDGES = 512
FAR = (1 << 30) - 1
"""The largest value that there may be: a bound that says nothing."""

Edge = tuple[int, int, bool]


@dataclass(frozen=True)
class ExplicitGame:
    """Nodes 0 to n-1 and all moves between them; satisfies ``reference_games.TwoPlayers``.

    ``edges[s]`` lists (child, reward, again); the action is the place of the edge in that list.
    ``rank`` has a number for each edge, by which a search may order them. ``twin[s]`` is a node
    with the same value as s, mostly s itself.
    """

    edges: tuple[tuple[Edge, ...], ...]
    guess: tuple[int, ...] = ()
    rank: tuple[tuple[int, ...], ...] = ()
    proven: tuple[tuple[int, int], ...] = ()
    twin: tuple[int, ...] = ()
    start: int = 0

    @property
    def n(self) -> int:
        return len(self.edges)

    def moves(self, state: int) -> list[Choice[int]]:
        return [Choice(action, *edge) for action, edge in enumerate(self.edges[state])]

    def evaluate(self, state: int) -> int:
        return self.guess[state]

    def bounds(self, state: int) -> tuple[int, int]:
        return self.proven[state]


def explicit_game(edges: Sequence[Sequence[Edge]], **more: Any) -> ExplicitGame:
    """A game from the moves of each node; nothing is guessed or known of it unless told."""
    n = len(edges)
    plain: dict[str, Any] = {
        "guess": (0,) * n,
        "rank": tuple((0,) * len(out) for out in edges),
        "proven": ((-FAR, FAR),) * n,
        "twin": tuple(range(n)),
    }
    return ExplicitGame(tuple(tuple(out) for out in edges), **plain | more)


def without_bounds(game: ExplicitGame) -> ExplicitGame:
    """The same game, with nothing known of it."""
    return replace(game, proven=((-FAR, FAR),) * game.n)


# Random games


@st.composite
def games(
    draw: st.DrawFn, max_nodes: int = 16, max_out: int = 4, most: int = 5, again: bool = True
) -> ExplicitGame:
    """A game without cycles: moves lead to nodes of a higher number, often to the next few.

    Every node has a twin, so there are twice as many as ``max_nodes`` says. A twin has the same
    moves in another order, to nodes or their twins.
    """
    n = draw(st.integers(2 * max_nodes // 3, max_nodes) | st.integers(1, max_nodes))
    rewards = draw(st.sampled_from([st.just(0), st.integers(-1, 1), st.integers(-most, most)]))
    flags = st.booleans() if again and draw(st.booleans()) else st.just(False)
    base = [_moves_of(draw, node, n, max_out, rewards, flags) for node in range(n)]
    game = explicit_game([_twinned(draw, base[node // 2]) for node in range(2 * n)])
    guess = [draw(st.integers(-most, most)) for _ in range(n)]
    rank = [[draw(st.integers(-3, 3)) for _ in out] for out in game.edges]
    proven = _loosened(draw, [Values(game).of_state(2 * node) for node in range(n)], most)
    has_twin = [draw(st.booleans()) for _ in range(n)]
    return replace(
        game,
        guess=tuple(guess[node // 2] for node in range(2 * n)),
        rank=tuple(map(tuple, rank)),
        proven=tuple(proven[node // 2] for node in range(2 * n)),
        twin=tuple(node - node % 2 * has_twin[node // 2] for node in range(2 * n)),
    )


def _moves_of(
    draw: st.DrawFn,
    node: int,
    n: int,
    max_out: int,
    rewards: st.SearchStrategy[int],
    flags: st.SearchStrategy[bool],
) -> list[Edge]:
    """Up to so many moves; a game that ends at once shows little, so few nodes have none."""
    if node == n - 1:
        return []
    ahead = st.integers(node + 1, min(n - 1, node + 4)) | st.integers(node + 1, n - 1)
    least = 0 if draw(st.integers(0, 5)) == 0 else 1
    return draw(st.lists(st.tuples(ahead, rewards, flags), min_size=least, max_size=max_out))


def _twinned(draw: st.DrawFn, moves: Sequence[Edge]) -> list[Edge]:
    return [
        (2 * child + draw(st.integers(0, 1)), reward, again)
        for child, reward, again in draw(st.permutations(moves))
    ]


def _loosened(draw: st.DrawFn, values: list[int], most: int) -> list[tuple[int, int]]:
    """Bounds that are true: now exact, now useless, now on one side alone."""
    slack = st.just(0) | st.integers(0, most) | st.just(FAR)
    return [(max(-FAR, value - draw(slack)), min(FAR, value + draw(slack))) for value in values]


@st.composite
def cyclic_games(draw: st.DrawFn, max_nodes: int = 8, most: int = 5) -> ExplicitGame:
    """Moves lead anywhere, so that only a search of limited depth comes to an end."""
    n = draw(st.integers(1, max_nodes))
    edge = st.tuples(st.integers(0, n - 1), st.integers(-most, most), st.booleans())
    edges = draw(st.lists(st.lists(edge, max_size=3), min_size=n, max_size=n))
    guess = draw(st.lists(st.integers(-most, most), min_size=n, max_size=n))
    rank = tuple(tuple(draw(st.integers(-3, 3)) for _ in out) for out in edges)
    return explicit_game(edges, guess=tuple(guess), rank=rank)


def seeded_game(seed: int) -> ExplicitGame:
    """A game as `games` draws them, but from a seed and a hundred times as fast: for fuzzing."""
    chance = Random(seed)
    n = chance.randint(1, 24)
    most = chance.choice([0, 1, 3, 9])
    again = chance.choice([0.0, 0.0, 0.3])
    edges: list[list[Edge]] = []
    for node in range(n):
        reach = min(n - 1, node + chance.choice([2, 4, n]))
        count = chance.randint(0, 3) if node < n // 2 else chance.randint(0, 2)
        count = max(count, node < n // 3) if node < n - 1 else 0
        edges.append([
            (chance.randint(node + 1, reach), chance.randint(-most, most), chance.random() < again)
            for _ in range(count)
        ])  # fmt: skip
    game = explicit_game(edges)
    values = Values(game)
    slack = [0, 0, 1, most, 2 * most, FAR]
    proven = [
        (max(-FAR, value - chance.choice(slack)), min(FAR, value + chance.choice(slack)))
        for value in map(values.of_state, range(n))
    ]
    return replace(
        game,
        guess=tuple(chance.randint(-most - 1, most + 1) for _ in range(n)),
        rank=tuple(tuple(chance.randint(-3, 3) for _ in out) for out in edges),
        proven=tuple(proven),
    )


# As games of deepen


def game_board(game: ExplicitGame) -> dict[str, list[int]]:
    """The edges of node s are numbers ``first[s]`` up to ``last[s]``, that one excluded."""
    edges = [edge for out in game.edges for edge in out]
    last = [sum(len(out) for out in game.edges[: s + 1]) for s in range(game.n)]
    return {
        "first": [0, *last][: game.n],
        "last": last,
        "child": [child for child, _, _ in edges],
        "reward": [reward for _, reward, _ in edges],
        "again": [int(again) for _, _, again in edges],
        "rank": [rank for out in game.rank for rank in out],
        "guess": list(game.guess),
        "low": [low for low, _ in game.proven],
        "high": [high for _, high in game.proven],
        "twin": list(game.twin),
    }


FIELDS: dict[str, Any] = {
    **dict.fromkeys(("first", "last", "guess", "low", "high"), ("i8", MAX_NODES)),
    "twin": ("u8", MAX_NODES),
    "child": ("u8", MAX_EDGES),
    **dict.fromkeys(("reward", "again", "rank"), ("i8", MAX_EDGES)),
}


class BareGame(Game):
    """Nothing but the moves; the state is the number of a node."""

    board_fields = FIELDS

    def __init__(self, game: ExplicitGame) -> None:
        super().__init__(game.start, game_board(game))

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int, int, bool]]:
        for edge in range(board.first[state], board.last[state]):
            action = edge - board.first[state]
            yield action, board.child[edge], board.reward[edge], board.again[edge] != 0


class GuessingGame(BareGame):
    """With an evaluation, for searches of limited depth."""

    @deepen.rule
    def evaluate(board: Any, state: int) -> int:
        return board.guess[state]


class OrderedGame(GuessingGame):
    """With an order of moves too, a random one."""

    @deepen.rule
    def order(board: Any, state: int, action: int, child: int, reward: int) -> int:
        return board.rank[board.first[state] + action]


class BoundedGame(GuessingGame):
    """With bounds."""

    @deepen.rule
    def bounds(board: Any, state: int) -> tuple[int, int]:
        return board.low[state], board.high[state]


class TwinGame(GuessingGame):
    """With twins, of which one stands for both."""

    @deepen.rule
    def canonical(board: Any, state: int) -> int:
        return board.twin[state]


class FullGame(OrderedGame):
    """With everything."""

    bounds = BoundedGame.bounds
    canonical = TwinGame.canonical


class SilentGame(BareGame):
    """Moves without a reward, for games that have none and nobody moves again."""

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int]]:
        for edge in range(board.first[state], board.last[state]):
            yield edge - board.first[state], board.child[edge]


class TurnsGame(BareGame):
    """Moves with a reward, for games in which nobody moves again."""

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        for edge in range(board.first[state], board.last[state]):
            yield edge - board.first[state], board.child[edge], board.reward[edge]


# The same in states of one or two words that use all their bits

_STATE_OF: dict[int, Any] = {
    1: lambda code, n: code[n, 0],
    2: lambda code, n: (code[n, 0], code[n, 1]),
    5: lambda code, n: (code[n, 0], code[n, 1], code[n, 2], code[n, 3], code[n, 4]),
}


@cache
def words_game(width: int) -> Any:
    """The class of random games whose states have that many words: 1, 2 or 5."""
    node_of: Any = node_1 if width == 1 else node_n
    state_of = _STATE_OF[width]

    class WordsGame(Game):
        board_fields = {**FIELDS, "code": ("u8", (MAX_NODES, width))}
        state_words = width

        def __init__(self, game: ExplicitGame) -> None:
            code = [encoded(node, width) for node in range(game.n)]
            start = code[game.start] if width > 1 else code[game.start][0]
            super().__init__(start, {**game_board(game), "code": code})

        @deepen.rule
        def moves(board: Any, state: Any) -> Iterator[tuple[int, Any, int, bool]]:
            node = node_of(state)
            for edge in range(board.first[node], board.last[node]):
                child = state_of(board.code, board.child[edge])
                action = edge - board.first[node]
                yield action, child, board.reward[edge], board.again[edge] != 0

        @deepen.rule
        def evaluate(board: Any, state: Any) -> int:
            return board.guess[node_of(state)]

        @deepen.rule
        def order(board: Any, state: Any, action: int, child: Any, reward: int) -> int:
            return board.rank[board.first[node_of(state)] + action]

        @deepen.rule
        def bounds(board: Any, state: Any) -> tuple[int, int]:
            return board.low[node_of(state)], board.high[node_of(state)]

        @deepen.rule
        def canonical(board: Any, state: Any) -> Any:
            return state_of(board.code, board.twin[node_of(state)])

    return WordsGame


# The same in Python objects


class GameObjects(ObjectGame):
    """The state is a string: node 3 is "s3"; so is an action."""

    def __init__(self, game: ExplicitGame) -> None:
        super().__init__(f"s{game.start}")
        self.game = game

    def actions(self, state: str) -> list[str]:
        return [f"a{action}" for action in range(len(self.game.edges[_number(state)]))]

    def result(self, state: str, action: str) -> str:
        return f"s{self._edge(state, action)[0]}"

    def reward(self, state: str, action: str, result: str) -> int:
        return self._edge(state, action)[1]

    def again(self, state: str, action: str, result: str) -> bool:
        return self._edge(state, action)[2]

    def evaluate(self, state: str) -> int:
        return self.game.guess[_number(state)]

    def _edge(self, state: str, action: str) -> Edge:
        return self.game.edges[_number(state)][_number(action)]


class FullObjects(GameObjects):
    """With everything."""

    def order(self, state: str, action: str, result: str, reward: int) -> int:
        return self.game.rank[_number(state)][_number(action)]

    def bounds(self, state: str) -> tuple[int, int]:
        return self.game.proven[_number(state)]

    def canonical(self, state: str) -> str:
        return f"s{self.game.twin[_number(state)]}"


def _number(name: str) -> int:
    return int(name[1:])


# Games that people know


class Matches(Game):
    """Take 1 to 3 matches; who takes the last one wins a point. Multiples of 4 are lost."""

    @deepen.rule
    def moves(board: Any, matches: int) -> Iterator[tuple[int, int, int]]:
        for count in range(1, min(matches, 3) + 1):
            yield count, matches - count, int(matches == count)


class Coins(Game):
    """A row of coins; take the one at either end. The state is the first and the last still there.

    Their numbers lie in bits 0 to 7 and 8 to 15; the last one is counted from 1.
    """

    board_fields = {"coin": ("i8", 32)}

    def __init__(self, coins: Sequence[int]) -> None:
        super().__init__(len(coins) << 8, {"coin": list(coins)})

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        first, last = state & 255, state >> 8
        if first < last:
            yield 0, state + 1, board.coin[first]
            yield 1, state - 256, board.coin[last - 1]

    @deepen.rule
    def evaluate(board: Any, state: int) -> int:
        first, last = state & 255, state >> 8
        return max(board.coin[first], board.coin[last - 1]) if first < last else 0

    @deepen.rule
    def bounds(board: Any, state: int) -> tuple[int, int]:
        first, last = state & 255, state >> 8
        total = 0
        for i in range(first, last):
            total += abs(board.coin[i])
        return -total, total


class Kayles(Game):
    """A row of pins; knock over one, or two side by side, and get a point for each.

    Two states whose rows are the same up to gaps are worth the same: all gaps become one wide.
    """

    def __init__(self, pins: int) -> None:
        super().__init__((1 << pins) - 1)

    @deepen.rule
    def moves(board: Any, pins: int) -> Iterator[tuple[int, int, int]]:
        for pin in deepen.bits(pins):
            yield 2 * pin, pins ^ 1 << pin, 1
            if pins >> pin + 1 & 1 != 0:
                yield 2 * pin + 1, pins ^ 3 << pin, 2

    @deepen.rule
    def canonical(board: Any, pins: int) -> int:
        closed, place = 0, 0
        for pin in deepen.bits(pins):
            if closed != 0 and pins >> pin - 1 & 1 == 0:
                place += 1
            closed |= 1 << place
            place += 1
        return closed


class DotsAndBoxes(Game):
    """Draw a side; who draws the fourth side of a box gets a point and moves again.

    The boxes lie in one row. Sides are bits: box i has i above, `boxes` + i below, and upright
    ones numbered 2 * `boxes` + i on its left and one more on its right.
    """

    board_fields = {"sides": "i8", "boxes": "i8", "box": ("u8", 8)}

    def __init__(self, boxes: int) -> None:
        box = [
            1 << i | 1 << boxes + i | 1 << 2 * boxes + i | 1 << 2 * boxes + i + 1
            for i in range(boxes)
        ]
        super().__init__(0, {"sides": 3 * boxes + 1, "boxes": boxes, "box": box})

    @deepen.rule
    def moves(board: Any, drawn: int) -> Iterator[tuple[int, int, int, bool]]:
        for side in range(board.sides):
            if drawn >> side & 1 == 0:
                after = drawn | 1 << side
                closed = 0
                for i in range(board.boxes):
                    if (
                        after & board.box[i] == board.box[i]
                        and drawn & board.box[i] != board.box[i]
                    ):
                        closed += 1
                yield side, after, closed, closed > 0

    @deepen.rule
    def order(board: Any, drawn: int, side: int, after: int, closed: int) -> int:
        return closed


class Endless(Game):
    """A binary tree of moves without end, and rewards that keep a search busy.

    States wrap around, and come again only after more moves than anybody looks ahead.
    """

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        yield 0, 3 * state + 1, (state * 0x5DEECE66D >> 17) % 7 - 3
        yield 1, 3 * state + 2, (state * 0x2545F4914F6CDD1D >> 23) % 7 - 3

    @deepen.rule
    def evaluate(board: Any, state: int) -> int:
        return (state * 0x5DEECE66D >> 11) % 11 - 5


class EndlessObjects(ObjectGame):
    """The tree in Python objects."""

    start = ()

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return [0, 1]

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)
