"""`deepen cache`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from deepen.cli import main
from deepen.compiler.cache import Code, store

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that does not exist yet."""
    monkeypatch.setenv("DEEPEN_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def full(folder: Path) -> Path:
    """A cache of two rules, the first not used for a day, and a file of somebody else."""
    for name in ("a", "b"):
        store(name, Code(name, False, b"code" * 300))
    os.utime(folder / "a.rule", (10**9, 10**9))
    (folder / "other").write_text("mine")
    return folder


def test_an_empty_cache_is_no_error(folder: Path, capsys: Captured) -> None:
    assert main(["cache"]) == 0
    assert capsys.readouterr() == (f"No compiled rules are kept in {folder} yet.\n", "")
    assert main(["cache", "--clear"]) == 0
    assert capsys.readouterr().err == f"removed 0 compiled rules, 0 bytes from {folder}\n"
    assert not folder.exists()


def test_it_says_where_how_many_and_how_large(full: Path, capsys: Captured) -> None:
    assert main(["cache"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("2 compiled rules, 2.")
    assert f" KiB of at most 256.0 MiB, in {full}\nlast used between 2001-09-" in out
    assert err == ""


def test_json_has_the_same(full: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("DEEPEN_CACHE_SIZE", "1M")
    assert main(["cache", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["folder"], told["rules"], told["most_bytes"]) == (str(full), 2, 1 << 20)
    assert told["bytes"] == sum(path.stat().st_size for path in full.glob("*.rule"))
    assert told["oldest"] == "2001-09-09T01:46:40+00:00" < told["newest"]


def test_clearing_leaves_what_is_no_rule(full: Path, capsys: Captured) -> None:
    assert main(["cache", "--clear", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["removed"], told["rules"], told["bytes"], told["oldest"]) == (2, 0, 0, None)
    assert [path.name for path in full.iterdir()] == ["other"]


@pytest.mark.parametrize("options", [[], ["--clear"], ["--json"]])
def test_a_folder_that_others_may_write_is_refused(
    options: list[str], full: Path, capsys: Captured
) -> None:
    full.chmod(0o777)
    assert main(["cache", *options]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"deepen: the cache {str(full)!r} is not used: others may write there")
    assert len(list(full.glob("*.rule"))) == 2


def test_a_file_is_no_cache(folder: Path, capsys: Captured) -> None:
    folder.write_text("")
    assert main(["cache"]) == 2
    assert capsys.readouterr().err == f"deepen: {str(folder)!r}: Not a directory\n"


def test_tables_are_listed_and_cleared_by_themselves(full: Path, capsys: Captured) -> None:
    tables = full / "tables"
    tables.mkdir(mode=0o700)
    (tables / "Nim-1.table").write_bytes(b"1" * 3000)
    (tables / "mine").write_text("mine")
    assert main(["cache"]) == 0
    assert capsys.readouterr().out.endswith(f"\n1 table, 2.9 KiB, in {tables}\n")
    assert main(["cache", "--clear"]) == 0
    assert main(["cache", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rules"], told["tables"], told["tables_bytes"]) == (0, 1, 3000)
    assert main(["cache", "--clear-tables"]) == 0
    assert capsys.readouterr().err == f"removed 1 table, 2.9 KiB from {tables}\n"
    assert [path.name for path in tables.iterdir()] == ["mine"]
