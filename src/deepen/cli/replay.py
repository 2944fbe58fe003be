"""`deepen replay`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from json import dumps, loads
from typing import Annotated

import typer

import deepen
from deepen import games
from deepen._spelling import move_meant
from deepen.cli.completing import game_names
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.kinds import load, load_for_two
from deepen.cli.options import Json, either
from deepen.cli.play_text import farewell, move_name, player_name, standing
from deepen.cli.printing import emit, in_colour, is_terminal
from deepen.cli.reading import read_text
from deepen.errors import UsageError
from deepen.formatting.numbers import sentence
from deepen.games.protocol import AnyPackage


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What 'deepen play --save' wrote.")],
    json: Json = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only the moves, one a line.")] = False,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Whose rules, if they are in a file of your own: my.py.",
            autocompletion=game_names,
        ),
    ] = None,
) -> int:
    """\b
    deepen replay game.json
    deepen replay game.json --game my.py

    Show a game that was kept, move by move; on a terminal, Enter shows the next one.
    """
    either(json, plain)
    package = _package(file, game)
    record = deepen.Record.load(file, package)
    if json:
        emit(dumps(record.as_json()))
    elif plain:
        if record.moves:
            emit("\n".join(record.moves))
    else:
        _show(record, package or games.load(record.game))
    return ANSWERED


def _package(file: str, game: str | None) -> AnyPackage | None:
    """The game that is named, or else the one of the record; None if that is no record.

    Raises:
        UsageError: that game is not known here.
    """
    if game is not None:
        return load_for_two(game)
    name = None
    with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
        name = loads(read_text(file))["game"]
    if not isinstance(name, str):
        return None  # `Record.load` will say what is wrong with it
    try:
        return load(name) if name.isidentifier() else games.load(name)
    except UsageError:
        raise UsageError(
            f"{file!r} is a game of {name[:40]!r}, which is not known here: name the file with its "
            "rules, --game FILE.py"
        ) from None


def _show(record: deepen.Record, package: AnyPackage) -> None:
    waits = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    first, second = record.players
    emit(f"{record.game}: {first} against {second}")
    for number, page in enumerate(_pages(record, package)):
        if number and waits and not _turned():
            return
        emit(f"\n{page}")


def _pages(record: deepen.Record, package: AnyPackage) -> Iterator[str]:
    """The board after each move, and how the game ended."""
    session = deepen.Session.resume(record, package)
    for number, move in enumerate(["", *record.moves]):
        session.go_to(max(0, number - 1))
        said = f"{number}. {_sentence_on(session, move)}\n\n" if number else ""
        session.go_to(number)
        board = in_colour(package.draw(session.position, markup=True))
        score = farewell(session) if number == len(record.moves) else standing(session)
        yield f"{said}{board}\n{sentence(score)}"


def _sentence_on(session: deepen.Session, move: str) -> str:
    mover = player_name(session.players, session.to_move)
    found = move_meant(session.position, session.legal_moves(), move)
    return sentence(f"{mover.does('play')} {move_name(session, found)}")


def _turned() -> bool:
    """Waits for Enter; False if the person has seen enough."""
    try:
        return input("Enter shows the next move, q leaves: ").strip().lower() not in ("q", "quit")
    except EOFError:
        return False
