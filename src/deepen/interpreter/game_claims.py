"""What the rules `predecessors` and `rank` of a game promise, held against single positions.

`deepen.check` asks along random walks, and a table that was refused which move is at fault.
"""

from __future__ import annotations

from deepen.interpreter.calls import Successor
from deepen.interpreter.games import InterpretedGame

Words = tuple[int, ...]


def wrong_way_back(asked: InterpretedGame, words: Words) -> str:
    """What is wrong with the rule in a position, in words; nothing, mostly."""
    for action, child, paid, _ in asked.ways(words):
        if (action, words, paid) not in _edges(asked.predecessors(child)):
            left_out = _move(asked, action, paid)
            return f"of the state {_shown(asked, child)} leaves out {left_out} in this one"
    for action, before, paid, _ in asked.predecessors(words):
        is_over = asked.outcome(before) is not None  # and has no moves, which everybody knows
        if not is_over and (action, words, paid) not in _edges(asked.ways(before)):
            way = f"{_move(asked, action, paid)} in the state {_shown(asked, before)}"
            return f"says that {way} leads here, which it does not"
    return ""


def wrong_number(asked: InterpretedGame, words: Words) -> str:
    """What is wrong with the number of a state, in words. Who is to move is no part of it."""
    number = asked.rank(words)
    other = asked.unrank(number)
    if asked.turn is not None:
        other = asked.turn.put(other, asked.turn.read(words))
    if other == words:
        return ""
    return f"is {number}, and unrank({number}) is the state {_shown(asked, other)}"


def _edges(ways: list[Successor]) -> set[tuple[int, Words, int]]:
    return {(action, words, paid) for action, words, paid, _ in ways}


def _move(asked: InterpretedGame, action: int, paid: int) -> str:
    again = " with which the mover goes on" if paid & 1 else ""
    return f"the move {asked.action(action)!r}{again}"


def _shown(asked: InterpretedGame, words: Words) -> str:
    return repr(asked.shown_words(words))
