"""`deepen audit`: verdicts, exit codes, the board, JSON, the picture."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import deepen
import witnesses
from deepen.cli import main
from deepen.games import chexers, darkchess
from support import interrupt, on_disk

RACE = chexers.EXAMPLES["race"]
KEYS = {
    "format",
    *("game", "verdict", "sentence", "instances", "family", "complete", "status", "seed"),
    *("seconds", "heuristic", "declared", "admissible", "consistent", "states", "expanded"),
    *("edges", "goals", "overestimates", "steep_edges", "worst", "mean_ratio", "exact_share"),
    *("dead_share", "histogram", "counterexample", "inconsistency", "wrong_answer", "peak_bytes"),
}
Captured = pytest.CaptureFixture[str]


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "deepen.cli", "audit", *arguments]


def test_a_refuted_heuristic_comes_with_a_board(capsys: Captured) -> None:
    assert main(["audit", "chexers", "walking"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    verdict, board, below = out.partition("\n\n")[0], out.split("\n\n")[1], out.split("\n\n")[2]
    assert verdict.startswith("Refuted: walking is not admissible.")
    assert board.count("\n") == 6
    assert below.startswith("walking: h = ")
    assert "true distance h* = " in below
    assert "EXIT from" in below
    assert "It misleads" in out
    assert "█" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("heuristic", ["nearest_capturer", "smallest_edges"])
def test_counterexamples_in_json_are_valid(capsys: Captured, heuristic: str) -> None:
    assert main(["audit", "darkchess", heuristic, "--json", "--time-limit", "60"]) == 1
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert err == ""
    assert set(answer) == KEYS
    assert (answer["verdict"], answer["admissible"]) == ("refuted", False)
    found = answer["counterexample"]
    squares = darkchess.parse(found["input"]).squares
    assert witnesses.darkchess_optimum(squares) == found["distance"] == len(found["actions"])
    assert getattr(witnesses, heuristic)(squares) == found["h"]
    misled = darkchess.parse(answer["wrong_answer"]["input"])
    assert witnesses.darkchess_optimum(misled.squares) == answer["wrong_answer"]["optimum"]
    assert deepen.solve(misled, "astar", heuristic).cost == answer["wrong_answer"]["cost"]


def test_one_instance_is_proven(capsys: Captured) -> None:
    assert main(["audit", "chexers", "waste", "--input", RACE]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Proven on this instance: waste is admissible (74,519 states,")
    assert "inconsistent but admissible" in out
    assert "waste falls too fast" in out


def test_an_instance_from_a_file(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(RACE)
    assert main(["audit", "chexers", "relaxed", "--input", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["states"], answer["consistent"]) == ("proven", 74519, True)
    assert (answer["counterexample"], answer["wrong_answer"], answer["family"]) == (
        None,
        None,
        False,
    )


def test_a_family_that_holds(capsys: Captured) -> None:
    assert main(["audit", "tiles", "manhattan", "--instances", "12", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Not refuted in 12 instances, ")
    assert "That is no proof." in " ".join(out.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["tiles", "manhattan", "--time-limit", "0"],
        ["tiles", "manhattan", "--input", "1 2 0 3 4 5 6 7 8", "--memory-limit", "200K"],
        ["connect4", "bounds", "--time-limit", "0"],
    ],
)
def test_a_limit_before_any_verdict(capsys: Captured, arguments: list[str]) -> None:
    assert main(["audit", *arguments]) == 3
    assert capsys.readouterr().out.startswith("Undecided: the ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "walking"], "no game 'chess'"),
        (["chexers", "running"], "no heuristic 'running'"),
        (["chexers", "walking", "--input", "{"], "no JSON"),
        (["chexers", "walking", "--input", RACE, "--instances", "3"], "single puzzle"),
        (["chexers", "walking", "--instances", "0"], "--instances"),
        (["connect4", "order"], "no rule 'order'"),
        (["connect4", "tabel"], "no rule 'tabel' that can be audited; did you mean 'table'?"),
    ],
)
def test_misuse_is_a_sentence(capsys: Captured, arguments: list[str], words: str) -> None:
    assert main(["audit", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("deepen: ")
    assert words in err
    assert err.count("\n") == 1


def test_the_verdict_is_drawn(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "walking.svg"
    assert main(["audit", "chexers", "walking", "-o", str(file)]) == 1
    assert "walking.svg" in capsys.readouterr().err
    assert file.read_text().startswith("<svg ")


def test_rules_of_a_game_for_two(capsys: Captured) -> None:
    assert main(["audit", "connect4", "--instances", "6", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["counterexample"]) == ("not-refuted", None)
    assert "bounds" in answer["rules"]
    assert answer["positions"] > 6
    assert main(["audit", "connect4", "evaluate", "--instances", "6"]) == 0
    assert capsys.readouterr().out.startswith("Measured: evaluate on ")


@pytest.mark.slow
def test_progress_is_shown_to_people_after_a_second() -> None:
    on_disk("audit", "chexers", "relaxed", "--instances", "1")
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        command("chexers", "relaxed", "--time-limit", "2"), stdout=subprocess.PIPE, stderr=follower
    )
    os.close(follower)
    out, _ = process.communicate(timeout=60)
    shown = os.read(leader, 1 << 16).decode()
    os.close(leader)
    assert process.returncode in (0, 3)
    assert out.startswith((b"Not refuted", b"Undecided"))  # on a machine that is very busy
    assert "instance" in shown


FIFTEEN = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chexers", "relaxed", "--time-limit", "600"], ("Not refuted in", "Undecided")),
        (
            ["tiles", "manhattan", "--input", FIFTEEN],
            ("Undecided: the interruption came first",),
        ),
    ],
)
def test_ctrl_c_tells_what_was_seen(arguments: list[str], words: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    out, err = interrupt(process)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert out.startswith(words)
