"""The committed stub of the engine is the one that nanobind generates from it."""

from __future__ import annotations

from pathlib import Path

from nanobind.stubgen import StubGen

import deepen
from deepen import _core

COMMITTED = Path(deepen.__file__).with_name("_core.pyi")


def test_stub_is_current() -> None:
    generator = StubGen(_core)
    generator.put(_core)
    assert COMMITTED.read_text() == generator.get(), "the bindings have changed: run `make stubs`"
