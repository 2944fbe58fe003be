"""Three men's morris: try `deepen analyse three_mens_morris.py` and `deepen serve` with it."""

import deepen
from deepen import bit

PLACES = {f"{'abc'[x]}{y + 1}": (x, y) for y in range(3) for x in range(3)}
ALL = set(range(9))
LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
BESIDE, ANYWHERE = 2, 3  # a king's moves, free moves


def drawing(board):
    """The points, and the lines along which men slide."""
    return PLACES, [(a, b) for a in PLACES for b in PLACES if a < b and joined(a, b, board)]


def joined(a, b, board):
    apart = sorted(abs(i - j) for i, j in zip(PLACES[a], PLACES[b], strict=True))
    return apart == [0, 1] or (apart == [1, 1] and (board.get("reach") == BESIDE or "b2" in (a, b)))


def moved(state, player, source, target):
    """After a man has gone from one point to another, or been set where both are the same."""
    child = state.copy()
    if player == 0:
        child.white.bits ^= bit(source) | bit(target)
    else:
        child.black.bits ^= bit(source) | bit(target)
    return child


class ThreeMensMorris(deepen.Game):
    """Get your three men in a line.

    White and Black set three men each on free points by turns, White first; the move `b2 b2`
    sets one on b2. Then they slide a man to a free point beside it, along a line. Who has three
    in a row, a column or a diagonal has won. With `reach: 2` men go to any point beside them, as
    a king does in chess, with `reach: 3` to any that is free.
    """

    class State(deepen.State):
        white = deepen.CellSet(9)
        black = deepen.CellSet(9)

    players = ("White", "Black")
    actions = (deepen.Cell(9), deepen.Cell(9))  # from, to
    look = deepen.Points(
        drawing,
        layers={
            "white": deepen.Piece("white man", "w", "disc", "white"),
            "black": deepen.Piece("black man", "b", "disc", "black"),
        },
        also=("reach",),
    )
    examples = {
        "empty": (".........", "White wins in 9, by the centre alone"),
        "all set": ("ww.wbb..b", "White wins in 9"),
        "king's moves": (".........\nreach: 2", "a draw"),
        "free moves": (".........\nreach: 3", "a draw"),
    }

    def __init__(self, state, board, **turn):
        near = {"near": [ALL] * 9} if board.get("reach") == ANYWHERE else {}
        super().__init__(state, {"reach": 1, "lines": LINES, "all": ALL, **board, **near}, **turn)

    @deepen.rule
    def moves(board, state, player):
        mine = state.white if player == 0 else state.black
        free = board.all - state.white - state.black
        if len(mine) < 3:
            for cell in free:
                yield (cell, cell), moved(state, player, cell, cell)
        else:
            for source in mine:
                for target in board.near[source] & free:
                    yield (source, target), moved(state, player, source, target)

    @deepen.rule
    def outcome(board, state, player):
        theirs = state.black if player == 0 else state.white
        for line in board.lines:
            if line <= theirs:
                return deepen.LOSS  # the last move has won
        return None


deepen.main(ThreeMensMorris)
