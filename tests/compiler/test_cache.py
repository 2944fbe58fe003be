"""The cache of compiled rules: across processes, side by side, never stale, never in the way."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import deepen
from deepen.compiler import builder, functions
from deepen.compiler import cache as rule_cache
from deepen.compiler.fingerprint import compiler_digest
from endless import Tree
from support import module_from, run_python, slow

PUZZLE = """
import sys, deepen

class Count(deepen.Puzzle):
    board_fields = {"step": "i8"}

    @deepen.rule
    def successors(board, state):
        yield 0, state + board.step

    @deepen.rule
    def is_goal(board, state):
        return state == 12

    @deepen.heuristic(admissible=True)
    def nothing(board, state):
        return 0

    @nothing.incremental
    def nothing_more(board, state, h, action, child):
        return h
"""
SCRIPT = (
    PUZZLE
    + """
for algorithm in sys.argv[1:] or ["breadth-first"]:
    assert deepen.solve(Count(0, {"step": 3}), algorithm).cost == 4
print("numba" in sys.modules)
"""
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for one test."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("DEEPEN_CACHE_DIR", str(folder))
    return folder


class FreshProcess:
    """A process that forgets what it has linked, as good as a new one but for its imports."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.built = 0
        names: dict[str, Any] = {"__name__": "count"}
        exec(compile(PUZZLE, "count.py", "exec"), names)
        self.puzzle = names["Count"](0, {"step": 3})
        patch.setattr(builder, "build", self._counted(builder.build))

    def _counted(self, build: Any) -> Any:
        def counted(*arguments: Any) -> Any:
            self.built += 1
            return build(*arguments)

        return counted

    def compiles(self) -> bool:
        """Whether solving needs the compiler."""
        before = self.built
        for table in ("_addresses", "_recent", "_together"):
            self.patch.setattr(functions, table, {})
        assert deepen.solve(self.puzzle, "breadth-first").cost == 4
        return self.built > before


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> FreshProcess:
    return FreshProcess(monkeypatch)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# Processes


def test_a_second_process_compiles_nothing(cache: Path) -> None:
    first = run_python(SCRIPT, "astar", "idastar", "breadth-first", PYTHONHASHSEED="1")
    assert (first.returncode, first.stdout) == (0, "True\n"), first.stderr
    entries = contents(cache)
    assert entries
    assert all(name.endswith(".rule") for name in entries)
    times = {path.name: path.stat().st_mtime_ns for path in cache.iterdir()}
    second = run_python(SCRIPT, "astar", "idastar", "breadth-first", PYTHONHASHSEED="2")
    assert (second.returncode, second.stdout) == (0, "False\n"), second.stderr
    assert contents(cache) == entries
    assert {path.name: path.stat().st_mtime_ns for path in cache.iterdir()} == times


def test_processes_side_by_side_on_an_empty_cache(cache: Path) -> None:
    runs = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for run in runs:
        run.communicate(timeout=120)
    assert [run.returncode for run in runs] == [0] * 2
    assert all(path.suffix == ".rule" for path in cache.iterdir())
    assert run_python(SCRIPT).stdout == "False\n"


# Folders that are not there, or not ours


def test_a_cache_that_cannot_be_written(tmp_path: Path, process: FreshProcess) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in (str(tmp_path / "file" / "cache"), "/proc/nowhere"):
        process.patch.setenv("DEEPEN_CACHE_DIR", folder)
        assert process.compiles()


def test_a_folder_in_the_place_of_an_entry(cache: Path, process: FreshProcess) -> None:
    assert process.compiles()
    for path in list(cache.iterdir()):
        path.unlink()
        path.mkdir()
    assert process.compiles()
    assert all(path.is_dir() for path in cache.iterdir())


def test_no_home(process: FreshProcess) -> None:
    def home(*_: Any) -> Path:
        """A user without an entry in the password file has no home at all."""
        raise RuntimeError("no home")

    for name in ("HOME", "XDG_CACHE_HOME", "DEEPEN_CACHE_DIR"):
        process.patch.delenv(name, raising=False)
    process.patch.setattr(Path, "home", classmethod(home))
    assert process.compiles()


