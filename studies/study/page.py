"""A page with parts that a script writes, each between two comments that bear its name."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

LINE = 120
"""The most characters that a line of a page may have; see tests/test_docs.py."""


@dataclass(frozen=True)
class Part:
    """A part of a page as Markdown, and the pictures it shows, each a file name with its SVG."""

    text: str
    pictures: dict[str, str] = field(default_factory=dict)

    def wrapped(self) -> str:
        """The text with its paragraphs wrapped; rows of tables and code stay as they are."""
        fenced = False
        lines: list[str] = []
        for line in self.text.strip("\n").split("\n"):
            fenced ^= line.startswith("```")
            stays = fenced or line.startswith("|")
            lines += [line] if stays else _wrap(line) or [""]
        return "\n".join(lines)


@dataclass(frozen=True)
class Page:
    """A Markdown file and the folder of its pictures."""

    file: Path
    images: Path

    def write(self, name: str, part: Part) -> None:
        """Replaces a part and its pictures."""
        before, _, after = self._cut(name)
        self.file.write_text(before + part.wrapped() + after)
        self.images.mkdir(exist_ok=True)
        for picture, svg in part.pictures.items():
            (self.images / picture).write_text(svg)

    def stale(self, name: str, part: Part) -> list[str]:
        """What of a part is not as it was made just now: its name, or those of pictures."""
        _, text, _ = self._cut(name)
        found = [] if text == part.wrapped() else [name]
        for picture, svg in part.pictures.items():
            file = self.images / picture
            if not file.exists() or file.read_text() != svg:
                found.append(picture)
        return found

    def _cut(self, name: str) -> tuple[str, str, str]:
        """What is before the part, in it and after it, the comments not in it."""
        begin, end = f"<!-- {name}: begin -->\n", f"\n<!-- {name}: end -->"
        before, opened, rest = self.file.read_text().partition(begin)
        text, closed, after = rest.partition(end)
        if not opened or not closed:
            raise SystemExit(f"{self.file} has no part '{name}'")
        return before + begin, text, end + after


def _wrap(paragraph: str) -> list[str]:
    return textwrap.wrap(paragraph, LINE, break_long_words=False, break_on_hyphens=False)


def table(headers: list[str], rows: list[list[str]]) -> str:
    """A Markdown table, its numbers to the right."""
    lines = [headers, ["---", *["---:"] * (len(headers) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def count(value: float) -> str:
    """A count or typical count, three digits of it where it is no whole number."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.1f}" if value < 100 else f"{round(value):,}"


def shown(picture: str, words: str) -> str:
    """A picture of the page, with what it shows in words."""
    return f"![{words}](images/{picture})"


def rounded(ratio: float) -> str:
    """One digit of it, or tenths where it is small."""
    return f"{ratio:.1f}" if ratio < 9.5 else f"{float(f'{ratio:.0e}'):,.0f}"


def main(page: Page, parts: Mapping[str, Callable[[], Part]], passing: set[str]) -> None:
    """The command line of a study. Parts named in `passing` change from run to run."""
    parser = argparse.ArgumentParser(description=f"Writes the measured parts of {page.file.name}.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    parser.add_argument("--check", action="store_true", help="write nothing, say what is stale")
    options = parser.parse_args()
    unknown = [name for name in options.parts if name not in parts]
    if unknown:
        parser.error(f"there is no part '{unknown[0]}'; known: {', '.join(parts)}")
    stale = []
    for name in options.parts or parts:
        if options.check and name not in passing:
            stale += page.stale(name, parts[name]())
        elif not options.check:
            page.write(name, parts[name]())
    if stale:
        sys.exit(f"{page.file.name} is stale: {', '.join(stale)}; run {Path(sys.argv[0]).name}")
