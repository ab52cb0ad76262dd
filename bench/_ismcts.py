"""OpenSpiel's ISMCTS at a table of Never Nine: a peer for the best bot.

OpenSpiel's own `oh_hell` cannot express these rules: it always has a trump suit, at most four suits, and pays ten
points for an exact bid. So its ISMCTS (the Python one, adapted from the C++ one by its authors) searches positions of
Never Nine itself: the adapter below has the methods of an OpenSpiel state. A seat's return is minus its penalty. Hands
are drawn from those that fit what was shown; leaves are valued by one random playout, as OpenSpiel's evaluator does,
here by our kernel, so a simulation is faster than in plain Python and just as thorough.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from saloon.bots import Bot
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.games.nevernine.bots import kernel
from saloon.games.nevernine.bots.facts import Known, known
from saloon.games.nevernine.state import DECK, Bid, Play
from saloon.games.nevernine.view import View

SIMULATIONS = 1000
EXPLORATION = 2.0
BIDS = 10
"""Actions 0 to 9 are bids; the cards follow."""
_OH_HELL = pyspiel.load_game("oh_hell")


class Position:
    """A position of Never Nine with OpenSpiel's interface: all hands are dealt, seats take turns."""

    def __init__(self, facts: Known, hands: Sequence[int]) -> None:
        self._hands = list(hands)
        self._bids = list(facts.bids)
        self._taken = list(facts.taken)
        self._dealer, self._leader = facts.dealer, facts.leader
        self._laid = list(facts.laid)
        self._history: tuple[int, ...] = ()
        self._best, self._holder = -1, 0
        for order, card in enumerate(self._laid):
            self._note(card, (self._leader + order) % 4)

    def get_game(self) -> Any:
        """Return a sequential game with hidden information; nothing else is used."""
        return _OH_HELL

    def _note(self, card: int, seat: int) -> None:
        if self._best < 0 or (card // 9 == self._best // 9 and card > self._best):
            self._best, self._holder = card, seat

    def current_player(self) -> int:
        if min(self._bids) < 0:
            return (self._dealer + 1 + sum(bid >= 0 for bid in self._bids)) % 4
        return (self._leader + len(self._laid)) % 4

    def is_terminal(self) -> bool:
        return not any(self._hands)

    def is_chance_node(self) -> bool:
        return False

    def legal_actions(self) -> list[int]:
        if min(self._bids) < 0:
            rest = 9 - sum(bid for bid in self._bids if bid >= 0)
            return [bid for bid in range(BIDS) if bid != rest or self.current_player() != self._dealer]
        hand = self._hands[self.current_player()]
        following = hand & (511 << self._laid[0] // 9 * 9) if self._laid else 0
        cards = following or hand
        return [BIDS + card for card in range(len(DECK)) if cards >> card & 1]

    def apply_action(self, action: int) -> None:
        seat = self.current_player()
        self._history += (action,)
        if action < BIDS:
            self._bids[seat] = action
            return
        card = action - BIDS
        self._hands[seat] ^= 1 << card
        self._laid.append(card)
        self._note(card, seat)
        if len(self._laid) == 4:
            self._taken[self._holder] += 1
            self._leader, self._laid, self._best = self._holder, [], -1

    def information_state_string(self) -> Any:
        """Return what the seat to act knows: its hand and everything that was done since the search began."""
        return self._hands[self.current_player()], self._history

    def returns(self) -> list[int]:
        return [-abs(bid - taken) for bid, taken in zip(self._bids, self._taken, strict=True)]

    def value(self, chance: Any, random: Random) -> list[float]:
        """Return everyone's value after one random playout."""
        bids = list(self._bids)
        for order in range(1, 5):
            seat = (self._dealer + order) % 4
            if bids[seat] < 0:
                rest = 9 - sum(bid for bid in bids if bid >= 0) if order == 4 else -1
                bids[seat] = random.choice([bid for bid in range(BIDS) if bid != rest])
        hands, taken = np.array(self._hands, dtype=np.uint64), np.array(self._taken, dtype=np.int64)
        led = self._laid[0] if self._laid else -1
        kernel.play_out(
            hands, np.array(bids), taken, self._leader, len(self._laid), led, self._best, self._holder, 1.0, chance
        )
        return [-float(abs(bid - tricks)) for bid, tricks in zip(bids, taken, strict=True)]


class Evaluator:
    """One random playout, and the same prior for every action."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._chance = np.array([self._random.getrandbits(63) | 1], dtype=np.uint64)

    def evaluate(self, state: Position) -> list[float]:
        return state.value(self._chance, self._random)

    def prior(self, state: Position) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class IsmctsSeat(Bot):
    """A seat of Never Nine played by OpenSpiel's ISMCTS."""

    def __init__(self, game: AnyGame, seed: str, simulations: int = SIMULATIONS) -> None:  # noqa: ARG002
        self._random = Random(seed)
        evaluator = Evaluator(seed)
        random_state = np.random.RandomState(self._random.getrandbits(31))
        self._bot = ISMCTSBot(_OH_HELL, evaluator, EXPLORATION, simulations, random_state=random_state)
        self._simulations = simulations

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        facts = known(view)
        if len(legal) == 1:
            return legal[0]
        chance = np.array([self._random.getrandbits(63) | 1], dtype=np.uint64)
        worlds = kernel.sample(
            np.uint64(facts.unseen), np.array(facts.sizes), np.array(facts.voids, dtype=np.bool_),
            np.array(facts.shown, dtype=np.uint64), np.array(facts.bids), np.zeros(512), 0.0, 0.0, self._simulations,
            self._simulations, np.uint64(facts.hand), facts.seat, facts.dealer, np.array(facts.played, dtype=np.int64),
            np.zeros(0, dtype=np.int32), 0.0, chance,
        )  # fmt: skip
        drawn = iter(worlds.tolist())
        self._bot.set_resampler(lambda state, player: Position(facts, next(drawn)))  # noqa: ARG005
        action = int(self._bot.step(Position(facts, worlds[0].tolist())))
        wanted: Action = Bid(action) if action < BIDS else Play(DECK[action - BIDS])
        assert wanted in legal
        return wanted
