"""What a game's list of examples is made of."""

from __future__ import annotations

from typing import Any, Self

from deepen.errors import DeepenError, UsageError


class Example(str):
    """The text of a puzzle or position, as `parse` reads it, that knows what to say about itself.

    Attributes:
        about: its size and how hard it is, in a few words.
    """

    about: str

    def __new__(cls, text: str, about: str = "") -> Self:
        example = super().__new__(cls, text)
        example.about = about
        return example


def no_examples(package: Any, otherwise: str = "give an INPUT, or ") -> DeepenError:
    """What to say where one would be needed."""
    wrong: DeepenError | None = getattr(package, "wrong_start", None)
    if wrong is not None:
        return wrong
    call = getattr(package, "call", "")
    takes = f", and {call} needs arguments" if call else ""
    return UsageError(
        f"{package.NAME} has no examples{takes}: {otherwise}write `examples = {{...}}` in its class"
    )
