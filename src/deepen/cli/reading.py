"""From what people type to values: inputs, sizes, numbers."""

from __future__ import annotations

import math
import os
import re
import sys
from fractions import Fraction
from types import ModuleType
from typing import Any, BinaryIO

import typer

from deepen.errors import InputError

_MOST_BYTES = 64 << 20  # more than any file of puzzles: ends a read from an endless device
_MOST_MEMORY = 1 << 62  # no machine has more
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_FILE_NAME = re.compile(r"[^\s{}\[\]]*(/|\.[A-Za-z]\w*$)[^\s{}\[\]]*")


def read_puzzle(package: ModuleType, source: str) -> Any:
    """The puzzle in a file, in standard input ('-') or in the text itself.

    Raises:
        InputError: it cannot be read, or it is no puzzle; the message names the place.
    """
    if source == "-" or os.path.exists(source):
        text, place = read_text(source), f"{name_of(source)}: "
    else:
        text, place = source, ""
    if not text.strip():
        raise InputError(f"{place}the input is empty")
    try:
        return package.parse(text)
    except InputError as error:
        if not place and _FILE_NAME.fullmatch(text):
            raise InputError(f"there is no file {text!r}") from None
        raise InputError(f"{place}{error}") from None


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
