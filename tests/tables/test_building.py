"""Tables that are made in a file: a build that was stopped anywhere goes on, to the same file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import deepen
from deepen.search.games import GameSearch
from deepen.tables import build_log, making
from deepen.tables.build_log import BuildLog
from games_looping import BackEnds, EndsGame, looping_game, looping_points
from games_random import BareGame
from support import cases


class Ring(deepen.Game):
    """Go one to three places on, or back from some; who comes round to 0 has won."""

    def moves(board: Any, place: Any) -> Any:
        for steps in range(1, 4):
            yield steps, (place + steps) % board.size
        if place % 11 == 10:
            yield 4, place - 7

    def outcome(board: Any, place: Any) -> Any:
        return deepen.LOSS if place == 0 else None


class RingWithWaysBack(Ring):
    def predecessors(board: Any, place: Any) -> Any:
        for steps in range(1, 4):
            yield steps, (place + board.size - steps) % board.size
        if (place + 7) % 11 == 10:
            yield 4, place + 7


class Countdown(deepen.Game):
    """One less each time; who comes to nothing has won."""

    def moves(board: Any, left: Any) -> Any:
        yield 1, left - 1

    def outcome(board: Any, left: Any) -> Any:
        return deepen.LOSS if left == 0 else None


GAME = Ring(1, {"size": 600})


def made(path: Path, game: Any = GAME, **options: Any) -> deepen.Table:
    return deepen.tabulate(game, file=path, compiled=False, **options)


def test_a_table_is_made_in_its_file(tmp_path: Path) -> None:
    table = made(tmp_path / "a.table")
    assert [path.name for path in tmp_path.iterdir()] == ["a.table"]
    assert deepen.Table.open(tmp_path / "a.table", GAME).counts == table.counts
    deepen.tabulate(GAME, compiled=False).save(tmp_path / "b.table")
    assert (tmp_path / "a.table").read_bytes() == (tmp_path / "b.table").read_bytes()


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs grow at every opportunity."""
    monkeypatch.setattr(making, "SAVE_EVERY", 0.0)


