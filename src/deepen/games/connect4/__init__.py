"""Connect Four: drop stones into columns until one player has four in a row."""

from typing import Literal

from deepen.games.connect4.examples import EXAMPLES
from deepen.games.connect4.family import family
from deepen.games.connect4.look import SIGNS
from deepen.games.connect4.notation import format, parse, plain
from deepen.games.connect4.rules import Connect4
from deepen.games.connect4.scramble import random
from deepen.looks.terminal import board as draw

NAME = "connect4"
SUMMARY = "drop stones into columns, four in a row win"
PLAYERS: Literal[2] = 2
SIDES = SIGNS

__all__ = [
    "EXAMPLES",
    "NAME",
    "PLAYERS",
    "SIDES",
    "SUMMARY",
    "Connect4",
    "draw",
    "family",
    "format",
    "parse",
    "plain",
    "random",
]
