"""Invariants after every action: all 104 cards once, every pile in order, scores that add up. [HN-80…HN-84]"""

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET

from saloon.core.cards import SUITS, Card, Pile
from saloon.core.errors import ensure

from .rules import catalogue
from .state import PLAYERS, SIZES, Board, Foundation, Offers, State
from .versions import VERSIONS

Identity = tuple[str, int, str]
"""The identity of a card, face-up or face-down."""

_GOING_ON: Final = ("active", None, None, None)
CATALOGUE: Final = frozenset((card.card_id, card.rank, card.suit) for copy in (0, 1) for card in catalogue(copy))


def check(state: State) -> None:
    """Raise InvariantBreach unless the whole state is sound."""
    piles = [foundation.cards for foundation in state.foundations]
    for board in (state.players.p1, state.players.p2):
        ensure(len(board.tableau) == SIZES["tableau"], f"a player has {len(board.tableau)} columns")
        piles += [board.stock, board.waste, *board.tableau]
        _check_stock(board.stock)
        _check_waste(board.waste)
        for column in board.tableau:
            _check_column(column)
    ensure(len(state.foundations) == SIZES["foundation"], f"there are {len(state.foundations)} foundations")
    for index, foundation in enumerate(state.foundations):
        _check_foundation(index, foundation)
    count, identities = sum(map(len, piles)), _identities(piles)
    ensure(count == len(identities) == 104, f"{count} cards are on the table, {len(identities)} of them different")
    ensure(identities == CATALOGUE, "a card on the table is in neither deck")
    _check_scores(state)
    _check_end(state)


def check_change(before: State, after: State) -> None:
    """Raise InvariantBreach unless `after` is sound, given that `before` is: only changed cards are checked."""
    gone: list[Card] = []
    come: list[Card] = []
    for was, now in ((before.players.p1, after.players.p1), (before.players.p2, after.players.p2)):
        if was is not now:
            _check_board_change(was, now, gone, come)
    if before.foundations is not after.foundations:
        for index, (stood, stands) in enumerate(zip(before.foundations, after.foundations, strict=True)):
            if stood is not stands:
                _check_foundation(index, stands)
                _note_change(stood.cards, stands.cards, gone, come)
    same = gone == come or (len(gone) == len(come) and _identities((gone,)) == _identities((come,)))
    ensure(same, "an action lost, doubled or exchanged a card")
    if before.foundations is not after.foundations or _points(before) != _points(after):
        _check_scores(after)
    _check_end(after)


def _check_board_change(was: Board, now: Board, gone: list[Card], come: list[Card]) -> None:
    if was.stock is not now.stock:
        _check_stock(_note_change(was.stock, now.stock, gone, come))
    if was.waste is not now.waste:
        _check_waste(_note_change(was.waste, now.waste, gone, come))
    if was.tableau is not now.tableau:
        for column, became in zip(was.tableau, now.tableau, strict=True):
            if column is not became:
                _check_column(_note_change(column, became, gone, come))


def _note_change(old: Pile, new: Pile, gone: list[Card], come: list[Card]) -> Pile:
    """Note the cards above what two piles share; return the new ones with the card that they lie on."""
    shared = min(len(old), len(new))
    while old[:shared] != new[:shared]:
        shared -= 1
    gone += old[shared:]
    come += new[shared:]
    return new[max(shared - 1, 0) :]


def _identities(piles: Iterable[Iterable[Card]]) -> set[Identity]:
    return {(card.card_id, card.rank, card.suit) for pile in piles for card in pile}


def _check_stock(stock: Pile) -> None:
    ensure(all(card.face_down for card in stock), "a stock card is face-up")


def _check_waste(waste: Pile) -> None:
    ensure(not any(card.face_down for card in waste), "a waste card is face-down")


def _check_column(column: Pile) -> None:
    """Check that hidden cards are below face-up ones."""
    faces = [card.face_down for card in column]
    ensure(True not in faces[faces.count(True) :], "a face-down card lies on a face-up one")


def _check_foundation(index: int, foundation: Foundation) -> None:
    ensure(foundation.suit == SUITS[index // 2], f"foundation {index} has the wrong suit")
    for rank, card in enumerate(foundation.cards, start=1):
        fits = card.rank == rank and card.suit == foundation.suit and not card.face_down
        ensure(fits, f"foundation {index} is not built up from the Ace in its suit")


def _check_scores(state: State) -> None:
    heights = [len(foundation.cards) for foundation in state.foundations]
    total = sum([height * (height + 1) // 2 for height in heights])
    ensure(sum(_points(state)) == total, "the scores do not sum to the foundations")
    ensure(min(_points(state)) >= 0, "a score is below zero")


def _points(state: State) -> tuple[int, int]:
    return state.players.p1.score, state.players.p2.score


def _check_end(state: State) -> None:
    since, reason = state.since_progress, state.ended_reason
    ensure(since is UNSET or (since.p1 >= 0 and since.p2 >= 0), "a counter is below zero")
    ensure((state.offers is UNSET) != VERSIONS[state.rules_version].has_offers, "offers of another rules version")
    if (state.status, reason, state.ended_by, state.winner) == _GOING_ON:
        return
    ensure((state.status == "finished") == (reason is not None), "an end without a reason, or a reason without an end")
    ensure((state.ended_by is None) == (reason is None), "an end by nobody, or somebody who ended nothing")
    ensure(reason is not None, "an unfinished match has a winner")
    if reason == "completed":
        done = state.winner is not None and not state.board(PLAYERS.index(state.winner)).cards_left
        ensure(done, "a match was completed with cards left")
    elif reason == "agreed":
        ensure(state.offers == Offers(p1=True, p2=True), "a match was ended by agreement without both offers")
    elif reason != "stalemate":
        ensure(state.winner not in (None, state.ended_by), "the player who resigned or timed out has won")
