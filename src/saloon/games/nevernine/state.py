"""The state of Never Nine. Every struct has its fields in the order of canonical JSON.

A card is its two-letter code, such as `TD`; a seat is its number, 0 to 3, and its left neighbour the next one.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from saloon.core.canonical import Orderly
from saloon.core.cards import ACE, KING, deck
from saloon.core.game import Action, Seat

CardCode = str
Hand = tuple[CardCode, ...]
Four = tuple[int, int, int, int]
"""A number for each seat."""
Bids = tuple[int | None, int | None, int | None, int | None]
"""Each seat's bid of the running round; null until it is made."""
Player = Literal["p1", "p2", "p3", "p4"]
Phase = Literal["bid", "play", "over"]
EndedReason = Literal["completed"]

PLAYERS: Final[tuple[Player, ...]] = ("p1", "p2", "p3", "p4")
TRICKS: Final = 9
"""Tricks of a round, cards of a hand, the highest bid, and the sum that the bids must never reach."""
DECK: Final = tuple(card.code for card in deck(ranks=(*range(6, KING + 1), ACE)))
"""The 36 cards before a shuffle: clubs, diamonds, hearts, spades, each from the six up to the ace. [NN-05, NN-14]"""
ORDER: Final = {card: place for place, card in enumerate(DECK)}
"""The place of each card in the deck. Within a suit the higher place is the stronger card. [NN-14, NN-53]"""


class Options(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The options: the score that ends the game, who wins a tie, and how long a seat may think."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 100
    tie_break: Literal["later", "shared"] = "later"
    turn_seconds: Literal[0, 30, 60] = 0


class Move(Struct, frozen=True):
    """One card played by a seat; its order is its place in the trick. [NN-69]"""

    card: CardCode
    seat: Seat


class Trick(Struct, frozen=True):
    """Up to four cards in the order of play; the winner is set once the fourth has been played. [NN-68]"""

    leader: Seat
    moves: tuple[Move, ...] = ()
    winner: Seat | None = None

    @property
    def led(self) -> str | None:
        """The leading suit: that of the first card. [NN-22]"""
        return self.moves[0].card[1] if self.moves else None


class Round(Struct, frozen=True, rename="camel"):
    """A round that was scored, as it is remembered while the next one is played. [NN-67]"""

    bids: Four
    dealer: Seat
    last_trick: Trick
    number: int
    penalties: Four
    taken: Four


class State(Orderly, frozen=True, rename="camel"):
    """A game and its running round. Row r of `history` holds the four totals after r rounds. [NN-65]"""

    bids: Bids
    dealer: Seat
    ended_reason: EndedReason | None
    first_dealer: Seat
    hands: tuple[Hand, ...]
    history: tuple[Four, ...]
    last_round: Round | None
    options: Options
    phase: Phase
    round: int
    rules_version: str
    scores: Four
    seed: str
    status: Literal["active", "finished"]
    taken: Four
    trick: Trick
    tricks: tuple[Trick, ...]
    turn: Seat | None
    winners: tuple[Seat, ...]

    @property
    def reached(self) -> Four:
        """The round after which each seat first had its current total: its last penalty, 0 if it has none. [NN-61]"""
        p1, p2, p3, p4 = (_first(self.history, seat) for seat in range(4))
        return p1, p2, p3, p4


def _first(history: tuple[Four, ...], seat: Seat) -> int:
    row = len(history) - 1
    while row and history[row - 1][seat] == history[row][seat]:
        row -= 1
    return row


class Bid(Action, frozen=True):
    """Bid how many tricks you will take."""

    kind = "bid"
    bid: object
    """A whole number from 0 to 9. The rules check it after phase and turn, so any value is read."""


class Play(Action, frozen=True):
    """Play a card to the trick."""

    kind = "play"
    card: CardCode


class BidFor(Bid, frozen=True):
    """The server bids for a seat whose time ran out."""

    kind = "bidFor"
    player: Player


class PlayFor(Play, frozen=True):
    """The server plays a card for a seat whose time ran out."""

    kind = "playFor"
    player: Player
