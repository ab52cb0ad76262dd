"""Read the table off the page: where the cards are, which revision is shown, when the cards are at rest."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

PATIENCE = 15_000
"""Milliseconds that the page may take on a busy machine."""
POLL = 20

CENTRE = 0.5
NEAR_TOP = 0.12
"""Where a card is grabbed: the cards on top of it cover the rest."""

_SPOT = """([name, index, centre, nearTop]) => {
    const count = document.querySelectorAll(`.card[data-pile="${name}"]`).length
    const place = index >= 0 ? index : count + index
    const found = count ? `.card[data-pile="${name}"][data-index="${place}"]` : `.pile[data-pile="${name}"]`
    const one = document.querySelector(found)
    const table = document.querySelector('.table')
    const {left, top} = table.getBoundingClientRect()
    const {a: scale, e: x, f: y} = new DOMMatrix(one.style.transform)
    const high = count === 0 || place === count - 1 ? centre : nearTop
    return [left - table.scrollLeft + x + one.offsetWidth * scale * centre,
            top - table.scrollTop + y + one.offsetHeight * scale * high]
}"""

_HEIGHTS = """prefix => {
    const piles = [...document.querySelectorAll('.pile')].map(pile => pile.dataset.pile)
    const counted = piles.filter(name => name.startsWith(prefix))
    return Object.fromEntries(counted.map(name =>
        [name, document.querySelectorAll(`.card[data-pile="${name}"]`).length]))
}"""

_REV = "() => Number(document.querySelector('.felt')?.dataset.rev ?? -1)"

_AT_REST = """() => document.getAnimations().every(
    one => one.playState !== 'running' || one.effect.getComputedTiming().iterations === Infinity)"""


_PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Screen(ABC):
    """A table on the page in some browser."""

    @abstractmethod
    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a JavaScript function in the page; return its result."""

    def pause(self) -> None:
        """Wait a moment before looking again."""
        time.sleep(POLL / 1000)

    def until(self, happened: Callable[[], object], why: str = "") -> None:
        """Wait until something is so."""
        for _ in range(PATIENCE // POLL):
            if happened():
                return
            self.pause()
        raise AssertionError(f"it did not happen: {why or happened}")

    def heights(self, prefix: str = "") -> dict[str, int]:
        """Return how many cards each pile has."""
        heights: dict[str, int] = self.evaluate(_HEIGHTS, prefix)
        return heights

    def shown_rev(self) -> int:
        """Return the revision that the page shows."""
        return int(self.evaluate(_REV))

    def until_rev_after(self, rev: int, why: str = "") -> None:
        """Wait until the page shows something that the server has accepted after a revision."""
        self.until(lambda: self.shown_rev() > rev, why)

    def settle(self) -> None:
        """Wait until all cards are at rest; endless animations, such as the sign that a bot thinks, are ignored."""
        self.until(lambda: self.evaluate(_AT_REST), "the cards lie still")

    def painted(self) -> None:
        """Wait until what the page has decided to show can be seen: on a busy machine that is not at once."""
        self.evaluate(_PAINTED)

    def spot(self, name: str, index: int = -1) -> tuple[float, float]:
        """Return where to take hold of a card of a pile, or where the pile is if it has none.

        That is where the card will lie: one that is still on its way there can be taken too.
        """
        x, y = self.evaluate(_SPOT, [name, index, CENTRE, NEAR_TOP])
        return x, y
