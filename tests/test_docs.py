"""What the documentation shows is run, and prints what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from deepen.cli import main
from support import one_in

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SAMPLE = re.compile(
    r"```python\n(?P<code>(?:(?!```).)*?)```\s*```text\n(?P<output>.*?)```", re.DOTALL
)
SAMPLES = {page: list(SAMPLE.finditer(page.read_text())) for page in PAGES}
OTHERS = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "cpp/README.md")
SOURCES = [*PAGES, *(ROOT / name for name in OTHERS)]
PATH = re.compile(r"`((?:src|cpp|tests|docs|scripts|benchmarks)/[\w/.-]+)`")
LINK = re.compile(r"\]\((?!https?:)(?P<target>[^)#]+)\)")


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=ROOT / "examples",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_is_something_to_run() -> None:
    assert sum(map(len, SAMPLES.values())) >= 3


def joined(page: Path) -> tuple[str, str]:
    """The samples of a page, which go on from each other as they are read, and what they print."""
    code = "\n".join(sample["code"] for sample in SAMPLES[page])
    return code, "\n".join(sample["output"].strip() for sample in SAMPLES[page]).strip()


@pytest.mark.parametrize(
    "page",
    one_in(6, (page for page in PAGES if SAMPLES[page])),
    ids=lambda path: path.name,
)
def test_samples_print_what_they_say(
    page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    code, output = joined(page)
    exec(compile(code, "<sample>", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip() == output


def test_the_first_page_in_a_process_of_its_own() -> None:
    code, output = joined(ROOT / "README.md")
    assert run("-c", code).strip() == output


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for found in LINK.finditer(page.read_text()):
        assert (page.parent / found["target"]).exists(), found["target"]


@pytest.mark.parametrize("page", SOURCES, ids=lambda path: path.name)
def test_files_that_are_named_exist(page: Path) -> None:
    """A reader who is sent to a file finds it there, also after it has moved."""
    if page.name != "CHANGELOG.md":
        assert [p for p in PATH.findall(page.read_text()) if not (ROOT / p).exists()] == []


@pytest.mark.parametrize("page", SOURCES, ids=lambda path: path.name)
def test_lines_are_short(page: Path) -> None:
    """Rows of tables are not asked: Markdown has no way to break them."""
    lines = enumerate(page.read_text().splitlines(), 1)
    assert [n for n, line in lines if len(line) > 120 and not line.startswith("|")] == []


def test_the_file_of_the_first_page_is_an_example() -> None:
    shown = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert shown is not None
    assert shown[1] == (ROOT / "examples" / "coins.py").read_text()
    assert len([line for line in shown[1].splitlines() if line.strip()]) <= 32


def test_the_first_page_shows_what_the_shell_says(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(
        r"```console\n\$ deepen solve.*?\n(.*?)\n\n\$", (ROOT / "README.md").read_text(), re.S
    )
    assert shown is not None
    assert main(["solve", str(ROOT / "examples" / "coins.py")]) == 0
    assert shown[1] in capsys.readouterr().out
