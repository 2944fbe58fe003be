"""The package as a whole: what an import costs, and that what is public is documented."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import inspect
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

import deepen
from support import run_python

ROOT = Path(__file__).parent.parent
SLOW = ("numba", "llvmlite", "numpy", "rich", "typer", "click", "asyncio")


def test_a_plain_import_is_light() -> None:
    source = "import sys, deepen\nprint([name for name in sys.argv[1:] if name in sys.modules])"
    run = run_python(source, *SLOW)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "[]\n"


def test_imports_inside_functions_say_why() -> None:
    for path in (ROOT / "src" / "deepen").rglob("*.py"):
        source = path.read_text()
        for number in _lazy_imports(source):
            assert "lazy: " in source.splitlines()[number - 1], f"{path}:{number}"


def _lazy_imports(source: str) -> Iterator[int]:
    """The lines on which imports inside functions begin."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for each in ast.walk(function):
                if isinstance(each, ast.Import | ast.ImportFrom):
                    yield each.lineno


def test_a_search_in_the_interpreter_needs_no_compiler() -> None:
    source = (
        "import sys, deepen\n"
        "class P(deepen.ObjectPuzzle):\n"
        "    start = 0\n"
        "    def actions(self, s): return [1, 2]\n"
        "    def result(self, s, a): return s + a\n"
        "    def is_goal(self, s): return s == 7\n"
        "assert deepen.solve(P()).cost == 4\n"
        "print([name for name in ('numba', 'llvmlite', 'numpy') if name in sys.modules])\n"
    )
    run = run_python(source)
    assert (run.returncode, run.stdout) == (0, "[]\n"), run.stderr


def test_the_version_is_that_of_the_package() -> None:
    assert deepen.__version__ == importlib.metadata.version("deepen")
    citation = (Path(__file__).parent.parent / "CITATION.cff").read_text()
    assert f"\nversion: {deepen.__version__}\n" in citation


def test_all_names_are_there() -> None:
    assert len(set(deepen.__all__)) == len(deepen.__all__)
    for name in deepen.__all__:
        assert hasattr(deepen, name)


def test_type_checkers_see_the_public_names() -> None:
    """If this fails, `make stubs` writes the file anew."""
    script = runpy.run_path(str(ROOT / "scripts" / "public_stub.py"))
    assert script["STUB"].read_text() == script["stub"]()


@pytest.mark.parametrize("name", sorted(deepen._HOMES))
def test_a_public_name_is_that_of_its_home(name: str) -> None:
    home = importlib.import_module(deepen._HOMES[name])
    assert getattr(deepen, name) is getattr(home, name)
    assert getattr(getattr(home, name), "__module__", home.__name__) == home.__name__


@pytest.mark.parametrize(
    "module", ["analysis", "errors", "game", "progress", "puzzle", "rules", "state"]
)
def test_what_a_public_module_exports_is_public(module: str) -> None:
    home = importlib.import_module(f"deepen.{module}")
    names = {name for name, place in deepen._HOMES.items() if place == home.__name__}
    assert names == set(home.__all__) - {"Words"}  # an alias for annotations


def public_callables() -> list[str]:
    return [name for name in deepen.__all__ if callable(getattr(deepen, name))]


@pytest.mark.parametrize("name", public_callables())
def test_public_names_are_documented(name: str) -> None:
    value = getattr(deepen, name)
    documentation = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
    assert documentation
    if inspect.isclass(value):
        members = [
            member
            for key, member in vars(value).items()
            if inspect.isfunction(member) and not key.startswith("_")
        ]
        assert [member.__qualname__ for member in members if not member.__doc__] == []


@pytest.mark.parametrize("name", public_callables())
def test_public_names_have_an_example(name: str) -> None:
    """`--doctest-modules` runs it."""
    assert ">>>" in (inspect.getdoc(getattr(deepen, name)) or "")


def test_arguments_of_the_verbs_are_documented() -> None:
    for verb in (deepen.solve, deepen.solve_many, deepen.explore, deepen.play, deepen.match):
        documentation = f"{verb.__doc__}{deepen.solve.__doc__}"
        for argument in inspect.signature(verb).parameters:
            assert argument in documentation
