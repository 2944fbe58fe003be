"""Actions with names, and actions of several parts."""

from __future__ import annotations

from typing import Any

import pytest

import deepen

both = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])


class Walk(deepen.Puzzle):
    """Along a row of cells."""

    class State(deepen.State):
        at = deepen.Cell("cells")

    actions = ("back", "on", "jump")

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        child = state.copy()
        if state.at > 0:
            child.at = state.at - 1
            yield "back", child
        if state.at + 3 < board.cells:
            child.at = state.at + 3
            yield 2, child
        elif state.at + 1 < board.cells:
            child.at = state.at + 1
            yield "on" if board.cells > 3 else "back", child

    @deepen.rule
    def is_goal(board: Any, state: Any) -> bool:
        return bool(state.at == board.cells - 1)

    @deepen.heuristic(consistent=True)
    def jumps(board: Any, state: Any) -> Any:
        return (board.cells - 1 - state.at) // 3

    @jumps.incremental
    def step(board: Any, state: Any, h: int, action: int, child: Any) -> Any:
        return (board.cells - 1 - child.at) // 3 if action < 3 else deepen.DEAD


class Take(deepen.Game):
    """Take a stone of a row, to the left or to the right: as many points as its place."""

    actions = (deepen.Cell("stones"), deepen.Integer(min=-1, max=1), deepen.Boolean())

    @deepen.rule
    def moves(board: Any, row: int) -> Any:
        for i in range(board.stones):
            if row >> i & 1:
                yield (i, -1 if i > 2 else 1, i == 0), row & ~(1 << i), i

    @deepen.rule
    def order(board: Any, row: int, action: Any, child: int, reward: int) -> Any:
        place, way, is_first = action
        return place + way + is_first


@both
def test_a_solution_has_the_names(compiled: bool) -> None:
    walk = Walk({"at": 0}, {"cells": 9})
    found = deepen.solve(walk, compiled=compiled)
    assert (found.actions, found.expanded) == (["jump", "jump", "on", "on"], 4)
    assert deepen.solve(walk, "idastar", compiled=compiled).actions == found.actions


@both
def test_a_game_has_tuples(compiled: bool) -> None:
    found = deepen.analyse(Take(0b1101, {"stones": 5}), compiled=compiled)
    assert [move.action for move in found.moves] == [(0, 1, True), (2, 1, False), (3, -1, False)]
    assert (found.line[0], found.value, found.nodes) == ("(3, -1, False)", 1, 20)


class Pairs(deepen.Game):
    """Take one of a row, or two, told as what is left and what is taken."""

    actions = [deepen.Cell(9), deepen.Cell(9)]

    @deepen.rule
    def moves(board: Any, row: int) -> Any:
        for taken in range(1, min(row, 2) + 1):
            yield (row - taken, taken), row - taken, row == taken


def test_a_move_can_be_played_by_its_parts() -> None:
    game = Take(0b1101, {"stones": 5})
    for move in ((3, -1, False), "(3, -1, False)", game.legal_moves()[-1]):
        assert game.play(move).start == 0b0101
    for move in ((3, -1, False), "(3,-1,false)", "3, -1, False"):
        assert deepen.play(game).play(move).state == 0b0101


def test_a_move_of_numbers_can_be_typed_without_its_commas() -> None:
    game = Pairs(3)
    for text in ("(2, 1)", "(2,1)", "2,1", "2, 1", "2 1", " 2  1 "):
        assert game.play(text).start == deepen.play(game).play(text).state == 2
    for text in ("21", "2 1 0", "2 3", "1 2 x"):
        with pytest.raises(deepen.InputError, match="not a legal move"):
            game.play(text)


def test_a_move_that_is_not_there() -> None:
    game = Take(0b1101, {"stones": 5})
    with pytest.raises(deepen.InputError, match="not a legal move"):
        game.play((4, -1, False))


@pytest.mark.parametrize("subject", [Walk({"at": 0}, {"cells": 9}), Take(13, {"stones": 5})])
def test_check_knows_declared_actions(subject: Any) -> None:
    assert deepen.check(subject).ok


class Other(Walk):
    """Yields what is no action of it."""

    actions = ("on", "by", "off")

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        child = state.copy()
        child.at += 1
        yield board.action, child


class Unknown(Walk):
    """Yields a name that it does not declare."""

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        yield "forth", state


class Far(Take):
    """Takes a stone beyond the row."""

    @deepen.rule
    def moves(board: Any, row: int) -> Any:
        yield (row, 0, False), row - 1


@both
def test_what_is_no_action_is_refused_with_its_line(compiled: bool) -> None:
    with pytest.raises(deepen.RuleError, match="the action 3: an action is 'on', 'by' or 'off'"):
        deepen.solve(Other({"at": 0}, {"cells": 3, "action": 3}), compiled=compiled)
    assert deepen.solve(Other({"at": 1}, {"cells": 3, "action": 0}), compiled=compiled).solved
    with pytest.raises(deepen.RuleError, match="'back', 'on' or 'jump'") as refused:
        deepen.solve(Unknown({"at": 0}, {"cells": 3}), compiled=compiled)
    assert 'yield "forth", state' in str(refused.value)
    with pytest.raises(deepen.RuleError, match="part 1 is 7, and can be 0 to 4") as refused:
        deepen.analyse(Far(7, {"stones": 5}), compiled=compiled)
    assert "yield (row, 0, False), row - 1" in str(refused.value)


def test_a_name_in_a_variable_is_refused_in_compiled_code() -> None:
    class Named(Walk):
        @deepen.rule
        def successors(board: Any, state: Any) -> Any:
            name = "on"
            yield name, state

    with pytest.raises(deepen.RuleError, match="yields a string as the action, not 'back'"):
        deepen.solve(Named({"at": 0}, {"cells": 3}))


def test_a_number_is_no_tuple() -> None:
    class Number(Take):
        @deepen.rule
        def moves(board: Any, row: int) -> Any:
            yield row, row - 1

    for compiled in (True, False):
        with pytest.raises(deepen.RuleError, match="a tuple of 3 integers"):
            deepen.analyse(Number(7, {"stones": 5}), compiled=compiled)


@pytest.mark.parametrize("declared", [(), "up", ("up", "up"), ("up", deepen.Cell(3)), (1, 2)])
def test_what_declares_no_actions_is_refused(declared: Any) -> None:
    with pytest.raises(deepen.RuleError, match=r"Wrong\.actions"):
        type("Wrong", (deepen.Puzzle,), {"actions": declared})


def test_actions_that_are_too_many_are_refused() -> None:
    with pytest.raises(deepen.RuleError, match=r"Take\.actions are 6,442,450,944 different ones"):
        Take(0, {"stones": 1 << 30})
    with pytest.raises(deepen.InputError, match="no constant 'stones', which actions needs"):
        Take(0)


class Single(deepen.Puzzle):
    """Declares one part of an action."""

    actions = (deepen.Cell(3),)

    @deepen.rule
    def successors(board: Any, state: Any) -> Any:
        yield state, state

    @deepen.rule
    def is_goal(board: Any, state: Any) -> Any:
        return state == 3


def test_one_declared_part_is_a_tuple_too() -> None:
    with pytest.raises(deepen.RuleError, match=r"`yield \(a,\), child`"):
        deepen.solve(Single(0))
