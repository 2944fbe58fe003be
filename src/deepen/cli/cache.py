"""`deepen cache`: the compiled rules and the tables that are kept on disk."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from deepen.cli.exit_codes import ANSWERED
from deepen.cli.options import Json
from deepen.cli.printing import emit, emit_json, note
from deepen.compiler import cache
from deepen.compiler.cache import Kept
from deepen.errors import UsageError
from deepen.formatting.numbers import counted, in_bytes
from deepen.tables import known


def run(
    clear: Annotated[bool, typer.Option("--clear", help="Remove compiled rules.")] = False,
    clear_tables: Annotated[
        bool, typer.Option("--clear-tables", help="Remove tables, which may have taken long.")
    ] = False,
    json: Json = False,
) -> int:
    """\b
    deepen cache
    deepen cache --clear
    deepen cache --clear-tables

    Say where compiled rules are kept, how many and how large. A rule is compiled once and kept for
    the next time; clearing is safe, and then the first search with each rule takes a second longer.
    DEEPEN_CACHE_DIR says where they are kept, DEEPEN_CACHE_SIZE how many bytes they may have: past
    that, those that were not used for longest are removed. Tables that 'deepen tabulate' has made
    are kept in a folder beside them until they are cleared.

    Exit codes: 0 told or cleared, 2 the folder is not used, since others may write there.
    """
    before, tables_before = _kept(), _tables()
    if clear:
        cache.clear()
    if clear_tables:
        known.clear()
    now, tables = _kept(), _tables()
    if json:
        removed = {"tables_removed": len(tables_before) - len(tables)}
        emit_json("deepen cache 1", {**_as_json(now, before), **_tables_json(tables), **removed})
        return ANSWERED
    if clear:
        note(f"removed {_amount(before)} from {cache.folder()}")
    if clear_tables:
        note(f"removed {_amount_of_tables(tables_before)} from {known.folder().path}")
    if not clear and not clear_tables:
        emit(_for_people(now, tables))
    return ANSWERED


def _kept() -> Kept:
    try:
        return cache.kept()
    except PermissionError as error:
        raise UsageError(f"the cache {error.filename!r} is not used: {error.strerror}") from None


def _tables() -> list[int]:
    try:
        return known.kept()
    except PermissionError as error:
        raise UsageError(
            f"the tables in {error.filename!r} are not used: {error.strerror}"
        ) from None


def _for_people(kept: Kept, tables: list[int]) -> str:
    if not tables:
        return _rules_for_people(kept)
    return f"{_rules_for_people(kept)}\n{_amount_of_tables(tables)}, in {known.folder().path}"


def _amount_of_tables(tables: list[int]) -> str:
    return f"{counted(len(tables), 'table')}, {in_bytes(sum(tables))}"


def _tables_json(tables: list[int]) -> dict[str, Any]:
    return {
        "tables_folder": str(known.folder().path),
        "tables": len(tables),
        "tables_bytes": sum(tables),
    }


def _rules_for_people(kept: Kept) -> str:
    if kept.oldest is None or kept.newest is None:
        return f"No compiled rules are kept in {cache.folder()} yet."
    return (
        f"{_amount(kept)} of at most {in_bytes(cache.most_bytes())}, in {cache.folder()}\n"
        f"last used between {_in_words(kept.oldest)} and {_in_words(kept.newest)}"
    )


def _amount(kept: Kept) -> str:
    return f"{counted(kept.rules, 'compiled rule')}, {in_bytes(kept.bytes)}"


def _in_words(when: float) -> str:
    return f"{datetime.fromtimestamp(when):%Y-%m-%d %H:%M}"


def _as_json(kept: Kept, before: Kept) -> dict[str, Any]:
    return {
        "folder": str(cache.folder()),
        "rules": kept.rules,
        "bytes": kept.bytes,
        "most_bytes": cache.most_bytes(),
        "oldest": _as_iso(kept.oldest),
        "newest": _as_iso(kept.newest),
        "removed": before.rules - kept.rules,
    }


def _as_iso(when: float | None) -> str | None:
    return None if when is None else datetime.fromtimestamp(when, UTC).isoformat()
