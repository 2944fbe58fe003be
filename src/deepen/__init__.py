"""Optimal search for puzzles and games: rules in plain Python, at the speed of C++."""

from importlib import import_module
from typing import Any

from deepen._signals import deferred

# Nothing may interrupt the engine's own beginning, whoever would need it first.
with deferred():
    from deepen import _core as _core

__version__ = "0.1.0"

# What classes of rules are written with is there at once.
_AT_ONCE = {
    "errors": (
        *("CheckFailed", "DeepenError", "EngineError", "InputError", "Interrupted", "Refuted"),
        *("RuleError", "UsageError"),
    ),
    "game": ("Game", "Move", "ObjectGame"),
    "puzzle": ("ObjectPuzzle", "Puzzle", "Step"),
    "rules": (
        *("DEAD", "DRAW", "LOSS", "WIN"),
        "Heuristic",
        "Rule",
        "bit",
        "bits",
        "heuristic",
        "lowest",
        "popcount",
        "rule",
    ),
    "state": ("Array", "Boolean", "Cell", "CellSet", "Integer", "State"),
}
# A module of these is imported when one of its names is first used.
_WHEN_USED = {
    "analysis": ("Analysis", "AnalysisRow", "MoveValue"),
    "auditing.game_report": ("GameAuditReport", "GameCounterexample"),
    "auditing.promise_report": ("BrokenPromise", "PromiseReport"),
    "auditing.report": (
        *("AuditOutcome", "AuditReport", "Counterexample", "Evidence", "Inconsistency"),
        "WrongAnswer",
    ),
    "auditing.table_report": ("TableReport", "WrongEntry"),
    "checking.report": ("CheckFailure", "CheckReport", "Repetition"),
    "comparing.branching": ("effective_branching_factor",),
    "comparing.comparison": ("Comparison", "Run"),
    "distances": ("Distances",),
    "geometry.grid": ("Grid",),
    "geometry.hexes": ("Hex",),
    "geometry.points": ("Points",),
    "look": ("Look", "Piece"),
    "own": ("main", "parse"),
    "progress": (
        *("AnalysisProgress", "AuditProgress", "ComparisonProgress", "Progress"),
        "TableProgress",
    ),
    "search.options": ("ALGORITHMS", "GAME_ALGORITHMS", "algorithms_of", "options_of"),
    "solution": ("Exploration", "SearchRow", "Solution"),
    "table": ("Table", "TableEntry"),
    "verbs.analyse": ("analyse",),
    "verbs.audit": ("audit",),
    "verbs.check": ("check",),
    "verbs.compare": ("compare",),
    "verbs.explore": ("explore",),
    "verbs.match": ("Match", "MatchGame", "match"),
    "verbs.play": ("Session", "play"),
    "verbs.player": ("ChosenMove", "Human", "Program"),
    "verbs.record": ("GameResult", "Record"),
    "verbs.solve": ("solve",),
    "verbs.solve_many": ("solve_many",),
    "verbs.tabulate": ("tabulate",),
}
# Type checkers and editors read the same in __init__.pyi, which `make stubs` writes.
_HOMES = {
    name: f"deepen.{module}"
    for homes in (_AT_ONCE, _WHEN_USED)
    for module, names in homes.items()
    for name in names
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'deepen' has no attribute {name!r}")
    with deferred():
        value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value  # so that this is asked once
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


for _module, _names in _AT_ONCE.items():
    _home = import_module(f"deepen.{_module}")
    globals().update((_name, getattr(_home, _name)) for _name in _names)
