"""A maze with weights: try `deepen solve maze.py` and `deepen serve maze.py`."""

import random

import deepen

WALL = 0


def weights(rows, columns, seed):
    """Rooms in every second row and column, from each a door up or to the left, or both."""
    chance = random.Random(seed)
    grid = [[WALL] * columns for _ in range(rows)]
    for row in range(0, rows, 2):
        for column in range(0, columns, 2):
            doors = [(row - 1, column)] * (row > 0) + [(row, column - 1)] * (column > 0)
            chance.shuffle(doors)
            for y, x in [(row, column), *doors[: chance.choice((1, 1, 2))]]:
                grid[y][x] = chance.randint(1, 9)
    return grid


class Maze(deepen.Puzzle):
    """Reach the flag; each cell has its price.

    Each cell has a number from 1 to 9, which is what it costs to enter it. The man begins in
    the upper left corner, the flag is in the lower right one. `31, 31, 7` is a maze of 31 rows
    and 31 columns, made by chance from the seed 7; one of `512, 512, 7` is too large to be looked
    at, and not too large to be solved.
    """

    class State(deepen.State):
        man = deepen.Cell("cells")

    actions = ("up", "left", "right", "down")
    look = deepen.Grid(
        pieces=[
            deepen.Piece("wall", "#", "wall"),
            deepen.Piece("cost {}", "{}", "text", text="{}"),
            deepen.Piece("flag", "F", "square", "green"),
            deepen.Piece("man", "@", "disc", "blue"),
        ],
    )
    examples = {"small": "9, 9, 1", "32 by 32": "32, 32, 1"}

    def __init__(self, rows, columns, seed=0):
        weight = [w for row in weights(rows, columns, seed) for w in row]
        flag = columns * (rows - 1 & ~1) + (columns - 1 & ~1)
        board = {"rows": rows, "columns": columns, "weight": weight, "flag": flag}
        super().__init__({"man": 0}, board)

    @deepen.rule
    def successors(board, state):
        for way in range(4):
            to = board.next[state.man, way]
            if to >= 0 and board.weight[to] != WALL:
                child = state.copy()
                child.man = to
                yield way, child, board.weight[to]

    @deepen.rule
    def is_goal(board, state):
        return state.man == board.flag

    @deepen.heuristic(admissible=True, consistent=True)
    def steps(board, state):
        rows = board.flag // board.columns - state.man // board.columns
        columns = board.flag % board.columns - state.man % board.columns
        return abs(rows) + abs(columns)

    def contents(self, state):
        weight = self.board.weight
        found = {cell: ("cost {}", w) if w else "wall" for cell, w in enumerate(weight)}
        return found | {self.board.flag: "flag"} | {state.man: "man"}


deepen.main(Maze)
