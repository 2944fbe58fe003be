"""The look of a class as games need it: text, a picture for a terminal, SVG."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from deepen.errors import UsageError


def has_text(kind: Any) -> bool:
    """Whether positions of a class are written by its look."""
    return getattr(kind, "look", None) is not None and bool(_module("look_text").has_text(kind))


def parse(kind: Any, text: str) -> Any:
    """The position of a text."""
    return _module("look_text").parse(kind, text)


def format(position: Any) -> str:
    """The text of a position."""
    return str(_module("look_text").format(position))


def draw(position: Any, markup: bool) -> str:
    """A picture for a terminal, of every class."""
    terminal = _module("look_terminal")
    return str(position.start) if terminal is None else str(terminal.draw(position, markup))


def svg(position: Any, what: str) -> str:
    """A picture, of every class."""
    if hasattr(position, "svg"):
        return str(position.svg(what))
    pictures = _module("pictures")
    if pictures is None:
        raise UsageError(f"there are no pictures of {type(position).__name__} yet")
    return str(pictures.svg(position, what))


def _module(name: str) -> Any:
    try:
        return import_module(f"deepen.drawing.{name}")
    except ModuleNotFoundError:
        return None
