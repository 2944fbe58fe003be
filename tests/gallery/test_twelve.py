"""The twelve of `benchmarks/fields`, in all their forms, beside what is known of them."""

from __future__ import annotations

from typing import Any

import pytest

import deepen
from fields import cube, rush_hour, sokoban, twelve
from fields.twelve import FORMS, TWELVE, Entry

pytestmark = pytest.mark.engine

FEWEST_BY_DISCS = (1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81)
CUBE_LAYERS = (1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644)
SOLITAIRE_LAYERS = (1, 4, 12, 60, 296, 1338, 5648, 21842)

# Small enough for Python objects, too. One of each: every shape of a state is compiled anew.
QUICK: list[tuple[Entry, list[tuple[Any, int]]]] = [
    (twelve.FIFTEEN, [((1, 2, 6, 3, 4, 5, 10, 7, 0, 8, 9, 11, 12, 13, 14, 15), 6)]),
    (twelve.SOKOBAN, [(sokoban.microban(2), 16)]),
    (twelve.RUSH_HOUR, [(rush_hour.HARDEST, 51)]),
    (twelve.CUBE, [(cube.scrambled("R U2 F' R2"), 4)]),
    (twelve.HANOI, [(6, FEWEST_BY_DISCS[5])]),
    (twelve.KALAH, [((4, 2), 6)]),
    (twelve.DOTS, [(2, 2)]),
    (twelve.OTHELLO, [(None, -8)]),
    (twelve.DOMINEERING, [(4, 1)]),
]
# Compiled in every run: a permutation, sets, pegs, boxes of both players, pieces of several cells.
OFTEN = (twelve.FIFTEEN, twelve.SOKOBAN, twelve.HANOI, twelve.DOTS, twelve.KLOTSKI)
LONG = (
    twelve.SOKOBAN,
    twelve.CUBE,
    twelve.HANOI,
    twelve.SOLITAIRE,
    twelve.KALAH,
    twelve.DOTS,
    twelve.DOMINEERING,
)


def _in_forms(
    entry: Entry, forms: tuple[str, ...], *others: Any, is_slow: bool = False
) -> list[Any]:
    """Parameters (entry, form, ...). Slow where it is compiled: every form takes its time."""
    compiled = ("packed",) if entry in OFTEN else ("fields", "packed")
    return [
        pytest.param(
            entry,
            form,
            *others,
            id=f"{entry.module}-{form}",
            marks=pytest.mark.slow if is_slow or form in compiled else (),
        )
        for form in forms
        if form in entry.make
    ]


@pytest.mark.parametrize(
    ("entry", "form", "instances"),
    [each for entry, known in QUICK for each in _in_forms(entry, FORMS, known)],
)
def test_small_instances(entry: Entry, form: str, instances: list[tuple[Any, int]]) -> None:
    found = [entry.search(entry.make[form](given)).answer for given, _ in instances]
    assert found == [answer for _, answer in instances]


@pytest.mark.parametrize(
    ("entry", "form"),
    [
        each
        for entry in TWELVE
        for each in _in_forms(entry, ("fields", "packed"), is_slow=entry in LONG)
    ],
)
def test_what_is_measured(entry: Entry, form: str) -> None:
    found = [entry.search(puzzle).answer for puzzle in entry.puzzles(form)]
    assert found == [answer for _, answer in entry.instances]


@pytest.mark.slow
@pytest.mark.parametrize("entry", TWELVE[:7], ids=lambda entry: entry.module)
def test_fields_take_the_same_search(entry: Entry) -> None:
    fields, packed = (
        [entry.search(puzzle) for puzzle in entry.puzzles(form)] for form in ("fields", "packed")
    )
    assert fields == packed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "form"), [each for entry in TWELVE for each in _in_forms(entry, ("fields",))]
)
def test_the_interpreter_agrees(entry: Entry, form: str) -> None:
    assert deepen.check(entry.puzzles(form)[0]).ok


@pytest.mark.parametrize(("entry", "form"), _in_forms(twelve.RUSH_HOUR, ("fields", "packed")))
def test_all_of_rush_hour(entry: Entry, form: str) -> None:
    assert deepen.explore(entry.puzzles(form)[0]).states == 4_780


@pytest.mark.parametrize(("entry", "form"), _in_forms(twelve.KLOTSKI, ("fields", "packed")))
def test_all_of_klotski(entry: Entry, form: str) -> None:
    assert deepen.explore(entry.puzzles(form)[0]).states == 25_955


@pytest.mark.parametrize(("entry", "form"), _in_forms(twelve.SOLITAIRE, FORMS))
def test_solitaire_to_the_last_peg(entry: Entry, form: str) -> None:
    puzzle = entry.puzzles(form)[0]
    assert deepen.solve(puzzle, "depth-first").cost == 31
    layers = deepen.explore(puzzle, node_limit=1_000).layers
    assert tuple(layers[:5]) == SOLITAIRE_LAYERS[:5]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["fields", "packed"])
def test_all_cubes(form: str) -> None:
    assert tuple(deepen.explore(twelve.CUBE.puzzles(form)[0]).layers) == CUBE_LAYERS


@pytest.mark.slow
@pytest.mark.parametrize("form", ["fields", "packed"])
@pytest.mark.parametrize(("discs", "fewest"), list(enumerate(FEWEST_BY_DISCS, 1)))
def test_up_to_twelve_discs(form: str, discs: int, fewest: int) -> None:
    assert twelve.HANOI.search(twelve.HANOI.make[form](discs)).answer == fewest


@pytest.mark.parametrize(("entry", "form"), _in_forms(twelve.HEX, ("fields", "packed")))
def test_winning_openings_of_hex(entry: Entry, form: str) -> None:
    analysis = deepen.analyse(entry.puzzles(form)[0])
    assert sorted(map(int, analysis.best_moves)) == [3, 6, 9, 12]


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "form"), _in_forms(twelve.DOMINEERING, FORMS))
def test_who_wins_on_small_squares(entry: Entry, form: str) -> None:
    found = [entry.search(entry.make[form](size)).answer for size in range(2, 6)]
    assert found == [1, 1, 1, -1]


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "form"), _in_forms(twelve.KALAH, FORMS))
def test_other_boards_of_kalah(entry: Entry, form: str) -> None:
    assert entry.search(entry.make[form]((3, 3))).answer == 2
    assert entry.search(entry.make[form]((4, 2))).answer == 6
