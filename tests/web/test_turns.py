"""Turns: nobody waits for all that somebody else has asked for."""

from __future__ import annotations

import pytest

from deepen.web.turns import Turns, client_of


def filled(*items: str, most_at_once: int = 100) -> Turns[str]:
    """Their first letter is their client."""
    turns: Turns[str] = Turns(most_at_once)
    for item in items:
        turns.add(item[0], item)
    return turns


def all_of(turns: Turns[str]) -> list[str]:
    taken = []
    while (item := turns.take()) is not None:
        taken.append(item)
    return taken


def test_clients_take_turns_and_each_is_served_in_order() -> None:
    items = ["a1", "a2", "a3", "a4", "b1", "c1", "c2"]
    expected = ["a1", "b1", "c1", "a2", "c2", "a3", "a4"]
    assert list(filled(*items).in_order()) == expected
    assert all_of(filled(*items)) == expected


def test_who_was_served_stands_behind_who_comes_then() -> None:
    turns = filled("a1", "a2", "a3")
    assert turns.take() == "a1"
    turns.add("b", "b1")
    assert list(turns.in_order()) == ["a2", "b1", "a3"]
    assert turns.take() == "a2"
    assert turns.take() == "b1"


def test_a_client_has_only_so_much_under_way() -> None:
    turns = filled("a1", "a2", "b1", most_at_once=1)
    assert all_of(turns) == ["a1", "b1"]
    turns.finish("b")
    assert turns.take() is None
    turns.finish("a")
    assert all_of(turns) == ["a2"]


def test_what_a_client_has_is_counted() -> None:
    turns = filled("a1", "a2", "b1")
    assert (turns.of("a"), turns.of("b"), turns.of("c"), len(turns)) == (2, 1, 0, 3)
    turns.take()
    assert (turns.of("a"), len(turns)) == (2, 2)
    turns.finish("a")
    assert turns.remove("a", "a2")
    assert not turns.remove("a", "a2")
    assert (turns.of("a"), len(turns)) == (0, 1)


@pytest.mark.parametrize(
    ("kind", "client", "name"),
    [
        ("http", ("192.168.1.5", 40_000), "192.168.1.5"),
        ("websocket", ("192.168.1.5", 40_001), "192.168.1.5"),
        ("websocket", ("fe80::1", 40_001), "fe80::1"),
        ("http", ("127.0.0.1", 40_000), "this machine"),
        ("http", ("::1", 40_000), "this machine"),
        ("websocket", ("127.0.0.1", 40_001), "page 40001"),
        ("http", None, "this machine"),
    ],
)
def test_a_client_is_an_address_and_here_a_page(
    kind: str, client: tuple[str, int] | None, name: str
) -> None:
    assert client_of({"type": kind, "client": client}) == name
