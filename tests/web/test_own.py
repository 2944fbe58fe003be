"""Games of one's own on the page: those that the server's command line names, and no others."""

from __future__ import annotations

import asyncio
import json
import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deepen.cli import main
from deepen.cli.serve import _address
from deepen.web import pages, watching
from own_games import FILES, JUGS, working_in, write_files
from web_support import Line, Served, ask, post, server, serving

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("a secret place")
    write_files(found)
    return found


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    """A server of all four, which watches one."""
    games = {name: str(folder / f"{name}.py") for name in FILES}
    with serving(games=games, watched=(folder / "jugs.py",)) as server:
        yield server


@pytest.fixture
def line(served: Served) -> Iterator[Line]:
    with served.line() as opened:
        yield opened


def test_they_come_first(line: Line) -> None:
    found = line.ask(verb="catalogue")
    assert [each["name"] for each in found[:5]] == [*FILES, "chexers"]
    jugs, piles = found[:2]
    assert (jugs["kind"], jugs["summary"]) == ("puzzle", "Measure some water.")
    assert jugs["examples"][0] == {"name": "classic", "text": "3, 5, 4"}
    assert jugs["default_heuristic"] == "zero"
    assert [player["name"] for player in piles["players"]] == ["Red", "Blue"]
    for each in found[:4]:
        shown = line.ask(verb="gallery", game=each["name"])
        assert [example["name"] for example in shown] == [one["name"] for one in each["examples"]]


def test_a_puzzle_is_edited_and_solved(line: Line) -> None:
    shown = line.ask(verb="position", game="jugs", text="3, 5, 4\nstate: (3, 2)")
    assert shown["text"] == "3, 5, 4\nstate: (3, 2)"
    assert shown["scene"]["cells"]
    solved = line.ask(verb="solve", game="jugs", text="3, 5, 4")
    assert solved["verdict"] == "Solved in 6 moves, proven shortest."
    assert [step["text"] for step in solved["steps"]][-1].startswith("3, 5, 4\nstate: (")
    assert solved["plain"].splitlines()[0] == "fill 2"
    assert line.ask(verb="hint", game="jugs", text="3, 5, 4")["action"] == "fill 2"
    assert line.ask(verb="position", game="jugs", text="classic")["text"] == "3, 5, 4"
    random = line.ask(verb="random", game="jugs", level="random", seed=1)
    assert line.ask(verb="position", game="jugs", text=random["text"])["text"] == random["text"]
    estimates = [step["h"] for step in line.ask(verb="solve", game="stairs", text="7")["steps"]]
    assert estimates[0] == 3
    assert estimates[-1] == 0


def test_a_game_is_played_and_kept(line: Line) -> None:
    question: dict[str, Any] = {"game": "piles", "text": "", "moves": ["0-1"]}
    table = line.ask(verb="table", **question)
    assert (table["to_move"], table["over"], len(table["targets"])) == (1, False, 4)
    assert "Red" in line.ask(verb="analyse", **question)["verdict"] + "Red"
    assert line.ask(verb="choose", level=2, **question)["move"] in ("1-1", "1-2", "2-1", "2-2")
    record = line.ask(verb="record", players=["human", "level=2"], **question)
    assert (record["game"], record["moves"]) == ("piles", ["0-1"])
    assert line.ask(verb="load", data=json.dumps(record))["game"] == "piles"


def test_no_request_names_a_file(served: Served, folder: Path, line: Line) -> None:
    for name in ("piles.py", "nowhere.py", "os", "os:path", "../jugs", "/etc"):
        said = line.refusal(verb="position", game=name, text="")
        assert said.startswith(f"there is no game {name!r} here; known: jugs, piles,")
    record = {"format": "deepen game 1", "game": "piles.py", "start": "", "moves": [], "scores": []}
    whole = {**record, "players": {"first": "human", "second": "human"}, "settings": {}}
    assert "there is no game 'piles.py'" in line.refusal(verb="load", data=json.dumps(whole))
    assert ask(served, "GET", "/jugs.py").status == 404


def test_others_hear_of_a_mistake_but_not_of_the_machine(served: Served, folder: Path) -> None:
    said = post(served, "position", game="jugs", text="3, 5, 9")
    assert said.status == 400
    assert said.json["error"].endswith("raises ValueError: no jug holds 9 (jugs.py, line 13)")
    odd = post(served, "solve", game="jugs", text="'a', 'b', 'a'")
    assert odd.status == 400
    assert odd.json["error"].startswith("jugs.py, line ")
    for answer in (said, odd, ask(served, "GET", "/api/games")):
        assert str(folder) not in answer.text
        assert f"{os.sep}deepen{os.sep}" not in answer.text
        assert "Traceback" not in answer.text


