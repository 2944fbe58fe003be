"""Pancakes: try `deepen solve pancakes.py` and `deepen serve pancakes.py`."""

import deepen


class Pancakes(deepen.Puzzle):
    """Sort a stack of pancakes by turning over its upper part.

    Pancakes of all sizes lie in a stack, in any order. A spatula goes in beneath some pancake,
    and all above it are turned over at once: that is a move. The smallest shall be on top. A
    stack is given by its sizes from the top: `3, 1, 2`.
    """

    class State(deepen.State):
        stack = deepen.Array("pancakes", deepen.Integer(min=1, max="pancakes"))  # from the top

    reversible = True
    look = deepen.Grid(
        "pancakes",
        "width",
        pieces=[deepen.Piece("pancake {}", "=", "fill", "yellow")],
        click="row",
    )
    examples = {
        "three": "2, 3, 1",
        "six": "4, 6, 2, 5, 1, 3",
        "ten": "3, 8, 1, 6, 10, 4, 9, 2, 7, 5",
    }

    def __init__(self, *sizes):
        if sorted(sizes) != list(range(1, len(sizes) + 1)):
            raise deepen.InputError("a stack has one pancake of each size from 1 on")
        board = {"pancakes": len(sizes), "width": 2 * len(sizes) - 1, "sorted": sorted(sizes)}
        super().__init__({"stack": sizes}, board)

    @deepen.rule
    def successors(board, state):
        for lowest in range(1, board.pancakes):
            child = state.copy()
            for i in range(lowest + 1):
                child.stack[i] = state.stack[lowest - i]
            yield lowest, child

    @deepen.rule
    def is_goal(board, state):
        return state.stack == board.sorted

    @deepen.rule
    def goals(board):
        yield {"stack": board.sorted}

    @deepen.heuristic(admissible=True, consistent=True)
    def gaps(board, state):
        """Neighbours that must be parted; a move parts two. The plate is the largest of all."""
        found = state.stack[-1] != board.pancakes
        for i in range(board.pancakes - 1):
            found += abs(state.stack[i] - state.stack[i + 1]) != 1
        return found

    def describe_action(self, state, action, child):
        return str(action + 1)  # how many are turned over

    def contents(self, state):
        return {
            self.board.width * row + self.board.pancakes - 1 + x: ("pancake {}", size)
            for row, size in enumerate(state.stack)
            for x in range(1 - size, size)
        }


deepen.main(Pancakes)
