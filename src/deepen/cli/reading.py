"""From what people type to values: inputs, sizes, numbers."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from json import JSONDecodeError, dumps, loads
from typing import Any, BinaryIO

import typer

from deepen.errors import InputError, RuleError
from deepen.games.example import Example
from deepen.games.protocol import AnyPackage, HasOneALine

_MOST_BYTES = 64 << 20  # more than any file of puzzles: ends a read from an endless device
_MOST_MEMORY = 1 << 62  # no machine has more
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_WORD = re.compile(r"[A-Za-z][\w-]+")
_NEAR = 0.75  # how like the name of an example a text must be to have meant it, up to 1
_NOT_IN_FILE_NAMES = re.compile(r"[\s{}\[\]]")
_FILE_NAME = re.compile(r"/|\.[A-Za-z]\w*$")


def read_puzzle(package: AnyPackage, source: str) -> Any:
    """The puzzle or position in a file, in standard input ('-'), in an example or in the text.

    Raises:
        InputError: it cannot be read, or it is no puzzle; the message names the place.
    """
    if os.path.isdir(source):  # which may well be dots and slashes of a board
        with suppress(InputError):
            return package.parse(source)
    if source == "-" or os.path.exists(source):
        return _parsed(package, read_text(source), f"{name_of(source)}: ")
    if isinstance(source, Example) or source in package.EXAMPLES:
        return _parsed(package, package.EXAMPLES.get(source, source), f"{_example(source)}: ")
    try:
        return _parsed(package, source)
    except InputError as error:
        if _names_a_file(package, source):
            said = f"{error}; nor is there a file" if _may_be_rows(package) else "there is no file"
            raise InputError(f"{said} {source!r}") from None
        if near := _near_example(package, source):
            raise InputError(near) from None
        if _WORD.fullmatch(source):
            raise InputError(f"{error}; nor is there a file or example {source!r}") from None
        raise


def _example(source: str) -> str:
    return "the example" if isinstance(source, Example) else f"example {source!r}"


def _near_example(package: AnyPackage, source: str) -> str:
    """What to say of a text that may well be a mistyped name; "" of any other."""
    from difflib import get_close_matches  # lazy: start-up

    near = get_close_matches(source, package.EXAMPLES, 1, _NEAR)
    return f"there is no example called {source!r}; did you mean {near[0]!r}?" if near else ""


def _may_be_rows(package: AnyPackage) -> bool:
    """Whether dots and slashes may well be a board: of games of one's own, by their look."""
    return getattr(getattr(package, "kind", None), "look", None) is not None


def read_positions(package: AnyPackage, source: str) -> Iterator[Any]:
    """All positions of a source: one a line in a file of JSON lines, as `deepen batch` reads them.

    Raises:
        InputError: as above, when it comes to that line.
    """
    read = _read_json_lines if source.endswith(".jsonl") else read_all
    return read(package, source)


def read_all(package: AnyPackage, source: str) -> Iterator[Any]:
    """All puzzles or positions of a source: of a file one a line, if the game writes them so."""
    is_file = source == "-" or os.path.exists(source)
    if not is_file or not _is_one_a_line(package):
        yield read_puzzle(package, source)
        return
    text, place = read_text(source), name_of(source)
    if not text.strip():
        raise InputError(f"{place}: the input is empty")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield _parsed(package, line, f"{place}, line {number}: ")


def _read_json_lines(package: AnyPackage, source: str) -> Iterator[Any]:
    for number, line in enumerate(read_bytes(source).splitlines(), 1):
        if line.strip():
            text = input_of(package, number, json_object(number, line))
            yield _parsed(package, text, f"{name_of(source)}, line {number}: ")


