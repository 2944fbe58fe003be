"""What compiled rules depend on beside the rules: how large everything is.

Two puzzles of one shape share their compiled code, whatever the values on their boards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deepen.packing.actions import ActionLayout
    from deepen.packing.layout import Layout
    from deepen.packing.state_layout import PlayerBit, StateLayout


@dataclass(frozen=True, eq=False)
class Packing:
    """A class of rules with all sizes known.

    Attributes:
        owner: the class that has the rules.
        board: where the constants lie.
        state: where the fields of a state lie; None where the rules take words as they are.
        words: how many words a state has for the engine.
        actions: what the class declares of its actions; None where they are integers.
        player: where the words of a position say who is to move, if rules are told. States that
            are words as they are have one more for it: all of their bits may be in use.
        key: equal for packings for which the same code is compiled of the same rules.
    """

    owner: type[Any]
    board: Layout
    state: StateLayout | None
    words: int
    actions: ActionLayout | None
    player: PlayerBit | None
    key: tuple[object, ...] = field(init=False)

    def __post_init__(self) -> None:
        state = self.state.text if self.state is not None else ""
        actions = self.actions.text if self.actions is not None else ""
        turn = (self.player.word, self.player.shift) if self.player is not None else ()
        object.__setattr__(self, "key", (self.words, self.board.text, state, actions, turn))

    @property
    def rule_words(self) -> int:
        """How many of the words rules see where states have no fields."""
        return self.words - (self.player is not None and self.state is None)
