"""Prints what pyproject.toml requires to build deepen and, with arguments, in the groups named."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
print(*project["build-system"]["requires"], sep="\n")
for group in sys.argv[1:]:
    print(*project["dependency-groups"][group], sep="\n")
