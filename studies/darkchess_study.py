"""Measures dark chess and writes the tables, pictures and findings of docs/games/darkchess.md.

python studies/darkchess_study.py              everything, about two minutes
python studies/darkchess_study.py contest      only the parts named
python studies/darkchess_study.py --check      writes nothing, says what is stale

What stands outside the comments that name the parts is written by hand and stays.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import deepen
from deepen.games import darkchess
from study import darkchess as measured
from study import darkchess_claims as claims
from study.chart import Chart, Line
from study.darkchess import (
    CAST,
    GIVEN_UP,
    HARD_LIMIT,
    HEURISTICS,
    MOST_REDS,
    OF_EACH,
    REPORTS,
    SMALL,
    SMALLER,
    TEN_MIB,
    Answers,
    answers,
    chosen,
    total,
)
from study.page import Page, Part, count, main, rounded, shown, table
from study.sample import cpu as cpu_of

DOCS = Path(__file__).parent.parent / "docs" / "games"
PAGE = Page(DOCS / "darkchess.md", DOCS / "images")
SEARCHES = [
    ("breadth-first", "breadth-first", "zero"),
    *((f"A\\*, `{name}`", "astar", name) for name in HEURISTICS),
    *((f"IDA\\*, `{name}`", "idastar", name) for name in HEURISTICS),
]


# ---- parts


def pictures() -> Part:
    puzzle = darkchess.parse(darkchess.EXAMPLES["contest"])
    cost = deepen.solve(puzzle).cost
    text = "\n\n".join(
        [
            shown("darkchess-solution.svg", f"A shortest solution of SH-3, {cost} arrows"),
            f"*The contest's SH-3, `{darkchess.format(puzzle)}`, and a shortest solution, {cost} "
            "moves. Where a way would be taken twice a second board goes on. Hatched: ducks.*",
            shown("darkchess-chariot.svg", "The least moves of the chariot to each square"),
            "*The least moves of its chariot to each square with nothing but the ducks in the way. "
            "`distances-K` and so on draw the same for the other kinds.*",
        ]
    )
    return Part(
        text,
        {
            "darkchess-solution.svg": puzzle.svg("solution"),
            "darkchess-chariot.svg": puzzle.svg("distances-R"),
        },
    )


def contest() -> Part:
    headers = ["position", "moves", *(f"`{name}`" for name in HEURISTICS)]
    text = []
    for algorithm, title in (("astar", "A\\*"), ("idastar", "IDA\\*")):
        found = [answers("contest", algorithm, name) for name in HEURISTICS]
        rows = [
            [one.id, str(one.optimal), *(_cell(column, i) for column in found)]
            for i, one in enumerate(chosen("contest"))
        ]
        rows.append(["all", "", *(count(column.expanded) for column in found)])
        text += [f"States expanded by {title}:", table(headers, rows)]
    return Part(
        "\n\n".join(text) + "\n\n*In brackets the length of an answer that is not the shortest.*"
    )


def _cell(column: Answers, row: int) -> str:
    solution = column.found[row]
    is_wrong = solution.cost != column.optima[row]
    return count(solution.expanded) + (f" (**{solution.cost}**)" if is_wrong else "")


def searches() -> Part:
    text = []
    for tier in ("contest", "easy", "medium"):
        rows = [_search_row(title, answers(tier, *way)) for title, *way in SEARCHES]
        text += [_heading(tier, GIVEN_UP), table(_SEARCH_HEADERS, rows)]
    hard = [
        _search_row(title, answers("hard", *way, node_limit=HARD_LIMIT))
        for title, *way in SEARCHES
        if way[0] == "astar" and way[1] != "count"
    ]
    text += [_heading("hard", HARD_LIMIT), table(_SEARCH_HEADERS, hard)]
    return Part("\n\n".join(text))


_SEARCH_HEADERS = [
    "search", "expanded", "at worst", "generated", "KiB at most", "given up", "longer answers",
    "by up to",
]  # fmt: skip


def _heading(tier: str, limit: int) -> str:
    name = "The contest's positions" if tier == "contest" else f"The solvable {tier} ones"
    return f"**{name}**, {len(chosen(tier))}; given up after {limit:,} expansions:"


def _search_row(title: str, found: Answers) -> list[str]:
    return [
        title,
        count(found.typical),
        count(found.worst),
        count(found.generated),
        _kib(found),
        str(found.unsolved),
        str(found.wrong),
        str(max(found.excess, default=0)),
    ]


def _kib(found: Answers) -> str:
    """Two digits are enough."""
    return f"{float(f'{found.peak_kib:.2g}'):,.0f}"


def idastar() -> Part:
    headers = [
        "positions", "A\\*", "at worst", "A\\* KiB", "IDA\\*", "at worst", "IDA\\* KiB",
        "not solved",
    ]  # fmt: skip
    text = [
        "IDA\\* may use 10 MiB, as in the contest. Typical number of states expanded, counting "
        "every time; most memory on any position; the tables of `cover`, up to 256 KiB, are not "
        "the search's and are not counted."
    ]
    for heuristic in ("forest", "cover"):
        rows = [_idastar_row(tier, heuristic) for tier in ("contest", "easy", "medium")]
        text += [f"With `{heuristic}`:", table(headers, rows)]
    return Part("\n\n".join(text))


def _idastar_row(tier: str, heuristic: str) -> list[str]:
    astar = answers(tier, "astar", heuristic, node_limit=None)
    ida = answers(tier, "idastar", heuristic, node_limit=None, memory_limit=TEN_MIB)
    return [
        f"{tier}, {len(chosen(tier))}",
        *(count(astar.typical), count(astar.worst), _kib(astar)),
        *(count(ida.typical), count(ida.worst), _kib(ida), str(ida.unsolved)),
    ]


def record() -> Part:
    headers = ["IDA\\*", *(f"`{name}`" for name in ("smallest_edges", "forest"))]
    rows = [
        [title, *(_record_cell(name, reorder, kept) for name in ("smallest_edges", "forest"))]
        for title, reorder, kept in (
            ("sorted, with the record", True, True),
            ("not sorted, with the record", False, True),
            ("sorted, without", True, False),
            ("neither", False, False),
        )
    ]
    return Part(
        "States expanded on the contest's positions, all together; at least so many where a search "
        f"was given up after {GIVEN_UP:,}.\n\n" + table(headers, rows)
    )


def _record_cell(heuristic: str, reorder: bool, kept: bool) -> str:
    found = answers("contest", "idastar", heuristic, table=kept, reorder=reorder)
    if not found.unsolved:
        return count(found.expanded)
    return f"{count(found.expanded)}, {found.unsolved} given up"


def reds() -> Part:
    numbers = range(1, MOST_REDS + 1)
    names = ("count", "forest", "cover")
    found = {name: [measured.by_reds(number, name) for number in numbers] for name in names}
    headers = ["reds", *(cell for name in names for cell in (f"`{name}`", "at worst")), "cost"]
    rows = [
        [
            str(number),
            *(count(n) for name in names for n in (found[name][i].typical, found[name][i].worst)),
            f"{sum(found['cover'][i].costs) / OF_EACH:.1f}",
        ]
        for i, number in enumerate(numbers)
    ]
    lines = [
        Line(name, [(n, found[name][i].typical) for i, n in enumerate(numbers)], style)
        for style, name in enumerate(names)
    ]
    black, red, ducks = CAST
    kind = f"positions of {black} and {ducks} ducks"
    chart = Chart(
        "States that A* expands, by the number of reds",
        f"Typical counts, {kind}, on a logarithmic scale",
        "reds",
        f"typical number of expanded states, {kind}",
        lines,
    )
    return Part(
        f"{OF_EACH} random {kind} a row; the reds are the first so many of `{red}`.\n\n"
        + table(headers, rows)
        + "\n\n"
        + shown("darkchess-reds.svg", "Line chart: expanded states by the number of reds"),
        {"darkchess-reds.svg": chart.svg()},
    )


def accuracy() -> Part:
    headers = ["heuristic", "h > h\\*", "by up to", "inconsistent moves", "mean h/h\\*", "exact in"]
    text = [
        f"Every state of {SMALL:,} random positions with one or two black pieces, one to four reds "
        "and 0, 4 or 8 ducks, compared with its true distance h\\*; shares of the solvable ones."
    ]
    for chariot in (False, True):
        title = "With a chariot" if chariot else "Without a chariot"
        states = total("count", chariot).solvable
        rows = [_accuracy_row(name, chariot) for name in HEURISTICS]
        text += [f"**{title}**, {states:,} solvable states:", table(headers, rows)]
    return Part("\n\n".join(text))


def _accuracy_row(heuristic: str, chariot: bool) -> list[str]:
    found = total(heuristic, chariot)
    return [
        f"`{heuristic}`",
        f"{found.over_share:.1%}" if found.over else "never",
        str(found.most_over),
        f"{found.steep_share:.2%}" if found.steep else "none",
        f"{found.mean_ratio:.3f}",
        f"{found.exact_share:.0%}",
    ]


def longer() -> Part:
    headers = [
        "heuristic", "black chariot", "positions", "over at the start", "A\\* longer", "by up to",
        "IDA\\* longer", "by up to",
    ]  # fmt: skip
    rows = [_longer_row(name, chariot) for name in REPORTS for chariot in (False, True)]
    return Part(
        f"Of {SMALLER:,} such random positions those that can be solved:\n\n" + table(headers, rows)
    )


def _longer_row(heuristic: str, chariot: bool) -> list[str]:
    astar, ida = (
        measured.small_outcome(algorithm, heuristic, chariot) for algorithm in ("astar", "idastar")
    )
    return [
        f"`{heuristic}`",
        "yes" if chariot else "no",
        count(astar.positions),
        _share(astar.over, astar.positions),
        *(_share(astar.wrong, astar.positions), str(astar.excess)),
        *(_share(ida.wrong, ida.positions), str(ida.excess)),
    ]


def _share(number: int, positions: int) -> str:
    return f"{number:,}, {number / positions:.1%}" if number else "0"


def counterexamples() -> Part:
    headers = ["position", "heuristic", "h", "shortest", "A\\* answers", "IDA\\* answers"]
    rows = [_example_row(text, heuristic) for text, heuristic in measured.COUNTEREXAMPLES]
    shots = {
        "darkchess-two-hunters.svg": measured.smallest("nearest_capturer", "AA", 2).puzzle,
        "darkchess-three-reds.svg": measured.smallest("nearest_capturer", "A", 3).puzzle,
        "darkchess-slide.svg": darkchess.parse("R6n/8/3n4/8 b"),
    }
    said = [
        f"*{claims.counted_twice()}*",
        f"*{claims.counted_in_levels()}*",
        f"*{claims.longer_by_iterative_deepening()}*",
    ]
    drawn = [
        f"{shown(name, f'{darkchess.format(puzzle)} and a shortest solution')}\n\n{words}"
        for (name, puzzle), words in zip(shots.items(), said, strict=True)
    ]
    return Part(
        "\n\n".join([table(headers, rows), *drawn]),
        {name: puzzle.svg("solution") for name, puzzle in shots.items()},
    )


def _example_row(text: str, heuristic: str) -> list[str]:
    puzzle = darkchess.parse(text)
    best = deepen.solve(puzzle).cost
    astar, ida = (deepen.solve(puzzle, one, heuristic) for one in ("astar", "idastar"))
    costs = [f"{one.cost}" if one.cost == best else f"**{one.cost}**" for one in (astar, ida)]
    return [f"`{text}`", f"`{heuristic}`", str(astar.initial_h), str(best), *costs]


def unsolvable() -> Part:
    found = measured.proofs()
    at_once = [proof for proof in found if proof.walled_in]
    headers = ["position", "", "A\\*, `forest`", "A\\*, `nearest_capturer`", "any capture"]
    rows = [
        [
            proof.known.id,
            f"`{proof.known.text}`",
            count(proof.searched),
            count(proof.searched_by_report),
            count(proof.by_capturing),
        ]
        for proof in found
        if not proof.walled_in
    ]
    return Part(
        f"Of the {len(found)} unsolvable public positions {len(at_once)} are seen to be so at "
        "once: some red is out of reach of all that may capture it, whatever moves. The others "
        "need a search; states expanded by each way:\n\n" + table(headers, rows)
    )


def findings() -> Part:
    return Part(claims.text())


def cpu() -> Part:
    names = ["forest", "cover", "count", *REPORTS]
    headers = ["positions", *(f"A\\*, `{name}`" for name in names), "IDA\\*, default"]
    rows = [_cpu_row(tier, names) for tier in ("contest", "easy", "medium")]
    return Part(
        "CPU time of all positions of a kind, as a multiple of that of the default, rounded, all "
        f"that a call of `deepen.solve` takes included; given up after {GIVEN_UP:,} expansions. It "
        "differs a little from run to run.\n\n" + table(headers, rows)
    )


def _cpu_row(tier: str, names: list[str]) -> list[str]:
    def solve_all(algorithm: str, heuristic: str | None) -> None:
        for one in chosen(tier):
            deepen.solve(one.puzzle, algorithm, heuristic, node_limit=GIVEN_UP)

    default = cpu_of(partial(solve_all, "astar", None))
    taken = [cpu_of(partial(solve_all, "astar", name), 1 + (tier != "medium")) for name in names]
    taken.append(cpu_of(partial(solve_all, "idastar", None)))
    return [f"{tier}, {len(chosen(tier))}", *(rounded(one / default) for one in taken)]


PARTS: dict[str, Callable[[], Part]] = {
    "pictures": pictures,
    "contest": contest,
    "searches": searches,
    "reds": reds,
    "idastar": idastar,
    "record": record,
    "accuracy": accuracy,
    "longer": longer,
    "counterexamples": counterexamples,
    "unsolvable": unsolvable,
    "findings": findings,
    "cpu": cpu,
}

if __name__ == "__main__":
    main(PAGE, PARTS, passing={"cpu"})
