"""The gallery: files of rules that come along, to read, to play with and to begin from."""

from __future__ import annotations

from pathlib import Path

import deepen

_PACKAGE = Path(deepen.__file__).parent
# In a wheel; in a clone they are where people look for them.
_PLACES = (_PACKAGE / "gallery", _PACKAGE.parents[1] / "examples")


def files() -> list[Path]:
    """Those of all puzzles and games in it, by name."""
    folder = next(place for place in _PLACES if place.is_dir())
    return sorted(folder.glob("*.py"))
