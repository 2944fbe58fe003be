"""Chess endings: try `deepen analyse chess_endings.py` and `deepen serve chess_endings.py`."""

import re

import deepen

KING = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]
KNIGHT = [(y, x) for y in (-2, -1, 1, 2) for x in (-2, -1, 1, 2) if abs(y) != abs(x)]
WAYS = {"Q": KING, "R": [w for w in KING if 0 in w], "B": [w for w in KING if 0 not in w]}
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
ENDINGS = ("Q", "R", "BN")


def ray(cell, way, length=7):
    """The squares in a direction, one after the other."""
    steps = [(cell // 8 + i * way[0], cell % 8 + i * way[1]) for i in range(1, length + 1)]
    return [8 * y + x for y, x in steps if 0 <= y < 8 and 0 <= x < 8]


def reached(ways, length=7):
    """The squares that a piece reaches on an empty board, from each."""
    return [{to for way in ways for to in ray(cell, way, length)} for cell in range(64)]


def hidden(cell):
    """The squares that a piece on another one hides from here, by that square."""
    lines = [ray(cell, way) for way in KING]
    behind = {over: {*line[i + 1 :]} for line in lines for i, over in enumerate(line)}
    return [behind.get(over, set()) for over in range(64)]


def tables(kinds):
    """The constants of a board on which White has such pieces."""
    reach = [reached(KNIGHT, 1) if kind == "N" else reached(WAYS[kind]) for kind in kinds]
    behind = [hidden(cell) for cell in range(64)]
    return {"count": len(kinds), "near": reached(KING, 1), "reach": reach, "hidden": behind}


def seen(board, state, i):
    """The squares that a piece of White sees, as if Black's king were not there."""
    source = state.pieces[i]
    found = board.reach[i, source] - board.hidden[source, state.white_king]
    for other in state.pieces:
        found = found - board.hidden[source, other]
    return found


def attacked(board, state):
    """The squares to which Black's king must not go."""
    found = board.near[state.white_king]
    for i in range(len(state.pieces)):
        found = found | seen(board, state, i)
    return found


class ChessEndings(deepen.Game):
    """White mates a king that is alone.

    White has a king and a queen, a rook, or a bishop and a knight, and they move as in chess;
    Black has a king. Black is mated where he is attacked and cannot move; where he cannot move
    otherwise it is a draw, and so it is where he takes a piece. A position is written in
    Forsyth's notation: rows from the eighth to the first, numbers for free squares, `w` or `b`
    for who moves, and then a piece that has been taken.
    """

    class State(deepen.State):
        white_king = deepen.Cell(64)
        black_king = deepen.Cell(64)
        pieces = deepen.Array("count", deepen.Cell(64))  # on the black king's square: taken

    players = ("White", "Black")
    actions = (deepen.Cell(64), deepen.Cell(64))  # from, to
    black = deepen.Piece("black king", "k", "disc", "black", text="K")
    white = [deepen.Piece(name, sign, "disc", "white", sign) for sign, name in NAMES.items()]
    look = deepen.Grid(8, 8, pieces=[*white, black], named=("a", "1"), upwards=True)
    examples = {
        "rook": ("8/8/8/3k4/8/8/8/K6R w", "mate in at most 16 moves"),
        "queen": ("8/8/8/3k4/8/8/8/K5Q1 w", "in at most 10"),
        "bishop and knight": ("8/8/8/3k4/8/8/8/K4B1N w", "in at most 33"),
    }

    def __init__(self, forsyth: str):
        rows, turn, taken = (*forsyth.split(), "", "", "")[:3]
        rows = re.sub("[1-8]", lambda number: "." * int(number[0]), rows)
        squares = rows.replace("/", "")
        self.kinds = "".join(sorted(set(squares + taken) & {*NAMES} - {"K"}))
        if [*map(len, rows.split("/"))] != [8] * 8 or turn not in ("w", "b"):
            raise deepen.InputError("a position is eight rows of eight squares, and w or b")
        men = sorted(squares.replace(".", "") + taken)
        if men != sorted(f"Kk{self.kinds}") or self.kinds not in ENDINGS:
            raise deepen.InputError("a position has K, k, and of White's Q, or R, or B and N")
        kings = {"white_king": squares.index("K"), "black_king": squares.index("k")}
        where = [squares.index("k" if kind in taken else kind) for kind in self.kinds]
        board = tables(self.kinds)
        super().__init__({**kings, "pieces": where}, board, to_move="wb".index(turn))
        danger = attacked(self.board, self.start)
        if kings["black_king"] in (danger if turn == "w" else board["near"][squares.index("K")]):
            raise deepen.InputError("who has just moved has left his king to be taken")

    @classmethod
    def parse(cls, text):
        return cls(text)

    def format(self):
        signs = {
            cell: self.look.pieces[name].symbol for cell, name in self.contents(self.start).items()
        }
        squares = "".join(signs.get(cell, ".") for cell in range(64))
        rows = "/".join(squares[i : i + 8] for i in range(0, 64, 8))
        taken = [kind for kind in self.kinds if kind not in rows]
        rows = re.sub("[.]+", lambda free: str(len(free[0])), rows)
        return " ".join([rows, "wb"[self.to_move], *taken])

    def contents(self, state):
        found = {cell: NAMES[kind] for cell, kind in zip(state.pieces, self.kinds, strict=True)}
        return {**found, state.white_king: "king", state.black_king: "black king"}

    @deepen.rule
    def moves(board, state, player):
        if player == 1:
            for target in board.near[state.black_king] - attacked(board, state):
                child = state.copy()
                child.black_king = target
                yield (state.black_king, target), child
        else:
            for target in board.near[state.white_king] - board.near[state.black_king]:
                if target not in state.pieces:
                    child = state.copy()
                    child.white_king = target
                    yield (state.white_king, target), child
            for i, source in enumerate(state.pieces):
                for target in seen(board, state, i) - board.hidden[source, state.black_king]:
                    free = target not in state.pieces and target != state.white_king
                    if free and target != state.black_king:
                        child = state.copy()
                        child.pieces[i] = target
                        yield (source, target), child

    @deepen.rule
    def outcome(board, state, player):
        if player == 0:
            return deepen.DRAW if state.black_king in state.pieces else None
        danger = attacked(board, state)
        if board.near[state.black_king] - danger:
            return None
        return deepen.LOSS if state.black_king in danger else deepen.DRAW


deepen.main(ChessEndings)
