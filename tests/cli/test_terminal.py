"""What all commands share: help, completion, characters, width, and what is imported for them."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deepen.cli import main
from deepen.cli.app import VERBS
from deepen.cli.characters import DRAWN, VARIABLE, fitted
from deepen.games import GAMES
from support import command, on_a_terminal, run_python, slow

NAMES = list(VERBS)
# One command line of each verb that draws something or speaks at length.
SHOWN = {
    "solve": ["solve", "tiles"],
    "solve-hexes": ["solve", "chexers"],
    "hint": ["hint", "chexers"],
    "analyse": ["analyse", "connect4"],
    "play": ["play", "hashi", "--level", "1", "--ai", "--ai"],
    "match": ["match", "connect4", "--first", "level=1", "--second", "level=1", "--boards", "1"],
    "audit": ["audit", "chexers", "waste", "--input", "race"],
    "audit-a-game": ["audit", "connect4", "--instances", "3"],
    "check": ["check", "tiles", "--walks", "1"],
    "compare": ["compare", "tiles"],
    "draw": ["draw", "darkchess", "--what", "characters"],
    "games": ["games"],
    "examples": ["examples"],
    "examples-of-a-game": ["examples", "chexers"],
    "bad-input": ["solve", "tiles", "1 2 ● 0"],
}
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")


# ---- help


@pytest.mark.parametrize("name", NAMES)
def test_help_starts_with_an_example_and_fits_80_columns(name: str, capsys: Captured) -> None:
    assert main([name, "--help"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[2].startswith(f"  deepen {name}")
    assert max(map(len, lines)) <= 80


def test_every_verb_is_in_the_help(capsys: Captured) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    assert [name for name in NAMES if not re.search(rf"^  {name} ", out, re.MULTILINE)] == []
    assert out.isascii()


# ---- what is imported

HEAVY = ("numpy", "numba", "llvmlite", "rich", "pydantic", "fastapi", "uvicorn", "matplotlib")


def imported_by(*arguments: str) -> set[str]:
    """Those of the heavy modules that a command line imports."""
    program = (
        "import sys; from deepen.cli import main; main(sys.argv[1:])\n"
        f"print(*(name for name in {HEAVY} if name in sys.modules), file=sys.stderr)"
    )
    done = run_python(program, *arguments)
    return set(done.stderr.split("\n")[-2].split())


def test_help_imports_nothing_heavy() -> None:
    assert imported_by("--help") == set()
    assert imported_by("solve", "--help") <= {"pydantic"}  # by some releases of typer


def test_a_verb_imports_no_other() -> None:
    program = (
        "import sys; from deepen.cli import main; main(sys.argv[1:])\n"
        f"print(*(name for name in {NAMES} if f'deepen.cli.{{name}}' in sys.modules))"
    )
    assert run_python(program, "--help").stdout.split("\n")[-2] == ""
    assert run_python(program, "solve", "--help").stdout.split("\n")[-2] == "solve examples"


def test_an_answer_imports_no_more_than_it_needs() -> None:
    easy = ("solve", "tiles", "two-moves")
    imported_by(*easy)  # compiles, should the cache be cold
    unneeded = {"numba", "fastapi", "uvicorn", "matplotlib"}
    assert imported_by(*easy) & unneeded == set()
    assert imported_by(*easy, "--json") & {*unneeded, "rich"} == set()


# ---- completion


def end_of(line: str) -> dict[str, str]:
    """How bash asks what could follow."""
    count = str(line.count(" "))
    return {"COMP_WORDS": line, "COMP_CWORD": count, "_DEEPEN_COMPLETE": "complete_bash"}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("deepen so", ["solve"]),
        ("deepen solve ", list(GAMES)),
        ("deepen solve tiles 8", ["8-hardest"]),
        ("deepen solve tiles --algorithm id", ["idastar"]),
        ("deepen solve tiles --heuristic ", ["manhattan", "zero"]),
        ("deepen compare chexers --heuristics relaxed,e", ["relaxed,exact"]),
        ("deepen analyse connect4 --algorithm n", ["negamax"]),
        ("deepen audit darkchess nea", ["nearest_capturer"]),
        ("deepen solve bogus ", []),
    ],
)
def test_the_shell_completes(
    line: str,
    offered: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)  # where no files could be meant
    for name, value in end_of(line).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        main([])
    out, err = capsys.readouterr()
    assert (out.split(), err) == (offered, "")


def test_a_process_completes() -> None:
    asked = {**os.environ, **end_of("deepen solve tiles 8")}
    done = subprocess.run(command(), env=asked, capture_output=True, timeout=60, check=False)
    assert (done.stdout.split(), done.stderr) == ([b"8-hardest"], b"")


def test_bash_is_told_how_to_complete() -> None:
    script = subprocess.run(
        command("--show-completion", "bash"), capture_output=True, text=True, check=True, timeout=60
    ).stdout
    assert "complete -o default -F _deepen_completion deepen" in script


# ---- characters


@pytest.mark.parametrize("arguments", SHOWN.values(), ids=list(SHOWN))
def test_ascii_on_demand(arguments: list[str], plain: None, capsys: Captured) -> None:
    main(arguments)
    out, err = capsys.readouterr()
    assert out + err != ""
    assert (out + err).isascii()


def test_ascii_may_be_asked_for_anywhere(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    for arguments in (["--ascii", "solve", "tiles"], ["solve", "tiles", "--ascii"]):
        monkeypatch.setenv(VARIABLE, "0")
        assert main(["solve", "tiles"]) == 0
        assert "│ 1 │ 2 │   │" in capsys.readouterr().out
        assert main(arguments) == 0
        assert "| 1 | 2 |   |" in capsys.readouterr().out


def test_ascii_after_two_dashes_is_an_input(capsys: Captured) -> None:
    assert main(["solve", "tiles", "--", "--ascii"]) == 2
    assert "'--ascii' is not the number of a tile" in capsys.readouterr().err


def test_ascii_pictures_tell_all_signs_apart(plain: None, capsys: Captured) -> None:
    assert main(["solve", "chexers"]) == 0
    assert "\n. . # X . . O\n" in capsys.readouterr().out
    assert main(["analyse", "connect4", "1212121"]) == 0
    assert "\nx O . . . . .\n" in capsys.readouterr().out  # x is a stone of four in a row


@pytest.mark.parametrize("encoding", ["ascii", *slow("cp1252", "cp437")])
def test_an_encoding_without_those_characters_is_no_error(encoding: str) -> None:
    done = subprocess.run(
        command("solve", "chexers"),
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert b"\r" not in done.stderr
    assert ". . # X . . O" in done.stdout.decode(encoding)


def test_one_character_becomes_one() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert len(fitted(DRAWN, stream)) == len(DRAWN)
    assert fitted("ü●", stream) == "\\xfcX"
    assert fitted("ü●", io.TextIOWrapper(io.BytesIO(), encoding="utf-8")) == "ü●"


# ---- a terminal of 80 columns

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.mark.parametrize("name", [name for name in SHOWN if name != "draw"])
def test_nothing_is_wider_than_80_columns(name: str, capsys: Captured) -> None:
    main(SHOWN[name])
    out, err = capsys.readouterr()
    assert [line for line in (out + err).split("\n") if len(line) > 80] == []


def test_a_bar_in_ascii_and_without_colour(tmp_path: Path) -> None:
    puzzles, results = tmp_path / "puzzles.jsonl", tmp_path / "results.jsonl"
    puzzles.write_text('{"id": 1, "input": "1 2 0 3 4 5 6 7 8"}\n')
    seen = on_a_terminal(
        *("batch", "tiles", str(puzzles), "--out", str(results)), NO_COLOR="1", DEEPEN_ASCII="1"
    )
    assert "solving ......" in seen
    assert seen.isascii()
    assert not re.search(r"\x1b\[[0-9;]*m", seen)  # no colour, though the bar moves
    lines = re.split(r"[\r\n]+", ESCAPE.sub("", seen))
    assert max(len(line) for line in lines if line.startswith("solving")) <= 80


# ---- sentences


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solv", "tiles"], "no such command 'solv'"),
        (["solve"], "missing argument 'GAME' (see deepen solve --help)"),
        (["solve", "tiles", "1", "2", "0"], "a text with blanks needs quotes around it"),
        (["games", "tiles"], "got unexpected extra argument(s) (tiles) (see deepen games --help)"),
        (["solve", "tiles", "--node-limit", "-1"], "it should be greater than or equal to 0"),
        (["solve", "tiles", "fifteen"], "nor is there a file or example 'fifteen'"),
        (["solve", "connect4"], "connect4 is a game of two: use 'deepen analyse' or 'play'"),
        (["batch", "connect4", "x.jsonl", "--out", "y"], "connect4 is a game of two"),
        (["analyse", "tiles"], "tiles is a puzzle for one: use 'deepen solve'"),
        (["match", "tiles", "--first", "exact", "--second", "exact"], "is a puzzle for one"),
        (["hint", "chess"], "there is no game 'chess'; known: tiles"),
        (["hint", "tiles", "--json", "--plain"], "--json and --plain exclude each other"),
        (["hint", "tiles", "--time-limit", "soon"], "'soon' is no number of seconds"),
        (["audit", "tiles", "-o", "no/x.svg"], "'no/x.svg' cannot be written: there is no folder"),
        (["play", "hashi", "--save", "no/x"], "'no/x' cannot be written: there is no folder 'no'"),
        (["draw", "chexers", "-o", "no/x.svg"], "cannot be written: there is no folder 'no'"),
        (["serve", "--host", "nowhere.invalid"], "cannot listen on nowhere.invalid port 8765"),
    ],
)
def test_misuse_is_one_sentence_and_2(arguments: list[str], words: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("deepen: ")
    assert err.count("\n") == 1
    assert words in err


def test_a_picture_is_as_many_bytes_as_it_says(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "characters.svg"
    assert main(["draw", "darkchess", "chariot", "--what", "characters", "-o", str(path)]) == 0
    assert f"{path.stat().st_size:,} bytes" in capsys.readouterr().err
    assert len(path.read_text(encoding="utf-8")) < path.stat().st_size


def test_python_m_deepen_cli_is_deepen() -> None:
    words = [sys.executable, "-m", "deepen.cli", "--version"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("deepen 0.")


def test_a_warning_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    run = subprocess.run(
        command("solve", "tiles", "1 2 0 3 4 5 6 7 8", "--plain"),
        env={**os.environ, "DEEPEN_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr.startswith(f"deepen: the cache {str(tmp_path / 'cache')!r} is not used")
    assert run.stderr.count("\n") == 1
