"""What compiled rules depend on beside the rules: how large everything is.

Two puzzles of one shape share their compiled code, whatever the values on their boards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deepen.packing.actions import ActionLayout
    from deepen.packing.layout import Layout
    from deepen.packing.state_layout import StateLayout


@dataclass(frozen=True, eq=False)
class Packing:
    """A class of rules with all sizes known.

    Attributes:
        owner: the class that has the rules.
        board: where the constants lie.
        state: where the fields of a state lie; None where the rules take words as they are.
        words: how many words a state has.
        actions: what the class declares of its actions; None where they are integers.
        key: equal for packings for which the same code is compiled of the same rules.
    """

    owner: type[Any]
    board: Layout
    state: StateLayout | None
    words: int
    actions: ActionLayout | None
    key: tuple[object, ...] = field(init=False)

    def __post_init__(self) -> None:
        state = self.state.text if self.state is not None else ""
        actions = self.actions.text if self.actions is not None else ""
        object.__setattr__(self, "key", (self.words, self.board.text, state, actions))
