"""Dark chess: our default solver beside a student's A*, and two times that may not be passed."""

from __future__ import annotations

import time
from dataclasses import dataclass

import deepen
from deepen.games import darkchess
from measures import Line
from peers import darkchess_astar
from peers.darkchess_astar import Instance

ROUNDS = 5
CONTEST_ROUNDS = 20
CONTEST_MS = 4.8
"""A fiftieth of the 240 ms that the faster of two programs written for the contest needed."""
TIERS_SECONDS = 5.0


@dataclass(frozen=True)
class Pair:
    """CPU seconds for one position, from its text to the answer."""

    ours: float
    theirs: float


def all_lines() -> list[Line]:
    positions = darkchess_astar.load()
    for position in positions:
        _ours(position)  # compiles, and every answer is checked once
    return [_against_a_student(positions), _contest(positions), _tiers(positions)]


def _against_a_student(positions: list[Instance]) -> Line:
    """Total CPU over the positions that both answer."""
    pairs = [pair for one in positions if (pair := _measured(one)) is not None]
    ours, theirs = sum(pair.ours for pair in pairs), sum(pair.theirs for pair in pairs)
    return Line(
        f"dark chess, parse and solve {len(pairs)} positions of {len(positions)}, beside a "
        "student's A* in Python: CPU",
        f"{ours:.3f} s",
        f"student {theirs:.1f} s",
        theirs / ours,
        at_least=200.0,
    )


def _measured(position: Instance) -> Pair | None:
    """Both on one position; None if the student's program does not finish it."""
    began = time.thread_time()
    answer = darkchess_astar.solve(position.text)
    theirs = time.thread_time() - began
    if not answer.finished:
        return None
    if answer.cost != position.optimal:
        raise ValueError(f"{position.id}: the student's A* says {answer.cost}")
    return Pair(_cpu([position], ROUNDS) / ROUNDS, theirs)


def _contest(positions: list[Instance]) -> Line:
    """All of them in one process, the quickest of some passes."""
    contest = [one for one in positions if one.tier == "contest"]
    taken = min(_cpu(contest) for _ in range(CONTEST_ROUNDS)) * 1e3
    return Line(
        f"dark chess, parse and solve the contest's {len(contest)} positions (an absolute number: "
        "a fiftieth of what a program for the contest needed on such a machine)",
        f"{taken:.2f} ms",
        "that program 240 ms",
        taken,
        unit=" ms",
        at_most=CONTEST_MS,
    )


def _tiers(positions: list[Instance]) -> Line:
    chosen = [one for one in positions if one.tier in ("easy", "medium")]
    taken = _cpu(chosen)
    return Line(
        f"dark chess, parse and solve the {len(chosen)} easy and medium positions (an absolute "
        "number)",
        f"{taken:.2f} s",
        value=taken,
        unit=" s",
        at_most=TIERS_SECONDS,
    )


def _cpu(positions: list[Instance], rounds: int = 1) -> float:
    began = time.thread_time()
    for _ in range(rounds):
        for position in positions:
            _ours(position)
    return time.thread_time() - began


def _ours(position: Instance) -> None:
    cost = deepen.solve(darkchess.parse(position.text)).cost
    if cost != position.optimal:
        raise ValueError(f"{position.id}: {cost}, the optimum is {position.optimal}")
