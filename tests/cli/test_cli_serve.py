"""`saloon` alone serves the page and opens it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from saloon.cli import main


def test_saloon_alone_serves_from_the_data_directory_and_opens_the_page(tmp_path: Path) -> None:
    """Also where the usual port is taken."""
    shown = tmp_path / "shown"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {shown}\n')
    browser.chmod(0o755)
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "BROWSER": f"{browser} %s"}
    command = [sys.executable, "-c", "import sys; from saloon.cli import main; sys.exit(main())"]
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        except OSError:
            pass  # somebody else has it: taken all the same
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            told = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert told is not None
            until = time.monotonic() + 60
            while not shown.exists() or not shown.read_text():
                assert time.monotonic() < until, "no browser was opened"
                time.sleep(0.05)
            assert shown.read_text() == told[0]
            assert httpx.get(f"{told[0]}/api/health").json()["status"] == "ok"
            assert (tmp_path / "data" / "saloon" / "saloon.db").exists()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)
            process.stdout.close()


@pytest.mark.parametrize(
    ("arguments", "code", "repeated"),
    [
        (["--port", "70000"], "BAD_ADDRESS", "127.0.0.1:70000"),
        (["--port", "-1"], "BAD_ADDRESS", "127.0.0.1:-1"),
        (["--host", "256.256.256.256"], "BAD_ADDRESS", "256.256.256.256:0"),
        (["--workers", "0"], "BAD_WORKERS", "not 0"),
        (["--redis", "cache:6379"], "BAD_REDIS", "'cache:6379'"),
        (["--trusted-proxy", "proxy.example"], "BAD_PROXY", "'proxy.example'"),
        (["--trusted-proxy", "10.0.0.1/8"], "BAD_PROXY", "'10.0.0.1/8'"),
        (["--limit", "patience=3"], "BAD_LIMIT", "'patience' is not a limit"),
        (["--limit", "requests_per_second=many"], "BAD_LIMIT", "'requests_per_second=many'"),
        (["--limit", "connections_per_address=0"], "BAD_LIMIT", "'connections_per_address=0'"),
        (["--limit", "connections_per_address=1.5"], "BAD_LIMIT", "a whole number above 0"),
        (["--allowed-host", "https://play.example"], "BAD_HOST", "'https://play.example'"),
        (["--allowed-host", "play.example:443"], "BAD_HOST", "'play.example:443'"),
        (["--origin", "play.example"], "BAD_ORIGIN", "'play.example'"),
        (["--origin", "https://play.example/"], "BAD_ORIGIN", "'https://play.example/'"),
        (["--database", "mysql://db/saloon"], "BAD_DATABASE", "'mysql://db/saloon'"),
        (["--database", "sqlite:///"], "BAD_DATABASE", "'sqlite:///'"),
        (["--database", "sqlite:///:memory:"], "BAD_DATABASE", "'sqlite:///:memory:'"),
        (["--database", "sqlite:////dev/null/saloon.db"], "STORE_UNAVAILABLE", "/dev/null/saloon.db"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "STORE_UNAVAILABLE", "cannot be opened"),
    ],
)
def test_what_cannot_be_served_is_refused_with_a_sentence(
    arguments: list[str], code: str, repeated: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything listens, and without the trace of a program that fell."""
    usual = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'saloon.db'}"]
    assert main([*usual, *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("error: ")
    assert repeated in told.err
    assert told.err.endswith(f"[{code}]\n")
    assert told.err.count("\n") == 1


def test_a_port_that_is_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'saloon.db'}"]) == 2
    assert f"127.0.0.1:{port}: Address already in use [BAD_ADDRESS]" in capsys.readouterr().err
