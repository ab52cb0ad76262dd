"""Invariants after every action: all 52 cards once, every pile in order, a status that the board confirms."""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from saloon.core.cards import KING, Card, Pile
from saloon.core.errors import ensure

from .rules import RULES_VERSION, dealt_hidden, is_won
from .state import DECK, SIZES, Options, State

_KNOWN: Final = frozenset((*DECK, *(card.down() for card in DECK)))


def check(state: State) -> None:
    """Raise InvariantBreach unless the whole state is sound."""
    ensure(len(state.tableau) == SIZES["tableau"], f"there are {len(state.tableau)} tableau piles")
    ensure(len(state.foundations) == SIZES["foundation"], f"there are {len(state.foundations)} foundations")
    cards = list(chain(*state.tableau, *state.foundations))
    different = len({card.card_id for card in cards})
    ensure(len(cards) == different == len(DECK), f"{len(cards)} cards are on the table, {different} of them different")
    ensure(_KNOWN.issuperset(cards), "a card is not in the deck")
    for index, pile in enumerate(state.tableau):
        _check_pile(index, pile, state.options)
    for index, pile in enumerate(state.foundations):
        _check_foundation(index, pile)
    _check_rest(state)


def check_change(before: State, after: State) -> None:
    """Raise InvariantBreach unless `after` is sound, given that `before` is: only changed piles are checked."""
    gone: list[Card] = []
    come: list[Card] = []
    for index, (was, now) in enumerate(zip(before.tableau, after.tableau, strict=True)):
        if was is not now:
            gone += was
            come += now
            _check_pile(index, now, after.options)
    for index, (was, now) in enumerate(zip(before.foundations, after.foundations, strict=True)):
        if was is not now:
            gone += was
            come += now
            _check_foundation(index, now)
    ensure(_ids(gone) == _ids(come) and _KNOWN.issuperset(come), "an action lost, doubled or changed a card")
    ensure(before.seed == after.seed and before.options == after.options, "an action changed the seed or the options")
    _check_rest(after)


def _ids(cards: Iterable[Card]) -> list[str]:
    return sorted([card.card_id for card in cards])


def _check_pile(index: int, pile: Pile, options: Options) -> None:
    """Check that face-down cards were dealt so and are below the face-up ones, and that the top is face-up."""
    faces = [card.face_down for card in pile]
    hidden = sum(faces)
    if hidden:
        ensure(not faces[-1], "the top of a pile is face-down")
        ensure(all(faces[:hidden]), "a face-down card lies on a face-up one")
        ensure(hidden <= dealt_hidden(index, options.faces), "a pile hides more cards than it was dealt")


def _check_foundation(index: int, pile: Pile) -> None:
    first = KING * index
    ensure(pile == DECK[first : first + len(pile)], "a foundation is not built up from the Ace in its suit")


def _check_rest(state: State) -> None:
    ensure(state.status == ("won" if is_won(state.foundations) else "active"), "the status is not that of the board")
    ensure(state.rules_version == RULES_VERSION, "the rules version is not this one")
