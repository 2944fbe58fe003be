"""Optimal search for puzzles and games: rules in plain Python, at the speed of C++."""

from deepen._analyse import GAME_ALGORITHMS, analyse
from deepen._explore import explore
from deepen._search import ALGORITHMS
from deepen._solve import solve
from deepen._solve_many import solve_many
from deepen.analysis import Analysis, MoveValue
from deepen.errors import DeepenError, EngineError, InputError, Interrupted, RuleError, UsageError
from deepen.game import Game, Move, ObjectGame
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import DEAD, Heuristic, Rule, bit, bits, heuristic, lowest, popcount, rule
from deepen.solution import Exploration, Solution

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "DEAD",
    "GAME_ALGORITHMS",
    "Analysis",
    "DeepenError",
    "EngineError",
    "Exploration",
    "Game",
    "Heuristic",
    "InputError",
    "Interrupted",
    "Move",
    "MoveValue",
    "ObjectGame",
    "ObjectPuzzle",
    "Puzzle",
    "Rule",
    "RuleError",
    "Solution",
    "UsageError",
    "analyse",
    "bit",
    "bits",
    "explore",
    "heuristic",
    "lowest",
    "popcount",
    "rule",
    "solve",
    "solve_many",
]
