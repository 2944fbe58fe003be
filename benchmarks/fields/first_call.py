"""Prints the CPU seconds of the first, very short search of a form in this process.

python -m fields.first_call sokoban packed

What compiling takes the first time in any process, Numba's import before all, is paid before.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import deepen
from fields.twelve import TWELVE


def main(module: str, form: str) -> None:
    entry = next(entry for entry in TWELVE if entry.module == module)
    puzzle = entry.puzzles(form)[0]
    _short_search(_Nothing(0))
    _short_search(_NoGame(0))
    _short_search(_NoTurn(0))
    began = time.process_time()
    _short_search(puzzle)
    print(time.process_time() - began)


def _short_search(puzzle: Any) -> None:
    if isinstance(puzzle, deepen.Game):
        deepen.analyse(puzzle, node_limit=1, values="best")
    else:
        deepen.solve(puzzle, node_limit=1)


class _Nothing(deepen.Puzzle):
    @deepen.rule
    def successors(board, state):
        yield 0, state + 1

    @deepen.rule
    def is_goal(board, state):
        return state == 3


class _NoGame(deepen.Game):
    @deepen.rule
    def moves(board, state):
        if state < 2:
            yield 0, state + 1


class _NoTurn(deepen.Game):
    @deepen.rule
    def moves(board, state, player):
        if state < 2:
            yield 0, state + 1


if __name__ == "__main__":
    main(*sys.argv[1:])
