"""The oracle of games in which positions repeat, against every pair of strategies of tiny ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deepen
from games_looping import (
    GOES_ON,
    EndsGame,
    LoopingGame,
    ToldEnds,
    TwinEnds,
    looping_game,
    looping_games,
    looping_points,
    of_seed,
    pointed_games,
    twinned,
)
from games_random import BareGame, TwinGame, explicit_game
from reference_games import (
    Choice,
    PayingCycle,
    Values,
    counted_points,
    reached,
    won_drawn_lost,
)
from support import cases, examples


def moves(*edges: tuple[int, int, bool]) -> list[Choice[int]]:
    return [Choice(action, *edge) for action, edge in enumerate(edges)]


# By hand


def test_a_win_is_quick_and_a_loss_is_slow() -> None:
    """Node 3 is lost; 1 wins at once, 2 must go to 1 or to 5, and 0 wins by 2 or, at once, by 3."""
    graph = {
        0: moves((2, 0, False), (3, 0, False)),
        1: moves((3, 0, False), (0, 0, False)),
        2: moves((1, 0, False), (5, 0, False)),
        3: [],
        4: moves((4, 0, False), (1, 0, False)),
        5: moves((6, 0, True)),
        6: moves((6, 0, False), (3, 0, False)),
    }
    found = won_drawn_lost(graph, {3: -1})
    told = {0: (1, 1), 1: (1, 1), 2: (-1, 3), 3: (-1, 0), 4: (0, None), 5: (1, 2), 6: (1, 1)}
    assert found == told


def test_points_are_taken_before_going_round() -> None:
    """At 0 one may go round for nothing, or pay 2 to have 3 later, which the other can refuse."""
    graph = {
        0: moves((0, 0, False), (1, -2, False)),
        1: moves((1, 0, True), (2, -3, False)),
        2: [],
        3: moves((1, 5, False)),
    }
    assert counted_points(graph) == {0: (0, None), 1: (0, None), 2: (0, None), 3: (5, 1)}


def test_a_cycle_that_pays_is_named() -> None:
    graph = {0: moves((1, 0, False)), 1: moves((2, 1, False), (3, 5, True)), 2: moves((1, 0, True))}
    with pytest.raises(PayingCycle) as error:
        counted_points(graph | {3: []})
    assert error.value.nodes == [1, 2, 1]
    assert str(error.value) == "a cycle pays: 1 - 2 - 1"


# By all strategies


def by_strategies(game: LoopingGame) -> dict[int, int]:
    """The most that some plan brings against all plans; a plan has a move for every node."""
    graph = game.graph
    plans = [*product(*(range(max(len(out), 1)) for out in graph.values()))]
    return {
        start: max(min(payoff(game, start, (mine, theirs)) for theirs in plans) for mine in plans)
        for start in graph
    }


def payoff(game: LoopingGame, node: int, plans: Any) -> int:
    """What the first to move gains of a play that ends, or has begun to go round."""
    graph, player, gained, seen = game.graph, 0, 0, set()
    while graph[node] and (node, player) not in seen:
        seen.add((node, player))
        move = graph[node][plans[player][node]]
        gained += -move.reward if player else move.reward
        node, player = move.child, player if move.again else 1 - player
    end = game.ends[node] if game.ends and not graph[node] else 0
    return gained + (0 if end == GOES_ON else -end if player else end)


@pytest.mark.parametrize("kind", [looping_game, looping_points])
def test_values_are_what_strategies_bring(kind: Any) -> None:
    for seed in range(cases(400)):
        game = kind(Random(seed), max_nodes=4)
        game = replace(game, edges=tuple(out[:3] for out in game.edges))
        found = game.truth()
        assert {node: known.value for node, known in found.items()} == by_strategies(game), seed


# Distances


@given(looping_games)
@examples(200)
def test_distances_are_the_depths_at_which_minimax_sees_it(game: LoopingGame) -> None:
    """Ends as points, in a game that ends a move later: minimax knows of no outcomes."""
    paid = [game.edges[node] if end == GOES_ON else ((game.n, end, False),) if end else ()
            for node, end in enumerate(game.ends)]  # fmt: skip
    values = Values(explicit_game([*paid, ()]))
    for node, (value, distance) in game.truth().items():
        seen = [values.of_state(node, depth) for depth in range(game.n * 2 + 2)]
        assert seen[-1] == value
        assert distance == (seen.index(value) - 1 if value else None)


@given(pointed_games)
@examples(200)
def test_distances_fall_move_by_move(game: LoopingGame) -> None:
    found = game.truth()
    for node, (value, distance) in found.items():
        worth = [(move.worth(found[move.child].value), move.child) for move in game.moves(node)]
        best = [found[child].distance or 0 for gain, child in worth if gain == value]
        assert value == max([gain for gain, _ in worth], default=0)
        assert distance == (1 + (min if value > 0 else max)(best) if value else None)


def test_both_solvers_agree() -> None:
    """On games for points in which only the last move brings one."""
    for seed in range(cases(200)):
        game = looping_points(Random(seed))
        last = [
            [(child, max(-1, min(reward, 1)) if not game.edges[child] else 0, again)
             for child, reward, again in out]
            for out in game.edges
        ]  # fmt: skip
        graph = replace(game, edges=tuple(map(tuple, last))).graph
        assert counted_points(graph) == won_drawn_lost(graph)


# The games themselves


def test_there_is_something_of_everything() -> None:
    drawn = [of_seed(seed) for seed in range(cases(400))]
    kinds = [{(known.value > 0) - (known.value < 0) for known in g.truth().values()} for g in drawn]
    edges = [(n, edge, out) for g in drawn for n, out in enumerate(g.edges) for edge in out]
    assert any(kind == {-1, 0, 1} for kind in kinds)
    assert any(child == node for node, (child, *_), _ in edges)
    assert any(again for _, (*_, again), _ in edges)
    assert any(out.count(edge) > 1 for _, edge, out in edges)
    assert any(len(reached(game)) < game.n for game in drawn)
    assert max(known.distance or 0 for game in drawn for known in game.truth().values()) > 6
    assert {bool(game.ends) for game in drawn} == {True, False}


def test_some_cycles_pay() -> None:
    paying = [looping_points(Random(seed), 5, paying=True) for seed in range(20)]
    refused = 0
    for game in paying:
        try:
            game.truth()
        except PayingCycle as cycle:
            refused += 1
            ways = zip(cycle.nodes, cycle.nodes[1:], strict=False)
            assert all(child in {edge[0] for edge in game.edges[node]} for node, child in ways)
    assert 0 < refused < len(paying)


@given(st.randoms(use_true_random=False), st.sampled_from([looping_game, looping_points]))
@examples(50)
def test_twins_are_worth_the_same(chance: Random, kind: Any) -> None:
    game = kind(chance)
    found, both = game.truth(), twinned(chance, game).truth()
    assert all(both[2 * node] == both[2 * node + 1] == found[node] for node in found)


@pytest.mark.parametrize("kind", [BareGame, EndsGame, ToldEnds, TwinGame, TwinEnds])
def test_classes_have_the_moves_of_their_tables(kind: Any) -> None:
    """What can be reached, with ends and rewards, as positions of deepen."""
    for seed in range(cases(40)):
        chance = Random(seed)
        told = kind is ToldEnds
        game = looping_game(chance, told=told) if kind.outcome else looping_points(chance)
        start: deepen.Game = kind(game)
        ahead = {(start.start, start.to_move if told else 0): start}
        expected = reached(game)
        value = [end if end != GOES_ON else 0 for end in game.ends] or [0] * game.n
        for node in expected:
            position = ahead[(node // 2, node % 2) if told else (node, 0)]
            end = position.decided()
            assert end == (None if not game.ends or game.ends[node] == GOES_ON else game.ends[node])
            found = [] if end is not None else position.legal_moves()
            worth = [
                (choice.worth(value[choice.child]), choice.again) for choice in game.moves(node)
            ]
            assert [(move.reward, move.again) for move in found] == worth
            for move in found:
                child = position.after(move)
                ahead.setdefault((child.start, child.to_move if told else 0), child)
        assert len(ahead) == len(expected)
