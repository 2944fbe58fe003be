"""What worker processes run. Text in, what JSON can hold out, by the public API.

Each verb takes the arguments of its message and a `report` to call with news on the way. Ctrl-C
ends a search early; then it answers with what is known so far, where that is worth something.
"""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom
from typing import Any

from deepen.errors import UsageError
from deepen.web import duelling, laboratory, pages, positions, solving


def random(
    game: str, level: str, report: solving.Report, seed: int | None = None
) -> dict[str, Any]:
    """A random position, drawn."""
    page = pages.page(game)
    levels = page.view.LEVELS
    if level not in levels:
        raise UsageError(f"there is no level {level[:40]!r}; known: {', '.join(levels)}")
    chosen = SystemRandom().randrange(1 << 32) if seed is None else seed
    made = page.package.random(**levels[level], seed=chosen)
    return positions.position(game, page.package.format(made)) | {"seed": chosen}


def _quick(answer: Callable[..., Any]) -> Callable[..., Any]:
    """A verb that has nothing to report on the way."""

    def verb(report: solving.Report, **arguments: Any) -> Any:
        return answer(**arguments)

    return verb


VERBS: dict[str, Callable[..., Any]] = {
    "catalogue": _quick(pages.catalogue),
    "gallery": _quick(positions.gallery),
    "position": _quick(positions.position),
    "edit": _quick(positions.edit),
    "table": _quick(positions.table),
    "why": _quick(positions.why),
    "record": _quick(positions.record),
    "load": _quick(positions.load),
    "solve": solving.solve,
    "hint": solving.hint,
    "visits": solving.visits,
    "compare": laboratory.compare,
    "audit": laboratory.audit,
    "analyse": duelling.analyse,
    "choose": duelling.choose,
    "random": random,
}
