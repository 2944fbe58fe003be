"""What `--json` prints is what the schemas say, of every verb and every game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from deepen import games
from deepen.cli import main
from deepen.cli.app import VERBS
from deepen.cli.schema import FOLDER
from deepen.verbs.record import FORMAT
from support import module_from, slow

Captured = pytest.CaptureFixture[str]
FOR_TWO = [name for name in games.GAMES if games.load(name).PLAYERS == 2]
FOR_ONE = [name for name in games.GAMES if name not in FOR_TWO]
SCHEMAS = {path.stem: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
LEVELS = ["--first", "level=1", "--second", "level=1"]


LARGE = ("chexers", "darkchess")  # take seconds to compile all that a check asks


def checked(name: str) -> list[str]:
    """The command line that checks a game on its first example."""
    first = next(iter(games.load(name).EXAMPLES.values()))
    return ["check", name, "--walks", "1", "--input", first]


def commands() -> Iterator[list[str]]:
    """Quick command lines that answer in JSON, those of each verb with each game."""
    for name in FOR_ONE:
        yield ["solve", name]
        yield ["solve", name, "--node-limit", "0"]
        yield ["compare", name, "--algorithms", "astar", "--time-limit", "0.2"]
        yield ["hint", name]
        yield ["hint", name, "--time-limit", "0"]
    for name in FOR_TWO:
        yield ["analyse", name, "--depth", "2"]
        yield ["analyse", name, "--time-limit", "0"]
        yield ["match", name, *LEVELS, "--boards", "1"]
        yield ["hint", name, "--time-limit", "0.1"]
    for name in games.GAMES:
        if name not in LARGE:
            yield checked(name)
        yield ["audit", name, "--instances", "1"]
        yield ["examples", name]
    yield ["solve", "tiles", "unsolvable"]
    yield ["analyse", "connect4", "middle"]
    yield ["audit", "tiles", "rules", "--input", "2x3: 1 2 0 3 4 5"]
    yield ["audit", "darkchess", "nearest_capturer", "--instances", "500"]  # refuted
    yield ["tabulate", "hashi", "1.1/.../..0"]
    yield ["explore", "hashi", "1.1/.../..0"]
    yield ["explore", "tiles", "2x3", "--farthest"]
    yield ["explore", "connect4", "--node-limit", "10"]
    yield ["tabulate", "connect4", "--time-limit", "0"]
    yield from (["games"], ["examples"], ["cache"])


# A puzzle and a game whose rules promise too much; objects, so that nothing is compiled.
WRONG = """
import deepen


class Steps(deepen.ObjectPuzzle):
    admissible = reversible = True

    def actions(self, n):
        return ["down"] if n else []

    def result(self, n, action):
        return n - 1

    def is_goal(self, n):
        return n == 0

    def heuristic(self, n):
        return 2 * n


class Nim(deepen.ObjectGame):
    def actions(self, n):
        return range(1, min(n, 3) + 1)

    def result(self, n, taken):
        return n - taken

    def reward(self, n, taken, left):
        return int(left == 0)

    def bounds(self, n):
        return 0, 1


NAME, PLAYERS, EXAMPLES = "wrong", {players}, {{"five": "5"}}


def parse(text):
    return {kind}(int(text))


def format(position):
    return str(position.start)


def draw(position, markup=False):
    return f"<{{position.start}}>"
"""


@pytest.mark.parametrize(
    ("kind", "players", "arguments"),
    [
        ("Steps", 1, ["check", "wrong", "--walks", "1"]),
        ("Nim", 2, ["check", "wrong", "--walks", "1"]),
        ("Steps", 1, ["audit", "wrong", "--input", "five"]),
        ("Steps", 1, ["audit", "wrong", "rules", "--input", "five"]),
        ("Nim", 2, ["audit", "wrong", "bounds", "--input", "five"]),
    ],
)
def test_so_is_an_answer_that_something_is_wrong(
    kind: str,
    players: int,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    module_from(tmp_path / "wrong_game.py", WRONG.format(kind=kind, players=players))
    monkeypatch.setitem(games.GAMES, "wrong", "wrong_game")
    assert main([*arguments, "--json"]) == 1
    out, verb = capsys.readouterr().out, arguments[0]
    answer = json.loads(out)
    assert answer["counterexample"] if verb == "audit" else answer["instances"][0]["failures"]
    check(verb, out)


def strict(schema: Any) -> Any:
    """The same with no other fields than those that are described."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: strict(value) for key, value in schema.items()}
    if "properties" in schema and "type" in schema:
        inner["additionalProperties"] = False
    return inner


def check(name: str, answer: str) -> None:
    """Holds an answer against a schema."""
    Draft202012Validator(strict(SCHEMAS[name])).validate(json.loads(answer))


@pytest.mark.parametrize("arguments", [*commands(), *slow(*map(checked, LARGE))], ids=" ".join)
def test_an_answer_is_as_its_schema_says(arguments: list[str], capsys: Captured) -> None:
    assert main([*arguments, "--json"]) in (0, 1, 3)
    check(arguments[0], capsys.readouterr().out)


@pytest.mark.parametrize("name", FOR_TWO)
def test_so_is_a_game_that_was_kept(name: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.json"
    assert main(["play", name, "--ai", "--ai", "--level", "1", "--save", str(path)]) == 0
    capsys.readouterr()
    assert main(["replay", str(path), "--json"]) == 0
    check("replay", capsys.readouterr().out)
    check("replay", path.read_text())


@pytest.mark.parametrize("name", FOR_ONE)
def test_so_are_the_lines_of_a_batch(name: str, tmp_path: Path, capsys: Captured) -> None:
    first = next(iter(games.load(name).EXAMPLES.values()))
    lines = [{"id": 1, "input": first}, {"id": "two", "input": "none"}, {"input": first}]
    (tmp_path / "in.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    for limit in (["--node-limit", "0"], []):
        out = tmp_path / f"out{len(limit)}.jsonl"
        words = ["batch", name, str(tmp_path / "in.jsonl"), "--out", str(out), "--jobs", "1"]
        main([*words, *limit, "--json"])
        check("batch", capsys.readouterr().out)
        assert len(out.read_text().splitlines()) == 3
        for line in out.read_text().splitlines():
            check("result", line)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_and_names_its_format(name: str, capsys: Captured) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    expected = FORMAT if name == "replay" else f"deepen {name} 1"
    assert SCHEMAS[name]["properties"]["format"] == {"const": expected}
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMAS[name]


def test_a_result_has_the_fields_of_a_solution() -> None:
    result, solution = SCHEMAS["result"]["properties"], SCHEMAS["solve"]["properties"]
    assert {key: result[key] for key in solution if key not in ("format", "status")} == {
        key: solution[key] for key in solution if key not in ("format", "status")
    }
    assert SCHEMAS["result"]["$defs"] == SCHEMAS["solve"]["$defs"]


def test_every_verb_that_prints_json_has_a_schema(capsys: Captured) -> None:
    for verb in VERBS:
        assert main([verb, "--help"]) == 0
        assert ("\n  --json" in capsys.readouterr().out) == (verb in SCHEMAS)


def test_schemas_are_listed(capsys: Captured) -> None:
    assert main(["schema"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == sorted(SCHEMAS)
    assert max(map(len, out.splitlines())) <= 80


def test_an_unknown_one_is_one_sentence(capsys: Captured) -> None:
    assert main(["schema", "play"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("deepen: there is no schema 'play'; known: analyse, audit,")
