"""What a bot of Never Nine knows: its view as numbers, with cards as bits by their place in the deck."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from saloon.core.game import Seat
from saloon.games.nevernine.state import DECK, ORDER, PLAYERS, TRICKS, CardCode
from saloon.games.nevernine.view import View

_ALL: Final = (1 << len(DECK)) - 1


class Known(Struct, frozen=True):
    """What a bot knows about a round, as numbers: everything that its sampling depends on."""

    seat: Seat
    hand: int
    unseen: int
    sizes: tuple[int, ...]
    """The number of unseen cards of each seat; 0 for its own."""
    voids: tuple[tuple[bool, ...], ...]
    """For each seat and suit whether it is known to have none."""
    shown: tuple[int, ...]
    """The cards that each seat has laid."""
    bids: tuple[int, ...]
    """-1 for a bid that is not made yet."""
    taken: tuple[int, ...]
    dealer: Seat
    leader: Seat
    laid: tuple[int, ...]
    """The places of the cards in the running trick."""
    played: tuple[int, ...] = ()
    """The places of all cards played in the round, in order."""


def known(view: View) -> Known:
    """Return what a seat that sees `view` knows."""
    assert view.seat is not None
    assert isinstance(view.hand, tuple)
    own = PLAYERS.index(view.seat)
    shown = [0, 0, 0, 0]
    voids = [[False] * 4 for _ in range(4)]
    played = []
    for trick in (*view.tricks, view.trick):
        for move in trick.moves:
            place, seat = ORDER[move.card.card_id], PLAYERS.index(move.seat)
            shown[seat] |= 1 << place
            played.append(place)
            led = ORDER[trick.moves[0].card.card_id] // TRICKS
            if place // TRICKS != led:
                voids[seat][led] = True
    hand = bits([card.card_id for card in view.hand])
    return Known(
        seat=own,
        hand=hand,
        unseen=_ALL & ~(hand | shown[0] | shown[1] | shown[2] | shown[3]),
        sizes=tuple(0 if seat == own else size for seat, size in enumerate(view.hand_sizes)),
        voids=tuple(map(tuple, voids)),
        shown=tuple(shown),
        bids=tuple(-1 if bid is None else bid for bid in view.bids),
        taken=view.taken,
        dealer=PLAYERS.index(view.dealer),
        leader=PLAYERS.index(view.trick.leader),
        laid=tuple(ORDER[move.card.card_id] for move in view.trick.moves),
        played=tuple(played),
    )


def bits(cards: Sequence[CardCode]) -> int:
    """Return a set of cards as a number."""
    return sum(1 << ORDER[card] for card in cards)


def trick_so_far(facts: Known) -> tuple[int, Seat]:
    """Return the best card of the running trick and who laid it; -1 before the first."""
    best, holder = -1, 0
    for order, place in enumerate(facts.laid):
        if best < 0 or (place // TRICKS == best // TRICKS and place > best):
            best, holder = place, (facts.leader + order) % 4
    return best, holder
