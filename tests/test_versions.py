"""What pyproject.toml says of versions: tools whose private parts we use have an upper bound."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import deepen

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


# What we use of Numba's private parts is asked for when something is compiled.


class Step(deepen.Puzzle):
    @deepen.rule
    def successors(board: Any, state: int) -> Any:
        yield 0, state + 1

    @deepen.rule
    def is_goal(board: Any, state: int) -> bool:
        return state == 3


def compile_anew() -> None:
    from deepen.compiler.builder import build

    build("expand", Step(0).packing, (Step.successors,))


def test_the_installed_numba_is_the_one_that_we_know() -> None:
    compile_anew()


@pytest.mark.parametrize(
    ("part", "value", "sentence"),
    [
        ("numba.cpython.numbers._int_arith_flags", None, "integers wrap around"),
        ("numba.core.inline_closurecall.dead_code_elimination", None, "what is not used"),
        ("numba.core.codegen.RuntimeLinker.PREFIX", ".unresolved", "call themselves"),
        ("numba.core.callconv.RETCODE_OK", None, "has returned"),
    ],
)
def test_another_numba_is_refused_in_a_sentence(
    part: str, value: Any, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_anew()
    monkeypatch.setattr(part, value)
    with pytest.raises(deepen.EngineError, match=f"numba {version('numba')} .*{sentence}"):
        compile_anew()


@pytest.mark.parametrize(
    "text",
    [
        "define i64 @rule(ptr %retptr, ptr %excinfo, ptr %arg.0) {",
        "define i32 @rule(ptr %excinfo, ptr %retptr, ptr %arg.0) {",
        "define i32 @rule(ptr %retptr, ptr %arg.0) {",
        "define i32 @another(ptr %retptr, ptr %excinfo) {",
    ],
)
def test_another_way_to_call_is_refused(text: str) -> None:
    from deepen.compiler.numba_promises import check_entry

    check_entry(
        "define i32 @rule(ptr noalias writeonly captures(none) %retptr, ptr %excinfo) {", "rule"
    )
    with pytest.raises(deepen.EngineError, match="another convention"):
        check_entry(text, "rule")


def test_what_nobody_has_is_not_linked() -> None:
    from llvmlite import binding

    from deepen.compiler.numba_promises import check_symbols

    module = binding.parse_assembly("declare i32 @nobody_has_this()")
    with pytest.raises(deepen.EngineError, match="nobody_has_this"):
        check_symbols(module)
