"""Boards to begin with."""

from deepen.games.example import Example

EXAMPLES = {
    "two-moves": Example(
        "1 2 0 3 4 5 6 7 8",
        "3x3, 2 moves: a first look",
    ),
    "2x3": Example(
        "2x3: 4 5 0 1 2 3",
        "2x3, 10 moves: a board need not be square",
    ),
    "8-hardest": Example(
        "8 0 6 5 4 7 2 3 1",
        "3x3, 31 moves: no 8-puzzle takes more",
    ),
    "15": Example(
        "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
        "4x4, 45 moves",
    ),
    "24": Example(
        "1 4 5 9 2 10 6 3 12 7 15 11 17 8 14 16 22 19 18 13 20 21 0 23 24",
        "5x5, 46 moves: half a million states",
    ),
    "unsolvable": Example(
        "0 2 1 3 4 5 6 7 8",
        "3x3, two tiles swapped: unsolvable",
    ),
}
