"""The node-count signature: a fixed set of searches, and how many nodes they take in all.

A change that alters the number alters what the engine searches. It may be meant: then the new
number goes in here with the commit, and the commit says why. Any other change leaves it alone.

`python tests/test_signature.py` prints the numbers.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import deepen
from deepen.games import chexers, connect4, darkchess, hashi, tiles

EIGHT = ["7 2 4 5 0 6 8 3 1", "8 6 7 2 5 4 3 0 1", "1 2 5 3 4 0 6 7 8"]
FIFTEEN = "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15"  # Korf 79
CHEXERS = (
    '{"colour": "red", "pieces": [[0,0],[0,-1],[-2,1]], "blocks": [[-1,0],[-1,1],[1,1],[3,-1]]}'
)
DARKCHESS = "D4DDA/1a1P2P1/DkDrD1a1/1DDDDDpp b"
CONNECT4 = "444442226"
HASHI = ".2..4\n.0..3\n.102.\n...4.\n4.334"


def of_tiles() -> int:
    total = 0
    for text in EIGHT:
        for algorithm in deepen.ALGORITHMS:
            weight = 2 if algorithm == "weighted-astar" else None
            total += deepen.solve(tiles.parse(text), algorithm, weight=weight).generated
    for algorithm in ("astar", "idastar"):
        total += deepen.solve(tiles.parse(FIFTEEN), algorithm).generated
    return total


def of_chexers() -> int:
    puzzle = chexers.parse(CHEXERS)
    return sum(
        deepen.solve(puzzle, algorithm, node_limit=5_000).generated
        for algorithm in ("astar", "uniform-cost")
    )


def of_darkchess() -> int:
    puzzle = darkchess.parse(DARKCHESS)
    return deepen.solve(puzzle, "astar", node_limit=20_000).generated


def of_connect4() -> int:
    """To the end of the game at once, and deepening step by step under a limit."""
    position = connect4.parse(CONNECT4)
    exact = deepen.analyse(position, values="best", node_limit=50_000)
    return exact.nodes + deepen.analyse(position, depth=8).nodes


def of_proofs() -> int:
    position = connect4.parse("55542243332345")
    return deepen.analyse(position, algorithm="proof-number").nodes


def of_hashi() -> int:
    position = hashi.parse(HASHI)
    plain = deepen.analyse(position, algorithm="minimax", depth=3).nodes
    return plain + sum(row.nodes for row in deepen.analyse(position, depth=9).rows)


SIGNATURE: dict[Callable[[], int], int] = {
    of_tiles: 2_548_178,
    of_chexers: 70_034,
    of_darkchess: 3_423,
    of_connect4: 54_307,
    of_hashi: 152_902,
    of_proofs: 1_416,
}


@pytest.mark.parametrize("nodes", SIGNATURE, ids=lambda nodes: nodes.__name__)
def test_signature(nodes: Callable[[], int], record_property: Callable[[str, int], None]) -> None:
    counted = nodes()
    record_property("nodes", counted)
    assert counted == SIGNATURE[nodes]


if __name__ == "__main__":
    counted = {nodes.__name__: nodes() for nodes in SIGNATURE}
    for name, count in counted.items():
        print(f"{name}: {count}")
    print(f"bench: {sum(counted.values())}")
