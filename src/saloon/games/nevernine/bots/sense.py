"""Common sense: choices that a bot never makes, even if its samples favour them.

Never bid below the tricks that are sure; play high when every trick left is needed; never throw away a card that
nothing beats while tricks are needed; never take over a trick that you do not want.
"""

from collections.abc import Sequence
from typing import Final

from saloon.core.game import Action
from saloon.games.nevernine.state import ORDER, TRICKS, Bid, Play

from .facts import Known, trick_so_far

_SUIT: Final = (1 << TRICKS) - 1


def sure_tricks(hand: int, *, leads: bool) -> int:
    """Return how many tricks a full hand takes whatever the others hold and do.

    The leader can play its top cards one after the other: aces, and what follows them without a gap. If these draw
    every other card of the suit, even if one player holds them all, the rest of the suit is good too. A seat that does
    not lead must first win a trick, which is certain only with an ace in every suit.
    """
    suits = [hand >> suit * TRICKS & _SUIT for suit in range(4)]
    tops = [_tops(suit) for suit in suits]
    held = [suit.bit_count() for suit in suits]
    sure = [cards if TRICKS - cards <= top else top for cards, top in zip(held, tops, strict=True)]
    return sum(sure) if leads or all(tops) else 0


def _tops(suit: int) -> int:
    count = 0
    while count < TRICKS and suit >> (TRICKS - 1 - count) & 1:
        count += 1
    return count


def sensible(facts: Known, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the actions that nobody would call foolish; at least one."""
    bids = [action for action in legal if isinstance(action, Bid)]
    if bids:
        return sensible_bids(facts, bids)
    return sensible_cards(facts, [action for action in legal if isinstance(action, Play)])


def sensible_bids(facts: Known, legal: Sequence[Bid]) -> Sequence[Bid]:
    """Return the bids that are not below the sure tricks."""
    sure = sure_tricks(facts.hand, leads=facts.leader == facts.seat)
    return [action for action in legal if isinstance(action.bid, int) and action.bid >= sure] or legal


def sensible_cards(facts: Known, legal: Sequence[Play]) -> Sequence[Play]:
    """Return the cards that serve the bid, as far as that is known without sampling."""
    need = facts.bids[facts.seat] - facts.taken[facts.seat]
    best, _ = trick_so_far(facts)
    follows = best >= 0 and ORDER[legal[0].card] // TRICKS == best // TRICKS
    if need >= facts.hand.bit_count():
        return _highest(facts, legal, best, follows=follows)
    if need <= 0 and follows:
        return [action for action in legal if ORDER[action.card] < best] or legal
    if need > 0 and best >= 0 and not follows:
        return _without_bosses(facts, legal)
    return legal


def _highest(facts: Known, legal: Sequence[Play], best: int, *, follows: bool) -> Sequence[Play]:
    """Every trick is needed: lay the card that the fewest unseen ones beat; if the trick is lost, a low one."""
    winning = [action for action in legal if best < 0 or (follows and ORDER[action.card] > best)]
    if not winning:
        return legal[:1] if follows else _without_bosses(facts, legal)
    fewest = min(_beaten_by(facts, action) for action in winning)
    strong = [action for action in winning if _beaten_by(facts, action) == fewest]
    if len(facts.laid) == 3:  # the last to play needs no more than it takes
        return winning[:1]
    return strong


def _without_bosses(facts: Known, legal: Sequence[Play]) -> Sequence[Play]:
    """A card that nothing beats, and that beats something, is a trick to come."""
    return [
        action for action in legal if _beaten_by(facts, action) or not facts.unseen & _below(ORDER[action.card])
    ] or legal


def _beaten_by(facts: Known, action: Play) -> int:
    """Return how many unseen cards beat a card."""
    place = ORDER[action.card]
    suit = _SUIT << place // TRICKS * TRICKS
    return (facts.unseen & suit & ~((2 << place) - 1)).bit_count()


def _below(place: int) -> int:
    return (_SUIT << place // TRICKS * TRICKS) & ((1 << place) - 1)
