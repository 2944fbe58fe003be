"""A* on dark chess as a student writes it: heapq, a dict, FEN strings as keys, reds left to go.

Nothing of deepen is in here. The heuristic counts the red pieces, which never overestimates.
"""

from __future__ import annotations

import heapq
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from .common import DATA

CAP = 40_000
"""Most expansions on one position, some two seconds. Of the 178 positions 37 need more."""

ORDER = "KAERNCP"
RED = "kaerncp"
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True)
class Instance:
    """A position as text, with its least number of moves; None where it is unsolvable."""

    id: str
    text: str
    optimal: int | None
    tier: str


@dataclass(frozen=True)
class Answer:
    """`finished` is False when the cap was met first; `cost` is None then, or if unsolvable."""

    finished: bool
    cost: int | None
    expanded: int


def load() -> list[Instance]:
    """The positions of the benchmark: the contest's, then the public ones."""
    lines: list[str] = []
    for name in ("contest", "public"):
        lines += (DATA / f"darkchess_{name}.jsonl").read_text().splitlines()
    return [
        Instance(one["id"], one["input"], one["optimal"], one.get("tier", "contest"))
        for one in map(json.loads, lines)
    ]


def squares_of(fen: str) -> list[list[str]]:
    board = []
    for rank in fen.split(maxsplit=1)[0].split("/"):
        row: list[str] = []
        for letter in rank:
            row += ["."] * int(letter) if letter.isdigit() else [letter]
        board.append(row)
    return board


def fen_of(board: list[list[str]]) -> str:
    ranks = []
    for row in board:
        rank, empty = "", 0
        for letter in row:
            if letter == ".":
                empty += 1
                continue
            if empty:
                rank += str(empty)
                empty = 0
            rank += letter
        ranks.append(rank + str(empty) if empty else rank)
    return "/".join(ranks) + " b"


CAPTURES = {
    (black, red)
    for black in ORDER
    for red in RED
    if ORDER.index(black) <= ORDER.index(red.upper()) and (black, red) != ("K", "p")
} | {("P", "k")}


def targets(board: list[list[str]], rank: int, file: int) -> Iterator[tuple[int, int]]:
    """The squares that the black piece there may go to."""
    piece = board[rank][file]
    for down, right in WAYS:
        r, f = rank + down, file + right
        while 0 <= r < 4 and 0 <= f < 8:
            if board[r][f] == "." or (piece, board[r][f]) in CAPTURES:
                yield r, f
            if piece != "R" or board[r][f] != ".":
                break
            r, f = r + down, f + right


def successors(fen: str) -> Iterator[str]:
    board = squares_of(fen)
    for rank in range(4):
        for file in range(8):
            piece = board[rank][file]
            if not piece.isupper() or piece == "D":
                continue
            for r, f in list(targets(board, rank, file)):
                taken = board[r][f]
                board[rank][file], board[r][f] = ".", piece
                yield fen_of(board)
                board[rank][file], board[r][f] = piece, taken


def reds_in(fen: str) -> int:
    return sum(letter in RED for letter in fen.split(maxsplit=1)[0])


def solve(fen: str, cap: int = CAP) -> Answer:
    """The least number of moves. The count is consistent, so no position is expanded twice."""
    h = reds_in(fen)
    best = {fen: 0}
    queue = [(h, h, 0, fen)]
    pushed = 1
    closed: set[str] = set()
    while queue:
        f, h, _, position = heapq.heappop(queue)
        if position in closed:
            continue
        if h == 0:
            return Answer(True, f, len(closed))
        if len(closed) == cap:
            return Answer(False, None, cap)
        closed.add(position)
        g = f - h + 1
        for child in successors(position):
            if child not in best or g < best[child]:
                best[child] = g
                child_h = reds_in(child)
                heapq.heappush(queue, (g + child_h, child_h, -pushed, child))
                pushed += 1
    return Answer(True, None, len(closed))


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for instance in load():
        if not wanted or instance.id in wanted:
            begin = time.process_time()
            answer = solve(instance.text)
            print(instance.id, instance.optimal, answer, f"{time.process_time() - begin:.2f} s")
