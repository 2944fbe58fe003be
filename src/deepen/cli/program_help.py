"""The help of a file that is a program: its own command lines, without the game that it is."""

from __future__ import annotations

from typing import Any

_GAMES = ("game", "names")  # what the arguments that name a game are called


def for_program(command: Any, program: str, verb: str = "") -> Any:
    """The command with help that shows what to type for `program`, and no GAME."""
    about = (command.help or "").partition("\n\n")[2]
    command.help = f"\b\n{_typed(command, program, verb)}\n\n{about}"
    for each in command.params:
        if _is_game(each):  # `deepen.main` puts it in
            each.get_usage_pieces = lambda context: []
            each.get_help_record = lambda context: None
    return command


def _typed(command: Any, program: str, verb: str) -> str:
    """A command line with all that it needs."""
    if not verb:
        return f"{program} examples"
    own = [each for each in command.params if not _is_game(each)]
    places = [each.metavar for each in own if each.param_type_name == "argument"]
    needed = [
        f"{each.opts[0]} {each.metavar}"
        for each in own
        if each.param_type_name == "option" and each.required
    ]
    return " ".join([program, verb, *places, *needed])


def _is_game(parameter: Any) -> bool:
    return parameter.param_type_name == "argument" and parameter.name in _GAMES
