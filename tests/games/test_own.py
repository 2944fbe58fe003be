"""Puzzles and games in files of one's own: which is meant, and what a class offers as a package."""

from __future__ import annotations

import copy
import enum
import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import deepen
from deepen import games
from deepen.cli.play_text import orientation
from deepen.errors import InputError, UsageError
from deepen.games import files, literals, protocol
from deepen.games.arguments_text import ArgumentsText
from deepen.games.broken import BrokenGameError
from own_games import FILES, STAIRS, install, working_in
from support import cases


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the files are."""
    with working_in(tmp_path):
        yield tmp_path


# ---- which game is meant


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_a_game(name: str) -> None:
    package = files.resolve(f"{name}.py")
    kind = package.kind  # type: ignore[attr-defined]
    assert isinstance(package, protocol.GamePackage)
    assert name == package.NAME
    assert f'"""{package.SUMMARY}' in FILES[name]
    assert (package.PLAYERS == 2) == (name in ("piles", "nim"))
    assert isinstance(package, protocol.HasSides) == (package.PLAYERS == 2)
    assert games.load(name) is package
    assert games.package_of(package.parse(next(iter(package.EXAMPLES.values())))) is package
    assert sys.modules[kind.__module__].__file__ == str(Path(f"{name}.py").absolute())


def test_one_of_several_is_named(folder: Path) -> None:
    (folder / "two.py").write_text(f"{STAIRS}\n\nclass Steeper(Stairs):\n    pass\n")
    with pytest.raises(UsageError, match=r"several games; say which: two\.py:Stairs, two\.py:Ste"):
        files.resolve("two.py")
    with pytest.raises(UsageError, match="defines no game 'Flat'; known: Stairs, Steeper"):
        files.resolve("two.py:Flat")
    assert files.resolve("two.py:Steeper").NAME == "two:Steeper"


def test_what_is_imported_or_has_no_rules_is_none(folder: Path) -> None:
    source = "import deepen\nfrom stairs import Stairs\n\nclass Base(deepen.Puzzle):\n    pass\n"
    (folder / "none.py").write_text(source)
    with pytest.raises(UsageError, match="Base has no successors and no is_goal, which it needs"):
        files.resolve("none.py")
    (folder / "none.py").write_text(source + STAIRS)
    with pytest.raises(UsageError, match="Base has no successors and no is_goal, which it needs"):
        files.resolve("none.py:Base")
    (folder / "none.py").write_text("from stairs import Stairs\n")
    with pytest.raises(UsageError, match="defines no puzzle and no game: a class with rules"):
        files.resolve("none.py")
    with pytest.raises(UsageError, match=r"there is no file 'nowhere\.py'"):
        files.resolve("nowhere.py")


def test_a_class_of_a_module(folder: Path) -> None:
    (folder / "pack").mkdir()
    (folder / "pack" / "rules.py").write_text(STAIRS)
    package = files.resolve("pack.rules:Stairs")
    assert (package.NAME, list(package.EXAMPLES)) == ("stairs", ["ten", "seven"])
    for wrong, words in {
        "pack.missing:Stairs": "there is no module 'pack.missing'",
        "pack.rules:Missing": "the module 'pack.rules' has no 'Missing'",
        "pack.rules:deepen": "neither a class of a puzzle or a game",
    }.items():
        with pytest.raises(UsageError, match=words):
            files.resolve(wrong)


def test_installed_packages_announce_games(folder: Path) -> None:
    site = folder / "site"
    install(site, "climbing = stones_rules:Stairs\nbare = stones_bare\ntiles = nowhere\n")
    (site / "stones_bare.py").write_text(
        "from deepen.games.tiles import EXAMPLES, PLAYERS, draw, format, parse\n"
        "NAME, SUMMARY = 'bare', 'without anything that may be left out'\n"
    )
    assert {name: files.distribution(each) for name, each in files.announced().items()} == {
        "climbing": "stones 1.2",
        "bare": "stones 1.2",
    }
    assert files.resolve("climbing").SUMMARY == "Climb exactly to the top."
    bare = files.resolve("bare")
    puzzle = bare.parse("1 0 2 3 4 5 6 7 8")
    assert bare.plain(puzzle, deepen.solve(puzzle)) == "left"
    assert files.resolve("tiles") is games.load("tiles")


def test_what_is_no_game_is_told(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"no game 'chess'; known: tiles, .*a file of your own"):
        files.resolve("chess")
    with pytest.raises(UsageError, match=r"there is no game 'nim'; the file is 'nim\.py'"):
        files.resolve("nim")


