"""Puzzles, games and what is found of them, as a notebook shows them."""

from __future__ import annotations

import pickle
import re
from base64 import b64decode
from collections import Counter
from dataclasses import asdict, replace
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

import deepen
from deepen.games import chexers, connect4, darkchess, hashi, tiles
from deepen.notebook.html import FIRST_BOARDS, MOST_CHARACTERS, MOST_MOVES

EVIL = "<script>alert(1)</script>"
IMAGE = re.compile(r'src="data:image/svg\+xml;base64,([^"]*)"')
BOARD = tiles.parse("1 2 0 3 4 5 6 7 8")
HASHI = hashi.parse("1.1/.0./.20")


class Corridor(deepen.ObjectPuzzle):
    """Walk to the end of it."""

    length = 3
    step = "step"

    start = 0

    def actions(self, state: int) -> list[str]:
        return [self.step]

    def result(self, state: int, action: str) -> int:
        return state + 1

    def is_goal(self, state: int) -> bool:
        return state == self.length


class DrawnCorridor(Corridor):
    def svg(self, what: str = "board") -> str:
        return f"<svg><text>{self.start}</text></svg>"


class EvilCorridor(Corridor):
    __doc__ = f"Walk & {EVIL}"
    step = EVIL

    def __str__(self) -> str:
        return EVIL


class Matches(deepen.ObjectGame):
    """Take one or two; who takes the last one wins a point."""

    start = 4

    def actions(self, state: int) -> range:
        return range(1, min(state, 2) + 1)

    def result(self, state: int, action: int) -> int:
        return state - action

    def reward(self, state: int, action: int, result: int) -> int:
        return int(result == 0)


