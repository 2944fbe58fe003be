"""`deepen explore`."""

from __future__ import annotations

import json

import pytest

import deepen
from deepen.cli import main

Captured = pytest.CaptureFixture[str]
SIX = "2x3: 0 1 2 3 4 5"


def test_all_states_are_counted_by_distance(capsys: Captured) -> None:
    assert main(["explore", "tiles", SIX, "--threads", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("360 states can be reached, and no more.\nBy distance from the start, 0 ")
    assert "\n  1 2 3 5 6 7 10 12 12 16 23 25 28 39 44 40 29 21 18 12 6 1\n" in out
    assert "Farthest" not in out
    assert "\n841 generated, " in out


def test_the_farthest_are_drawn(capsys: Captured) -> None:
    assert main(["explore", "tiles", SIX, "--farthest"]) == 0
    assert "\nFarthest:\n\n┌" in capsys.readouterr().out
    assert main(["explore", "tiles", SIX, "--farthest", "--node-limit", "20"]) == 3
    out = capsys.readouterr().out
    assert " states seen, not all: the node limit was hit first.\n" in out
    assert "\nFarthest so far, 3 of 6:\n" in out


def test_before_anything_is_seen_no_layers_are_told(capsys: Captured) -> None:
    assert main(["explore", "tiles", SIX, "--node-limit", "0"]) == 3
    assert "By distance" not in capsys.readouterr().out


def test_json_says_the_same(capsys: Captured) -> None:
    assert main(["explore", "tiles", SIX, "--farthest", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["states"], told["layers"][-1], told["complete"]) == (360, 1, True)
    assert told["farthest"] == ["3 4 5\n0 1 2"]


def test_positions_of_games_are_counted_and_none_is_kept(capsys: Captured) -> None:
    assert main(["explore", "hashi", "1.1/.../..0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"]
    assert told["farthest"] is None
    assert main(["explore", "hashi", "--farthest"]) == 2
    assert "--farthest is for puzzles, and hashi is a game of two" in capsys.readouterr().err


def test_ctrl_c_tells_what_was_seen(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    def stopped(puzzle: object, **options: object) -> None:
        raise deepen.Interrupted(deepen.Exploration([1, 2], 4, 5, False, "interrupted", 0.1, 9))

    monkeypatch.setattr(deepen, "explore", stopped)
    assert main(["explore", "tiles", SIX]) == 130
    assert capsys.readouterr().out.startswith("4 states seen, not all: interrupted.\n")
