"""A position as shapes: the one description of a board, for pictures and for the page.

A scene says what is where; how it looks is the business of the style sheet of the page, board.css,
which has a rule for each word of `STYLES`, and of `palette` for pictures that stand alone. Games
know nothing of the browser, and its code nothing of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from deepen.formatting.numbers import short

Point = tuple[float, float]

TAGS = {
    "polygon": "the corners, x and y by turns",
    "rect": "left, top, width, height, radius of the corners",
    "circle": "middle x and y, radius",
    "line": "from x and y to x and y",
    "text": "middle x and y, size",
    "arrow": "from x and y to x and y; its text is a number beside it",
}
"""Kinds of shapes, and what their numbers mean."""

STYLES = {
    "field": "a place of the board",
    "wall": "one that nothing enters; hatched, so that it is told without colour",
    "gap": "one where nothing is",
    "hole": "one that is seen through a board",
    "see-through": "one that is only clicked",
    "frame": "what lies behind all places",
    "wall-of-holes": "the same, where the places are holes",
    "water": "the same, where they are islands",
    "piece": "a thing on a place",
    "square": "one that is a box",
    "glyph": "the letter or number on it",
    "bare": "one that stands on its place without a piece",
    "ring": "a thing seen as an outline",
    "tile": "a thing that is a square",
    "island": "a place that bridges join",
    "blank": "one without a label",
    "complete": "one that has all its bridges",
    "bridge": "a line from one to another",
    "exit": "an edge over which pieces leave",
    "note": "writing beside the board",
    "dot": "a place where nothing is, seen as a point",
    "goal": "a mark on a place where something has to go",
    "marked": "a thing that stands out: in its place, or part of a line that has won",
    "last": "a mark on the last move",
    "last-bridge": "a bridge that was it",
    "last-ring": "a label that was it",
    **dict.fromkeys(("red", "green", "blue", "black", "white", "yellow"), "the colour of a thing"),
    "first": "a thing of the first player",
    "second": "a thing of the second; with a ring inside, so that it is told without colour",
    "neutral": "a thing of no side",
}
"""The words of a style, and what they mean."""


@dataclass(frozen=True)
class Shape:
    """One thing to draw; `at` are the numbers that `TAGS` explains."""

    tag: str
    at: tuple[float, ...]
    style: str = ""
    text: str = ""

    def as_json(self) -> list[Any]:
        """Short, since there are many: tag, style, numbers and, if any, text."""
        numbers = [round(number, 2) for number in self.at]
        return [self.tag, self.style, numbers, self.text] if self.text else [
            self.tag, self.style, numbers
        ]  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """A place that can be clicked, reached by keys and spoken.

    Attributes:
        id: its name, the same in every scene of a board.
        label: what a screen reader says: the place and what is on it.
        row, column: where the keys find it, from 0.
        outline: its shape.
        things: what is on it.
    """

    id: str
    label: str
    row: int
    column: int
    outline: Shape
    things: tuple[Shape, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "label": self.label,
            "row": self.row,
            "column": self.column,
            "outline": self.outline.as_json(),
            "things": [thing.as_json() for thing in self.things],
        }


@dataclass(frozen=True)
class Scene:
    """A position.

    Attributes:
        view: left, top, width and height of what is shown.
        title: the position in a few words.
        cells: its places.
        behind, before: what is drawn under the cells and over them, and cannot be clicked.
    """

    view: tuple[float, float, float, float]
    title: str
    cells: tuple[Cell, ...]
    behind: tuple[Shape, ...] = ()
    before: tuple[Shape, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "view": [round(number, 2) for number in self.view],
            "title": self.title,
            "cells": [cell.as_json() for cell in self.cells],
            "behind": [shape.as_json() for shape in self.behind],
            "before": [shape.as_json() for shape in self.before],
        }


def in_one_view(scenes: Sequence[Scene]) -> list[Scene]:
    """The scenes, all as large as they are together: a board does not jump from step to step."""
    if len({scene.view for scene in scenes}) == 1:
        return list(scenes)
    left = min(scene.view[0] for scene in scenes)
    top = min(scene.view[1] for scene in scenes)
    right = max(scene.view[0] + scene.view[2] for scene in scenes)
    bottom = max(scene.view[1] + scene.view[3] for scene in scenes)
    view = (left, top, right - left, bottom - top)
    return [replace(scene, view=view) for scene in scenes]


def changes(earlier: Scene, later: Scene) -> dict[str, Any]:
    """What of a scene is new: the title, and the cells that are not as they were.

    A solution is many scenes that differ in a cell or two; so they travel as differences.
    """
    old = {cell.id: cell for cell in earlier.cells}
    cells = [cell.as_json() for cell in later.cells if old.get(cell.id) != cell]
    found: dict[str, Any] = {"title": later.title, "cells": cells}
    ids = [cell.id for cell in later.cells]
    if ids != [*old]:  # buttons of moves come and go
        found["ids"] = ids
    if earlier.view != later.view:
        found["view"] = [round(number, 2) for number in later.view]
    for name in ("behind", "before"):
        if getattr(earlier, name) != getattr(later, name):
            found[name] = [shape.as_json() for shape in getattr(later, name)]
    return found


@dataclass(frozen=True)
class Tool:
    """What a click does to a position.

    Attributes:
        name: for programs.
        label: for people.
        key: that chooses it.
        cells: how many it takes: 1; 2 for things that go from one to another; 0 if it acts at once.
        style, glyph: what it puts on the board, if that is a piece: the button shows it.
        group: a word for those that stand together, such as sizes of the board.
    """

    name: str
    label: str
    key: str = ""
    cells: int = 1
    style: str = ""
    glyph: str = ""
    group: str = ""


@dataclass(frozen=True)
class MoveTarget:
    """A legal move of a game of two, and how the board offers it.

    Attributes:
        move: as text.
        spot: where its value is written.
        picks: the clicks that mean it, each the ids of one cell, or of two with a blank between.
        name: written before its value, where one spot would not tell which move is meant.
        size: of that writing, where the usual one would hide what is near; 0 for the usual one.
    """

    move: str
    spot: Point
    picks: tuple[str, ...]
    name: str = ""
    size: float = 0

    def as_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "spot": [round(part, 2) for part in self.spot],
            "picks": list(self.picks),
            "name": self.name,
            "size": self.size,
        }


Map = Mapping[str, int | None]
"""A number for some cells, by their ids; None is infinite."""


def written(values: Map) -> dict[str, tuple[int | None, str]]:
    """A map as it travels: with each number the few letters that a cell has room for."""
    return {cell: (value, "∞" if value is None else short(value)) for cell, value in values.items()}


def shapes_as_json(shapes: Iterable[Shape]) -> list[list[Any]]:
    """Marks, as they travel."""
    return [shape.as_json() for shape in shapes]
