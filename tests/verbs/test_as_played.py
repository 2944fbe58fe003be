"""What is said to be proven of games with rules on repetition and length, against all of play.

The truth goes through every history of a small game, as the rules on how it is played have it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, ClassVar

import pytest

import deepen
from deepen.compiler import functions
from deepen.verbs import analyse
from support import cases

Edges = list[list[tuple[int, bool]]]
Place = tuple[int, int]  # a state, and who is to move


class Ways(deepen.ObjectGame):
    """Along the edges of a graph, each to a state where the other moves or the same one again."""

    players = ("Ann", "Ben")

    def __init__(self, edges: Edges, ends: dict[int, int], start: int) -> None:
        self.edges, self.ends = edges, ends
        super().__init__(start)

    def actions(self, state: int) -> range:
        return range(len(self.edges[state]))

    def result(self, state: int, action: int) -> int:
        return self.edges[state][action][0]

    def again(self, state: int, action: int, result: int) -> bool:
        return self.edges[state][action][1]

    def outcome(self, state: int) -> int | None:
        return self.ends.get(state)


class Losing(Ways):
    repetition = "loss"


class Forbidden(Ways):
    repetition = "forbidden"


class Short(Ways):
    move_limit: ClassVar[int | None] = 3


class ShortAndLosing(Losing):
    move_limit: ClassVar[int | None] = 4


class ShortAndForbidden(Forbidden):
    move_limit: ClassVar[int | None] = 4


KINDS = (Losing, Forbidden, Short, ShortAndLosing, ShortAndForbidden)


def random_ways(random: Random) -> tuple[Edges, dict[int, int], int]:
    size, again = random.randint(3, 6), random.choice([0, 0, 0.3])
    edges = [
        list(
            dict.fromkeys(
                (random.randrange(size), random.random() < again)
                for _ in range(random.randint(1, 3))
            )
        )
        for _ in range(size)
    ]
    ends = {size - 1: random.choice([-1, -1, 1])}
    if random.random() < 0.3:
        ends[size - 2] = random.choice([-1, 0, 1])
    if random.random() < 0.2:
        edges[random.randrange(size)] = []
    return edges, ends, random.randrange(size - len(ends))


Truth = Callable[[Place, frozenset[Place], int | None], int]


def truth_of(game: Ways) -> tuple[Truth, Callable[..., int | None]]:
    """The value of a place after a history, and that of one move there; None if it is forbidden."""

    @cache
    def value(place: Place, seen: frozenset[Place], left: int | None) -> int:
        state = place[0]
        if state in game.ends:
            return game.ends[state]
        if left == 0:
            return 0
        found = [of_move(place, seen, left, way) for way in range(len(game.edges[state]))]
        return max((each for each in found if each is not None), default=0)

    def of_move(place: Place, seen: frozenset[Place], left: int | None, way: int) -> int | None:
        state, again = game.edges[place[0]][way]
        child = state, place[1] if again else 1 - place[1]
        sign = 1 if again else -1
        if state not in game.ends and child in seen and game.repetition != "draw":
            return None if game.repetition == "forbidden" else -1
        return sign * value(child, seen | {child}, None if left is None else left - 1)

    return value, of_move


def claims_hold(found: deepen.Analysis, game: Ways, place: Place, seen: frozenset[Place]) -> None:
    left = None if game.move_limit is None else game.move_limit - (len(seen) - 1)
    value, of_move = truth_of(game)
    true = value(place, seen, left)
    low, high = found.lower_bound, found.upper_bound
    assert (low is None or low <= true) and (high is None or true <= high)  # noqa: PT018
    if found.exact:
        assert found.value == true
    for move in found.moves:
        true_move = of_move(place, seen, left, int(move.action))
        if true_move is None:  # no legal move of the session, if of the rules
            continue
        low, high = move.lower_bound, move.upper_bound
        assert (low is None or low <= true_move) and (high is None or true_move <= high)  # noqa: PT018
        if move.exact:
            assert move.value == true_move


def test_a_fresh_start() -> None:
    """By tables, and by searches that know no distances."""
    random, proven = Random(1), 0
    for _ in range(cases(800)):
        edges, ends, start = random_ways(random)
        for kind in KINDS:
            game, place = kind(edges, ends, start), (start, 0)
            found = deepen.analyse(game)
            claims_hold(found, game, place, frozenset([place]))
            proven += found.exact
            seen = deepen.analyse(game, depth=random.choice((2, 5)))
            claims_hold(seen, game, place, frozenset([place]))
    assert proven > cases(800)


def test_after_some_moves() -> None:
    random, proven = Random(2), 0
    for _ in range(cases(400)):
        edges, ends, start = random_ways(random)
        for kind in KINDS:
            session = deepen.play(kind(edges, ends, start), "human", "human")
            seen = {(start, 0)}
            for _ in range(random.randint(0, 4)):
                if session.is_over:
                    break
                session.play(random.choice([move.text for move in session.legal_moves()]))
                seen.add((session.position.start, session.position.to_move))
            made = len(session.moves)
            if session.is_over or made >= len(seen):
                continue  # where something came again, the history is more than a set
            place = session.position.start, session.position.to_move
            position: Any = session.position
            for program in (deepen.Program(time=2), deepen.Program(random.choice((2, 5)))):
                found = session.hint(program).analysis
                claims_hold(found, position, place, frozenset(seen))
                proven += found.exact
    assert proven > cases(200)


def test_a_table_that_was_tried_is_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only distances were asked of it, too, since there is a limit of moves."""

    class Long(deepen.ObjectGame):
        move_limit = 50

        def actions(self, state: int) -> list[int]:
            return [1, 2]

        def result(self, state: int, action: int) -> int:
            return state + action

        def outcome(self, state: int) -> int | None:
            return deepen.LOSS if state >= 1000 else None

    clock, left = iter([100.0, 100.4]), []
    monkeypatch.setattr(analyse, "monotonic", lambda: next(clock))
    monkeypatch.setattr(analyse, "look_up", lambda search, limits: None)
    real = analyse._searched

    def searched(search: Any, limits: Any) -> Any:
        left.append(limits.time)
        return real(search, limits)

    monkeypatch.setattr(analyse, "_searched", searched)
    found = deepen.analyse(Long(0), time_limit=1, node_limit=10)
    assert left == [pytest.approx(0.6)]
    assert found.seconds >= 0.4


@pytest.mark.parametrize("rule", ["loss", "forbidden"])
def test_rules_in_the_interpreter_stay_there(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ring(deepen.Game):
        repetition = rule

        def moves(board: Any, place: int) -> Any:
            yield 1, (place + 1) % 9
            yield 2, (place + 8) % 9

        def outcome(board: Any, place: int) -> int | None:
            return deepen.LOSS if place == 0 else None

    def refused(*arguments: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(functions, "game_functions", refused)
    assert deepen.analyse(Ring(2), depth=2, compiled=False).value == 0
    assert deepen.analyse(Ring(1), compiled=False).value == 1
