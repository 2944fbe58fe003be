"""`deepen replay`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import deepen
from deepen import games
from deepen.cli.play_words import farewell, standing, voice
from deepen.cli.printing import emit, in_colour, is_terminal
from deepen.formatting.numbers import sentence


def run_replay(path: str, *, json: bool, plain: bool) -> int:
    """Shows a saved game, step by step for a person at a terminal, and returns the exit code."""
    record = deepen.Record.load(path)
    if json:
        from json import dumps

        emit(dumps(record.as_json()))
    elif plain:
        if record.moves:
            emit("\n".join(record.moves))
    else:
        _show(record)
    return 0


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
    mover = voice(session.players, session.to_move)
    return sentence(f"{mover.does('play')} {move}")


def _turned() -> bool:
    """Waits for Enter; False if the person has seen enough."""
    try:
        return input("Enter shows the next move, q leaves: ").strip().lower() not in ("q", "quit")
    except EOFError:
        return False
