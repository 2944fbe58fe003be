"""Single-player Chexers: lead all pieces off a hexagonal board, over each other and over blocks."""

from deepen.games.chexers.drawing import draw
from deepen.games.chexers.exact import ExactChexers, with_table
from deepen.games.chexers.family import family, smaller
from deepen.games.chexers.notation import format, parse, plain
from deepen.games.chexers.rules import Chexers
from deepen.games.chexers.scramble import random

NAME = "chexers"
SUMMARY = "lead all pieces off the hexagon, in steps and jumps"
EXAMPLES = {
    "course": '{"colour": "red", "pieces": [[0, 0], [0, -1], [-2, 1]], '
    '"blocks": [[-1, 0], [-1, 1], [1, 1], [3, -1]]}',
    "race": '{"colour": "red", "pieces": [[-3, 0], [-3, 1], [-3, 2], [-3, 3]], "blocks": []}',
    "detour": '{"colour": "blue", "pieces": [[0, -2], [1, -3], [3, -3]], "blocks": '
    "[[-2, -1], [-2, 0], [-2, 1], [-2, 2], [-1, -2], [-1, -1], [-1, 0], [-1, 1], [-1, 2], "
    "[-1, 3], [0, -3], [0, 1], [0, 2], [1, -2], [1, -1], [1, 1], [2, -3], [2, -2], [2, -1], "
    "[2, 0], [2, 1], [3, -2], [3, -1]]}",
    "seven": '{"colour": "red", "pieces": [[-3, 0], [-3, 1], [-3, 2], [-2, 3], [-1, -1], '
    '[-1, 0], [0, -2]], "blocks": []}',
    "unsolvable": '{"colour": "green", "pieces": [[0, -3], [0, 3]], "blocks": '
    "[[1, -3], [2, -3], [-1, -2], [-2, -1], [0, -2], [0, -1]]}",
}

__all__ = [
    "EXAMPLES",
    "NAME",
    "SUMMARY",
    "Chexers",
    "ExactChexers",
    "draw",
    "family",
    "format",
    "parse",
    "plain",
    "random",
    "smaller",
    "with_table",
]
