"""What the duel room asks: tables, refusals, values, the program's moves, games that are kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import deepen
from deepen.web import duelling, pages, positions

DUELS = [name for name in pages.names() if pages.page(name).is_duel]
NEAR_THE_END = {"connect4": "5554224333234511764415115", "hashi": "1 . 1\n. 0 .\n. 2 0"}


@pytest.mark.parametrize("name", DUELS)
def test_every_legal_move_can_be_picked_and_played(name: str) -> None:
    page = pages.page(name)
    for text in page.package.EXAMPLES.values():
        game = page.parse(text)
        table = positions.table(name, text, [])
        assert [each["move"] for each in table["targets"]] == [m.text for m in game.legal_moves()]
        cells = {cell["id"] for cell in table["scene"]["cells"]}
        left, top, width, height = table["scene"]["view"]
        for target in table["targets"]:
            assert target["picks"]
            assert all(set(pick.split()) <= cells for pick in target["picks"])
            x, y = target["spot"]
            assert left <= x <= left + width
            assert top <= y <= top + height
            positions.why(name, text, [], target["picks"][0].split())  # raises where it is illegal


@pytest.mark.parametrize("name", DUELS)
def test_a_table_tells_turns_scores_and_the_end(name: str) -> None:
    page = pages.page(name)
    text = next(iter(page.package.EXAMPLES.values()))
    moves: list[str] = []
    table = positions.table(name, text, moves)
    while not table["over"]:
        moves.append(table["targets"][-1]["move"])
        table = positions.table(name, text, moves)
        assert table["marks"], "the last move is marked"
    game = page.parse(text)
    for move in moves:
        game = game.play(move)
    assert table["score"] == game.score
    assert len(table["scores"]) == len(moves) + 1
    assert table["targets"] == []
    with pytest.raises(deepen.UsageError, match="over"):
        duelling.choose(name, text, _ignore, moves=moves, level=1)


def test_an_illegal_click_says_which_rule_it_breaks() -> None:
    with pytest.raises(deepen.InputError, match="column 4 cannot be played: the column is full"):
        positions.why("connect4", "444444", [], ["38"])
    with pytest.raises(deepen.InputError, match="no cell 'z9'"):
        positions.why("connect4", "", [], ["z9"])


@pytest.mark.parametrize(
    ("moves", "cells", "sentence"),
    [
        ([], ["b3", "c3"], "c3 has no label yet"),
        ([], ["c1", "b2"], "neither in the same row"),
        ([], ["b1"], "no island at b1"),
        ([], ["a1", "a1"], "not one with itself"),
        (["a1-c1"], ["c1", "a1"], "a1 is complete"),
        (["a1-c1"], ["a1"], "no bridge can be built from a1 any more"),
    ],
)
def test_each_rule_of_hashi_has_its_sentence(
    moves: list[str], cells: list[str], sentence: str
) -> None:
    with pytest.raises(deepen.InputError, match=sentence):
        positions.why("hashi", NEAR_THE_END["hashi"], moves, cells)


def test_two_bridges_lie_side_by_side() -> None:
    text = "2 . 2"
    lines = [
        shape
        for shape in positions.table("hashi", text, ["a1-c1", "a1-c1"])["scene"]["behind"]
        if shape[0] == "line"
    ]
    assert len({shape[2][1] for shape in lines}) == 2


def test_an_illegal_move_says_which_one_it_is() -> None:
    with pytest.raises(deepen.InputError, match="move 2: column 9 cannot be played"):
        positions.table("connect4", "44", ["4", "9"])


def test_puzzles_are_not_played_and_games_not_solved() -> None:
    with pytest.raises(deepen.UsageError, match="a puzzle for one"):
        positions.table("tiles", "1 2 0 3 4 5 6 7 8", [])
    from deepen.web import solving

    with pytest.raises(deepen.UsageError, match="a game of two"):
        solving.solve("connect4", "44", _ignore)


@pytest.mark.parametrize("name", NEAR_THE_END)
def test_every_move_has_its_value(name: str) -> None:
    text = NEAR_THE_END[name]
    worth = duelling.analyse(name, text, _ignore)
    truth = deepen.analyse(pages.page(name).parse(text))
    assert worth["exact"]
    assert worth["value"] == truth.value == max(move["value"] for move in worth["moves"])
    table = positions.table(name, text, [])
    assert {move["move"] for move in worth["moves"]} == {
        target["move"] for target in table["targets"]
    }
    assert worth["verdict"].endswith("proven.")
    assert worth["line"][0] in worth["best_moves"]


def test_a_position_is_told_in_words() -> None:
    table = positions.table("hashi", NEAR_THE_END["hashi"], ["a1-c1", "b2=4"])
    assert (table["told"], table["total"]) == ("MAX to move, MAX leads by 2", None)
    assert positions.table("connect4", "44", ["3"])["told"] == "Yellow to move"
    won = positions.table("connect4", "", list("1212121"))
    assert won["told"] == "Over: Red wins by 18"
    assert won["total"] == {
        "value": 18, "exact": True, "text": "+18", "scale": ["+18", "0", "-18"]
    }  # fmt: skip


def test_values_are_told_in_words() -> None:
    news: list[dict[str, Any]] = []
    worth = duelling.analyse("connect4", NEAR_THE_END["connect4"], news.append)
    assert worth["outlook"] == "Proven win by 4 for Yellow, who is to move."
    assert worth["total"]["text"] == "-4", "to the first player"
    best = next(move for move in worth["moves"] if move["move"] == "6")
    assert (best["tendency"], best["text"], best["spoken"]) == (1, "+4", "6 is worth +4")
    guess = duelling.analyse("connect4", "44", news.append, depth=2)
    assert guess["total"]["text"].endswith(" perhaps")
    assert all(move["text"].startswith("≈") for move in guess["moves"])
    assert all("positions" in one["told"] for one in news)


def test_wins_are_told_with_their_distance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = (
        "import games_repeating",
        "class Mine(games_repeating.Ways): examples = {'start': 'X3'}",
    )
    (tmp_path / "mine.py").write_text("\n".join(rules))
    monkeypatch.setattr(pages, "_own", {})
    pages.open_own({"mine": str(tmp_path / "mine.py")})
    text = pages.page("mine").package.EXAMPLES["start"]
    worth = duelling.analyse("mine", text, _ignore, time_limit=3.0)
    assert worth["verdict"] == worth["outlook"] == "White wins in 2 moves (3 plies), proven."
    assert (worth["outcome"], worth["distance"]) == ("win", 3)
    assert [(move["text"], move["spoken"]) for move in worth["moves"]] == [
        ("win 7", "L6 is worth win in 7 plies"),
        ("win 5", "L4 is worth win in 5 plies"),
        ("win 3", "L2 is worth win in 3 plies"),
    ]
    assert duelling.choose("mine", text, _ignore, time_limit=0.2)["move"] == "L2"


def test_a_guess_is_not_called_proven() -> None:
    worth = duelling.analyse("connect4", "44", _ignore, depth=3)
    assert not worth["exact"]
    assert worth["depth"] == 3
    assert "looks like" in worth["verdict"].lower()
    assert "at depth 3" in worth["verdict"]


@pytest.mark.parametrize("strength", [{"level": 2}, {"time_limit": 0.2}])
def test_the_program_moves(strength: dict[str, Any]) -> None:
    text = NEAR_THE_END["connect4"]
    choice = duelling.choose("connect4", text, _ignore, **strength)
    assert choice["move"] in choice["best_moves"]


def test_moves_since_the_start_count() -> None:
    first = duelling.analyse("connect4", "44", _ignore, moves=["4", "4"], depth=2)
    second = duelling.analyse("connect4", "4444", _ignore, depth=2)
    assert first["moves"] == second["moves"]


def test_a_game_is_kept_and_read_again() -> None:
    players = ["human", "level=3"]
    record = positions.record("connect4", "44", ["3", "5"], players)
    assert record["format"] == "deepen game 1"
    assert positions.load(json.dumps(record)) == {
        "game": "connect4",
        "text": "44",
        "moves": ["3", "5"],
        "players": players,
    }


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("{", "no JSON"),
        ("[" * 10_000, "no JSON"),
        ("{}", "format"),
        ('{"format": "deepen game 1"}', "players"),
    ],
)
def test_what_is_no_record_is_refused(data: str, sentence: str) -> None:
    with pytest.raises(deepen.InputError, match=sentence):
        positions.load(data)


def _ignore(news: dict[str, Any]) -> None:
    assert news


# Games in which positions repeat

RING = """
import deepen


