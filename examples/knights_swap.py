"""Two white and two black knights change places on a 3x3 board: rules on bit boards.

    0 1 2      w . w           b . b
    3 4 5      . . .    -->    . . .
    6 7 8      b . b           w . w

Run it: python examples/knights_swap.py
"""

import deepen
from deepen import bit, bits

JUMPS = {0: (5, 7), 1: (6, 8), 2: (3, 7), 3: (2, 8), 5: (0, 6), 6: (1, 5), 7: (0, 2), 8: (1, 3)}
WHITE, BLACK = 0b000000101, 0b101000000


class KnightsSwap(deepen.Puzzle):
    """Two words: the white knights and the black ones, a bit a square."""

    board_fields = {"reach": ("u8", 9)}  # the squares that a knight attacks
    state_words = 2

    def __init__(self):
        reach = [sum(1 << to for to in JUMPS.get(square, ())) for square in range(9)]
        super().__init__(start=(WHITE, BLACK), board={"reach": reach})

    @deepen.rule
    def successors(board, state):
        white, black = state
        free = ~(white | black)
        for square in bits(white | black):
            for target in bits(board.reach[square] & free):
                move = bit(square) | bit(target)
                if white & bit(square):
                    yield 9 * square + target, (white ^ move, black)
                else:
                    yield 9 * square + target, (white, black ^ move)

    @deepen.rule
    def is_goal(board, state):
        return state[0] == BLACK and state[1] == WHITE

    def describe_action(self, state, action, child):
        return f"{action // 9}-{action % 9}"


solution = deepen.solve(KnightsSwap())
print(f"{solution.cost} moves, {'proven shortest' if solution.optimal else 'not proven'}:")
print(" ".join(solution.actions))
