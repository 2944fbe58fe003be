"""How puzzles, games and what is found of them show themselves in a notebook.

A picture is the method `svg` of a puzzle or game, which returns SVG as text. The methods here are
those that notebooks look for; each gives None for what it leaves to the other.
"""

from __future__ import annotations

from typing import Any, Self

from deepen.formatting.mixins import AnswerMixin, PrintedMixin


class NotebookMixin(PrintedMixin):
    """A puzzle or game, seen in a notebook."""

    def _repr_svg_(self) -> str | None:
        draw = getattr(self, "svg", None)
        return None if draw is None else str(draw())

    def _repr_html_(self) -> str | None:
        if has_picture(self):
            return None
        from deepen.notebook.html import box  # lazy: start-up

        return box(self)


def has_picture(subject: NotebookMixin) -> bool:
    """Whether a puzzle or game says how to draw it."""
    return hasattr(subject, "svg") or type(subject)._repr_svg_ is not NotebookMixin._repr_svg_


class SubjectMixin(AnswerMixin):
    """What was found of a puzzle or game. It knows of which one, to draw on it.

    The subject is given to a dataclass as an `InitVar`, not as a field: two answers are compared,
    and written as data, by what they say.
    """

    subject: Any

    def __post_init__(self, subject: Any) -> None:
        self.about(subject)

    def about(self, subject: Any) -> Self:
        """Itself, which is new and nobody else's yet, now that the subject is known."""
        object.__setattr__(self, "subject", subject)  # frozen
        return self

    def __getstate__(self) -> dict[str, Any]:
        # A class of somebody's notebook cannot be pickled; the figures always can.
        return {name: value for name, value in vars(self).items() if name != "subject"}
