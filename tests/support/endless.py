"""Puzzles that no search finishes; importable, so that processes of their own can run them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import deepen


class Tree(deepen.Puzzle):
    """A binary tree without end or goal: the children of s are 2s and 2s + 1."""

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
        yield 0, 2 * state
        yield 1, 2 * state + 1

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return False

    @deepen.heuristic(consistent=True)
    def nothing(board: Any, state: int) -> int:
        return 0

    @deepen.heuristic(admissible=True)
    def scattered(board: Any, state: int) -> int:
        # Any value is admissible, there is no goal; these give the open list many keys.
        return (state * 0x5DEECE66D >> 17) % 1000003


class Wide(deepen.Puzzle):
    """The same tree in states of four words, with 200 children each."""

    state_words = 4

    @deepen.rule
    def successors(board: Any, state: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        for i in range(200):
            yield i, (200 * state[0] + i + 1, ~state[0], i, state[0] ^ state[2])

    @deepen.rule
    def is_goal(board: Any, state: tuple[int, ...]) -> bool:
        return False


class Scattered(deepen.Puzzle):
    """The tree with costs so different that hardly two states have the same."""

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        yield 0, 2 * state, (state * 0x5DEECE66D >> 17) % 1000003
        yield 1, 2 * state + 1, (state * 0x2545F4914F6CDD1D >> 23) % 1000003

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return False


class Chain(deepen.Puzzle):
    """0, 1, 2, ... for ever, each step for nothing: as deep as memory allows."""

    @deepen.rule
    def successors(board: Any, state: int) -> Iterator[tuple[int, int, int]]:
        yield 0, state + 1, 0

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return False


class Objects(deepen.ObjectPuzzle):
    """The tree in Python objects."""

    start = ()

    def actions(self, state: tuple[int, ...]) -> list[int]:
        return [0, 1]

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return False


class Duel(deepen.Game):
    """A game on that tree: no line of play ends."""

    @deepen.rule
    def moves(board: Any, state: int) -> Iterator[tuple[int, int]]:
        yield 0, 2 * state
        yield 1, 2 * state + 1
