"""An analysis that is read off a table: nothing is searched, every move has its distance.

A table knows what positions are worth from a fresh start. Rules on what came before change that:
with a limit of moves, what is won or lost too late is a draw; where no position may come again,
what would be a draw by repetition depends on the path. Wins and losses stay what they are, since
distances fall, so that nothing repeats on the way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from deepen.analysis import PATH_DEPENDENT, TABLE_NAME, Analysis, MoveValue
from deepen.errors import InputError
from deepen.game import Game, Move, ObjectGame, has_outcome, position_of
from deepen.rules import DRAW, LOSS, WIN
from deepen.search.games import outcome_of, winner_of

if TYPE_CHECKING:
    from deepen.table import Table

AnyGame = Game | ObjectGame


@dataclass(frozen=True)
class Worth:
    """What a position or a move is worth to its mover; the value is None if the path decides."""

    value: int | None
    distance: int | None = None


@dataclass(frozen=True)
class Line:
    """Best play from a position.

    Attributes:
        moves: as text.
        repeats: whether it ends where it would begin again.
        movers: who makes each move.
    """

    moves: list[str]
    movers: list[int]
    repeats: bool


def analysis_from(table: Table, game: AnyGame, made: int = 0) -> Analysis | None:
    """What a table says of a position; None where it does not know it.

    Args:
        table: of the same rules on the same board.
        game: the position.
        made: how many moves were made before, of those that a limit allows.
    """
    if table.get(game) is None:
        return None
    started = perf_counter()
    reader = TableReader(table, game, made)
    moves = reader.moves()
    best = best_of(moves)
    here = reader.worth(best)
    found = _of_path(moves) if here.value is None else _solved(reader, moves, here)
    return replace(
        found,
        best_moves=[move.text for move in best],
        nodes=table.positions,
        seconds=perf_counter() - started,
        subject=game,
    )


def _solved(reader: TableReader, moves: list[MoveValue], here: Worth) -> Analysis:
    game, value = reader.game, here.value
    line = reader.line(here)
    winner = winner_of(game, value, value, not moves and reader.is_won_or_lost)
    mover_wins = value is not None and value > DRAW
    own = line.movers.count(game.to_move if mover_wins else 1 - game.to_move)
    return _analysis(
        moves,
        value=value,
        exact=True,
        lower_bound=value,
        upper_bound=value,
        line=line.moves,
        winner=winner,
        outcome=outcome_of(game, value),
        distance=here.distance,
        winner_moves=None if here.distance is None else own,
        repeats=line.repeats,
    )


def _of_path(moves: list[MoveValue]) -> Analysis:
    lower = [move.lower_bound for move in moves if move.lower_bound is not None]
    upper = [move.upper_bound for move in moves if move.upper_bound is not None]
    return _analysis(
        moves,
        status=PATH_DEPENDENT,
        value=None,
        exact=False,
        lower_bound=max(lower, default=None),
        upper_bound=max(upper, default=None),
        line=[],
    )


def _analysis(moves: list[MoveValue], status: str = "solved", **known: Any) -> Analysis:
    """With nothing that a search would have to tell."""
    return Analysis(
        status=status,
        depth=None,
        moves=moves,
        best_moves=[],
        algorithm=TABLE_NAME,
        nodes=0,
        table_hits=0,
        peak_bytes=0,
        seconds=0.0,
        rows=[],
        **known,
    )


class TableReader:
    """A position in a table: its moves, and the line from there.

    Args:
        table: knows it.
        game: the position.
        made: moves before it, of those that a limit allows; None leaves rules on what came before
            aside.
    """

    def __init__(self, table: Table, game: AnyGame, made: int | None = None) -> None:
        self.table = table
        self.game = game
        self.made = made or 0
        self.is_won_or_lost = has_outcome(game)
        self.limit = None if made is None else game.move_limit
        self.needs_path = made is not None and game.repetition != "draw"

    def moves(self) -> list[MoveValue]:
        """Every legal move with what it is worth."""
        found = ((move, self._of_move(self.game, move, 0)) for move in self.game.legal_moves())
        return [self._move_value(move, worth) for move, worth in found]

    def _move_value(self, move: Move, worth: Worth) -> MoveValue:
        low = high = worth.value
        if worth.value is None and self.is_won_or_lost:
            low, high = LOSS, WIN
        known = worth.value is not None
        return MoveValue(move.text, move.action, worth.value, low, high, known, worth.distance)

    def worth(self, best: list[MoveValue]) -> Worth:
        """Of the position, whose best moves these are."""
        if best:
            undecided = any(move.value is None for move in best)
            return Worth(None if undecided else best[0].value, best[0].distance)
        decided = self.game.decided() or DRAW
        return Worth(decided, 0 if decided else None)

    # The line

    def line(self, here: Worth) -> Line:
        """Best play to the end of the game; of a draw, as far as nothing repeats."""
        moves: list[str] = []
        movers: list[int] = []
        game, seen = self.game, {position_of(self.game)}
        while (step := self._next(game, here, len(moves))) is not None:
            move, here = step
            moves.append(move.text)
            movers.append(game.to_move)
            game = game.after(move)
            if position_of(game) in seen:
                return Line(moves, movers, repeats=True)
            seen.add(position_of(game))
        return Line(moves, movers, repeats=False)

    def _next(self, game: AnyGame, here: Worth, made: int) -> tuple[Move, Worth] | None:
        """The first move that keeps what a position is worth, and what is then to be kept."""
        if self.limit is not None and self.made + made >= self.limit:
            return None
        for move in game.legal_moves():
            if self._of_move(game, move, made) == here:
                assert here.value is not None
                rest = here.value - move.reward
                left = None if here.distance is None else here.distance - 1
                return move, Worth(rest if move.again else -rest, left)
        return None

    # What moves are worth

    def _of_move(self, game: AnyGame, move: Move, made: int) -> Worth:
        """To who makes it; `made` moves have been made since the position that was asked about."""
        child = game.after(move)
        found = self.table.get(child)
        if found is None:
            raise InputError(
                f"the table has the position {game.start!r}, but not {child.start!r}, to which a "
                f"move leads; if {type(game).__name__} has a rule 'canonical', it may be wrong: "
                "'deepen check' tells more"
            )
        if self.is_won_or_lost and move.reward:  # it ends the game
            worth = Worth(move.reward, 1)
        else:
            value = move.reward + (found.value if move.again else -found.value)
            soon = found.distance is not None or not self.is_won_or_lost
            worth = Worth(value, 1 + (found.distance or 0) if value and soon else None)
        return self._under_rules(worth, game, child, made)

    def _under_rules(self, worth: Worth, game: AnyGame, child: AnyGame, made: int) -> Worth:
        """The same where there is a limit of moves, or where no position may come again."""
        if self.limit is None and not self.needs_path:
            return worth
        if not self.is_won_or_lost:
            return Worth(None)
        late = self.limit is not None and self.made + made + (worth.distance or 0) > self.limit
        if late:
            worth = Worth(DRAW)
        is_open = self.needs_path and child.decided() is None
        return Worth(None) if is_open and self._may_come_back(worth, game, child) else worth

    def _may_come_back(self, worth: Worth, game: AnyGame, child: AnyGame) -> bool:
        """Whether play after a move to `child` may need the position before it, which must not come
        again. All that comes after a decided position is nearer to the end than it is."""
        if worth.distance is None:
            return True
        here = self.table.get(game)
        assert here is not None
        if here.distance is None:
            return False
        return here.distance < worth.distance - 1 or position_of(child) == position_of(game)


def best_of(moves: list[MoveValue]) -> list[MoveValue]:
    """The quickest wins, else what is not lost, else the slowest losses.

    Where the path decides, what is not known to be lost.
    """
    won = [move for move in moves if move.value is not None and move.value > DRAW]
    if not won and any(move.value is None for move in moves):
        return [move for move in moves if move.value is None or move.value == DRAW]
    return [move for move in moves if rank(move) == min(map(rank, moves))]


def rank(move: MoveValue) -> tuple[int, ...]:
    """Less is better: more points, sooner won, later lost."""
    return -(move.value or 0), *move.pace
