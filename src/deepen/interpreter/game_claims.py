"""What the rules `canonical`, `predecessors` and `rank` of a game promise, held against positions.

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
            way = f"{_move(asked, action, paid)} leads from here to {_shown(asked, child)}"
            return f"{way}, but predecessors of that state leaves it out"
    for action, before, paid, _ in asked.predecessors(words):
        is_over = asked.outcome(before) is not None  # and has no moves, which everybody knows
        if not is_over and (action, words, paid) not in _edges(asked.ways(before)):
            way = f"{_move(asked, action, paid)} of the state {_shown(asked, before)}"
            return f"yields {way}, but no such move leads here"
    return ""


def wrong_image(asked: InterpretedGame, words: Words) -> str:
    """What is wrong with the image of a position, in words, where images have moves to images."""
    image = asked.canonical(words)
    again = asked.canonical(image)
    said = f"gives {_shown(asked, image)} of {_shown(asked, words)}"
    if again != image:
        return f"{said}, and {_shown(asked, again)} of that one, not the same"
    over = [asked.outcome(each) is not None for each in (words, image)]
    if over[0] != over[1]:
        return f"{said}, and the game is over only in the {'second' if over[0] else 'first'}"
    ours, theirs = _images_after(asked, words), _images_after(asked, image)
    for only, which in ((ours - theirs, "second"), (theirs - ours, "first")):
        if only:
            child = _shown(asked, min(only)[0])
            return f"{said}, and only from the {which} a move leads to {child} or its image"
    return ""


def wrong_image_near(asked: InterpretedGame, start: Words, most: int) -> str:
    """The same of the first of so many positions, nearest first, in which something is wrong.

    It goes where a search goes: from images to what their moves lead to.
    """
    met, found = {start}, [start]
    for words in found:
        if broken := wrong_image(asked, words):
            return broken
        for _, child, *_ in asked.ways(asked.canonical(words)):
            if child not in met and len(found) < most:
                met.add(child)
                found.append(child)
    return ""


def lost_image(asked: InterpretedGame, words: Words) -> str:
    """Where a move of a position leads to an image to which no image of the position has a move."""
    for _, child, *_ in asked.ways(words):
        image = asked.canonical(child)
        before = {asked.canonical(each) for _, each, *_ in asked.predecessors(image)}
        if asked.canonical(words) not in before:
            said = f"gives {_shown(asked, image)} of {_shown(asked, child)}, to which a move leads"
            return (
                f"{said} from {_shown(asked, words)}, but none from an image of that to the first"
            )
    return ""


def _images_after(asked: InterpretedGame, words: Words) -> set[tuple[Words, int]]:
    return {(asked.canonical(child), paid) for _, child, paid, _ in asked.pay(words, 0, False)}


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
