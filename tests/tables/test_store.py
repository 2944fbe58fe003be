"""Tables that are saved, and opened for the same rules and no others."""

from __future__ import annotations

import linecache
import signal
from pathlib import Path
from typing import Any

import pytest

import deepen
from deepen.interpreter.games import InterpretedGame
from deepen.tables import store
from deepen.tables.file import TableFile
from deepen.tables.header import Header
from deepen.tables.store import header_of


class Ring(deepen.Game):
    """Step forth or back on a ring; who is brought to 0 has lost."""

    def moves(board: Any, place: Any) -> Any:
        yield 1, (place + 1) % board.size
        yield 2, (place + board.size - 1) % board.size

    def outcome(board: Any, place: Any) -> Any:
        return deepen.LOSS if place == 0 else None

    def canonical(board: Any, place: Any) -> Any:
        return min(place, board.size - place)


class Told(deepen.Game):
    """The same of a state with fields and a player, who may go on; its positions have 5 words."""

    class State(deepen.State):
        place = deepen.Integer(max=200)
        far = deepen.CellSet(270)

    def moves(board: Any, state: Any, player: Any) -> Any:
        child = state.copy()
        child.place = (state.place + 1 + player) % 7
        yield 0, child, 0, state.place == 3
        other = state.copy()
        other.far.add(99)
        yield 1, other

    def outcome(board: Any, state: Any) -> Any:
        return deepen.WIN if state.place == 0 else None


class RankedRing(Ring):
    """Its places are their own numbers."""

    def rank(board: Any, place: Any) -> Any:
        return place

    def unrank(board: Any, number: Any) -> Any:
        return number

    @property
    def ranks(self) -> int:
        return int(self.board.size)


class RankedTold(Told):
    """With fields, and with a player of which the number says nothing."""

    ranks = 400

    def rank(board: Any, state: Any) -> Any:
        return 2 * state.place + (99 in state.far)

    def unrank(board: Any, number: Any, blank: Any) -> Any:
        state = blank.copy()
        state.place = number // 2
        if number % 2:
            state.far.add(99)
        return state


GAMES = [
    Ring(4, {"size": 9}),
    Told({"place": 2, "far": set()}),
    RankedRing(4, {"size": 9}),
    RankedTold({"place": 2, "far": set()}, to_move=1),
]


def made(game: Any, **options: Any) -> deepen.Table:
    return deepen.tabulate(game, compiled=False, **options)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("symmetry", [True, False])
def test_what_is_opened_is_what_was_saved(game: Any, symmetry: bool, tmp_path: Path) -> None:
    table = made(game, symmetry=symmetry)
    table.save(tmp_path / "a.table")
    other = deepen.Table.open(tmp_path / "a.table", game)
    for name in ("positions", "counts", "moves_seen", "won", "drawn", "lost", "longest", "status"):
        assert getattr(other, name) == getattr(table, name)
    assert other.slowest() == table.slowest()
    assert other.entries.counts() == table.entries.counts()
    for place in range(table.entries.places):
        words = table.entries.words_at(place)
        assert other.entry(words) == table.entry(words) is not None
    assert other.entry(tuple(word + 1000 for word in table.entries.words_at(0))) is None
    assert other.moves(game) == table.moves(game)
    other.save(tmp_path / "b.table")
    assert (tmp_path / "b.table").read_bytes() == (tmp_path / "a.table").read_bytes()
    other.save(tmp_path / "a.table")  # which it is mapped from
    assert other.value(game) == deepen.Table.open(tmp_path / "a.table", game).value(game)


