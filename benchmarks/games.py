"""Two-player games: the Hashi duel beside the libraries for Python, Connect Four beside a program
in C++ that its author has published, and how many positions a second there are of each."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import deepen
from deepen.games import connect4, hashi
from measures import Line
from peers import easyai_hashi, hashi_board, openspiel_hashi
from peers.hashi_board import Instance, Outcome

DATA = Path(__file__).parent.parent / "tests" / "data" / "connect4"
ROUNDS = 20
HARD_BOARDS = 2
EARLY_STONES, EARLY_POSITIONS = 12, 30
LONG_OPENING = "13712"
PAIRS = 3
"""Of runs on one thread and on two: threads meet by chance, and machines have moods."""


# The Hashi duel


def hashi_against_peers() -> list[Line]:
    """CPU to the exact value, board by board; all must find the same one."""
    boards = [hashi_board.instance(name) for name in hashi_board.INSTANCES]
    _solved(hashi.parse("\n".join(boards[0].rows)))  # compiles
    peers: list[tuple[str, float, Callable[[Instance], Outcome]]] = [
        (openspiel_hashi.PEER, 2000.0, openspiel_hashi.measure),
        (easyai_hashi.PEER, 50.0, easyai_hashi.measure),
    ]
    return [_peer_line(*peer, board) for peer in peers for board in boards]


def _peer_line(
    name: str, bar: float, measure: Callable[[Instance], Outcome], board: Instance
) -> Line:
    islands = sum(sign != "." for row in board.rows for sign in row)
    title = f"Hashi duel, {islands} islands, CPU to the exact value, beside {name}"
    ours = _ours(board)
    theirs = measure(board)
    if theirs.value is None:
        return Line(title, f"{1e3 * ours:.2f} ms", f"{name}: not installed", at_least=bar)
    if theirs.value != board.value:
        raise ValueError(f"{board.id}: {name} finds {theirs.value}, the value is {board.value}")
    ratio = theirs.cpu_seconds / ours
    return Line(title, f"{1e3 * ours:.2f} ms", f"{theirs.cpu_seconds:.3g} s", ratio, at_least=bar)


def _ours(board: Instance) -> float:
    """CPU seconds from the position to its value, the mean of many."""
    game = hashi.parse("\n".join(board.rows))
    began = time.process_time()
    for _ in range(ROUNDS):
        found = _solved(game)
    seconds = (time.process_time() - began) / ROUNDS
    if found.value != board.value:
        raise ValueError(f"{board.id}: {found.value}, the value is {board.value}")
    return seconds


def hashi_rate() -> list[Line]:
    """Positions a second on hard boards, on one core."""
    boards = sorted(hashi_board.load("hard"), key=lambda board: board.nodes)[:HARD_BOARDS]
    nodes, began = 0, time.process_time()
    for board in boards:
        found = _solved(hashi.parse("\n".join(board.rows)))
        if found.value != board.value:
            raise ValueError(f"{board.id}: {found.value}, the value is {board.value}")
        nodes += found.nodes
    rate = nodes / (time.process_time() - began) / 1e6
    title = f"Hashi duel, {len(boards)} hard boards solved, positions a second"
    return [Line(title, f"{nodes / 1e6:.1f} M positions", "", rate, " M", at_least=1.5)]


# Connect Four


@dataclass(frozen=True)
class PonsSet:
    """One of Pascal Pons' sets of a thousand positions, and the best row that he published."""

    name: str
    positions: float
    microseconds: float


SETS = (
    PonsSet("end_easy", 51.28, 4.568),
    PonsSet("middle_easy", 449.6, 37.45),
    PonsSet("begin_easy", 3_298, 254.6),
)


def connect4_sets() -> list[Line]:
    """Every score of three sets, and the positions that each takes."""
    deepen.analyse(connect4.parse(""), values="best", node_limit=1_000)  # compiles
    return [_set_line(known) for known in SETS]


def _set_line(known: PonsSet) -> Line:
    nodes, seconds, count = _run(known)
    return Line(
        f"Connect Four, '{known.name.replace('_', ' ')}', all {count:,} scores right, mean"
        " positions a score, and CPU with the call from Python",
        f"{nodes / count:,.1f}, {1e6 * seconds / count:.0f} us",
        f"Pons, published: {known.positions:,.1f}, {known.microseconds:.0f} us",
        known.positions / (nodes / count),
        "x fewer",
    )


def connect4_rate() -> list[Line]:
    """Positions a second in searches long enough that nothing else counts, on one core."""
    games = [connect4.random(EARLY_STONES, seed=seed) for seed in range(EARLY_POSITIONS)]
    nodes, seconds = 0, 0.0
    for game in games:
        rounds = []
        for _ in range(2):
            began = time.process_time()
            found = _solved(game)
            rounds.append(time.process_time() - began)
        nodes, seconds = nodes + found.nodes, seconds + min(rounds)
    title = f"Connect Four, {len(games)} positions of {EARLY_STONES} stones, positions a second"
    rate = nodes / seconds / 1e6
    return [Line(title, f"{nodes / 1e6:.1f} M positions", "", rate, " M", at_least=4.0)]


# Threads


def two_threads() -> list[Line]:
    """Wall time to the exact value, two threads against one."""
    board = sorted(hashi_board.load("hard"), key=lambda board: board.nodes)[1]
    return [
        _threads_line(f"Connect Four, '{LONG_OPENING}'", connect4.parse(LONG_OPENING)),
        _threads_line(f"Hashi duel, {board.id}", hashi.parse("\n".join(board.rows))),
    ]


def _threads_line(title: str, game: deepen.Game) -> Line:
    deepen.analyse(game, values="best", node_limit=1_000)  # compiles
    pairs = [
        [deepen.analyse(game, values="best", threads=threads) for threads in (1, 2)]
        for _ in range(PAIRS)
    ]
    answers = {(each.value, each.exact) for pair in pairs for each in pair}
    if len(answers) != 1:
        raise ValueError(f"{title}: on one thread and on two the answers are {answers}")
    ones, twos = zip(*pairs, strict=True)
    seconds = [statistics.mean(each.seconds for each in found) for found in (twos, ones)]
    nodes = [statistics.mean(each.nodes for each in found) / 1e6 for found in (twos, ones)]
    return Line(
        f"{title}, mean wall time to the exact value, 2 threads against 1",
        f"{seconds[0]:.1f} s, {nodes[0]:.1f} M positions",
        f"{seconds[1]:.1f} s, {nodes[1]:.1f} M positions",
        seconds[1] / seconds[0],
        at_least=1.6,
    )


def _run(known: PonsSet) -> tuple[int, float, int]:
    """Positions looked at, CPU seconds, and how many scores there were; a wrong one is an error."""
    lines = [line.split() for line in (DATA / f"{known.name}.txt").read_text().splitlines()]
    games = [connect4.parse(text) for text, _ in lines]
    began = time.process_time()
    found = [_solved(game) for game in games]
    seconds = time.process_time() - began
    _check(found, [int(score) for _, score in lines], known.name)
    return sum(each.nodes for each in found), seconds, len(lines)


def _check(found: Sequence[deepen.Analysis], scores: Sequence[int], name: str) -> None:
    wrong = [
        number
        for number, (each, score) in enumerate(zip(found, scores, strict=True), 1)
        if (each.value, each.exact) != (score, True)
    ]
    if wrong:
        raise ValueError(f"{name}: {len(wrong)} wrong scores, the first in line {wrong[0]}")


def _solved(game: deepen.Game) -> deepen.Analysis:
    return deepen.analyse(game, values="best")