class Ring(deepen.ObjectGame):
    repetition = "{rule}"
    players = ("White", "Black")
    start = 0

    def actions(self, state):
        return [1, -1]

    def result(self, state, action):
        return (state + action) % 6


deepen.main(Ring)
"""


@pytest.fixture(scope="module")
def rings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("rings")
    paths = {rule: folder / f"ring_{rule}.py" for rule in ("draw", "loss", "forbidden")}
    for rule, path in paths.items():
        path.write_text(RING.format(rule=rule))
    pages.open_own({rule: str(path) for rule, path in paths.items()})
    yield
    for rule in paths:
        del pages._own[rule]


@pytest.mark.usefixtures("rings")
@pytest.mark.parametrize(
    ("rule", "moves", "told", "value"),
    [
        ("draw", ["1", "-1", "1", "-1"], "Over: a draw by repetition", 0),
        ("loss", ["1", "-1"], "Over: Black loses by repetition", 1),
        ("forbidden", ["1"] * 5, "Over: a draw: every move would repeat a position", 0),
    ],
)
def test_a_game_is_over_by_repetition(rule: str, moves: list[str], told: str, value: int) -> None:
    before = positions.table(rule, "0", moves[:-1])
    assert (before["over"], bool(before["targets"])) == (False, True)
    table = positions.table(rule, "0", moves)
    assert (table["over"], table["targets"], table["told"]) == (True, [], told)
    assert table["total"]["value"] == value
    with pytest.raises(deepen.UsageError, match="over"):
        duelling.choose(rule, "0", _ignore, moves=moves, level=1)


@pytest.mark.usefixtures("rings")
def test_a_forbidden_move_is_not_offered() -> None:
    table = positions.table("forbidden", "0", ["1"])
    assert [target["move"] for target in table["targets"]] == ["1"]
    assert duelling.choose("forbidden", "0", _ignore, moves=["1"], level=1)["move"] == "1"
    with pytest.raises(deepen.InputError, match="move 2: '-1' leads back"):
        positions.table("forbidden", "0", ["1", "-1"])
