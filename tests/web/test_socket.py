"""The WebSocket: what it answers, what it refuses, and that a page's end is its searches' end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from deepen.web import socket
from web_support import EASY, LONG_SEARCH, Served, serving, wait_for


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as server:
        yield server


def test_a_position_is_drawn(served: Served) -> None:
    with served.line() as line:
        answer = line.ask(verb="position", game="tiles", text="1 2 0 3 4 5 6 7 8")
    assert answer["text"] == "1 2 0\n3 4 5\n6 7 8"
    assert [cell["id"] for cell in answer["scene"]["cells"]] == [str(i) for i in range(9)]


def test_a_click_changes_the_text(served: Served) -> None:
    with served.line() as line:
        answer = line.ask(verb="edit", game="tiles", text=EASY, tool="slide", cells=["1"])
        assert answer["text"] == "1 0 2\n3 4 5\n6 7 8"
        refusal = line.refusal(verb="edit", game="tiles", text=EASY, tool="slide", cells=["4"])
        assert refusal == "tile 4 is not in line with the gap, so it cannot slide"


def test_a_search_is_answered(served: Served) -> None:
    with served.line() as line:
        answer = line.ask(verb="solve", game="tiles", text=EASY)
    assert answer["verdict"] == "Solved in 2 moves, proven shortest."
    assert [step["h"] for step in answer["steps"]] == [2, 1, 0]


def test_clicks_are_answered_while_a_search_runs(served: Served) -> None:
    with served.line() as busy, served.line() as other:
        job = busy.send(verb="solve", **LONG_SEARCH)
        busy.until(job, "progress")
        for line in (busy, other):
            assert line.ask(verb="position", game="tiles", text=EASY)["text"]
        busy.ask(verb="stop", job=job)


def test_a_ping_is_answered_with_nothing(served: Served) -> None:
    with served.line() as line:
        line.until(line.send(verb="solve", **LONG_SEARCH), "progress")
        number = line.send(verb="ping")
        assert line.until(number, "answer", "failed") is None


def test_a_search_can_be_stopped(served: Served) -> None:
    with served.line() as line:
        job = line.send(verb="solve", **LONG_SEARCH)
        line.until(job, "progress")
        line.send(verb="stop", job=job)
        assert line.until(job, "answer")["result"]["status"] == "interrupted"
        assert line.ask(verb="stop", job=job) is None, "twice does no harm"


def test_a_page_that_goes_takes_its_searches_along(served: Served) -> None:
    with served.line() as line:
        line.until(line.send(verb="solve", **LONG_SEARCH), "progress")
        line.until(line.send(verb="solve", **LONG_SEARCH), "queued")
        assert served.pool.idle == 0
    wait_for(lambda: served.pool.idle == 1)
    with served.line() as line:
        number = line.send(verb="solve", game="tiles", text=EASY)
        assert line.hear() == {"id": number, "kind": "started", "body": None}


def test_a_page_has_only_so_many_searches(served: Served) -> None:
    with served.line() as line:
        for _ in range(served.pool.settings.most_jobs):
            line.send(verb="solve", **LONG_SEARCH)
        assert "enough searches" in line.refusal(verb="solve", **LONG_SEARCH)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[]", "object"),
        ('{"id": 1}', "message"),
        ('{"id": 1, "message": {"verb": "dance"}}', "dance"),
        ('{"id": 1, "message": {"verb": "gallery"}}', "game"),
        ('{"id": 1, "message": {"verb": "gallery", "game": 5}}', "string"),
        ('{"id": 1, "message": {"verb": "gallery", "game": "tiles", "x": 1}}', "x"),
        ('{"id": -1, "message": {"verb": "catalogue"}}', "id"),
        ('{"id": 1e99, "message": {"verb": "catalogue"}}', "id"),
        ('{"id": 1, "message": {"verb": "stop", "job": "1; drop"}}', "job"),
        ('{"id": 1, "message": {"verb": "gallery", "game": "../../etc/passwd"}}', "no game"),
        ('{"id": 1, "message": {"verb": "gallery", "game": "os"}}', "no game"),
        (
            '{"id": 1, "message": {"verb": "solve", "game": "tiles", "text": "", "weight": NaN}}',
            "",
        ),
        (
            '{"id": 1, "message": {"verb": "solve", "game": "tiles", "text": "", '
            '"time_limit": -1}}',
            "time_limit",
        ),
        ('{"id": 1, "message": {"verb": "position", "game": "tiles", "text": "0 1"}}', "square"),
        ("[" * 20_000, "no JSON"),
        ('{"id": ' + "9" * 5000 + "}", "no JSON"),
        ('{"id": 1, "message": {"verb": "stop", "job": ' + "9" * 5000 + "}}", "no JSON"),
        ('{"id": 1, "message": {"verb": "gallery", "game": "\\ud800"}}', ""),
        ('{"id": 1, "message": {"verb": "load", "data": "' + "9" * 5000 + '"}}', "no record"),
        ('{"id": 1, "message": {"verb": "' + "x" * 1000 + '"}}', "no verb 'xxx"),
        ('{"id": 1, "message": {}}', "no 'verb'"),
        ('{"id": 1, "message": {"verb": "ping", "x": 1}}', "'x' is not known"),
        (
            '{"id": 1, "message": {"verb": "edit", "game": "tiles", "text": "", "tool": "slide", '
            '"cells": ["0", 1]}}',
            "'cells', entry 2 must be a string",
        ),
    ],
)
def test_what_does_not_fit_is_refused_and_the_line_stays(
    served: Served, data: str, sentence: str
) -> None:
    with served.line() as line:
        line.connection.send(data)
        heard = line.hear()
        assert heard["kind"] == "failed"
        assert sentence in heard["body"]
        assert line.ask(verb="position", game="tiles", text=EASY)


def test_a_text_may_only_be_so_long_and_the_page_knows(served: Served) -> None:
    with served.line() as line:
        (most,) = {game["most_text"] for game in line.ask(verb="catalogue")}
        assert str(most) in line.refusal(verb="position", game="tiles", text="1" * (most + 1))
        at_most = line.refusal(verb="position", game="tiles", text="1" * most)
        assert "not the number of a tile" in at_most


def test_a_refusal_bears_the_number_of_its_request(served: Served) -> None:
    with served.line() as line:
        line.connection.send('{"id": 77, "message": {"verb": "dance"}}')
        assert line.hear()["id"] == 77


@pytest.mark.parametrize(("data", "code"), [("x" * (65 << 10), 1009), (b"bytes", 1003)])
def test_what_no_page_sends_ends_the_line_and_says_so(served: Served, data: Any, code: int) -> None:
    with served.line() as line:
        line.connection.send(data)
        with pytest.raises(ConnectionClosed) as closed:
            line.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://["},
        {"Host": "evil.example"},
        {"Host": "["},
        {"Host": ""},
    ],
)
def test_other_pages_and_other_names_are_turned_away(
    served: Served, headers: dict[str, str]
) -> None:
    with (
        pytest.raises((InvalidStatus, ConnectionClosed)),
        served.line(additional_headers=headers) as line,
    ):
        line.ask(verb="catalogue")


def test_our_own_page_is_let_in(served: Served) -> None:
    with served.line(additional_headers={"Origin": served.address}) as line:
        assert [game["name"] for game in line.ask(verb="catalogue")]


def test_only_so_many_pages_may_be_open() -> None:
    with serving(most_pages=1) as server, server.line() as first:
        assert first.ask(verb="catalogue")
        with server.line() as second, pytest.raises(ConnectionClosed) as closed:
            second.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013


def test_the_pages_of_an_address_share_its_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "client_of", lambda scope: "192.168.1.5")
    with serving(most_jobs=2) as server, server.line() as first, server.line() as second:
        first.until(first.send(verb="solve", **LONG_SEARCH), "progress")
        second.until(second.send(verb="solve", **LONG_SEARCH), "queued")
        assert "enough searches" in first.refusal(verb="solve", **LONG_SEARCH)
        assert "enough searches" in second.refusal(verb="solve", **LONG_SEARCH)


def test_an_address_has_only_so_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "client_of", lambda scope: "192.168.1.5")
    with serving(most_pages_each=1) as server:
        with server.line() as first, server.line() as second:
            assert first.ask(verb="ping") is None
            with pytest.raises(ConnectionClosed):
                second.hear()
        with server.line() as third:
            assert third.ask(verb="ping") is None


def test_messages_are_json_on_both_sides(served: Served) -> None:
    with served.line() as line:
        line.connection.send(json.dumps({"id": 3, "message": {"verb": "catalogue"}}))
        raw = line.connection.recv(timeout=10)
    assert isinstance(raw, str)
    assert set(json.loads(raw)) == {"id", "kind", "body"}
