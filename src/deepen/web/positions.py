"""Quick answers about positions: they take milliseconds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import deepen
from deepen.drawing.scene import shapes_as_json, written
from deepen.errors import InputError
from deepen.formatting.value import signed, standing
from deepen.web import pages
from deepen.web.pages import Page


def position(game: str, text: str) -> dict[str, Any]:
    """A position drawn."""
    page = pages.page(game)
    return _shown(page, page.parse(text))


def edit(game: str, text: str, tool: str, cells: Sequence[str]) -> dict[str, Any]:
    """A position after a click with a tool, drawn."""
    page = pages.page(game)
    known = {each.name: each for each in page.view.TOOLS}
    if tool not in known:
        raise InputError(f"there is no tool {tool[:40]!r}; known: {', '.join(known)}")
    if len(cells) != known[tool].cells:
        raise InputError(f"'{tool}' takes {known[tool].cells} cells, not {len(cells)}")
    return _shown(page, page.view.edit(page.parse(text), tool, cells))


def table(game: str, text: str, moves: Sequence[str]) -> dict[str, Any]:
    """A game of two after some moves: drawn, with the legal moves and the score."""
    page, session = played(game, text, moves)
    position, result = session.position, session.result
    legal = {move.text for move in session.legal_moves()}
    targets = [target for target in page.duel.move_targets(position) if target.move in legal]
    over, reason = session.is_over, None if result is None else result.reason
    margin = position.score if result is None else _to_first(session, result)
    return {
        "text": page.package.format(position),
        "scene": page.view.scene(position).as_json(),
        "marks": shapes_as_json(_last_move(page, session)),
        "targets": [target.as_json() for target in targets],
        "to_move": position.to_move,
        "score": position.score,
        "scores": _scores(session),
        "over": over,
        "told": standing(position, page.players, over=over, score=margin, reason=reason),
        "total": total(margin) if over else None,
    }


def _sign(session: deepen.Session) -> int:
    """1 where the first player of the session is the first of the game, else -1."""
    return 1 if session.start.to_move == 0 else -1


def _to_first(session: deepen.Session, result: deepen.GameResult) -> int:
    """Points that the first player of the game has won by."""
    return _sign(session) * (result.points if result.winner == "first" else -result.points)


def _scores(session: deepen.Session) -> list[int]:
    """Points that the first player of the game was ahead, at the start and after each move."""
    return [session.start.score, *(_sign(session) * score for score in session.scores)]


def _last_move(page: Page, session: deepen.Session) -> Any:
    """What marks it on the board."""
    count, after = len(session.moves), session.position
    if not count:
        return ()
    session.go_to(count - 1)
    before = session.position
    session.go_to(count)
    return page.view.moved(before, after)


def total(margin: int, *, exact: bool = True) -> dict[str, Any]:
    """By how much the first player will be ahead at the end, and how a graph says so.

    `scale` is what the graph writes beside its axis where nothing is further from a tie.
    """
    most = max(1, abs(margin))
    return {
        "value": margin,
        "exact": exact,
        "text": f"{signed(margin)}{'' if exact else ' perhaps'}",
        "scale": [signed(most), signed(0), signed(-most)],
    }


def why(game: str, text: str, moves: Sequence[str], cells: Sequence[str]) -> None:
    """Raises `InputError` with the rule that a click breaks; nothing where it is a legal move."""
    page, session = played(game, text, moves)
    session.play(page.duel.meant(session.position, cells))


def record(game: str, text: str, moves: Sequence[str], players: Sequence[str]) -> dict[str, Any]:
    """A game as `deepen play --save` writes it."""
    page, _ = played(game, text, moves)
    session = deepen.play(page.parse(text), *players)
    for move in moves:
        session.play(move)
    return session.record().as_json()


def load(data: str) -> dict[str, Any]:
    """A game that was saved, checked move by move."""
    try:
        record = json.loads(data)
    except (ValueError, RecursionError):  # no JSON, or numbers and brackets without end
        raise InputError("this file is no JSON, so no record of a game") from None
    found = deepen.Record.from_json(record)
    pages.page(found.game).check_duel()
    return {
        "game": found.game,
        "text": found.start,
        "moves": list(found.moves),
        "players": list(found.players),
    }


def played(
    game: str, text: str, moves: Sequence[str], player: deepen.Program | str = "human"
) -> tuple[Page, deepen.Session]:
    """A game of two after some moves.

    Raises:
        InputError: one of them is not legal; the message says which rule it breaks.
    """
    page = pages.page(game)
    page.check_duel()
    session = deepen.play(page.parse(text), player, player, seed=_any_seed())
    for number, move in enumerate(moves, 1):
        try:
            session.play(move)
        except InputError as error:
            raise InputError(f"move {number}: {error}") from None
    return page, session


def _any_seed() -> int:
    return Random().getrandbits(32)


def gallery(game: str) -> list[dict[str, Any]]:
    """The examples of a game, drawn."""
    page = pages.page(game)
    examples = {name: page.parse(text) for name, text in page.package.EXAMPLES.items()}
    return [
        {
            "name": name,
            "text": page.package.format(example),
            "scene": page.view.scene(example).as_json(),
        }
        for name, example in examples.items()
    ]


def _maps(page: Page, position: Any) -> dict[str, Any]:
    return {name: written(values) for name, values in page.puzzle.maps(position).items()}


def _shown(page: Page, position: Any) -> dict[str, Any]:
    maps = {} if page.is_duel else _maps(page, position)
    return {
        "text": page.package.format(position),
        "scene": page.view.scene(position).as_json(),
        "maps": maps,
    }
