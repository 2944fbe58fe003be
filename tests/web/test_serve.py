"""`deepen serve`: it says where it is, serves, and leaves nothing behind; misuse is a sentence."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from deepen.cli import main
from deepen.cli.serve import _address
from deepen.web.jobs import CLICKS
from web_support import wait_for

Captured = pytest.CaptureFixture[str]


@contextmanager
def server(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, and the address that it names."""
    command = [sys.executable, "-m", "deepen.cli", "serve", "--port", "0", "--no-browser", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        said = process.stderr.readline()
        assert said.startswith("deepen is at http://127.0.0.1:")
        yield process, said.split()[3]
    finally:
        process.kill()
        process.wait()


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
    assert "pip install 'deepen[web]'" in said


def test_the_help_begins_with_an_example(capsys: Captured) -> None:
    assert main(["serve", "--help"]) == 0
    assert "deepen serve --port 8765" in capsys.readouterr().out


def test_an_address_is_one_that_browsers_understand() -> None:
    assert _address("127.0.0.1", 80) == "http://127.0.0.1:80"
    assert _address("0.0.0.0", 80) == "http://127.0.0.1:80"
    assert _address("::1", 80) == "http://[::1]:80"
    assert _address("::", 80) == "http://[::1]:80"
