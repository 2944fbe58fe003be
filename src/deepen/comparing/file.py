"""The file of a comparison: a line for each run as soon as it is over, as CSV or as JSON lines.

How a run compares with the best is known only at the end: then the file is written anew, in order.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

from deepen._lines_file import LinesFile
from deepen.comparing.comparison import COLUMNS, Key, Run, csv_line, with_excess
from deepen.errors import UsageError

_HEADER = csv_line(COLUMNS).encode()
_BEGINNING = b'{"instance": '
_MADE_OF: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "bool": {"true": True, "false": False}.__getitem__,
}
_KINDS = {each.name: str(each.type).split(" | ") for each in fields(Run)}


def run_file(path: str) -> RunFile:
    """The file at that path, of the kind that its name says.

    Raises:
        UsageError: the name says nothing.
    """
    kind = {".csv": CsvFile, ".jsonl": JsonLinesFile}.get(os.path.splitext(path)[1].lower())
    if kind is None:
        raise UsageError(f"{path!r} ends neither in .csv nor in .jsonl")
    return kind(path)


class RunFile(LinesFile):
    """What both kinds share.

    Attributes:
        runs: all in the file, by key.
    """

    writer = "comparison"

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.runs: dict[Key, Run] = {}

    def add(self, run: Run) -> None:
        """Appends a run."""
        self.append(self.line(run))
        self.runs[run.key] = run

    def finish(self, keys: Sequence[Key]) -> None:
        """Writes all runs anew, each measured against the best of its instance.

        Args:
            keys: the order; runs that are not named come first, as they were.
        """
        place = {key: number for number, key in enumerate(keys)}
        runs = sorted(self.runs.values(), key=lambda run: place.get(run.key, -1))
        self.replace([self.beginning(), *map(self.line, with_excess(runs))])

    def line(self, run: Run) -> bytes:
        """A run as it is written."""
        raise NotImplementedError

    def beginning(self) -> bytes:
        """What is written before the runs."""
        return b""

    def keep(self, number: int, values: dict[str, Any]) -> None:
        """A run that was there before."""
        if values.keys() != set(COLUMNS) or not isinstance(values["instance"], str):
            raise self.foreign(number)
        run = Run(**values)
        self.runs[run.key] = run


class CsvFile(RunFile):
    """Columns by commas, their names in the first line."""

    def line(self, run: Run) -> bytes:
        return csv_line(asdict(run).values()).encode()

    def beginning(self) -> bytes:
        return _HEADER

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._has_header = False

    def add(self, run: Run) -> None:
        if not self._has_header:
            self.append(_HEADER)
            self._has_header = True
        super().add(run)

    def take(self, number: int, line: bytes) -> None:
        if not self._has_header:
            if line != _HEADER:
                raise self.foreign(number)
            self._has_header = True
            return
        try:
            (texts,) = csv.reader([line.decode()])
            given = dict(zip(COLUMNS, texts, strict=True))
            self.keep(number, {name: _value(name, text) for name, text in given.items()})
        except (ValueError, LookupError, csv.Error):
            raise self.foreign(number) from None

    def may_be_ours(self, torn: bytes) -> bool:
        return self._has_header or _HEADER.startswith(torn)


class JsonLinesFile(RunFile):
    """A JSON object a line."""

    def line(self, run: Run) -> bytes:
        return json.dumps(asdict(run)).encode() + b"\n"

    def take(self, number: int, line: bytes) -> None:
        try:
            self.keep(number, dict(json.loads(line)))
        except (ValueError, TypeError, RecursionError):
            raise self.foreign(number) from None

    def may_be_ours(self, torn: bytes) -> bool:
        return torn.startswith(_BEGINNING) or _BEGINNING.startswith(torn)


def _value(name: str, text: str) -> Any:
    """A cell as the column wants it."""
    kinds = _KINDS[name]
    if text == "" and "None" in kinds:
        return None
    return _MADE_OF.get(kinds[0], str)(text)
