"""`deepen examples`, and verbs that are given nothing but a game."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest

import deepen
from deepen import games
from deepen.cli import main
from deepen.formatting.value import signed
from deepen.games import chexers, tiles
from deepen.games.example import Example

PACKAGES = {name: games.load(name) for name in games.GAMES}
ALL = [(game, name) for game, package in PACKAGES.items() for name in package.EXAMPLES]
PUZZLES = [(game, name) for game, name in ALL if PACKAGES[game].PLAYERS == 1]
QUICK = [
    ("connect4", "middle"),
    ("connect4", "small"),
    *(("hashi", n) for n in ("course", "eleven")),
]
Captured = pytest.CaptureFixture[str]


# ---- what is said of them is true


@pytest.mark.parametrize(("game", "name"), PUZZLES)
def test_a_puzzle_takes_as_many_moves_as_is_said(game: str, name: str) -> None:
    example = PACKAGES[game].EXAMPLES[name]
    solution = deepen.solve(PACKAGES[game].parse(example))
    said = "unsolvable" if solution.cost is None else f", {solution.cost} moves"
    assert said in example.about


@pytest.mark.parametrize(("game", "name"), QUICK)
def test_a_position_is_worth_what_is_said(game: str, name: str) -> None:
    example = PACKAGES[game].EXAMPLES[name]
    value = deepen.analyse(PACKAGES[game].parse(example), values="best").value
    assert value is not None
    assert f"worth {signed(value)}" in example.about


@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_line_says_something_of_each(game: str, name: str) -> None:
    about = PACKAGES[game].EXAMPLES[name].about
    assert 5 < len(about) <= 64
    assert "\n" not in about


@pytest.mark.parametrize("name", PACKAGES["hashi"].EXAMPLES)
def test_islands_are_counted(name: str) -> None:
    example = PACKAGES["hashi"].EXAMPLES[name]
    islands = len(re.findall(r"\d", example))
    assert f", {islands} islands" in example.about
    assert name not in ("eleven", "twelve") or {"eleven": 11, "twelve": 12}[name] == islands


@pytest.mark.parametrize("name", chexers.EXAMPLES)
def test_pieces_and_blocks_are_counted(name: str) -> None:
    board = chexers.parse(chexers.EXAMPLES[name])
    blocks = len(board.blocks) or "no"
    assert chexers.EXAMPLES[name].about.startswith(f"{len(board.pieces)} pieces, {blocks} blocks")


def test_an_example_is_its_text() -> None:
    example = Example("1 2 0", "short")
    assert example == "1 2 0"
    copy = pickle.loads(pickle.dumps(example))
    assert (copy, copy.about) == (example, "short")


# ---- listing


def test_all_games_are_listed(capsys: Captured) -> None:
    assert main(["examples"]) == 0
    out = capsys.readouterr().out
    assert "chexers    course, race" in out
    assert [game for game in PACKAGES if game not in out] == []


def test_those_of_a_game_are_listed_with_what_to_type(capsys: Captured) -> None:
    assert main(["examples", "tiles"]) == 0
    out = capsys.readouterr().out
    assert "8-hardest   3x3, 31 moves: no 8-puzzle takes more\n" in out
    assert "\ndeepen solve tiles 2x3\n" in out
    assert main(["examples", "hashi"]) == 0
    assert "\ndeepen analyse hashi touching\n" in capsys.readouterr().out


def test_names_alone(capsys: Captured) -> None:
    assert main(["examples", "tiles", "--plain"]) == 0
    assert capsys.readouterr().out.split("\n")[:-1] == list(tiles.EXAMPLES)


def test_json_has_everything(capsys: Captured) -> None:
    assert main(["examples", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["examples"]
    assert [(each["game"], each["name"]) for each in found] == ALL
    first = {"game": "tiles", "name": "two-moves", "about": "3x3, 2 moves: a first look"}
    assert found[0] == {**first, "input": "1 2 0 3 4 5 6 7 8"}


def test_one_of_them_is_printed(capsys: Captured) -> None:
    assert main(["examples", "connect4", "small"]) == 0
    assert capsys.readouterr() == (". . . . .\n. . . . .\n. . O . .\n. O X X .\n", "")


# ---- writing


@pytest.mark.parametrize("game", PACKAGES)
def test_written_examples_are_read_back(game: str, tmp_path: Path, capsys: Captured) -> None:
    package = PACKAGES[game]
    assert main(["examples", game, "--write", str(tmp_path / "new" / "folder")]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    files = {path.stem: path for path in (tmp_path / "new" / "folder").iterdir()}
    assert set(files) == set(package.EXAMPLES)
    for name, path in files.items():
        assert package.parse(path.read_text()) == package.parse(package.EXAMPLES[name])
        assert f"{path}: {package.EXAMPLES[name].about}\n" in err


def test_one_of_them_is_written(tmp_path: Path) -> None:
    assert main(["examples", "chexers", "race", "--write", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["race.json"]


def test_nothing_is_replaced_unasked(tmp_path: Path, capsys: Captured) -> None:
    own = tmp_path / "24.txt"
    own.write_text("mine")
    assert main(["examples", "tiles", "--write", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"deepen: '{own}' is there already; --force replaces it\n"
    assert [path.name for path in tmp_path.iterdir()] == ["24.txt"]
    assert own.read_text() == "mine"
    assert main(["examples", "tiles", "--write", str(tmp_path), "--force"]) == 0
    assert f"{own} (replaced): 5x5" in capsys.readouterr().err
    assert own.read_text() == f"{tiles.EXAMPLES['24']}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "there is no game 'chess'; known: tiles,"),
        (["tiles", "none"], "tiles has no example 'none'; known: two-moves, 2x3"),
        (["--write", "x"], "--write needs a game"),
        (["tiles", "--force"], "--force is for files"),
        (["tiles", "--json", "--plain"], "exclude each other"),
    ],
)
def test_misuse_is_one_sentence(arguments: list[str], words: str, capsys: Captured) -> None:
    assert main(["examples", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


# ---- verbs that are given no input


@pytest.mark.parametrize(
    ("verb", "game", "example"),
    [
        ("solve", "tiles", "two-moves"),
        ("solve", "chexers", "course"),
        ("solve", "darkchess", "chariot"),
        ("analyse", "connect4", "middle"),
        ("analyse", "hashi", "course"),
        ("draw", "chexers", "course"),
    ],
)
def test_without_input_it_is_the_first_example(
    verb: str, game: str, example: str, capsys: Captured
) -> None:
    assert main([verb, game, example]) == 0
    given, said = capsys.readouterr()
    assert main([verb, game]) == 0
    out, err = capsys.readouterr()
    assert _lasting(out) == _lasting(given)
    assert f"This is the example '{example}'; 'deepen examples {game}' lists all." in err
    assert f"Your own: deepen {verb} {game} INPUT" in err
    assert "This is the example" not in said


def _lasting(report: str) -> list[str]:
    """What does not depend on the machine's mood."""
    return [line for line in report.split("\n") if " ms" not in line and " s," not in line]


