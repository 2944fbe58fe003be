"""What makes the search of Connect Four fast: bounds, the order of moves, mirror images, a guess.

All of them read the state as `rules` tells it.
"""

from __future__ import annotations

from typing import Any

from deepen.games.connect4.board import WINS_AT_ONCE, fourths
from deepen.rules import popcount, rule


@rule
def bounds(board: Any, state: int) -> tuple[int, int]:
    """Exact where the next two moves decide; else nobody wins before the third from now."""
    below = state - board.marks
    free = (state ^ below) & board.squares
    left = popcount(free)
    if state < 0:  # the top bit
        return left + 1 >> 1, left + 1 >> 1
    heads = state & ~below & board.squares
    if heads == 0:
        return 0, 0
    threats = fourths(board.squares ^ free ^ (state & below), board.step) & free
    forced = threats & heads
    # Not under a square on which they win, and on one where they would.
    safe = heads & ~(threats << 1)
    if forced != 0:
        safe &= forced
    if safe == 0 or forced & (forced - 1) != 0:
        return -(left >> 1), -(left >> 1)
    return -(max(left, 2) - 2 >> 1), left - 1 >> 1


@rule
def order(board: Any, state: int, action: int, child: int, reward: int) -> int:
    """By the number of squares on which the mover could win then; of equals the central ones.

    Moves that win or lose at once are none to look into, so it does not matter what they get.
    """
    if child <= 0:
        return 0
    below = child - board.marks
    free = (child ^ below) & board.squares
    threats = fourths(board.squares ^ free ^ (child & below), board.step) & free
    return 16 * popcount(threats) - abs(2 * action - board.columns - 1)


@rule
def canonical(board: Any, state: int) -> int:
    """Of two mirror images the smaller one.

    Where the game to look at is not its own mirror image hardly two states are, and then moves
    that were good elsewhere are a better guide if left and right stay what they are.
    """
    if board.symmetric == 0:
        return state
    mirrored, rest, step = 0, state, board.step & 63
    for _ in range(board.columns):
        mirrored = mirrored << step | rest & (1 << step) - 1
        rest >>= step
    return min(state, mirrored | state & WINS_AT_ONCE)


@rule
def evaluate(board: Any, state: int) -> int:
    """Squares to win on, of the mover less of the other; those of one's own parity count twice.

    When all else is full the first player comes to the squares of odd rows, the second to
    those of even ones.
    """
    below = state - board.marks
    free = (state ^ below) & board.squares
    mine = state & below & board.squares
    to_win = fourths(mine, board.step) & free
    to_lose = fourths(board.squares ^ free ^ mine, board.step) & free
    odd = board.odd_rows
    if popcount(board.squares ^ free) & 1 != 0:
        odd = ~odd
    return popcount(to_win) + popcount(to_win & odd) - popcount(to_lose) - popcount(to_lose & ~odd)
