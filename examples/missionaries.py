"""Missionaries and cannibals: try `deepen solve missionaries.py`."""

import deepen

PEOPLE = {"missionaries": "missionary", "cannibals": "cannibal"}


def is_safe(missionaries, cannibals):
    return missionaries == 0 or missionaries >= cannibals


class Missionaries(deepen.Puzzle):
    """Bring missionaries and cannibals across a river, nobody being eaten.

    A boat takes one or more people, as many as it holds, to the other bank. On neither bank may
    missionaries be outnumbered by cannibals; a bank without missionaries is safe. `3, 3, 2` is
    the classic: three missionaries, three cannibals and a boat for two.
    """

    class State(deepen.State):
        missionaries = deepen.Integer(max="missionaries")  # those who are still on the near bank
        cannibals = deepen.Integer(max="cannibals")
        boat = deepen.Boolean()  # whether it is there, too

    actions = (deepen.Integer(max="seats"), deepen.Integer(max="seats"))  # who crosses
    reversible = True
    look = deepen.Grid(
        2,
        "columns",
        pieces=[
            deepen.Piece("missionary", "M", "disc", "white", text="M"),
            deepen.Piece("cannibal", "C", "disc", "red", text="C"),
            deepen.Piece("river", "~", "fill", "blue"),
            deepen.Piece("boat", "B", "square", "yellow"),
        ],
    )
    examples = {
        "three and three": "3, 3, 2",
        "five, a boat for three": "5, 5, 3",
        "four": "4, 4, 2",
    }

    def __init__(self, missionaries, cannibals, seats):
        width = max(missionaries, cannibals)  # of a bank; the river is two cells wide
        start = {"missionaries": missionaries, "cannibals": cannibals, "boat": True}
        people = {"missionaries": missionaries, "cannibals": cannibals, "seats": seats}
        super().__init__(start, {**people, "columns": 2 * width + 2, "width": width})

    @deepen.rule
    def successors(board, state):
        way = -1 if state.boat else 1
        for m in range(board.seats + 1):
            for c in range(m == 0, board.seats - m + 1):
                near_m, near_c = state.missionaries + way * m, state.cannibals + way * c
                far_m, far_c = board.missionaries - near_m, board.cannibals - near_c
                possible = min(near_m, near_c, far_m, far_c) >= 0
                if possible and is_safe(near_m, near_c) and is_safe(far_m, far_c):
                    child = state.copy()
                    child.missionaries, child.cannibals = near_m, near_c
                    child.boat = not state.boat
                    yield (m, c), child

    @deepen.rule
    def is_goal(board, state):
        return state.missionaries == 0 and state.cannibals == 0

    def describe_action(self, state, action, child):
        return "M" * action[0] + "C" * action[1]

    def contents(self, state):
        columns, width = self.board.columns, self.board.width
        river = (width, width + 1, columns + width, columns + width + 1)
        found = dict.fromkeys(river, "river")
        found[columns + width + (not state.boat)] = ["river", "boat"]
        for row, (all_of_them, piece) in enumerate(PEOPLE.items()):
            for i in range(getattr(self.board, all_of_them)):
                place = i if i < getattr(state, all_of_them) else width + 2 + i
                found[row * columns + place] = piece
        return found


deepen.main(Missionaries)
