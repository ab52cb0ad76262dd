"""Meridian Master for the tests of the page that try every game."""

from web.pagekit import Carry, Json, PageKit


class MeridianPage(PageKit, frozen=True, kw_only=True):
    """Meridian Master: a move names a card and where it goes, so its pile is found in the view."""

    def carry(self, action: Json, view: Json) -> Carry | None:
        """Return what an action moves on the page, or None if a button does it."""
        if action["kind"] != "move":
            return Carry("stock", "waste", 0) if action["kind"] == "draw" else None
        piles = {f"tableau-{index}": column for index, column in enumerate(view["tableau"])}
        piles |= {f"pocket-{index}": [card] if card else [] for index, card in enumerate(view["pockets"])}
        for name, cards in {**piles, "waste": view["waste"]}.items():
            for above, card in enumerate(reversed(cards)):
                if card.get("cardId") == action["payload"]["card"]:
                    return Carry(name, target_of(action["payload"]["target"]), above + 1)
        raise AssertionError(f"{action} moves a card that is not there")


def target_of(target: Json) -> str:
    """Return what the page calls the target of a move."""
    return f"{target['zone']}-{target['index']}"


KIT = MeridianPage(
    place=3,
    german="Wie schwer?",
    choices=(({"mode": "double_pocket", "direction": "flexible"}, {"mode": "double_pocket", "direction": "flexible"}),),
    told={"mode": ("Nearly every deal can be won",)},
    seed="17",
    guide=("goal", "seven", "six", "typed", "open", "way", "pocket", "draw", "more", "unpocket", "end"),
    tapped=("tableau-5", "tableau-1"),
    dragged=("tableau-2", "pocket-0"),
    won={"seed": "5"},
    least_card={"844x390": 48},
    pictured={"seed": "5"},
    pictured_after=8,
)
