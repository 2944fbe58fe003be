"""Games of the command line are read again when their files are saved."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

EVERY = 0.3
"""Seconds between two looks at the files."""

Stamps = tuple[tuple[int, int], ...]


async def watch(files: Sequence[Path], on_change: Callable[[], object]) -> None:
    """Calls whenever some of the files have changed and then rest: an editor may write in parts."""
    followed = with_imports(files)
    known = seen = _stamps(followed)
    while True:
        await asyncio.sleep(EVERY)
        before, seen = seen, _stamps(followed)
        if seen == before != known:
            followed = with_imports(followed)
            known = seen = _stamps(followed)
            on_change()


def with_imports(files: Sequence[Path]) -> list[Path]:
    """The files, and modules beside them that they import by now, or that these do."""
    found = list(files)
    for file in found:  # which grows meanwhile
        found += [path for path in _imported(file) if path not in found]
    return found


def _imported(file: Path) -> Iterator[Path]:
    """The files in its folder, or below, of what a module imports."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return  # it will be looked at again when it is saved again
    for name in dict.fromkeys(_names(tree)):
        path = file.parent.joinpath(*name.split("."))
        yield from (
            each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file()
        )


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = f"{node.module}." if node.module else ""
            if node.module:
                yield node.module
            yield from (home + alias.name for alias in node.names)


def _stamps(files: Sequence[Path]) -> Stamps:
    return tuple(map(_stamp, files))


def _stamp(file: Path) -> tuple[int, int]:
    """When it was written, and its size; nothing of one that is gone, as while it is replaced."""
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
