"""Optimal search for puzzles and games: rules in plain Python, at the speed of C++."""

from deepen._explore import explore
from deepen._search import ALGORITHMS
from deepen._solve import solve
from deepen._solve_many import solve_many
from deepen.errors import DeepenError, EngineError, InputError, Interrupted, RuleError, UsageError
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import DEAD, Heuristic, Rule, bit, bits, heuristic, lowest, popcount, rule
from deepen.solution import Exploration, Solution

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "DEAD",
    "DeepenError",
    "EngineError",
    "Exploration",
    "Heuristic",
    "InputError",
    "Interrupted",
    "ObjectPuzzle",
    "Puzzle",
    "Rule",
    "RuleError",
    "Solution",
    "UsageError",
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
