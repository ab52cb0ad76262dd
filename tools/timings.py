"""Measure `make play` in a fresh clone with empty caches, and again with everything in place: `make timings`.

Prints how long each step took, when the page first answered, and how long `import saloon` takes. It does not touch
this checkout, your caches or your games.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

ROOT = Path(__file__).resolve().parents[1]
LISTENS = re.compile(r"listens on (http://\S+)")
IMPORT = "import time; begun = time.perf_counter(); import saloon; print(round(time.perf_counter() - begun, 3))"
_open = build_opener(ProxyHandler({})).open


def main(runs: int) -> None:
    """Time `make play` in fresh clones, twice in each."""
    for number in range(1, runs + 1):
        with tempfile.TemporaryDirectory(prefix="saloon-timings-") as folder:
            clone, home = Path(folder) / "clone", Path(folder) / "home"
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
            for which in ("first", "second"):
                print(f"--- run {number}, {which} `make play`", flush=True)
                seconds = _until_the_page_answers(clone, home)
                print(f"=== run {number}, {which} `make play`: the page answered after {seconds:.1f} s", flush=True)
            imported = subprocess.run(
                [clone / ".venv" / "bin" / "python", "-c", IMPORT], stdout=subprocess.PIPE, check=True
            )
            print(f"=== run {number}: `import saloon` took {imported.stdout.decode().strip()} s", flush=True)


def _until_the_page_answers(clone: Path, home: Path) -> float:
    caches = {"PIP_CACHE_DIR": "pip", "UV_CACHE_DIR": "uv", "npm_config_cache": "npm", "XDG_CACHE_HOME": "cache"}
    own = {name: str(home / place) for name, place in {**caches, "XDG_DATA_HOME": "data"}.items()}
    start = monotonic()
    game = subprocess.Popen(
        ["make", "play"],
        cwd=clone,
        env={**os.environ, **own, "BROWSER": "true", "MAKEFLAGS": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        address = _address(game, start)
        while not _answers(address):
            sleep(0.05)
        return monotonic() - start
    finally:
        os.killpg(game.pid, signal.SIGINT)
        game.wait()


def _address(game: "subprocess.Popen[str]", start: float) -> str:
    """Forward the output, with the time, until it names the address of the page."""
    assert game.stdout is not None
    for line in game.stdout:
        print(f"{monotonic() - start:6.1f} s  {line}", end="", flush=True)
        found = LISTENS.search(line)
        if found:
            Thread(target=game.stdout.read, daemon=True).start()
            return found[1]
    raise SystemExit("`make play` ended before the page was up")


def _answers(address: str) -> bool:
    try:
        with _open(address, timeout=5) as answer:
            return answer.status == 200 and b"<html" in answer.read()
    except (URLError, ConnectionError, TimeoutError):
        return False


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
