"""Positions of Klondike with other hidden cards, for a player who sees a view and remembers the stock."""

from collections.abc import Sequence
from random import Random

from saloon.core.cards import Card, deck
from saloon.core.sampling import Sampler
from saloon.games.klondike.state import UNLIMITED_REDEALS, State
from saloon.games.klondike.view import View
from saloon.search.sampling import NO_SEED, card_ids, filled

from .facts import Memory


class KlondikeSampler(Sampler[State]):
    """Remembers the order of a stock that was looked through; all other hidden cards are dealt out at random."""

    def __init__(self, rules_version: str) -> None:
        self._rules_version = rules_version
        self._memory = Memory()

    def watch(self, view: View) -> None:
        """Follow draws and recycles."""
        self._memory.watch(view)

    @property
    def coming(self) -> Sequence[Card | None]:
        """What is still to come from the stock, as far as it was seen."""
        return self._memory.coming

    def worlds(self, view: View, count: int, seed: str) -> Sequence[State]:
        """Return positions that look like `view`."""
        self.watch(view)
        coming = self._memory.coming
        remembered = tuple(card for card in coming if card is not None)
        seen = card_ids((*view.tableau, *view.foundations, view.waste, remembered))
        unseen, random = [card for card in deck() if card.card_id not in seen], Random(seed)
        return [self._world(view, coming, random.sample(unseen, len(unseen))) for _ in range(count if unseen else 1)]

    def _world(self, view: View, coming: Sequence[Card | None], unseen: Sequence[Card]) -> State:
        rest = iter(unseen)
        limit = view.options.redeals
        stock = [next(rest) if card is None else card for card in coming]
        return State(
            foundations=view.foundations,
            moves=view.moves,
            options=view.options,
            redeals_used=0 if limit == UNLIMITED_REDEALS or view.redeals_left is None else limit - view.redeals_left,
            rules_version=self._rules_version,
            score=view.score,
            seed=NO_SEED,
            status=view.status,
            stock=tuple(card.down() for card in reversed(stock)),
            tableau=filled(view.tableau, rest),
            waste=view.waste,
        )