def kept_log(path: Path, game: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The whole log of a build."""
    with monkeypatch.context() as patch:
        patch.setattr(BuildLog, "remove", lambda self: None)
        made(path, game)
    return Path(f"{path}{build_log.ENDING}")


def test_little_of_a_time_limit_is_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    intervals: list[float] = []
    real = GameSearch.tabulate

    def noted(self: Any, limits: Any, log: Any, key: str, save_every: float) -> Any:
        intervals.append(save_every)
        return real(self, limits, log, key, save_every)

    monkeypatch.setattr(GameSearch, "tabulate", noted)
    for limit in (None, 1000, 0.8, 0.01):
        made(tmp_path / "a.table", time_limit=limit)
    assert intervals == [0.2, 0.2, 0.1, 0.01]


@pytest.mark.usefixtures("eager")
def test_a_log_does_not_grow_with_the_time_that_values_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two places for all that is known of values is written over by the next."""
    game = Countdown(5_000)
    log = kept_log(tmp_path / "a.table", game, monkeypatch)
    assert deepen.tabulate(game, compiled=False).longest == 4_999
    assert log.stat().st_size < 1_000_000  # 20 kB for each of 5,000 distances would be 100 MB


@pytest.mark.usefixtures("eager")
def test_a_log_that_ends_anywhere_is_gone_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, random = tmp_path / "a.table", Random(3)
    games: list[Any] = [GAME] * cases(4)
    games += [EndsGame(looping_game(random)) for _ in range(cases(24))]
    games += [BackEnds(looping_game(random)) for _ in range(cases(24))]
    games += [BareGame(looping_points(random)) for _ in range(cases(24))]
    for game in games:
        log = kept_log(path, game, monkeypatch)
        right, whole = path.read_bytes(), log.read_bytes()
        assert whole
        for length in sorted({0, *(random.randrange(len(whole) + 1) for _ in range(4))}):
            log.write_bytes(whole[:length])
            path.unlink()
            made(path, game)
            assert path.read_bytes() == right
            assert not log.exists()


@pytest.mark.usefixtures("eager")
def test_a_log_with_a_flipped_bit_gives_no_other_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, random = tmp_path / "a.table", Random(4)
    for game in [GAME, RingWithWaysBack(1, {"size": 600})]:
        log = kept_log(path, game, monkeypatch)
        right, whole = path.read_bytes(), log.read_bytes()
        ends = [whole.find(kind.to_bytes(8, "little"), 200) for kind in (2, 3)]
        places = [*ends, *(random.randrange(len(whole)) for _ in range(cases(80)))]
        for place in places:
            for bit in (1, 2):
                damaged = bytearray(whole)
                damaged[place] ^= bit
                log.write_bytes(damaged)
                path.unlink(missing_ok=True)
                try:
                    made(path, game)
                except deepen.UsageError as error:  # nobody can tell that it is a log
                    assert "is in the way" in str(error)  # noqa: PT017
                    assert place < 200
                else:
                    assert path.read_bytes() == right
        log.unlink(missing_ok=True)


def test_what_is_no_table_is_not_written_over(tmp_path: Path) -> None:
    mine, table = tmp_path / "mine.txt", tmp_path / "a.table"
    mine.write_text("my notes")
    with pytest.raises(deepen.UsageError, match="is in the way"):
        made(mine)
    with pytest.raises(deepen.UsageError, match="is in the way"):
        deepen.tabulate(GAME, compiled=False).save(mine)
    with pytest.raises(deepen.UsageError, match="it is a folder"):
        made(tmp_path)
    fresh = tmp_path / "a.table.new"
    fresh.write_text("my notes")
    with pytest.raises(deepen.UsageError, match=r"a\.table\.new' is in the way"):
        made(table)
    fresh.unlink()
    fresh.symlink_to(mine)
    with pytest.raises(deepen.UsageError, match=r"a\.table\.new' is in the way"):
        made(table)
    assert mine.read_text() == "my notes"
    for ending in ("new", "part"):
        pipe = Path(f"{table}.{ending}")
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
        with pytest.raises(deepen.UsageError, match="is in the way"):
            made(table)
        pipe.unlink()
    fresh.write_bytes(bytes(5000))  # what a kill has left
    made(table)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.table", "mine.txt"]


@pytest.mark.usefixtures("eager")
def test_limits_leave_a_log_from_which_the_build_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, log = tmp_path / "a.table", tmp_path / "a.table.part"
    assert made(path, node_limit=100).status == "node-limit"
    assert log.exists()
    assert not path.exists()
    begun = log.stat().st_size
    assert made(path, node_limit=300).status == "node-limit"
    assert log.stat().st_size > begun
    assert made(path).status == "solved"
    assert not log.exists()
    deepen.tabulate(GAME, compiled=False).save(tmp_path / "b.table")
    assert path.read_bytes() == (tmp_path / "b.table").read_bytes()


@pytest.mark.usefixtures("eager")
def test_the_log_of_another_build_is_not_gone_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.table"
    log = kept_log(path, GAME, monkeypatch)
    other = Ring(1, {"size": 20})
    assert log.exists()
    assert made(path, other).positions == deepen.tabulate(other, compiled=False).positions


@pytest.mark.usefixtures("eager")
def test_the_logs_of_several_builds_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their keys are equally long, so what one leaves lies where another would go on."""
    games = [Ring(1, {"size": size}) for size in (600, 500, 400)]
    for order in ((0, 1, 2), (0, 1, 0), (0, 1, 1), (2, 0, 1)):
        path = tmp_path / "a.table"
        for which in order[:-1]:
            kept_log(path, games[which], monkeypatch)
        path.unlink()
        last = games[order[-1]]
        made(path, last)
        deepen.tabulate(last, compiled=False).save(tmp_path / "b.table")
        assert path.read_bytes() == (tmp_path / "b.table").read_bytes()


def test_a_file_of_somebody_else_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "a.table.part").write_text("my own notes, which are long enough to be some")
    with pytest.raises(deepen.UsageError, match="is in the way"):
        made(tmp_path / "a.table")
    (tmp_path / "a.table.part").write_text("short")
    with pytest.raises(deepen.UsageError, match="is in the way"):
        made(tmp_path / "a.table")
    assert (tmp_path / "a.table.part").read_text() == "short"


def test_two_builds_of_one_file_keep_apart(tmp_path: Path) -> None:
    with (
        BuildLog(tmp_path / "a.table", ""),
        pytest.raises(deepen.UsageError, match="another process is writing"),
    ):
        made(tmp_path / "a.table")


def test_what_cannot_be_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    class Paying(deepen.Game):
        def moves(board: Any, place: Any) -> Any:
            yield 0, 1 - place, 1

    with pytest.raises(deepen.UsageError, match="pays points"):
        made(tmp_path / "a.table", Paying(0))
    with pytest.raises(deepen.UsageError, match=r"none/a.table.part' cannot be written: No such"):
        made(tmp_path / "none" / "a.table")
    assert not list(tmp_path.iterdir())


BUILD = """
import sys
sys.path[:0] = sys.argv[3:]
import deepen
from deepen.tables import making
import test_building
making.SAVE_EVERY = 0.02
kind = getattr(test_building, sys.argv[2])
deepen.tabulate(kind(1, {"size": 6_000}), file=sys.argv[1], compiled=False)
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Ring, RingWithWaysBack])
def test_killed_at_any_moment_it_gives_the_same_file(kind: type, tmp_path: Path) -> None:
    path, right, random = tmp_path / "a.table", tmp_path / "right.table", Random(4)
    folders = [str(Path(__file__).parent), *sys.path]
    command = [sys.executable, "-c", BUILD, str(path), kind.__name__, *folders]
    began = time.monotonic()
    subprocess.run([*command[:3], str(right), *command[4:]], check=True)
    seconds, kills, gone_on = time.monotonic() - began, 0, 0
    while kills < 20:
        gone_on += Path(f"{path}.part").exists()
        build = subprocess.Popen(command)
        time.sleep(random.uniform(0.2, 1.1) * seconds)
        build.send_signal(signal.SIGKILL)
        kills += build.wait() == -signal.SIGKILL
        if path.exists():
            assert path.read_bytes() == right.read_bytes()
            os.unlink(path)
    assert gone_on > 0
    subprocess.run(command, check=True)
    assert path.read_bytes() == right.read_bytes()
    assert not list(tmp_path.glob("*.part"))
