"""Never Nine for the tests of the page that try every game."""

from collections.abc import Sequence

from web.browsing import Guest
from web.engines.visitor import Visitor
from web.pagekit import BOT, HUMAN, Carry, Json, PageKit


class NeverNinePage(PageKit, frozen=True, kw_only=True):
    """Never Nine: cards are played from the hand to the trick, in turn with three bots, after a bid."""

    def tap(self, visitor: Visitor) -> None:
        """Bid, and play the first card with a tap."""
        visitor.press(f'[data-bid="{until_turn(visitor, "bid")[0]}"]')
        card = f"hand-{until_turn(visitor, 'play')[0]}"
        visitor.tap(card)
        visitor.until(lambda: card not in visitor.heights(), "the tapped card is played")

    def carry(self, action: Json, view: Json) -> Carry | None:
        """Return the card that is played; a bid is a button."""
        card = action["payload"].get("card")
        return Carry(f"hand-{card}", "trick-0", 1) if card else None

    def button(self, action: Json) -> str:
        """Return the button of a bid."""
        return f'[data-bid="{action["payload"]["bid"]}"]'

    def calm(self, legal: Sequence[Json]) -> list[Json]:
        """Return bids and cards; nobody else acts in the player's turn."""
        return [action for action in legal if action["kind"] in ("bid", "play")]

    def refuse(self, guest: Guest) -> None:
        """Play until a card of the hand does not follow suit, and try that one."""
        while True:
            guest.until(lambda: self.calm(guest.snapshot()["legal"]), "it is the player's turn")
            snapshot = guest.snapshot()
            guest.until_rev_after(snapshot["rev"] - 1, "the page shows what the server has")
            legal = self.calm(snapshot["legal"])
            allowed = {one["payload"].get("card") for one in legal}
            others = [card["cardId"] for card in snapshot["view"]["hand"] if card["cardId"] not in allowed]
            if legal[0]["kind"] == "play" and others:
                guest.settle()
                return guest.drag(f"hand-{others[0]}", "trick-0")
            guest.act_all(legal[:1])

    def drag(self, visitor: Visitor) -> None:
        """Play the second card with a drag, and wait for the next turn: then nobody else acts."""
        card = f"hand-{until_turn(visitor, 'play')[0]}"
        visitor.drag(card, "trick-0")
        visitor.until(lambda: card not in visitor.heights(), "the dragged card is played")
        until_turn(visitor, "play")
        assert len(visitor.heights("hand-")) == 9 - 2


def until_turn(visitor: Visitor, kind: str) -> list[str]:
    """Wait until the page shows that it is the player's turn; return what they may bid or play."""
    legal: list[str] = []

    def is_turn() -> bool:
        snapshot = visitor.snapshot()
        payload = {"bid": "bid", "play": "card"}[kind]
        legal[:] = [str(action["payload"][payload]) for action in snapshot["legal"] if action["kind"] == kind]
        return bool(legal) and visitor.shown_rev() == snapshot["rev"]

    visitor.until(is_turn, f"it is the player's turn to {kind}")
    visitor.settle()
    return legal


KIT = NeverNinePage(
    place=5,
    german="Kurzes Spiel, bis 15",
    choices=(
        (
            {"preset": "full", "tieBreak": "shared", "turnSeconds": 60},
            {"limit": 100, "tieBreak": "shared", "turnSeconds": 60},
        ),
    ),
    told={"preset": ("Half an hour", "120 to 200 rounds")},
    seed="nine",
    shared_piles=("trick-", "swept-"),
    guide=("hand", "bid", "first", "taker", "second", "third", "aim", "score", "end"),
    guide_success=("exactly right, no points", "genau richtig, keine Punkte"),
    least_card={"320x568": 40},
    short={"limit": 3},
    pictured={"seats": [HUMAN, BOT, BOT, BOT], "seed": "nine", "options": {"limit": 15}},
    pictured_after=5,
)
