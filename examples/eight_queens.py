"""Eight queens, of plain Python objects: try `deepen solve eight_queens.py`."""

import deepen


class EightQueens(deepen.ObjectPuzzle):
    """Place a queen in each row so that none attacks another.

    Queens are placed row by row; a state is a tuple of their columns so far. Rules over Python
    objects take no declaration of fields and are not compiled, which is enough for a puzzle of some
    thousand states. `6` is a board of six by six.
    """

    look = deepen.Grid(
        "size", "size", pieces=[deepen.Piece("queen", "Q", "disc", "black", "Q")], click="column"
    )
    examples = {"eight": "8", "six": "6", "three": ("3", "proven to have no solution")}

    def __init__(self, size=8):
        self.size, self.columns = size, range(size)
        super().__init__(())

    def actions(self, state):
        row = len(state)
        return [
            column
            for column in self.columns
            if row < self.size
            and all(column != c and abs(column - c) != row - r for r, c in enumerate(state))
        ]

    def result(self, state, action):
        return (*state, action)

    def is_goal(self, state):
        return len(state) == self.size

    def contents(self, state):
        return {self.size * row + column: "queen" for row, column in enumerate(state)}


deepen.main(EightQueens)
