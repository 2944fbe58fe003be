"""Several inputs on one command line, each with a name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from deepen.cli.reading import input_of, json_object, name_of, read_all, read_bytes, read_puzzle
from deepen.errors import InputError, UsageError
from deepen.games.protocol import AnyPackage


def read_instances(package: AnyPackage, sources: Iterable[str]) -> dict[str, Any]:
    """The puzzles or positions of files, texts, files of JSON lines and examples, by name.

    Raises:
        InputError: one cannot be read, or is none; the message names the place.
        UsageError: two have the same name.
    """
    found: dict[str, tuple[Any, str]] = {}
    for source in sources:
        for title, puzzle in _named(package, source):
            name = " ".join(title.split()) or "empty"
            text = package.format(puzzle)
            if name in found and found[name][1] != text:
                raise UsageError(f"two inputs are called {name!r}")
            found[name] = puzzle, text
    return {name: puzzle for name, (puzzle, _) in found.items()}


def _named(package: AnyPackage, source: str) -> Iterator[tuple[str, Any]]:
    is_file = os.path.exists(source)
    if is_file and source.endswith(".jsonl"):
        yield from _json_lines(package, source)
    elif is_file or source == "-":
        stem = os.path.splitext(os.path.basename(source))[0]
        puzzles = list(read_all(package, source))
        for number, puzzle in enumerate(puzzles, 1):
            yield f"{stem}:{number}" if len(puzzles) > 1 else stem, puzzle
    else:
        yield source, read_puzzle(package, source)


def _json_lines(package: AnyPackage, source: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(read_bytes(source).splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json_object(number, line)
            yield str(record.get("id", number)), package.parse(input_of(package, number, record))
        except InputError as error:
            raise InputError(f"{name_of(source)}, line {number}: {error}") from None
