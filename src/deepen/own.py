"""What a file of one's own calls: it becomes a program, and its texts become positions."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deepen._arguments import shown
from deepen.errors import UsageError

__all__ = ["main", "parse"]


def main(game: type[Any], arguments: Sequence[str] | None = None) -> None:
    """Makes a file with rules a program that has all verbs of `deepen`; call it at the end.

    `python my.py solve INPUT --json` then is `deepen solve my.py INPUT --json`. Where the file is
    imported, as by `deepen solve my.py` or by a test, nothing happens.

    Args:
        game: the class of the puzzle or game.
        arguments: what follows the file on the command line, if not what does.

    Raises:
        SystemExit: at the end, with the exit code.

    >>> import deepen
    >>> class Countdown(deepen.ObjectPuzzle):
    ...     start = 3
    ...     def actions(self, n): return [1]
    ...     def result(self, n, action): return n - action
    ...     def is_goal(self, n): return n == 0
    >>> deepen.main(Countdown)  # nothing here: this is no file that was started
    """
    if not isinstance(game, type):
        raise UsageError(f"deepen.main takes a class, and {shown(game)} is none")
    if not _is_program(game):
        return
    from deepen.cli import main as run  # lazy: start-up

    sys.exit(run(_with_game(game, sys.argv[1:] if arguments is None else list(arguments))))


def _is_program(game: type[Any]) -> bool:
    """Whether its file is what Python was started with; a notebook and `-c` have none."""
    program = sys.modules["__main__"]
    return hasattr(program, "__file__") and getattr(program, game.__name__, None) is game


def _with_game(game: Any, arguments: list[str]) -> list[str]:
    """The command line of `deepen`: with the game behind a verb that takes one."""
    from deepen.cli.app import WITHOUT_GAME  # lazy: start-up

    name = _registered(game)
    place = next((i for i, word in enumerate(arguments) if not word.startswith("-")), None)
    if place is None or arguments[place] in WITHOUT_GAME:
        return arguments
    return [*arguments[: place + 1], name, *arguments[place + 1 :]]


def _registered(game: Any) -> str:
    """The name of the game, by which the shell knows it from now on."""
    from deepen import games  # lazy: start-up
    from deepen.games.files import files_of, is_game  # lazy: start-up
    from deepen.games.own import Origin, own_game  # lazy: start-up

    if not is_game(game):
        raise UsageError(
            f"deepen.main takes a class with the rules of a puzzle or a game: {game!r}"
        )
    program = sys.modules["__main__"]
    path = Path(program.__file__ or game.__name__)
    name = path.stem if path.stem not in games.GAMES else path.name
    typed = f"{os.path.basename(sys.executable)} {os.path.relpath(path)}"
    origin = Origin(f"{path}:{game.__name__}", files_of(program), typed)
    games.register(own_game(game, name, origin))
    return name


def parse(game: type[Any], text: str = "") -> Any:
    """A puzzle or a position from text, as the shell reads it: by the look of its class, by its
    own `parse`, or as the arguments of its constructor.

    Args:
        game: the class of the puzzle or game.
        text: the position, or the name of one of the class's `examples`; the first of them if left
            out.

    Raises:
        InputError: the text makes no sense; the message says why.

    >>> import deepen
    >>> class Countdown(deepen.ObjectPuzzle):
    ...     examples = {"short": "3"}
    ...     def actions(self, n): return [1]
    ...     def result(self, n, action): return n - action
    ...     def is_goal(self, n): return n == 0
    >>> deepen.solve(deepen.parse(Countdown, "short")).cost
    3
    """
    from deepen.games.own import Origin, own_game  # lazy: start-up

    package = own_game(game, game.__name__, Origin(game.__name__))
    return package.parse(package.EXAMPLES.get(text, text)) if text else package.first
