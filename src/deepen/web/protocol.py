"""Every message that a browser or a program may send, as a schema.

A message has a `verb`; over the WebSocket also an `id`, which the answers repeat. What does not fit
exactly is refused with a sentence that names the place. Sizes are limited here, once for all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

import deepen
from deepen.games.length import MOST_TEXT
from deepen.web.choices import MOST_LEVEL, MOST_WEIGHT
from deepen.web.problems import misfit

MOST_BYTES = 64 << 10
"""Of one message."""
MOST_MOVES = 250
"""Of a game; the longest, Hashi on a board of 64 islands, has 128 bridges and 64 labels."""

GameName = Annotated[str, Field(max_length=40, examples=["tiles"])]
Text = Annotated[str, Field(max_length=MOST_TEXT, examples=["1 2 0 3 4 5 6 7 8"])]
CellName = Annotated[str, Field(max_length=40)]
MoveText = Annotated[str, Field(max_length=40)]
PlayerName = Annotated[str, Field(max_length=40, examples=["human", "level=3"])]
Seconds = Annotated[float, Field(gt=0, le=86_400, description="The server's own limit holds too.")]
Count = Annotated[int, Field(ge=0, lt=1 << 62)]
Seed = Annotated[int, Field(ge=0, lt=1 << 53)]
if TYPE_CHECKING:
    Algorithm = str
else:  # the names are the engine's, and only known when this runs
    Algorithm = Literal[deepen.ALGORITHMS]
HeuristicName = Annotated[str, Field(max_length=80)]


class Message(BaseModel):
    """The base of all: nothing unknown, nothing guessed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class About(Message):
    """Something about one game."""

    game: GameName


class AboutPosition(About):
    """Something about one position."""

    text: Text


# Quick ones


class Catalogue(Message):
    """Which games there are, and what each offers."""

    verb: Literal["catalogue"] = "catalogue"


class Gallery(About):
    """The examples of a game, drawn."""

    verb: Literal["gallery"] = "gallery"


class Position(AboutPosition):
    """A position drawn, its text in the usual form, and its maps."""

    verb: Literal["position"] = "position"


class Edit(AboutPosition):
    """A position after a click with one of the game's tools."""

    verb: Literal["edit"] = "edit"
    tool: Annotated[str, Field(max_length=40, examples=["slide"])]
    cells: Annotated[list[CellName], Field(max_length=2, examples=[["5"]])] = []


class AboutGame(AboutPosition):
    """Something about a game of two: where it began, and what was played since."""

    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] = []


class Table(AboutGame):
    """A game of two after some moves: drawn, with the legal moves and the score."""

    verb: Literal["table"] = "table"


class Why(AboutGame):
    """Which rule of a game of two a click breaks."""

    verb: Literal["why"] = "why"
    cells: Annotated[list[CellName], Field(min_length=1, max_length=2)]


class Record(AboutGame):
    """A game as `deepen play --save` writes it."""

    verb: Literal["record"] = "record"
    players: Annotated[list[PlayerName], Field(min_length=2, max_length=2)]


class Load(Message):
    """A game that was saved, checked move by move."""

    verb: Literal["load"] = "load"
    data: Annotated[str, Field(max_length=2 * MOST_TEXT)]


# Those that search


class Search(AboutPosition):
    """How to solve a puzzle: the arguments of `deepen.solve`."""

    algorithm: Algorithm | None = None
    heuristic: HeuristicName | None = None
    weight: Annotated[float, Field(ge=1, le=MOST_WEIGHT)] | None = None
    depth_limit: Count | None = None
    time_limit: Seconds | None = None
    node_limit: Count | None = None


class Solve(Search):
    """Solve a puzzle."""

    verb: Literal["solve"] = "solve"


class Hint(Search):
    """The first move of a solution."""

    verb: Literal["hint"] = "hint"


class Visits(Search):
    """Where on the board a search looked."""

    verb: Literal["visits"] = "visits"


class Compare(AboutPosition):
    """A puzzle solved by several algorithms with several heuristics; each run is news."""

    verb: Literal["compare"] = "compare"
    algorithms: Annotated[list[Algorithm], Field(min_length=1, max_length=len(deepen.ALGORITHMS))]
    heuristics: Annotated[list[HeuristicName], Field(max_length=20)] = []
    time_limit: Seconds | None = None


class Audit(AboutPosition):
    """A heuristic on trial: every position that can be reached from this one."""

    verb: Literal["audit"] = "audit"
    heuristic: HeuristicName
    time_limit: Seconds | None = None


class Analyse(AboutGame):
    """What a position of a game of two is worth, and every move in it."""

    verb: Literal["analyse"] = "analyse"
    depth: Annotated[int, Field(ge=1, le=1000)] | None = None
    time_limit: Seconds | None = None


class Choose(AboutGame):
    """What the program plays: looking so many moves ahead, or thinking so long."""

    verb: Literal["choose"] = "choose"
    level: Annotated[int, Field(ge=1, le=MOST_LEVEL)] | None = None
    time_limit: Seconds | None = None


class Random(About):
    """A random position of some difficulty."""

    verb: Literal["random"] = "random"
    level: Annotated[str, Field(max_length=40, examples=["easy"])]
    seed: Seed | None = None


class Stop(Message):
    """End a request that is queued or running."""

    verb: Literal["stop"] = "stop"
    job: Annotated[int, Field(ge=0, lt=1 << 53)]


class Ping(Message):
    """Is anybody there? Answered with null at once, whatever else is under way."""

    verb: Literal["ping"] = "ping"


Quick = Catalogue | Gallery | Position | Edit | Table | Why | Record | Load
Slow = Solve | Hint | Visits | Compare | Audit | Analyse | Choose | Random
Timed = Search | Compare | Audit | Analyse | Choose
"""Those that a time limit ends."""
Anything = Annotated[Quick | Slow | Stop | Ping, Field(discriminator="verb")]


class Envelope(BaseModel):
    """A message as it comes over the WebSocket."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: Annotated[int, Field(ge=0, lt=1 << 53)]
    message: Anything


_ENVELOPE: TypeAdapter[Envelope] = TypeAdapter(Envelope)


def read(data: str) -> Envelope:
    """A message of the WebSocket.

    Raises:
        ValidationError: it is none.
    """
    return _ENVELOPE.validate_json(data)


def complaint(error: ValidationError) -> str:
    """One sentence on the first thing that is wrong."""
    first: Any = error.errors(include_url=False, include_input=False)[0]
    within = 2 if first["loc"][:1] == ("message",) else 0  # behind "message" and its verb
    return misfit(first, first["loc"][within:] or first["loc"])
