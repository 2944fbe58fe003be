"""Programs that know the whole game from a table: the quickest win, the slowest loss, and no
position twice on the way."""

from __future__ import annotations

import pytest

import deepen
from deepen.search.repetition import can_repeat
from games_looping import EndsGame, tangled_game
from games_repeating import InFour, Ways
from support import cases


@pytest.mark.parametrize("program", ["exact", "time=0.2", "level=7"])
@pytest.mark.parametrize(("name", "plies"), [("X3", 3), ("W5", 5), ("L6", 6)])
def test_programs_win_soon_and_lose_late(program: str, name: str, plies: int) -> None:
    session = deepen.play(Ways(name), program, program)
    while not session.is_over:
        session.answer()
    assert len(session.moves) == plies
    assert session.result is not None
    assert session.result.winner == ("second" if name == "L6" else "first")


class Limited(EndsGame):
    """A limit of moves, which a search knows nothing of, and which is far away."""

    move_limit = 60


@pytest.mark.parametrize("kind", [EndsGame, Limited])
def test_levels_win_as_soon_as_they_can(kind: type[EndsGame]) -> None:
    played = 0
    for seed in range(cases(400)):
        graph = tangled_game(seed)
        known = deepen.tabulate(EndsGame(graph), compiled=False).get(EndsGame(graph))
        if known is None or known.distance is None or not 1 < known.distance < 10:
            continue
        if not can_repeat(EndsGame(graph)):
            continue
        level = f"level={known.distance}"
        session = deepen.play(kind(graph), level, level)
        while not session.is_over:
            session.answer()
        assert len(session.moves) == known.distance
        played += 1
    assert played > cases(20)


def test_a_choice_tells_its_distance() -> None:
    choice = deepen.Program().choose(Ways("X3"))
    assert (choice.move.text, choice.distance, choice.analysis.distance) == ("L2", 3, 3)
    assert deepen.Program(level=3).choose(Ways("X3")).distance is None


def test_a_winner_does_not_go_back() -> None:
    """Somebody else has been here before; the quickest way would be where they have been."""
    game = Ways("X3")
    choice = deepen.Program().choose(game, before=[game, game.play("L2")])
    assert (choice.move.text, choice.distance) == ("L4", 5)
    everywhere = [game.after(move) for move in game.legal_moves()]
    assert deepen.Program().choose(game, before=everywhere).move.text == "L2"


def test_of_what_is_legal() -> None:
    """A session may forbid the best moves."""
    legal = [move for move in Ways("X3").legal_moves() if move.text == "L6"]
    assert deepen.Program().choose(Ways("X3"), legal=legal).move.text == "L6"


def test_moves_that_are_left_in_a_game_count() -> None:
    program = deepen.Program()
    assert program.choose(InFour("W3"), before=[InFour("L4")]).analysis.outcome == "win"
    late = program.choose(InFour("W3"), before=[InFour("L4")] * 2).analysis
    assert (late.outcome, late.best_moves) == ("draw", ["D", "L2"])
