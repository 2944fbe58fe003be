"""The slow and obvious oracle of two-player games: plain minimax, word for word as it is defined.

The value of a state to its mover is the most that a move brings: its reward, and from then on the
value of the child if the same player moves again, less that value if the other does. Without a move
it is 0. Where a depth limit comes first it is what ``evaluate`` says. Each value is moved into the
``bounds`` of its state, which changes nothing of an exact one. Where positions repeat, endless play
is worth what it has brought before it went round: ``won_drawn_lost`` and ``counted_points``.

Nothing in this file is clever, and only ``Played`` and ``Positions``, which run the rules of a
game, know deepen.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from deepen.game import Game, ObjectGame, has_outcome, position_of
from deepen.packing.machine_word import Word, wrapped

S = TypeVar("S", bound=Hashable)
WORD = (1 << 64) - 1


class Choice(NamedTuple, Generic[S]):
    """A move: what it is called, where it leads, what it brings, and whether the mover goes on."""

    action: Any
    child: S
    reward: int
    again: bool

    def worth(self, child_value: int) -> int:
        """The value of the move to its mover."""
        return self.reward + (child_value if self.again else -child_value)


class TwoPlayers(Protocol[S]):
    """What minimax asks of a game. The same state always gives the same answers."""

    @property
    def start(self) -> S: ...

    def moves(self, state: S, /) -> Sequence[Choice[S]]: ...

    def evaluate(self, state: S, /) -> int: ...

    def bounds(self, state: S, /) -> tuple[int, int] | None:
        """Between which values that of the state is known to lie, if anything is known."""
        ...


@dataclass(frozen=True)
class Verdict:
    """What is to be known of a position: its value, that of each move, and which are best.

    ``worth`` lists (action, value) in the order of the moves.
    """

    value: int
    worth: list[tuple[Any, int]]

    @property
    def best(self) -> list[Any]:
        most = max((value for _, value in self.worth), default=0)
        return [action for action, value in self.worth if value == most]


def minimax(game: TwoPlayers[S], depth: int | None = None, clamped: bool = True) -> Verdict:
    """Looks at the start: to the end of the game, or so many moves ahead.

    ``clamped`` False leaves the bounds aside.
    """
    values = Values(game, clamped)
    worth = [] if depth == 0 else values.of_moves(game.start, depth)
    found = [(move.action, value) for move, value in worth]
    return Verdict(values.of_state(game.start, depth), found)


class Values(Generic[S]):
    """The values of the states of one game; each is worked out once for each depth."""

    def __init__(self, game: TwoPlayers[S], clamped: bool = True) -> None:
        self.game = game
        self.clamped = clamped
        self.known: dict[tuple[S, int | None], int] = {}

    def of_state(self, state: S, depth: int | None = None) -> int:
        if (state, depth) not in self.known:
            self.known[state, depth] = self._clamped(state, self._looked_at(state, depth))
        return self.known[state, depth]

    def of_moves(self, state: S, depth: int | None = None) -> list[tuple[Choice[S], int]]:
        after = None if depth is None else depth - 1
        moves = self.game.moves(state)
        return [(move, move.worth(self.of_state(move.child, after))) for move in moves]

    def _looked_at(self, state: S, depth: int | None) -> int:
        if not self.game.moves(state):
            return 0
        if depth == 0:
            return self.game.evaluate(state)
        return max(value for _, value in self.of_moves(state, depth))

    def _clamped(self, state: S, value: int) -> int:
        known = self.game.bounds(state) if self.clamped else None
        if known is None:
            return value
        low, high = known
        return max(low, min(value, high))


def outcome(game: TwoPlayers[S], line: Sequence[Any], name: Any = lambda action: action) -> int:
    """What the player who moves first gains along a line of moves; an illegal one is an error.

    ``name`` gives the action as the line names it.
    """
    state, sign, gained = game.start, 1, 0
    for step in line:
        move = next(move for move in game.moves(state) if name(move.action) == step)
        gained += sign * move.reward
        state, sign = move.child, sign if move.again else -sign
    return gained


def length(game: TwoPlayers[S], state: S | None = None) -> int:
    """The most moves that a game can last from here."""
    known: dict[S, int] = {}

    def longest(state: S) -> int:
        if state not in known:
            moves = game.moves(state)
            known[state] = max((1 + longest(move.child) for move in moves), default=0)
        return known[state]

    return longest(game.start if state is None else state)


class Played:
    """The rules of a game of deepen, called one by one in the interpreter.

    States are what users see, unsigned words. ``bounds`` may be left out, as for a search that does
    not use them.
    """

    def __init__(self, game: Game, bounds: bool = True) -> None:
        self.game = game
        self.start = game.start
        self.with_bounds = bounds and type(game).bounds is not None

    def moves(self, state: Any) -> list[Choice[Any]]:
        return [self._choice(move) for move in self._ask("moves", state)]

    def evaluate(self, state: Any) -> int:
        return 0 if type(self.game).evaluate is None else int(self._ask("evaluate", state))

    def bounds(self, state: Any) -> tuple[int, int] | None:
        if not self.with_bounds:
            return None
        low, high = self._ask("bounds", state)
        return int(low), int(high)

    def _choice(self, move: tuple[Any, ...]) -> Choice[Any]:
        action, child, reward, again = (*move, 0, False)[:4] if len(move) < 4 else move
        child = tuple(word & WORD for word in map(int, child)) if isinstance(child, tuple) else (
            int(child) & WORD
        )  # fmt: skip
        return Choice(int(action), child, int(reward), bool(again))

    def _ask(self, rule: str, state: Any) -> Any:
        one = isinstance(state, int)
        words = Word(wrapped(state)) if one else tuple(Word(wrapped(word)) for word in state)
        return getattr(type(self.game), rule)(self.game.board, words)


class Positions:
    """The positions of a game of any class, as its own methods tell them: slow.

    ``ends`` has the outcome of those that are over, once their moves have been asked for.
    """

    def __init__(self, game: Game | ObjectGame) -> None:
        self.start = position_of(game)
        self.games = {self.start: game}
        self.ends: dict[Any, int] = {}

    def moves(self, position: Any) -> list[Choice[Any]]:
        game = self.games[position]
        end = game.decided()
        if end is not None:
            self.ends[position] = end
            return []
        return [self._choice(game, move) for move in game.legal_moves()]

    def _choice(self, game: Any, move: Any) -> Choice[Any]:
        """Who wins is said by the end, and not by the move that leads there."""
        after = game.after(move)
        child = position_of(after)
        self.games.setdefault(child, after)
        return Choice(move.text, child, 0 if has_outcome(game) else move.reward, move.again)

    def evaluate(self, position: Any) -> int:
        return 0

    def bounds(self, position: Any) -> None:
        return None


# Games in which positions repeat

Graph = Mapping[S, Sequence[Choice[S]]]
"""The moves of every position that there is; one without moves is over."""


class Known(NamedTuple):
    """Of a position: its value to the mover, and in how many moves that is in hand.

    A move of either player counts, also one after which the mover goes on. What is over takes none,
    a win one more than its quickest best move, a loss one more than its slowest. A value of 0 has
    no distance: None, which counts as 0 for the moves that lead there.
    """

    value: int
    distance: int | None


class PayingCycle(Exception):
    """Points may be had without end, so endless play has no value; `nodes` are such a way round."""

    def __init__(self, nodes: list[Any]) -> None:
        super().__init__(f"a cycle pays: {' - '.join(map(str, nodes))}")
        self.nodes = nodes


def reached(game: TwoPlayers[S]) -> dict[S, Sequence[Choice[S]]]:
    """All that can come about, with the moves of each."""
    found = {game.start: game.moves(game.start)}
    ahead = [game.start]
    for state in ahead:
        for move in found[state]:
            if move.child not in found:
                found[move.child] = game.moves(move.child)
                ahead.append(move.child)
    return found


def won_drawn_lost(graph: Graph[S], ends: Mapping[S, int] | None = None) -> dict[S, Known]:
    """All positions of a game in which nothing is paid but by a move that ends it.

    ``ends`` has what positions that are over are worth to their mover, if not 0.
    """
    paid = [move for moves in graph.values() for move in moves if move.reward]
    assert all(abs(move.reward) == 1 and not graph[move.child] for move in paid)
    values = {node: (ends or {}).get(node, 0) for node, moves in graph.items() if not moves}
    forced = _forced(graph, [node for node in graph if node not in values], values, 1)
    return _with_distances(graph, {**dict.fromkeys(graph, 0), **values, **forced})


def counted_points(graph: Graph[S]) -> dict[S, Known]:
    """All positions of a game for points, in which no move that is part of a cycle brings any.

    A component is what can be left, if at all, for good: of each the most that can be forced by
    leaving it, or else 0, for endless play.
    """
    ways = {node: _reachable(graph, node) for node in graph}
    for node, moves in graph.items():
        for move in moves:
            if move.reward and node in ways[move.child]:
                raise PayingCycle([node, *_way(graph, move.child, node)])
    values: dict[S, int] = {}
    for node in sorted(graph, key=lambda node: len(ways[node])):  # what lies behind comes first
        if node not in values:
            component = [other for other in ways[node] if node in ways[other]]
            values |= _of_component(graph, component, values)
    return _with_distances(graph, values)


def _of_component(graph: Graph[S], nodes: list[S], behind: Mapping[S, int]) -> dict[S, int]:
    exits = [
        move.worth(behind[move.child])
        for node in nodes for move in graph[node] if move.child in behind
    ]  # fmt: skip
    values = dict.fromkeys(nodes, 0)
    for least in sorted({abs(worth) for worth in exits} - {0}):
        values |= _forced(graph, nodes, behind, least)
    return values


def _forced(
    graph: Graph[S], nodes: Sequence[S], behind: Mapping[S, int], least: int
) -> dict[S, int]:
    """Where the mover gets at least so much whatever the other does, and where the other does.

    Of what nobody can force, such as to go round for ever, nothing is expected.
    """
    forced: dict[S, int] = {}
    grown = -1
    while grown < len(forced):
        grown = len(forced)
        for node in nodes:
            worth = [
                move.worth(behind.get(move.child, forced.get(move.child, 0)))
                for move in graph[node]
            ]
            if worth and abs(max(worth)) >= least:
                forced[node] = least if max(worth) > 0 else -least
    return forced


def _with_distances(graph: Graph[S], values: Mapping[S, int]) -> dict[S, Known]:
    """Round by round: after so many, what takes so many moves is known."""
    taken = {node: 0 for node, value in values.items() if not graph[node] or value == 0}
    while len(taken) < len(graph):
        before = set(taken)
        moves = 1 + max(taken.values(), default=0)
        for node in graph.keys() - before:
            best = [
                move.child in before
                for move in graph[node] if move.worth(values[move.child]) == values[node]
            ]  # fmt: skip
            if any(best) if values[node] > 0 else all(best):
                taken[node] = moves
        assert len(taken) > len(before), "a value that nobody can force"
    return {node: Known(value, taken[node] if value else None) for node, value in values.items()}


def _reachable(graph: Graph[S], start: S) -> dict[S, S]:
    """What can be reached, itself too, with the node before each on a shortest way."""
    before = {start: start}
    ahead = [start]
    for node in ahead:
        for move in graph[node]:
            if move.child not in before:
                before[move.child] = node
                ahead.append(move.child)
    return before


def _way(graph: Graph[S], start: S, end: S) -> list[S]:
    before = _reachable(graph, start)
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]
