"""What the laboratory asks: comparisons row by row, and heuristics on trial."""

from __future__ import annotations

from typing import Any

import pytest

from deepen.games import chexers, tiles
from deepen.web import laboratory

COURSE = chexers.EXAMPLES["course"]
LIMITS = {"time_limit": 30.0, "memory_limit": 1 << 28}


class News:
    """Keeps what is told on the way."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def __call__(self, news: dict[str, Any]) -> None:
        self.told.append(news)


def test_each_run_is_told_as_soon_as_it_is_over() -> None:
    news = News()
    answer = laboratory.compare(
        "chexers",
        COURSE,
        news,
        algorithms=["astar", "breadth-first"],
        heuristics=["relaxed", "walking"],
        **LIMITS,
    )
    assert [told["done"] for told in news.told] == [1, 2, 3]
    assert {told["total"] for told in news.told} == {3}
    runs = {(run["algorithm"], run["heuristic"]): run for run in answer["runs"]}
    assert set(runs) == {("astar", "relaxed"), ("astar", "walking"), ("breadth-first", "zero")}
    assert runs["astar", "relaxed"]["optimal"]
    assert runs["astar", "walking"]["excess"] == 2
    assert runs["astar", "walking"]["cells"]["Cost"] == "12, 2 too many"
    assert runs["breadth-first", "zero"]["cells"]["Expanded"] == "6,012"
    assert news.told[-1]["told"] == "3 of 3"
    assert answer["csv"].count("\n") == 4


def test_all_runs_together_keep_within_the_limit() -> None:
    hard = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"
    limits = LIMITS | {"time_limit": 0.4}
    answer = laboratory.compare(
        "tiles", hard, News(), algorithms=["astar", "idastar"], heuristics=["manhattan"], **limits
    )
    assert [run["status"] for run in answer["runs"]] == ["time-limit"] * 2
    assert sum(run["cpu_seconds"] for run in answer["runs"]) < 4


def test_a_wrong_heuristic_is_refuted_with_a_picture() -> None:
    report = laboratory.audit("chexers", COURSE, News(), heuristic="walking", **LIMITS)
    assert report["verdict"] == "refuted"
    assert report["overestimates"] > 0
    assert min(gap for gap, _ in report["histogram"]) < 0
    assert report["chart"]["names"][-1] == "0"
    assert dict(report["figures"])["Positions"] == "6,018"
    case, wrong_answer = report["cases"]
    assert case["told"] == "Walking: h = 4, true distance h* = 3."
    assert len(case["moves"]) == len(case["marks"]) == 3
    assert chexers.parse(case["text"]).pieces == ((0, 1),)
    assert wrong_answer["told"].startswith("It misleads: A* answers")


def test_a_right_heuristic_is_proven_on_this_board() -> None:
    report = laboratory.audit("chexers", COURSE, News(), heuristic="relaxed", **LIMITS)
    assert report["verdict"] == "proven"
    assert report["cases"] == []
    assert sum(count for _, count in report["histogram"]) == report["states"]


def test_an_inconsistent_one_shows_where_it_falls() -> None:
    report = laboratory.audit("chexers", COURSE, News(), heuristic="waste", **LIMITS)
    assert report["verdict"] == "proven", "it claims to be admissible, and is"
    assert report["steep_edges"] > 0
    (case,) = report["cases"]
    assert case["told"].startswith("Waste falls too fast: h = ")
    assert len(case["marks"]) == 1


@pytest.mark.parametrize("name", ["two-moves", "unsolvable"])
def test_an_audit_of_tiles_ends(name: str) -> None:
    report = laboratory.audit(
        "tiles", tiles.EXAMPLES[name], News(), heuristic="manhattan", **LIMITS
    )
    assert report["verdict"] == "proven"
    assert report["states"] == 181440
