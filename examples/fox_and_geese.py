"""Fox and geese: try `deepen analyse fox_and_geese.py` and `deepen serve fox_and_geese.py`."""

import deepen


def aslant(rows, columns):
    """The cells beside each, diagonally; and those of them that lie above it."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    near = [
        {j for j, (y, x) in enumerate(cells) if abs(y - row) == abs(x - column) == 1}
        for row, column in cells
    ]
    return near, [{j for j in beside if j < i} for i, beside in enumerate(near)]


class FoxAndGeese(deepen.Game):
    """Geese shut in a fox that wants to pass them.

    The fox is above and the geese are below, on the dark cells of a board. The fox moves one
    cell diagonally, in any direction, and a goose one cell diagonally upwards, each to a cell
    that is free; nothing is taken. The geese have won when the fox cannot move. The fox has won
    when he comes to where no goose is below him any more, or no goose can move. The fox begins.
    """

    class State(deepen.State):
        fox = deepen.Cell("cells")
        geese = deepen.CellSet("cells")

    players = ("Fox", "Geese")
    actions = (deepen.Cell("cells"), deepen.Cell("cells"))  # from, to
    look = deepen.Grid(
        layers={
            "fox": deepen.Piece("fox", "F", "disc", "red", text="F"),
            "geese": deepen.Piece("goose", "g", "disc", "white"),
        },
    )
    examples = {
        "six by six": ".....F/....../....../....../....../g.g.g.",
        "eight by eight": (".......F/" + "......../" * 6 + "g.g.g.g.", "the geese win"),
        "a gap": (
            "......../......../.....F../......../...g.g../..g.g.../......../........",
            "the fox has one way",
        ),
    }

    def __init__(self, state, board, **turn):
        near, above = aslant(board["rows"], board["columns"])
        super().__init__(state, {**board, "near": near, "above": above}, **turn)

    @deepen.rule
    def moves(board, state, player):
        if player == 0:
            for target in board.near[state.fox] - state.geese:
                child = state.copy()
                child.fox = target
                yield (state.fox, target), child
        else:
            for source in state.geese:
                for target in board.above[source] - state.geese:
                    if target != state.fox:
                        child = state.copy()
                        child.geese.remove(source)
                        child.geese.add(target)
                        yield (source, target), child

    @deepen.rule
    def outcome(board, state, player):
        if player == 0:
            return None if board.near[state.fox] - state.geese else deepen.LOSS
        if state.fox // board.columns >= max(state.geese) // board.columns:
            return deepen.LOSS
        for goose in state.geese:
            for target in board.above[goose] - state.geese:
                if target != state.fox:
                    return None
        return deepen.LOSS


deepen.main(FoxAndGeese)
