"""easyAI's Negamax with its table on the Hashi duel, moves made and taken back in place.

At the end of a game easyAI multiplies its score by 1 + 0.001 for each move of search depth that is
left, so that early wins are preferred. We divide by the same, or the value would not be exact.
"""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any

from .common import installed_version
from .hashi_board import INSTANCES, Board, Instance, Outcome, instance

PEER = "easyAI, Negamax with its table"


def measure(board: Instance) -> Outcome:
    """Runs to the exact value, in this process."""
    version = installed_version("easyAI")
    if version is None:
        return Outcome("")
    library: Any = importlib.import_module("easyAI")
    rules = Board(board.rows)
    game = _duel(rules, depth=rules.longest + 1)
    search = library.Negamax(game.depth, tt=library.TranspositionTable())
    begin = time.process_time()
    search(game)
    value = 0 if game.is_over() else round(search.alpha)
    return Outcome(version, value, game.visited, time.process_time() - begin)


def _duel(rules: Board, depth: int) -> Any:
    """The game as easyAI wants it; its base class exists only where it is installed."""
    library: Any = importlib.import_module("easyAI")

    class HashiDuel(library.TwoPlayerGame):  # type: ignore[misc]
        visited = 0

        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.depth = depth
            self.position = rules.start
            self.ahead = 0  # points that player 1 is ahead
            self.before: list[tuple[bytes, int]] = []

        def possible_moves(self) -> list[int]:
            return list(rules.moves(self.position))  # easyAI takes from it what it has tried

        def make_move(self, move: int) -> None:
            self.visited += 1
            self.before.append((self.position, self.ahead))
            self.position, points = rules.after(self.position, move)
            self.ahead += points if self.current_player == 1 else -points

        def unmake_move(self, move: int) -> None:
            self.position, self.ahead = self.before.pop()

        def is_over(self) -> bool:
            return not rules.moves(self.position)

        def scoring(self) -> float:
            own = self.ahead if self.current_player == 1 else -self.ahead
            return own / (1 + 0.001 * (self.depth - len(self.before)))

        def ttentry(self) -> tuple[bytes, int, int]:
            return self.position, self.ahead, self.current_player

    return HashiDuel()


if __name__ == "__main__":
    for name in sys.argv[1:] or INSTANCES:
        print(name, instance(name).value, measure(instance(name)))
