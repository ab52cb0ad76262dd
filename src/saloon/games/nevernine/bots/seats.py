"""The bots of Never Nine: they sample the hidden hands and play out the round."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from saloon.core.bots import Bot, GreedySeat
from saloon.core.game import Action, Game
from saloon.games.nevernine.state import DECK, ORDER, TRICKS, Bid, Options, Play, State
from saloon.games.nevernine.view import View

from .facts import Known, bits, known, trick_so_far
from .sense import sensible


class Effort(Struct, frozen=True):
    """How much a bot thinks. Work is counted in samples, so the same inputs and seed give the same choice."""

    bid_worlds: int
    """Worlds in which every bid is tried."""
    card_work: int
    """Cards played in all playouts of one decision; this sets the number of worlds."""
    most_worlds: int
    noise: float
    """The share of random cards in a playout."""
    wild: float
    """The share of entirely random playouts."""
    choice: int = 1
    """Deals per world kept; those that explain the bids best are kept."""
    spread: float = 0.0
    """How far a bid may be from what a hand promises; 0 ignores bids."""
    doubt: float = 0.05
    """How likely any bid is whatever the hand."""
    exact: int = 0
    """With this many cards in hand or fewer, a sampled world is played out exactly."""
    exact_worlds: tuple[int, ...] = ()
    """Worlds for exact play by the number of cards in hand."""
    worth: tuple[float, ...] = (0, 0, 0, 0, 0, 0.1, 0.3, 0.7, 1.0)
    """What a card promises, from the six up to the ace."""


class RuleSeat(GreedySeat):
    """A bot that follows the hints, except for moves that people would call foolish."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return what a hint would say of the sensible actions."""
        return super().choose(view, sensible(known(view), legal))


class SamplingSeat(Bot):
    """A bot that samples."""

    def __init__(self, game: Game[State, Options], seed: str, effort: Effort) -> None:  # noqa: ARG002 - the signature of all bots
        self._seed = seed
        self._effort = effort

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the bid or card that costs least on average, among those that no player would call foolish."""
        facts = known(view)
        useful = sensible(facts, legal)
        if len(useful) == 1:
            return useful[0]
        bids = [action for action in useful if isinstance(action, Bid)]
        return self._bid(facts, bids) if bids else self._play(facts, [one for one in useful if isinstance(one, Play)])

    def _chance(self, facts: Known) -> Any:
        """Return a generator that depends only on the seed and on what the bot knows."""
        import numpy as np

        key = self._seed.encode() + msgspec.json.encode(facts)
        return np.array([crc32(key) << 32 | crc32(key[::-1]) | 1], dtype=np.uint64)

    def _worlds(self, facts: Known, count: int, chance: Any) -> Any:
        import numpy as np

        from . import kernel

        effort = self._effort
        return kernel.sample(
            np.uint64(facts.unseen),
            np.array(facts.sizes, dtype=np.int64),
            np.array(facts.voids, dtype=np.bool_),
            np.array(facts.shown, dtype=np.uint64),
            np.array(facts.bids, dtype=np.int64),
            np.array(effort.worth),
            effort.spread,
            effort.doubt,
            effort.choice * count,
            count,
            np.uint64(facts.hand),
            facts.seat,
            chance,
        )

    def _bid(self, facts: Known, legal: Sequence[Bid]) -> Action:
        import numpy as np

        from . import kernel

        effort = self._effort
        chance = self._chance(facts)
        numbers = [action.bid for action in legal if isinstance(action.bid, int)]
        promise = sum(effort.worth[place % TRICKS] for place in range(len(DECK)) if facts.hand >> place & 1)
        near = [bid for bid in numbers if abs(bid - promise) <= 2.5] or numbers
        costs = kernel.weigh_bids(
            self._worlds(facts, effort.bid_worlds, chance),
            facts.seat,
            np.array(facts.bids, dtype=np.int64),
            facts.dealer,
            np.array(effort.worth),
            effort.noise,
            effort.wild,
            min(near),
            max(near),
            chance,
        )
        return min(legal, key=lambda action: (costs[action.bid], action.bid))

    def _play(self, facts: Known, legal: Sequence[Play]) -> Action:
        import numpy as np

        from . import kernel

        effort = self._effort
        chance = self._chance(facts)
        left = facts.hand.bit_count()
        exact = left <= effort.exact
        count = (
            effort.exact_worlds[left] if exact else min(effort.most_worlds, effort.card_work // (4 * left * len(legal)))
        )
        best, holder = trick_so_far(facts)
        costs = kernel.weigh_cards(
            self._worlds(facts, count, chance),
            facts.seat,
            np.uint64(bits([action.card for action in legal])),
            np.array(facts.bids, dtype=np.int64),
            np.array(facts.taken, dtype=np.int64),
            facts.leader,
            len(facts.laid),
            facts.laid[0] if facts.laid else -1,
            best,
            holder,
            effort.noise,
            effort.wild,
            effort.exact if exact else 0,
            chance,
        )
        return min(legal, key=lambda action: (costs[ORDER[action.card]], ORDER[action.card] % TRICKS))
