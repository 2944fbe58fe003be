"""Peg solitaire: try `deepen solve peg_solitaire.py` and `deepen serve peg_solitaire.py`."""

import deepen


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

    @deepen.rule
    def successors(board, state):
        for source in state.pegs:
            for way in range(4):
                over = board.next[source, way]
                target = board.next[over, way] if over in state.pegs else -1
                if target >= 0 and target not in state.pegs and target not in board.outside:
                    child = state.copy()
                    child.pegs.remove(source)
                    child.pegs.remove(over)
                    child.pegs.add(target)
                    yield (source, target), child

    @deepen.rule
    def is_goal(board, state):
        return state.pegs == board.target

    @deepen.heuristic(admissible=True, consistent=True)
    def pegs_to_take(board, state):
        return max(len(state.pegs) - len(board.target), 0)


deepen.main(PegSolitaire)
