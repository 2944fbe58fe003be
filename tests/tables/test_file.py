"""The file of a table: what is written is found again, and what is not a whole table is refused."""

from __future__ import annotations

import errno
import os
import resource
import signal
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import deepen
from deepen.tables import file, header, replacing
from deepen.tables.file import TableFile
from deepen.tables.header import BLOCK, MAGIC, Header

Made = tuple[Header, list[tuple[int, ...]], list[int]]


def made(positions: int, width: int = 1, outcomes: int = 3) -> Made:
    """A header, states and codes of no game in particular."""
    random = Random(0)
    states = sorted({tuple(random.getrandbits(64) for _ in range(width)) for _ in range(positions)})
    codes = [random.randrange(outcomes) for _ in states]
    counts = tuple((code, None, codes.count(code)) for code in range(outcomes))
    made_of = {"moves": "ab", "board": "cd"}
    return (
        Header("0.1", "Any", made_of, (1,) * width, width, len(states), 0, counts),
        states,
        codes,
    )


def put(path: Path, about: Header, states: list[tuple[int, ...]], codes: list[int]) -> TableFile:
    words = [word for state in states for word in state]
    letter = {1: "B", 2: "H", 4: "I"}[about.code_bytes]
    file.write(
        path,
        about,
        struct.pack(f"<{len(words)}Q", *words),
        struct.pack(f"<{len(codes)}{letter}", *codes),
    )
    return TableFile(path)


def found(table: TableFile, words: tuple[int, ...]) -> int | None:
    place = table.place_of(words)
    return None if place is None else table.code_at(place)


@pytest.mark.parametrize(
    ("positions", "width", "outcomes"),
    [(1, 1, 1), (700, 1, 256), (5000, 2, 257), (900, 3, 5)],
)
def test_every_position_is_found_again(
    tmp_path: Path, positions: int, width: int, outcomes: int
) -> None:
    about, states, codes = made(positions, width, outcomes)
    table = put(tmp_path / "a.table", about, states, codes)
    assert table.header == about
    assert [found(table, state) for state in states] == codes
    assert table.states().tolist() == [list(state) for state in states]
    assert table.codes().tolist() == codes
    random = Random(1)
    there = set(states)
    others = [tuple(random.getrandbits(64) for _ in range(width)) for _ in range(100)]
    for words in [*others, (0,) * width, ((1 << 64) - 1,) * width]:
        assert found(table, words) is None or words in there


def test_a_position_of_one_word_takes_at_most_ten_bytes(tmp_path: Path) -> None:
    about, states, codes = made(40_000)
    put(tmp_path / "a.table", about, states, codes)
    assert os.path.getsize(tmp_path / "a.table") < 9.3 * about.positions


def test_ranks_say_which_positions_are_not_there(tmp_path: Path) -> None:
    about = Header("0.1", "Any", {}, (0,), 1, 2, 0, ((0, None, 2),), ranks=4)
    file.write(tmp_path / "a.table", about, b"", bytes([1, 0, 1, 0]))
    table = TableFile(tmp_path / "a.table")
    assert [table.code_at(rank) for rank in range(table.places)] == [None, 0, None, 0]
    assert replace(about, outcomes=((0, None, 1),) * 256).code_bytes == 2


def test_the_same_table_is_the_same_file(tmp_path: Path) -> None:
    for name in "ab":
        put(tmp_path / name, *made(2000))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


# What is not a whole table


def refusal(path: Path) -> str:
    """What is said of a file, when it is opened or when all of it is compared."""
    with pytest.raises(deepen.InputError) as refused:
        for _ in TableFile(path).verify():
            pass
    return str(refused.value)


