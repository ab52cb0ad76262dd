"""The bots of Never Nine: they sample the hidden hands and play out the round."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Struct

from saloon.core.bots import Bot, GreedySeat
from saloon.core.game import Action, Game
from saloon.games.nevernine.state import ORDER, TRICKS, Bid, Options, Play, State
from saloon.games.nevernine.view import View

from .facts import Known, bits, known, trick_so_far
from .policy import fixed, learnt
from .sense import sensible


class Effort(Struct, frozen=True):
    """The effort of a bot. Work is counted in samples, so the same inputs and seed give the same choice."""

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
    """How likely any bid is, regardless of the hand."""
    exact: int = 0
    """With this many cards in hand or fewer, a sampled world is played out exactly."""
    exact_worlds: tuple[int, ...] = ()
    """Worlds for exact play by the number of cards in hand."""
    exact_choice: int = 1
    """Deals per world kept for exact play."""
    worth: tuple[float, ...] = (0, 0, 0, 0, 0, 0.1, 0.3, 0.7, 1.0)
    """What a card promises, from the six up to the ace; the learnt policy knows better."""
    belief: bool = False
    """Whether worlds are kept that explain the cards played, too, by the learnt policy."""
    surprise: float = 0.05
    """How likely any card is, regardless of the hand and the policy."""
    learnt_playouts: bool = False
    """Whether playouts follow the learnt policy instead of rules of thumb."""


class RuleSeat(GreedySeat):
    """A bot that follows the hints, except for moves that people would call foolish."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the hint, restricted to sensible actions."""
        return super().choose(view, sensible(known(view), legal))


class SamplingSeat(Bot):
    """A bot that samples."""

    def __init__(self, game: Game[State, Options], seed: str, effort: Effort) -> None:  # noqa: ARG002 - the signature of all bots
        self._seed = seed
        self._effort = effort

    @property
    def _policy(self) -> tuple[Any, Any]:
        """What suits promise, and the weights of the cards."""
        effort = self._effort
        return learnt() if effort.belief or effort.learnt_playouts else fixed(effort.worth)

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
        worth, weights = self._policy
        choice = effort.exact_choice if facts.hand.bit_count() <= effort.exact else effort.choice
        return kernel.sample(
            np.uint64(facts.unseen),
            np.array(facts.sizes, dtype=np.int64),
            np.array(facts.voids, dtype=np.bool_),
            np.array(facts.shown, dtype=np.uint64),
            np.array(facts.bids, dtype=np.int64),
            worth,
            effort.spread,
            effort.doubt,
            choice * count,
            count,
            np.uint64(facts.hand),
            facts.seat,
            facts.dealer,
            np.array(facts.played, dtype=np.int64),
            weights if effort.belief else weights[:0],
            effort.surprise,
            chance,
        )

    def _bid(self, facts: Known, legal: Sequence[Bid]) -> Action:
        effort = self._effort
        numbers = [action.bid for action in legal if isinstance(action.bid, int)]
        worth, _ = self._policy
        promise = sum(worth[facts.hand >> suit * TRICKS & (1 << TRICKS) - 1] for suit in range(4))
        near = [bid for bid in numbers if abs(bid - promise) <= 2.5] or numbers
        costs = self.bid_costs(facts, near, effort.bid_worlds).mean(axis=0)
        return min(legal, key=lambda action: (costs[action.bid], action.bid))

    def bid_costs(self, facts: Known, numbers: Sequence[int], count: int) -> Any:
        """Return what each bid from the lowest to the highest of `numbers` costs, by world."""
        import numpy as np

        from . import kernel

        effort = self._effort
        worth, weights = self._policy
        chance = self._chance(facts)
        return kernel.weigh_bids(
            self._worlds(facts, count, chance),
            facts.seat,
            np.array(facts.bids, dtype=np.int64),
            facts.dealer,
            worth,
            effort.noise,
            effort.wild,
            min(numbers),
            max(numbers),
            weights if effort.learnt_playouts else weights[:0],
            chance,
        )

    def _play(self, facts: Known, legal: Sequence[Play]) -> Action:
        effort = self._effort
        left = facts.hand.bit_count()
        worlds = min(effort.most_worlds, effort.card_work // (4 * left * len(legal)))
        count = effort.exact_worlds[left] if left <= effort.exact else worlds
        costs = self.card_costs(facts, legal, count).mean(axis=0)
        return min(legal, key=lambda action: (costs[ORDER[action.card]], ORDER[action.card] % TRICKS))

    def card_costs(self, facts: Known, cards: Sequence[Play], count: int) -> Any:
        """Return what playing each of the cards costs, by world and by the card's place in the deck."""
        import numpy as np

        from . import kernel

        effort = self._effort
        _, weights = self._policy
        chance = self._chance(facts)
        best, holder = trick_so_far(facts)
        return kernel.weigh_cards(
            self._worlds(facts, count, chance),
            facts.seat,
            np.uint64(bits([action.card for action in cards])),
            np.array(facts.bids, dtype=np.int64),
            np.array(facts.taken, dtype=np.int64),
            facts.leader,
            len(facts.laid),
            facts.laid[0] if facts.laid else -1,
            best,
            holder,
            effort.noise,
            effort.wild,
            effort.exact if facts.hand.bit_count() <= effort.exact else 0,
            weights if effort.learnt_playouts else weights[:0],
            chance,
        )
