"""Every verb on a file of one's own, as newcomers write them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deepen.cli import main
from deepen.cli.completing import example_names, game_names, heuristic_names
from deepen.games import files
from own_games import JUGS, STAIRS, install, working_in
from support import on_a_terminal, run_python

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the files are."""
    with working_in(tmp_path):
        yield tmp_path


def answer(capsys: Captured, *arguments: str) -> Any:
    """What a verb prints with --json."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# ---- verbs


@pytest.mark.parametrize(
    ("game", "text", "cost"), [("stairs.py", "10", 4), ("jugs.py", "3, 5, 4", 6)]
)
def test_puzzles_are_solved(game: str, text: str, cost: int, capsys: Captured) -> None:
    found = answer(capsys, "solve", game, text)
    assert (found["game"], found["cost"]) == (game.removesuffix(".py"), cost)
    assert answer(capsys, "solve", game)["cost"] == cost  # its first example
    assert main(["solve", game, text]) == 0
    assert f"Solved in {cost} moves, proven shortest." in capsys.readouterr().out
    assert main(["solve", game, text, "--plain"]) == 0
    assert capsys.readouterr().out.count("\n") == cost
    assert answer(capsys, "hint", game, text)["cost"] == cost
    assert {run["cost"] for run in answer(capsys, "compare", game, text)["runs"]} >= {cost}


TALKS = """
import deepen

class Talks(deepen.ObjectGame):
    def __init__(self, matches=5):
        self.start = int(matches)
    def actions(self, matches):
        print("at", matches)
        return [n for n in (1, 2) if n <= matches]
    def result(self, matches, n):
        return matches - n
    def outcome(self, matches):
        return deepen.LOSS if matches == 0 else None
