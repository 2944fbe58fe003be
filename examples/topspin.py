"""TopSpin: try `deepen solve topspin.py` and `deepen serve topspin.py`."""

import math

import deepen

WINDOW = 4


def ring(board):
    """The places of the tokens, with the clock from the upper left, and lines between them."""
    tokens = board["tokens"]
    places = {}
    for i in range(tokens):
        turn = 2 * math.pi * (i - (WINDOW - 1) / 2) / tokens
        places[str(i + 1)] = (math.sin(turn) * tokens / 6, -math.cos(turn) * tokens / 6)
    return places, [(str(i + 1), str((i + 1) % tokens + 1)) for i in range(tokens)]


class TopSpin(deepen.Puzzle):
    """Bring the tokens of a ring into order by turning it and flipping four of them.

    Numbered tokens lie in a ring. The ring turns by one to the left or to the right, and a
    turntable flips the four tokens in its window, here the first four. It is solved when 1, 2,
    3 and so on follow from the first place on.
    """

    class State(deepen.State):
        token = deepen.Array("tokens", deepen.Integer(min=1, max="tokens"))

    actions = ("flip", "left", "right")
    reversible = True
    look = deepen.Points(
        ring,
        pieces=[
            deepen.Piece("token {}", "{}", "disc", "blue", text="{}"),
            deepen.Piece("token {} in the window", "{}", "disc", "red", text="{}"),
        ],
    )
    examples = {
        "two steps": "5, 4, 3, 2, 6, 7, 8, 9, 10, 1",
        "eight tokens": "8, 1, 6, 3, 4, 5, 2, 7",
        "ten tokens": "3, 7, 1, 10, 5, 2, 9, 4, 8, 6",
    }

    def __init__(self, *token):
        if sorted(token) != list(range(1, len(token) + 1)) or len(token) <= WINDOW:
            raise deepen.InputError("a ring has tokens from 1 on, five or more, each once")
        super().__init__({"token": token}, {"tokens": len(token), "sorted": sorted(token)})

    @deepen.rule
    def successors(board, state):
        flipped = state.copy()
        for i in range(WINDOW):
            flipped.token[i] = state.token[WINDOW - 1 - i]
        yield "flip", flipped
        left, right = state.copy(), state.copy()
        for i in range(board.tokens):
            left.token[i] = state.token[(i + 1) % board.tokens]
            right.token[i] = state.token[i - 1]
        yield "left", left
        yield "right", right

    @deepen.rule
    def is_goal(board, state):
        return state.token == board.sorted

    @deepen.rule
    def goals(board):
        yield {"token": board.sorted}

    def contents(self, state):
        usual, in_window = self.look.pieces
        return {i: (in_window if i < WINDOW else usual, t) for i, t in enumerate(state.token)}


deepen.main(TopSpin)
