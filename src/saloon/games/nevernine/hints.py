"""Hints: bid what the high cards promise, then take exactly that many tricks.

While tricks are needed, as many of the strongest cards are kept for them; the others are spare, and the strongest spare
card goes first wherever it takes no trick.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from saloon.core.game import Action

from .state import DECK, ORDER, PLAYERS, Bid, CardCode, Hand, Play
from .view import View

_PROMISE: Final = (0, 0, 0, 0, 0, 10, 30, 70, 100)
"""Hundredths of a trick that a card is worth, from the six up to the ace."""

Strength = tuple[int, int]
"""How few unseen cards of its suit beat a card, as a negative number; then how many it beats."""


def hint(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the bid nearest to what the hand promises, or the card that serves the bid."""
    bids = {action.bid: action for action in legal if isinstance(action, Bid) and isinstance(action.bid, int)}
    plays = {action.card: action for action in legal if isinstance(action, Play)}
    if view.hand is UNSET or view.seat is None or not (bids or plays):
        return None
    hand = tuple([card.card_id for card in view.hand])
    if bids:
        promise = sum(_PROMISE[ORDER[card] % 9] for card in hand)
        return bids[min(bids, key=lambda bid: (abs(100 * bid - promise), bid))]
    seat = PLAYERS.index(view.seat)
    need = (view.bids[seat] or 0) - view.taken[seat]
    return plays[_choice(view, hand, [card for card in hand if card in plays], need)]


def _choice(view: View, hand: Hand, cards: Sequence[CardCode], need: int) -> CardCode:
    """Return the card to play while `need` more tricks are wanted; `cards` are the legal ones of the sorted hand."""
    strength = _strengths(view, hand)
    kept = sorted(hand, key=strength.__getitem__, reverse=True)[: max(need, 0)]
    spare = [card for card in cards if card not in kept]
    led = view.trick.led
    if led is None:
        return _lead(cards, strength, need)
    if cards[0][1] == led:
        return _follow(view, cards, spare, strength, need)
    return max(spare, key=strength.__getitem__) if spare else min(cards, key=strength.__getitem__)


def _strengths(view: View, hand: Hand) -> dict[CardCode, Strength]:
    laid = {move.card.card_id for trick in (*view.tricks, view.trick) for move in trick.moves}
    unseen = [place for place, card in enumerate(DECK) if card not in laid and card not in hand]
    strengths = {}
    for card in hand:
        suit = ORDER[card] // 9 * 9
        start, here, end = (bisect_left(unseen, place) for place in (suit, ORDER[card], suit + 9))
        strengths[card] = (here - end, here - start)
    return strengths


def _lead(cards: Sequence[CardCode], strength: dict[CardCode, Strength], need: int) -> CardCode:
    """Lead a card that nothing beats, if a trick is wanted; otherwise the weakest."""
    sure = [card for card in cards if strength[card][0] == 0 < strength[card][1]]
    if need > 0 and sure:
        return max(sure, key=strength.__getitem__)
    return min(cards, key=strength.__getitem__)


def _follow(
    view: View, cards: Sequence[CardCode], spare: Sequence[CardCode], strength: dict[CardCode, Strength], need: int
) -> CardCode:
    """Win as cheaply as is sure, if a trick is wanted; otherwise play the highest spare card that loses."""
    moves = view.trick.moves
    best = max(ORDER[move.card.card_id] for move in moves if move.card.suit == view.trick.led)
    last = len(moves) == 3
    sure = [card for card in cards if ORDER[card] > best and (last or strength[card][0] == 0)]
    if need > 0 and sure:
        return sure[0]
    losing = [card for card in spare if ORDER[card] < best]
    if losing:
        return losing[-1]
    return cards[-1] if need <= 0 and last else cards[0]
