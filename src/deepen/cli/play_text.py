"""What is said about a game in progress."""

from __future__ import annotations

from dataclasses import dataclass

from deepen._spelling import corner_names, move_names
from deepen.endings import cause, is_lost_by_repetition
from deepen.formatting.numbers import counted, sentence
from deepen.game import Move, has_outcome
from deepen.games.protocol import AnyPackage, HasSides
from deepen.verbs.play import Session
from deepen.verbs.player import Human, Player, Program

ORDER = ("first", "second")


@dataclass(frozen=True)
class PlayerName:
    """One of the two players as a sentence names it."""

    name: str
    is_you: bool = False

    def does(self, verb: str) -> str:
        """Subject and verb: you play, the program plays."""
        return f"{self.name} {verb}{'' if self.is_you else 's'}"

    @property
    def own(self) -> str:
        """Whose: your, the program's."""
        return "your" if self.is_you else f"{self.name}'s"


def player_name(players: list[Player], seat: int) -> PlayerName:
    """Who sits there. You, if there is one human; players of the same kind go by their number."""
    if type(players[0]) is type(players[1]):
        return PlayerName(f"the {ORDER[seat]} player")
    is_you = isinstance(players[seat], Human)
    return PlayerName("you" if is_you else "the program", is_you)


def move_name(session: Session, move: Move) -> str:
    """What a move of the player to move is called."""
    return move_names(session.position, [move])[0]


def orientation(session: Session) -> str:
    """Where places are that have names to be typed; "" where moves have no such names."""
    position, moves = session.position, session.legal_moves()
    in_rows = getattr(position.look, "in_rows", False)
    if not in_rows or move_names(position, moves) == [move.text for move in moves]:
        return ""
    first, last = corner_names(position)
    return f"Places have names: {first} is at the upper left, {last} at the lower right."


def introduction(session: Session, package: AnyPackage) -> str:
    """Who plays which side, and how; a line each."""
    return "\n".join(sentence(_introduced(session, package, seat)) for seat in (0, 1))


def _introduced(session: Session, package: AnyPackage, seat: int) -> str:
    who, player = player_name(session.players, seat), session.players[seat]
    side = seat ^ session.start.to_move
    sign = f" ({package.SIDES[side]})" if isinstance(package, HasSides) else ""
    facts = [] if isinstance(player, Human) else [_manner(player)]
    if ORDER[seat] not in who.name:
        facts.insert(0, f"{'move' if who.is_you else 'moves'} {ORDER[seat]}")
    return f"{who.name}{sign} {' and '.join(facts) or 'is human'}"


def _manner(program: Program) -> str:
    if program.level is not None:
        return f"looks {counted(program.level, 'move')} ahead"
    if program.time is not None:
        return f"has {program.time:g} s a move"
    return "looks to the end of the game"


def standing(session: Session) -> str:
    """The score while the game goes on."""
    if has_outcome(session.start):
        return "nobody has won yet"
    if session.score == 0:
        return "the score is even"
    leader = player_name(session.players, session.score < 0)
    return f"{leader.does('lead')} by {counted(abs(session.score), 'point')}"


def farewell(session: Session) -> str:
    """Who won, or how things stand."""
    result = session.result
    if result is None:
        return f"the game is not over: {standing(session)}"
    why = cause(session.start, result.reason, tied=result.winner == "tie")
    if result.winner == "tie":
        return f"the game is over: {'a draw' if why else 'a tie'}{why}"
    seat = ORDER.index(result.winner)
    if is_lost_by_repetition(session.start, result.reason):
        loser = player_name(session.players, 1 - seat)
        return f"the game is over: {loser.does('lose')} by repetition"
    winner = player_name(session.players, seat)
    by = "" if has_outcome(session.start) else f" by {counted(result.points, 'point')}"
    return f"the game is over: {winner.does('win')}{by}{why}"
