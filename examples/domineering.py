"""Domineering: try `deepen analyse domineering.py` and `deepen serve domineering.py`."""

import deepen

STEPS = (3, 2)  # a domino goes on below its first cell, or on the right of it


def has_room(board, state, player, cell):
    """Whether the player can lay a domino with its first half there."""
    other = board.next[cell, STEPS[player]]
    return other >= 0 and cell not in state.covered and other not in state.covered


def dominoes(board, state, player):
    """How many the player could lay, one at a time."""
    found = 0
    for cell in range(board.cells):
        found += has_room(board, state, player, cell)
    return found


class Domineering(deepen.Game):
    """Lay dominoes, one upright, the other flat; who cannot has lost.

    One player lays dominoes upright, the other flat, by turns and each on two free cells; upright
    begins unless it is said otherwise. A move is named by its upper or left cell. `#` is a cell
    that is covered.
    """

    class State(deepen.State):
        covered = deepen.CellSet("cells")

    players = ("Upright", "Flat")
    look = deepen.Grid(
        layers={"covered": deepen.Piece("domino", "#", "fill", "blue")}, click="cell"
    )
    examples = {
        "four by four": "..../..../..../....",
        "five by five": ("...../...../...../...../.....", "lost for whoever begins"),
        "six by six": "/".join(["......"] * 6),
    }

    @deepen.rule
    def moves(board, state, player):
        for cell in range(board.cells):
            if has_room(board, state, player, cell):
                child = state.copy()
                child.covered.add(cell)
                child.covered.add(board.next[cell, STEPS[player]])
                yield cell, child

    @deepen.rule
    def outcome(board, state, player):
        return None if dominoes(board, state, player) else deepen.LOSS

    @deepen.rule
    def order(board, state, cell, child, reward, player):
        return dominoes(board, child, player) - dominoes(board, child, 1 - player)


deepen.main(Domineering)
