"""Nim: try `deepen analyse nim.py` and `deepen serve nim.py`."""

import deepen


class Nim(deepen.Game):
    """Take matches from one heap; who takes the last one wins.

    Matches lie in heaps. A player takes as many as he likes from one of them, at least one. `3,
    4, 5` are three heaps. Who moves wins unless the exclusive or of the sizes is 0: Bouton
    found that in 1901.
    """

    class State(deepen.State):
        heaps = deepen.Array("heaps", deepen.Integer(max="largest"))

    # From which heap, and how many.
    actions = (deepen.Integer(max="heaps"), deepen.Integer(max="largest"))
    look = deepen.Grid("heaps", "largest", pieces=[deepen.Piece("match", "|", "square", "yellow")])
    examples = {"three heaps": "3, 4, 5", "lost": "1, 2, 3", "four heaps": "1, 3, 5, 7"}

    def __init__(self, *heaps):
        super().__init__({"heaps": heaps}, {"heaps": len(heaps), "largest": max(heaps)})

    @deepen.rule
    def moves(board, state):
        for heap, matches in enumerate(state.heaps):
            for taken in range(1, matches + 1):
                child = state.copy()
                child.heaps[heap] -= taken
                yield (heap, taken), child

    @deepen.rule
    def outcome(board, state):
        return None if any(state.heaps) else deepen.LOSS

    def describe_action(self, state, action, child):
        heap, taken = action
        return f"{taken} from heap {heap + 1}"

    def contents(self, state):
        width = self.board.largest
        return {
            width * heap + i: "match"
            for heap, matches in enumerate(state.heaps)
            for i in range(matches)
        }


deepen.main(Nim)
