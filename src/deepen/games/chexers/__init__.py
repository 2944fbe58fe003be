"""Single-player Chexers: lead all pieces off a hexagonal board, over each other and over blocks."""

from typing import Literal

from deepen.games.chexers.examples import EXAMPLES
from deepen.games.chexers.family import family, smaller
from deepen.games.chexers.heuristics.exact import ExactChexers, with_table
from deepen.games.chexers.notation import format, parse, plain
from deepen.games.chexers.rules import Chexers
from deepen.games.chexers.scramble import random
from deepen.looks.terminal import board as draw

NAME = "chexers"
SUMMARY = "lead all pieces off the hexagon, in steps and jumps"
PLAYERS: Literal[1] = 1
HEURISTICS = ("waste", "relaxed", "exact", "walking")

__all__ = [
    "EXAMPLES",
    "HEURISTICS",
    "NAME",
    "PLAYERS",
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
