"""`deepen batch`: lines of puzzles in, lines of results out."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, BinaryIO

import typer

import deepen
from deepen.cli.exit_codes import ANSWERED, INTERRUPTED, exit_code
from deepen.cli.kinds import load_for_one
from deepen.cli.options import Game, Jobs, searching
from deepen.cli.printing import emit_json, note
from deepen.cli.progress_bar import progress_bar
from deepen.cli.reading import input_of, json_object, name_of, standard_input, told
from deepen.cli.request import Request, is_limit
from deepen.cli.results import Key, Results, key_of
from deepen.errors import InputError, UsageError
from deepen.formatting.numbers import counted, in_bytes
from deepen.formatting.solution import as_json
from deepen.games.protocol import AnyPackage
from deepen.search.jobs import job_count
from deepen.solution import Solution

RESULT_FORMAT = "deepen result 1"
Id = str | int
_MOST_BYTES = 1 << 30  # of all puzzles: ends a read from an endless device


class BadLineError(Exception):
    """A line that is no puzzle; `id` is None where it has none of its own."""

    def __init__(self, sentence: str, id: Id | None = None) -> None:
        super().__init__(sentence)
        self.id = id


@searching
def run(
    game: Game,
    file: Annotated[
        str, typer.Argument(metavar="FILE.jsonl", help="The puzzles, or '-' for standard input.")
    ],
    out: Annotated[str, typer.Option(metavar="RESULTS.jsonl", help="Where the results go.")],
    search: dict[str, Any],
    jobs: Jobs = None,
    json: Annotated[
        bool, typer.Option("--json", help="The summary as one JSON object on standard output.")
    ] = False,
) -> int:
    """\b
    deepen batch tiles puzzles.jsonl --out results.jsonl --jobs 2 --time-limit 60

    Solve many puzzles, one a line: {"id": 1, "input": "1 2 0 3 4 5 6 7 8"}. The name of an example
    will do as an input.

    Each result is a line of RESULTS.jsonl with its id, written as soon as it is known, in any
    order. Run again with the same --out, only what is missing is solved, what has changed (input,
    options, rules, version), and what ended at a smaller limit. A bad line, or one on which rules
    of your own fail, becomes a result with status "error". Limits hold for each puzzle.

    Exit codes, for all lines of FILE together: 0 each has its answer or error, 3 some hit a limit,
    2 bad usage, 130 interrupted.
    """
    started = time.monotonic()
    package = load_for_one(game)
    lines = _lines_of(file, out)
    # Idle jobs would have a share of the memory.
    jobs = min(job_count(jobs), max(1, len(lines)))
    with Results(out, package.NAME) as results:
        batch = Batch(Request(package, search, jobs), package, results)
        finished = _solve_all(batch, lines)
    statuses, seconds = batch.count(), time.monotonic() - started
    note(_in_words(statuses, batch, seconds, out))
    if batch.first_error:
        note(f"The first error: {batch.first_error}")
    if json:
        again = {"earlier": batch.earlier, "changed": batch.changed, "retried": batch.retried}
        emit_json(
            "deepen batch 1",
            {"game": package.NAME, "statuses": statuses, **again, "seconds": seconds},
        )
    return max(map(_exit_code, statuses), default=0) if finished else INTERRUPTED


class Batch:
    """The lines of one file and their results.

    Attributes:
        earlier: how many lines had their result before.
        changed: how many were solved again since their input, the options or the version changed.
        retried: how many were tried again with a larger limit.
        settled: how many need no search: the earlier ones, and bad ones.
        solved: how many a search was made for.
        first_error: what is wrong with the first line that this run refuses or fails on.
    """

    first_error = ""

    def __init__(self, request: Request, package: AnyPackage, results: Results) -> None:
        self.request = request
        self.package = package
        self.results = results
        self.earlier = self.changed = self.retried = self.settled = self.solved = 0
        self._line_of: dict[Key, int] = {}
        self._status_of: dict[Key, str] = {}
        self._asked: list[tuple[int, Id, str]] = []

    def puzzles(self, lines: Iterable[bytes]) -> Iterator[Any]:
        """What is left to solve, in the order that `write` counts. Bad lines get their result."""
        for number, line in enumerate(lines, 1):
            try:
                puzzle = self._puzzle(number, line) if line.strip() else None
                self.results.forget(key_of("line", number))  # it was a bad one once
            except BadLineError as bad:
                self._refuse(number, bad)
                puzzle = None
            if puzzle is not None:
                yield puzzle
            else:
                self.settled += bool(line.strip())

    def write(self, index: int, found: Solution | Exception) -> None:
        """Adds the result of a puzzle; raises what is no failure of the user's rules."""
        number, id, digest = self._asked[index]
        self.solved += 1
        if isinstance(found, Exception):
            self._add("id", id, {"digest": digest, **self._error(f"line {number}: {told(found)}")})
            return
        result = as_json(self.request.game, found)
        limit = {"limit": self.request.limit(found.status)} if is_limit(found.status) else {}
        self._add("id", id, {"digest": digest, **limit, **result})

    def count(self) -> dict[str, int]:
        """How many of the lines have each status."""
        return dict(Counter(self._status_of.values()))

    def _puzzle(self, number: int, line: bytes) -> Any:
        """The puzzle of a line, or None if its result is known."""
        id, text = self._record(number, line)
        digest = self.request.digest(text)
        if self._is_answered("id", id, digest):
            return None
        try:
            puzzle = self.package.parse(text)
        except Exception as error:
            raise BadLineError(f"line {number}: {told(error)}", id) from None
        self._asked.append((number, id, digest))
        return puzzle

    def _record(self, number: int, line: bytes) -> tuple[Id, str]:
        record = _understood(lambda: json_object(number, line))
        id = _id(number, record)
        first = self._line_of.setdefault(key_of("id", id), number)
        if first != number:
            raise BadLineError(f"line {number}: the id {id!r} was there before, in line {first}")
        return id, _understood(lambda: input_of(self.package, number, record), id)

    def _refuse(self, number: int, bad: BadLineError) -> None:
        name, value = ("line", number) if bad.id is None else ("id", bad.id)
        if name == "id":
            self.results.forget(key_of("line", number))
        digest = self.request.digest_of_error(str(bad))
        if not self._is_answered(name, value, digest):
            self._add(name, value, {"digest": digest, **self._error(str(bad))})

    def _error(self, sentence: str) -> dict[str, str]:
        self.first_error = self.first_error or sentence
        return {"game": self.request.game, "status": "error", "error": sentence}

    def _is_answered(self, name: str, value: Id, digest: str) -> bool:
        key = key_of(name, value)
        found = self.results.found.get(key)
        if found is None or found.digest != digest:
            return False
        self._status_of[key] = found.status  # until there is a better one
        if self.request.allows_more(found):
            return False
        self.earlier += 1
        return True

    def _add(self, name: str, value: Id, result: dict[str, Any]) -> None:
        key = key_of(name, value)
        before = self.results.found.get(key)
        self.results.add(name, value, {"format": RESULT_FORMAT, **result})
        self._status_of[key] = result["status"]
        if before is not None:
            again = before.digest == result["digest"]
            self.retried += again
            self.changed += not again


