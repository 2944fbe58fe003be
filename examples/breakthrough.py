"""Breakthrough: try `deepen analyse breakthrough.py` and `deepen serve breakthrough.py`."""

import deepen

FORWARDS = (0, 3)  # White goes up, Black down
LEFT, RIGHT = 1, 2


class Breakthrough(deepen.Game):
    """Bring a pawn to the far side of the board.

    Pawns go one step forwards, straight or aslant, to a cell that is free; aslant they also
    take a pawn of the other. Who brings one to the last row, or takes all of the other's, has
    won. White goes upwards.
    """

    class State(deepen.State):
        white = deepen.CellSet("cells")
        black = deepen.CellSet("cells")

    players = ("White", "Black")
    actions = (deepen.Cell("cells"), deepen.Cell("cells"))  # from, to
    look = deepen.Grid(
        layers={
            "white": deepen.Piece("white pawn", "w", "disc", "white"),
            "black": deepen.Piece("black pawn", "b", "disc", "black"),
        },
    )
    examples = {
        "four by four": "bbbb/bbbb/wwww/wwww",
        "five by four": "bbbb/..../..../..../wwww",
        "a race": "b.../...b/w..w/....",
    }

    @deepen.rule
    def moves(board, state, player):
        mine = state.white if player == 0 else state.black
        theirs = state.black if player == 0 else state.white
        for source in mine:
            ahead = board.next[source, FORWARDS[player]]
            for target in (board.next[ahead, LEFT], ahead, board.next[ahead, RIGHT]):
                if target < 0 or target in mine or (target == ahead and target in theirs):
                    continue
                child = state.copy()
                if player == 0:
                    child.white.remove(source)
                    child.white.add(target)
                    child.black.discard(target)
                else:
                    child.black.remove(source)
                    child.black.add(target)
                    child.white.discard(target)
                yield (source, target), child

    @deepen.rule
    def outcome(board, state, player):
        mine = state.white if player == 0 else state.black
        theirs = state.black if player == 0 else state.white
        for cell in theirs:
            if board.next[cell, FORWARDS[1 - player]] < 0:
                return deepen.LOSS
        return None if mine else deepen.LOSS

    @deepen.rule
    def order(board, state, action, child, reward, player):
        _, target = action
        row = target // board.columns
        steps = board.rows - 1 - row if player == 0 else row
        takes = target in (state.black if player == 0 else state.white)
        return steps + board.rows * takes


deepen.main(Breakthrough)
