"""`deepen.check` for the text and the pictures of a game's package."""

from __future__ import annotations

from typing import Any

from deepen.checking.report import Notes
from deepen.checking.rules import RulesCheck, Words
from deepen.game import Game, ObjectGame, points_of
from deepen.games.protocol import HasDrawing, HasNotation
from deepen.packing.packed import Packed

_WIDTH = 80
_MOST_STATES = 100


class TextCheck:
    """Positions on the walks, as text and as pictures.

    Args:
        rules: has walked.
        package: has `format` and `parse`, or `draw`, or all of them.
    """

    def __init__(self, rules: RulesCheck, package: object) -> None:
        self.rules = rules
        self.package = package
        self.notes: Notes = rules.notes
        self.is_game = isinstance(rules.subject, (Game, ObjectGame))

    def run(self) -> None:
        """Looks at the first states that the walks came through."""
        for words in self.rules.places[:_MOST_STATES]:
            state = self.rules.shown(words)
            position = self._position(words, state)
            if position is None:
                continue
            if isinstance(self.package, HasNotation):
                self._read_back(self.package, state, position)
            if isinstance(self.package, HasDrawing):
                self._draw(self.package, state, position)

    def _position(self, words: Words, state: Any) -> Any:
        if self.is_game:
            return getattr(self.rules, "positions", {}).get(words)
        return self.notes.attempt("at", state, lambda: self._at(state))

    def _at(self, state: Any) -> Any:
        there = self.rules.subject.at(state)
        said = f"gives a puzzle that starts in {there.start!r}"
        self.notes.expect("at", "at", state, there.start == state, said)
        return there

    def _read_back(self, package: HasNotation[Any], state: Any, position: Any) -> None:
        text = self.notes.attempt("format", state, lambda: str(package.format(position)))
        if text is None:
            return
        said = f"of the text {text!r} "
        try:
            again = package.parse(text)
        except Exception as error:
            said += f"says {type(error).__name__}: {error}"
            self.notes.expect("text", "parse", state, False, said)
            return
        one, other = _essence(position), _essence(again)
        changes = [_change(name, one[name], other.get(name)) for name in one]
        said += f"makes {', '.join(filter(None, changes))}"
        self.notes.expect("text", "parse", state, not any(changes), said)

    def _draw(self, package: HasDrawing[Any], state: Any, position: Any) -> None:
        for markup in (False, True):
            picture = self.notes.attempt(
                "draw",
                state,
                lambda: package.draw(position, markup=markup),  # noqa: B023
            )
            if picture is not None and not markup:
                widest = max(map(len, picture.split("\n")))
                said = f"draws {widest} columns"
                self.notes.expect("picture", "draw", state, widest <= _WIDTH, said)


def _essence(position: Any) -> dict[str, Any]:
    """What two positions of one text must agree in."""
    found = {"the start": position.start}
    if isinstance(position, Packed):
        found["the board"] = position.board_bytes
    if isinstance(position, (Game, ObjectGame)):
        found |= {"the player to move": position.to_move, "the score": points_of(position)}
    return found


def _change(name: str, before: Any, after: Any) -> str:
    if before == after:
        return ""
    return f"{name} another" if isinstance(before, bytes) else f"{name} {after!r}, not {before!r}"
