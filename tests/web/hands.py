"""Ways to play on the page: with single taps, by dragging, with keys, with a finger. Each does nothing else."""

from abc import ABC, abstractmethod

from web.browsing import Guest
from web.pagekit import Carry, Json, PageKit

DOUBLE_CLICK = 320
"""Milliseconds after which two taps on a pile are no double-click."""

_STEPS = """name => {
    const piles = [...document.querySelectorAll('.pile')]
    const at = piles.indexOf(document.activeElement)
    return at < 0 ? null : piles.findIndex(pile => pile.dataset.pile === name) - at
}"""


class Hand(ABC):
    """Somebody's hand at a table of a game."""

    def __init__(self, guest: Guest, kit: PageKit) -> None:
        self.guest, self.kit = guest, kit

    def act(self, action: Json) -> bool:
        """Do what an action says, on the page, and wait until the server has it; return whether it is just that."""
        snapshot = self.guest.snapshot()
        self.guest.until_rev_after(snapshot["rev"] - 1, "the page shows what the server has")
        carry = self.kit.carry(action, snapshot["view"])
        if carry is None:
            self.press(self.kit.button(action))
        elif carry.count == 0:
            self.tap(carry)
        else:
            key = self.guest.key_of_card(carry.source, self.guest.heights()[carry.source] - carry.count)
            self.move(carry)
        self.until_own_action_after(snapshot["expectedSeq"], f"{action} by {type(self).__name__}")
        return carry is None or carry.count == 0 or self.lies(key, carry.target)

    def makes(self, action: Json) -> bool:
        """Whether this hand makes a legal move at all."""
        return True

    def lies(self, key: str, target: str) -> bool:
        """Whether a card is on a pile; any foundation counts for the others."""
        place = self.guest.place_of_card(key)
        return place is None or place[0] == target or {self.kind(place[0]), self.kind(target)} == {"foundation"}

    def until_own_action_after(self, seq: int, why: str) -> None:
        """Wait until the server has accepted something of this player, and the page shows it."""
        self.guest.until(lambda: self.guest.snapshot()["expectedSeq"] > seq, why)
        self.guest.until_rev_after(self.guest.rev() - 1, "the page shows it")
        self.guest.settle()

    def kind(self, pile: str) -> str | None:
        """Return what kind of pile it is."""
        return self.guest.pile(pile).get_attribute("data-kind")

    @abstractmethod
    def move(self, carry: Carry) -> None:
        """Move cards from one pile to another."""

    def tap(self, carry: Carry) -> None:
        """Tap a pile, such as the stock."""
        self.guest.tap(carry.source)

    def press(self, selector: str) -> None:
        """Press a button."""
        self.guest.page.click(selector)


class OneTap(Hand):
    """Taps a card and lets the page choose its place; what a tap picks up instead is put down by another."""

    def makes(self, action: Json) -> bool:
        """A tap does not send a whole column to an empty one: that gains nothing."""
        carry, heights = self.kit.carry(action, self.guest.snapshot()["view"]), self.guest.heights()
        if carry is None or carry.count == 0 or self.kind(carry.target) != "tableau":
            return True
        return heights[carry.target] > 0 or heights[carry.source] > carry.count

    def move(self, carry: Carry) -> None:
        """Tap the card; where a tap picks it up, as on a foundation, tap its target too.

        A tap spares the last pocket, so another one fills it.
        """
        self.guest.page.wait_for_timeout(DOUBLE_CLICK)
        self.guest.tap(carry.source, -carry.count)
        if self.kind(carry.target) == "pocket" and "pocket" in (self.guest.page.inner_text(".notices") or ""):
            self.guest.tap(carry.source, -carry.count)
        if self.guest.page.locator(".held").count():
            self.guest.tap(carry.target)


class Drag(Hand):
    """Drags with the mouse."""

    def move(self, carry: Carry) -> None:
        """Drag the cards."""
        self.guest.drag(carry.source, carry.target, -carry.count)


class Finger(Hand):
    """Swipes and taps with a finger."""

    def move(self, carry: Carry) -> None:
        """Draw the cards over the screen."""
        self.guest.touch_drag(carry.source, carry.target, -carry.count)

    def tap(self, carry: Carry) -> None:
        """Tap with the finger."""
        self.guest.page.touchscreen.tap(*self.guest.spot(carry.source))

    def press(self, selector: str) -> None:
        """Tap a button."""
        self.guest.page.tap(selector)


class Keys(Hand):
    """Walks from pile to pile with Tab, takes more of a run with plus, picks up and puts down with Enter."""

    def move(self, carry: Carry) -> None:
        """Pick the cards up and put them down."""
        self._go(carry.source)
        self.guest.key(*["+"] * (carry.count - 1), "Enter")
        if self.guest.page.locator(".held").count():
            self._go(carry.target)
            self.guest.key("Enter")

    def tap(self, carry: Carry) -> None:
        """Press Enter at a pile."""
        self._go(carry.source)
        self.guest.key("Enter")

    def press(self, selector: str) -> None:
        """Go to a button and press it."""
        self.guest.page.focus(selector)
        self.guest.key("Enter")

    def _go(self, pile: str) -> None:
        if self.guest.evaluate(_STEPS, pile) is None:
            self.guest.page.evaluate("document.activeElement.blur()")
            self.guest.key("ArrowDown")
        steps = self.guest.evaluate(_STEPS, pile)
        self.guest.key(*["Tab" if steps > 0 else "Shift+Tab"] * abs(steps))


WAYS: dict[str, type[Hand]] = {"one tap": OneTap, "drag": Drag, "keys": Keys, "touch": Finger}
