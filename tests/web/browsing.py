"""Playing as people do: with mouse, finger and keys, in a browser, on what the page shows."""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page

from saloon.games import GAMES
from web.screen import PATIENCE, POLL, Screen

Json = dict[str, Any]

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
NO_CONTENT = 204
SWIPE_STEP = 40
"""Milliseconds between two places of a finger that is drawn over the screen."""
SEARCHING = 90_000
"""Milliseconds that a first search may take where the solver must still be compiled."""


def find_chromium() -> str | None:
    """Return the system's Chromium, if it has one; the one without windows needs two thirds of the CPU time."""
    programs = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, programs)), None)


_LISTENING = """
window.heard = []
const listen = () => {
    const region = document.querySelector('[data-test="said"]')
    if (region && region.textContent !== window.heard.at(-1)) window.heard.push(region.textContent)
}
new MutationObserver(listen).observe(document, {subtree: true, childList: true, characterData: true})
"""

_NO_NEWCOMER = """
const offered = 'saloon.guides.offered'
try {
    if (localStorage.getItem(offered) === null) localStorage.setItem(offered, JSON.stringify(OFFERED))
} catch { /* an empty page keeps nothing */ }
"""
"""Declines the guides of all games: they are offered to newcomers only."""


class Guest(Screen):
    """Somebody with a browser."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(_LISTENING)
        self._finger: CDPSession | None = None
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message: Any) -> None:
        lost = "WebSocket connection" in message.text or "Failed to load resource" in message.text
        if message.type == "error" and not lost:
            self.errors.append(message.text)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a function in the page."""
        return self.page.evaluate(function, argument)

    def pause(self) -> None:
        """Wait a moment and let Playwright handle the events of the page."""
        self.page.wait_for_timeout(POLL)

    def like(self, **settings: object) -> "Guest":
        """Let the page begin with these settings; call it before the first page is opened."""
        script = "if (origin !== 'null' && !localStorage['saloon.settings']) localStorage['saloon.settings'] = {}"
        self.context.add_init_script(script.format(json.dumps(json.dumps(settings))))
        return self

    def go(self, path: str = "/") -> "Guest":
        """Open an address of the page. In the lobby, wait until it has a player, so that `call` is the same one."""
        self.page.goto(f"{self.url}{path}")
        if path == "/":
            self.until(lambda: bool(self.context.cookies(self.url)), "the page has a player")
        return self

    def call(self, method: str, path: str, body: Json | None = None) -> Any:
        """Ask the server as the page does, as the same player."""
        answer = self.context.request.fetch(f"{self.url}{path}", method=method, data=body, timeout=SEARCHING)
        return None if answer.status == NO_CONTENT else answer.json()

    def open(self, game: str, **wish: Any) -> "Guest":
        """Open a table and sit down at it."""
        return self.sit(self.call("POST", "/api/tables", {"game": game, **wish})["tableId"])

    def sit(self, table_id: str) -> "Guest":
        """Look at a table."""
        self.table_id = table_id
        self.go(f"/table/{table_id}")
        self.page.wait_for_selector(".card")
        return self

    def resize(self, width: int, height: int) -> "Guest":
        """Give the window another size, and wait until the cards are at rest."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.painted()
        self.settle()
        return self

    # --- what is seen ---------------------------------------------------------------------------------------------

    def pile(self, name: str) -> Locator:
        """Return the place of a pile."""
        return self.page.locator(f'.pile[data-pile="{name}"]')

    def cards(self, name: str) -> Locator:
        """Return the cards of a pile, bottom first."""
        return self.page.locator(f'.card[data-pile="{name}"]')

    def label(self, name: str) -> str:
        """Return the accessible name of a pile."""
        return self.pile(name).get_attribute("aria-label") or ""

    def key_of_card(self, pile: str, index: int) -> str:
        """Return the key of the element that shows a card; it stays the same wherever the card goes."""
        return str(self.page.get_attribute(f'.card[data-pile="{pile}"][data-index="{index}"]', "data-key"))

    def place_of_card(self, key: str) -> tuple[str, int] | None:
        """Return where the card with this key is."""
        place: list[str] | None = self.page.evaluate(
            """key => {
                const card = document.querySelector(`.card[data-key="${key}"]`)
                return card && [card.dataset.pile, card.dataset.index]
            }""",
            key,
        )
        return (place[0], int(place[1])) if place else None

    def said(self) -> str:
        """Return what was announced last."""
        return self.page.locator('[data-test="said"]').inner_text()

    def heard(self) -> str:
        """Return all that was announced since the page was opened."""
        return "\n".join(self.page.evaluate("window.heard"))

    def figure(self, name: str) -> str:
        """Return a figure that is shown above the table."""
        return self.page.locator(f'.figures div:has(dt:text-is("{name}")) dd').inner_text()

    def snapshot(self) -> Json:
        """Return the table as the server shows it to this guest."""
        answer: Json = self.call("GET", f"/api/tables/{self.table_id}")
        return answer

    # --- what is done ---------------------------------------------------------------------------------------------

    def drag(self, source: str, target: str, index: int = -1, *, drop: bool = True) -> None:
        """Carry cards with the mouse."""
        (x, y), (to_x, to_y) = self.spot(source, index), self.spot(target)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + (to_x - x) / 2, y + (to_y - y) / 2, steps=3)
        mouse.move(to_x, to_y, steps=3)
        if drop:
            mouse.up()

    def touch_drag(self, source: str, target: str, index: int = -1) -> None:
        """Carry cards with a finger."""
        self.swipe(self.spot(source, index), self.spot(target))

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a finger over the screen at the pace of a hand: after a quicker one Chromium ignores the next tap."""
        (x, y), (to_x, to_y) = start, end
        self.touch("touchStart", (x, y))
        for part in (0.1, 0.4, 0.7, 1.0):
            self.touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
            self.page.wait_for_timeout(SWIPE_STEP)
        self.touch("touchEnd")

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Put a finger down, move it or lift it."""
        if self._finger is None:
            self._finger = self.context.new_cdp_session(self.page)
        touches = [{"x": x, "y": y} for x, y in points]
        self._finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def tap(self, name: str, index: int = -1) -> None:
        """Click a card or a place."""
        self.page.mouse.click(*self.spot(name, index))

    def act(self, kind: str, payload: Json) -> None:
        """Do something past the page, as another tab of the same player would."""
        self.act_all([{"kind": kind, "payload": payload}])

    def act_all(self, actions: Sequence[Json]) -> None:
        """Do several things past the page; if it shows the table, wait until it shows them too."""
        snapshot = self.snapshot()
        rev, seq = snapshot["rev"], snapshot["expectedSeq"]
        for number, action in enumerate(actions):
            message = {**action, "seq": seq + number, "baseRev": rev + number}
            answer = self.call("POST", f"/api/tables/{self.table_id}/actions", message)
            assert answer["kind"] == "ack", answer
        if self.page.url.endswith(self.table_id):
            self.until_rev_after(rev + len(actions) - 1)

    def skip(self, actions: Sequence[Json]) -> None:
        """Do several things past the page while it shows nothing, which takes a quarter of the time; then sit again."""
        self.page.goto("about:blank")
        self.act_all(actions)
        self.sit(self.table_id)
        self.settle()

    def key(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.page.keyboard.press(key)

    def do(self, name: str) -> None:
        """Press a button below the table."""
        self.page.click(f'[data-do="{name}"]')

    def arrive(self) -> "Guest":
        """Wait until the page has led to a table that is in play."""
        self.page.wait_for_url("**/table/*", timeout=SEARCHING)
        self.table_id = self.page.url.rsplit("/", 1)[1]
        self.until(lambda: self.page.locator(".card").count(), "there are cards")
        return self

    def choose(self, **choices: object) -> None:
        """Choose options for a new game, opening what is folded away."""
        self.page.wait_for_selector("form")
        self.unfold()
        for field, value in choices.items():
            self.page.check(f'[data-field="{field}"] input[value="{value}"]')

    def deal(self) -> Json:
        """Begin the new game; return its table as the server has it."""
        self.page.click("form button[type=submit]")
        return self.arrive().snapshot()

    def play(self, game: str) -> "Guest":
        """Press a game's button in the lobby and wait for its cards."""
        self.page.click(f'.tile[data-game="{game}"] button.main')
        return self.arrive()

    def unfold(self) -> None:
        """Open everything on the screen that is folded away."""
        self.page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true })")

    def rev(self) -> int:
        """Return the table's revision."""
        return int(self.snapshot()["rev"])


