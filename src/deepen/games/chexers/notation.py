"""Boards and solutions as text, in the formats of the course.

{"colour": "red", "pieces": [[0, 0], [0, -1]], "blocks": [[-1, 0], [3, -1]]}

MOVE from (0, -1) to (1, -1).
JUMP from (-1, 1) to (1, 1).
EXIT from (3, -3).
"""

from __future__ import annotations

import json
from collections import Counter
from difflib import get_close_matches
from typing import Any

from deepen.errors import InputError
from deepen.games.chexers.rules import Chexers, shown
from deepen.games.length import check_length
from deepen.solution import Solution

KEYS = ("colour", "pieces", "blocks")
_LONGEST_KEY = 20  # that could be one of them, misspelt


def parse(text: str) -> Chexers:
    """Reads a board.

    Raises:
        InputError: the text is no board; the message names the place.

    >>> parse('{"colour": "red", "pieces": [[0, 0]], "blocks": []}')
    Chexers('red', [(0, 0)], [])
    """
    check_length(text)
    record = _object(text)
    _check_keys(record)
    for key in ("pieces", "blocks"):
        if not isinstance(record[key], list):
            raise InputError(f"'{key}' is {shown(record[key])}, not a list of hexes [q, r]")
    return Chexers(record["colour"], record["pieces"], record["blocks"])


def format(puzzle: Chexers) -> str:
    """The board as text; `parse` reads it back."""
    return json.dumps({"colour": puzzle.colour, "pieces": puzzle.pieces, "blocks": puzzle.blocks})


def plain(puzzle: Chexers, solution: Solution) -> str:
    """The actions, one a line."""
    return "\n".join(solution.actions)


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, object_pairs_hook=_once_each)
    except json.JSONDecodeError as error:
        raise InputError(
            f"line {error.lineno}, column {error.colno}: this is no JSON: {error.msg}"
        ) from None
    except InputError:  # from `_once_each`
        raise
    except (ValueError, RecursionError):  # digits without end, brackets too deep
        raise InputError(
            "this is no JSON that can be read: a number or a nesting is too long"
        ) from None
    if not isinstance(value, dict):
        raise InputError(f"the text is {shown(value)}, not an object with {', '.join(KEYS)}")
    return value


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key, count in Counter(key for key, _ in pairs).items():
        if count > 1:
            raise InputError(f"the key {shown(key)} is there more than once")
    return dict(pairs)


def _check_keys(record: dict[str, Any]) -> None:
    missing = [key for key in KEYS if key not in record]
    for key in record:
        if key not in KEYS:
            meant = get_close_matches(key[:_LONGEST_KEY].lower(), missing, n=1)
            if meant:
                raise InputError(f"the key {shown(key)} must be spelt '{meant[0]}'")
            raise InputError(f"the key {shown(key)} is unknown; a board has {', '.join(KEYS)}")
    if missing:
        raise InputError(f"the key '{missing[0]}' is missing; a board has {', '.join(KEYS)}")