def test_a_comparison_begins_with_the_first_example(capsys: Captured) -> None:
    assert main(["compare", "tiles", "--algorithms", "astar"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("two-moves\n")
    assert "This is the example 'two-moves'" in err


def test_the_answer_stays_alone_on_standard_output(capsys: Captured) -> None:
    assert main(["solve", "tiles", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cost"] == 2
    assert main(["solve", "tiles", "--plain"]) == 0
    assert capsys.readouterr().out == "left\nleft\n"


def test_a_file_comes_before_an_example_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two-moves").write_text("1 0 2 3 4 5 6 7 8")
    assert main(["solve", "tiles", "two-moves", "--plain"]) == 0
    assert capsys.readouterr().out == "left\n"
    assert main(["solve", "tiles", "--plain"]) == 0
    assert capsys.readouterr().out == "left\nleft\n"


def test_the_documentation_shows_the_list_as_it_is(capsys: Captured) -> None:
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text()
    assert main(["examples", "tiles"]) == 0
    assert f"$ deepen examples tiles\n{capsys.readouterr().out}```" in page


# ---- the gallery


def test_the_gallery_is_copied_out(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "_registered", {})
    folder = tmp_path / "mine"
    assert main(["examples", "--gallery", str(folder)]) == 0
    assert "To begin with: deepen solve" in capsys.readouterr().err
    original = Path(__file__).parents[2] / "examples"
    assert {path.name for path in folder.iterdir()} == {path.name for path in original.glob("*.py")}
    assert (folder / "hex.py").read_text() == (original / "hex.py").read_text()
    assert main(["examples", str(folder / "nim.py"), "lost"]) == 0
    assert capsys.readouterr().out == "1, 2, 3\n"
    assert main(["examples", "--gallery", str(folder)]) == 2
    assert "is there already; --force replaces it" in capsys.readouterr().err
    (folder / "hex.py").write_text("")
    assert main(["examples", "--gallery", str(folder), "--force"]) == 0
    assert (folder / "hex.py").read_text()
    assert main(["examples", "tiles", "--gallery", str(folder)]) == 2