@contextmanager
def visitors(chromium: Browser, server: str) -> Iterator[Callable[..., Guest]]:
    """Return a way to let somebody visit a server: each call is a browser of its own, with nothing kept.

    Nobody but a `newcomer` is offered a guided game, and cards glide only for who is `moving`: pages at rest need less
    than half of the time.
    At the end nobody's page may have reported an error.
    """
    contexts: list[BrowserContext] = []
    guests: list[Guest] = []

    def come(
        width: int = 1280,
        height: int = 800,
        url: str = "",
        *,
        newcomer: bool = False,
        moving: bool = False,
        **wishes: object,
    ) -> Guest:
        # Nobody but the tests of the installed page wants its files kept: each guest would fetch them all again.
        motion = "no-preference" if moving else "reduce"
        wishes = {"service_workers": "block", "locale": "en-US", "reduced_motion": motion, **wishes}
        context = chromium.new_context(viewport={"width": width, "height": height}, **wishes)  # type: ignore[arg-type]
        contexts.append(context)
        if not newcomer:
            offered = json.dumps({game.name: True for game in GAMES})
            context.add_init_script(_NO_NEWCOMER.replace("OFFERED", offered))
        guests.append(Guest(context, url or server))
        return guests[-1]

    yield come
    for context in contexts:
        context.close()
    for guest in guests:
        assert not guest.errors, guest.errors
