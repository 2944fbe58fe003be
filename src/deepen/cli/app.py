"""The commands, and how a command line becomes one of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from deepen import __version__, games
from deepen.cli.characters import VARIABLE, ask_for_ascii
from deepen.cli.exit_codes import INTERRUPTED
from deepen.cli.printing import emit, only_answers
from deepen.errors import UsageError

VERBS = {
    "solve": "Solve one puzzle.",
    "batch": "Solve many puzzles, one a line.",
    "hint": "Tell one move of a puzzle or a game.",
    "analyse": "Find what a position of a game is worth.",
    "tabulate": "Find what every position of a game is worth.",
    "explore": "Count every state that can be reached.",
    "play": "Play a game against the program.",
    "replay": "Show a game that was kept.",
    "match": "Let two programs play many games.",
    "audit": "Refute a heuristic, or say how far it holds.",
    "check": "Look for mistakes in the rules of a game.",
    "compare": "Compare algorithms and heuristics.",
    "draw": "Draw a puzzle or a position as SVG.",
    "serve": "Open the page in a browser.",
    "new": "Write a file of rules to begin with.",
    "games": "List the games that there are.",
    "examples": "List the built-in examples, and write them.",
    "schema": "Print the JSON Schema of an answer.",
    "cache": "Say what is kept on disk, and remove it.",
}
"""Each is `run` of the module of its name, which is imported when it is asked for."""
WITHOUT_GAME = ("replay", "new", "games", "schema", "cache")
"""Those that are not about one game."""
ASCII = "--ascii"
PROGRAM = "deepen"


class Verbs(TyperGroup):
    """Knows the names of its commands, and reads the options of the one that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command if name is None else _shown(loaded(name), name), rest


def loaded(name: str) -> Any:
    """A command with its options."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, short_help=VERBS[name])(import_module(f"deepen.cli.{name}").run)
    return typer.main.get_command(alone)


app = typer.Typer(
    name="deepen",
    cls=Verbs,
    rich_markup_mode=None,  # plain help starts twice as fast and reads well in a pipe
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
for verb, summary in VERBS.items():
    app.command(verb, short_help=summary)(lambda: None)  # only what the list of verbs needs


def run(arguments: Sequence[str]) -> int:
    """Runs a command line; raises what goes wrong, and turns misuse into a `UsageError`."""
    try:
        with only_answers() if _is_for_programs(arguments) else nullcontext():
            code = _shown(typer.main.get_command(app)).main(
                _ascii_first(arguments), prog_name=_program(), standalone_mode=False
            )
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        # Typer has its errors from click, or from a copy of its own: all of them can do this.
        if hasattr(error, "format_message"):
            raise UsageError(_explained(error)) from None
        raise
    return int(code or 0)


def _is_for_programs(arguments: Sequence[str]) -> bool:
    return "--json" in arguments and not {"-h", "--help"} & {*arguments}


def _shown(command: Any, verb: str = "") -> Any:
    """The command with help as the program has it that was called."""
    program = _program()
    if program == PROGRAM:
        return command
    from deepen.cli.program_help import for_program  # lazy: start-up

    return for_program(command, program, verb)


def _program() -> str:
    """What people have typed: a file that calls `deepen.main` has verbs of its own."""
    origins = (getattr(games.load(name), "origin", None) for name in games.registered())
    return next((each.program for each in origins if each is not None and each.program), PROGRAM)


def _explained(error: Any) -> str:
    """What the parser of the command line complains about, as a sentence of ours."""
    said = error.format_message().rstrip(".").replace(": Input should", ": it should")
    context = getattr(error, "ctx", None)
    if "unexpected extra argument" in said and _takes_text(context):
        said += "; a text with blanks needs quotes around it"
    path = "deepen" if context is None else context.command_path
    return f"{said[:1].lower()}{said[1:]} (see {path} --help)"


def _takes_text(context: Any) -> bool:
    return any(each.name == "input" for each in context.command.params)


def _ascii_first(arguments: Sequence[str]) -> list[str]:
    """An option of all verbs may stand anywhere; the parser wants it before the verb."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    others = [word for word in arguments[:end] if word != ASCII]
    return [ASCII] * (len(others) < end) + others + list(arguments[end:])


def _print_version(wanted: bool) -> None:
    if wanted:
        emit(f"deepen {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def deepen(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="And exit.")
    ] = False,
    ascii: Annotated[
        bool, typer.Option(ASCII, help=f"Print nothing but ASCII; so does {VARIABLE}=1.")
    ] = False,
) -> None:
    """\b
    deepen solve tiles '1 2 0 3 4 5 6 7 8'

    Solves puzzles, and proves that no solution is shorter. Finds what positions of games are worth,
    and plays them.

    Exit codes: 0 answered (solved, or proven unsolvable), 2 bad input or usage, 3 a limit was hit
    first, 130 interrupted.
    """
    if ascii:
        ask_for_ascii()
    if context.invoked_subcommand is None:
        emit(context.get_help())
