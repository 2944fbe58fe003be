"""How puzzles, games and answers are printed: in short by `repr`, in some lines by `str`."""

from __future__ import annotations

from typing import Any


class PrintedMixin:
    """A puzzle or game; a class with a `__repr__` or `__str__` of its own is printed by that."""

    def __repr__(self) -> str:
        from deepen.formatting.subject import subject_in_short  # lazy: start-up

        return subject_in_short(self)

    def __str__(self) -> str:
        if type(self).__repr__ is not PrintedMixin.__repr__:
            return repr(self)
        from deepen.formatting.subject import subject_in_lines  # lazy: start-up

        return subject_in_lines(self)


def draws_itself(subject: Any) -> bool:
    """Whether its class has a `__str__` of its own."""
    kind: Any = type(subject)
    return kind.__str__ is not PrintedMixin.__str__


class AnswerMixin:
    """What a verb returns, as data and in short; a dataclass that leaves `repr` to this."""

    def as_dict(self) -> dict[str, Any]:
        """All of it in numbers, texts, lists and dicts, with the keys that the shell has."""
        from deepen.formatting.data import plain  # lazy: start-up

        found: dict[str, Any] = plain(self)
        return found

    def as_json(self) -> str:
        """The same as a text for other programs."""
        import json  # lazy: start-up

        return json.dumps(self.as_dict())

    def __repr__(self) -> str:
        from deepen.formatting.data import answer_in_short  # lazy: start-up

        return answer_in_short(self)
