"""`deepen replay`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from json import dumps
from typing import Annotated

import typer

import deepen
from deepen import games
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.options import Json, either
from deepen.cli.play_text import farewell, player_name, standing
from deepen.cli.printing import emit, in_colour, is_terminal
from deepen.formatting.numbers import sentence


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What 'deepen play --save' wrote.")],
    json: Json = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only the moves, one a line.")] = False,
) -> int:
    """\b
    deepen replay game.json

    Show a game that was kept, move by move; on a terminal, Enter shows the next one.
    """
    either(json, plain)
    record = deepen.Record.load(file)
    if json:
        emit(dumps(record.as_json()))
    elif plain:
        if record.moves:
            emit("\n".join(record.moves))
    else:
        _show(record)
    return ANSWERED


def _show(record: deepen.Record) -> None:
    waits = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    first, second = record.players
    emit(f"{record.game}: {first} against {second}")
    for number, page in enumerate(_pages(record)):
        if number and waits and not _turned():
            return
        emit(f"\n{page}")


def _pages(record: deepen.Record) -> Iterator[str]:
    """The board after each move, and how the game ended."""
    package = games.load(record.game)
    session = deepen.Session.resume(record)
    for number, move in enumerate(["", *record.moves]):
        session.go_to(max(0, number - 1))
        said = f"{number}. {_sentence_on(session, move)}\n\n" if number else ""
        session.go_to(number)
        board = in_colour(package.draw(session.position, markup=True))
        score = farewell(session) if number == len(record.moves) else standing(session)
        yield f"{said}{board}\n{sentence(score)}"


def _sentence_on(session: deepen.Session, move: str) -> str:
    mover = player_name(session.players, session.to_move)
    return sentence(f"{mover.does('play')} {move}")


def _turned() -> bool:
    """Waits for Enter; False if the person has seen enough."""
    try:
        return input("Enter shows the next move, q leaves: ").strip().lower() not in ("q", "quit")
    except EOFError:
        return False
