"""Ricochet Robots: try `deepen solve ricochet_robots.py` and `deepen serve ricochet_robots.py`."""

import random

import deepen

COLOURS = ("red", "green", "blue", "yellow")
WAYS = ("up", "left", "right", "down")


class RicochetRobots(deepen.Puzzle):
    """Bring the red robot to the target; robots stop only where something is in the way.

    Robots go up, left, right or down, and stop only at a wall or at another robot; that is a
    move. The target counts if the red robot stops there. `#` is a wall, `x` the target, and
    `r`, `g`, `b`, `y` are the robots.
    """

    class State(deepen.State):
        robots = deepen.Array(4, deepen.Cell("cells"))

    actions = (deepen.Integer(max=3), deepen.Integer(max=3))  # a robot and a way
    look = deepen.Grid(
        layers={
            "walls": deepen.Piece("wall", "#", "wall"),
            "target": deepen.Piece("target", "x", "ring", "red"),
            "robots": [deepen.Piece(f"{name} robot", name[0], "disc", name) for name in COLOURS],
        },
    )

    @classmethod
    def random(cls, size=16, *, seed=None):
        """A board of that many rows and columns, one cell in eight being a wall."""
        cells = random.Random(seed).sample(range(size * size), size * size // 8 + 5)
        board = {"rows": size, "columns": size, "target": {cells[4]}, "walls": set(cells[5:])}
        return cls({"robots": cells[:4]}, board)

    @deepen.rule
    def successors(board, state):
        for robot, cell in enumerate(state.robots):
            for way in range(4):
                stop = cell
                to = board.next[stop, way]
                while to >= 0 and to not in board.walls and to not in state.robots:
                    stop = to
                    to = board.next[stop, way]
                if stop != cell:
                    child = state.copy()
                    child.robots[robot] = stop
                    yield (robot, way), child

    @deepen.rule
    def is_goal(board, state):
        return state.robots[0] in board.target

    def describe_action(self, state, action, child):
        robot, way = action
        return f"{COLOURS[robot]} {WAYS[way]}"


RicochetRobots.examples = {
    "eight by eight": RicochetRobots.random(8, seed=14),
    "sixteen by sixteen": RicochetRobots.random(16, seed=1),
}

deepen.main(RicochetRobots)