def _understood(read: Callable[[], Any], id: Id | None = None) -> Any:
    """What `read` returns; where it raises an `InputError`, that becomes a result of the line."""
    try:
        return read()
    except InputError as error:
        raise BadLineError(str(error), id) from None


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
            return _bounded(standard_input(), source)
        if os.path.exists(out) and os.path.samefile(source, out):
            raise UsageError(f"{out!r} holds the puzzles; results go to a file of their own")
        with open(source, "rb") as file:
            return _bounded(file, source)
    except OSError as error:
        raise InputError(f"{name_of(source)} cannot be read: {error.strerror}") from None


def _bounded(file: BinaryIO, source: str) -> list[bytes]:
    lines, left = [], _MOST_BYTES
    while line := file.readline(left):
        lines.append(line)
        left -= len(line)
    if left == 0:
        raise InputError(f"{name_of(source)} is too long: {in_bytes(_MOST_BYTES)} are the most")
    return lines


def _solve_all(batch: Batch, lines: list[bytes]) -> bool:
    """False if somebody interrupted it."""
    search, jobs = batch.request.search, batch.request.jobs
    puzzles = sum(not line.isspace() for line in lines)
    with progress_bar("solving") as show:

        def on_solution(index: int, found: Solution | Exception) -> None:
            batch.write(index, found)
            show(batch.solved, puzzles - batch.settled)

        show(0, puzzles)
        options = {**search, "jobs": jobs, "return_exceptions": True}
        try:
            deepen.solve_many(batch.puzzles(lines), **options, on_solution=on_solution)
        except KeyboardInterrupt:
            return False
    return True


def _exit_code(status: str) -> int:
    return ANSWERED if status == "error" else exit_code(status)


def _in_words(statuses: dict[str, int], batch: Batch, seconds: float, out: str) -> str:
    counts = ", ".join(f"{count:,} {status}" for status, count in sorted(statuses.items()))
    origins = {
        "from an earlier run": batch.earlier,
        "solved again since input, options, rules or version changed": batch.changed,
        "tried again with a larger limit": batch.retried,
    }
    told = ", ".join(f"{count:,} {origin}" for origin, count in origins.items() if count)
    total = counted(sum(statuses.values()), "result")
    return f"{total}{f' ({told})' * bool(told)} in {out}: {counts or 'none'}; {seconds:.1f} s"
