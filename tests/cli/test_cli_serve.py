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
