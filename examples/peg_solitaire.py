"""Peg solitaire: try `deepen solve peg_solitaire.py` and `deepen serve peg_solitaire.py`."""

import deepen


def images(board):
    """Of each symmetry of the board, where the pegs of a row come to: a word for all its pegs."""
    rows, columns, *kept = (board[name] for name in ("rows", "columns", "outside", "target"))
    turned = [range(row * columns, row * columns + columns) for row in range(rows)]
    for turn in range(8):  # flipped, transposed, flipped, and so on until it is as it was
        turned = [*zip(*turned, strict=True)] if turn % 2 else turned[::-1]
        cells = [cell for row in turned for cell in row]
        if len(turned) == rows and all({cells[i] for i in each} == each for each in kept):
            yield [[word(row, pegs) for pegs in range(1 << columns)] for row in turned]


def word(cells, pegs):
    return sum(1 << cell for i, cell in enumerate(cells) if pegs >> i & 1)


class PegSolitaire(deepen.Puzzle):
    """Jump over pegs and take them out until one is left, in the marked hole.

    A peg jumps over one beside it into a hole that is free, and the peg beneath is taken out.
    `o` is a peg, `.` a free hole; `x` is the hole in which the last peg shall end, `X` a peg in
    it, and `#` is no part of the board.
    """

    class State(deepen.State):
        pegs = deepen.CellSet("cells")

    actions = (deepen.Cell("cells"), deepen.Cell("cells"))  # from, to
    look = deepen.Grid(
        layers={
            "outside": deepen.Piece("outside", "#", "wall"),
            "target": deepen.Piece("target", "x", "ring", "green"),
            "pegs": deepen.Piece("peg", "o", "disc", "blue"),
        },
        both={("target", "pegs"): "X"},
    )
    examples = {
        "the cross": "##...##/##.o.##/..ooo../...X.../...o.../##...##/##...##",
        "the pyramid": "##...##/##.o.##/..ooo../.ooXoo./ooooooo/##...##/##...##",
        "the whole board": "##ooo##/##ooo##/ooooooo/oooxooo/ooooooo/##ooo##/##ooo##",
    }

    def __init__(self, state, board):
        super().__init__(state, {**board, "image": [*images(board)]})

    @deepen.rule
    def successors(board, state):
        for source in state.pegs:
            for way in range(4):
                over = board.next[source, way]
                target = board.next[over, way] if over in state.pegs else -1
                if target >= 0 and target not in state.pegs and target not in board.outside:
                    child = state.copy()
                    child.pegs.bits ^= 1 << source | 1 << over | 1 << target
                    yield (source, target), child

    @deepen.rule
    def is_goal(board, state):
        return state.pegs == board.target

    @deepen.rule
    def canonical(board, state):
        """Of all images of a position the one that is the smallest word."""
        least = pegs = state.pegs.bits
        for turn in range(len(board.image)):
            image = 0
            for row in range(board.rows):
                image |= board.image[
                    turn, row, pegs >> row * board.columns & ((1 << board.columns) - 1)
                ]
            least = min(least, image)
        child = state.copy()
        child.pegs.bits = least
        return child

    @deepen.heuristic(admissible=True, consistent=True)
    def pegs_to_take(board, state):
        return max(len(state.pegs) - len(board.target), 0)


deepen.main(PegSolitaire)