def json_object(number: int, line: bytes) -> dict[str, Any]:
    """A line of a file of JSON lines.

    Raises:
        InputError: it is no JSON object.
    """
    try:
        record = loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError:
        raise InputError(f"line {number} is not UTF-8 text") from None
    except JSONDecodeError as error:
        raise InputError(f"line {number}, column {error.colno}: no JSON, {error.msg}") from None
    except (ValueError, RecursionError) as error:  # numbers too long, brackets too deep
        raise InputError(f"line {number} is no JSON that can be read: {error}") from None
    if not isinstance(record, dict):
        raise InputError(f"line {number} is not a JSON object with an id and an input")
    return record


def input_of(package: AnyPackage, number: int, record: dict[str, Any]) -> str:
    """The text of a puzzle or position in such a line, which may name an example.

    Raises:
        InputError: it has none.
    """
    if "input" not in record:
        raise InputError(f"line {number} has no input")
    given = record["input"]
    return package.EXAMPLES.get(given, given) if isinstance(given, str) else dumps(given)


def told(error: Exception) -> str:
    """What is wrong with one text of several, or with the user's rules on it; raises the others."""
    if isinstance(error, InputError):
        return str(error)
    from deepen.games.broken import place_of, told_outside  # lazy: start-up

    if isinstance(error, RuleError) or place_of(error):
        return told_outside(error)
    raise error


def _parsed(package: AnyPackage, text: str, place: str = "") -> Any:
    try:
        return package.parse(text)
    except InputError as error:
        said = error if text.strip() else "the input is empty"
        raise InputError(f"{place}{said}") from None


def _names_a_file(package: AnyPackage, text: str) -> bool:
    """Whether a file was meant by a text that is no puzzle; slashes may well be a puzzle's own."""
    has_own_slashes = _is_one_a_line(package) and "." not in text
    looks_like_one = _FILE_NAME.search(text) and not _NOT_IN_FILE_NAMES.search(text)
    return bool(looks_like_one) and not has_own_slashes


def _is_one_a_line(package: AnyPackage) -> bool:
    return isinstance(package, HasOneALine) and package.ONE_A_LINE


def read_text(source: str) -> str:
    """The whole of a text file, or of standard input for '-'."""
    data = read_bytes(source)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name_of(source)} is not UTF-8 text: byte {error.start + 1} does not fit"
        ) from None
    if "\0" in text:
        raise InputError(f"{name_of(source)} is not text: it holds a zero byte")
    return text


def read_bytes(source: str) -> bytes:
    """The whole of a file, or of standard input for '-'."""
    try:
        if source == "-":
            data = standard_input().read(_MOST_BYTES + 1)
        else:
            with open(source, "rb") as file:
                data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{name_of(source)} cannot be read: {error.strerror}") from None
    if len(data) > _MOST_BYTES:
        raise InputError(f"{name_of(source)} is longer than {_MOST_BYTES >> 20} MiB")
    return data


def standard_input() -> BinaryIO:
    """The bytes that are piped in."""
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return sys.stdin.buffer


def name_of(source: str) -> str:
    """A source as a sentence names it."""
    return "standard input" if source == "-" else repr(source)


def number_of_bytes(text: str) -> int:
    """2000000, 512M, 1GiB and 1.5G in units of 1024; 512MB in units of 1000.

    >>> number_of_bytes("1GiB"), number_of_bytes("2kB")
    (1073741824, 2000)
    """
    match = re.fullmatch(r"(\d{1,18}(?:\.\d{1,9})?)\s*([KMGT]?)(IB|B)?", text.strip().upper())
    if not match:
        raise typer.BadParameter(f"{text!r} is no number of bytes such as 2000000, 512M or 1GiB")
    number, unit, suffix = match.groups()
    size = 1000 ** "KMGT".find(unit) * 1000 if unit and suffix == "B" else _UNITS[unit]
    return min(int(Fraction(number) * size), _MOST_MEMORY)


def seconds(text: str) -> float:
    """A time of so many seconds."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise typer.BadParameter(f"{text!r} is no number of seconds such as 10 or 0.5")
    return value


def exact_weight(text: str) -> Fraction:
    """A decimal number, kept exact."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text):
        raise typer.BadParameter(f"{text!r} is no weight such as 1.5")
    return Fraction(text)