def test_what_is_saved_is_read_again(served: Served, folder: Path, line: Line) -> None:
    file = folder / "jugs.py"
    place = {"game": "jugs", "text": "3, 5, 4\nstate: (3, 2)"}
    try:
        file.write_text(JUGS.replace("Measure some water", "Measure wine"))
        line.until_changed()
        assert line.ask(verb="catalogue")[0]["summary"] == "Measure wine."
        assert line.ask(verb="position", **place)["text"] == place["text"]
        file.write_text(JUGS.replace("self.goal in", "self.goal in in"))
        line.until_changed()
        broken = line.ask(verb="catalogue")[0]
        assert (broken["name"], broken["kind"], broken["examples"]) == ("jugs", "broken", [])
        assert broken["problem"] == "jugs.py, line 32: SyntaxError: invalid syntax"
        assert line.refusal(verb="position", **place) == broken["problem"]
        file.write_text(JUGS.replace("examples =", "others ="))
        line.until_changed()
        assert "jugs has no examples" in line.refusal(verb="position", **place)
    finally:
        file.write_text(JUGS)
        line.until_changed()
    assert line.ask(verb="position", **place)["text"] == place["text"]


def test_the_link_leads_to_the_first_game() -> None:
    place = "#/duel/piles"
    assert _address("127.0.0.1", 1, None, place) == "http://127.0.0.1:1/#/duel/piles"
    assert _address("127.0.0.1", 1, "a b", place) == "http://127.0.0.1:1/?token=a%20b#/duel/piles"


@pytest.mark.slow
def test_the_command_serves_a_file_to_others(folder: Path) -> None:
    options = ("--host", "0.0.0.0", "--token", "word", "--workers", "1", "--watch")
    with server(str(folder / "piles.py"), *options) as (_, where):
        assert where.endswith("/?token=word#/duel/piles")
        request = urllib.request.Request(
            where.partition("?")[0] + "api/games", headers={"Authorization": "Bearer word"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read().decode()
    assert json.loads(text)[0]["name"] == "piles"
    assert str(folder) not in text


def test_modules_that_are_imported_later_are_followed_too(tmp_path: Path) -> None:
    game, helper, part = (tmp_path / name for name in ("my.py", "helper.py", "pack/part.py"))
    part.parent.mkdir()
    part.write_text("")
    helper.write_text("from pack import part\n")
    game.write_text("import os\n")
    assert watching.with_imports([game]) == [game]
    changes: list[str] = []

    async def edit() -> None:
        task = asyncio.create_task(watching.watch([game], lambda: changes.append("changed")))
        await asyncio.sleep(watching.EVERY)
        for number, (file, text) in enumerate(((game, "import helper\n"), (part, "A = 1\n")), 1):
            file.write_text(text)
            async with asyncio.timeout(10):
                while len(changes) < number:
                    await asyncio.sleep(watching.EVERY)
        task.cancel()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watching, "EVERY", 0.02)
        asyncio.run(edit())
    assert changes == ["changed", "changed"]


def test_the_owner_is_told_of_a_mistake_on_the_terminal(tmp_path: Path, capfd: Any) -> None:
    with working_in(tmp_path):
        Path("bad.py").write_text("import deepen\n\nWORDS = 1 / 0\n")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pages, "_own", {})
            pages.open_own({"bad": "bad.py"})
            entry = pages.catalogue()[0]
            pages.catalogue()
    assert entry["problem"] == "bad.py, line 3: ZeroDivisionError: division by zero"
    said = capfd.readouterr().err
    assert f'File "{tmp_path / "bad.py"}", line 3' in said
    assert said.count("bad is not on the page until this is mended\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.py"], "there is no file 'nowhere.py'"),
        (["tiles", "--watch"], "--watch is for a game of your own"),
        (["bare.py"], "bare has no examples"),
    ],
)
def test_misuse_is_told_at_once(
    arguments: list[str], words: str, tmp_path: Path, capsys: Captured
) -> None:
    with working_in(tmp_path):
        Path("bare.py").write_text(JUGS.replace("examples", "others"))
        assert main(["serve", *arguments]) == 2
    assert words in capsys.readouterr().err
