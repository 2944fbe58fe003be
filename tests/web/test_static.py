"""The files for the browser, read as text: what a linter would hold them to."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

STATIC = files("deepen.web").joinpath("static")
SCRIPTS = sorted(each.name for each in STATIC.iterdir() if each.name.endswith(".js"))
WIDTH = 120


def script(name: str) -> str:
    return STATIC.joinpath(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCRIPTS)
def test_lines_are_not_too_long(name: str) -> None:
    lines = enumerate(script(name).splitlines(), 1)
    assert [number for number, line in lines if len(line) > WIDTH] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_captions_have_one_form(name: str) -> None:
    """A comment between blank lines: a capital, a few words, no full stop and no rule."""
    captions = re.findall(r"(?<=\n\n)\s*// (.*)\n(?=\n)", script(name))
    assert [text for text in captions if not re.fullmatch(r"[A-Z][\w, ]{,40}", text)] == []
    assert not re.search(r"//\s*[-=*]{2}", script(name))


@pytest.mark.parametrize("name", SCRIPTS)
def test_numbers_are_put_into_words_by_the_server(name: str) -> None:
    assert not re.search(r"\bIntl\b|toLocale|toPrecision", script(name))


@pytest.mark.parametrize("name", SCRIPTS)
def test_imports_are_in_order_and_lead_somewhere(name: str) -> None:
    imported = re.findall(r'^import .* from "\./(.*)";$', script(name), flags=re.MULTILINE)
    assert imported == sorted(imported)
    assert set(imported) <= set(SCRIPTS)


def test_every_script_is_used() -> None:
    known = {"main.js", "api.js"}  # named by the two pages
    used = {other for name in SCRIPTS for other in re.findall(r'"\./(.*\.js)"', script(name))}
    assert used | known == set(SCRIPTS)
