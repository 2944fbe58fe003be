"""What all parsers have in common: the work grows with the text, and too much of it is refused."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from deepen import games
from deepen.cli import main
from deepen.errors import InputError
from deepen.games import hashi, length
from deepen.games.hashi import board as hashi_board
from deepen.games.hashi.board import MOST_CELLS, Grid, name
from deepen.games.hashi.position import Bridge, Label, Step
from deepen.games.length import MOST_TEXT
from deepen.web.protocol import MOST_MOVES

LARGEST_HASHI = "/".join(["0" * 31 + "."] * 32)


def _square(sign: str, characters: int) -> str:
    side = int(characters**0.5) - 1
    return "\n".join([sign * side] * side)


def _blocks(characters: int) -> str:
    many = ", ".join(["[0, 0]"] * (characters // 8 - 10))
    return f'{{"colour": "red", "pieces": [[1, 1]], "blocks": [{many}]}}'


# What a parser could stumble over, each as a text of some length.
TEXTS: dict[str, list[Callable[[int], str]]] = {
    "tiles": [
        lambda n: "1 " * (n // 2),
        lambda n: "1\n" * (n // 2),
        lambda n: "\n" * n,
        lambda n: " " * (n - 1) + "x",
        lambda n: "9" * n,
        lambda n: "2" + " " * (n - 1),
        lambda n: "," * n,
        lambda n: " ".join(map(str, range(n // 5))),
    ],
    "chexers": [
        lambda n: "[" * n,
        lambda n: '{"a":' * (n // 5),
        lambda n: "9" * n,
        lambda n: f'{{"{"c" * (n - 7)}": 1}}',
        lambda n: "{" + ", ".join(f'"{i}": 0' for i in range(n // 10)) + "}",
        _blocks,
    ],
    "darkchess": [
        lambda n: "/" * n,
        lambda n: "8/" * (n // 2),
        lambda n: "8/8/8/8 " + "b" * (n - 8),
        lambda n: " " * n,
        lambda n: "K" * n,
    ],
    "connect4": [
        lambda n: "4" * n,
        lambda n: " " * n,
        lambda n: "\n" * n,
        lambda n: "X\n" * (n // 2),
        lambda n: _square(".", n),
        lambda n: "1234567" * (n // 7),
    ],
    "hashi": [
        lambda n: "0" * n,
        lambda n: "." * n,
        lambda n: "/" * n,
        lambda n: "0/" * (n // 2),
        lambda n: "\n" * n,
        lambda n: _square("0", n),
        lambda n: _square(".", n),
        lambda n: "0" + "." * (n - 2) + "0",
        lambda n: "1" + "." * (n // 2) + "1\nmoves: " + "a1-b1 " * (n // 12 - 2),
        lambda n: "3.3/.../3.3\nmoves:" + " a1-c1" * (n // 6 - 3),
    ],
}
PACKAGES = {game: games.load(game) for game in games.GAMES}
CASES = [(game, text) for game, texts in TEXTS.items() for text in texts]


def attempt(game: str, text: str) -> None:
    """Parses, and does not mind a refusal."""
    with suppress(InputError):
        PACKAGES[game].parse(text)


def work(game: str, text: str) -> int:
    """How many instructions of the interpreter a text takes."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += 1
        return trace

    before = sys.gettrace()
    for _ in range(2):  # once for what is done once for all, and for Python 3.12 to trace it all
        count = 0
        sys.settrace(trace)
        try:
            attempt(game, text)
        finally:
            sys.settrace(before)
    return count


def cpu_seconds(game: str, text: str) -> float:
    """The least of some runs: what the text takes when nobody is in the way.

    The collector of garbage would be: it looks at all objects whenever there are some more.
    """
    taken = []
    gc.disable()
    try:
        for _ in range(3):
            began = time.process_time()
            attempt(game, text)
            taken.append(time.process_time() - began)
    finally:
        gc.enable()
    return min(taken)


@pytest.mark.parametrize(("game", "text"), CASES)
def test_four_times_the_text_is_four_times_the_work(game: str, text: Callable[[int], str]) -> None:
    assert len(text(MOST_TEXT)) <= MOST_TEXT
    small, large = work(game, text(MOST_TEXT // 4)), work(game, text(MOST_TEXT))
    assert large <= 4.5 * small + 10_000
    assert large <= 600_000, "some ten milliseconds"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "text"), CASES)
def test_no_parser_leans_on_the_limits(
    game: str, text: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(length, "MOST_TEXT", 1 << 30)
    monkeypatch.setattr(hashi_board, "MOST_CELLS", 1 << 30)
    small, large = cpu_seconds(game, text(40_000)), cpu_seconds(game, text(160_000))
    assert large <= 10 * small + 0.05, "twice as much would be 16"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "text"), CASES)
def test_the_longest_text_takes_less_than_a_twentieth_of_a_second(
    game: str, text: Callable[[int], str]
) -> None:
    assert cpu_seconds(game, text(MOST_TEXT)) < 0.05


@pytest.mark.parametrize("game", list(games.GAMES))
def test_a_text_that_is_too_long_is_not_read(game: str) -> None:
    with pytest.raises(InputError, match=r"the text has 100,000 characters; a board has 5,000"):
        games.load(game).parse("1" * 100_000)
    assert work(game, "1" * 100_000) < 200


def test_the_longest_text_that_a_game_writes_is_read() -> None:
    """A Hashi board of the most cells, with the most moves under the longest names."""
    rows = ["." * 32] * 24 + ["." * 24 + "0" * 8] * 8  # 64 islands in the far corner
    position = hashi.parse("\n".join(rows)).position
    played = []
    steps: list[Step] = [Label(island, 4) for island in range(64)]
    steps += [Bridge(pair) for pair in range(len(position.bridges)) for _ in range(2)]
    for step in steps:
        if not position.obstacle(step):
            position = position.after(step)
            played.append(_written(step, position.grid))
    written = hashi.format(hashi.duel(rows, played))
    assert hashi.parse(written).position == position
    assert 64 + 120 < len(played) <= MOST_MOVES
    assert 3_000 < len(written) < MOST_TEXT


def _written(step: Step, grid: Grid) -> str:
    if isinstance(step, Bridge):
        return grid.pair_name(step.pair)
    return f"{name(grid.islands[step.island])}={step.label}"


def test_sizes_are_compared_before_crossings(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Grid] = []
    monkeypatch.setattr(Grid, "crossings", property(looked.append))
    with pytest.raises(InputError, match=r"992 islands and 1921 pairs"):
        hashi.parse(LARGEST_HASHI)
    assert looked == []


def test_a_board_of_too_many_cells_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Grid, "islands")
    with pytest.raises(InputError, match=r"1 row of 1025 cells, and 1024 cells are the most"):
        hashi.parse("." * (MOST_CELLS + 1))
    with pytest.raises(InputError, match=r"40 rows of 40 cells, and 1024"):
        hashi.duel(["0" * 40] * 40)


@pytest.mark.parametrize("text", ["/" * 100_000 + " ", "0" * 100_000, "a." * 50_000 + " "])
def test_the_command_line_is_as_quick(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    began = time.process_time()
    assert main(["analyse", "hashi", text]) == 2
    assert "the text has 100,00" in capsys.readouterr().err
    assert time.process_time() - began < 5, "it was minutes"