"""


@pytest.mark.parametrize("verb", ["analyse", "tabulate", "hint", "explore"])
def test_what_rules_print_is_no_part_of_json(verb: str, folder: Path, capsys: Captured) -> None:
    (folder / "talks.py").write_text(TALKS)
    assert main([verb, "talks.py", "5", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["game"] == "talks"
    assert "at 5\n" in err


def test_help_is_an_answer_too(capsys: Captured) -> None:
    assert main(["solve", "--json", "--help"]) == 0
    assert "deepen solve" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "text", "value"), [("nim.py", "10", 1), ("piles.py", "", -1)])
def test_games_are_analysed_and_played(
    game: str, text: str, value: int, capsys: Captured, tmp_path: Path
) -> None:
    assert answer(capsys, "analyse", game, text)["value"] == -value if text == "" else value
    assert main(["analyse", game, text]) == 0
    assert main(["hint", game]) == 0
    assert "Try " in capsys.readouterr().out
    options = ("--first", "exact", "--second", "exact", "--boards", "2")
    assert len(answer(capsys, "match", game, *options)["games"]) == 4
    record = tmp_path / "record.json"
    assert main(["play", game, "--ai", "--ai", "--level", "2", "--save", str(record)]) == 0
    assert json.loads(record.read_text())["game"] == game.removesuffix(".py")
    assert main(["play", game, "--resume", str(record)]) == 0
    assert "The game is over" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["stairs.py", "jugs.py", "nim.py", "piles.py"])
def test_rules_are_checked_and_examples_listed(game: str, capsys: Captured) -> None:
    assert main(["check", game, "--walks", "3"]) == 0
    assert "nothing wrong" in capsys.readouterr().out
    listed = answer(capsys, "examples", game)["examples"]
    assert {each["game"] for each in listed} == {game.removesuffix(".py")}
    assert main(["examples", game]) == 0
    assert f"deepen examples {game} --write FOLDER\n" in capsys.readouterr().out


def test_every_example_that_cannot_be_read_is_told(folder: Path, capsys: Captured) -> None:
    more = '"bad": "3, 5, 9", "worse": "3", "classic"'
    (folder / "walk.py").write_text(JUGS.replace('"classic"', more))
    assert main(["check", "walk.py", "--walks", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    titles = [line.partition(":")[0] for line in lines if ": cannot" in line or ", nothing" in line]
    assert titles == ["bad", "worse", "classic", "larger"]
    assert lines[0].startswith("bad: cannot be read: Jugs(3, 5, 9) raises ValueError")
    assert main(["check", "walk.py", "--walks", "1", "--json"]) == 1
    first, *others = json.loads(capsys.readouterr().out)["instances"]
    assert (first["name"], first["subject"], len(others)) == ("bad", "Jugs", 3)
    assert "no jug holds 9" in first["failures"][0]["sentence"]


def test_heuristics_are_audited(capsys: Captured) -> None:
    proven = answer(capsys, "audit", "stairs.py", "longest_steps", "--input", "10")
    assert (proven["verdict"], proven["states"]) == ("proven", 11)
    family = answer(capsys, "audit", "stairs.py", "--instances", "3", "--jobs", "1")
    assert (family["verdict"], family["family"]) == ("not-refuted", True)
    assert (family["instances"], family["states"]) == (2, 19)  # each example once
    assert main(["audit", "stairs.py", "--jobs", "1"]) == 0
    assert "stairs has no family(cls, size, seed): its examples will" in capsys.readouterr().err
    assert main(["audit", "jugs.py"]) == 2
    assert "jugs has no heuristic to put on trial" in capsys.readouterr().err
    objects = answer(capsys, "audit", "jugs.py", "zero", "--jobs", "1")
    assert (objects["instances"], objects["status"]) == (2, "instances")


def test_a_batch_solves_again_what_has_other_rules(folder: Path, capsys: Captured) -> None:
    lines = [json.dumps({"id": top, "input": str(top)}) for top in (3, 6, "high")]
    Path("lines.jsonl").write_text("\n".join(lines))
    command = ("batch", "stairs.py", "lines.jsonl", "--out", "out.jsonl")
    first = answer(capsys, *command)
    assert (first["game"], first["statuses"]) == ("stairs", {"solved": 2, "error": 1})
    assert answer(capsys, *command)["earlier"] == 3
    Path("stairs.py").write_text(
        STAIRS.replace("(1, 3)", "(1, 2)").replace("+ 2) // 3", "+ 1) // 2")
    )
    changed = run_python("import sys; from deepen.cli import main; main(sys.argv[1:])", *command)
    assert "2 solved again since input, options, rules or version changed" in changed.stderr
    costs = [json.loads(line).get("cost") for line in Path("out.jsonl").read_text().splitlines()]
    assert sorted(cost for cost in costs if cost is not None) == [2, 3]


def test_a_line_on_which_rules_fail_ends_no_batch(folder: Path, capsys: Captured) -> None:
    slips = JUGS.replace(
        "        return self.goal", "        1 / (7 - self.goal)\n        return self.goal"
    )
    Path("slips.py").write_text(slips)
    lines = [("raises", "3, 7, 7"), ("good", "classic"), ("bad", "3, 5, 9")]
    Path("lines.jsonl").write_text(
        "".join(json.dumps({"id": id, "input": text}) + "\n" for id, text in lines)
    )
    command = ("batch", "slips.py", "lines.jsonl", "--out", "out.jsonl", "--json")
    assert main([*command]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["statuses"] == {"error": 2, "solved": 1}
    found = {
        each["id"]: each for each in map(json.loads, Path("out.jsonl").read_text().splitlines())
    }
    assert found["raises"]["error"] == (
        "line 1: slips.py, line 32: ZeroDivisionError: division by zero"
    )
    assert f"The first error: {found['bad']['error']}\n" in err  # read before that one is searched
    assert found["good"]["cost"] == 6
    assert answer(capsys, *command[:-1])["earlier"] == 3


def test_installed_games_are_listed_with_where_they_come_from(
    folder: Path, capsys: Captured
) -> None:
    install(folder / "site", "climbing = stones_rules:Stairs\nlost = stones_lost\n")
    found = {each["name"]: each for each in answer(capsys, "games")["games"]}
    assert found["tiles"]["origin"] == "built in"
    assert found["climbing"]["origin"] == found["lost"]["origin"] == "stones 1.2"
    assert found["climbing"]["examples"] == {"ten": "10", "seven": "7"}
    assert "cannot be read: lost: ModuleNotFoundError" in found["lost"]["summary"]
    assert main(["games"]) == 0
    assert "deepen examples climbing  (of stones 1.2)\n" in capsys.readouterr().out
    assert answer(capsys, "solve", "climbing", "7")["cost"] == 3


# ---- records


def test_a_record_needs_its_rules(folder: Path, capsys: Captured) -> None:
    main(["play", "nim.py", "--ai", "--ai", "--level", "1", "--save", "game.json"])
    capsys.readouterr()
    assert main(["replay", "game.json", "--plain"]) == 0  # known in this process
    plain = capsys.readouterr().out
    program = "import sys; from deepen.cli import main; sys.exit(main(sys.argv[1:]))"
    alone = run_python(program, "replay", "game.json")
    assert (alone.returncode, alone.stdout) == (2, "")
    assert alone.stderr == (
        "deepen: 'game.json' is a game of 'nim', which is not known here: name the file with its "
        "rules, --game FILE.py\n"
    )
    named = run_python(program, "replay", "game.json", "--game", "nim.py", "--plain")
    assert (named.returncode, named.stdout) == (0, plain)
    assert main(["replay", "game.json", "--game", "stairs.py"]) == 2
    assert "stairs is a puzzle for one" in capsys.readouterr().err


# ---- mistakes


def test_a_file_that_raises_shows_its_own_lines(folder: Path, capsys: Captured) -> None:
    Path("bad.py").write_text("import deepen\n\nWORDS = 1 / 0\n")
    assert main(["solve", "bad.py", "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[:3] == [
        "Traceback (most recent call last):",
        f'  File "{folder / "bad.py"}", line 3, in <module>',
        "    WORDS = 1 / 0",
    ]
    assert err.splitlines()[-1] == "ZeroDivisionError: division by zero"
    assert err.count("File ") == 1


def test_rules_that_fail_are_no_defect_of_deepen(folder: Path, capsys: Captured) -> None:
    source = Path("jugs.py").read_text()
    Path("slips.py").write_text(source.replace("in state", "in stat"))
    assert main(["solve", "slips.py"]) == 2
    err = capsys.readouterr().err
    assert "slips.py" in err
    assert "NameError: name 'stat' is not defined" in err
    assert "defect" not in err
    assert f"{os.sep}deepen{os.sep}" not in err
    Path("opens.py").write_text(source.replace("self.goal in state", "open('nowhere')"))
    assert main(["solve", "opens.py"]) == 2
    assert '/opens.py", line 32, in is_goal\n' in capsys.readouterr().err
    Path("words.py").write_text(STAIRS.replace("yield up,", "yield 'up',"))
    assert main(["solve", "words.py"]) == 2
    err = capsys.readouterr().err
    assert "words.py:20: in successors: yields a string as the action" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "nim.py"], "nim is a game of two: use 'deepen analyse' or 'play'"),
        (["solve", "none.py"], "there is no file 'none.py'"),
        (["solve", "nim"], "there is no game 'nim'; the file is 'nim.py'"),
        (["solve", "jugs.py", "3, 5, 9"], "raises ValueError: no jug holds 9 (jugs.py, line 13)"),
        (["solve", "jugs.py", "level.txt"], "there is no file 'level.txt'"),
        (["solve", "jugs.py", "clasic"], "no example called 'clasic'; did you mean 'classic'?"),
        (["examples", "jugs.py", "none"], "jugs has no example 'none'; known: classic, larger"),
    ],
)
def test_misuse_is_one_sentence(arguments: list[str], words: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


def test_a_class_without_examples_asks_for_an_input(folder: Path, capsys: Captured) -> None:
    Path("bare.py").write_text(STAIRS.replace("examples", "others"))
    for verb in ("solve", "check", "compare", "examples"):
        assert main([verb, "bare.py"]) == 2
        said = capsys.readouterr().err
        assert "bare has no examples, and Stairs(top) needs arguments: give an INPUT, or" in said


# ---- a file that is a program, and one to begin with


def test_a_file_becomes_a_program(folder: Path) -> None:
    Path("jugs.py").write_text(f"{JUGS}\n\ndeepen.main(Jugs)\n")
    program = [sys.executable, "jugs.py"]

    def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)

    solved = ran("--ascii", "solve", "--json")
    assert json.loads(solved.stdout)["cost"] == 6
    assert f"Your own: {Path(sys.executable).name} jugs.py solve INPUT" in solved.stderr
    wrong = ran("solve", "--bogus")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "jugs.py solve --help" in wrong.stderr
    shown, name = ran("batch", "--help").stdout, Path(sys.executable).name
    assert f"\n  {name} jugs.py batch FILE.jsonl --out RESULTS.jsonl\n" in shown
    assert "tiles" not in shown
    assert "GAME" not in shown
    assert main(["solve", "jugs.py", "--plain"]) == 0  # and is no program where it is imported


@pytest.mark.parametrize(("option", "verb"), [("--puzzle", "solve"), ("--game", "analyse")])
def test_a_file_to_begin_with_is_solved_at_once(
    option: str, verb: str, folder: Path, capsys: Captured
) -> None:
    assert main(["new", "my_first", option]) == 0
    assert f"deepen {verb} my_first.py" in capsys.readouterr().err
    source = Path("my_first.py").read_text()
    assert source.count("\n") <= 65
    assert "class MyFirst(deepen." in source
    assert answer(capsys, verb, "my_first.py")["status"] == "solved"
    package: Any = files.resolve("my_first.py")
    assert [package.format(package.parse(text)) for text in package.EXAMPLES.values()] == [
        *package.EXAMPLES.values()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--puzzle", "--game"])
def test_the_test_of_a_file_to_begin_with_passes(option: str, folder: Path) -> None:
    assert main(["new", "my_first", option]) == 0
    package: Any = files.resolve("my_first.py")
    module = vars(sys.modules[package.kind.__module__])
    (test,) = (value for name, value in module.items() if name.startswith("test_"))
    test()


def test_nothing_is_replaced_unasked(folder: Path, capsys: Captured) -> None:
    assert main(["new", "nim"]) == 2
    assert capsys.readouterr().err == "deepen: 'nim.py' is there already; --force replaces it\n"
    assert main(["new", "nim.py", "--force"]) == 0
    assert "(deepen.Puzzle)" in Path("nim.py").read_text()  # for nobody was there to be asked
    for name, words in {"2x": "is no name", "a.b": "is no name", "no/x": "no folder 'no'"}.items():
        assert main(["new", name]) == 2
        assert words in capsys.readouterr().err


def test_people_are_asked(folder: Path) -> None:
    assert "p or g?" in on_a_terminal("new", "asked", typed="what\ng\n")
    assert "(deepen.Game)" in Path("asked.py").read_text()


# ---- completion


def test_the_shell_completes_files_and_what_is_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert game_names("t") == ["tiles"]
    assert game_names("ji") == []
    assert game_names("st") == ["stairs.py"]
    monkeypatch.setenv("COMP_WORDS", "deepen solve stairs.py ")
    assert example_names("") == ["ten", "seven"]
    assert heuristic_names("l") == ["longest_steps"]
    monkeypatch.setenv("COMP_WORDS", "deepen solve nowhere.py ")
    assert example_names("") == []


def test_a_built_in_game_needs_nothing_of_this() -> None:
    source = (
        "import sys\nfrom deepen.cli import main\nmain(['solve', 'tiles', '--plain'])\n"
        "print([name for name in ('files', 'own') if f'deepen.games.{name}' in sys.modules])\n"
    )
    assert run_python(source).stdout.splitlines()[-1] == "[]"


ROWS = """
import deepen
class Walk(deepen.Puzzle):
    class State(deepen.State):
        man = deepen.Cell("cells")
    look = deepen.Grid(layers={"man": deepen.Piece("man", "@")})
    examples = {"good": "@./..", "bad": "@./.x"}
    def successors(board, state):
        yield 0, state
    def is_goal(board, state):
        return state.man == 3
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("@./.x", "line 1, column 5: 'x' is no piece; there are: @ man, . free; nor is there a fi"),
        ("bad", "deepen: example 'bad': line 1, column 5: 'x' is no piece"),
        ("@./..x", "row 2 has 3 cells, and the first has 2; nor is there a file '@./..x'"),
    ],
)
def test_rows_with_slashes_are_no_missing_file(
    text: str, words: str, folder: Path, capsys: Captured
) -> None:
    (folder / "walk.py").write_text(ROWS)
    assert main(["solve", "walk.py", text]) == 2
    assert words in capsys.readouterr().err


def test_what_a_class_lacks_is_told(folder: Path, capsys: Captured) -> None:
    (folder / "walk.py").write_text(ROWS.replace("def is_goal", "def is_gaol"))
    assert main(["solve", "walk.py"]) == 2
    assert "Walk has no is_goal, which it needs" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["random", "class", "deepen"])
def test_names_that_python_has_are_refused(name: str, folder: Path, capsys: Captured) -> None:
    assert main(["new", name]) == 2
    assert f"{name!r} is a word or a module of Python" in capsys.readouterr().err
    assert not (folder / f"{name}.py").exists()
