"""Dark chess as a capture puzzle: Black alone moves, and captures every red piece."""

from deepen.games.darkchess.cover import CoveredDarkchess, with_table
from deepen.games.darkchess.drawing import draw
from deepen.games.darkchess.family import family, smaller
from deepen.games.darkchess.notation import format, parse, plain
from deepen.games.darkchess.rules import Darkchess
from deepen.games.darkchess.scramble import random
from deepen.games.darkchess.solvable import is_solvable

NAME = "darkchess"
SUMMARY = "capture every red piece on a board of 4 by 8, Black alone moving"
EXAMPLES = {
    "chariot": "2c3n1/4R3/7p/1r4n1 b",
    "maze": "k3kDk1/DDkD2D1/3DD1D1/PD1k1k2 b",
    "contest": "2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b",
    "teamwork": "D3nDpn/DDP1DeDP/D1PeP1DK/e1eD3p b",
    "unsolvable": "k1D3k1/1N1Drk1D/DD1D4/KR1D1n1K b",
}
PLAIN_TIME_LIMIT = 10.0
"""Seconds that the contest allows; `plain` says -1 for what took longer."""
ONE_A_LINE = True
"""A position is one line of text, so a file may hold many."""

__all__ = [
    "EXAMPLES",
    "NAME",
    "ONE_A_LINE",
    "PLAIN_TIME_LIMIT",
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
