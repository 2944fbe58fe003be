"""`deepen serve`: it says where it is, serves, and leaves nothing behind; misuse is a sentence."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from deepen.cli import main
from deepen.cli.serve import _address
from deepen.games.length import MOST_TEXT
from deepen.web.lanes import CLICKS
from web_support import JSON, server, wait_for

_BLOCKS = '{"colour": "red", "pieces": [], "blocks": [BLOCKS]}'

Captured = pytest.CaptureFixture[str]


def children_of(process: int) -> list[str]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False
    )
    return found.stdout.split()


def test_it_serves_and_ends_without_a_trace() -> None:
    with server("--workers", "2", "--time-limit", "5", "--memory-limit", "64M") as (process, where):
        page = urllib.request.urlopen(where, timeout=60).read().decode()
        assert "<title>deepen</title>" in page
        wait_for(lambda: len(children_of(process.pid)) == 2 + CLICKS.workers)
        workers = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
        running = subprocess.run(["ps", "-p", ",".join(workers)], check=False, capture_output=True)
        assert running.returncode == 1, "no worker is left"


def test_workers_go_even_if_the_server_is_killed() -> None:
    with server("--workers", "1") as (process, _):
        wait_for(lambda: len(children_of(process.pid)) == 1 + CLICKS.workers)
        workers = children_of(process.pid)
        process.kill()
    wait_for(lambda: _are_gone(workers))


WORST = {
    "a long text": ("position", {"game": "hashi", "text": "0" * MOST_TEXT}),
    "many islands": ("position", {"game": "hashi", "text": "/".join(["0" * 31 + "."] * 32)}),
    "many cells": ("position", {"game": "hashi", "text": "/".join(["." * 32] * 32)}),
    "many blocks": (
        "position",
        {"game": "chexers", "text": _BLOCKS.replace("BLOCKS", ",".join(["[0,0]"] * 820))},
    ),
    "all examples": ("gallery", {"game": "chexers"}),
    "brackets": ("load", {"data": "[" * 10_000}),
    "many entries": ("table", {"game": "connect4", "text": "", "moves": ["1"] * 13_000}),
}
LONG_SOLUTION = {"game": "tiles", "text": "8 7 6 5 4 3 2 1 0", "algorithm": "depth-first"}


def processor_time(process: int) -> float:
    """Seconds that a process has had, all its threads together."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def taken_by(process: int, where: str, verb: str, message: object) -> float:
    """What the server itself takes for one request, of two: the first may import something."""
    for _ in range(2):
        before = processor_time(process)
        body = json.dumps(message).encode()
        request = urllib.request.Request(f"{where}/api/{verb}", body, JSON)
        with suppress(urllib.error.HTTPError):
            urllib.request.urlopen(request, timeout=60).read()
    return processor_time(process) - before


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="needs Linux")
def test_no_request_takes_the_server_itself_a_twentieth_of_a_second() -> None:
    with server("--workers", "1") as (process, where):
        taken = {name: taken_by(process.pid, where, *worst) for name, worst in WORST.items()}
    assert {name: seconds for name, seconds in taken.items() if seconds > 0.05} == {}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="needs Linux")
def test_a_solution_of_many_steps_is_only_passed_on() -> None:
    with server("--workers", "1") as (process, where):
        assert taken_by(process.pid, where, "solve", LONG_SOLUTION) < 0.05


def _are_gone(processes: list[str]) -> bool:
    return subprocess.run(["ps", "-p", ",".join(processes)], check=False).returncode == 1


def test_a_port_that_is_taken_is_told(capsys: Captured) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["serve", "--no-browser", "--port", port]) == 2
    said = capsys.readouterr().err
    assert f"cannot listen on 127.0.0.1 port {port}" in said
    assert said.count("\n") == 1


def test_a_missing_extra_is_told_with_the_command_that_helps(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--no-browser"]) == 2
    said = capsys.readouterr().err
    assert "the page needs uvicorn" in said
    assert "pip install fastapi uvicorn websockets" in said


def test_the_help_begins_with_an_example(capsys: Captured) -> None:
    assert main(["serve", "--help"]) == 0
    assert "deepen serve --port 8765" in capsys.readouterr().out


def test_an_address_is_one_that_browsers_understand() -> None:
    assert _address("127.0.0.1", 80) == "http://127.0.0.1:80"
    assert _address("0.0.0.0", 80) == "http://127.0.0.1:80"
    assert _address("::1", 80) == "http://[::1]:80"
    assert _address("::", 80) == "http://[::1]:80"
