"""Boards to begin with."""

from deepen.games.example import Example

EXAMPLES = {
    "course": Example(
        '{"colour": "red", "pieces": [[0, 0], [0, -1], [-2, 1]], "blocks": [[-1, 0], [-1, 1], '
        "[1, 1], [3, -1]]}",
        "3 pieces, 4 blocks, 10 moves: a first look",
    ),
    "race": Example(
        '{"colour": "red", "pieces": [[-3, 0], [-3, 1], [-3, 2], [-3, 3]], "blocks": []}',
        "4 pieces, no blocks, 18 moves: over each other",
    ),
    "detour": Example(
        '{"colour": "blue", "pieces": [[0, -2], [1, -3], [3, -3]], "blocks": [[-2, -1], '
        "[-2, 0], [-2, 1], [-2, 2], [-1, -2], [-1, -1], [-1, 0], [-1, 1], [-1, 2], [-1, 3], "
        "[0, -3], [0, 1], [0, 2], [1, -2], [1, -1], [1, 1], [2, -3], [2, -2], [2, -1], [2, 0], "
        "[2, 1], [3, -2], [3, -1]]}",
        "3 pieces, 23 blocks, 31 moves: the long way round",
    ),
    "seven": Example(
        '{"colour": "red", "pieces": [[-3, 0], [-3, 1], [-3, 2], [-2, 3], [-1, -1], [-1, 0], '
        '[0, -2]], "blocks": []}',
        "7 pieces, no blocks, 28 moves: thousands of states",
    ),
    "unsolvable": Example(
        '{"colour": "green", "pieces": [[0, -3], [0, 3]], "blocks": [[1, -3], [2, -3], '
        "[-1, -2], [-2, -1], [0, -2], [0, -1]]}",
        "2 pieces, 6 blocks: unsolvable, one piece is shut in",
    ),
}
