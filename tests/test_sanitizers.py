"""`make sanitize` would notice: without this, a build that checks nothing would pass as well."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from deepen import _core

pytestmark = pytest.mark.sanitizer

# The goal test of these rules poisons the memory that the engine reads next, as a buffer that is
# too short would be.
READS_POISON = """
import ctypes
from deepen import _core

@ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 4)
def is_goal(result, exception, board, state):
    poison(ctypes.c_void_p(result), ctypes.c_size_t(8))
    return 0

poison = ctypes.CDLL(None).__asan_poison_memory_region
rules = _core.CompiledPuzzleRules(1, b"", 0, 0, ctypes.cast(is_goal, ctypes.c_void_p).value, 0)
limits = _core.SearchLimits(None, None, None, None, None)
_core.breadth_first(rules, [0], limits, exhaust=False, keep_expanded=False, threads=1)
"""


def test_wrong_read_in_the_engine_stops_python() -> None:
    run = subprocess.run(
        [sys.executable, "-c", READS_POISON], capture_output=True, text=True, check=False
    )
    assert run.returncode != 0
    assert "AddressSanitizer: use-after-poison" in run.stderr
    assert "deepen::" in run.stderr


def test_engine_checks_for_undefined_behaviour() -> None:
    assert b"__ubsan_handle_" in Path(_core.__file__).read_bytes()


def test_engine_asserts_its_preconditions() -> None:
    assert b"alpha < beta" in Path(_core.__file__).read_bytes()
