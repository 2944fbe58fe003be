"""Rules that are told who moves, and rules that say who has won, against slow truths."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
from deepen.formatting.value import describe_value, in_signs, outlook, standing
from games_turns import (
    NODES,
    Fields,
    Table,
    Told,
    Turned,
    Unpacked,
    hex_board,
    random_table,
    tic_tac_toe,
)
from support import cases

pytestmark = pytest.mark.engine
both = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])


def forms(table: Table, node: int, player: int) -> list[Any]:
    """A position, written in four ways."""
    board = table.board
    return [
        Told(node, board, to_move=player),
        Fields({"node": node}, board, to_move=player),
        Turned(2 * node + player, board),
        Unpacked(table, (node, player)),
    ]


def agree(table: Table, node: int, player: int, compiled: bool, **options: Any) -> None:
    """All forms have the value of a position, and of its moves."""
    moves = [table.gain(player, *way) for way in table.moves(node, player)]
    for game in forms(table, node, player):
        found = deepen.analyse(game, compiled=compiled, **options)
        value = table.value(node, player)
        if isinstance(game, Turned) and not moves:
            value = 0
        assert (found.value, found.exact, found.is_over) == (value, True, not moves), game
        if options.get("algorithm") == "minimax":
            assert [move.value for move in found.moves] == moves
        for move, gain in zip(found.moves, moves, strict=True):
            assert move.value in (gain, None)
            assert (move.text in found.best_moves) == (gain == value)


@both
def test_random_games_in_four_forms(compiled: bool) -> None:
    for seed in range(cases(20) if compiled else 4):
        table = random_table(seed)
        for position in range(2 * NODES):
            agree(table, position >> 1, position & 1, compiled)


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_other_algorithms(algorithm: str) -> None:
    for seed in range(100, 105):
        table = random_table(seed)
        for position in range(2 * NODES):
            agree(table, position >> 1, position & 1, True, algorithm=algorithm)


@pytest.mark.slow
def test_more_random_games() -> None:
    for seed in range(1000, 1400):
        table = random_table(seed)
        for position in range(2 * NODES):
            agree(table, position >> 1, position & 1, True)


def test_compiled_and_interpreted_count_alike() -> None:
    for seed in range(5):
        for game in forms(random_table(seed), 0, seed % 2)[:3]:
            for options in ({}, {"algorithm": "alphabeta", "bounds": True}, {"depth": 2}):
                one, other = (
                    deepen.analyse(game, compiled=compiled, **options) for compiled in (True, False)
                )
                assert (one.nodes, one.moves, one.line) == (other.nodes, other.moves, other.line)


@both
def test_explore_tells_players_apart(compiled: bool) -> None:
    table = random_table(3)
    seen, layer = {(0, 0)}, {(0, 0)}
    while layer:
        layer = {there for place in layer for there in table.moves(*place)} - seen
        seen |= layer
    for game in forms(table, 0, 0)[:2]:
        assert deepen.explore(game, compiled=compiled).states == len(seen)


@pytest.mark.parametrize("seed", [1, 2])
def test_check_and_audit_hold(seed: int) -> None:
    table = random_table(seed)
    for game in forms(table, 0, 0):
        assert deepen.check(game).ok
    told = forms(table, 0, 0)[0]
    report = deepen.audit(told)
    assert report.rules == ("evaluate", "bounds", "canonical")
    assert (report.complete, report.counterexample) == (True, None)


def test_tic_tac_toe_is_a_draw() -> None:
    for algorithm in ("negamax", "minimax"):
        found = deepen.analyse(tic_tac_toe(), algorithm=algorithm)
        assert (found.value, found.winner, len(found.best_moves)) == (0, "draw", 9)
    assert found.nodes == 549_945  # of all games together, less the start


def test_who_wins_at_tic_tac_toe() -> None:
    first, second = (tic_tac_toe({0, 1}, {3, 4}, to_move=player) for player in (0, 1))
    assert [deepen.analyse(game).winner for game in (first, second)] == ["Crosses", "Noughts"]
    assert deepen.analyse(first).best_moves == ["2"]
    after = first.play(2)
    assert (after.decided(), after.to_move, after.score, after.legal_moves()) == (-1, 1, 1, [])
    over = deepen.analyse(after)
    assert (over.value, over.exact, over.is_over, over.winner) == (-1, True, True, "Crosses")


def test_answers_say_who_wins() -> None:
    won, empty = tic_tac_toe({0, 1}, {3, 4}), tic_tac_toe()
    known, seen = deepen.analyse(won), deepen.analyse(empty, depth=2)
    assert describe_value(known, "you") == "Crosses wins, proven"
    assert describe_value(deepen.analyse(empty)) == "a draw, proven"
    assert describe_value(deepen.analyse(won.play(2))) == "the game is over: Crosses wins"
    assert (
        describe_value(seen)
        == "looks like a draw for the player to move at depth 2, nothing proven"
    )
    assert seen.winner is None
    assert outlook(known, won, won.players) == "Crosses wins, proven"
    assert standing(won.play(2), won.players, over=True) == "Over: Crosses wins"
    assert standing(won, won.players, over=False) == "Crosses to move"
    assert (in_signs(known.moves[0], known), in_signs(seen.moves[0], seen)) == ("win", "≈draw")
    page = known._repr_html_()
    assert "Crosses wins, proven." in page
    assert ">win<" in page
    assert "Noughts to move</p>" in (tic_tac_toe({0}, to_move=1)._repr_html_() or "")


def test_the_winner_of_a_game_with_points() -> None:
    board = random_table(0).board
    assert deepen.analyse(Turned(0, board, score=5)).winner == "player 1"
    assert deepen.analyse(Turned(0, board, score=-5, to_move=1)).winner == "player 2"


def test_a_position_knows_its_player() -> None:
    game = tic_tac_toe({0}, to_move=1)
    assert game.at(game.start).to_move == game.at({"crosses": {0}, "noughts": {1}}).to_move == 1
    after = game.play(8)
    assert (after.to_move, game.at(after.start).to_move) == (0, 0)
    assert tic_tac_toe({0}).start != game.start
    assert repr(game.start) == "State(crosses={0}, noughts={})"


@pytest.mark.slow
@both
def test_the_first_player_wins_hex(compiled: bool) -> None:
    found = deepen.analyse(hex_board(3), values="best", compiled=compiled)
    assert (found.winner, found.value) == ("player 1", 1)
    second = deepen.analyse(hex_board(3).play((0, 0)).play((1, 1)), compiled=compiled)
    assert second.winner == "player 2"


def test_playing_on_such_a_game() -> None:
    game = tic_tac_toe({0, 1}, {3, 4})
    session = deepen.play(game, "exact", "level=1")
    session.answer()
    assert (session.result, session.to_move) == (deepen.GameResult("first", 1), 1)
    lost = deepen.play(tic_tac_toe({0, 1, 2}, {3, 4}, to_move=1))
    assert (lost.is_over, lost.result) == (True, deepen.GameResult("second", 1))
    outcome = deepen.match([tic_tac_toe()], "exact", "exact")
    assert (outcome.ties, outcome.wins) == (2, (0, 0))


class Wrong(deepen.Game):
    """Answers with constants of its board."""

    players = ("White", "Black")

    @deepen.rule
    def moves(board: Any, node: int, player: int) -> Any:
        if node < 2:
            yield 0, node + 1, board.reward

    @deepen.rule
    def outcome(board: Any, node: int) -> Any:
        return board.outcome if node == 2 else None

    @deepen.rule
    def evaluate(board: Any, node: int) -> Any:
        return board.guess


@both
def test_faults_name_their_line(compiled: bool) -> None:
    fine = {"reward": 0, "outcome": -1, "guess": 1}
    assert deepen.analyse(Wrong(0, fine), compiled=compiled).winner == "Black"
    for node, wrong, words, line in [
        (0, {"reward": 1}, "yields the reward 1, and the game has the rule `outcome`", "yield 0"),
        (1, {"outcome": 2}, "in outcome: returns 2", "return board.outcome"),
        (0, {"guess": -2}, "in evaluate: returns -2", "return board.guess"),
    ]:
        with pytest.raises(deepen.RuleError) as refused:
            deepen.analyse(Wrong(node, fine | wrong), depth=1, compiled=compiled)
        assert words in str(refused.value)
        assert line in str(refused.value)


@both
def test_a_truth_value_is_no_outcome(compiled: bool) -> None:
    class Truth(Wrong):
        @deepen.rule
        def outcome(board: Any, node: int) -> Any:
            return node == 2

    with pytest.raises(deepen.RuleError, match="outcome") as refused:
        deepen.analyse(Truth(0, {"reward": 0, "outcome": 0, "guess": 0}), compiled=compiled)
    assert "deepen.WIN, deepen.DRAW or deepen.LOSS" in str(refused.value)


def test_a_player_needs_a_word() -> None:
    with pytest.raises(deepen.RuleError, match="a word of its own"):
        type("Wide", (deepen.Game,), {"state_words": 8, "moves": lambda b, s, p: iter(())})
    with pytest.raises(deepen.RuleError, match="not two names"):
        type("Alone", (deepen.Game,), {"players": ("me",)})
