"""A line to the server that is dead without being closed, in a real browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from browser_support import Page, Visit, at, expect, notation, solve
from web_support import EASY, HARD


@pytest.fixture(scope="module")
def process() -> Iterator[Any]:
    """A server in a process of its own, which can be frozen."""
    command = [sys.executable, "-m", "deepen.cli", "serve", "--port", "0", "--no-browser"]
    server = subprocess.Popen([*command, "--workers", "1"], stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    address = server.stderr.readline().split()[3]
    yield SimpleNamespace(address=address, pid=server.pid)
    os.kill(server.pid, signal.SIGCONT)
    server.terminate()
    server.wait()


@contextmanager
def frozen(process: Any) -> Iterator[None]:
    """The server is there, but does nothing."""
    os.kill(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process.pid, signal.SIGCONT)


@contextmanager
def offline(visit: Visit) -> Iterator[None]:
    """The browser has no network."""
    visit.context.set_offline(True)
    yield
    visit.context.set_offline(False)


def begin_long_search(page: Page) -> None:
    page.get_by_label("Algorithm").select_option("idastar")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".figures")).to_contain_text("MiB")


@pytest.mark.slow
def test_a_server_that_does_not_answer_is_noticed_and_stop_stops(
    browser: Any, process: Any
) -> None:
    visit = Visit(browser, process)
    page = visit.go(at("tiles", HARD))
    begin_long_search(page)
    banner, verdict = page.locator("#offline"), page.locator(".verdict")
    with frozen(process):
        began = time.monotonic()
        expect(banner).to_contain_text("The server does not answer. Trying again")
        noticed = time.monotonic() - began
        page.get_by_role("button", name="Stop").click()
        expect(verdict).to_contain_text("Stopped; the server does not answer", timeout=1000)
        expect(page.get_by_role("button", name="Solve")).to_be_visible()
        page.get_by_role("button", name="two-moves").click()
    assert noticed < 10, "within 3 seconds, on a machine that has nothing else to do"
    expect(banner).to_be_hidden()
    expect(notation(page)).to_have_value("1 2 0\n3 4 5\n6 7 8")
    solve(page)
    visit.context.close()


@pytest.mark.slow
def test_stop_says_at_once_that_it_stops_and_a_pause_costs_no_search(
    browser: Any, process: Any
) -> None:
    visit = Visit(browser, process)
    page = visit.go(at("tiles", HARD))
    begin_long_search(page)
    with frozen(process):
        expect(page.locator("#offline")).to_be_visible()
        time.sleep(1)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator(".verdict")).to_contain_text("Solving")  # the search has survived it
    with frozen(process):
        page.keyboard.press("Escape")
        expect(page.locator(".verdict")).to_contain_text("Stopping", timeout=1000)
        expect(page.locator(".verdict")).to_contain_text("Stopped; the server does not answer")
    visit.context.close()


@pytest.mark.slow
def test_a_browser_without_a_network_says_so_until_it_is_back(browser: Any, process: Any) -> None:
    visit = Visit(browser, process)
    page = visit.go(at("tiles", EASY))
    with offline(visit):
        expect(page.locator("#offline")).to_be_visible()
        page.get_by_role("gridcell", name="row 1, column 2").click()
    expect(page.locator("#offline")).to_be_hidden()
    expect(notation(page)).to_have_value(re.compile("1 0 2"))
    solve(page)
    visit.context.close()
