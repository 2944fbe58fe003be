"""Knights' exchange: try `deepen solve knights_exchange.py`."""

import deepen


def jumps(rows, columns):
    """The squares that a knight reaches from each."""
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    return [
        {j for j, (y, x) in enumerate(squares) if {abs(y - row), abs(x - column)} == {1, 2}}
        for row, column in squares
    ]


class KnightsExchange(deepen.Puzzle):
    """White and black knights change corners.

    Two white knights stand in the upper corners of a board, two black ones in the lower ones.
    They move as in chess, in any order, one to a square, until the white ones are below and the
    black ones above. Guarini asked for it on three by three in 1512.
    """

    class State(deepen.State):
        white = deepen.CellSet("cells")
        black = deepen.CellSet("cells")

    actions = (deepen.Cell("cells"), deepen.Cell("cells"))  # from, to
    reversible = True
    look = deepen.Grid(
        layers={
            "white": deepen.Piece("white knight", "w", "disc", "white", text="N"),
            "black": deepen.Piece("black knight", "b", "disc", "black", text="N"),
        },
    )
    examples = {
        "three by three": ("w.w/.../b.b", "16 moves"),
        "three by four": "w..w/..../b..b",
        "one of each": "w../.../..b",
    }

    def __init__(self, state, board):
        rows, columns = board["rows"], board["columns"]
        above, below = {0, columns - 1}, {(rows - 1) * columns, rows * columns - 1}
        constants = {"above": above, "below": below, "jumps": jumps(rows, columns)}
        super().__init__(state, board | constants)

    @deepen.rule
    def successors(board, state):
        for source in state.white | state.black:
            for target in board.jumps[source] - state.white - state.black:
                child = state.copy()
                if source in state.white:
                    child.white.remove(source)
                    child.white.add(target)
                else:
                    child.black.remove(source)
                    child.black.add(target)
                yield (source, target), child

    @deepen.rule
    def is_goal(board, state):
        return state.white <= board.below and state.black <= board.above


deepen.main(KnightsExchange)
