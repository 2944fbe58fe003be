"""The memory limit that nobody sets: what is available, on the machine and in control groups."""

from __future__ import annotations

from pathlib import Path

import pytest

import deepen
from deepen.cli import main
from deepen.search import memory
from deepen.search.memory import DefaultLimit, available
from endless import Tree

GIB = 1 << 30
MEMINFO = "MemTotal: 33554432 kB\nMemFree: 1048576 kB\nMemAvailable: 25165824 kB\nHugePages: 0"
ENDLESS = 9223372036854771712


class System:
    """A folder that looks like /, of a machine with 24 GiB available of which 1 is free."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("proc/meminfo", MEMINFO)

    def write(self, path: str, text: object) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n")

    def mount(self, *mounts: str) -> None:
        self.write("proc/self/mountinfo", "\n".join(mounts))

    def version_2(self, own: str, shown: str = "/") -> None:
        self.mount(
            "24 23 0:22 / /proc rw - proc proc rw",
            f"31 23 0:28 {shown} /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate",
        )
        self.write("proc/self/cgroup", f"0::{own}")

    def group(self, path: str, limit: object, used: int, files: int = 0, high: str = "max") -> None:
        self.write(f"sys/fs/cgroup{path}/memory.max", limit)
        self.write(f"sys/fs/cgroup{path}/memory.high", high)
        self.write(f"sys/fs/cgroup{path}/memory.current", used)
        statistics = f"anon 1\ninactive_file {files // 2}\nactive_file {files - files // 2}"
        self.write(f"sys/fs/cgroup{path}/memory.stat", statistics)

    def group_1(self, path: str, limit: int, used: int, files: int = 0) -> None:
        folder = f"sys/fs/cgroup/memory{path}"
        self.write(f"{folder}/memory.limit_in_bytes", limit)
        self.write(f"{folder}/memory.usage_in_bytes", used)
        self.write(f"{folder}/memory.stat", f"cache 5\ntotal_inactive_file {files}")

    def available(self) -> int:
        found = available(self.root)
        assert found is not None
        return found.bytes


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_what_the_system_keeps_for_files_is_available(system: System) -> None:
    assert available(system.root) == (24 * GIB, "what was available")


def test_a_limit_of_version_2(system: System) -> None:
    system.version_2("/app")
    system.group("/app", 4 * GIB, used=GIB)
    assert available(system.root) == (3 * GIB, "what was left of this control group's 4.0 GiB")


def test_files_in_a_group_do_not_count_as_used(system: System) -> None:
    system.version_2("/app")
    system.group("/app", 4 * GIB, used=3 * GIB, files=2 * GIB)
    assert system.available() == 3 * GIB


def test_the_tightest_of_nested_groups_counts(system: System) -> None:
    system.version_2("/outer/middle/inner")
    system.group("/outer", 6 * GIB, used=5 * GIB)
    system.group("/outer/middle", 8 * GIB, used=0)
    system.group("/outer/middle/inner", "max", used=0)
    assert system.available() == GIB


def test_a_group_is_slowed_down_above_its_high_mark(system: System) -> None:
    system.version_2("/app")
    system.group("/app", 4 * GIB, used=0, high=str(2 * GIB))
    assert system.available() == 2 * GIB


def test_a_group_without_a_limit_or_with_a_larger_one(system: System) -> None:
    system.version_2("/app")
    system.group("/app", "max", used=GIB)
    assert system.available() == 24 * GIB
    system.group("/app", 100 * GIB, used=GIB)
    assert system.available() == 24 * GIB


def test_a_group_that_is_over_its_limit_leaves_nothing(system: System) -> None:
    system.version_2("/app")
    system.group("/app", GIB, used=2 * GIB)
    assert system.available() == 0


@pytest.mark.parametrize("own", ["/", "/../../outside", "/docker/abc"])
def test_a_container_sees_its_own_group_as_the_root(system: System, own: str) -> None:
    system.version_2(own, shown="/" if own == "/" else "/docker/abc")
    system.group("", 2 * GIB, used=GIB)
    assert system.available() == GIB


def test_limits_of_version_1(system: System) -> None:
    system.mount(
        "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw",
        "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
        "36 31 0:33 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct",
        "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw",
    )
    system.write("proc/self/cgroup", "4:memory:/outer/app\n3:cpu,cpuacct:/app\n0::/")
    system.group_1("", ENDLESS, used=9 * GIB)
    system.group_1("/outer", 8 * GIB, used=3 * GIB, files=GIB)
    system.group_1("/outer/app", ENDLESS, used=GIB)
    assert system.available() == 6 * GIB


@pytest.mark.parametrize("text", ["", "nonsense", "0::", ":::::", "4:memory", "\udcff"])
def test_what_cannot_be_read_has_no_limit(system: System, text: str) -> None:
    for file in ("proc/self/cgroup", "proc/self/mountinfo"):
        (system.root / file).parent.mkdir(exist_ok=True)
        (system.root / file).write_bytes(text.encode(errors="surrogateescape"))
    assert system.available() == 24 * GIB


def test_here_and_now() -> None:
    found = available()
    assert found is not None
    assert found.bytes > 0


# What the user hears of it


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has room for 10 MiB."""
    found = memory._Available(10 << 20, "what was available")
    monkeypatch.setattr(memory, "available", lambda: found)
    monkeypatch.setattr(memory, "_recent", memory._Recent())


@pytest.mark.usefixtures("small")
def test_a_search_says_where_its_limit_came_from() -> None:
    solution = deepen.solve(Tree(1))
    assert solution.status == "memory-limit"
    assert solution.peak_bytes <= 9 << 20
    assert solution.default_limit == "9.0 MiB, nine tenths of what was available"
    assert deepen.solve(Tree(1), memory_limit=1 << 20).default_limit is None
    assert deepen.solve(Tree(1), node_limit=10).default_limit is None


@pytest.mark.usefixtures("small")
def test_searches_side_by_side_share_it() -> None:
    for solution in deepen.solve_many([Tree(1), Tree(2)], jobs=2):
        assert solution.peak_bytes <= 4.5 * (1 << 20)
        assert solution.default_limit == (
            "4.5 MiB, nine tenths of what was available, shared by 2 searches"
        )


@pytest.mark.usefixtures("small")
def test_the_sentence_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    hard = "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"
    assert main(["solve", "tiles", hard, "--plain", "--algorithm", "astar"]) == 3
    said = capsys.readouterr().err
    assert said.startswith(
        "not solved: the memory limit of 9.0 MiB, nine tenths of what was available, was hit first;"
    )


def test_a_share_of_one_is_all_of_it() -> None:
    limit = DefaultLimit(900, "what was available")
    assert limit.shared(1) == limit
    assert limit.shared(3).bytes == 300
