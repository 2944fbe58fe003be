import deepen


class Coins(deepen.Puzzle):
    """Collect every coin, in as few steps as you can."""

    class State(deepen.State):  # packed into machine words for you
        man = deepen.Cell("cells")
        coins = deepen.CellSet("cells")

    actions = ("up", "left", "right", "down")
    look = deepen.Grid(  # how the board looks: in text, in pictures, on the page
        layers={
            "walls": deepen.Piece("wall", "#", "wall"),
            "coins": deepen.Piece("coin", "o", "disc", "yellow"),
            "man": deepen.Piece("man", "@", "disc", "blue"),
        }
    )
    examples = {"maze": "@#o..#./.#.#.#o/...#.../o##..#o"}

    def successors(board, state):
        for way in range(4):
            to = board.next[state.man, way]
            if to >= 0 and to not in board.walls:
                child = state.copy()
                child.man = to
                child.coins.discard(to)
                yield way, child  # an action, and where it leads; a cost may follow

    def is_goal(board, state):
        return not state.coins

    @deepen.heuristic(admissible=True, consistent=True)
    def coins_left(board, state):
        return len(state.coins)


deepen.main(Coins)
