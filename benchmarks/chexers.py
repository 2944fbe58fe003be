"""Chexers: our default solver beside a student's A*, on the boards that the student's finishes."""

from __future__ import annotations

import time
from dataclasses import dataclass

import deepen
from deepen.games import chexers
from measures import Line
from peers import chexers_astar
from peers.chexers_astar import Instance

ROUNDS = 5
FEW = 4
"""The course has boards of up to so many pieces."""


@dataclass(frozen=True)
class Pair:
    """CPU seconds for one board, from its text to the answer."""

    pieces: int
    ours: float
    theirs: float


def against_a_student() -> list[Line]:
    """Total CPU over the boards that both answer; the costs must be right."""
    boards = chexers_astar.load()
    _ours(boards[0])  # compiles
    pairs = [pair for board in boards if (pair := _measured(board)) is not None]
    small = [pair for pair in pairs if pair.pieces <= FEW]
    title = "Chexers, parse and solve {} boards{}, beside a student's A* in Python: CPU"
    return [
        _line(title.format(len(pairs), f" of {len(boards)}"), pairs, bar=50.0),
        _line(title.format(len(small), f" of up to {FEW} pieces"), small, bar=None),
    ]


def _measured(board: Instance) -> Pair | None:
    """Both on one board; None if the student's program does not finish it."""
    began = time.thread_time()
    answer = chexers_astar.solve(board.text)
    theirs = time.thread_time() - began
    if not answer.finished:
        return None
    began = time.thread_time()
    for _ in range(ROUNDS):
        cost = _ours(board)
    ours = (time.thread_time() - began) / ROUNDS
    if not cost == answer.cost == board.optimal:
        raise ValueError(f"{board.id}: {cost} and {answer.cost}, the optimum is {board.optimal}")
    return Pair(len(chexers.parse(board.text).pieces), ours, theirs)


def _ours(board: Instance) -> int | None:
    return deepen.solve(chexers.parse(board.text)).cost


def _line(title: str, pairs: list[Pair], bar: float | None) -> Line:
    ours, theirs = sum(pair.ours for pair in pairs), sum(pair.theirs for pair in pairs)
    return Line(title, f"{ours:.3f} s", f"student {theirs:.1f} s", theirs / ours, at_least=bar)
