"""A puzzle or a game in words."""

from __future__ import annotations

from typing import Any

from deepen.formatting.lines import filled, width
from deepen.formatting.states import state_in_short, state_in_words
from deepen.formatting.value import signed
from deepen.game import Playable, has_outcome
from deepen.puzzle import Puzzle

_MOST_CHARACTERS = 200


def purpose(subject: Any) -> str:
    """The first paragraph of what its class says about itself."""
    said: str = type(subject).__dict__.get("__doc__") or ""
    return said.strip().partition("\n\n")[0]


def remarks(subject: Any) -> list[str]:
    """Whose turn it is, or which heuristics there are."""
    if isinstance(subject, Playable):
        score = "" if has_outcome(subject) else f", score {signed(subject.score)}"
        return [f"{subject.players[subject.to_move]} to move{score}"]
    if isinstance(subject, Puzzle) and subject.heuristics:
        return [f"heuristics: {', '.join(subject.heuristics)}"]
    return []


def subject_in_lines(subject: Any) -> str:
    """Its name and purpose, its state, what else there is to know."""
    room = width()
    said = " ".join(purpose(subject).split())
    first = filled(f"{type(subject).__name__}{': ' * bool(said)}{said}", room)
    if subject.look is not None:
        from deepen.looks.terminal import draw  # lazy: a cycle

        return f"{first}\n{draw(subject)}"
    return "\n".join(
        [
            first,
            *([state_in_lines("state", subject.start, room)] if hasattr(subject, "start") else []),
            *(filled(line, room) for line in remarks(subject)),
        ]
    )


def state_in_lines(name: str, state: Any, room: int) -> str:
    """A state after what it is called, wrapped below itself."""
    return filled(state_in_words(state), room, f"{name}: ", " " * (len(name) + 2))


def subject_in_short(subject: Any) -> str:
    """Its class and its start; of a game also whose turn it is and the score, unless it is new."""
    given = {}
    if hasattr(subject, "start"):
        given["start"] = state_in_short(subject.start, _MOST_CHARACTERS)
    for name in ("to_move", "score") if isinstance(subject, Playable) else ():
        if getattr(subject, name):
            given[name] = str(getattr(subject, name))
    said = ", ".join(f"{name}={value}" for name, value in given.items())
    return f"{type(subject).__name__}({said})"
