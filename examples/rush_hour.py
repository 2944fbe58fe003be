"""Rush Hour: try `deepen solve rush_hour.py` and `deepen serve rush_hour.py`."""

import deepen

MINE = deepen.Piece("my car", "A", "fill", "red", text="A")
OTHER = deepen.Piece("car {}", "{}", "fill", "yellow", text="{}")


def lane(cells):
    """All that a car on these cells can stand on, from the left or from above."""
    step = 1 if cells[-1] - cells[0] < 6 else 6
    first = cells[0] % 6 if step == 6 else cells[0] - cells[0] % 6
    places = range(7 - len(cells))
    return [[first + step * (place + i) for i in range(len(cells))] for place in places]


class RushHour(deepen.Puzzle):
    """Slide cars until the car A can leave on the right.

    Cars and lorries slide forwards and backwards along their own row or column, as far as
    nothing is in the way; a slide of any length is one move. Solved is it when A stands at the
    exit, on the right. A jam is six rows of six letters, one letter for each car, `o` where
    nothing stands.
    """

    class State(deepen.State):
        place = deepen.Array("cars", deepen.Cell(5))  # how far each car is along its lane

    actions = (deepen.Integer(max="cars"), deepen.Integer(max=4))  # a car and its new place
    reversible = True
    look = deepen.Grid(6, 6, pieces=[MINE, OTHER])
    examples = {
        "a lorry": "ooooooooooBoAAooBoooooBooooooooooooo",
        "the hardest": ("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo", "51 moves; none needs more"),
    }

    def __init__(self, jam: str):
        signs = "".join(jam.split())
        self.letters = sorted(set(signs) - {"o"})
        stands = [[i for i, sign in enumerate(signs) if sign == car] for car in self.letters]
        self.lanes = [lane(cells) for cells in stands]
        for car, cells, lane_of_car in zip(self.letters, stands, self.lanes, strict=True):
            if len(signs) != 36 or len(cells) not in (2, 3) or cells not in lane_of_car:
                raise deepen.InputError(f"{car!r} is no car of two or three cells on six by six")
        mask = [[sum(1 << cell for cell in cells) for cells in lane] for lane in self.lanes]
        mask = [row + [0] * (5 - len(row)) for row in mask]  # 0 where there is no such place
        place = [lane.index(cells) for lane, cells in zip(self.lanes, stands, strict=True)]
        super().__init__({"place": place}, {"cars": len(mask), "mask": mask})

    @deepen.rule
    def successors(board, state):
        taken = 0
        for car, place in enumerate(state.place):
            taken |= board.mask[car, place]
        for car, place in enumerate(state.place):
            others = taken ^ board.mask[car, place]
            for way in (-1, 1):
                to = place + way
                while 0 <= to < 5 and board.mask[car, to] and not others & board.mask[car, to]:
                    child = state.copy()
                    child.place[car] = to
                    yield (car, to), child
                    to += way

    @deepen.rule
    def is_goal(board, state):
        return state.place[0] == 4

    def describe_action(self, state, action, child):
        car, to = action
        return f"{self.letters[car]}{to - state.place[car]:+}"

    def contents(self, state):
        stands = zip(self.letters, self.lanes, state.place, strict=True)
        return {
            cell: ("car {}", car) if car > "A" else "my car"
            for car, lane, place in stands
            for cell in lane[place]
        }


deepen.main(RushHour)
