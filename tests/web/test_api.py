"""HTTP: the API, the files of the page, who may ask, and the headers of every answer."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any

import pytest

import deepen
from deepen.web.pages import Page
from web_support import EASY, JSON, LONG_SEARCH, Answer, Served, ask, post, serving, wait_for


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as server:
        yield server


def test_the_games_are_listed(served: Served) -> None:
    games = {game["name"]: game for game in ask(served, "GET", "/api/games").json}
    assert {"chexers", "darkchess", "tiles"} <= set(games)
    assert games["tiles"]["examples"][0]["text"] == EASY


def test_a_puzzle_is_solved(served: Served) -> None:
    answer = post(served, "solve", game="tiles", text=EASY)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json["result"]["actions"] == ["left", "left"]


def test_each_quick_verb_answers(served: Served) -> None:
    assert post(served, "gallery", game="tiles").json
    assert post(served, "position", game="tiles", text=EASY).json["scene"]
    edit = {"game": "tiles", "text": EASY, "tool": "swap", "cells": ["0", "1"]}
    assert post(served, "edit", **edit).json["text"].startswith("2 1 0")


@pytest.mark.parametrize(
    ("message", "status", "sentence"),
    [
        ({"game": "tiles", "text": "1 1 1 0"}, 400, "tile 1"),
        ({"game": "tiles"}, 422, "text"),
        ({"game": "tiles", "text": EASY, "algorithm": "magic"}, 422, "algorithm"),
        ({"game": "tiles", "text": EASY, "heuristic": "magic"}, 400, "magic"),
        ({"game": "tiles", "text": EASY, "weight": 2}, 400, "weight"),
    ],
)
def test_a_refusal_is_a_sentence(
    served: Served, message: dict[str, Any], status: int, sentence: str
) -> None:
    answer = post(served, "solve", **message)
    assert answer.status == status
    assert sentence in answer.json["error"]


def test_what_is_not_there_is_told_as_json(served: Served) -> None:
    assert ask(served, "GET", "/nothing").status == 404
    assert ask(served, "GET", "/api/solve").status == 405
    assert ask(served, "GET", "/../../etc/passwd").json["error"] == "Not Found"


def test_who_hangs_up_ends_the_search(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    connection.request("POST", "/api/solve", json.dumps(LONG_SEARCH), JSON)
    wait_for(lambda: served.pool.idle == 0)
    connection.close()
    wait_for(lambda: served.pool.idle == 1)


def test_the_limits_of_the_server_hold() -> None:
    with serving(time_limit=0.2) as server:
        answer = post(server, "solve", **LONG_SEARCH)
    assert answer.json["result"]["status"] == "time-limit"
    assert answer.json["verdict"].startswith("Not solved: the time limit was hit first; any")


def test_a_full_house_is_told() -> None:
    with serving(most_waiting=0) as server:
        answer = post(server, "solve", game="tiles", text=EASY)
    assert answer.status == 503
    assert "try again" in answer.json["error"]


def test_a_worker_that_is_killed_is_not_the_fault_of_the_request(served: Served) -> None:
    with ThreadPoolExecutor() as programs:
        answer = programs.submit(post, served, "solve", **LONG_SEARCH)
        wait_for(lambda: served.pool.idle == 0)
        os.kill(served.pool.processes[0], signal.SIGKILL)
        assert answer.result().status == 503
    assert "ended unexpectedly" in answer.result().json["error"]


def test_many_searches_of_programs_do_not_keep_a_page_waiting() -> None:
    search = {**LONG_SEARCH, "time_limit": 0.15}
    with serving(most_jobs=8) as server, ThreadPoolExecutor(8) as programs, server.line() as page:
        waiting = [programs.submit(post, server, "solve", **search) for _ in range(8)]
        wait_for(lambda: server.pool.waiting == 7)
        number = page.send(verb="solve", game="tiles", text=EASY)
        assert page.until(number, "queued") <= 2, "behind the one that is next, at most"
        assert page.until(number, "answer")
        assert sum(not answer.done() for answer in waiting) >= 4
        assert {answer.result().status for answer in waiting} == {200}


def test_programs_of_a_client_have_only_so_many_searches() -> None:
    search = {**LONG_SEARCH, "time_limit": 0.5}
    with serving(most_jobs=2) as server, ThreadPoolExecutor(6) as programs:
        answers = list(programs.map(lambda _: post(server, "solve", **search), range(6)))
    refused = [answer for answer in answers if answer.status == 429]
    assert [answer.status for answer in answers].count(200) == 2
    assert len(refused) == 4
    assert "enough requests under way" in refused[0].json["error"]


def test_the_server_itself_reads_no_position(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a stranger sends is looked at in processes that can be ended."""
    monkeypatch.setattr(Page, "parse", None)
    monkeypatch.setattr(deepen.Record, "from_json", None)
    assert post(served, "position", game="tiles", text=EASY).status == 200
    assert post(served, "load", data='"x"').status == 400