class Balance(HTMLParser):
    """Counts tags that are opened and not closed, and the other way round."""

    VOID = ("img",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def html(found: Any) -> str:
    """What a notebook gets, checked to be whole and harmless."""
    text = found._repr_html_()
    assert isinstance(text, str)
    balance = Balance()
    balance.feed(text)
    assert balance.open == []
    return text


def pictures(text: str) -> list[str]:
    found = [b64decode(data).decode() for data in IMAGE.findall(text)]
    assert all(ElementTree.fromstring(svg).tag.endswith("}svg") for svg in found)
    return found


@pytest.mark.parametrize("game", [chexers, connect4, darkchess, hashi, tiles])
def test_what_is_built_in_shows_its_board(game: Any) -> None:
    shown = game.family(2, 0)
    assert shown._repr_svg_() == shown.svg()
    assert shown._repr_html_() is None
    with pytest.raises(deepen.UsageError, match="no picture 'nothing'"):
        shown.svg("nothing")


def test_tiles_in_place_are_told_without_colour() -> None:
    root = ElementTree.fromstring(BOARD.svg())
    space = "{http://www.w3.org/2000/svg}"
    told = root.findtext(f"{space}desc") or ""
    assert "row 1, column 3: the gap; row 2, column 1: tile 3, in place;" in told
    assert [text.text for text in root.findall(f"{space}text")] == list("12345678")
    edges = Counter(rect.get("stroke-width") for rect in root.findall(f"{space}rect"))
    assert (edges["3"], edges["1.5"]) == (6, 8 + 2)  # in place; a square behind each, and the rest


def test_a_puzzle_without_a_picture_is_a_box() -> None:
    assert Corridor()._repr_svg_() is None
    text = html(Corridor())
    assert "<strong>Corridor</strong>" in text
    assert "Walk to the end of it." in text
    assert "state: 0" in text


def test_a_box_of_packed_states_names_the_heuristics() -> None:
    class Countdown(deepen.Puzzle):
        @deepen.rule
        def successors(board: Any, left: int) -> Any:
            yield 0, left - 1

        @deepen.rule
        def is_goal(board: Any, left: int) -> bool:
            return left == 0

        @deepen.heuristic(admissible=True, consistent=True)
        def what_is_left(board: Any, left: int) -> int:
            return left

    text = html(Countdown(start=7))
    assert "state: 7" in text
    assert "heuristics: what_is_left" in text


def test_a_box_of_a_game_says_who_moves() -> None:
    text = html(Matches().play("1"))
    assert "state: 3" in text
    assert "player 2 to move, score 0" in text


def test_a_huge_state_is_cut() -> None:
    class Huge(Corridor):
        def __str__(self) -> str:
            return "x" * 10 * MOST_CHARACTERS

    assert len(html(Huge())) < 2 * MOST_CHARACTERS


def test_nothing_that_users_write_becomes_markup() -> None:
    for found in (EvilCorridor(), deepen.solve(EvilCorridor())):
        text = html(found)
        assert "&lt;script&gt;" in text
    assert "Walk &amp;" in html(EvilCorridor())


def test_a_picture_of_ones_own_may_be_a_notebooks_method() -> None:
    class Own(Corridor):
        def _repr_svg_(self) -> str:
            return "<svg/>"

    assert Own()._repr_html_() is None
    assert len(pictures(html(deepen.solve(Own())))) == 4


# Solutions


def test_a_solution_without_a_picture_is_its_moves_and_figures() -> None:
    text = html(deepen.solve(Corridor()))
    assert "Solved in 3 moves, proven shortest." in text
    assert "Moves: step step step" in text
    assert all(name in text for name in ("cost", "proven optimal", "expanded", "time"))
    assert pictures(text) == []


def test_a_picture_makes_a_strip_of_boards() -> None:
    drawn = pictures(html(deepen.solve(DrawnCorridor())))
    assert [re.findall(r"<text>(\d)</text>", svg) for svg in drawn] == [["0"], ["1"], ["2"], ["3"]]
    assert all("xmlns" in svg for svg in drawn)


def test_a_long_solution_is_cut() -> None:
    class Long(DrawnCorridor):
        length = 1000

    text = html(deepen.solve(Long()))
    drawn = pictures(text)
    assert len(drawn) == FIRST_BOARDS + 1
    assert "<text>1000</text>" in drawn[-1]
    assert f"… {1001 - len(drawn)} boards …" in text
    assert f"… and {1000 - MOST_MOVES} more" in text
    assert len(text) < 10_000


def test_sentences_are_a_list() -> None:
    class Wordy(Corridor):
        step = "one step"

    assert html(deepen.solve(Wordy())).count("<li>one step</li>") == 3


@pytest.mark.parametrize(
    "puzzle",
    [chexers.parse('{"colour": "red", "pieces": [[3, -3]], "blocks": []}'), darkchess.family(2, 0)],
    ids=["chexers", "darkchess"],
)
def test_a_game_draws_the_very_solution(puzzle: Any) -> None:
    solution = deepen.solve(puzzle, "breadth-first")
    assert pictures(html(solution)) == [puzzle.svg_of(solution)]


def test_without_a_solution_the_board_is_shown_and_why() -> None:
    hopeless = deepen.solve(tiles.parse("0 2 1 3 4 5 6 7 8"))
    assert "Proven unsolvable." in html(hopeless)
    assert len(pictures(html(hopeless))) == 1
    stopped = deepen.solve(tiles.parse("8 0 6 5 4 7 2 3 1"), node_limit=5)
    assert "the node limit was hit first; any solution costs at least" in html(stopped)


def test_the_subject_is_no_part_of_what_is_said() -> None:
    solution, analysis = deepen.solve(DrawnCorridor()), deepen.analyse(Matches())
    for found in (solution, analysis):
        again = pickle.loads(pickle.dumps(found))
        assert again == found
        assert again.subject is None
        assert "subject" not in asdict(found)
        assert "subject" not in repr(found)
        assert pictures(html(again)) == []
    assert isinstance(replace(solution, cost=4).subject, DrawnCorridor)


def test_solve_many_knows_the_puzzles() -> None:
    puzzles = [tiles.random(2, 3, seed=seed) for seed in range(3)]
    assert [found.subject for found in deepen.solve_many(puzzles)] == puzzles


# Analyses


def test_a_proven_value_is_a_result() -> None:
    text = html(deepen.analyse(HASHI))
    assert "Proven win by 4 for player 1, who is to move." in text
    assert len(pictures(text)) == 1
    assert "+4" in pictures(text)[0]
    assert re.search(r"<td[^>]*>\+4</td><td[^>]*>proven</td><td[^>]*>a1-c1</td>", text)
    assert "Best play: a1-c1" in text


def test_the_score_counts_for_the_result() -> None:
    text = html(deepen.analyse(HASHI.play("a1-c1")))
    assert "Proven loss by 4 for player 2, who is to move: -2 from here on, -2 so far." in text


def test_a_tie_and_a_game_that_is_over() -> None:
    class Even(Matches):
        def reward(self, state: int, action: int, result: int) -> int:
            return 0

    assert "Proven tie for player 1" in html(deepen.analyse(Even()))
    over = Even().play("2").play("2")
    assert "The game is over." in html(deepen.analyse(over))


def test_a_guess_looks_like_one() -> None:
    game = hashi.random(6, islands=12, seed=3)
    found = deepen.analyse(game, depth=3)
    assert not found.exact
    text = html(found)
    assert "Looks like" in text
    assert "Proven" not in text
    assert "at depth 3, proven between" in text
    assert "The depth limit was hit first." in text
    assert "≈" in text
    assert pictures(text) == [game.svg()]  # no value on it: none is proven


def test_bounds_alone_are_no_value() -> None:
    text = html(deepen.analyse(HASHI, values="best"))
    assert re.search(r">\?</td><td[^>]*>(at most|at least|between)", text)


def test_an_analysis_without_a_picture() -> None:
    text = html(deepen.analyse(Matches()))
    assert "Proven win by 1 for player 1" in text
    assert pictures(text) == []


def test_every_move_is_in_the_table_once() -> None:
    found = deepen.analyse(connect4.parse("5554224333234511764415115"))
    rows = re.findall(r"<td[^>]*>proven</td><td[^>]*>([^<]*)</td>", html(found))
    assert sorted(" ".join(rows).split()) == sorted(move.text for move in found.moves)
