"""Lights Out: try `deepen solve lights_out.py` and `deepen serve lights_out.py`."""

import deepen
from deepen import popcount


class LightsOut(deepen.Puzzle):
    """Press lamps until none is lit; each toggles itself and its neighbours.

    Pressing a lamp toggles it and those beside it: what was lit is dark, what was dark is lit.
    `*` is a lamp that is lit, `.` one that is not. Of all boards of five by five a quarter can
    be solved.
    """

    class State(deepen.State):
        lit = deepen.CellSet("cells")

    reversible = True
    look = deepen.Grid(layers={"lit": deepen.Piece("light", "*", "disc", "yellow")}, click="cell")
    examples = {
        "the middle": ".../.*./...",
        "five by five": (
            "*****/*****/*****/*****/*****",
            "all lit: 15 presses, the most there are",
        ),
        "one lamp": ("*..../...../...../...../.....", "proven to have no solution"),
    }

    @deepen.rule
    def successors(board, state):
        for lamp in range(board.cells):
            child = state.copy()
            toggle(child, lamp)
            for way in range(4):
                toggle(child, board.next[lamp, way])
            yield lamp, child

    @deepen.rule
    def is_goal(board, state):
        return not state.lit

    @deepen.rule
    def goals(board):
        yield {"lit": set()}

    @deepen.heuristic(admissible=True, consistent=True)
    def chase_the_lights(board, state):
        """How many it takes, exactly: with the first row pressed in any way, each further row must
        put out what is lit above it; of all ways that end in the dark, the shortest."""
        fewest = deepen.DEAD
        full = (1 << board.columns) - 1
        for first in range(full + 1):
            before, press, presses = 0, first, 0
            for row in range(board.rows):
                lit = state.lit.bits >> row * board.columns & full
                presses += popcount(press)
                left = lit ^ before ^ (press ^ press << 1 ^ press >> 1) & full
                before, press = press, left
            if press == 0:  # the last row is dark, too
                fewest = min(fewest, presses)
        return fewest


def toggle(state, lamp):
    if lamp in state.lit:
        state.lit.remove(lamp)
    elif lamp >= 0:
        state.lit.add(lamp)


deepen.main(LightsOut)