# The page's files


def test_the_page_needs_nothing_from_elsewhere(served: Served) -> None:
    page = ask(served, "GET", "/").text
    assert "<script" in page
    for path in re.findall(r'(?:href|src)="(/[^"]*)"', page):
        assert ask(served, "GET", path).status == 200
    for entry in files("deepen.web").joinpath("static").iterdir():
        text = entry.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text, entry.name
        assert "https://" not in text, entry.name


def test_modules_import_only_each_other(served: Served) -> None:
    for entry in files("deepen.web").joinpath("static").iterdir():
        if entry.name.endswith(".js"):
            for path in re.findall(r'from "\.(/[^"]+)"', entry.read_text(encoding="utf-8")):
                assert ask(served, "GET", path).status == 200


def test_there_is_no_inline_script_or_style() -> None:
    for entry in files("deepen.web").joinpath("static").iterdir():
        if entry.name.endswith(".html"):
            page = entry.read_text(encoding="utf-8")
            assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=", page)


def test_files_are_sent_once(served: Served) -> None:
    tag = ask(served, "GET", "/style.css").headers["etag"]
    again = ask(served, "GET", "/style.css", **{"If-None-Match": tag})
    assert (again.status, again.text) == (304, "")


def test_the_api_has_a_page_and_a_description(served: Served) -> None:
    assert "/api.js" in ask(served, "GET", "/api").text
    described = ask(served, "GET", "/api/openapi.json").json
    assert "/api/solve" in described["paths"]


# The guard


