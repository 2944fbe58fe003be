"""Sliding tiles, the field's yardstick: the 8-puzzle, the 15-puzzle, up to the 24-puzzle."""

from deepen.games.tiles.board import SlidingTiles
from deepen.games.tiles.drawing import draw
from deepen.games.tiles.family import family
from deepen.games.tiles.large import LargeTiles
from deepen.games.tiles.notation import board, format, parse, plain
from deepen.games.tiles.rules import Tiles
from deepen.games.tiles.scramble import random

NAME = "tiles"
SUMMARY = "slide tiles into the gap until they stand in order, up to 5x5"
EXAMPLES = {
    "two-moves": "1 2 0 3 4 5 6 7 8",
    "2x3": "2x3: 4 5 0 1 2 3",
    "8-hardest": "8 0 6 5 4 7 2 3 1",
    "15": "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
    "24": "1 4 5 9 2 10 6 3 12 7 15 11 17 8 14 16 22 19 18 13 20 21 0 23 24",
    "unsolvable": "0 2 1 3 4 5 6 7 8",
}

__all__ = [
    "EXAMPLES",
    "NAME",
    "SUMMARY",
    "LargeTiles",
    "SlidingTiles",
    "Tiles",
    "board",
    "draw",
    "family",
    "format",
    "parse",
    "plain",
    "random",
]
