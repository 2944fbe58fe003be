"""The token: who has it comes in, and nobody else sees anything."""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Iterator
from importlib.resources import files

import pytest
from websockets.exceptions import InvalidStatus

from deepen.cli import main
from deepen.web.gate import new_token
from web_support import EASY, Served, ask, server, serving

TOKEN = "open sesame/ü"
LINK = f"/?token={urllib.parse.quote(TOKEN, safe='')}"


@pytest.fixture(scope="module")
def closed() -> Iterator[Served]:
    with serving(token=TOKEN) as served:
        yield served


@pytest.fixture
def cookie(closed: Served) -> str:
    return ask(closed, "GET", LINK).headers["set-cookie"].partition(";")[0]


def paths() -> list[str]:
    static = files("deepen.web").joinpath("static")
    return ["/", "/api", "/api/games", "/api/openapi.json", "/socket", "/nothing"] + [
        f"/{entry.name}" for entry in static.iterdir() if entry.name.endswith(("js", "css", "svg"))
    ]


def test_nothing_is_seen_without_the_token(closed: Served) -> None:
    for path in paths():
        answer = ask(closed, "GET", path)
        assert answer.status == 401, path
        assert "asks for a token" in answer.json["error"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    message = json.dumps({"game": "tiles", "text": EASY})
    assert ask(closed, "POST", "/api/solve", message).status == 401
    assert ask(closed, "POST", f"/api/solve{LINK[1:]}", message).status == 401
    with pytest.raises(InvalidStatus) as refused, closed.line():
        pass
    assert refused.value.response.status_code == 401


def test_the_link_gives_a_cookie_and_leads_to_the_page(closed: Served, cookie: str) -> None:
    answer = ask(closed, "GET", LINK)
    again = ask(closed, "GET", LINK, Cookie=cookie)
    assert (again.status, again.headers["location"]) == (303, "/"), "the token leaves the address"
    assert (answer.status, answer.headers["location"], answer.text) == (303, "/", "")
    given = answer.headers["set-cookie"].lower()
    assert "httponly" in given
    assert "samesite=lax" in given
    assert "sesame" not in given


def test_the_cookie_opens_everything(closed: Served, cookie: str) -> None:
    for path in paths():
        assert ask(closed, "GET", path, Cookie=cookie).status in (200, 404)
    message = json.dumps({"game": "tiles", "text": EASY})
    assert ask(closed, "POST", "/api/solve", message, Cookie=f"a=b; {cookie}").status == 200
    with closed.line(additional_headers={"Cookie": cookie}) as page:
        assert page.ask(verb="position", game="tiles", text=EASY)


def test_programs_send_the_token_with_each_request(closed: Served) -> None:
    for scheme in ("Bearer", "bearer"):
        sent = f"{scheme} {TOKEN}".encode().decode("latin-1")
        assert ask(closed, "GET", "/api/games", Authorization=sent).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "deepen=1"},
        {"Cookie": ";;;=;\x80"},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer open"},
        {"Authorization": "Basic b3Blbg=="},
        {"Authorization": "open sesame"},
    ],
)
def test_what_is_almost_right_is_wrong(closed: Served, headers: dict[str, str]) -> None:
    assert ask(closed, "GET", "/", **headers).status == 401


@pytest.mark.parametrize("query", ["?token=", "?token=x", "?token=%ff", "?token=x&token=y", "?x"])
def test_a_wrong_link_opens_nothing(closed: Served, query: str) -> None:
    answer = ask(closed, "GET", f"/{query}")
    assert answer.status == 401
    assert "set-cookie" not in answer.headers


def test_a_cookie_of_another_token_is_none(closed: Served) -> None:
    with serving(token="another") as other:
        given = ask(other, "GET", "/?token=another").headers["set-cookie"]
        assert ask(closed, "GET", "/", Cookie=given).status == 401


def test_nobody_is_led_to_another_server(closed: Served) -> None:
    answer = ask(closed, "GET", f"//evil.example{LINK}")
    assert answer.headers["location"] == "/evil.example/"


def test_browsers_are_asked_for_the_token(closed: Served) -> None:
    page = ask(closed, "GET", "/", Accept="text/html,*/*")
    assert page.status == 401
    assert '<input name="token"' in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    again = ask(closed, "GET", "/?token=%3Cscript%3E", Accept="text/html")
    assert "This is not the token." in again.text
    assert "script" not in again.text


def test_other_names_are_refused_before_anybody_is_asked(closed: Served, cookie: str) -> None:
    assert ask(closed, "GET", LINK, Host="evil.example").status == 421
    assert ask(closed, "GET", "/", Cookie=cookie, Origin="http://evil.example").status == 403


def test_tokens_that_are_made_are_long_and_never_the_same() -> None:
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert {len(token) for token in made} == {12}


# The command line


def test_this_machine_is_open_and_others_need_the_link() -> None:
    with server() as (_, where):
        assert "token" not in where
    with server("--host", "0.0.0.0") as (process, where):
        assert process.stderr is not None
        others = process.stderr.readline()
        assert "/?token=" in where
        assert others.startswith("for others in the network: http://")
        assert others.split()[-1].partition("/?")[2] == where.partition("/?")[2]
    with server("--host", "0.0.0.0", "--no-token") as (_, where):
        assert "token" not in where
    with server("--token", "a b") as (_, where):
        assert where.endswith("/?token=a%20b")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--token", "x", "--no-token"], "--token and --no-token exclude each other"),
        (["--token", ""], "a token has one character at least"),
        (["--token", "  "], "a token has one character at least"),
    ],
)
def test_tokens_that_are_none(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-browser", *options]) == 2
    assert sentence in capsys.readouterr().err
