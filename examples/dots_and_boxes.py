"""Dots and Boxes: try `deepen analyse dots_and_boxes.py` and `deepen serve dots_and_boxes.py`."""

import deepen


def drawing(board):
    """The dots and where they are, and the sides, which join two of them."""
    rows, columns = range(board["rows"] + 1), range(board["columns"] + 1)
    dots = {f"{'abcdefgh'[x]}{y + 1}": (x, y) for y in rows for x in columns}
    names = {place: name for name, place in dots.items()}
    lying = [(names[x, y], names[x + 1, y]) for y in rows for x in columns[:-1]]
    standing = [(names[x, y], names[x, y + 1]) for y in rows[:-1] for x in columns]
    return dots, lying + standing


class DotsAndBoxes(deepen.Game):
    """Draw sides; who completes a box gets it and draws again.

    The players draw a side between two dots by turns. Who draws the fourth side of a box gets a
    point, and must draw again. Whoever has more boxes in the end has won. A position is a row
    of signs, `-` for a side that is drawn, first those that lie, row by row, then those that
    stand.
    """

    class State(deepen.State):
        drawn = deepen.CellSet("cells")

    look = deepen.Points(
        drawing,
        on="lines",
        layers={"drawn": deepen.Piece("side", "-", "stroke", "blue")},
        click="cell",
        also=("rows", "columns"),
    )
    examples = {
        "two by two": ("............\nrows: 2\ncolumns: 2", "the first player wins by 2"),
        "one by three": "..........\nrows: 1\ncolumns: 3",
        "three by three": ("." * 24 + "\nrows: 3\ncolumns: 3", "the first player loses by 3"),
    }

    def __init__(self, state, board, **turn):
        rows, columns = board["rows"], board["columns"]
        lying = (rows + 1) * columns
        boxes = []
        for row in range(rows):
            for column in range(columns):
                above, left = row * columns + column, lying + row * (columns + 1) + column
                boxes.append({above, above + columns, left, left + 1})
        super().__init__(state, {**board, "boxes": boxes}, **turn)

    @deepen.rule
    def moves(board, state):
        for side in range(board.cells):
            if side not in state.drawn:
                child = state.copy()
                child.drawn.add(side)
                won = 0
                for box in board.boxes:
                    won += side in box and box <= child.drawn
                yield side, child, won, won > 0


deepen.main(DotsAndBoxes)
