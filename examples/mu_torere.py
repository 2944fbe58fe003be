"""Mu Torere: try `deepen analyse mu_torere.py` and `deepen serve mu_torere.py`."""

import deepen

CENTRE = 8
RIM = ((0, -2), (1.4, -1.4), (2, 0), (1.4, 1.4), (0, 2), (-1.4, 1.4), (-2, 0), (-1.4, -1.4))
PLACES = {**dict(zip("abcdefgh", RIM, strict=True)), "centre": (0, 0)}
LINES = [*zip("abcdefgh", "bcdefgha", strict=True), *((name, "centre") for name in "abcdefgh")]


def goes(board, state, theirs, source):
    """The free point, if a stone may go there."""
    free = board.near[source] - state.white - state.black
    if CENTRE in free and board.restricted and not board.near[source] & theirs:
        return free - board.centre
    return free


class MuTorere(deepen.Game):
    """Block the other player's stones.

    White and Black have four stones each on the eight points of a star, and the centre is free.
    By turns a stone goes to the free point: to the next one on the rim, from the centre, or to
    the centre. The last is allowed only beside a stone of the other, unless `restricted: 0` is
    told. Who cannot move has lost. The game is from New Zealand.
    """

    class State(deepen.State):
        white = deepen.CellSet(9)
        black = deepen.CellSet(9)

    players = ("White", "Black")
    actions = (deepen.Cell(9), deepen.Cell(9))  # from, to
    look = deepen.Points(
        PLACES,
        LINES,
        layers={
            "white": deepen.Piece("white stone", "w", "disc", "white"),
            "black": deepen.Piece("black stone", "b", "disc", "black"),
        },
        also=("restricted",),
    )
    examples = {
        "the start": ("wwwwbbbb.", "a draw"),
        "unrestricted": ("wwwwbbbb.\nrestricted: 0", "White wins in one move"),
        "a trap": ("www.wbbbb", "White wins in 5"),
    }

    def __init__(self, state, board, **turn):
        super().__init__(state, {"restricted": 1, **board, "centre": {CENTRE}}, **turn)

    @deepen.rule
    def moves(board, state, player):
        mine = state.white if player == 0 else state.black
        theirs = state.black if player == 0 else state.white
        for source in mine:
            for target in goes(board, state, theirs, source):
                child = state.copy()
                if player == 0:
                    child.white.remove(source)
                    child.white.add(target)
                else:
                    child.black.remove(source)
                    child.black.add(target)
                yield (source, target), child

    @deepen.rule
    def outcome(board, state, player):
        mine = state.white if player == 0 else state.black
        theirs = state.black if player == 0 else state.white
        for source in mine:
            if goes(board, state, theirs, source):
                return None
        return deepen.LOSS


deepen.main(MuTorere)
