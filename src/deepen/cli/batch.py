"""`deepen batch`: lines of puzzles in, lines of results out."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from json import dumps
from typing import Any

import deepen
from deepen import cli
from deepen.cli.answer import exit_code
from deepen.cli.kinds import load_for_one
from deepen.cli.printing import emit, note
from deepen.cli.progress_bar import progress_bar
from deepen.cli.reading import input_of, json_object, name_of, standard_input
from deepen.cli.results import Key, Results, key_of
from deepen.errors import InputError, UsageError
from deepen.solution import Solution
from deepen.telling.numbers import counted
from deepen.telling.outcome import as_json

Id = str | int


class BadLineError(Exception):
    """A line that is no puzzle; `id` is None where it has none of its own."""

    def __init__(self, sentence: str, id: Id | None = None) -> None:
        super().__init__(sentence)
        self.id = id


def run_batch(
    name: str, source: str, out: str, jobs: int | None, search: dict[str, Any], *, json: bool
) -> int:
    """Solves what is not yet in the results file, and returns the exit code."""
    started = time.monotonic()
    game = load_for_one(name)
    lines = _lines_of(source, out)
    with Results(out, name) as results:
        batch = Batch(name, game.parse, results)
        finished = _solve_all(batch, lines, search, jobs)
    statuses, seconds = batch.count(), time.monotonic() - started
    note(_in_words(statuses, batch.earlier, seconds, out))
    if json:
        counts = {"statuses": statuses, "earlier": batch.earlier}
        emit(dumps({"game": name, **counts, "seconds": seconds}))
    return max(map(_exit_code, statuses), default=0) if finished else cli.INTERRUPTED


class Batch:
    """The lines of one file and their results.

    Attributes:
        earlier: how many lines had their result before.
        settled: how many need no search: those, and bad ones.
        solved: how many a search was made for.
    """

    def __init__(self, name: str, parse: Callable[[str], Any], results: Results) -> None:
        self.name = name
        self.parse = parse
        self.results = results
        self.earlier = self.settled = self.solved = 0
        self._line_of: dict[Key, int] = {}
        self._ids: list[Id] = []

    def puzzles(self, lines: Iterable[bytes]) -> Iterator[Any]:
        """What is left to solve, in the order that `write` counts. Bad lines get their result."""
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                id, text = self._record(number, line)
                if not self._is_answered("id", id):
                    puzzle = self._puzzle(number, id, text)
                    self._ids.append(id)
                    yield puzzle
                    continue
            except BadLineError as bad:
                self._refuse(number, bad)
            self.settled += 1

    def write(self, index: int, solution: Solution) -> None:
        """Adds the result of a puzzle."""
        self.results.add("id", self._ids[index], as_json(self.name, solution))
        self.solved += 1

    def count(self) -> dict[str, int]:
        """How many of the lines have each status."""
        statuses = self.results.statuses
        return dict(Counter(statuses[key] for key in self._line_of if key in statuses))

    def _record(self, number: int, line: bytes) -> tuple[Id, str]:
        record = _understood(lambda: json_object(number, line))
        id = _id(number, record)
        first = self._line_of.setdefault(key_of("id", id), number)
        if first != number:
            raise BadLineError(f"line {number}: the id {id!r} was there before, in line {first}")
        return id, _understood(lambda: input_of(number, record), id)

    def _puzzle(self, number: int, id: Id, text: str) -> Any:
        return _understood(lambda: self.parse(text), id, f"line {number}: ")

    def _refuse(self, number: int, bad: BadLineError) -> None:
        name, value = ("line", number) if bad.id is None else ("id", bad.id)
        self._line_of[key_of(name, value)] = number
        if not self._is_answered(name, value):
            result = {"game": self.name, "status": "error", "error": str(bad)}
            self.results.add(name, value, result)

    def _is_answered(self, name: str, value: Id) -> bool:
        answered = key_of(name, value) in self.results.statuses
        self.earlier += answered
        return answered


def _understood(read: Callable[[], Any], id: Id | None = None, place: str = "") -> Any:
    """What `read` returns; where it raises an `InputError`, that becomes a result of the line."""
    try:
        return read()
    except InputError as error:
        raise BadLineError(f"{place}{error}", id) from None


def _id(number: int, record: dict[str, Any]) -> Id:
    if "id" not in record:
        raise BadLineError(f"line {number} has no id")
    id = record["id"]
    if isinstance(id, bool) or not isinstance(id, (str, int)):
        raise BadLineError(f"line {number}: its id is neither a string nor an integer")
    return id


def _lines_of(source: str, out: str) -> list[bytes]:
    try:
        if source == "-":
            return standard_input().readlines()
        if os.path.exists(out) and os.path.samefile(source, out):
            raise UsageError(f"{out!r} holds the puzzles; results go to a file of their own")
        with open(source, "rb") as file:
            return file.readlines()
    except OSError as error:
        raise InputError(f"{name_of(source)} cannot be read: {error.strerror}") from None


def _solve_all(batch: Batch, lines: list[bytes], search: dict[str, Any], jobs: int | None) -> bool:
    """False if somebody interrupted it."""
    if jobs is not None:
        jobs = min(jobs, max(1, len(lines)))  # idle ones would have a share of the memory
    puzzles = sum(not line.isspace() for line in lines)
    with progress_bar("solving") as show:

        def on_solution(index: int, solution: Solution) -> None:
            batch.write(index, solution)
            show(batch.solved, puzzles - batch.settled)

        show(0, puzzles)
        try:
            deepen.solve_many(batch.puzzles(lines), **search, jobs=jobs, on_solution=on_solution)
        except KeyboardInterrupt:
            return False
    return True


def _exit_code(status: str) -> int:
    return cli.ANSWERED if status == "error" else exit_code(status)


def _in_words(statuses: dict[str, int], earlier: int, seconds: float, out: str) -> str:
    counts = ", ".join(f"{count:,} {status}" for status, count in sorted(statuses.items()))
    before = f" ({earlier:,} from an earlier run)" if earlier else ""
    total = counted(sum(statuses.values()), "result")
    return f"{total}{before} in {out}: {counts or 'none'}; {seconds:.1f} s"
