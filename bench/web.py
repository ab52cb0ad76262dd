"""The page: how much is sent before it can be used, how soon a card can be moved, how long a frame takes in a drag.

These lines are kilobytes and milliseconds, and the bar is the most that is allowed. They need Chromium.
"""

import gzip
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from saloon.core.errors import BadInput
from saloon.server.page import FOLDER

from ._measure import Line

ARGUMENTS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"]
DRAG = """async () => {
    const card = document.querySelector('.card[data-pile="you-tableau-6"]:last-of-type .front')
        ?? [...document.querySelectorAll('.card[data-pile^="you-tableau"] .front')].at(-1)
    const box = card.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const send = (type, dx, dy) => card.dispatchEvent(new PointerEvent(type, {
        bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, clientX: x + dx, clientY: y + dy}))
    send('pointerdown', 0, 0)
    const frames = []
    let last = performance.now()
    for (let step = 1; step <= 120; step += 1) {
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        frames.push(now - last)
        last = now
        send('pointermove', -3 * step, 2 * Math.sin(step / 8) * 40)
    }
    send('pointerup', 0, 0)
    return frames.slice(3)
}"""


def measure(seconds: float) -> list[Line]:  # noqa: ARG001 - a page is loaded once, however long one waits
    """Return the three figures."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise BadInput("the benchmark of the page needs Chromium: apt-get install chromium", "NO_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with _server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        first = _first_card(page, url)
        frames = _drag(page, url)
        browser.close()
    return [
        Line("web initial transfer", _transfer() / 1000, "kB, gzip, for the first screen", 120),
        Line("web first card", first, "ms from the address to a card that can be moved", 1500),
        Line("web longest frame of a drag", max(frames), "ms, 104 cards on the table", 50),
        Line("web median frame of a drag", sorted(frames)[len(frames) // 2], "ms"),
    ]


@contextmanager
def _server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "saloon",
            "serve",
            "--port",
            "0",
            "--database",
            f"sqlite:///{folder}/saloon.db",
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def _transfer() -> int:
    """Return the bytes of the document and all that it names, as they travel."""
    index = (FOLDER / "index.html").read_text()
    names = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    files: list[Path] = [FOLDER / "index.html", *(FOLDER / name for name in names)]
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def _first_card(page: Any, url: str) -> float:
    page.goto(url)
    table = _open(page, {"game": "klondike"})
    page.goto(f"{url}/table/{table}")
    page.wait_for_selector(".card .front")
    moment: float = page.evaluate("performance.now()")
    return moment


def _drag(page: Any, url: str) -> list[float]:
    seats = [{"kind": "human"}, {"kind": "bot", "level": "greedy"}]
    table = _open(page, {"game": "highnoon", "seats": seats, "seed": "bench"})
    page.goto(f"{url}/table/{table}")
    page.wait_for_selector(".card .front")
    page.wait_for_timeout(1500)
    frames: list[float] = page.evaluate(DRAG)
    return frames


def _open(page: Any, wish: dict[str, Any]) -> str:
    script = """async wish => (await (await fetch('/api/tables', {method: 'POST',
        headers: {'content-type': 'application/json'}, body: JSON.stringify(wish)})).json()).tableId"""
    table: str = page.evaluate(script, wish)
    return table
