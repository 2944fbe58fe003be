"""`deepen match`."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Annotated, Any

import typer

import deepen
from deepen.cli.exit_codes import ANSWERED, INTERRUPTED
from deepen.cli.kinds import load_for_two
from deepen.cli.options import Game, Jobs, Json
from deepen.cli.printing import emit, emit_json, note, rendered
from deepen.cli.progress_bar import progress_bar
from deepen.cli.reading import read_positions
from deepen.formatting.numbers import counted, in_seconds
from deepen.formatting.value import signed
from deepen.verbs.match import Match, MatchGame, random_boards
from deepen.verbs.player import player


def run(
    game: Game,
    first: Annotated[
        str, typer.Option(metavar="PLAYER", help="exact, level=1 to level=10, or time=SECONDS.")
    ],
    second: Annotated[str, typer.Option(metavar="PLAYER", help="The other one.")],
    boards: Annotated[int, typer.Option(min=1, metavar="N", help="Random boards to play on.")] = 20,
    input: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Boards to play on instead; as JSON lines, if FILE ends in .jsonl."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Of the boards, and of chance among equal moves.")
    ] = 0,
    jobs: Jobs = None,
    json: Json = False,
) -> int:
    """\b
    deepen match connect4 --first level=3 --second time=0.1 --boards 50

    Let two programs play each other, on every board twice, so that each moves first once; and
    report wins, ties, points and a confidence interval.

    Exit codes: 0 all games are over, 2 bad input or usage, 130 interrupted; the games up to then
    are reported.
    """
    package = load_for_two(game)
    if input is None:
        positions = list(random_boards(package, boards, seed))
    else:
        positions = list(read_positions(package, input))
    started = time.monotonic()
    match, code = _played(positions, (first, second), seed, jobs)
    seconds = time.monotonic() - started
    if json:
        emit_json(
            "deepen match 1",
            {"game": package.NAME, **as_json(match), "seed": seed, "seconds": seconds},
        )
    else:
        emit(report(match))
        note(f"{counted(len(match.games), 'game')} in {in_seconds(seconds)}")
    return code


def _played(
    positions: list[Any], players: tuple[str, str], seed: int, jobs: int | None
) -> tuple[Match, int]:
    """The match, or what there is of it when somebody interrupts it; and the exit code."""
    first, second = map(player, players)
    games: list[MatchGame] = []
    with progress_bar("playing") as show:

        def on_game(game: MatchGame) -> None:
            games.append(game)
            show(len(games), 2 * len(positions))

        try:
            match = deepen.match(positions, first, second, seed=seed, jobs=jobs, on_game=on_game)
            return match, ANSWERED
        except KeyboardInterrupt:
            return Match(str(first), str(second), games), INTERRUPTED


def as_json(match: Match) -> dict[str, Any]:
    """Everything that a program may want to know; its keys are a contract."""
    return {
        "first": match.first,
        "second": match.second,
        "boards": match.boards,
        "wins": dict(zip(("first", "second"), match.wins, strict=True)),
        "ties": match.ties,
        "points": match.points,
        "share": match.share,
        "confidence": 0.95,
        "interval": list(match.interval),
        "games": [asdict(game) for game in match.games],
    }


def report(match: Match) -> str:
    """The outcome for people."""
    from rich.table import Table  # lazy: start-up

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("player", "wins", "ties", "points"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    sides = zip((match.first, match.second), match.wins, (1, -1), strict=True)
    for name, wins, sign in sides:
        table.add_row(name, f"{wins:,}", f"{match.ties:,}", signed(sign * match.points))
    if not match.boards:
        return rendered(table, "", "No game came to its end.")
    low, high = (100 * end for end in match.interval)
    share = (
        f"The first of them takes {100 * match.share:.1f} % of the games, a tie being half a game; "
        f"with 95 % confidence it is between {low:.1f} % and {high:.1f} % (Wilson's interval, "
        f"{counted(match.boards, 'board')})."
    )
    return rendered(table, "", share)
