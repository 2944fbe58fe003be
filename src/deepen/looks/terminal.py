"""Positions as drawings for a terminal, by the look of their class; without one, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deepen.game import points_of
from deepen.geometry.grid import Grid, name_from
from deepen.look import Look
from deepen.looks.contents import Position, Thing
from deepen.looks.signs import Signs

_WIDTH = 80
_STYLES = {
    "red": "bold red",
    "green": "bold green",
    "blue": "bold blue",
    "yellow": "bold yellow",
    "black": "bold",
    "white": "bold",
    "neutral": "",
}


def draw(subject: Any, markup: bool = False) -> str:
    """A picture, at most 80 columns wide; with `markup` it is coloured in rich's markup."""
    if type(subject).look is None:
        return _table(subject, markup)
    return "\n".join([board(subject, markup), *_others(subject, markup)])


def board(subject: Any, markup: bool = False) -> str:
    """The cells alone, for a class that tells elsewhere what is on none."""
    position = Position(subject)
    cells = position.look.completed(position.constants)["cells"]
    lines = [*_lines(position, markup)] if cells <= _WIDTH * _WIDTH else []
    return "\n".join(lines or [f"{cells:,} cells, too many to draw here"])


def _table(subject: Any, markup: bool) -> str:
    from deepen.looks.table import rows_of  # lazy: start-up

    rows = rows_of(subject)
    width = max(len(name) for name, _ in rows)
    room = _WIDTH - width - 2
    return "\n".join(
        f"{name:<{width}}  {_escaped(_cut(value, room), markup)}" for name, value in rows
    )


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 3]}..."


def _lines(position: Position, markup: bool) -> Iterator[str]:
    """The rows; nothing where they are too wide."""
    signs = Signs(position.look)
    shown = [_sign(signs, things) for things in position.contents]
    if not position.look.in_rows:
        yield from _scattered(position, shown, markup)
        return
    width = max((len(sign) for sign, _ in shown), default=1)
    rows: dict[int, list[str]] = {}
    for cell, place in enumerate(position.places):
        rows.setdefault(place.row, []).append(_painted(*shown[cell], width, markup))
    widest = max(len(row) for row in rows.values())
    if position.look.ground == "tray" and (width + 3) * widest < _WIDTH:
        yield from _boxed(list(rows.values()), width)
        return
    gap = " " if (width + 1) * widest <= _WIDTH + 1 else ""
    if (width + len(gap)) * widest > _WIDTH + 1:
        return
    lines = [
        f"{' ' * position.look.indent(number, len(row), widest)}{gap.join(row)}".rstrip()
        for number, row in rows.items()
    ]
    yield from _named(position.look, lines, widest, width, gap, markup)


def _boxed(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Cells with lines around them."""
    bar = "─" * (width + 2)
    top, middle, bottom = (
        left + between.join([bar] * len(rows[0])) + right
        for left, between, right in ("┌┬┐", "├┼┤", "└┴┘")
    )
    for number, row in enumerate(rows):
        yield middle if number else top
        yield f"│ {' │ '.join(row)} │"
    yield bottom


def _named(
    look: Look, lines: list[str], columns: int, width: int, gap: str, markup: bool
) -> Iterator[str]:
    """The rows with the names beside them, where there are some and room for them; of one that is
    longer than a cell, its end."""
    if not isinstance(look, Grid):
        yield from lines
        return
    ranks = range(len(lines))[:: -1 if look.upwards else 1]
    names = [name_from(look.named[1], rank) for rank in ranks]
    margin = max(map(len, names))
    names = [f"{name:>{margin}} " if margin else "" for name in names]
    if (width + len(gap)) * columns + len(names[0]) > _WIDTH + 1:
        names = [""] * len(names)
    header = [name_from(look.named[0], column)[-width:] for column in range(columns)]
    head = " " * len(names[0]) + gap.join(f"{name:>{width}}" for name in header)
    above = [_dim(head, markup)] if look.named[0] else []
    body = [f"{_dim(name, markup)}{line}" for name, line in zip(names, lines, strict=True)]
    yield from [*body, *above] if look.upwards else [*above, *body]


def _dim(text: str, markup: bool) -> str:
    return f"[dim]{text}[/dim]" if markup and text else text


def _sign(signs: Signs, things: Sequence[Thing]) -> tuple[str, str]:
    """What a cell shows, and in which style."""
    if not things:
        return "" if signs.look.ground == "tray" else signs.look.free, "dim"
    top = things[-1]
    style = "dim" if top.piece.shape == "wall" else _STYLES[top.piece.colour]
    if top.mark:
        return top.piece.marked or top.symbol, style or "green"
    return signs.symbol(things) or top.symbol, style


def _painted(sign: str, style: str, width: int, markup: bool) -> str:
    padded = _escaped(f"{sign:>{width}}", markup)
    return f"[{style}]{padded}[/{style}]" if markup and style and sign.strip() else padded


def _escaped(text: str, markup: bool) -> str:
    return text.replace("[", r"\[") if markup else text


def _scattered(position: Position, shown: Sequence[tuple[str, str]], markup: bool) -> Iterator[str]:
    """Points about where they are; as a list of names, where they would not fit."""
    spots = [place.centre for place in position.places]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    rows: dict[int, dict[int, int]] = {}
    for cell, (x, y) in enumerate(spots):
        rows.setdefault(round(2 * (y - top)), {})[round(4 * (x - left))] = cell
    placed = sum(len(row) for row in rows.values())
    if placed < len(spots) or max(max(row) for row in rows.values()) >= _WIDTH:
        for place, (sign, style) in zip(position.places, shown, strict=True):
            yield f"{place.name}: {_painted(sign, style, 1, markup)}"
        return
    for number in range(max(rows) + 1):
        line, end = "", 0
        for column, cell in sorted(rows.get(number, {}).items()):
            sign, style = shown[cell]
            line += " " * (column - end) + _painted(sign, style, 1, markup)
            end = column + len(sign)
        yield line


def _others(subject: Any, markup: bool) -> Iterator[str]:
    """What is on no cell: other fields, who moves, the score."""
    from deepen.looks.parts import Parts, is_nothing  # lazy: start-up

    look = type(subject).look
    if getattr(type(subject), "State", None) is not None and look.layers:
        for name, value in Parts.of(subject).state.items():
            if name not in look.layers and not is_nothing(value):
                yield f"{name}: {_escaped(str(value), markup)}"
    if hasattr(subject, "players"):
        yield f"{subject.players[subject.to_move]} to move"
        if points := points_of(subject):
            yield f"score {points:+d}"
