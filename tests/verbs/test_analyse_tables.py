"""Analyses that are read off a table: values, distances, best play, and the words for them."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

import deepen
from deepen import _core
from deepen.formatting.analysis import verdict
from deepen.formatting.value import describe_value, ended_by, in_signs, value_or_unknown
from deepen.notebook.html import analysis_html
from games_repeating import WAYS, Cash, InFour, Ladder, NoneAgain, Turning, Ways, of_move, truth


class Later(Ways):
    """The same game, and nobody has a table of it yet."""


OVER = ("L0", "T0")


# ---- answers


@pytest.mark.parametrize("name", WAYS)
def test_every_position_has_its_value_and_distance(name: str) -> None:
    found = deepen.analyse(Ways(name))
    value, distance = truth(name)
    assert (found.value, found.distance, found.exact) == (value, distance, True)
    assert found.outcome == {1: "win", 0: "draw", -1: "loss"}[value]
    assert [(move.value, move.distance) for move in found.moves] == [
        of_move(child) for child in WAYS[name].split()
    ]
    assert found.status == "solved"
    assert name in OVER or found.algorithm == "table"


@pytest.mark.parametrize(
    ("name", "best", "line", "repeats"),
    [
        ("X3", ["L2"], ["L2", "W1", "L0"], False),
        ("L6", ["W5"], ["W5", "L4", "W3", "L2", "W1", "L0"], False),
        ("L4", ["W3"], ["W3", "L2", "W1", "L0"], False),
        ("D", ["E"], ["E", "D"], True),
        ("T", ["T0"], ["T0"], False),
        ("L0", [], [], False),
    ],
)
def test_best_play(name: str, best: list[str], line: list[str], repeats: bool) -> None:
    found = deepen.analyse(Ways(name))
    assert (found.best_moves, found.line, found.repeats) == (best, line, repeats)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Ways("X3"), "White wins in 2 moves (3 plies), proven"),
        (Ways("W1"), "White wins in 1 move, proven"),
        (Ways("L4"), "Black wins in 2 moves (4 plies), proven"),
        (Ways("D"), "a draw by repetition, proven"),
        (Ways("T"), "a draw, proven"),
        (Ways("L0"), "the game is over: Black wins"),
        (NoneAgain("D"), "not decided by the position alone"),
    ],
)
def test_words(game: Ways, said: str) -> None:
    found = deepen.analyse(game)
    assert describe_value(found) == said
    assert said[1:] in verdict(found)
    assert said[1:] in analysis_html(found)


def test_moves_in_words() -> None:
    found = deepen.analyse(Ways("W3"))
    assert [value_or_unknown(move, found) for move in found.moves] == [
        "draw",
        "loss in 2 plies",
        "win in 3 plies",
    ]
    assert [in_signs(move, found) for move in found.moves] == ["draw", "loss 2", "win 3"]
    assert str(found).splitlines()[1:4] == [
        "   win in 3 plies  proven  L2",
        "             draw  proven  D",
        "  loss in 2 plies  proven  W1",
    ]


def test_json_tells_outcome_and_distance() -> None:
    answer = json.loads(deepen.analyse(Ways("X3")).as_json())
    assert (answer["outcome"], answer["distance"], answer["winner_moves"]) == ("win", 3, 2)
    assert [move["distance"] for move in answer["moves"]] == [7, 5, 3]


def test_a_search_tells_the_outcome_too() -> None:
    found = deepen.analyse(Ways("W3"), depth=3)
    assert (found.outcome, found.distance, found.algorithm) == ("win", None, "negamax")
    assert deepen.analyse(Ways("D"), depth=3).outcome is None
    over = deepen.analyse(Ways("L0"), depth=1)
    assert (over.outcome, over.distance) == ("loss", 0)


def test_points_are_taken_soon() -> None:
    """Who may wait is worth as much, as long as nobody takes anything away."""
    found = deepen.analyse(Cash("open"))
    assert (found.value, found.outcome, found.distance) == (2, None, 1)
    assert [(move.value, move.distance) for move in found.moves] == [(2, 3), (2, 1)]
    assert (found.best_moves, found.line) == (["cash"], ["cash"])


def test_moves_of_one_player_in_a_row() -> None:
    found = deepen.analyse(Ladder(0))
    assert (found.distance, found.winner_moves, found.line) == (3, 3, ["up", "up", "up"])
    assert describe_value(found) == "White wins in 3 moves, proven"


# ---- which table


def test_a_table_that_is_named() -> None:
    table = deepen.tabulate(Ways("L4"))
    assert deepen.analyse(Ways("W3"), using=table).distance == 3
    with pytest.raises(deepen.InputError, match="it cannot be reached from 'L4'"):
        deepen.analyse(Ways("X3"), using=table)
    with pytest.raises(deepen.UsageError, match="leave out depth, or using"):
        deepen.analyse(Ways("W3"), using=table, depth=2)
    with pytest.raises(deepen.UsageError, match="using is 3"):
        deepen.analyse(Ways("W3"), using=3)  # type: ignore[arg-type]


class Ring(deepen.Game):
    """Steps of 1 and 2 on a ring; who comes home has won."""

    def moves(board: Any, place: Any) -> Any:
        yield 1, (place + 1) % 9
        yield 2, (place + 2) % 9

    def outcome(board: Any, place: Any) -> Any:
        return deepen.LOSS if place == board.home else None


class RingOfObjects(deepen.ObjectGame):
    """The same, and counts what it is asked."""

    def __init__(self, home: int, place: int) -> None:
        self.home, self.start = home, place
        self.asked = 0

    def actions(self, place: Any) -> Any:
        self.asked += 1
        return [1, 2]

    def result(self, place: Any, step: Any) -> Any:
        return (place + step) % 9

    def outcome(self, place: Any) -> Any:
        return deepen.LOSS if place == self.home else None


def test_a_table_of_another_board_says_nothing() -> None:
    table = deepen.tabulate(Ring(3, {"home": 0}))
    assert table.value(Ring(6, {"home": 0})) == -1
    for ask in (table.get, table.value, lambda game: deepen.analyse(game, using=table)):
        with pytest.raises(deepen.InputError, match=r"the table is of another board of Ring$"):
            ask(Ring(6, {"home": 4}))
    with pytest.raises(deepen.InputError, match="of Ring, and says nothing of Ways"):
        table.get(Ways("W3"))
    assert table.value(Ring(6, {"home": 0})) == -1


LONGEST = 2


def test_a_table_says_nothing_when_rules_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stepping() -> type[deepen.Game]:
        class Steps(deepen.Game):
            def moves(board: Any, place: Any) -> Any:
                for step in range(1, LONGEST + 1):
                    yield step, (place + step) % 9

            def outcome(board: Any, place: Any) -> Any:
                return deepen.LOSS if place == 0 else None

        return Steps

    kind, again = stepping(), stepping()
    table = deepen.tabulate(kind(3), compiled=False)
    asked: list[Any] = [table.moves, table.line, lambda game: deepen.analyse(game, using=table)]
    for made in (kind, again):  # a cell of a notebook may run twice
        assert table.value(made(6)) == -1
        for ask in asked:
            ask(made(6))
    monkeypatch.setattr(sys.modules[__name__], "LONGEST", 3)
    for ask in asked:
        with pytest.raises(deepen.InputError, match="made from other rules: `moves` of Steps has"):
            ask(kind(6))


def test_rules_about_objects_are_those_of_one_class() -> None:
    table = deepen.tabulate(RingOfObjects(0, 3))
    later = type("RingOfObjects", (RingOfObjects,), {})
    with pytest.raises(deepen.InputError, match="this one was defined later"):
        table.get(later(0, 3))


def test_a_table_for_which_there_was_no_thread_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Never(Ways):
        """The same game, and nobody has a table of it yet."""

    def refused(*arguments: Any, **options: Any) -> None:
        raise _core.NoThread("Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(_core, "tabulate", refused)
        with pytest.raises(deepen.UsageError, match="no more threads"):
            deepen.analyse(Never("W5"))
    assert deepen.analyse(Never("W5")).algorithm == "table"


def test_objects_may_keep_what_they_like_beside_their_state() -> None:
    game = RingOfObjects(0, 3)
    table = deepen.tabulate(game)
    assert deepen.analyse(game).outcome == "loss"
    assert table.value(RingOfObjects(0, 6)) == -1
    assert deepen.analyse(RingOfObjects(0, 4), using=table).outcome == "win"


def test_a_table_tells_moves_and_lines_itself() -> None:
    """Of positions alone: it leaves rules on what came before aside."""
    for kind in (Ways, NoneAgain, InFour):
        table = deepen.tabulate(kind("D"))
        for name in ("W5", "L4", "D"):
            found = deepen.analyse(Ways(name))
            assert (table.moves(kind(name)), table.line(kind(name))) == (found.moves, found.line)
    with pytest.raises(deepen.InputError, match="not in the table"):
        table.line(InFour("T"))


def test_too_large_for_a_table() -> None:
    """What a search finds then, within all limits."""
    found = deepen.analyse(Turning(0), node_limit=2_000)
    assert (found.status, found.algorithm, found.exact) == ("node-limit", "negamax", False)
    assert found.repeats
    assert ended_by(found) == (
        "The node limit was hit first. "
        "Positions can repeat: 'deepen tabulate' finds what each of them is worth."
    )
    soon = deepen.analyse(Turning(1), time_limit=0.05)
    assert (soon.status, soon.repeats) == ("time-limit", True)
    assert soon.seconds < 2


def test_no_table_is_recommended_where_none_can_be_made() -> None:
    class Paying(deepen.Game):
        """Round and round, a point for each."""

        def moves(board: Any, place: int) -> Any:
            yield 0, (place + 1) % 3, 1

    found = deepen.analyse(Paying(0), compiled=False, node_limit=5000)
    assert not found.exact
    assert "tabulate" not in str(found)


def test_what_was_too_little_once_may_be_enough_later() -> None:
    """A small limit says nothing about what a larger one allows."""
    assert deepen.analyse(Later("W5"), node_limit=2).algorithm == "negamax"
    assert deepen.analyse(Later("W5"), time_limit=1e-9).algorithm == "negamax"
    assert deepen.analyse(Later("W5")).algorithm == "table"


# ---- rules on what came before


def test_what_the_path_decides() -> None:
    found = deepen.analyse(NoneAgain("D"))
    assert (found.status, found.value, found.exact) == ("path-dependent", None, False)
    assert (found.lower_bound, found.upper_bound, found.outcome) == (-1, 1, None)
    assert [(move.value, move.exact) for move in found.moves] == [(None, False), (-1, True)]
    assert found.best_moves == ["E"]
    assert ended_by(found) == "It depends on the path of play, since positions must not repeat."
    won = deepen.analyse(NoneAgain("X3"))
    assert (won.value, won.distance, won.best_moves) == (1, 3, ["L2"])
    end = deepen.analyse(NoneAgain("T"))  # drawn by an end, wherever one comes from
    assert (end.value, end.exact, end.best_moves) == (0, True, ["T0"])


@pytest.mark.parametrize("name", [name for name in WAYS if name not in OVER])
def test_too_late_is_a_draw(name: str) -> None:
    found = deepen.analyse(InFour(name))
    value, distance = truth(name)
    if distance is not None and distance > 4:
        value, distance = 0, None
    assert (found.value, found.distance) == (value, distance)
    assert len(found.line) <= 4