def changed(path: Path, place: int, byte: int) -> None:
    with open(path, "r+b") as content:
        content.seek(place)
        content.write(bytes([byte]))


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    about, states, codes = made(BLOCK // 8 + 1)
    put(path, about, states, codes)
    right = path.read_bytes()
    before_data = right.index(b"}") + 1 + 4 * 3
    sections = about.sections()
    data = [place for s in sections for place in range(s.offset, s.offset + s.size, 1997)]
    for place in [*range(before_data), *data, len(right) - 1]:
        if place in range(28, 32):  # no use yet
            continue
        changed(path, place, right[place] ^ 1 << place % 8)
        said = refusal(path)
        changed(path, place, right[place])
        assert "a.table" in said
        if place in data:
            assert "damaged: block" in said


def test_every_truncation_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    put(path, *made(500))
    size = path.stat().st_size
    for length in [size - 1, *range(size - 100, 400, -113), *range(400, -1, -7)]:
        os.truncate(path, length)
        said = refusal(path)
        assert "not a table" in said or "is damaged: it" in said


def test_what_is_more_than_a_table_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    put(path, *made(500))
    path.write_bytes(path.read_bytes() * 2)
    assert "is damaged: it has" in refusal(path)


def test_a_damaged_block_is_noticed_when_it_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    about, states, codes = made(8 * BLOCK // 8)
    put(path, about, states, codes)
    content = bytearray(path.read_bytes())
    content[about.sections()[0].offset] ^= 1  # the first state, which few searches come by
    path.write_bytes(content)
    table = TableFile(path)
    assert found(table, states[-1]) == codes[-1]
    with pytest.raises(deepen.InputError, match=r"a.table' is damaged: block 0 is not what was"):
        found(table, states[0])


def test_other_files_are_no_tables(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    for content in (b"", b"deepen", b"\x89PNG\r\n" * 100, MAGIC):
        path.write_bytes(content)
        assert refusal(path) == f"{str(path)!r} is not a table"
    assert refusal(tmp_path).endswith("cannot be opened: Is a directory")
    assert refusal(tmp_path / "none").endswith("cannot be opened: No such file or directory")
    os.mkfifo(tmp_path / "pipe")
    assert "cannot be opened" in refusal(tmp_path / "pipe")


def test_a_newer_version_is_told_from_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(header, "VERSION", 2)
    put(tmp_path / "a.table", *made(10))
    monkeypatch.setattr(header, "VERSION", 1)
    said = refusal(tmp_path / "a.table")
    assert said.endswith("a.table' is of version 2, and this deepen knows 1: take a newer deepen, "
                         "or tabulate again")  # fmt: skip


def test_a_header_that_makes_no_sense_is_damage(tmp_path: Path) -> None:
    for text in (b"[]", b"{}", b"nonsense", b'{"rules": 3}'):
        checksum = zlib.crc32(text, zlib.crc32(struct.pack("<II", 1, len(text))))
        content = struct.pack("<16sIIII", MAGIC, 1, len(text), checksum, 0) + text
        (tmp_path / "a.table").write_bytes(content)
        assert "is damaged: its header" in refusal(tmp_path / "a.table")


# What cannot be written


def kept(tmp_path: Path, fail: Callable[[Path], None]) -> str:
    """What is said where a table cannot take the place of another, which stays as it was."""
    path = tmp_path / "a.table"
    put(path, *made(100))
    before = path.read_bytes()
    with pytest.raises(deepen.UsageError) as refused:
        fail(path)
    assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.table"]
    return str(refused.value)


def test_a_full_disk_leaves_the_table_that_was_there(tmp_path: Path) -> None:
    def fail(path: Path) -> None:
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
        try:
            put(path, *made(20_000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, handler)

    assert kept(tmp_path, fail).endswith("a.table' cannot be written: File too large")


def test_no_space_left_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fail(path: Path) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            put(path, *made(50))

    assert kept(tmp_path, fail).endswith("a.table' cannot be written: No space left on device")


def test_folders_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(deepen.UsageError, match=r"none/a.table' cannot be written: No such file"):
        put(tmp_path / "none" / "a.table", *made(10))
    with pytest.raises(deepen.UsageError, match=r"'/proc/a.table' cannot be written"):
        put(Path("/proc/a.table"), *made(10))


def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    with replacing.written(tmp_path / "a.table") as first:
        first.write(b"one")
        with (
            pytest.raises(deepen.UsageError, match="another process is writing"),
            replacing.written(tmp_path / "a.table"),
        ):
            pass
        assert not (tmp_path / "a.table").exists()
    assert (tmp_path / "a.table").read_bytes() == b"one"
    assert not list(tmp_path.glob("*.new"))


def test_what_a_killed_process_left_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "a.table.new").write_bytes(bytes(4096) + b"half of a table" * 1000)
    table = put(tmp_path / "a.table", *made(10))
    assert table.header.positions == 10
    assert not list(tmp_path.glob("*.new"))
