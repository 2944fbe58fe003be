"""Optimal search for puzzles and games: rules in plain Python, at the speed of C++."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from deepen._signals import deferred

# Nothing may interrupt the engine's own beginning, whoever would need it first.
with deferred():
    from deepen import _core as _core

from deepen.errors import (
    CheckFailed,
    DeepenError,
    EngineError,
    InputError,
    Interrupted,
    Refuted,
    RuleError,
    UsageError,
)
from deepen.game import Game, Move, ObjectGame
from deepen.puzzle import ObjectPuzzle, Puzzle
from deepen.rules import DEAD, Heuristic, Rule, bit, bits, heuristic, lowest, popcount, rule

if TYPE_CHECKING:
    from deepen.analysis import Analysis, MoveValue
    from deepen.auditing.game_report import GameAuditReport, GameCounterexample
    from deepen.auditing.report import (
        AuditReport,
        Counterexample,
        Evidence,
        Inconsistency,
        WrongAnswer,
    )
    from deepen.checking.report import CheckReport
    from deepen.comparing.branching import effective_branching_factor
    from deepen.comparing.comparison import Comparison, Run
    from deepen.progress import AnalysisProgress, AuditProgress, ComparisonProgress, Progress
    from deepen.search.options import ALGORITHMS, GAME_ALGORITHMS, options_of
    from deepen.solution import Exploration, Solution
    from deepen.verbs.analyse import analyse
    from deepen.verbs.audit import audit
    from deepen.verbs.check import check
    from deepen.verbs.compare import compare
    from deepen.verbs.explore import explore
    from deepen.verbs.match import Match, match
    from deepen.verbs.play import Session, play
    from deepen.verbs.player import Human, Program
    from deepen.verbs.record import Record
    from deepen.verbs.solve import solve
    from deepen.verbs.solve_many import solve_many

__version__ = "0.1.0"

__all__ = [
    "ALGORITHMS",
    "DEAD",
    "GAME_ALGORITHMS",
    "Analysis",
    "AnalysisProgress",
    "AuditProgress",
    "AuditReport",
    "CheckFailed",
    "CheckReport",
    "Comparison",
    "ComparisonProgress",
    "Counterexample",
    "DeepenError",
    "EngineError",
    "Evidence",
    "Exploration",
    "Game",
    "GameAuditReport",
    "GameCounterexample",
    "Heuristic",
    "Human",
    "Inconsistency",
    "InputError",
    "Interrupted",
    "Match",
    "Move",
    "MoveValue",
    "ObjectGame",
    "ObjectPuzzle",
    "Program",
    "Progress",
    "Puzzle",
    "Record",
    "Refuted",
    "Rule",
    "RuleError",
    "Run",
    "Session",
    "Solution",
    "UsageError",
    "WrongAnswer",
    "analyse",
    "audit",
    "bit",
    "bits",
    "check",
    "compare",
    "effective_branching_factor",
    "explore",
    "heuristic",
    "lowest",
    "match",
    "options_of",
    "play",
    "popcount",
    "rule",
    "solve",
    "solve_many",
]

_HOMES = {
    ".verbs.analyse": "analyse",
    ".verbs.audit": "audit",
    ".verbs.check": "check",
    ".verbs.compare": "compare",
    ".verbs.explore": "explore",
    ".verbs.match": "Match match",
    ".verbs.play": "Session play",
    ".verbs.player": "Human Program",
    ".verbs.record": "Record",
    ".search.options": "ALGORITHMS GAME_ALGORITHMS options_of",
    ".verbs.solve": "solve",
    ".verbs.solve_many": "solve_many",
    ".analysis": "Analysis MoveValue",
    ".auditing.game_report": "GameAuditReport GameCounterexample",
    ".auditing.report": "AuditReport WrongAnswer Counterexample Evidence Inconsistency",
    ".checking.report": "CheckReport",
    ".comparing.branching": "effective_branching_factor",
    ".comparing.comparison": "Comparison Run",
    ".progress": "AnalysisProgress AuditProgress ComparisonProgress Progress",
    ".solution": "Exploration Solution",
}
"""Where the other public names live: a module is imported when one of its names is first used."""


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names.split():
            with deferred():
                value = getattr(import_module(f"deepen{home}"), name)
            globals()[name] = value  # so that this is asked once
            return value
    raise AttributeError(f"module 'deepen' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
