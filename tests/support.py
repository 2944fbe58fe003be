"""Small tools of the tests."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import settings

HUNTING = os.environ.get("HYPOTHESIS_PROFILE") == "hunt"


def examples(count: int) -> settings:
    """So many examples for a test with Hypothesis; ten times as many on a hunt."""
    return settings(max_examples=count * 10 if HUNTING else count)


def module_from(path: Path, source: str, name: str = "") -> Any:
    """Writes a module and imports it, whatever was imported from that file before."""
    path.write_text(source)
    specification = importlib.util.spec_from_file_location(name or path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[module.__name__] = module
    exec(compile(source, str(path), "exec"), module.__dict__)
    return module


def run_python(
    source: str, *arguments: str, folder: Path | None = None, timeout: float = 60, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Runs a script in a process of its own, with these environment variables changed."""
    return subprocess.run(
        [sys.executable, "-c", source, *arguments],
        env={**os.environ, **variables},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
