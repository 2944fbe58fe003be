"""Othello: try `deepen analyse othello.py` and `deepen serve othello.py`."""

import deepen
from deepen import bit, popcount

WAYS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]


def beside(rows, columns):
    """The eight neighbours of each cell, -1 where there is none."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    numbers = {cell: number for number, cell in enumerate(cells)}
    return [[numbers.get((row + y, column + x), -1) for y, x in WAYS] for row, column in cells]


def turned_by(board, mine, theirs, cell):
    """The discs, as bits, that one of mine turns over if it is laid there."""
    turned = 0
    for way in range(8):
        run, to = 0, board.beside[cell, way]
        while to in theirs:
            run |= bit(to)
            to = board.beside[to, way]
        if to in mine:
            turned |= run
    return turned


class Othello(deepen.Game):
    """Enclose discs of the other colour and turn them over.

    A disc of one's own is laid so that it encloses discs of the other colour in a straight
    line, in any of eight ways; all that are enclosed are turned over. Who can enclose none
    passes, and where neither can the game is over. The value of a position is by how many discs
    more the mover gets.
    """

    class State(deepen.State):
        black = deepen.CellSet("cells")
        white = deepen.CellSet("cells")

    players = ("Black", "White")
    look = deepen.Grid(
        layers={
            "black": deepen.Piece("black disc", "X", "disc", "black"),
            "white": deepen.Piece("white disc", "O", "disc", "white"),
        },
        click="cell",
    )
    examples = {
        "four by four": ("..../.OX./.XO./....", "White wins by 8"),
        "six by six": ("....../....../..OX../..XO../....../......", "White wins by 4"),
    }

    def __init__(self, state, board, **turn):
        board = {**board, "beside": beside(board["rows"], board["columns"])}
        super().__init__(state, board, **turn)

    @deepen.rule
    def moves(board, state, player):
        mine = state.black if player == 0 else state.white
        theirs = state.white if player == 0 else state.black
        can_move = other_can = False
        for cell in range(board.cells):
            if cell not in mine and cell not in theirs:
                other_can = other_can or turned_by(board, theirs, mine, cell) != 0
                turned = turned_by(board, mine, theirs, cell)
                if turned:
                    can_move = True
                    child = state.copy()
                    child.black.bits ^= turned
                    child.white.bits ^= turned
                    if player == 0:
                        child.black.add(cell)
                    else:
                        child.white.add(cell)
                    yield cell, child, 1 + 2 * popcount(turned)
        if other_can and not can_move:
            yield board.cells, state  # a pass

    def describe_action(self, state, action, child):
        return "pass" if action == self.board.cells else str(action)


deepen.main(Othello)
