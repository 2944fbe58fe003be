"""The files of the gallery as a newcomer finds them: short, and with every verb of the shell."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import deepen
import support
from deepen.cli import main
from deepen.looks import moves
from deepen.looks.text import has_text
from deepen.web.look_view import LookView
from gallery_support import FOLDER, GALLERY, GAMES, PUZZLES, file_of, package

Captured = pytest.CaptureFixture[str]

MOST_LINES = dict.fromkeys(GALLERY, 60) | {"chess_endings": 110}
POSITIONS = 1000 if support.every_case else 1000 // len(GALLERY)
DAMAGED = 200 if support.every_case else 20


def lines_of_code(source: str) -> int:
    """Without docstrings, comments and blank lines."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            said = node.body[0]
            lines[said.lineno - 1 : said.end_lineno] = [""] * len(
                range(said.lineno - 1, said.end_lineno or 0)
            )
    return sum(bool(line.split("#")[0].strip()) for line in lines)


def test_the_gallery_is_the_folder() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {*GALLERY, "coins"}  # the README has it


@pytest.mark.parametrize("name", GALLERY)
def test_files_are_short_and_say_what_they_are(name: str) -> None:
    source = Path(file_of(name)).read_text()
    assert lines_of_code(source) <= MOST_LINES[name]
    assert source.rstrip().splitlines()[-1].startswith("deepen.main(")
    found = package(name)
    assert found.SUMMARY.endswith(".")
    assert len(found.RULES) > len(found.SUMMARY) + 80
    assert 2 <= len(found.EXAMPLES) <= 4
    assert found.kind.look is not None


# By the shell


def answer(capsys: Captured, *arguments: str) -> Any:
    """What a verb prints with --json."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", support.one_in(12, GALLERY))
def test_every_verb_takes_it(name: str, capsys: Captured, tmp_path: Path) -> None:
    file, first = file_of(name), next(iter(package(name).EXAMPLES.values()))
    found = answer(capsys, "solve" if name in PUZZLES else "analyse", file)
    assert (found["game"], found["status"]) == (name, "solved")
    assert answer(capsys, "check", file, "--input", first, "--walks", "1")["ok"] is True
    assert len(answer(capsys, "examples", file)["examples"]) == len(package(name).EXAMPLES)
    picture = tmp_path / "board.svg"
    assert main(["draw", file, "-o", str(picture)]) == 0
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize("name", support.one_in(3, PUZZLES))
def test_three_at_once(name: str, tmp_path: Path) -> None:
    found = package(name)
    position = found.first
    texts = [found.format(position)]
    for move in position.legal_moves()[:2]:
        texts.append(found.format(position.at(move.state)))
    inputs, results = tmp_path / "inputs.jsonl", tmp_path / "results.jsonl"
    records = [json.dumps({"id": i, "input": text}) for i, text in enumerate(texts)]
    inputs.write_text("\n".join(records))
    assert main(["batch", file_of(name), str(inputs), "--out", str(results)]) == 0
    answers = [json.loads(line) for line in results.read_text().splitlines()]
    assert len(answers) == len(texts)
    assert {each["status"] for each in answers} <= {"solved", "unsolvable"}


@pytest.mark.slow
@pytest.mark.parametrize("name", GALLERY)
def test_rules_hold_on_all_examples(name: str) -> None:
    assert main(["check", file_of(name), "--walks", "5"]) == 0


@pytest.mark.slow
def test_a_file_is_a_program() -> None:
    ran = subprocess.run(
        [sys.executable, file_of("sokoban"), "solve", "Microban 1", "--plain"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert len(ran.stdout.split()) == 33


def test_the_command_takes_a_file() -> None:
    command = Path(sys.executable).parent / "deepen"
    ran = subprocess.run(
        [command, "analyse", file_of("tic_tac_toe"), "a mistake", "--json"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(ran.stdout)["value"] == 1


# On the page


@pytest.mark.parametrize("name", GALLERY)
def test_every_move_can_be_clicked(name: str) -> None:
    view, position = LookView(package(name)), package(name).first
    there = {cell.id for cell in moves.buttons(position, view.scene(position)).cells}
    found = moves.targets(position)
    assert {target.move for target in found} == {move.text for move in position.legal_moves()}
    for target in found:
        for pick in target.picks:
            assert moves.meant(position, [pick]) == target.move
            assert pick in there or set(pick.split()) <= there


# Text


@pytest.mark.parametrize("name", GALLERY)
def test_positions_are_read_back(name: str) -> None:
    found, chance = package(name), random.Random(1)
    starts = [found.parse(text) for text in found.EXAMPLES.values()]
    position = chance.choice(starts)
    for _ in range(POSITIONS):
        moves = position.legal_moves()
        if not moves or chance.random() < 0.05:
            position = chance.choice(starts)
            continue
        move = chance.choice(moves)
        position = position.play(move) if name in GAMES else position.at(move.state)
        again = found.parse(found.format(position))
        assert (again.start, found.format(again)) == (position.start, found.format(position))
        assert again == position or isinstance(position, deepen.ObjectPuzzle)


@pytest.mark.parametrize("name", GALLERY)
def test_damaged_text_is_refused_in_one_sentence(name: str) -> None:
    found, chance = package(name), random.Random(2)
    texts = list(found.EXAMPLES.values())
    refused = []
    for _ in range(DAMAGED):
        given = list(chance.choice(texts))
        for _ in range(chance.randint(1, 3)):
            given[chance.randrange(len(given))] = chance.choice("#.@xXo/0(:{'\"\n,é")
        try:
            found.parse("".join(given))
        except deepen.InputError as error:
            refused.append(str(error))
    assert refused
    assert not [sentence for sentence in refused if "\n" in sentence]


@pytest.mark.parametrize("name", [name for name in GALLERY if has_text(package(name).kind)])
def test_a_wrong_sign_is_told_by_line_and_column(name: str) -> None:
    found = package(name)
    first, _, rest = next(iter(found.EXAMPLES.values())).partition("\n")
    with pytest.raises(deepen.InputError, match=f"^line 1, column {len(first)}: 'é' is no piece"):
        found.parse(f"{first[:-1]}é\n{rest}")
