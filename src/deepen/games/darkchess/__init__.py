"""Dark chess as a capture puzzle: Black alone moves, and captures every red piece."""

from typing import Literal

from deepen.games.darkchess.examples import EXAMPLES
from deepen.games.darkchess.family import family, smaller
from deepen.games.darkchess.heuristics.cover import CoveredDarkchess, with_table
from deepen.games.darkchess.notation import format, parse, plain
from deepen.games.darkchess.rules import Darkchess
from deepen.games.darkchess.scramble import random
from deepen.games.darkchess.solvable import is_solvable
from deepen.looks.terminal import board as draw

NAME = "darkchess"
SUMMARY = "capture every red piece on a board of 4 by 8, Black alone moving"
PLAYERS: Literal[1] = 1
HEURISTICS = ("forest", "cover", "count", "smallest_edges", "nearest_capturer")
PLAIN_TIME_LIMIT = 10.0
"""Seconds that the contest allows; `plain` says -1 for what took longer."""
ONE_A_LINE = True
"""A position is one line of text, so a file may hold many."""

__all__ = [
    "EXAMPLES",
    "HEURISTICS",
    "NAME",
    "ONE_A_LINE",
    "PLAIN_TIME_LIMIT",
    "PLAYERS",
    "SUMMARY",
    "CoveredDarkchess",
    "Darkchess",
    "draw",
    "family",
    "format",
    "is_solvable",
    "parse",
    "plain",
    "random",
    "smaller",
    "with_table",
]
