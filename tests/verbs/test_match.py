"""Matches: who plays what, how it is counted, and the interval."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

import deepen
from deepen.games import connect4
from deepen.verbs.match import Match, MatchGame, random_boards, wilson_interval
from games_random import Coins, Endless, GameObjects, explicit_game


def rows(count: int) -> list[Coins]:
    chance = Random(1)
    return [Coins([chance.randint(1, 9) for _ in range(8)]) for _ in range(count)]


def test_each_board_is_played_twice_with_sides_changed() -> None:
    match = deepen.match(rows(5), "exact", "level=1")
    assert [(game.board, game.opener) for game in match.games] == [
        (board, opener) for board in range(5) for opener in ("first", "second")
    ]
    assert match.boards == 5
    assert all(len(game.moves) == 8 for game in match.games)


def test_points_are_those_of_the_first_player_whoever_opens() -> None:
    """Replayed by hand: the points that the opener gains, turned round where that is the second."""
    boards = rows(4)
    for game in deepen.match(boards, "level=2", "level=1").games:
        position: Any = boards[game.board]
        for move in game.moves:
            position = position.play(move)
        assert game.points == (position.score if game.opener == "first" else -position.score)


def test_wins_ties_and_points_add_up() -> None:
    match = deepen.match(rows(10), "exact", "level=1")
    assert sum(match.wins) + match.ties == 20
    assert match.wins[0] == sum(game.points > 0 for game in match.games)
    assert match.points == sum(game.points for game in match.games)


def test_the_perfect_player_never_loses_a_pair() -> None:
    match = deepen.match(rows(20), "exact", "level=1")
    for first, second in zip(match.games[::2], match.games[1::2], strict=True):
        assert first.points + second.points >= 0
    assert match.points > 0
    assert match.share > 0.5


def test_a_player_against_itself_is_even() -> None:
    match = deepen.match(rows(6), "level=3", "level=3")
    assert (match.share, match.points) == (0.5, 0)
    assert match.wins[0] == match.wins[1]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_jobs_change_nothing(jobs: int) -> None:
    boards = [connect4.random(12, seed=seed) for seed in range(4)]
    match = deepen.match(boards, "level=2", "level=3", seed=5, jobs=jobs)
    assert match == deepen.match(boards, "level=2", "level=3", seed=5, jobs=1)


def test_a_seed_brings_other_games() -> None:
    boards = [connect4.random(0, seed=0)]
    games = {
        tuple(deepen.match(boards, "level=1", "level=1", seed=seed).games[0].moves)
        for seed in range(5)
    }
    assert len(games) > 1


def test_games_of_objects_match_too() -> None:
    game = explicit_game([[(1, 3, False), (2, 1, False)], [], []])
    assert deepen.match([GameObjects(game)], "exact", "level=1").points == 0


def test_games_are_told_as_soon_as_they_are_over() -> None:
    told: list[MatchGame] = []
    threads = set()

    def on_game(game: MatchGame) -> None:
        told.append(game)
        threads.add(threading.current_thread())

    match = deepen.match(rows(3), "exact", "level=1", on_game=on_game)
    assert sorted(told, key=lambda game: (game.board, game.opener)) == match.games
    assert threads == {threading.main_thread()}


def test_an_error_ends_all_games() -> None:
    """Also the one that would never end."""
    boards = [Coins([1, 2]), Endless(1)]

    def refuse(game: MatchGame) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        deepen.match(boards, "exact", "exact", jobs=2, on_game=refuse)
    assert [thread for thread in threading.enumerate() if "ThreadPool" in thread.name] == []


def test_no_boards_no_games() -> None:
    match = deepen.match([], "exact", "level=1")
    assert (match.games, match.wins, match.ties, match.share) == ([], (0, 0), 0, 0.5)
    assert match.interval == (0.0, 1.0)


def test_a_board_that_is_over_is_a_tie() -> None:
    match = deepen.match([Coins([])], "exact", "level=1")
    assert (match.ties, match.points) == (2, 0)


@pytest.mark.parametrize(
    ("players", "jobs", "words"),
    [
        (("human", "exact"), None, "a match is between programs"),
        (("exact", "human"), None, "a match is between programs"),
        (("exact", "best"), None, "there is no player 'best'"),
        (("exact", "exact"), 0, "jobs is 0"),
    ],
)
def test_misuse(players: tuple[str, str], jobs: int | None, words: str) -> None:
    with pytest.raises(deepen.UsageError, match=words):
        deepen.match(rows(1), *players, jobs=jobs)


def test_random_boards_are_those_of_their_seeds() -> None:
    boards = list(random_boards(connect4, 3, seed=7))
    assert boards == [connect4.random(seed=seed) for seed in (7, 8, 9)]


# ---- the interval


@pytest.mark.parametrize(
    ("won", "count", "low", "high"),
    # Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_as_published(won: int, count: int, low: float, high: float) -> None:
    assert wilson_interval(won / count, count) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_counts_boards_not_games() -> None:
    games = [MatchGame(i // 2, "first", 1 if i % 4 else -1, []) for i in range(40)]
    match = Match("exact", "level=1", games)
    assert match.boards == 20
    assert match.interval == wilson_interval(0.75, 20)


def test_the_interval_covers() -> None:
    """Of many matches between players of known strength, 95 % or more contain the true share."""
    chance = Random(3)
    covered = 0
    for _ in range(400):
        games = [MatchGame(i // 2, "first", chance.choice([1, 1, 0, -1]), []) for i in range(60)]
        low, high = Match("a", "b", games).interval
        covered += low <= 0.625 <= high
    assert covered >= 380