@pytest.mark.parametrize("game", GAMES[2:], ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("compiled", [True, False])
def test_positions_with_ranks_take_their_codes_and_nothing_else(
    game: Any, compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Header, "size", lambda self: self.ranks is None)  # as if there were many
    monkeypatch.setattr(store, "_PART", 100)
    deepen.tabulate(game, compiled=compiled).save(tmp_path / "a.table")
    monkeypatch.undo()
    table, stored = deepen.Table.open(tmp_path / "a.table", game), made(game)
    ranks = int(game.ranks) * (1 + game.sees_player)
    assert TableFile(tmp_path / "a.table").header.ranks == table.entries.places == ranks
    assert table.entries.counts() == stored.entries.counts()
    for place in range(stored.entries.places):
        words = stored.entries.words_at(place)
        assert table.entry(words) == stored.entry(words) is not None
    assert table.entry((8, *stored.entries.words_at(0)[1:])) is None
    assert set(table.slowest(100)) == set(stored.slowest(100))
    assert deepen.audit(table).verdict == "proven"
    assert deepen.audit(table, sample=ranks).checked == table.positions
    table.save(tmp_path / "b.table")
    assert (tmp_path / "b.table").read_bytes() == (tmp_path / "a.table").read_bytes()


def test_the_smaller_of_both_kinds_is_chosen() -> None:
    few = RankedRing(400, {"size": 1000})
    many = type("Many", (RankedRing,), {"ranks": 10**9})(400, {"size": 1000})
    assert header_of(made(few, symmetry=False)).ranks == 1000
    assert header_of(made(many, symmetry=False)).ranks is None


def test_ranks_that_are_wrong_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class FarTwins(RankedRing):
        def rank(board: Any, place: Any) -> Any:
            return place % 999

    class Twins(RankedRing):
        def rank(board: Any, place: Any) -> Any:
            return place // 2

    class Outside(RankedRing):
        def rank(board: Any, place: Any) -> Any:
            return place + 1

    class Astray(RankedRing):
        def unrank(board: Any, number: Any) -> Any:
            return number + 1

    with pytest.raises(deepen.RuleError, match="in unrank: gives 1 of 0, the number of 0"):
        made(Astray(400, {"size": 1000}), symmetry=False).save(tmp_path / "a.table")
    with pytest.raises(deepen.RuleError, match="states 0 and 1 the same number, 0") as told:
        made(Twins(400, {"size": 1000}), symmetry=False).save(tmp_path / "a.table")
    assert "def rank" in linecache.getline(told.value.filename, told.value.line)
    with monkeypatch.context() as patch:
        patch.setattr(store, "_PART", 400)  # so that they are not asked for at once
        with pytest.raises(deepen.RuleError, match="states 0 and 999 the same number"):
            made(FarTwins(400, {"size": 1000}), symmetry=False).save(tmp_path / "a.table")
    with pytest.raises(deepen.RuleError, match="returns 1000"):
        made(Outside(400, {"size": 1000}), symmetry=False).save(tmp_path / "a.table")
    assert not list(tmp_path.iterdir())


def test_words_beyond_those_of_rules_are_not_kept() -> None:
    assert len(made(GAMES[1]).search.start) > GAMES[1].packing.words == 5


def refusal(path: Path, game: Any) -> str:
    with pytest.raises(deepen.InputError) as refused:
        deepen.Table.open(path, game)
    return str(refused.value)


def test_a_table_of_other_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    made(GAMES[0]).save(path)

    class Ring(deepen.Game):
        def moves(board: Any, place: Any) -> Any:
            yield 1, (place + 2) % board.size

        outcome, canonical = type(GAMES[0]).outcome, type(GAMES[0]).canonical

    other = f"the table {str(path)!r} was made from other rules: "
    assert refusal(path, Ring(4, {"size": 9})) == f"{other}`moves` of Ring has changed"
    elsewhere = f"the table {str(path)!r} is of another board of Ring"
    assert refusal(path, type(GAMES[0])(4, {"size": 8})) == elsewhere
    assert (
        refusal(path, GAMES[1]) == f"the table {str(path)!r} is of Ring, and says nothing of Told"
    )


STEP = 1


def test_a_table_is_not_saved_when_its_rules_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the values of old rules would lie beside the digest of new ones."""

    class Steps(deepen.Game):
        def moves(board: Any, place: Any) -> Any:
            for step in range(1, STEP + 2):
                if step <= place:
                    yield step, place - step, place == step

    table = made(Steps(9))
    monkeypatch.setitem(globals(), "STEP", 2)
    with pytest.raises(deepen.InputError, match="other rules: `moves` of Steps has changed"):
        table.save(tmp_path / "a.table")
    assert not list(tmp_path.iterdir())


def test_a_table_knows_the_start_it_was_made_from(tmp_path: Path) -> None:
    for game, other in ((GAMES[0], Ring(3, {"size": 9})), (GAMES[1], after_a_move(GAMES[1]))):
        made(game).save(tmp_path / "a.table")
        table = deepen.Table.open(tmp_path / "a.table", other)
        assert (table.subject.start, table.subject.to_move) == (game.start, game.to_move)
        assert table.value(other) in (-1, 0, 1)
        assert deepen.audit(table).verdict == "proven"


def after_a_move(game: Any) -> Any:
    return game.after(game.legal_moves()[1])


def test_a_table_without_symmetry_stays_one(tmp_path: Path) -> None:
    made(GAMES[0], symmetry=False).save(tmp_path / "a.table")
    assert deepen.Table.open(tmp_path / "a.table", GAMES[0]).positions == 9


def test_what_has_no_values_or_no_words_is_not_kept(tmp_path: Path) -> None:
    class Objects(deepen.ObjectGame):
        def actions(self, state: str) -> list[str]:
            return ["a", "b"] if len(state) < 3 else []

        def result(self, state: str, action: str) -> str:
            return state + action

    with pytest.raises(deepen.UsageError, match="the states of Objects are objects"):
        made(Objects("")).save(tmp_path / "a.table")
    with pytest.raises(deepen.UsageError, match="no values, so it is not kept: node-limit"):
        made(GAMES[0], node_limit=1).save(tmp_path / "a.table")
    made(GAMES[0]).save(tmp_path / "a.table")
    with pytest.raises(deepen.UsageError, match="is no Game"):
        deepen.Table.open(tmp_path / "a.table", deepen)  # type: ignore[arg-type]


class Numbered(deepen.Game):
    ranks = 9

    def moves(board: Any, place: Any) -> Any:
        yield 1, (place + 1) % 9

    def rank(board: Any, place: Any) -> Any:
        return place

    def unrank(board: Any, number: Any) -> Any:
        return number


@pytest.mark.parametrize("place", [0, 5, 8])
def test_what_is_interrupted_while_it_is_numbered_is_not_kept(
    place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody presses Ctrl-C while a place is given its number."""
    table, real = made(Numbered(0)), InterpretedGame.rank

    def struck(self: InterpretedGame, words: tuple[int, ...]) -> int:
        if words[0] == place:
            signal.raise_signal(signal.SIGINT)
        return real(self, words)

    with monkeypatch.context() as patch:
        patch.setattr(InterpretedGame, "rank", struck)
        with pytest.raises(KeyboardInterrupt):
            table.save(tmp_path / "a.table")
    assert not list(tmp_path.iterdir())
    table.save(tmp_path / "a.table")
    assert deepen.audit(deepen.Table.open(tmp_path / "a.table", Numbered(0))).verdict == "proven"
