"""Eight queens, placed row by row: a puzzle whose states are plain tuples.

Run it: python examples/eight_queens.py
"""

import deepen


class Queens(deepen.ObjectPuzzle):
    """A state is the columns of the queens placed so far, one a row."""

    size = 8

    start = ()

    def actions(self, state):
        row = len(state)
        return [
            column
            for column in range(self.size)
            if all(column != c and abs(column - c) != row - r for r, c in enumerate(state))
        ]

    def result(self, state, action):
        return (*state, action)

    def is_goal(self, state):
        return len(state) == self.size


solution = deepen.solve(Queens(), "depth-first")
for column in solution.actions:
    print(" ".join("Q" if c == column else "." for c in range(Queens.size)))
print(f"{solution.expanded} states expanded")