def test_the_user_cache_folder(tmp_path: Path, process: FreshProcess) -> None:
    process.patch.setenv("DEEPEN_CACHE_DIR", "")
    process.patch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert process.compiles()
    assert list((tmp_path / "deepen").glob("*.rule"))
    assert not process.compiles()


# Numba's own functions


COMPILED_HELPER = """
import sys, deepen, numba

@numba.njit
def step(x):
    return x + {step}

class Count(deepen.Puzzle):
    @deepen.rule
    def successors(board, state):
        yield 0, step(state)

    @deepen.rule
    def is_goal(board, state):
        return state >= 12

print(deepen.solve(Count(0), "breadth-first").cost)
"""


@pytest.mark.slow
def test_a_helper_that_numba_compiles_is_the_same_in_every_process(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_python(COMPILED_HELPER.format(step=3)).stdout == "4\n"
    entries = contents(cache)
    assert run_python(COMPILED_HELPER.format(step=3)).stdout == "4\n"
    assert contents(cache) == entries
    exec(COMPILED_HELPER.format(step=4), {"__name__": "another"})
    assert capsys.readouterr().out == "3\n"


# Damaged entries


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 0x40]) + data[place + 1 :]


HEADER = b"deepen rule 1\n"
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut in the header": lambda data: data[:20],
    "cut in the code": lambda data: data[: len(data) // 2],
    "one byte short": lambda data: data[:-1],
    "one byte more": lambda data: data + b"\0",
    "all zero": lambda data: bytes(len(data)),
    "a bit flipped early in the code": lambda data: flipped(data, len(data) // 4),
    "a bit flipped in the code": lambda data: flipped(data, len(data) // 2),
    "a bit flipped at the end": lambda data: flipped(data, len(data) - 2),
    "code of zeros": lambda data: data[:400] + bytes(len(data) - 400),
    "text": lambda data: b"This is not a compiled rule.\n" * 10,
    "a header that is no object": lambda data: HEADER + b"[1, 2]\n" + data[-100:],
    "a header of other types": lambda data: HEADER + b'{"symbol": 1, "size": "x"}\n',
    "a header that is no JSON": lambda data: HEADER + b"\xff\xfe\n" + data[-100:],
    "a header without end": lambda data: HEADER + b'{"symbol": "a", "size": 0, "needs_numba": 0}',
}


def test_the_key_covers_every_file_of_the_compiler(tmp_path: Path) -> None:
    package = tmp_path / "deepen"
    shutil.copytree(Path(deepen.__file__).parent, package)
    digests = [compiler_digest(package)]
    assert digests == [compiler_digest()]
    (package / "compiler" / "another.py").write_text("")
    digests.append(compiler_digest(package))
    (package / "compiler" / "targets").mkdir()
    (package / "compiler" / "targets" / "another.py").write_text("")
    digests.append(compiler_digest(package))
    (package / "compiler" / "abi.py").write_text("changed")
    digests.append(compiler_digest(package))
    assert len(set(digests)) == 4


@pytest.fixture(scope="module")
def sound_entries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("sound")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DEEPEN_CACHE_DIR", str(folder))
        assert FreshProcess(patch).compiles()
    return contents(folder)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_entry_is_none(sound_entries: dict[str, bytes], cache: Path, damage: str) -> None:
    cache.mkdir(mode=0o700)
    for name, data in sound_entries.items():
        (cache / name).write_bytes(DAMAGE[damage](data))
        assert rule_cache.load(Path(name).stem) is None


@pytest.mark.parametrize("damage", ["a bit flipped in the code", "empty"])
def test_damaged_entries_are_written_anew(
    sound_entries: dict[str, bytes], cache: Path, process: FreshProcess, damage: str
) -> None:
    cache.mkdir(mode=0o700)
    for name, data in sound_entries.items():
        (cache / name).write_bytes(DAMAGE[damage](data))
    assert process.compiles()
    assert set(contents(cache)) == set(sound_entries)
    assert not process.compiles()


def test_an_entry_of_another_rule(
    sound_entries: dict[str, bytes], cache: Path, process: FreshProcess
) -> None:
    """Someone copied one file over another."""
    cache.mkdir(mode=0o700)
    names = sorted(sound_entries)
    for name, other in zip(names, names[1:] + names[:1], strict=True):
        (cache / name).write_bytes(sound_entries[other])
    assert process.compiles()


# Ours alone


CODE = rule_cache.Code("f", False, b"code")


def test_the_folder_is_made_for_its_owner_alone(cache: Path) -> None:
    before = os.umask(0)
    try:
        rule_cache.store("a", CODE)
    finally:
        os.umask(before)
    assert cache.stat().st_mode & 0o777 == 0o700
    assert (cache / "a.rule").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o1777])
