"""The Hashi duel: two players join islands by bridges; who completes an island has its label."""

from deepen.games.hashi.drawing import draw
from deepen.games.hashi.family import family
from deepen.games.hashi.game import Hashi
from deepen.games.hashi.narrow import BroadHashi, MiddleHashi, NarrowHashi
from deepen.games.hashi.notation import format, parse, plain
from deepen.games.hashi.scramble import random
from deepen.games.hashi.wide import WideHashi

NAME = "hashi"
SUMMARY = "join islands by bridges, complete them for points"
PLAYERS = ("MAX", "MIN")
EXAMPLES = {
    "course": "1 . 1\n. 0 .\n. 2 0",
    "touching": ". . . 2\n3 2 . 0\n. . 3 3\n. 4 . .",
    "eleven": ". 2 . . 4\n. 0 . . 3\n. 1 0 2 .\n. . . 4 .\n4 . 3 3 4",
    "twelve": ". 0 . . 3\n. . . 4 .\n3 . 4 . 3\n. 2 . 2 .\n2 . 3 . 0",
    "hard": ". . 3 . 3 . 3\n. . . . . 2 .\n1 . . 3 4 . .\n0 3 . . 3 2 .\n. . 3 3 . . .\n"
    ". . 2 4 . . .\n3 . 2 2 . . .",
}

__all__ = [
    "EXAMPLES",
    "NAME",
    "PLAYERS",
    "SUMMARY",
    "BroadHashi",
    "Hashi",
    "MiddleHashi",
    "NarrowHashi",
    "WideHashi",
    "draw",
    "family",
    "format",
    "parse",
    "plain",
    "random",
]
