"""The Hashi duel: two players join islands by bridges; who completes an island has its label."""

from typing import Literal

from deepen.games.hashi.drawing import draw
from deepen.games.hashi.examples import EXAMPLES
from deepen.games.hashi.family import family
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.large import LargeHashi
from deepen.games.hashi.notation import format, parse, plain
from deepen.games.hashi.rules import FourWordHashi, ThreeWordHashi, TwoWordHashi, duel
from deepen.games.hashi.scramble import random

NAME = "hashi"
SUMMARY = "join islands by bridges, complete them for points"
PLAYERS: Literal[2] = 2
SIDES = ("MAX", "MIN")

__all__ = [
    "EXAMPLES",
    "NAME",
    "PLAYERS",
    "SIDES",
    "SUMMARY",
    "FourWordHashi",
    "Hashi",
    "LargeHashi",
    "ThreeWordHashi",
    "TwoWordHashi",
    "draw",
    "duel",
    "family",
    "format",
    "parse",
    "plain",
    "random",
]
