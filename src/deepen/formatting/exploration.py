"""What an exploration saw, in words."""

from __future__ import annotations

from deepen.formatting.lines import listed, width
from deepen.formatting.numbers import counted, sentence
from deepen.solution import Exploration

_MOST_LAYERS = 60


def exploration_in_lines(exploration: Exploration) -> str:
    """How many states there are, and how many of them are so many actions away."""
    generated = f"{exploration.generated:,} generated"
    return "\n".join([sentence(_outcome(exploration)), *_layers(exploration), generated])


def _layers(exploration: Exploration) -> list[str]:
    if not exploration.layers:  # not even the start was left
        return []
    layers = [f"{count:,}" for count in exploration.layers]
    said = f"By distance from the start, 0 to {exploration.depth:,}:"
    return [said, listed(layers, width(), _MOST_LAYERS)]


def _outcome(exploration: Exploration) -> str:
    seen = counted(exploration.states, "state")
    if exploration.complete:
        return f"{seen} can be reached, and no more"
    if exploration.status == "interrupted":
        return f"{seen} seen, not all: interrupted"
    return f"{seen} seen, not all: the {exploration.status.replace('-', ' ')} was hit first"
