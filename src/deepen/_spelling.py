"""Moves as people type and read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

_NUMBERS = re.compile(r"\(?\s*(-?\d+(?:(?:\s*,\s*|\s+)-?\d+)*)\s*,?\s*\)?")


def move_meant(position: Any, legal: Iterable[Any], wanted: Any) -> Any:
    """The legal move that somebody means; None if it is none of them, or could be two.

    It is given as text, as rules have it, by the names of its places, or as the move itself.
    """
    moves = list(legal)
    for move in moves:
        if wanted in (move, move.text, move.action):
            return move
    by_places = _by_places(position)
    for reading, text_of in (
        (_loosely, lambda move: move.text),
        (_loosely, by_places),
        (_numbers, lambda move: move.text),
    ):
        spelling = reading(str(wanted))
        meant = [move for move in moves if spelling and reading(text_of(move)) == spelling]
        if len(meant) == 1:
            return meant[0]
    return None


def move_names(position: Any, moves: Iterable[Any]) -> list[str]:
    """What moves are called: by the names of their places, where their text is bare numbers."""
    by_places = _by_places(position)
    return [by_places(move) * (move.text == str(move.action)) or move.text for move in moves]


def line_names(position: Any, texts: Iterable[str]) -> list[str]:
    """The same of moves that follow each other from there."""
    names: list[str] = []
    for text in texts:
        move = move_meant(position, position.legal_moves(), text)
        names += move_names(position, [move])
        position = position.after(move)
    return names


def corner_names(position: Any) -> tuple[str, str]:
    """What the first and the last place of its look are called."""
    from deepen.looks.contents import Position  # lazy: a cycle

    places = Position(position).places
    return places[0].name, places[-1].name


def _by_places(position: Any) -> Callable[[Any], str]:
    """How moves are called by places of the look; "" of one that points at none."""
    if getattr(position, "look", None) is None:
        return lambda move: ""
    from deepen.looks.moves import place_names  # lazy: a cycle

    names = place_names(position)
    return lambda move: names(move.action)


def _loosely(text: str) -> str:
    """No matter how it is spaced, in brackets, in capitals or not."""
    return "".join(text.split()).casefold().removeprefix("(").removesuffix(")")


def _numbers(text: str) -> tuple[int, ...]:
    """The parts of a move that is numbers, also without commas and brackets."""
    found = _NUMBERS.fullmatch(text.strip())
    return tuple(map(int, found[1].replace(",", " ").split())) if found else ()