def test_a_folder_that_others_may_write_is_not_used(cache: Path, mode: int) -> None:
    rule_cache.store("a", CODE)
    cache.chmod(mode)
    with pytest.warns(RuntimeWarning, match="is not used.*others may write there") as warned:
        assert rule_cache.load("a") is None
    assert len(warned) == 1
    rule_cache.store("b", CODE)
    assert list(contents(cache)) == ["a.rule"]
    cache.chmod(0o755)
    assert rule_cache.load("a") == CODE


def test_an_entry_that_others_may_write_is_not_used(cache: Path) -> None:
    rule_cache.store("a", CODE)
    (cache / "a.rule").chmod(0o620)
    assert rule_cache.load("a") is None
    rule_cache.store("a", CODE)
    assert rule_cache.load("a") == CODE


def test_a_folder_of_another_user_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule_cache.store("a", CODE)
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    with pytest.warns(RuntimeWarning, match="belongs to another user"):
        assert rule_cache.load("a") is None


def be_huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)
    path.chmod(0o600)


NO_ENTRIES: dict[str, Callable[[Path, Path], None]] = {
    "a pipe": lambda path, entry: os.mkfifo(path, 0o600),
    "a device": lambda path, entry: path.symlink_to("/dev/zero"),
    "a link": lambda path, entry: path.symlink_to(entry),
    "too large": lambda path, entry: be_huge(path),
}


@pytest.mark.parametrize("kind", NO_ENTRIES)
def test_what_is_no_entry_does_not_keep_anyone_waiting(cache: Path, kind: str) -> None:
    rule_cache.store("a", CODE)
    entry = (cache / "a.rule").rename(cache.parent / "elsewhere")
    NO_ENTRIES[kind](cache / "a.rule", entry)
    assert rule_cache.load("a") is None
    rule_cache.store("a", CODE)
    assert rule_cache.load("a") == CODE


# Not too many


def fill(cache: Path, count: int, size: int) -> None:
    """Entries 0, 1, ..., each used later than the one before."""
    for number in range(count):
        rule_cache.store(str(number), rule_cache.Code("f", False, bytes(size)))
        os.utime(cache / f"{number}.rule", (1e9 + number, 1e9))


