"""Measures Chexers and writes the tables, pictures and findings of docs/games/chexers.md.

python studies/chexers_study.py              everything, about two minutes
python studies/chexers_study.py pieces       only the parts named
python studies/chexers_study.py --check      writes nothing, says what is stale

What stands outside the comments that name the parts is written by hand and stays.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean

import deepen
from deepen.games import chexers
from study import chexers as measured
from study import chexers_claims as claims
from study.chart import Chart, Line
from study.chexers import (
    BLOCK_COUNTS,
    BLOCKS,
    DEEP,
    FEW,
    LEAST,
    MANY,
    PIECES,
    PLAIN_LIMIT,
    SOME,
    UP_TO,
    UP_TO_WITHOUT,
    sample,
)
from study.page import Page, Part, count, main, rounded, shown, table
from study.sample import Sample
from study.sample import cpu as cpu_of

DOCS = Path(__file__).parent.parent / "docs" / "games"
PAGE = Page(DOCS / "chexers.md", DOCS / "images")


# ---- parts


def pictures() -> Part:
    course = chexers.parse(chexers.EXAMPLES["course"])
    crowded = measured.board(4, 18, 1)
    text = "\n\n".join(
        [
            shown("chexers-map.svg", "The relaxed map of the first example, a number on each hex"),
            "*The relaxed map of the board above: the least actions from each hex if a piece could "
            "jump at will. Rings mark the pieces, the thick edge the exits.*",
            shown("chexers-solution.svg", "A shortest solution of the same board, 10 arrows"),
            "*A shortest solution: 10 actions, in the order of the numbers.*",
            shown("chexers-space.svg", "How often each hex was occupied in expanded states"),
            _space_caption(crowded),
        ]
    )
    return Part(
        text,
        {
            "chexers-map.svg": course.svg("map"),
            "chexers-solution.svg": course.svg("solution"),
            "chexers-space.svg": crowded.svg("space"),
        },
    )


def _space_caption(crowded: chexers.Chexers) -> str:
    free = chexers.Chexers(crowded.colour, crowded.pieces, ())
    first, second = (deepen.solve(one, "astar", "relaxed") for one in (crowded, free))
    return (
        "*Where A\\* with `relaxed` looked: for each hex, in how many expanded states a piece "
        f"stood there. With {len(crowded.blocks)} blocks the shortest solution has {first.cost} "
        f"actions and A\\* expands {first.expanded} states; without them {second.cost} actions and "
        f"{second.expanded} states.*"
    )


def heuristics() -> Part:
    best = sample(PIECES, BLOCKS, MANY, "astar", "exact").costs
    rows = [_search_row(f"A\\*, `{name}`", best, "astar", name) for name in measured.HEURISTICS]
    rows.append(_search_row("depth-first", best, "depth-first", None))
    headers = ["search", "expanded", "generated", "cost", "boards over the optimum", "at most by"]
    return Part(
        f"Means over {MANY} boards of {PIECES} pieces and {BLOCKS} blocks.\n\n"
        + table(headers, rows)
    )


def _search_row(title: str, best: list[int], algorithm: str, heuristic: str | None) -> list[str]:
    found = sample(PIECES, BLOCKS, MANY, algorithm, heuristic)
    excess = [cost - least for cost, least in zip(found.costs, best, strict=True)]
    return [
        title,
        count(found.expanded / MANY),
        count(found.generated / MANY),
        f"{mean(found.costs):.2f}",
        str(sum(more > 0 for more in excess)),
        count(max(excess)),
    ]


def pieces() -> Part:
    rows = [_pieces_row(number) for number in range(1, UP_TO + 1)]
    headers = [
        "pieces", "placements", "`zero`", "`relaxed`", "at worst", "`waste`", "at worst", "cost",
    ]  # fmt: skip
    lines = [
        _line("zero", [(n, measured.without(n).typical) for n in range(1, UP_TO_WITHOUT + 1)]),
        *(_line(name, _by_pieces(name)) for name in ("relaxed", "waste")),
    ]
    return _growth(
        "pieces",
        "the number of pieces",
        f"boards with {BLOCKS} blocks",
        "pieces",
        f"Boards with {BLOCKS} blocks, {MANY} of each row, with `zero` {FEW}.",
        table(headers, rows),
        lines,
    )


def _growth(
    stem: str, by: str, kind: str, x_label: str, intro: str, counts: str, lines: list[Line]
) -> Part:
    """A table of counts and its chart."""
    chart = Chart(
        f"States that A* expands, by {by}",
        f"Typical counts, {kind}, on a logarithmic scale: " + "; ".join(map(_spoken, lines)),
        x_label,
        f"typical number of expanded states, {kind}",
        lines,
    )
    picture = f"chexers-{stem}.svg"
    image = shown(picture, f"Line chart: expanded states by {by}")
    return Part(f"{intro}\n\n{counts}\n\n{image}", {picture: chart.svg()})


def _by_pieces(heuristic: str) -> list[tuple[float, float]]:
    return [(n, measured.with_heuristic(n, heuristic).typical) for n in range(1, UP_TO + 1)]


def _line(heuristic: str, points: list[tuple[float, float]]) -> Line:
    return Line(heuristic, points, measured.HEURISTICS.index(heuristic))


def _spoken(line: Line) -> str:
    return f"{line.name} " + ", ".join(f"{x:g}: {count(float(y))}" for x, y in line.points)


def _pieces_row(number: int) -> list[str]:
    relaxed, waste = (measured.with_heuristic(number, name) for name in ("relaxed", "waste"))
    zero = count(measured.without(number).typical) if number <= UP_TO_WITHOUT else ""
    return [
        str(number),
        count(measured.all_placements(number)),
        zero,
        count(relaxed.typical),
        count(relaxed.worst),
        count(waste.typical),
        count(waste.worst),
        f"{mean(relaxed.costs):.1f}",
    ]


def distance() -> Part:
    found = measured.by_distance(DEEP, LEAST)
    rows = [
        [
            str(one.levels),
            count(len(one.relaxed.found)),
            count(one.zero.typical),
            count(one.relaxed.typical),
            count(one.relaxed.worst),
            count(one.waste.typical),
            count(one.waste.worst),
            f"{mean(one.relaxed.costs):.1f}",
        ]
        for one in found
    ]
    headers = [
        "distance", "boards", "`zero`", "`relaxed`", "at worst", "`waste`", "at worst", "cost",
    ]  # fmt: skip
    lines = [
        _line("zero", [(one.levels, one.zero.typical) for one in found]),
        _line("relaxed", [(one.levels, one.relaxed.typical) for one in found]),
        _line("waste", [(one.levels, one.waste.typical) for one in found]),
    ]
    kind = f"boards of {PIECES} pieces and {BLOCKS} blocks"
    return _growth(
        "distance",
        "distance from the exit",
        kind,
        "sum of the pieces' levels at the start",
        f"{DEEP:,} {kind}, sorted by the sum of the pieces' levels; sums with fewer than {LEAST} "
        f"boards are left out. With `zero` {FEW} of each row.",
        table(headers, rows),
        lines,
    )


def space() -> Part:
    rows = [_space_row(blocks) for blocks in BLOCK_COUNTS]
    headers = ["blocks", "placements", "successors", "`zero`", "`relaxed`", "`waste`", "cost"]
    lines = [
        _line(name, [(37 - b, _by_blocks(b, name).typical) for b in BLOCK_COUNTS])
        for name in ("zero", "relaxed", "waste")
    ]
    return _growth(
        "free",
        "free space",
        f"boards of {PIECES} pieces",
        "hexes without a block",
        f"Boards of {PIECES} pieces, {MANY} of each row; for placements, successors and `zero` "
        f"{SOME}.",
        table(headers, rows),
        lines,
    )


def _by_blocks(blocks: int, heuristic: str) -> Sample:
    return sample(PIECES, blocks, SOME if heuristic == "zero" else MANY, "astar", heuristic)


def _space_row(blocks: int) -> list[str]:
    seen = measured.space(PIECES, blocks, SOME)
    successors = sum(one.generated - 1 for one in seen) / sum(one.states for one in seen)
    return [
        str(blocks),
        count(round(mean(one.states for one in seen))),
        f"{successors:.1f}",
        *(count(_by_blocks(blocks, name).typical) for name in ("zero", "relaxed", "waste")),
        f"{mean(_by_blocks(blocks, 'relaxed').costs):.1f}",
    ]


def branching() -> Part:
    headers = [
        "pieces", "bound 6n", "successors, all states", "expanded states", "depth d", "b^d",
        "placements", "b\\* `zero`", "b\\* `relaxed`", "b\\* `waste`",
    ]  # fmt: skip
    rows = [_branching_row(number) for number in range(1, UP_TO_WITHOUT + 1)]
    return Part(
        f"Boards with {BLOCKS} blocks; {FEW} for all states, {MANY} for those that A\\* expands "
        "with `relaxed`.\n\n" + table(headers, rows)
    )


def _branching_row(number: int) -> list[str]:
    one = measured.shape(number)
    return [
        str(number),
        str(6 * number),
        f"{one.successors:.1f}",
        f"{one.successors_expanded:.1f}",
        f"{one.depth:.1f}",
        f"{one.successors_expanded**one.depth:.0e}".replace("e+0", "e").replace("e+", "e"),
        count(measured.all_placements(number)),
        *(f"{one.effective[name]:.2f}" for name in ("zero", "relaxed", "waste")),
    ]


def idastar() -> Part:
    headers = [
        "pieces", "A\\*", "IDA\\*", "IDA\\*, no table", "given up", "A\\* KiB", "IDA\\* KiB",
        "no table KiB",
    ]  # fmt: skip
    text = [
        f"{SOME} boards with {BLOCKS} blocks a row: typical number of expanded states, counting "
        "every time a state is expanded; boards that IDA\\* without a table gave up after "
        f"{PLAIN_LIMIT:,} expansions; the most memory on any board."
    ]
    for heuristic in ("relaxed", "waste"):
        rows = [_idastar_row(number, heuristic) for number in range(2, UP_TO + 1)]
        text += [f"With `{heuristic}`:", table(headers, rows)]
    return Part("\n\n".join(text))


def _idastar_row(number: int, heuristic: str) -> list[str]:
    astar, ida, plain = measured.three_ways(number, heuristic)
    return [
        str(number),
        count(astar.typical),
        count(ida.typical),
        ("at least " if plain.unsolved else "") + count(plain.typical),
        str(plain.unsolved),
        *(f"{float(f'{one.peak_kib:.2g}'):,.0f}" for one in (astar, ida, plain)),
    ]


def queue() -> Part:
    rows = [
        _queue_row(number, heuristic)
        for heuristic, most in (("zero", 4), ("relaxed", 6))
        for number in range(2, most + 1)
    ]
    headers = [
        "heuristic, pieces", "ADDs", "longest queue", "comparisons an ADD", "comparisons a POP",
        "different keys",
    ]  # fmt: skip
    return Part(table(headers, rows))


def _queue_row(number: int, heuristic: str) -> list[str]:
    tally = measured.queue_work(number, heuristic).tally
    return [
        f"`{heuristic}`, {number}",
        count(tally.added),
        count(tally.longest),
        f"{tally.compared_to_add / tally.added:.1f}",
        f"{tally.compared_to_pop / tally.popped:.1f}",
        str(len(tally.keys)),
    ]


def findings() -> Part:
    return Part(claims.text())


def cpu() -> Part:
    rows = [_cpu_row(number) for number in (4, 6, 8)]
    headers = [
        "pieces", "A\\*, `relaxed`", "A\\*, `waste`", "IDA\\*, `relaxed`", "IDA\\*, `waste`",
    ]  # fmt: skip
    small = measured.boards(PIECES, BLOCKS, SOME)
    solving = cpu_of(lambda: [deepen.solve(one) for one in small])
    tables = cpu_of(lambda: [chexers.with_table(one) for one in small], rounds=1)
    return Part(
        f"CPU time of {SOME} boards with {BLOCKS} blocks, as a multiple of that of A\\* with "
        "`waste`, rounded, all that a call of `deepen.solve` takes included; it differs a little "
        "from run to run.\n\n"
        + table(headers, rows)
        + "\n\nTo make the table of `exact` for one board takes about "
        + f"{rounded(tables / solving)} times as long as to solve it with `waste`."
    )


def _cpu_row(number: int) -> list[str]:
    puzzles = measured.boards(number, BLOCKS, SOME)

    def solve_all(algorithm: str, heuristic: str) -> list[deepen.Solution]:
        return [deepen.solve(one, algorithm, heuristic) for one in puzzles]

    ways = [(a, h) for a in ("astar", "idastar") for h in ("relaxed", "waste")]
    taken = [cpu_of(partial(solve_all, *way)) for way in ways]
    return [str(number), *(rounded(one / taken[1]) for one in taken)]


PARTS: dict[str, Callable[[], Part]] = {
    "pictures": pictures,
    "heuristics": heuristics,
    "pieces": pieces,
    "distance": distance,
    "space": space,
    "branching": branching,
    "idastar": idastar,
    "queue": queue,
    "findings": findings,
    "cpu": cpu,
}

if __name__ == "__main__":
    main(PAGE, PARTS, passing={"cpu"})
