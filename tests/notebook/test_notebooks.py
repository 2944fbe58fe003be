"""The notebooks in examples/ run from top to bottom, and show what they are there to show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
IMAGE = "data:image/svg+xml;base64,"


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a notebook in a kernel of its own that leaves nothing behind in anybody's home."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(tmp_path))

    def execute(path: Path) -> Any:
        notebook = read(path)
        place = {"metadata": {"path": str(FOLDER)}}
        NotebookClient(notebook, timeout=300, resources=place).execute()
        return notebook

    return execute


def shown(notebook: Any, source: str) -> dict[str, str]:
    """What the one cell shows whose text ends so, by kind."""
    [cell] = [
        cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.endswith(source)
    ]
    return {kind: data for out in cell.outputs for kind, data in out.get("data", {}).items()}


def printed(notebook: Any) -> str:
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return "".join(out.text for cell in cells for out in cell.outputs if "text" in out)


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["play_and_analyse_hashi", "solve_your_own_puzzle"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_they_are_kept_without_what_they_print(path: Path) -> None:
    """Times differ from run to run, so what is kept would never be true."""
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert [(cell.outputs, cell.execution_count) for cell in cells] == [([], None)] * len(cells)


@pytest.mark.slow
def test_solve_your_own_puzzle(run: Any) -> None:
    done = run(FOLDER / "solve_your_own_puzzle.ipynb")
    puzzle = "DrawnPancakes([3, 6, 1, 5, 2, 4])"
    plain = shown(done, "deepen.solve(Pancakes([3, 1, 4, 2]))")["text/html"]
    assert "Solved in 4 moves, proven shortest." in plain
    assert IMAGE not in plain
    assert shown(done, f"\n{puzzle}")["image/svg+xml"].startswith("<svg ")
    assert shown(done, f"deepen.solve({puzzle})")["text/html"].count(IMAGE) == 7
    lines = printed(done)
    assert "gaps: 6 flips" in lines
    assert "misplaced: 8 flips" in lines
    assert "Refuted" in shown(done, 'deepen.audit(puzzle, "misplaced")')["text/html"]
    assert "Proven on this" in shown(done, 'deepen.audit(puzzle, "gaps")')["text/html"]
    assert "breadth-first" in shown(done, "\n)")["text/html"]


@pytest.mark.slow
def test_play_and_analyse_hashi(run: Any) -> None:
    done = run(FOLDER / "play_and_analyse_hashi.ipynb")
    assert shown(done, '""")\ngame')["image/svg+xml"].startswith("<svg ")
    proven = shown(done, "deepen.analyse(game)")["text/html"]
    assert "Proven loss by 3 for player 1" in proven
    assert IMAGE in proven
    glance = shown(done, "\nglance")["text/html"]
    assert "Looks like +1 to player 1 at depth 4" in glance
    assert "≈+1" in glance
    assert "is worth   -4, proven:     b1-e1" in printed(done)
    assert "winner='second'" in shown(done, "session.result")["text/plain"]
    assert shown(done, "session.position")["image/svg+xml"].startswith("<svg ")
    assert "image/png" in shown(done, "plt.show()")
