"""Sokoban: try `deepen solve sokoban.py` and `deepen serve sokoban.py`."""

import deepen


def pushes_to_a_goal(board):
    """How often a box must be pushed to a goal from each cell, were it alone; -1 where none is."""
    floor = set(range(board["cells"])) - set(board["walls"])
    pushes = dict.fromkeys(board["goals"], 0)
    cells = list(pushes)
    for cell in cells:
        for way in range(4):  # a box comes from the cell beside, pushed by the man behind it
            source = board["next"][cell][way]
            if source in floor - set(pushes) and board["next"][source][way] in floor:
                pushes[source] = pushes[cell] + 1
                cells.append(source)
    return [pushes.get(cell, -1) for cell in range(board["cells"])]


class Sokoban(deepen.Puzzle):
    """Push every box onto a goal.

    The man walks up, left, right and down. He pushes a box that stands in his way if the cell
    behind it is free; he cannot pull, and not push two at once. Every step of his is a move.
    Levels are written as on the net (XSB): `#` a wall, `$` a box, `.` a goal, `@` the man; `*`
    and `+` are both on a goal.
    """

    class State(deepen.State):
        man = deepen.Cell("cells")
        boxes = deepen.CellSet("cells")

    actions = ("up", "left", "right", "down")
    look = deepen.Grid(
        layers={
            "walls": deepen.Piece("wall", "#", "wall"),
            "goals": deepen.Piece("goal", ".", "ring", "green"),
            "boxes": deepen.Piece("box", "$", "square", "yellow"),
            "man": deepen.Piece("man", "@", "disc", "blue"),
        },
        both={("goals", "boxes"): "*", ("goals", "man"): "+"},
        free=" ",
    )
    examples = {
        "one push": "#####\n#@$.#\n#####",
        "Microban 1": "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####",
    }

    def __init__(self, state, board):
        super().__init__(state, {**board, "pushes": pushes_to_a_goal(self.look.completed(board))})

    @deepen.rule
    def successors(board, state):
        for way in range(4):
            to = board.next[state.man, way]
            if to < 0 or to in board.walls:
                continue
            child = state.copy()
            child.man = to
            if to in state.boxes:
                beyond = board.next[to, way]
                if beyond < 0 or beyond in board.walls or beyond in state.boxes:
                    continue
                child.boxes.remove(to)
                child.boxes.add(beyond)
            yield way, child

    @deepen.rule
    def is_goal(board, state):
        return state.boxes == board.goals

    @deepen.heuristic(admissible=True, consistent=True)
    def nearest_goals(board, state):
        total = 0
        for box in state.boxes:
            if board.pushes[box] < 0:
                return deepen.DEAD
            total += board.pushes[box]
        return total


deepen.main(Sokoban)
