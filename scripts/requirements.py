"""Prints what pyproject.toml requires to build deepen and, with arguments, for the extras named."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
extras = project["project"]["optional-dependencies"]
print(*project["build-system"]["requires"], sep="\n")
for extra in sys.argv[1:]:
    print(*extras[extra], sep="\n")