@pytest.mark.parametrize("path", ["/", "/api/games", "/style.css", "/nothing"])
def test_every_answer_has_the_headers(served: Served, path: str) -> None:
    headers = ask(served, "GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost:1234", 200),
        ("[::1]:8765", 200),
        ("127.0.0.2", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("192.168.1.5", 421),
        ("127.0.0.1@evil.example", 421),
        ("127.0.0.1/x", 421),
        ("[", 421),
        ("]", 421),
        ("[::1", 421),
        ("[]:1", 421),
        ("[v1.x]", 421),
        ("127.0.0.1]", 421),
        ("\u00bd", 421),
        ("x" * 5000, 421),
    ],
)
def test_only_our_own_names_are_answered(
    served: Served, name: str, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = ask(served, "GET", "/", Host=name)
    assert answer.status == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert capfd.readouterr().err == ""


def test_on_an_open_address_any_numeric_name_is_answered() -> None:
    with serving(host="0.0.0.0") as server:
        assert ask(server, "GET", "/", Host="192.168.1.5:8765").status == 200
        assert ask(server, "GET", "/", Host="evil.example").status == 421


def test_other_pages_are_turned_away(served: Served) -> None:
    message = json.dumps({"game": "tiles"})
    assert ask(served, "POST", "/api/gallery", message, Origin=served.address).status == 200
    for origin in ("http://evil.example", "null", "http://[", "http://[::1", "//", ""):
        answer = ask(served, "POST", "/api/gallery", message, Origin=origin)
        assert answer.status == 403
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_request_may_only_be_so_long(served: Served) -> None:
    assert post(served, "position", game="tiles", text="x" * (65 << 10)).status == 413


def test_a_body_in_pieces_may_not_be_longer_either(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    pieces = (b" " * (16 << 10) for _ in range(20))
    connection.request("POST", "/api/position", pieces, JSON, encode_chunked=True)
    answer = Answer(connection.getresponse())
    assert (answer.status, answer.json) == (413, {"error": "a request may have 65536 bytes"})
    connection.close()


@pytest.mark.parametrize("length", ["9" * 5000, "-1", "x", "0x10"])
def test_a_length_that_is_none_is_refused(served: Served, length: str) -> None:
    assert ask(served, "POST", "/api/position", "", **{"Content-Length": length}).status >= 400


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ("{", 422, "this is no JSON that can be read"),
        ("[" * 30_000, 400, "this is no JSON that can be read"),
        ('{"game": ' + "9" * 5000 + "}", 400, "this is no JSON that can be read"),
        ('{"game": ' + "9" * 4000 + "}", 422, "'game' must be a string"),
        ("[]", 422, "the request must be a JSON object, sent as application/json"),
        ("{}", 422, "'game' is missing"),
        ('{"game": "tiles", "text": "0", "x": 1}', 422, "'x' is not known here"),
        ('{"game": "tiles", "text": "0", "\\ud800": 1}', 422, "the message holds signs"),
        ('{"game": "tiles", "text": "\\ud800"}', 422, "'text' holds signs that are no characters"),
        ('{"game": "tiles", "text": 1e999}', 422, "'text' must be a string"),
        ('{"game": "tiles", "text": "0", "weight": NaN}', 422, "'weight' must be a finite number"),
        ('{"game": "tiles", "text": "0", "weight": 1e9}', 422, "'weight' must be 1000 or less"),
        (
            '{"game": "tiles", "text": "0", "time_limit": 0}',
            422,
            "'time_limit' must be more than 0",
        ),
        ('{"game": "tiles", "text": "0", "node_limit": 1.5}', 422, "'node_limit' must be a whole"),
        ('{"game": "tiles", "text": "0", "node_limit": 1' + "0" * 4000 + "}", 422, "'node_limit'"),
        ('{"game": "tiles", "text": "0", "algorithm": "x"}', 422, "'algorithm' must be 'astar', "),
        ('{"game": "tiles", "text": "' + "0" * 5001 + '"}', 422, "'text' may have 5000 characters"),
        ('{"game": "' + "x" * 41 + '", "text": "0"}', 422, "'game' may have 40 characters"),
    ],
)
def test_what_does_not_fit_is_told_in_our_own_words(
    served: Served, body: str, status: int, sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = ask(served, "POST", "/api/solve", body)
    assert (answer.status, answer.json["error"][: len(sentence)]) == (status, sentence)
    assert capfd.readouterr().err == ""


def test_bytes_that_are_no_text_are_refused(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    connection.request("POST", "/api/solve", b'{"game": "\xff"}', JSON)
    assert connection.getresponse().status == 400
    connection.close()


def test_a_form_is_not_understood(served: Served) -> None:
    answer = ask(served, "POST", "/api/solve", "{}", **{"Content-Type": "text/plain"})
    assert answer.status == 422
    assert "sent as application/json" in answer.json["error"]


@pytest.mark.parametrize("data", ["9" * 5000, "[" * 5000, "", "nan", "{", "NaN", "[1]", "\x00"])
def test_a_file_that_is_no_record_is_refused(served: Served, data: str) -> None:
    answer = post(served, "load", data=data)
    assert answer.status == 400
    assert "defect" not in answer.json["error"]


@pytest.mark.parametrize("path", ["/", "/api", "/style.css", "/api/games", "/nothing"])
def test_the_head_alone_is_that_of_the_whole(served: Served, path: str) -> None:
    head, whole = (ask(served, method, path) for method in ("HEAD", "GET"))
    assert (head.status, head.text) == (whole.status, "")
    for headers in (head.headers, whole.headers):
        del headers["date"]
    assert head.headers == whole.headers
