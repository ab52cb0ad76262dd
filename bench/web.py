"""The page: transfer size, time to the first card from a cold server, script time while dragging, and memory leaks.

Every line has its allowed maximum as its bar. Needs Chromium.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from saloon.core.errors import BadInput
from saloon.games import GAMES
from saloon.server.http.page import FOLDER

from ._measure import Line
from ._nodes import after_solutions

ARGUMENTS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"]
PHONE: Final = {"width": 390, "height": 844}
DESKTOP: Final = {"width": 1440, "height": 900}
RUNS: Final = 3
"""How many drags the median is taken over."""
SOLUTIONS: Final = 20
"""Games that are played by their solution, one after the other on one page."""
WARM: Final = 4
"""Warm-up games before leaks are counted: the first ones load parts of the page."""
SCRIPT: Final = frozenset({"FunctionCall", "EvaluateScript", "EventDispatch", "FireAnimationFrame", "TimerFire"})
"""The name of a script task in Chromium's trace."""
MOST_NODES, MOST_LISTENERS = 20, 2
"""How many nodes and listeners one more game may leave behind, on average."""
DEALT: Final = """game => new Promise(done => {
    const begun = performance.now()
    document.querySelector(`.tile[data-game="${game}"] button.main`).click()
    const look = () => {
        if (document.querySelector('.card .front')) done(performance.now() - begun)
        else requestAnimationFrame(look)
    }
    look()
})"""
DRAG: Final = """async () => {
    const card = [...document.querySelectorAll('.card .front')].at(-1)
    const box = card.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const send = (type, dx, dy) => card.dispatchEvent(new PointerEvent(type, {
        bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, clientX: x + dx, clientY: y + dy}))
    send('pointerdown', 0, 0)
    for (let step = 1; step <= 120; step += 1) {
        await new Promise(requestAnimationFrame)
        send('pointermove', -step, Math.sin(step / 8) * 40)
    }
    send('pointerup', 0, 0)
}"""


def measure(seconds: float) -> list[Line]:  # noqa: ARG001 - a page is loaded once, however long one waits
    """Return the figures."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise BadInput("the benchmark of the page needs Chromium: apt-get install chromium", "NO_CHROMIUM")
    from playwright.sync_api import sync_playwright

    lines = [Line("web initial transfer", _transfer() / 1000, "kB, gzip, for the first screen", 130)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        lines += [_first_card(browser, game.name) for game in GAMES]
        with _server() as url:
            lines += [_longest_task(browser, url, size) for size in (PHONE, DESKTOP)]
            lines += _left_behind(browser, url)
        browser.close()
    return lines


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
    """Return the transferred bytes of the document and everything it loads."""
    index = (FOLDER / "index.html").read_text()
    names = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    files: list[Path] = [FOLDER / "index.html", *(FOLDER / name for name in names)]
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def _first_card(browser: Any, game: str) -> Line:
    """Press a game's button in the lobby of a freshly started server, in a browser with an empty cache."""
    with _server() as url:
        context = browser.new_context(viewport=DESKTOP)
        page = context.new_page()
        page.goto(url)
        page.wait_for_selector(f'.tile[data-game="{game}"] button.main:enabled')
        took = page.evaluate(DEALT, game)
        context.close()
    return Line(f"web first card of {game}, cold", took, "ms from the press to a card", 1000)


def _longest_task(browser: Any, url: str, size: Any) -> Line:
    """Drag a card over a crowded table; return the longest script task, the median of some runs."""
    page = browser.new_page(viewport=size)
    page.goto(url)
    most = max(GAMES, key=lambda game: len(game.seats) == 2)
    seats = [{"kind": "human"}, *[{"kind": "bot", "level": "greedy"}] * (len(most.seats) - 1)]
    page.goto(f"{url}/table/{_open(page, {'game': most.name, 'seats': seats, 'seed': 'bench'})}")
    page.wait_for_selector(".card .front")
    page.wait_for_timeout(1500)
    longest = []
    for _ in range(RUNS):
        browser.start_tracing(page=page, categories=["devtools.timeline", "v8"])
        page.evaluate(DRAG)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        longest.append(max((one.get("dur", 0) / 1000 for one in events if one.get("name") in SCRIPT), default=0.0))
    page.close()
    what = f"ms, {size['width']}x{size['height']}, median of {RUNS} drags"
    return Line(f"web longest task of a drag at {size['width']}", median(longest), what, 50)


def _left_behind(browser: Any, url: str) -> list[Line]:
    """Play solutions one after another without reloading the page; return what each leaves behind."""
    page = browser.new_page(viewport=DESKTOP, reduced_motion="reduce")
    game = next(game for game in GAMES if game.solver() is not None and not game.seeds_are_times)
    counts = after_solutions(page, url, {"game": game.name, "winnable": True, "level": "easy"}, SOLUTIONS)
    page.close()
    games = SOLUTIONS - WARM
    nodes, listeners = ((last - first) / games for first, last in zip(counts[WARM - 1], counts[-1], strict=True))
    what = f"per game, over {games} games with solutions"
    return [
        Line("web nodes left behind", nodes, what, MOST_NODES),
        Line("web listeners left behind", listeners, what, MOST_LISTENERS),
    ]


def _open(page: Any, new_table: dict[str, Any]) -> str:
    script = """async new_table => (await (await fetch('/api/tables', {method: 'POST',
        headers: {'content-type': 'application/json'}, body: JSON.stringify(new_table)})).json()).tableId"""
    table: str = page.evaluate(script, new_table)
    return table
