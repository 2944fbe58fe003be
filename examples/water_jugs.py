"""Water jugs: try `deepen solve water_jugs.py` and `deepen serve water_jugs.py`."""

import deepen


class WaterJugs(deepen.Puzzle):
    """Measure an amount of water with jugs that have no marks.

    A jug is filled at the tap, emptied into the sink, or poured into another one until that is
    full or the first one empty, until one of them has what is wanted. `3, 5, wanted=4` are jugs
    of three and of five litres, with which to measure four.
    """

    class State(deepen.State):
        litres = deepen.Array("jugs", deepen.Integer(max="largest"))

    # From, to; beyond the last jug is the tap, and the sink.
    actions = (deepen.Integer(max="jugs"), deepen.Integer(max="jugs"))
    look = deepen.Grid(
        "largest",
        "jugs",
        pieces=[deepen.Piece("water", "~", "fill", "blue"), deepen.Piece("glass", "|", "fill")],
    )
    examples = {
        "three and five": ("3, 5, wanted=4", "6 steps"),
        "three jugs": "6, 10, 15, wanted=1",
        "no way": ("4, 6, wanted=5", "proven to have no solution"),
    }

    def __init__(self, *sizes, wanted):
        board = {"size": sizes, "wanted": wanted, "jugs": len(sizes), "largest": max(sizes)}
        super().__init__({"litres": [0] * len(sizes)}, board)

    @deepen.rule
    def successors(board, state):
        tap = board.jugs
        for jug in range(board.jugs):
            filled = state.copy()
            filled.litres[jug] = board.size[jug]
            yield (tap, jug), filled
            emptied = state.copy()
            emptied.litres[jug] = 0
            yield (jug, tap), emptied
            for other in range(board.jugs):
                if other != jug:
                    poured = min(state.litres[jug], board.size[other] - state.litres[other])
                    child = state.copy()
                    child.litres[jug] -= poured
                    child.litres[other] += poured
                    yield (jug, other), child

    @deepen.rule
    def is_goal(board, state):
        return board.wanted in state.litres

    def describe_action(self, state, action, child):
        source, target = action
        size, tap = self.board.size, self.board.jugs
        if source == tap:
            return f"fill {size[target]}"
        return f"empty {size[source]}" if target == tap else f"{size[source]} to {size[target]}"

    def contents(self, state):
        rows, jugs = self.board.largest, self.board.jugs
        return {
            (rows - 1 - level) * jugs + jug: "water" if level < state.litres[jug] else "glass"
            for jug in range(jugs)
            for level in range(self.board.size[jug])
        }


deepen.main(WaterJugs)
