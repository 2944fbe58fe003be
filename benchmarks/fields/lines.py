"""Counts the lines of code of each form: neither blank ones, comments nor docstrings.

python -m fields.lines      in the folder `benchmarks`
"""

from __future__ import annotations

import ast
from pathlib import Path

from fields.twelve import FORMS, TWELVE

CAPTIONS = dict(zip(("# Named fields", "# Packed by hand", "# Python objects"), FORMS, strict=True))


def lines_of_code(module: str) -> dict[str, int]:
    """How many each form in a module of this folder has."""
    text = (Path(__file__).parent / f"{module}.py").read_text()
    docstrings = _lines_of_docstrings(ast.parse(text))
    counts = dict.fromkeys(FORMS, 0)
    form = None
    for number, line in enumerate(text.splitlines(), 1):
        form = CAPTIONS.get(line, form)
        if form and line.strip() and line.lstrip()[0] != "#" and number not in docstrings:
            counts[form] += 1
    return counts


def _lines_of_docstrings(tree: ast.Module) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module) and ast.get_docstring(
            node
        ):
            text = node.body[0]
            lines |= set(range(text.lineno, (text.end_lineno or text.lineno) + 1))
    return lines


def main() -> None:
    for entry in TWELVE:
        counts = lines_of_code(entry.module)
        ratio = counts["fields"] / counts["objects"]
        print(f"{entry.module:12}", *(f"{counts[form]:3} {form}" for form in FORMS), f"{ratio:.2f}")


if __name__ == "__main__":
    main()
