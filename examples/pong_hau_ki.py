"""Pong Hau K'i: try `deepen analyse pong_hau_ki.py` and `deepen serve pong_hau_ki.py`."""

import deepen

PLACES = {"a": (0, 0), "b": (2, 0), "c": (1, 1), "d": (0, 2), "e": (2, 2)}
LINES = [*("ac", "bc", "cd", "ce"), *("ad", "be", "de")]  # a square without its upper side


class PongHauKi(deepen.Game):
    """Block the other player's stones.

    Red and Blue have two stones each on the five points of a square, whose upper side is
    missing. By turns a stone slides along a line to the free point. Who cannot move has lost.
    Nobody who takes care does: the game goes on for ever, which is a draw.
    """

    class State(deepen.State):
        red = deepen.CellSet(5)
        blue = deepen.CellSet(5)

    players = ("Red", "Blue")
    actions = (deepen.Cell(5), deepen.Cell(5))  # from, to
    look = deepen.Points(
        PLACES,
        [tuple(line) for line in LINES],
        layers={
            "red": deepen.Piece("red stone", "r", "disc", "red"),
            "blue": deepen.Piece("blue stone", "b", "disc", "blue"),
        },
    )
    examples = {
        "the start": ("rr.bb", "a draw"),
        "a trap": ("br.br", "Red wins in one move"),
        "Blue begins": ("rr.bb\nto move: Blue", "a draw, too"),
    }

    @deepen.rule
    def moves(board, state, player):
        mine = state.red if player == 0 else state.blue
        for source in mine:
            for target in board.near[source] - state.red - state.blue:
                child = state.copy()
                if player == 0:
                    child.red.remove(source)
                    child.red.add(target)
                else:
                    child.blue.remove(source)
                    child.blue.add(target)
                yield (source, target), child

    @deepen.rule
    def outcome(board, state, player):
        mine = state.red if player == 0 else state.blue
        for source in mine:
            if board.near[source] - state.red - state.blue:
                return None
        return deepen.LOSS


deepen.main(PongHauKi)
