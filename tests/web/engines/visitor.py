"""Somebody who plays on the page with taps and drags, in any of the engines."""

from typing import Any

from web.engines.driver import Json, Page, Pointer
from web.screen import Screen

_IS_THERE = "selector => document.querySelector(selector) !== null"

_CENTRE = """selector => {
    const one = document.querySelector(selector)
    one.scrollIntoView({block: 'center', behavior: 'instant'})
    const {left, top, width, height} = one.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
}"""

_FILL = """([selector, text]) => {
    const field = document.querySelector(selector)
    field.value = text
    field.dispatchEvent(new Event('input', {bubbles: true}))
}"""

_FETCH = """async path => {
    const answer = await fetch(path)
    return await answer.json()
}"""

_PILES = """() => Object.fromEntries([...document.querySelectorAll('.pile')].map(pile =>
    [pile.dataset.pile, pile.getAttribute('aria-label')]))"""


class Visitor(Screen):
    """A player in front of one page, with a mouse or a finger."""

    def __init__(self, page: Page, url: str, pointer: Pointer) -> None:
        self.page, self.url, self.pointer = page, url, pointer

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a function in the page."""
        return self.page.evaluate(function, argument)

    def wait_for(self, selector: str) -> None:
        """Wait until there is an element."""
        self.until(lambda: self.evaluate(_IS_THERE, selector), f"{selector} is there")

    def press(self, selector: str) -> None:
        """Tap the middle of an element."""
        self.wait_for(selector)
        x, y = self.evaluate(_CENTRE, selector)
        self.page.press(self.pointer, (x, y), (x, y))

    def fill(self, selector: str, text: str) -> None:
        """Write into a field."""
        self.wait_for(selector)
        self.evaluate(_FILL, [selector, text])

    def tap(self, *piles: str) -> None:
        """Tap the top cards of piles, one after the other."""
        for pile in piles:
            spot = self.spot(pile)
            self.page.press(self.pointer, spot, spot)

    def drag(self, source: str, target: str) -> None:
        """Drag the top card of a pile onto another."""
        self.page.press(self.pointer, self.spot(source), self.spot(target))

    def snapshot(self) -> Json:
        """Return the table as the server shows it to this player."""
        table = self.evaluate("() => location.pathname").rsplit("/", 1)[1]
        answer: Json = self.evaluate(_FETCH, f"/api/tables/{table}")
        return answer

    def piles(self) -> dict[str, str]:
        """Return the cards of each pile, as a screen reader reads them."""
        piles: dict[str, str] = self.evaluate(_PILES)
        return piles

    def reload(self) -> None:
        """Load the page again and wait until the cards are back."""
        self.evaluate("() => { window.old = true }")
        self.page.reload()
        self.until(lambda: self.evaluate("() => !window.old"), "the page is a new one")
        self.wait_for(".card")
        self.settle()

    def stop_motion(self) -> None:
        """Choose in the settings that cards jump instead of gliding, which needs half of the CPU time."""
        self.page.go(f"{self.url}/worker.js")  # any document of the server that does not run the page
        self.evaluate("() => { localStorage['saloon.settings'] = JSON.stringify({motion: 'reduced'}) }")

    def start(self, game: str, seed: str) -> None:
        """Open the lobby, choose a game and a deal there, and wait until the cards are dealt."""
        self.page.go(self.url)
        self.press(f'.tile[data-game="{game}"] .button')
        self.press("details:has(#seed) summary")
        self.fill("#seed", seed)
        self.press("form button[type=submit]")
        self.wait_for(".card")
        self.settle()
