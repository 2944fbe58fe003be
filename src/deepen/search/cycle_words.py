"""A cycle of positions in words: its moves as people write them, and where it begins."""

from __future__ import annotations

from deepen._spelling import move_names
from deepen.formatting.numbers import counted, joined
from deepen.formatting.states import state_in_short
from deepen.search.games import GameSearch

Cycle = list[tuple[int, ...]]
_MOST_MOVES = 12  # that are written out
_MOST_OF_A_STATE = 100  # characters


def moves_along(search: GameSearch, cycle: Cycle) -> list[str]:
    """The moves from each position to the next, and from the last to the first."""
    asked, names = search.interpreter, []
    for words, to in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        position = asked.position(words)
        children = [search.canonical_words(child) for _, child, *_ in asked.expand(words)]
        names += move_names(position, [position.legal_moves()[children.index(to)]])
    return names


def in_words(search: GameSearch, cycle: Cycle, moves: list[str], told: str = "") -> str:
    """How many moves, what is `told` of them, some of many, and where they begin and end."""
    shown = joined(moves[:_MOST_MOVES]) + (" ..." if len(moves) > _MOST_MOVES else "")
    return f"{counted(len(moves), 'move')}{told}, {shown}, from {_place(search, cycle[0])}"


def _place(search: GameSearch, words: tuple[int, ...]) -> str:
    """A position in words, with the player to move where rules ask for that."""
    said = state_in_short(search.state_of(words), _MOST_OF_A_STATE)
    if not getattr(search.subject, "sees_player", False):
        return said
    there = search.interpreter.position(words)
    return f"{said}, {there.players[there.to_move]} to move"
