"""`deepen tabulate`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import deepen
from deepen.cli import main
from deepen.compiler.private_folder import PrivateFolder
from deepen.tables import known, making
from own_games import working_in

Captured = pytest.CaptureFixture[str]
RING = '''
import deepen
class Ring(deepen.Game):
    """Step forth or back on a ring; who is brought to 0 has lost."""
    examples = {"small": "7", "large": "31"}
    players = ("Ann", "Ben")
    def __init__(self, size: int) -> None:
        super().__init__(1, {"size": size})
    def moves(board, place):
        yield 1, (place + 1) % board.size
        yield 2, (place + board.size - 1) % board.size
    def outcome(board, place):
        return deepen.LOSS if place == 0 else None
class Fresh(Ring):
    """Where who comes back loses."""
    repetition = "loss"
class Short(Ring):
    """Where two moves are all."""
    move_limit = 2
class Failing(Ring):
    """Comes to 3 and knows no move."""
    def moves(board, place):
        yield -1 if place == 3 else 1, place + 1
class Objects(deepen.ObjectGame):
    """Nim."""
    def actions(self, n): return range(1, min(n, 3) + 1)
    def result(self, n, taken): return n - taken
    def reward(self, n, taken, left): return int(left == 0)
class Paying(deepen.ObjectGame):
    """Round and round."""
    start = 0
    def actions(self, n): return [1]
    def result(self, n, taken): return 1 - n
    def reward(self, n, taken, left): return 1
'''


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = PrivateFolder(tmp_path / "kept", known.ENDING)
    monkeypatch.setattr(known, "folder", lambda: folder)
    known.forget()
    (tmp_path / "ring.py").write_text(RING)
    with working_in(tmp_path):
        yield "ring.py:Ring"


def test_a_table_is_made_told_and_kept(game: str, tmp_path: Path, capsys: Captured) -> None:
    assert main(["tabulate", game]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "7 positions, 12 moves.\nThe start is a win for Ann, who is to move, in 1"
    )
    assert "drawn for who is to move  4  57.1%" in out
    assert "The longest win takes 1 ply, from these 2 positions:" in out
    (path,) = (tmp_path / "kept").iterdir()
    assert f"{path.name}: 8.0 KiB" in out.replace("\n", "")
    assert main(["audit", game, "--using", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Proven: the table of Ring (7 positions, exhaust")
    assert main(["audit", game, "table", "--input", "7", "--sample", "3"]) == 0
    assert capsys.readouterr().out.startswith("Not refuted in 3 positions of 7: the table of Ring.")
    assert main(["audit", game, "table", "--input", "31"]) == 2
    assert "no table of this is kept: 'deepen tabulate ring.py" in capsys.readouterr().err


def test_json_says_the_same(game: str, tmp_path: Path, capsys: Captured) -> None:
    assert main(["tabulate", game, "large", "-o", "a.table", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["counts"] == [[-1, 0, 1], [0, None, 28], [1, 1, 2]]
    assert (told["value"], told["distance"], told["slowest"][0]) == (1, 1, "31")
    assert (told["file"], told["bytes"]) == ("a.table", os.path.getsize("a.table"))
    assert not (tmp_path / "kept").exists()
    before = Path("a.table").read_bytes()
    assert main(["tabulate", game, "large", "-o", "a.table", "--threads", "1"]) == 0
    assert Path("a.table").read_bytes() == before


def test_a_limit_that_comes_first_keeps_nothing(game: str, capsys: Captured) -> None:
    assert main(["tabulate", game, "large", "-o", "a.table", "--time-limit", "0"]) == 3
    said = capsys.readouterr()
    assert said.out.startswith("The time limit came first, after ")
    assert said.err == "Nothing was saved yet, which is done five times a second.\n"
    assert not list(Path().glob("a.table*"))


def test_rules_that_fail_leave_nothing(capsys: Captured) -> None:
    assert main(["tabulate", "ring.py:Failing", "-o", "a.table"]) == 2
    assert "in moves: yields the action -1" in capsys.readouterr().err
    assert not list(Path().glob("a.table*"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ring.py:Ring", "-o", "none/a.table"], "there is no folder 'none'"),
        (["ring.py:Ring", "-o", "."], "'.' cannot be written: it is a folder"),
        (["ring.py:Ring", "-o", ""], "'' cannot be written: it is no name of a file"),
        (["ring.py:Ring", "-o", "ring.py"], "'ring.py' is in the way: it is no table"),
        (["ring.py:Objects", "5", "-o", "a.table"], "the states of Objects are objects"),
        (["ring.py:Paying"], "a cycle of 2 moves pays points"),
        (["tiles"], "tiles is a puzzle for one"),
    ],
)
def test_what_cannot_be_is_told(arguments: list[str], said: str, capsys: Captured) -> None:
    assert main(["tabulate", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told_first(game: str, capsys: Captured) -> None:
    assert main(["tabulate", game, "-o", "/proc/a.table"]) == 2
    assert "'/proc/a.table.part' cannot be written: " in capsys.readouterr().err


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: os.symlink("/dev/null", path)])
def test_what_is_no_file_is_not_written_over(make: object, game: str, capsys: Captured) -> None:
    make("a.table")  # type: ignore[operator]
    before = os.stat("a.table")
    assert main(["tabulate", game, "-o", "a.table"]) == 2
    assert "'a.table' is in the way: it is no table" in capsys.readouterr().err
    assert os.stat("a.table").st_mode == before.st_mode


def test_the_start_is_told_as_the_game_is_played(game: str, capsys: Captured) -> None:
    assert main(["tabulate", "ring.py:Fresh", "31"]) == 0
    assert "The start is a win for Ann, who is to move, in 1 ply." in capsys.readouterr().out
    (Path("far.py")).write_text(RING.replace("__init__(1, ", "__init__(4, "))
    assert main(["tabulate", "far.py:Ring", "31"]) == 0
    assert "The start is a draw." in capsys.readouterr().out
    assert main(["tabulate", "far.py:Fresh", "31"]) == 0
    said = capsys.readouterr().out
    assert "not decided by the position alone" in said
    assert "drawn or not decided for who is to move" in said
    (Path("soon.py")).write_text(RING.replace("__init__(1, ", "__init__(3, "))
    assert main(["tabulate", "soon.py:Short", "4"]) == 0
    assert "in 1 ply" in capsys.readouterr().out


def test_objects_are_told_and_not_kept(capsys: Captured) -> None:
    assert main(["tabulate", "ring.py:Objects", "10"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("11 positions, 27 moves.\nThe start is worth +1 for player 1")
    assert "The table will not be kept: the states of Objects are objects" in err


def test_a_table_that_is_damaged_or_of_another_board_is_refused(
    game: str, capsys: Captured
) -> None:
    assert main(["tabulate", game, "small", "-o", "a.table"]) == 0
    assert main(["audit", game, "--using", "a.table", "--input", "31"]) == 2
    assert capsys.readouterr().err.rstrip().split(" is of ")[1].startswith("another board of ")
    os.truncate("a.table", 5000)
    assert main(["audit", game, "--using", "a.table"]) == 2
    assert "deepen: the table 'a.table' is damaged: it has 5,000 of" in capsys.readouterr().err
    assert main(["audit", game, "--using", "ring.py"]) == 2
    assert capsys.readouterr().err.endswith("deepen: 'ring.py' is not a table\n")


def test_ctrl_c_ends_it_with_what_was_met(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    real = deepen.tabulate

    def stopped(position: object, **options: object) -> None:
        table = real(position, time_limit=0)  # type: ignore[arg-type]
        table.status = "interrupted"
        raise deepen.Interrupted(table)

    monkeypatch.setattr(deepen, "tabulate", stopped)
    assert main(["tabulate", game]) == 130
    said = capsys.readouterr()
    assert said.out.startswith("The interruption came first, after ")
    assert said.err.endswith("Nothing was saved yet, which is done five times a second.\n")


def test_so_it_does_while_the_file_is_written(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def stopped(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(making, "save", stopped)
        assert main(["tabulate", game, "small", "-o", "a.table"]) == 130
    assert capsys.readouterr().err == "Interrupted; the same command goes on from there.\n"
    assert sorted(map(str, Path().glob("a.table*"))) == ["a.table.part"]
    assert main(["tabulate", game, "small", "-o", "a.table"]) == 0
    assert sorted(map(str, Path().glob("a.table*"))) == ["a.table"]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("repetition = 'loss'", "since positions must not repeat."),
        ("move_limit = 9", "since the game ends after 9."),
    ],
)
def test_points_that_the_path_decides_are_not_told(
    told: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `analyse` has it; so of a program that reads JSON."""
    path = tmp_path / "matches.py"
    path.write_text(
        f"import deepen\n\n\nclass Matches(deepen.Game):\n    {told}\n\n"
        "    def moves(board, matches):\n        yield 1, matches, 0\n"
        "        if matches:\n            yield 2, matches - 1, matches == 1\n"
    )
    assert main(["tabulate", str(path), "5", "-o", str(tmp_path / "a.table")]) == 0
    said = capsys.readouterr().out.replace("\n", " ")
    assert "The start is not decided by the position alone." in said
    assert sentence in said
    assert main(["tabulate", str(path), "5", "-o", str(tmp_path / "a.table"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["value"], found["distance"]) == ("solved", None, None)


def test_who_comes_no_further_is_told(
    game: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that is only taken whole may be longer than the limit, however often one tries."""
    monkeypatch.setattr(making, "SAVE_EVERY", 0.0)
    real = deepen.tabulate

    def begun(position: object, **options: object) -> deepen.Table:
        return real(position, file="a.table", node_limit=9)  # type: ignore[arg-type]

    for tabulate, last in ((begun, "goes on from what"), (real, "No more was saved than before")):
        with monkeypatch.context() as patch:
            patch.setattr(deepen, "tabulate", tabulate)
            told = main(["tabulate", game, "large", "-o", "a.table", "--time-limit", "0"])
        assert told == 3
        err = capsys.readouterr().err
        assert last in err if tabulate is real else not err
    assert Path("a.table.part").exists()


def test_a_table_is_no_stream(game: str, capsys: Captured) -> None:
    assert main(["tabulate", game, "-o", "-"]) == 2
    assert "cannot go to standard output" in capsys.readouterr().err
