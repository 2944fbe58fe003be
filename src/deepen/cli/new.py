"""`deepen new`: a file of rules to begin with."""

from __future__ import annotations

import keyword
import sys
from pathlib import Path
from typing import Annotated

import typer

from deepen.cli.exit_codes import ANSWERED
from deepen.cli.printing import check_folder_of, is_terminal, note
from deepen.errors import UsageError

FOLDER = Path(__file__).parent / "templates"


def run(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the file, and of its class.")],
    game: Annotated[
        bool | None,
        typer.Option(
            "--game/--puzzle",
            help="For two, or for one; asked for unless told.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> int:
    """\b
    deepen new sokoban

    Write NAME.py, a puzzle or a game of some 60 lines with a look, two examples and a test. It is
    solved at once: deepen solve NAME.py
    """
    path = Path(name).with_suffix(".py") if Path(name).suffix in ("", ".py") else Path(name)
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise UsageError(f"{name!r} is no name for a file of Python: letters, digits and '_'")
    if keyword.iskeyword(path.stem) or path.stem in {*sys.stdlib_module_names, "deepen"}:
        raise UsageError(f"{path.stem!r} is a word or a module of Python: choose another name")
    check_folder_of(str(path))
    if path.exists() and not force:
        raise UsageError(f"{str(path)!r} is there already; --force replaces it")
    kind = "game" if (_asked() if game is None else game) else "puzzle"
    path.write_text(_filled(kind, path), encoding="utf-8")
    verb = "analyse" if kind == "game" else "solve"
    note(f"{path} is a {kind} to begin with: deepen {verb} {path}, deepen serve {path} --watch")
    return ANSWERED


def _filled(kind: str, path: Path) -> str:
    """A template with the names in it."""
    text = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8")
    name = "".join(part[:1].upper() + part[1:] for part in path.stem.split("_"))
    return text.replace("NAME", name).replace("FILE", path.name)


def _asked() -> bool:
    """Whether it shall be a game; a puzzle where nobody is there to say."""
    if not is_terminal(sys.stdin):
        return False
    said = ""
    while said not in ("p", "puzzle", "g", "game"):
        try:
            said = input("A puzzle for one or a game for two, p or g? ").strip().lower()
        except EOFError:
            raise UsageError("nobody says whether it shall be --puzzle or --game") from None
    return said.startswith("g")
