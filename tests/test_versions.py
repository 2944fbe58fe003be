"""What pyproject.toml says of versions: tools whose private parts we use have an upper bound."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".")[:2])


@pytest.mark.parametrize("tool", ["numba", "llvmlite"])
def test_the_installed_version_is_within_bounds_and_the_next_is_not(tool: str) -> None:
    (required,) = (each for each in PROJECT["dependencies"] if each.startswith(tool))
    lowest, below = required.removeprefix(f"{tool}>=").split(",<")
    major, minor = numbers(version(tool))
    assert numbers(lowest) <= (major, minor) < numbers(below)
    assert numbers(below) <= (major, minor + 5)  # a bound, not a wish


def find(*versions: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["scripts/find-python", *versions], cwd=ROOT, capture_output=True, text=True, check=True
    )


def test_a_python_of_each_version_is_found_or_named() -> None:
    own = "{}.{}".format(*sys.version_info[:2])
    found = find("3.10", own, "3.99")
    assert found.stderr == "These Pythons are not here, or cannot build deepen: 3.10, 3.99.\n"
    (python,) = found.stdout.split()
    command = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    assert subprocess.check_output(command, text=True).strip() == own
