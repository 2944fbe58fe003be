"""Writes src/deepen/__init__.pyi: the public names as type checkers and editors see them."""

from __future__ import annotations

from pathlib import Path

import deepen

STUB = Path(deepen.__file__).with_suffix(".pyi")


def stub() -> str:
    """An import for each public name, in the order that `ruff` asks for."""
    homes = sorted(
        ((home, name) for name, home in deepen._HOMES.items()),
        key=lambda pair: (pair[0], not pair[1].isupper(), pair[1]),  # constants first
    )
    return "\n".join(
        [
            '"""The public names; written by `make stubs`."""',
            "",
            "from deepen import _core as _core",
            *(f"from {home} import {name} as {name}" for home, name in homes),
            "",
            "__version__: str",
            "_HOMES: dict[str, str]",
            "__all__: list[str]",
            "",
        ]
    )


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
