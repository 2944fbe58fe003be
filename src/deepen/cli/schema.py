"""`deepen schema`: what JSON answers look like."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from deepen.cli.exit_codes import ANSWERED
from deepen.cli.printing import emit
from deepen.errors import UsageError

FOLDER = Path(__file__).parents[1] / "schemas"


def _names(incomplete: str = "") -> list[str]:
    return sorted(path.stem for path in FOLDER.glob(f"{incomplete}*.json"))


def run(
    verb: Annotated[
        str | None,
        typer.Argument(
            metavar="VERB",
            help="Whose answers; 'result' is a line that 'deepen batch' writes.",
            show_default=False,
            autocompletion=_names,
        ),
    ] = None,
) -> int:
    """\b
    deepen schema solve > solve.schema.json

    Print the JSON Schema of what a verb prints with --json, or list those that there are. Each
    answer names its format and the format's version, as in "deepen solve 1". Fields may be added to
    a version; where one goes or means something else, there is a new one.
    """
    emit(_overview() if verb is None else _text(verb).rstrip("\n"))
    return ANSWERED


def _text(name: str) -> str:
    if name not in _names():
        raise UsageError(f"there is no schema {name[:40]!r}; known: {', '.join(_names())}")
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def _overview() -> str:
    return "\n".join(f"{name:<10} {json.loads(_text(name))['title']}" for name in _names())
