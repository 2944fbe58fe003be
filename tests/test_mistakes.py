"""Mistakes that people make, and what they are told: `data/mistakes.md`, and those with the fields
of states in `data/field_mistakes.md`, to be read and compared.

    python tests/test_mistakes.py

writes the answers in these files anew.
"""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import deepen

DATA = Path(__file__).parent / "data"
FILES = DATA / "mistakes.md", DATA / "field_mistakes.md"
NO_ERROR = "no error: "
_MISTAKE = re.compile(
    r"^## (?P<name>[^\n]+)\n```python\n(?P<source>.+?)```\n(?P<answers>(```[a-z]+\n.+?\n```\n)*)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Mistake:
    """Something wrong, as somebody wrote it, and the answers in the file by how it is run."""

    name: str
    source: str
    answers: dict[str, str]
    file: Path

    def made(self, folder: Path) -> dict[str, str]:
        """What is answered now: compiled and interpreted, or `both`, or simply an `answer`."""
        if "compiled=compiled" not in self.source:
            return {"answer": self._run(folder, True)}
        compiled, interpreted = self._run(folder, True), self._run(folder, False)
        if compiled == interpreted:
            return {"both": compiled}
        return {"compiled": compiled, "interpreted": interpreted}

    def _run(self, folder: Path, compiled: bool) -> str:
        path = folder / "mistake.py"
        path.write_text(self.source)
        linecache.clearcache()
        names = {**prelude(self.file), "compiled": compiled}
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                end = f"{NO_ERROR}{_value(self.source, str(path), names)!r}"
            except Exception as error:
                end = f"{type(error).__name__}: {error}"
        return f"{printed.getvalue()}{end}".replace(f"{folder}/", "")


def _value(source: str, filename: str, names: dict[str, Any]) -> Any:
    """Runs a module; the value of its last line, if that is an expression."""
    tree = ast.parse(source, filename)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        return exec(compile(tree, filename, "exec"), names)
    tree.body.pop()
    exec(compile(tree, filename, "exec"), names)
    return eval(compile(ast.Expression(last.value), filename, "eval"), names)


@cache
def prelude(file: Path) -> dict[str, Any]:
    """What every mistake begins with: the first block of its file."""
    names: dict[str, Any] = {"__name__": "mistakes"}
    source = file.read_text().partition("```python\n")[2].partition("```")[0]
    exec(compile(source, str(file), "exec"), names)
    return names


def mistakes() -> Iterator[Mistake]:
    for file in FILES:
        for found in _MISTAKE.finditer(file.read_text()):
            answers = dict(re.findall(r"^```(\w+)\n(.+?)\n```\n", found["answers"], re.M | re.S))
            yield Mistake(found["name"], found["source"], answers, file)


ALIKE = [mistake for mistake in mistakes() if "both" in mistake.answers]


def mostly_quick() -> Iterator[Any]:
    """All mistakes; five of six of those that are told alike in either way are slow to compile."""
    slow = {mistake.name for number, mistake in enumerate(ALIKE) if number % 6}
    for mistake in mistakes():
        yield pytest.param(mistake, marks=pytest.mark.slow if mistake.name in slow else ())


every_mistake = pytest.mark.parametrize("mistake", [*mistakes()], ids=lambda mistake: mistake.name)


@pytest.mark.parametrize("mistake", [*mostly_quick()], ids=lambda mistake: mistake.name)
def test_the_answer_is_the_one_in_the_file(mistake: Mistake, tmp_path: Path) -> None:
    assert mistake.made(tmp_path) == mistake.answers


@pytest.mark.parametrize("mistake", ALIKE, ids=lambda mistake: mistake.name)
def test_what_is_told_in_either_way_is_told_without_compiling(
    mistake: Mistake, tmp_path: Path
) -> None:
    assert mistake._run(tmp_path, compiled=False) == mistake.answers["both"]


@every_mistake
def test_compiled_false_is_advised_only_where_it_helps(mistake: Mistake) -> None:
    for answer in mistake.answers.values():
        if "`compiled=False` runs any Python" in answer:
            assert mistake.answers["interpreted"].startswith(NO_ERROR)


def test_every_mistake_is_found() -> None:
    names = [mistake.name for mistake in mistakes()]
    headings = sum(len(re.findall(r"^## ", file.read_text(), re.M)) for file in FILES)
    assert len(names) == len(set(names)) == headings > 52


@pytest.mark.parametrize("compiled", [True, False])
def test_a_traceback_shows_the_call_and_hides_our_inside(compiled: bool) -> None:
    wrong = type("Wrong", (deepen.Puzzle,), {"successors": _alone, "is_goal": _alone})
    with pytest.raises(deepen.RuleError) as caught:
        deepen.solve(wrong(0), compiled=compiled)
    assert [entry.name for entry in caught.traceback][1:] == ["call"]


def _alone(board: Any, state: int) -> Any:
    yield state


def write_anew(file: Path) -> None:
    """Every answer as it is now."""

    def answered(found: re.Match[str]) -> str:
        with TemporaryDirectory() as folder:
            answers = Mistake(found["name"], found["source"], {}, file).made(Path(folder))
        blocks = "".join(f"```{how}\n{answer}\n```\n" for how, answer in answers.items())
        return f"## {found['name']}\n```python\n{found['source']}```\n{blocks}"

    file.write_text(_MISTAKE.sub(answered, file.read_text()))


if __name__ == "__main__":
    for each in FILES:
        write_anew(each)
