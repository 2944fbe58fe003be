"""The digest of what a table is made from: lasts as long as the rules mean the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import deepen
from deepen.games import connect4
from deepen.tables.fingerprint import digests, key_of
from support import module_from

HELPERS = """
STEP = 2
def taken(n):
    return n - STEP
"""
RULES = """
import deepen
import {helpers} as helpers
from {helpers} import taken
MOST = 3
class Takes(deepen.Game):
    '''Who cannot take, loses.'''
    def moves(board, n):
        '''Yields them.'''
        for k in range(1, min(n, MOST) + 1):  # all of them
            yield k, n - k
        if n > board.least + helpers.STEP:
            yield 9, taken(n)
    def outcome(board, n):
        return deepen.LOSS if n == 0 else None
    def canonical(board, n):
        return n
"""


class Written:
    """The game, out of two files that may be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def game(
        self, *changes: tuple[str, str], helpers: tuple[str, str] = ("", ""), board: int = 1
    ) -> Any:
        self.count += 1
        rules = RULES
        for old, new in changes:
            assert old in rules
            rules = rules.replace(old, new)
        name = f"helpers{self.count}_{self.folder.name}"
        module_from(self.folder / f"{name}.py", HELPERS.replace(*helpers), name)
        path = self.folder / f"rules{self.count}.py"
        module = module_from(path, rules.format(helpers=name), f"rules{self.count}")
        return module.Takes(10, {"least": board})

    def digests(self, *changes: tuple[str, str], **more: Any) -> dict[str, str]:
        return digests(self.game(*changes, **more))


@pytest.fixture
def written(tmp_path: Path) -> Written:
    return Written(tmp_path)


def test_what_means_the_same_has_the_same_digest(written: Written) -> None:
    right = written.digests()
    assert sorted(right) == ["board", "canonical", "moves", "outcome", "state"]
    canonical = "    def canonical(board, n):\n        return n\n"
    moved = [(canonical, ""), ("    def moves", f"{canonical}    def moves")]
    for changes in (
        [],
        [("  # all of them", "\n            # each of them")],
        [("'''Yields them.'''", "'''Yields\nall.'''")],
        [("        '''Yields them.'''\n", "")],
        [("n - k\n", "(n\n              - k)\n\n")],
        [("    def moves(board, n)", "    @deepen.rule\n    def moves(board, n: int)")],
        [("class Takes", "class  Takes")],
        moved,
    ):
        assert written.digests(*changes) == right
    assert written.digests(helpers=("STEP = 2", "# as it was\nSTEP = 1 + 1")) == right


def test_what_means_another_thing_has_another(written: Written) -> None:
    right = written.digests()
    for changes, part in (
        ([("n - k", "n - 1")], "moves"),
        ([("MOST = 3", "MOST = 4")], "moves"),
        ([("deepen.LOSS", "deepen.WIN")], "outcome"),
        ([("return n\n", "return n + 0\n")], "canonical"),
    ):
        found = written.digests(*changes)
        assert [name for name in right if found[name] != right[name]] == [part]
    for helpers in (("n - STEP", "n - 2 * STEP"), ("STEP = 2", "STEP = 3")):
        found = written.digests(helpers=helpers)
        assert [name for name in right if found[name] != right[name]] == ["moves"]
    found = written.digests(board=2)
    assert [name for name in right if found[name] != right[name]] == ["board"]


def test_a_constant_that_changes_while_the_program_runs_counts(written: Written) -> None:
    game = written.game()
    before = digests(game)
    assert digests(game) == before
    sys.modules[type(game).__module__].MOST = 5  # type: ignore[attr-defined]
    assert digests(game)["moves"] != before["moves"]


def test_a_global_of_the_name_of_a_field_is_nothing_to_a_rule(written: Written) -> None:
    game = written.game()
    before = digests(game)
    sys.modules[type(game).__module__].least = 5  # type: ignore[attr-defined]
    assert digests(game) == before


def test_a_file_that_changed_since_its_import_is_not_believed(written: Written) -> None:
    game, after = written.game(), written.digests(("n - k", "n - 1"))
    path = written.folder / "rules1.py"
    path.write_text(path.read_text().replace("n - k", "n - 1"))
    assert digests(game)["moves"] not in (after["moves"], written.digests()["moves"])


def test_a_file_that_is_edited_later_is_not_read_again(written: Written) -> None:
    game = written.game()
    before = digests(game)
    path = written.folder / "rules1.py"
    path.write_text(path.read_text().replace("n - k", "n - 1"))
    module: Any = sys.modules[type(game).__module__]
    module.MOST = 5
    assert digests(game)["moves"] != before["moves"]
    module.MOST = 3
    assert digests(game) == before


def test_a_file_is_believed_again_when_it_is_whole(written: Written) -> None:
    game, right = written.game(), written.digests()
    path = written.folder / "rules1.py"
    whole = path.read_text()
    path.write_text(f"{whole}\nhalf = (")
    assert digests(game)["moves"] != right["moves"]
    path.write_text(whole)
    module: Any = sys.modules[type(game).__module__]
    module.MOST = 5
    digests(game)
    module.MOST = 3
    assert digests(game) == right


@pytest.mark.filterwarnings("error")
def test_what_else_stands_in_a_file_does_not_matter(written: Written) -> None:
    right = written.digests()
    game = written.game()
    path = written.folder / "rules2.py"
    path.write_text(path.read_text() + "\nboard = ' / \\ '\n")
    assert digests(game) == right
    del sys.modules[type(game).__module__]  # nobody else shall read it


def test_states_are_part_of_it() -> None:
    def made(most: int) -> Any:
        class Fields(deepen.Game):
            class State(deepen.State):
                left = deepen.Integer(max=most)

            def moves(board: Any, state: Any) -> Any:
                yield 0, state

        return Fields({"left": 1})

    assert digests(made(5)) == digests(made(5))
    changed = {name for name in ("moves", "state", "board") if
               digests(made(5))[name] != digests(made(9))[name]}  # fmt: skip
    assert changed == {"state"}


def test_it_is_the_same_in_another_process_and_for_ever(tmp_path: Path) -> None:
    source = (
        "from deepen.games import connect4\n"
        "from deepen.tables.fingerprint import *\n"
        "print(key_of(digests(connect4.parse('4455'))))"
    )
    other = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert other.stdout.strip() == key_of(digests(connect4.parse("12")))


PINNED = "99c63ace3e567fa3d275feb59d3d65f16a07573e6e499ec841281f0f45b96432"


def test_no_version_of_python_or_of_deepen_changes_it(written: Written) -> None:
    """A new number here makes every table useless that was ever kept."""
    assert key_of(written.digests()) == PINNED


def test_without_source_the_bytecode_will_do() -> None:
    def typed(taken: int) -> dict[str, str]:
        names: dict[str, Any] = {"deepen": deepen}
        exec(
            f"class Typed(deepen.Game):\n  def moves(board, n):\n    if n: yield 1, n - {taken}\n",
            names,
        )
        return digests(names["Typed"](3))

    assert typed(1) == typed(1)
    assert typed(1) != typed(2)
