"""Sliding tiles, the field's yardstick: the 8-puzzle, the 15-puzzle, up to the 24-puzzle."""

from typing import Literal

from deepen.games.tiles.examples import EXAMPLES
from deepen.games.tiles.family import family
from deepen.games.tiles.notation import board, format, parse, plain
from deepen.games.tiles.rules import Tiles
from deepen.games.tiles.scramble import random
from deepen.looks.terminal import board as draw

NAME = "tiles"
SUMMARY = "slide tiles into the gap until they stand in order, up to 5x5"
PLAYERS: Literal[1] = 1
HEURISTICS = ("manhattan",)

__all__ = [
    "EXAMPLES",
    "HEURISTICS",
    "NAME",
    "PLAYERS",
    "SUMMARY",
    "Tiles",
    "board",
    "draw",
    "family",
    "format",
    "parse",
    "plain",
    "random",
]
