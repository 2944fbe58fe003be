"""How tests run the scripts that write the measured parts of pages."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "games"


def run_study(name: str, *arguments: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Runs the script of that name, of this checkout or of a copy."""
    script = root / "studies" / f"{name}.py"
    return subprocess.run(
        [sys.executable, str(script), *arguments], capture_output=True, text=True, check=False
    )


def copy_studies(target: Path) -> Path:
    """Copies studies, what they read and the pages on games; returns the folder of these."""
    for folder in ("studies", "tests/data", "docs/games"):
        shutil.copytree(ROOT / folder, target / folder)
    return target / "docs" / "games"
