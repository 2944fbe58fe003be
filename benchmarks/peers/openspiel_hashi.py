"""OpenSpiel's alpha-beta on the Hashi duel, a game written in Python with its API.

The search has no table and tries moves as they come.
"""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any

from .common import installed_version
from .hashi_board import INSTANCES, Board, Instance, Outcome, instance

PEER = "OpenSpiel, alpha-beta"


def measure(board: Instance) -> Outcome:
    """Runs to the exact value, in this process."""
    version = installed_version("open_spiel")
    if version is None:
        return Outcome("")
    search: Any = importlib.import_module("open_spiel.python.algorithms.minimax")
    rules = Board(board.rows)
    game = _game(rules)
    begin = time.process_time()
    value, _ = search.alpha_beta_search(game, maximum_depth=rules.longest + 1)
    return Outcome(version, int(value), game.visited, time.process_time() - begin)


def _game(rules: Board) -> Any:
    """The game as OpenSpiel wants it; its base classes exist only where it is installed."""
    spiel: Any = importlib.import_module("pyspiel")
    kind = spiel.GameType
    game_type = kind(
        short_name="python_hashi_duel",
        long_name="Hashi duel",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    most = 2.0 * max(rules.start) * rules.islands + 1
    info = spiel.GameInfo(
        num_distinct_actions=len(rules.pairs) + 2 * rules.islands,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=rules.longest,
    )

    class HashiState(spiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.position = rules.start
            self.player = 0
            self.points = 0  # that player 0 is ahead

        def current_player(self) -> Any:
            return spiel.PlayerId.TERMINAL if self.is_terminal() else self.player

        def _legal_actions(self, player: int) -> list[int]:
            return rules.moves(self.position)

        def _apply_action(self, action: int) -> None:
            game.visited += 1
            self.position, points = rules.after(self.position, action)
            self.points += points if self.player == 0 else -points
            self.player = 1 - self.player

        def is_terminal(self) -> bool:
            return not rules.moves(self.position)

        def returns(self) -> list[float]:
            return [float(self.points), float(-self.points)]

        def _action_to_string(self, player: int, action: int) -> str:
            return str(action)

        def __str__(self) -> str:
            return self.position.hex()

    class HashiGame(spiel.Game):  # type: ignore[misc]
        visited = 0

        def __init__(self) -> None:
            super().__init__(game_type, info, {})

        def new_initial_state(self) -> Any:
            return HashiState(self)

    game = HashiGame()
    return game


if __name__ == "__main__":
    for name in sys.argv[1:] or INSTANCES:
        print(name, instance(name).value, measure(instance(name)))
