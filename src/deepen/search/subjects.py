"""Puzzles and games as arguments: instances and not classes, one or many, to the right verb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from deepen._arguments import Kind, a_name, refusal, shown
from deepen.errors import UsageError
from deepen.game import Game, ObjectGame
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import Rule

_SUBJECTS = (Puzzle, ObjectPuzzle, Game, ObjectGame)


def a_puzzle(name: str, value: Any) -> Any:
    """A puzzle, and not its class, and not a game."""
    if isinstance(value, (Game, ObjectGame)):
        raise UsageError(f"{_kind_of(value)} is a game: ask `deepen.analyse` what it is worth")
    return _instance(name, value, (Puzzle, ObjectPuzzle), "neither a Puzzle nor an ObjectPuzzle")


def a_game(name: str, value: Any) -> Any:
    """A game, and not its class, and not a puzzle."""
    if isinstance(value, (Puzzle, ObjectPuzzle)):
        raise UsageError(f"{_kind_of(value)} is a puzzle: `deepen.solve` finds its solution")
    return _instance(name, value, (Game, ObjectGame), "neither a Game nor an ObjectGame")


def a_puzzle_or_game(name: str, value: Any) -> Any:
    """Either of them, and not its class."""
    return _instance(name, value, _SUBJECTS, "neither a puzzle nor a game")


def a_puzzle_game_or_family(name: str, value: Any) -> Any:
    """A puzzle, a game, or a family of them, which is looked at elsewhere."""
    return a_puzzle_or_game(name, value) if isinstance(value, type) else value


def many(kind: Kind) -> Kind:
    """Several of a kind, each checked when its turn comes; by name or not."""

    def check(name: str, value: Any) -> Any:
        if isinstance(value, _SUBJECTS):
            raise UsageError(f"{name} is a single {_kind_of(value)}: give a list, [it]")
        if isinstance(value, Mapping):
            return {a_name(f"a key of {name}", key): kind(name, it) for key, it in value.items()}
        if not isinstance(value, Iterable) or isinstance(value, str):
            raise refusal(name, value, "a list")
        return (kind(name, item) for item in value)

    return check


def one_or_many(kind: Kind) -> Kind:
    """One of a kind, or several."""

    def check(name: str, value: Any) -> Any:
        is_one = isinstance(value, (*_SUBJECTS, type))
        return kind(name, value) if is_one else many(kind)(name, value)

    return check


def a_heuristic(name: str, value: Any) -> str:
    """The name of a heuristic, which is easily taken for the heuristic itself."""
    if isinstance(value, Rule):
        own = value.function.__name__
        raise UsageError(f"{name} is the function {own} itself; give its name: {name}='{own}'")
    return a_name(name, value)


def _instance(name: str, value: Any, kinds: tuple[type, ...], otherwise: str) -> Any:
    if isinstance(value, type) and issubclass(value, _SUBJECTS):
        raise UsageError(f"{value.__name__} is a class: give an instance, {value.__name__}(...)")
    if not isinstance(value, kinds):
        raise UsageError(f"{name} is {shown(value)}, which is {otherwise}")
    return value


def _kind_of(value: Any) -> str:
    return type(value).__name__


def has_both_ends(puzzle: Any) -> bool:
    """Whether a puzzle, or a class of puzzles, tells its goals and the way back."""
    goes_back = puzzle.reversible or getattr(puzzle, "predecessors", None) is not None
    return goes_back and getattr(puzzle, "goals", None) is not None