def test_entries_that_were_not_used_for_longest_are_removed(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(cache, 10, 10_000)
    assert rule_cache.load("0") is not None  # used now
    monkeypatch.setenv("DEEPEN_CACHE_SIZE", "45K")
    rule_cache.store("new", rule_cache.Code("f", False, bytes(10_000)))
    assert sorted(path.stem for path in cache.iterdir()) == ["0", "8", "9", "new"]


def test_a_cache_of_no_size_keeps_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPEN_CACHE_SIZE", "0")
    rule_cache.store("a", CODE)
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "size"),
    [("1000", 1000), ("2k", 2048), ("3MiB", 3 << 20), ("1G", 1 << 30), ("", 256 << 20),
     ("much", 256 << 20)],
)  # fmt: skip
def test_the_size_of_the_cache(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPEN_CACHE_SIZE", text)
    assert rule_cache.most_bytes() == size


def test_what_killed_processes_left_is_removed(cache: Path) -> None:
    fill(cache, 1, 10)
    (cache / "old.tmp").write_bytes(b"half")
    os.utime(cache / "old.tmp", (1e9, 1e9))
    (cache / "new.tmp").write_bytes(b"half")
    fill(cache, 1, 10)
    assert sorted(path.name for path in cache.iterdir()) == ["0.rule", "new.tmp"]


# In memory


def fresh_class(number: int) -> type[deepen.Puzzle]:
    """As if a cell of a notebook were run again, changed."""

    class Fresh(deepen.Puzzle):
        @deepen.rule
        def successors(board: Any, state: int) -> Iterator[tuple[int, int]]:
            yield 0, state + number

        @deepen.rule
        def is_goal(board: Any, state: int) -> bool:
            return state == 5 * number

    return Fresh


def test_code_of_classes_made_anew_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(functions, "_MOST_KEPT", 3)
    monkeypatch.setattr(functions, "_addresses", {})
    monkeypatch.setattr(functions, "_recent", {})
    engines = weakref.WeakSet[Any]()
    link = rule_cache.link

    def noted(code: rule_cache.Code) -> rule_cache.Address:
        address = link(code)
        engines.add(address._engine)
        return address

    monkeypatch.setattr(rule_cache, "link", noted)
    for number in range(1, 6):
        assert deepen.solve(fresh_class(number)(0), "breadth-first").cost == 5
    gc.collect()
    assert len(engines) == 3


def test_a_search_keeps_the_code_that_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches in on_progress displace everything that the outer search has compiled."""
    monkeypatch.setattr(functions, "_MOST_KEPT", 2)
    monkeypatch.setattr(functions, "_addresses", {})
    monkeypatch.setattr(functions, "_recent", {})
    costs: list[int | None] = []

    def displace(progress: Any) -> None:
        number = len(costs) % 3 + 1
        costs.append(deepen.solve(fresh_class(number)(0), "breadth-first").cost)
        gc.collect()

    outer = deepen.solve(Tree(1), "idastar", on_progress=displace, time_limit=0.7)
    assert outer.status == "time-limit"
    assert costs
    assert set(costs) == {5}


# Never stale. Each case is two versions of a module; the second must not get the code of the first.

RULES = """
class Changing(deepen.Puzzle):
    @deepen.rule
    def successors(board, state):
        yield 0, {child}

    @deepen.rule
    def is_goal(board, state):
        return state != 1
"""
TOP = "import deepen, enum, collections\nimport numpy as np\n"
STALE: dict[str, tuple[str, ...]] = {
    "another literal": (RULES.format(child="state + 2"), RULES.format(child="state + 3")),
    "another operator": (RULES.format(child="state + 2"), RULES.format(child="state * 4")),
    "a constant": (
        "STEP = 2\n" + RULES.format(child="state + STEP"),
        "STEP = 3\n" + RULES.format(child="state + STEP"),
    ),
    "a table": (
        "STEPS = (2, 5)\n" + RULES.format(child="state + STEPS[0]"),
        "STEPS = (3, 5)\n" + RULES.format(child="state + STEPS[0]"),
    ),
    "an array": (
        "STEPS = np.array([2, 5])\n" + RULES.format(child="state + STEPS[0]"),
        "STEPS = np.array([3, 5])\n" + RULES.format(child="state + STEPS[0]"),
    ),
    "an enum": (
        "class Step(enum.IntEnum):\n    BIG = 2\n" + RULES.format(child="state + Step.BIG"),
        "class Step(enum.IntEnum):\n    BIG = 3\n" + RULES.format(child="state + Step.BIG"),
    ),
    "the names of a named tuple": (
        "Pair = collections.namedtuple('Pair', 'a b')\nPAIR = Pair(2, 3)\n"
        + RULES.format(child="state + PAIR.a"),
        "Pair = collections.namedtuple('Pair', 'b a')\nPAIR = Pair(2, 3)\n"
        + RULES.format(child="state + PAIR.a"),
    ),
    "a helper": (
        "def grow(x):\n    return x + 2\n" + RULES.format(child="grow(state)"),
        "def grow(x):\n    return x + 3\n" + RULES.format(child="grow(state)"),
    ),
    "a helper's helper": (
        "def step():\n    return 2\ndef grow(x):\n    return x + step()\n"
        + RULES.format(child="grow(state)"),
        "def step():\n    return 3\ndef grow(x):\n    return x + step()\n"
        + RULES.format(child="grow(state)"),
    ),
    "a helper's default": (
        "def grow(x, n=2):\n    return x + n\n" + RULES.format(child="grow(state)"),
        "def grow(x, n=3):\n    return x + n\n" + RULES.format(child="grow(state)"),
    ),
    "a helper that is a rule": (
        "@deepen.rule\ndef grow(x):\n    return x + 2\n" + RULES.format(child="grow(state)"),
        "@deepen.rule\ndef grow(x):\n    return x + 3\n" + RULES.format(child="grow(state)"),
    ),
    "a closure": (
        "def adder(n):\n    def add(x):\n        return x + n\n    return add\nadd = adder(2)\n"
        + RULES.format(child="add(state)"),
        "def adder(n):\n    def add(x):\n        return x + n\n    return add\nadd = adder(3)\n"
        + RULES.format(child="add(state)"),
    ),
    "a function in a closure": (
        "def two(x):\n    return x + 2\ndef use(f):\n    def call(x):\n        return f(x)\n"
        "    return call\ncall = use(two)\n" + RULES.format(child="call(state)"),
        "def two(x):\n    return x + 3\ndef use(f):\n    def call(x):\n        return f(x)\n"
        "    return call\ncall = use(two)\n" + RULES.format(child="call(state)"),
    ),
    "a nested function": (
        RULES.format(child="state + 2").replace("yield 0, state + 2",
            "def f(x):\n            return x + 2\n        yield 0, f(state)"),
        RULES.format(child="state + 2").replace("yield 0, state + 2",
            "def f(x):\n            return x + 3\n        yield 0, f(state)"),
    ),
    "an enum in a closure": tuple(
        "def grower():\n    class Step(enum.IntEnum):\n"
        f"        BIG = {step}\n    def grow(x):\n        return x + Step.BIG\n    return grow\n"
        "grow = grower()\n" + RULES.format(child="grow(state)")
        for step in (2, 3)
    ),
    "a class of constants": tuple(
        f"class Steps:\n    BIG = {step}\n" + RULES.format(child="state + Steps.BIG")
        for step in (2, 3)
    ),
    "a constant that a class inherits": tuple(
        f"class Base:\n    BIG = {step}\nclass Steps(Base):\n    pass\n"
        + RULES.format(child="state + Steps.BIG")
        for step in (2, 3)
    ),
    "a class in a closure": tuple(
        "def grower():\n    class Steps:\n"
        f"        BIG = {step}\n    def grow(x):\n        return x + Steps.BIG\n    return grow\n"
        "grow = grower()\n" + RULES.format(child="grow(state)")
        for step in (2, 3)
    ),
    "a module in a closure": tuple(
        "import types\ndef grower():\n    steps = types.ModuleType('steps')\n"
        f"    steps.BIG = {step}\n    def grow(x):\n        return x + steps.BIG\n    return grow\n"
        "grow = grower()\n" + RULES.format(child="grow(state)")
        for step in (2, 3)
    ),
    "a tuple in a class": tuple(
        f"class Steps:\n    ALL = (1, {step})\n" + RULES.format(child="state + Steps.ALL[1]")
        for step in (2, 3)
    ),
    "names swapped": (
        "A, B = 2, 3\n" + RULES.format(child="state + A"),
        "A, B = 2, 3\n" + RULES.format(child="state + B"),
    ),
    "the number of words": (
        RULES.format(child="state + 2"),
        RULES.format(child="(state[0] + 3, 0)").replace("state != 1", "state[0] != 1").replace(
            "(deepen.Puzzle):", "(deepen.Puzzle):\n    state_words = 2"),
    ),
}  # fmt: skip


def only_child(module: Any) -> int:
    kind = module.Changing
    board = getattr(module, "BOARD", None)
    start = 1 if kind.state_words == 1 else (1, 0)
    results = {
        compiled: deepen.solve(kind(start, board), "breadth-first", compiled=compiled).states[1]
        for compiled in (True, False)
    }
    assert results[True] == results[False]
    state = results[True]
    return state if isinstance(state, int) else state[0]


# A second form of what is tried anyway, here or in CHANGES_IN_PLACE.
ALIKE = {
    "another operator",
    "an array",
    "a helper's helper",
    "a helper that is a rule",
    "a function in a closure",
    "an enum in a closure",
    "a constant that a class inherits",
    "a class in a closure",
    "a module in a closure",
    "a tuple in a class",
    "names swapped",
}


@pytest.mark.parametrize(
    "name", [*(name for name in STALE if name not in ALIKE), *slow(*sorted(ALIKE))]
)
def test_a_change_is_never_missed(tmp_path: Path, name: str) -> None:
    first, second = (TOP + source for source in STALE[name])
    assert only_child(module_from(tmp_path / "changing.py", first)) == 3
    assert only_child(module_from(tmp_path / "changing.py", second)) == 4


@pytest.fixture
def import_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to import from, forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # two versions in one second
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if name.split(".")[0] in ("other_file", "a_package"):
            del sys.modules[name]


def forget(*names: str) -> None:
    for name in names:
        sys.modules.pop(name, None)


def test_a_helper_in_another_file(import_from: Path) -> None:
    source = TOP + "from other_file import grow\n" + RULES.format(child="grow(state)")
    for step in (2, 3):
        forget("other_file")
        helper = f"STEP = {step}\ndef grow(x):\n    return x + STEP\n"
        (import_from / "other_file.py").write_text(helper)
        assert only_child(module_from(import_from / "changing.py", source)) == step + 1


def test_a_constant_of_another_module(import_from: Path) -> None:
    source = TOP + "import other_file\n" + RULES.format(child="state + other_file.STEP")
    for step in (2, 3):
        forget("other_file")
        (import_from / "other_file.py").write_text(f"STEP = {step}\n")
        assert only_child(module_from(import_from / "changing.py", source)) == step + 1


def test_a_constant_deep_in_a_package(import_from: Path) -> None:
    source = TOP + "import a_package.inner\n" + RULES.format(child="state + a_package.inner.STEP")
    (import_from / "a_package").mkdir()
    (import_from / "a_package" / "__init__.py").write_text("")
    for step in (2, 3):
        forget("a_package", "a_package.inner")
        (import_from / "a_package" / "inner.py").write_text(f"STEP = {step}\n")
        assert only_child(module_from(import_from / "changing.py", source)) == step + 1


BOARD_RULES = """
class Changing(deepen.Puzzle):
    board_fields = {fields}

    @deepen.rule
    def successors(board, state):
        yield 0, state + board.a

    @deepen.rule
    def is_goal(board, state):
        return state != 1

BOARD = {{"a": {a}, "b": 7}}
"""


@pytest.mark.parametrize(
    ("fields", "others"),
    [
        ('{"a": "i8", "b": "i8"}', '{"b": "i8", "a": "i8"}'),
        ('{"a": "i8", "b": "i8"}', '{"a": "i4", "b": "i8"}'),
        ('{"b": ("i8", 2), "a": "i8"}', '{"b": ("i8", 3), "a": "i8"}'),
        ('{"b": ("u2", (2, 2)), "a": "i8"}', '{"b": ("u4", (2, 2)), "a": "i8"}'),
    ],
)
def test_other_board_fields(tmp_path: Path, fields: str, others: str) -> None:
    for step, text in ((2, fields), (3, others)):
        source = TOP + BOARD_RULES.format(fields=text, a=step)
        if '"b": ("i8"' in text:
            source = source.replace('"b": 7', '"b": [7]')
        if '"b": ("u' in text:
            source = source.replace('"b": 7', '"b": [[7]]')
        assert only_child(module_from(tmp_path / "changing.py", source)) == step + 1


def test_inherited_rules_with_other_board_fields(tmp_path: Path) -> None:
    source = TOP + BOARD_RULES.format(fields='{"a": "i8", "b": "i8"}', a=2)
    source += 'class Swapped(Changing):\n    board_fields = {"b": "i8", "a": "i8"}\n'
    module = module_from(tmp_path / "changing.py", source)
    assert only_child(module) == 3
    module.Changing = module.Swapped
    assert only_child(module) == 3


CLOSURE = """
def make():
    step = 2
    def grow(x):
        return x + step
    def change(n):
        nonlocal step
        step = n
    return grow, change
grow, change = make()
"""
CHANGES_IN_PLACE = {
    "a constant": ("STEP = 2", "state + STEP", "STEP = 3"),
    "a tuple": ("STEPS = (1, 2)", "state + STEPS[1]", "STEPS = (1, 3)"),
    "an array": ("STEPS = np.array([1, 2])", "state + STEPS[1]", "STEPS[1] = 3"),
    "an attribute of a module": (
        "import types, sys\nstep = types.ModuleType('step')\nstep.SIZE = 2",
        "state + step.SIZE",
        "step.SIZE = 3",
    ),
    "an attribute of a class": (
        "class Steps:\n    BIG = 2",
        "state + Steps.BIG",
        "Steps.BIG = 3",
    ),
    "a module in a closure": (
        "import types\nsteps = types.ModuleType('steps')\nsteps.BIG = 2\n"
        "def grower(m):\n    def grow(x):\n        return x + m.BIG\n    return grow\n"
        "grow = grower(steps)",
        "grow(state)",
        "steps.BIG = 3",
    ),
    "another module of the same name": (
        "import types\nsteps = types.ModuleType('steps')\nsteps.BIG = 2\n"
        "def grower(m):\n    def grow(x):\n        return x + m.BIG\n    return grow\n"
        "grow = grower(steps)",
        "grow(state)",
        "steps = types.ModuleType('steps')\nsteps.BIG = 3\ngrow = grower(steps)",
    ),
    "another enum of the same name": (
        "def grower(n):\n    Step = enum.IntEnum('Step', {'BIG': n})\n"
        "    def grow(x):\n        return x + Step.BIG\n    return grow\ngrow = grower(2)",
        "grow(state)",
        "grow = grower(3)",
    ),
    "an array in a closure": (
        "def grower(m):\n    def grow(x):\n        return x + m[1]\n    return grow\n"
        "steps = np.array([1, 2])\ngrow = grower(steps)",
        "grow(state)",
        "steps[1] = 3",
    ),
    "a closure": (CLOSURE, "grow(state)", "change(3)"),
    "a helper": (
        "def grow(x):\n    return x + 2",
        "grow(state)",
        "def grow(x):\n    return x + 3",
    ),
    "a helper's code": (
        "def grow(x):\n    return x + 2\ndef more(x):\n    return x + 3",
        "grow(state)",
        "grow.__code__ = more.__code__",
    ),
    "a default": ("def grow(x, n=2):\n    return x + n", "grow(state)", "grow.__defaults__ = (3,)"),
    "a built-in that is hidden": ("", "state + abs(-2)", "abs = lambda x: 3"),
    "a rule's function": (
        "@deepen.rule\ndef grow(x):\n    return x + 2",
        "grow(state)",
        "grow.function = lambda x: x + 3",
    ),
}


@pytest.mark.parametrize("name", CHANGES_IN_PLACE)
def test_a_change_while_the_program_runs(tmp_path: Path, name: str) -> None:
    before, child, change = CHANGES_IN_PLACE[name]
    source = f"{TOP}\nimport numpy as np\n{before}\n{RULES.format(child=child)}"
    module = module_from(tmp_path / "changing.py", source)
    assert [only_child(module), only_child(module)] == [3, 3]
    exec(change, vars(module))
    assert [only_child(module), only_child(module)] == [4, 4]


def test_moving_a_rule_does_not_compile_it_anew(tmp_path: Path, cache: Path) -> None:
    source = RULES.format(child="state + 2 + 0 * 77")  # in no other test
    only_child(module_from(tmp_path / "changing.py", TOP + source))
    before = contents(cache)
    only_child(module_from(tmp_path / "changing.py", TOP + "\n\n# moved\n\n" + source))
    assert contents(cache) == before
