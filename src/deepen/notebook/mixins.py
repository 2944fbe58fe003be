"""How puzzles, games and what is found of them show themselves in a notebook.

A picture is the method `svg` of a puzzle or game, which returns SVG as text; its look draws it,
unless the class has a method of its own. The methods here are
those that notebooks look for; each gives None for what it leaves to the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from deepen.formatting.mixins import AnswerMixin, PrintedMixin

if TYPE_CHECKING:
    from deepen.look import Look


class NotebookMixin(PrintedMixin):
    """A puzzle or game, seen in a notebook."""

    look: ClassVar[Look | None] = None

    def svg(self, what: str = "board") -> str:
        """A picture: `board`; `solution` and `map` of a puzzle, `values` of a game."""
        from deepen.looks.pictures import picture  # lazy: start-up

        return picture(self, what)

    def _repr_svg_(self) -> str | None:
        return str(self.svg()) if has_picture(self) else None

    def _repr_html_(self) -> str | None:
        if has_picture(self):
            return None
        from deepen.notebook.html import box  # lazy: start-up

        return box(self)


def has_picture(subject: NotebookMixin) -> bool:
    """Whether a puzzle or game says how to draw it."""
    kind: Any = type(subject)
    own = (
        getattr(kind, name) is not getattr(NotebookMixin, name) for name in ("svg", "_repr_svg_")
    )
    return kind.look is not None or any(own)


class SubjectMixin(AnswerMixin):
    """What was found of a puzzle or game. It knows of which one, to draw on it.

    The subject is given to a dataclass as an `InitVar`, not as a field: two answers are compared,
    and written as data, by what they say.
    """

    subject: Any

    def about(self, subject: Any) -> Self:
        """Itself, which is new and nobody else's yet, now that the subject is known."""
        object.__setattr__(self, "subject", subject)  # frozen
        return self

    __post_init__ = about

    def __getstate__(self) -> dict[str, Any]:
        # A class of somebody's notebook cannot be pickled; the figures always can.
        return {name: value for name, value in vars(self).items() if name != "subject"}
