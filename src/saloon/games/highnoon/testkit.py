"""The test kit of HighNoon."""

from collections.abc import Iterator, Sequence
from itertools import product
from types import MappingProxyType

from saloon.core.game import Action, Seat
from saloon.core.testkit import COUNTS, TestKit, clause_ids, combinations, places

from .state import PLAYERS, SIZES, Draw, Flip, FoundationMove, OfferEnd, Recycle, Resign, State, TableauMove, Zone

_STOCK = 24
"""Cards in each stock after a deal."""


class HighNoonTestKit(TestKit[State]):
    """HighNoon hides exactly its face-down cards, from both players alike."""

    option_sets = [
        options
        for options in combinations(
            clock=(0, 2), mode=("split", "shared"), profile=("saloon", "vnext"), reveal=("explicit", "auto")
        )
        if options["profile"] != "vnext" or options["reveal"] == "auto"
    ]
    easy = MappingProxyType({"mode": "shared", "reveal": "auto"})
    clocked = ({"clock": 2}, {"clock": 5})
    quick_games = (("0", {"reveal": "auto"}), ("28", {"reveal": "auto"}))
    clauses = clause_ids("HN", range(1, 109), range(1101, 1112))

    def lap(self, seat: Seat) -> Sequence[Action]:
        """Return one pass through the seat's stock."""
        stock, waste = (Zone(zone, owner=PLAYERS[seat]) for zone in ("stock", "waste"))
        return [*[Draw(stock, waste)] * _STOCK, Recycle(waste, stock)]

    def every_action(self, seat: Seat) -> Iterator[Action]:
        """Return every well-formed action; moves between columns only where the seat may reach."""
        zones = [
            Zone(place.zone, place.index, owner=owner)
            for place in places(SIZES["tableau"], SIZES["foundation"])
            for owner in (*PLAYERS, "global")
            if not (place.zone == "foundation" and owner != "global" and place.index != 0)
        ]
        own = [zone for zone in zones if zone.owner in (PLAYERS[seat], "global")]
        yield from (Resign(), OfferEnd())
        for zone in zones:
            yield Flip(zone)
        for source, target in product(zones, own):
            yield Draw(source, target)
            yield Recycle(source, target)
            if target.zone != "foundation" or target.index in (-1, SIZES["foundation"]):
                yield FoundationMove(source, target)
        for source, target, count in product(own, own, COUNTS):
            yield TableauMove(source, target, count)

    def essence(self, action: Action) -> Action:
        """Return a foundation move without the foundation it names, which is only advice."""
        if isinstance(action, FoundationMove) and action.target.zone == "foundation":
            return FoundationMove(action.source, Zone("foundation", 0, owner="global"))
        return action
