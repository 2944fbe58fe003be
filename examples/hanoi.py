"""The towers of Hanoi with four pegs: try `deepen solve hanoi.py` and `deepen serve hanoi.py`."""

import deepen


class Hanoi(deepen.Puzzle):
    """Bring all discs to the last peg, never a larger disc onto a smaller one.

    A move takes the upper disc of a peg to another one, where it lies on nothing or on a larger
    disc. `7` is a tower of seven discs; `5, 3` has three pegs.
    """

    class State(deepen.State):
        peg = deepen.Array("discs", deepen.Cell("pegs"))  # of each disc, the smallest first

    actions = (deepen.Integer(max="pegs"), deepen.Integer(max="pegs"))  # from, to
    reversible = True
    look = deepen.Grid(
        "discs", "pegs", pieces=[deepen.Piece("disc {}", "{}", "disc", "blue", "{}")]
    )
    examples = {
        "three discs": "3",
        "seven discs": ("7", "25 moves"),
        "three pegs": ("5, 3", "31 moves, as ever"),
    }

    def __init__(self, discs, pegs=4):
        super().__init__({"peg": [0] * discs}, {"discs": discs, "pegs": pegs})

    @deepen.rule
    def successors(board, state):
        for source in range(board.pegs):
            if source in state.peg:
                disc = state.peg.index(source)  # the smallest one there
                for target in range(board.pegs):
                    if target not in state.peg or disc < state.peg.index(target):
                        child = state.copy()
                        child.peg[disc] = target
                        yield (source, target), child

    @deepen.rule
    def is_goal(board, state):
        return state.peg.count(board.pegs - 1) == board.discs

    @deepen.rule
    def goals(board):
        yield {"peg": [board.pegs - 1] * board.discs}

    @deepen.rule
    def canonical(board, state):
        """All pegs but the last are alike: number them in the order of their smallest discs."""
        child, named = state.copy(), 0
        name = [-1] * board.pegs
        name[-1] = board.pegs - 1
        for disc in range(board.discs):
            if name[state.peg[disc]] < 0:
                name[state.peg[disc]] = named
                named += 1
            child.peg[disc] = name[state.peg[disc]]
        return child

    def describe_action(self, state, action, child):
        source, target = action
        return f"{source + 1} to {target + 1}"

    def contents(self, state):
        found, height = {}, [0] * self.board.pegs
        for disc in reversed(range(self.board.discs)):
            peg = state.peg[disc]
            height[peg] += 1
            row = self.board.discs - height[peg]
            found[row * self.board.pegs + peg] = ("disc {}", disc + 1)
        return found


deepen.main(Hanoi)
