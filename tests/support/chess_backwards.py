"""Numbers of positions and ways back for `examples/chess_endings.py`.

A puzzle has all of these rules, so that its audit proves them, compiled, at every position. The
player is one more field there; in a game it is told.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import deepen
from gallery_support import made, package

_chess: Any = sys.modules[package("chess_endings").kind.__module__]
attacked, seen = _chess.attacked, _chess.seen


def rank(board: Any, state: Any) -> int:
    """A digit for each king and each piece; a bishop has half of the squares, of one colour."""
    number = state.white_king * 64 + state.black_king
    for i, cell in enumerate(state.pieces):
        number = number * board.squares[i] + cell * board.squares[i] // 64
    return int(number)


def unrank(board: Any, number: int, state: Any) -> Any:
    child = state.copy()
    for i in range(len(state.pieces) - 1, -1, -1):
        digit = number % board.squares[i]
        number //= board.squares[i]
        cell = digit * 64 // board.squares[i]
        if board.squares[i] == 32:
            cell += (cell // 8 + board.colour) % 2
        child.pieces[i] = cell
    child.white_king = number // 64
    child.black_king = number % 64
    return child


def is_free(state: Any, cell: int) -> bool:
    return cell not in state.pieces and cell != state.white_king and cell != state.black_king


class Backwards(deepen.Puzzle):
    """The moves of both sides as one puzzle without a goal."""

    class State(deepen.State):
        white_king = deepen.Cell(64)
        black_king = deepen.Cell(64)
        pieces = deepen.Array("count", deepen.Cell(64))
        player = deepen.Boolean()

    actions = (deepen.Cell(64), deepen.Cell(64))

    def __init__(self, text: str) -> None:
        game = made("chess_endings", text)
        kinds, state = game.kinds, game.start
        bishop = state.pieces[0] if "B" in kinds else 0
        start = {"white_king": state.white_king, "black_king": state.black_king}
        start |= {"pieces": list(state.pieces), "player": bool(game.to_move)}
        board: dict[str, Any] = {"squares": [32 if kind == "B" else 64 for kind in kinds]}
        board |= {"colour": (bishop // 8 + bishop) % 2, **_chess.tables(kinds)}
        super().__init__(start, board)

    @property
    def ranks(self) -> int:
        """Numbers of positions: 2 * 64**3 with one piece, 2 * 64**3 * 32 with bishop and knight."""
        numbers = 2 * 64 * 64
        for squares in self.board.squares:
            numbers *= int(squares)
        return numbers

    @deepen.rule
    def rank(board: Any, state: Any) -> int:
        return rank(board, state) * 2 + state.player

    @deepen.rule
    def unrank(board: Any, number: int, state: Any) -> Any:
        child = unrank(board, number // 2, state)
        child.player = number % 2 == 1
        return child

    @deepen.rule
    def predecessors(board: Any, state: Any) -> Iterator[tuple[Any, Any]]:
        """White goes back as he goes forth; Black too, and leaves behind what he has taken."""
        if state.player:
            for source in board.near[state.white_king] - board.near[state.black_king]:
                if is_free(state, source):
                    child = state.copy()
                    child.player = False
                    child.white_king = source
                    yield (source, state.white_king), child
            for i, target in enumerate(state.pieces):
                for source in seen(board, state, i) - board.hidden[target, state.black_king]:
                    if is_free(state, source):
                        child = state.copy()
                        child.player = False
                        child.pieces[i] = source
                        yield (source, target), child
        elif state.black_king not in attacked(board, state):
            for source in board.near[state.black_king] - board.near[state.white_king]:
                if is_free(state, source):
                    child = state.copy()
                    child.player = True
                    child.black_king = source
                    yield (source, state.black_king), child

    @deepen.rule
    def successors(board: Any, state: Any) -> Iterator[tuple[Any, Any]]:
        if state.player:
            for target in board.near[state.black_king] - attacked(board, state):
                child = state.copy()
                child.player = False
                child.black_king = target
                yield (state.black_king, target), child
        elif state.black_king not in state.pieces:
            for target in board.near[state.white_king] - board.near[state.black_king]:
                if is_free(state, target):
                    child = state.copy()
                    child.player = True
                    child.white_king = target
                    yield (state.white_king, target), child
            for i, source in enumerate(state.pieces):
                for target in seen(board, state, i) - board.hidden[source, state.black_king]:
                    if is_free(state, target):
                        child = state.copy()
                        child.player = True
                        child.pieces[i] = target
                        yield (source, target), child

    @deepen.rule
    def is_goal(board: Any, state: Any) -> bool:
        return False


class WaysBack(_chess.ChessEndings):  # type: ignore[misc]
    """The endings with the way back, whose tables take less memory."""

    @deepen.rule
    def predecessors(board: Any, state: Any, player: int) -> Iterator[tuple[Any, Any]]:
        """As above."""
        if player == 1:
            for source in board.near[state.white_king] - board.near[state.black_king]:
                if is_free(state, source):
                    before = state.copy()
                    before.white_king = source
                    yield (source, state.white_king), before
            for i, target in enumerate(state.pieces):
                for source in seen(board, state, i) - board.hidden[target, state.black_king]:
                    if is_free(state, source):
                        before = state.copy()
                        before.pieces[i] = source
                        yield (source, target), before
        elif state.black_king not in attacked(board, state):
            for source in board.near[state.black_king] - board.near[state.white_king]:
                if is_free(state, source):
                    before = state.copy()
                    before.black_king = source
                    yield (source, state.black_king), before