def test_a_file_with_a_built_in_name_stays_apart(folder: Path) -> None:
    (folder / "tiles.py").write_text(STAIRS)
    assert files.resolve("tiles.py").NAME == "tiles.py"
    assert files.resolve("tiles").PLAYERS == 1
    assert "15" in files.resolve("tiles").EXAMPLES


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = 1\nx.y()\n", "bad.py, line 2: AttributeError: 'int' object has no attribute 'y'"),
        ("x = 1\nif x\n", "bad.py, line 2: SyntaxError: expected ':'"),
        ("import nowhere\n", "bad.py, line 1: ModuleNotFoundError: No module named 'nowhere'"),
        ("raise SystemExit(3)\n", "bad.py, line 1: SystemExit: 3"),
        (
            "import deepen\nclass A(deepen.Puzzle):\n    state_words = 9\n",
            "bad.py, line 2: RuleError: A.state_words is 9; states have 1 to 8 words",
        ),
    ],
)
def test_a_file_that_raises_is_told_by_its_own_lines(
    source: str, sentence: str, folder: Path
) -> None:
    (folder / "bad.py").write_text(source)
    with pytest.raises(BrokenGameError) as caught:
        files.resolve("bad.py")
    assert str(caught.value).startswith(sentence)
    assert f'File "{folder / "bad.py"}", line' in caught.value.traceback
    assert "importlib" not in caught.value.traceback
    assert "deepen/" not in caught.value.traceback.replace(str(folder), "")


def test_what_a_file_prints_is_no_answer(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "loud.py").write_text(f"{STAIRS}\nprint('solving')\n")
    files.resolve("loud.py")
    assert capsys.readouterr() == ("", "solving\n")


def test_the_fingerprint_is_that_of_all_files_beside_it(folder: Path) -> None:
    (folder / "helper.py").write_text("STEPS = 1\n")
    (folder / "my.py").write_text(f"import helper\n{STAIRS}")
    package: Any = files.resolve("my.py")
    assert [path.name for path in package.origin.files] == ["my.py", "helper.py"]
    before = files.fingerprint(package)
    (folder / "helper.py").write_text("STEPS = 2\n")
    assert files.fingerprint(package) != before
    assert files.fingerprint(games.load("tiles")) == ""


# ---- positions as text


@pytest.mark.parametrize("name", FILES)
def test_positions_are_read_as_they_are_written(name: str) -> None:
    package = files.resolve(f"{name}.py")
    for seed in range(cases(40)):
        position = package.random(seed=seed)
        again = package.parse(package.format(position))
        assert package.format(again) == package.format(position)
        assert again.start == position.start
        if package.PLAYERS == 2:
            assert (again.to_move, again.score) == (position.to_move, position.score)
        assert package.family(2, seed) is not None


def test_a_text_is_what_stands_between_the_brackets() -> None:
    stairs = files.resolve("stairs.py")
    assert stairs.parse("top=7").board.top == 7
    assert stairs.format(stairs.parse("7").at({"step": 4})) == '7\nstate: {"step": 4}'
    nim = files.resolve("nim.py")
    game = nim.parse("10").play("3").play("1")
    assert nim.format(game.play("2")) == "10\nstate: 4\nto move: Ben"
    jugs = files.resolve("jugs.py")
    assert jugs.format(jugs.parse("3, 5, goal=4").at((3, 0))) == "3, 5, goal=4\nstate: (3, 0)"


class Strip(deepen.ObjectPuzzle):
    def __init__(self, text: str) -> None:
        super().__init__(frozenset(text))

    def actions(self, state: Any) -> list[str]:
        return sorted(state)

    def result(self, state: Any, action: str) -> Any:
        return state - {action}

    def is_goal(self, state: Any) -> bool:
        return not state


