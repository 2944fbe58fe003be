"""Kalah: try `deepen analyse kalah.py` and `deepen serve kalah.py`."""

import deepen


class Kalah(deepen.Game):
    """Sow the seeds of a pit; those in your store count.

    South has the lower row of pits and a store at its right end, North the upper row and a
    store at its left end. A move takes all seeds of a pit of one's own and sows them one by
    one, against the clock, into the next pits and one's own store. If the last seed falls into
    the store, one moves again; if it falls into an empty pit of one's own, it is won with all
    that lie opposite, if any do. Where a side is empty the game is over, and what is left goes
    to the side where it lies.
    """

    class State(deepen.State):
        seeds = deepen.Array("cells", deepen.Integer(max=48))

    players = ("South", "North")
    look = deepen.Grid(
        2,
        layers={"seeds": deepen.Piece("{} seeds", "{}", "disc", "yellow", "{}")},
        free="0",
        click="cell",
    )
    examples = {
        "four pits": ("3 3 3 3/3 3 3 3", "South wins by 6"),
        "three pits": "2 2 2/2 2 2",
        "six pits": ("4 4 4 4 4 4/4 4 4 4 4 4", "too long to be solved at once"),
    }

    def __init__(self, state, board, **turn):
        columns = board["columns"]
        north, south = range(columns), range(columns, 2 * columns)
        ring = [*south, *reversed(north)]
        after = {pit: ring[(i + 1) % len(ring)] for i, pit in enumerate(ring)}
        board = {**board, "after": [after[pit] for pit in sorted(ring)]}
        board |= {"home": [set(south), set(north)], "last": [2 * columns - 1, 0]}
        super().__init__(state, board, **turn)

    @deepen.rule
    def moves(board, state, player):
        home, away = board.home[player], board.home[1 - player]
        for pit in home:
            if state.seeds[pit] == 0:
                continue
            child = state.copy()
            child.seeds[pit] = 0
            won, place, in_store = 0, pit, False
            for _ in range(state.seeds[pit]):
                in_store = place == board.last[player] and not in_store
                if in_store:
                    won += 1
                else:
                    place = board.after[place]
                    child.seeds[place] += 1
            across = (place + board.columns) % board.cells
            if not in_store and place in home and child.seeds[place] == 1 and child.seeds[across]:
                won += 1 + child.seeds[across]
                child.seeds[place] = child.seeds[across] = 0
            mine = sum([child.seeds[each] for each in home])
            theirs = sum([child.seeds[each] for each in away])
            if mine == 0 or theirs == 0:
                won += mine - theirs
                for each in range(board.cells):
                    child.seeds[each] = 0
            yield pit, child, won, in_store


deepen.main(Kalah)
