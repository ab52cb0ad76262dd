"""Counts what the page keeps in memory: DOM nodes and event listeners after each game whose solution was played."""

from typing import Any, NamedTuple

SEARCHING = 90_000
"""Milliseconds that the first search may take if the solver must be compiled first."""
ASKED_AGAIN, LOOKED_AGAIN = 3_000, 100
"""Milliseconds before a solution is asked for again, and before the page is checked again."""
PLAYING = 240_000
"""Milliseconds that a whole solution may take on a busy machine."""
_BARE = "() => !document.querySelector('canvas.confetti') && document.getAnimations().length === 0"


class Kept(NamedTuple):
    """What the renderer holds after a garbage collection."""

    nodes: int
    listeners: int


def kept(page: Any) -> Kept:
    """Collect garbage and count."""
    session = page.context.new_cdp_session(page)
    try:
        session.send("Performance.enable")
        for _ in range(2):  # what the first run finalizes is freed by the second
            session.send("HeapProfiler.collectGarbage")
        values = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    finally:
        session.detach()
    return Kept(int(values["Nodes"]), int(values["JSEventListeners"]))


def _wait(page: Any, selector: str, timeout: int = SEARCHING) -> None:
    """Wait for an element without a handle to it: Playwright's handles keep elements, and all around them, alive."""
    page.locator(selector).first.wait_for(timeout=timeout)


def _play_solution(page: Any) -> None:
    """Ask for the solution, repeatedly while the solver of a freshly started server is not ready."""
    for _ in range(SEARCHING // ASKED_AGAIN):
        page.keyboard.press("s")
        for _ in range(ASKED_AGAIN // LOOKED_AGAIN):
            if page.locator('[data-test="solving"]').count() > 0:
                return
            page.wait_for_timeout(LOOKED_AGAIN)
    _wait(page, '[data-test="solving"]')


def after_solutions(page: Any, url: str, new_table: dict[str, Any], games: int) -> list[Kept]:
    """Let the page play the solution of a deal repeatedly, dealing again with its own button; count after each game."""
    page.goto(url)
    script = """async new_table => (await (await fetch('/api/tables', {method: 'POST',
        headers: {'content-type': 'application/json'}, body: JSON.stringify(new_table)})).json()).tableId"""
    page.goto(f"{url}/table/{page.evaluate(script, new_table)}")
    counted: list[Kept] = []
    for _ in range(games):
        _wait(page, ".card .front")
        _play_solution(page)
        for _ in range(2):
            page.locator('[data-do="solve-faster"]').evaluate("one => one.click()")
        _wait(page, '[data-test="end"]', PLAYING)
        page.wait_for_function(_BARE)
        table = page.url
        page.click('[data-do="again-same"]')
        page.wait_for_function("before => location.href !== before", arg=table)
        _wait(page, ".card .front")
        page.wait_for_function(_BARE)
        counted.append(kept(page))
    return counted