def test_one_text_is_taken_as_it_is() -> None:
    notation = ArgumentsText(Strip)
    for text in ("abc", "12", "a, b", "'quoted'", "two\nlines"):
        assert notation.parse(text).start == frozenset(text)
        assert notation.format(notation.parse(text)) == text
        assert notation.format(Strip(text)) == text
    inner = notation.parse("abc").at(frozenset("b"))
    assert notation.format(inner) == "abc\nstate: frozenset({'b'})"


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("stairs.py", "", r"Stairs\(top\) cannot be made of nothing: missing a required argument"),
        ("stairs.py", "1, 2, 3", r"Stairs\(top\) cannot be made of '1, 2, 3': too many"),
        ("stairs.py", "high", r"Stairs.*high"),
        ("stairs.py", "7\nstate: {", "the state '{' cannot be read"),
        ("stairs.py", '7\nstate: {"step": 99}', "step"),
        ("jugs.py", "3, 5, 9", r"Jugs\(3, 5, 9\) raises ValueError: no jug holds 9 \(jugs.py, l"),
        ("jugs.py", "3,\n5, 9", r"Jugs\(3, 5, 9\) raises ValueError"),
        ("nim.py", "10\nto move: Eve", "to move is 'Eve'; the players are: Ann, Ben"),
        ("nim.py", "10\nscore: much", "the score is 'much'"),
        ("nim.py", "10\nto move Ben", 'line 2: a colon is missing, "to move: Ben"'),
        ("jugs.py", "3, 5, 4\nstate: FT_F", "cannot be read; a text needs quotes: state: 'FT_F'"),
    ],
)
def test_a_text_that_makes_no_sense(game: str, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        files.resolve(game).parse(text)


def test_a_class_with_parse_alone_keeps_its_text(folder: Path) -> None:
    more = "\n    @classmethod\n    def parse(cls, text):\n        return cls(text.count('#'))\n"
    (folder / "marks.py").write_text(STAIRS.replace('"10"', '"###"').replace('"7"', '"#"') + more)
    marks = files.resolve("marks.py")
    assert marks.format(marks.parse("# # #").at({"step": 1})) == '# # #\nstate: {"step": 1}'
    with pytest.raises(UsageError, match="needs a `format` to write this position"):
        marks.format(marks.kind(3))  # type: ignore[attr-defined]


def test_arguments_are_remembered_by_copies_and_pickles(monkeypatch: pytest.MonkeyPatch) -> None:
    package: Any = files.resolve("stairs.py")
    puzzle = package.kind(top=9).at({"step": 2})
    for one in (copy.copy(puzzle), copy.deepcopy(puzzle), pickle.loads(pickle.dumps(puzzle))):
        assert package.format(one) == 'top=9\nstate: {"step": 2}'


def test_literals_are_read_as_they_are_written() -> None:
    chance = Random(1)

    def value(depth: int) -> Any:
        if depth == 0:
            return chance.choice([0, -7, 2.5, "it's", None, True, b"x", frozenset()])
        items = [value(depth - 1) for _ in range(chance.randrange(3))]
        makers: list[Any] = [tuple, list, lambda these: frozenset(map(str, these))]
        return chance.choice(makers)(items)

    for _ in range(cases(200)):
        one = value(chance.randrange(4))
        assert literals.literal(literals.written(one)) == one
    for wrong in ("", "print", "open('x')", "1 +", "(" * 300, "x := 3", "a=1", "*[1]", "1\n2"):
        with pytest.raises(ValueError):  # noqa: PT011
            literals.literal(wrong)


class Mood(enum.Enum):
    GOOD = 1
    BAD = 2


class Spot(NamedTuple):
    row: int
    mood: Mood = Mood.GOOD


@dataclass(frozen=True)
class Room:
    spot: Spot
    left: frozenset[int]


class Rooms(deepen.ObjectPuzzle):
    start = Room(Spot(0), frozenset({1, 2}))

    def actions(self, state: Room) -> list[int]:
        return sorted(state.left)

    def result(self, state: Room, action: int) -> Room:
        return Room(Spot(action, Mood.BAD), state.left - {action})

    def is_goal(self, state: Room) -> bool:
        return not state.left


def test_states_may_be_dataclasses_named_tuples_and_enums() -> None:
    notation = ArgumentsText(Rooms)
    after = Rooms().at(Rooms().legal_moves()[0].state)
    text = "state: Room(spot=Spot(row=1, mood=Mood.BAD), left=frozenset({2}))"
    assert notation.format(after) == text
    assert notation.parse(text).start == after.start
    for wrong in ("Path('x')", "Mood.name", "Room.spot", "Mood.GOOD.value", "Rooms()", "Room(1)"):
        with pytest.raises(InputError, match="cannot be read"):
            notation.parse(f"state: {wrong}")


# ---- moves by the names of places


def _taking(look: Any, *parts: Any) -> Any:
    class Taking(deepen.Game):
        class State(deepen.State):
            left = deepen.CellSet("cells")

        actions = parts

        def moves(board, state):  # type: ignore[no-untyped-def]
            for cell in state.left:
                child = state.copy()
                child.left.discard(cell)
                yield (cell,) if len(Taking.actions) == 1 else (cell, 7 - cell), child

    Taking.look = look
    return Taking({"left": {1, 2}}, {"rows": 2, "columns": 4, "cells": 8})


def test_moves_are_typed_by_numbers_and_names_of_places() -> None:
    layers = {"left": deepen.Piece("stone")}
    one = _taking(deepen.Grid(layers=layers), deepen.Cell("cells"))
    assert [move.text for move in one.legal_moves()] == ["(1,)", "(2,)"]
    for typed in ("2", "(2,)", "c1", "C1", (2,)):
        assert one.play(typed).start.left == {1}
    for wrong in ("3", "d1", "c", "1 2"):
        with pytest.raises(InputError, match=f"'{wrong}' is not a legal move; legal are: b1, c1"):
            one.play(wrong)
    two = _taking(deepen.Grid(layers=layers), deepen.Cell("cells"), deepen.Cell("cells"))
    for typed in ("2 5", "(2, 5)", "c1 b2", "c1b2"):
        assert two.play(typed).start.left == {1}
    session = deepen.play(two, "human", "human")
    assert orientation(session).endswith(" a1 is at the upper left, d2 at the lower right.")
    session.play("b1 c2")
    assert session.moves == ["(1, 6)"]  # as records have always had them


def test_places_of_wide_boards_are_a_row_and_a_column() -> None:
    wide = _taking(deepen.Grid(layers={"left": deepen.Piece("stone")}), deepen.Cell("cells"))
    wide = type(wide)({"left": {1, 28}}, {"rows": 2, "columns": 27, "cells": 54})
    assert wide.play("2,2").start.left == {1}
    session = deepen.play(wide, "human", "human")
    assert orientation(session).endswith(" 1,1 is at the upper left, 2,27 at the lower right.")


def test_places_that_are_called_by_numbers_are_no_names_of_moves() -> None:
    points = deepen.Points(
        {str(n + 1): (n, 0) for n in range(8)}, [], layers={"left": deepen.Piece("stone")}
    )
    game = _taking(points, deepen.Cell("cells"))
    assert game.play("2").start.left == {1}  # the cell, not the point of that name
    assert "legal are: (1,), (2,)" in game.explain_illegal("9")


# ---- examples


def test_examples_are_texts_with_a_remark_or_instances(folder: Path) -> None:
    source = STAIRS + "\n\nStairs.examples = {'a': ('4', 'about'), 'b': Stairs(5), 'c': '6'}\n"
    (folder / "my.py").write_text(source)
    found = files.resolve("my.py").EXAMPLES
    assert {name: (text, text.about) for name, text in found.items()} == {
        "a": ("4", "about"),
        "b": ("5", ""),
        "c": ("6", ""),
    }


def test_without_examples_it_is_the_start(folder: Path) -> None:
    assert dict(files.resolve("piles.py").EXAMPLES) == {"start": ""}
    (folder / "my.py").write_text(STAIRS.replace("examples", "tests"))
    package: Any = files.resolve("my.py")
    assert package.EXAMPLES == {}
    said = r"my has no examples, and Stairs\(top\) needs arguments: give an INPUT"
    with pytest.raises(UsageError, match=said):
        _ = package.first


def test_a_start_that_cannot_be_says_why(folder: Path) -> None:
    (folder / "large.py").write_text(LARGE)
    large: Any = files.resolve("large.py")
    with pytest.raises(InputError, match="'place' cannot hold 7"):
        _ = large.first


LARGE = """
import deepen

class Large(deepen.Puzzle):
    class State(deepen.State):
        place = deepen.Cell(5)

    def __init__(self, place=7):
        super().__init__({"place": place})

    def successors(board, state):
        yield 0, state

    def is_goal(board, state):
        return False
"""


def test_two_files_of_one_name_are_not_mixed_up(folder: Path) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "stairs.py").write_text(STAIRS.replace("(1, 3)", "(1, 2)"))
    first: Any = files.resolve("stairs.py")
    again: Any = files.resolve("./stairs.py")
    assert again.kind.__module__ == first.kind.__module__
    with pytest.raises(UsageError, match="there is another game called 'stairs'"):
        files.resolve("other/stairs.py")
    other: Any = files.resolve("other/stairs.py", "flat")
    assert other.kind.__module__ != first.kind.__module__
    assert (other.NAME, games.load("stairs")) == ("flat", again)


def test_modules_do_not_disturb_each_other(folder: Path) -> None:
    (folder / "random.py").write_text(STAIRS)  # the name of a module that all use
    before: ModuleType = sys.modules["random"]
    assert files.resolve("random.py").NAME == "random"
    assert sys.modules["random"] is before
