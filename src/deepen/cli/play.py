"""`deepen play`: a conversation about a game in progress."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

import deepen
from deepen._spelling import move_names
from deepen.cli.examples import or_example
from deepen.cli.exit_codes import ANSWERED
from deepen.cli.kinds import load_for_two
from deepen.cli.options import Game, Input
from deepen.cli.play_text import (
    farewell,
    introduction,
    move_name,
    orientation,
    player_name,
    standing,
)
from deepen.cli.printing import check_folder_of, emit, hanging, in_colour, is_terminal, rendered
from deepen.cli.reading import read_puzzle, seconds, standard_input
from deepen.cli.status_line import StatusLine
from deepen.errors import InputError, UsageError
from deepen.formatting.numbers import joined, sentence
from deepen.formatting.progress import of_analysis
from deepen.formatting.value import impression, what_helps
from deepen.games.protocol import AnyPackage
from deepen.verbs.play import DEFAULT_PROGRAM
from deepen.verbs.player import ChosenMove, Human, Player, Program

HELP = """\
Type a move, or one of these:
  moves         the legal moves
  hint          what the program would play
  undo, redo    take your last move back, make it again
  switch        change sides
  save FILE     keep the game; 'deepen replay FILE' shows it
  help          this list
  quit          leave"""


def run(
    game: Game,
    input: Input = None,
    second: Annotated[
        bool, typer.Option("--second/--first", help="Which of the two you are.")
    ] = False,
    time: Annotated[
        float | None,
        typer.Option(
            parser=seconds, metavar="SECONDS", help="For each move of the program; 2 unless told."
        ),
    ] = None,
    level: Annotated[
        int | None, typer.Option(metavar="N", help="Moves that it looks ahead, 1 to 10.")
    ] = None,
    ai: Annotated[
        int,
        typer.Option(
            "--ai",
            count=True,
            show_default=False,
            help="A player is the program; given twice, it plays itself.",
        ),
    ] = 0,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Chooses among equal moves by chance.")
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Keep the game there, move by move.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with a game that was kept.")
    ] = None,
) -> int:
    """\b
    deepen play connect4 --level 4 --second --save game.json

    Play a game against the program. It asks for your moves; 'help' then lists what else you can
    type: moves, hint, undo, redo, switch, save, quit. Where the program has proven what a position
    is worth, it plays perfectly.

    Exit codes: 0 the game is over or you left, 2 bad input or usage, 130 interrupted.
    """
    check_folder_of(save)
    package = load_for_two(game)
    if resume is not None:
        session = _resumed(package.NAME, input, resume)
    else:
        players = _players(ai, second, level, time)
        session = deepen.play(_start(package, input), *players, seed=seed)
    Conversation(package, session, save).run()
    return ANSWERED


def _players(
    programs: int, second: bool, level: int | None, time: float | None
) -> tuple[Player, Player]:
    if programs > 2:
        raise UsageError("a game has two players, so --ai may be given twice at most")
    program = DEFAULT_PROGRAM if level is None and time is None else Program(level, time)
    person: Player = program if programs == 2 else Human()
    return (program, person) if second else (person, program)


def _start(package: AnyPackage, source: str | None) -> Any:
    if source == "-":
        raise UsageError("moves come from standard input, so the board needs a file or its text")
    return read_puzzle(package, or_example(package, "play", source))


def _resumed(name: str, source: str | None, path: str) -> deepen.Session:
    if source is not None:
        raise UsageError("--resume goes on with a saved game, so it takes no INPUT")
    record = deepen.Record.load(path)
    if record.game != name:
        raise UsageError(f"{path!r} is a game of {record.game}, not of {name}")
    return deepen.Session.resume(record)


class Conversation:
    """What is said until the game is over or the person leaves.

    Args:
        package: of the game.
        session: the game in progress.
        save: a file to write after every move.
    """

    def __init__(self, package: AnyPackage, session: deepen.Session, save: str | None) -> None:
        self.package = package
        self.session = session
        self.save = save
        self.left = False
        self.told: set[str] = set()  # what need not be said again
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self._list_moves,
            "hint": self._give_hint,
            "undo": lambda _: self._change(session.undo),
            "redo": lambda _: self._change(session.redo),
            "switch": self._switch,
            "save": self._save_as,
            "help": lambda _: emit(HELP),
            "quit": self._leave,
        }

    def run(self) -> None:
        """Takes turns."""
        emit(introduction(self.session, self.package))
        if any(isinstance(player, Human) for player in self.session.players):
            emit("Type a move, or 'help' for what else there is.")
            if where := orientation(self.session):
                emit(where)
        self._show()
        while not (self.session.is_over or self.left):
            self._keep()
            if isinstance(self.session.player, Program):
                self._let_program_move()
            else:
                self._listen()
        self._keep()
        emit(sentence(farewell(self.session)))

    def _let_program_move(self) -> None:
        program = self._player_name()
        choice = self._thinking(self.session.choose)
        name, worth = move_name(self.session, choice.move), impression(choice.analysis, "it")
        self.session.play(choice.move)
        emit(sentence(f"{program.does('play')} {name}: {worth}"))
        self._tell_once(what_helps(choice.analysis))
        self._show()

    def _listen(self) -> None:
        line = _next_line(f"{self._player_name().own} move: ".capitalize())
        if line is None:
            self.left = True
            return
        word, _, rest = line.strip().partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command is not None:
                command(rest.strip())
            elif word:
                self._change(lambda: self.session.play(line.strip()))
        except (InputError, UsageError) as error:
            emit(hanging(sentence(str(error))))

    def _player_name(self) -> Any:
        return player_name(self.session.players, self.session.to_move)

    def _show(self) -> None:
        """The board and the score."""
        board = in_colour(self.package.draw(self.session.position, markup=True))
        score = "" if self.session.is_over else f"{sentence(standing(self.session))}\n"
        emit(f"\n{board}\n{score}")

    # Commands

    def _change(self, change: Callable[[], object]) -> None:
        change()
        self._show()

    def _switch(self, _: str) -> None:
        self.session.switch()
        emit(introduction(self.session, self.package))

    def _list_moves(self, _: str) -> None:
        emit(rendered(joined(move_names(self.session.position, self.session.legal_moves()))))

    def _give_hint(self, _: str) -> None:
        choice = self._thinking(lambda listener: self.session.hint(on_progress=listener))
        emit(f"Try {move_name(self.session, choice.move)}: {impression(choice.analysis, 'you')}.")
        self._tell_once(what_helps(choice.analysis))

    def _tell_once(self, said: str) -> None:
        if said and said not in self.told:
            emit(said)
            self.told.add(said)

    def _thinking(self, think: Callable[[Any], ChosenMove]) -> ChosenMove:
        with StatusLine(of_analysis) as line:
            return think(line.listener)

    def _save_as(self, path: str) -> None:
        if not path:
            raise UsageError("say where to: save FILE")
        try:
            self.session.record().save(path)
        except OSError as error:
            raise UsageError(f"{path!r} cannot be written: {error.strerror}") from None
        emit(f"Saved to {path}.")

    def _leave(self, _: str) -> None:
        self.left = True

    def _keep(self) -> None:
        if self.save is not None:
            self.session.record().save(self.save)


def _next_line(prompt: str) -> str | None:
    """What the person types, or the next line of a pipe, shown as if typed; None at the end."""
    if is_terminal(sys.stdin):
        return _typed(prompt)
    data = standard_input().readline()
    if not data:
        return None
    line = data.decode("utf-8", "replace").rstrip("\r\n")
    emit(f"{prompt}{line}")
    return line


def _typed(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        emit("")  # ends the line of the prompt
        return None
    except KeyboardInterrupt:
        emit("")
        raise
