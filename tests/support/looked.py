"""Puzzles and games with looks of every kind: rules that suffice to walk about."""

from __future__ import annotations

from typing import Any

import deepen
from deepen import Piece

LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)  # fmt: skip


class Sokoban(deepen.Puzzle):
    """Push every box onto a goal."""

    class State(deepen.State):
        man = deepen.Cell("cells")
        boxes = deepen.CellSet("cells")

    actions = ("up", "left", "right", "down")
    look = deepen.Grid(
        layers={
            "walls": Piece("wall", "#", "wall"),
            "goals": Piece("goal", ".", "ring", "green"),
            "boxes": Piece("box", "$", "square", "yellow"),
            "man": Piece("man", "@", "disc", "blue"),
        },
        both={("goals", "boxes"): "*", ("goals", "man"): "+"},
        free=" ",
    )
    examples = {"push": "#####\n#@$.#\n#####", "two": "######\n#@   #\n# $$ #\n#.. ##\n####"}

    def successors(board: Any, state: Any) -> Any:
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

    def is_goal(board: Any, state: Any) -> Any:
        return state.boxes <= board.goals


class TicTacToe(deepen.Game):
    """Three in a row win."""

    class State(deepen.State):
        stones = deepen.Array((3, 3), deepen.Integer(max=2))

    look = deepen.Grid(
        3,
        3,
        layers={
            "stones": {
                1: Piece("cross", "X", "text", "red", "X"),
                2: Piece("ring", "O", "ring", "blue"),
            }
        },
        click="cell",
    )
    players = ("X", "O")
    examples = {"empty": ".../.../...", "fork": "X../.O./..X"}

    def moves(board: Any, state: Any, player: int) -> Any:
        for cell in range(9):
            if state.stones[cell // 3, cell % 3] == 0:
                child = state.copy()
                child.stones[cell // 3, cell % 3] = 1 + player
                yield cell, child

    def outcome(board: Any, state: Any, player: int) -> Any:
        for a, b, c in LINES:
            won = 2 - player
            if (
                state.stones[a // 3, a % 3] == won
                and state.stones[b // 3, b % 3] == won
                and state.stones[c // 3, c % 3] == won
            ):
                return deepen.LOSS
        return None


class Frogs(deepen.Puzzle):
    """Frogs hop along lines; the last one counts the hops."""

    class State(deepen.State):
        frogs = deepen.Array("count", deepen.Cell("cells"))
        hops = deepen.Integer(max=9)

    look = deepen.Points(
        {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (1, 1)},
        [("a", "b"), ("b", "c"), ("b", "d")],
        layers={"frogs": Piece("frog", "F", colour="green")},
    )
    actions = (deepen.Cell("cells"), deepen.Cell("cells"))

    def successors(board: Any, state: Any) -> Any:
        for i in range(board.count):
            for to in board.near[state.frogs[i]]:
                if to not in state.frogs and state.hops < 9:
                    child = state.copy()
                    child.frogs[i] = to
                    child.hops += 1
                    yield (state.frogs[i], to), child

    def is_goal(board: Any, state: Any) -> Any:
        return state.hops == 9


class Hexes(deepen.Game):
    """Put stones on a rhombus by turns."""

    class State(deepen.State):
        red = deepen.CellSet("cells")
        blue = deepen.CellSet("cells")

    look = deepen.Hex(
        rows="size",
        columns="size",
        layers={"red": Piece("red stone", "R", colour="red"), "blue": Piece("blue stone", "B")},
        click="cell",
    )

    def moves(board: Any, state: Any, player: int) -> Any:
        for cell in range(board.cells):
            if cell not in state.red and cell not in state.blue:
                child = state.copy()
                if player == 0:
                    child.red.add(cell)
                else:
                    child.blue.add(cell)
                yield cell, child


class Weights(deepen.Puzzle):
    """Walk over numbers, on a hexagon."""

    class State(deepen.State):
        steps = deepen.Array("cells", deepen.Integer(max=12))
        here = deepen.Cell("cells")

    look = deepen.Hex("radius", layers={"steps": Piece("step {}", "{}", "tile", "white", "{}")})

    def successors(board: Any, state: Any) -> Any:
        for way in range(6):
            to = board.next[state.here, way]
            if to >= 0 and state.steps[to] < 12:
                child = state.copy()
                child.here = to
                child.steps[to] += 1
                yield way, child

    def is_goal(board: Any, state: Any) -> Any:
        return False


class Sides(deepen.Game):
    """Draw the sides of a square by turns; the cells are lines."""

    class State(deepen.State):
        drawn = deepen.CellSet(4)

    look = deepen.Points(
        {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)},
        [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")],
        on="lines",
        layers={"drawn": Piece("side", "-", "stroke")},
        click="cell",
    )

    def moves(board: Any, state: Any) -> Any:
        for side in range(4):
            if side not in state.drawn:
                child = state.copy()
                child.drawn.add(side)
                yield side, child, len(child.drawn) == 4


class Countdown(deepen.ObjectPuzzle):
    """Take one or two until nothing is left; a puzzle without a look."""

    def __init__(self, left: int = 5) -> None:
        super().__init__(left)

    def actions(self, left: int) -> Any:
        return ["one", "two"][:left]

    def result(self, left: int, action: str) -> Any:
        return left - (1 if action == "one" else 2)

    def is_goal(self, left: int) -> Any:
        return left == 0


TEXTS = {
    Sokoban: Sokoban.examples["two"],
    TicTacToe: "X.O\n.X.\n...\nto move: O",
    Frogs: "F..F\nhops: 2",
    Hexes: "R..\n.B.\n...\nto move: player 2\nscore: -3",
    Weights: " 1 .\n.  10  .\n . 3\nhere: 4",
    Sides: "-..-",
}
