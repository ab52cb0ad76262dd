"""The state of HighNoon. Every struct has its fields in the order of canonical JSON."""

from typing import Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import force_setattr

from saloon.core.canonical import Orderly
from saloon.core.cards import Pile
from saloon.core.game import Action, Seat
from saloon.core.places import Place

Profile = Literal["saloon", "vnext"]
Mode = Literal["split", "shared"]
Reveal = Literal["explicit", "auto"]
Player = Literal["p1", "p2"]
EndedReason = Literal["completed", "resign", "inactivity", "stalemate", "agreed"]

PLAYERS: Final[tuple[Player, Player]] = ("p1", "p2")
SIZES: Final = {"tableau": 7, "foundation": 8}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options; `vnext` is the original's rule set, which has no explicit turning."""

    clock: Literal[0, 2, 3, 5] = 0
    mode: Mode = "split"
    profile: Profile = "saloon"
    reveal: Reveal | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.profile == "vnext" and self.reveal == "explicit":
            raise ValueError("profile=vnext turns cards by itself")
        if self.reveal is UNSET:
            force_setattr(self, "reveal", "auto" if self.profile == "vnext" else "explicit")


class Foundation(Struct, frozen=True, gc=False):
    """A pile that both players build up, Ace to King, in one suit."""

    cards: Pile
    suit: str


class Board(Struct, frozen=True, gc=False):
    """The piles of one player."""

    score: int
    stock: Pile
    tableau: tuple[Pile, ...]
    waste: Pile

    @property
    def cards_left(self) -> int:
        """How many cards the player still has to bring up."""
        return len(self.stock) + len(self.waste) + sum(map(len, self.tableau))


class Players(Struct, frozen=True, gc=False):
    """Both boards."""

    p1: Board
    p2: Board


class StateOptions(Struct, frozen=True, gc=False):
    """The options that the rules read during play."""

    clock: int
    reveal: Reveal


class SinceProgress(Struct, frozen=True, gc=False):
    """Accepted actions of each player since the last progress of either."""

    p1: int
    p2: int


class Offers(Struct, frozen=True, gc=False):
    """Which players offer to end the match."""

    p1: bool
    p2: bool


NO_OFFERS: Final = Offers(p1=False, p2=False)


class State(Orderly, frozen=True, rename="camel", gc=False):
    """A match. Options and progress counters exist in the `saloon` profile only, offers since rules 1.1.0."""

    ended_by: Player | None
    ended_reason: EndedReason | None
    foundations: tuple[Foundation, ...]
    mode: Mode
    offers: Offers | UnsetType
    options: StateOptions | UnsetType
    players: Players
    rules_version: str
    schema_version: str
    seed: str
    since_progress: SinceProgress | UnsetType
    status: Literal["active", "finished"]
    winner: Player | None

    @property
    def is_original(self) -> bool:
        """Whether this is profile `vnext`, the rules of the original."""
        return self.options is UNSET

    def board(self, seat: Seat) -> Board:
        """Return the board of `seat`."""
        return self.players.p2 if seat else self.players.p1

    @property
    def turns_by_itself(self) -> bool:
        """Whether a move turns the card that it exposes."""
        return self.options is UNSET or self.options.reveal == "auto"


class Zone(Place, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place and its owner; the foundations are shared."""

    owner: Literal["p1", "p2", "global"]


class Unreadable(Zone, frozen=True, kw_only=True):
    """Something sent as a zone that is not one. Profile `vnext` refuses it where the rules check the zone."""

    zone: Any
    """The name that was sent, if it is text."""
    owner: Any
    """UNSET if there is none."""

    def __post_init__(self) -> None:
        """Accept whatever was sent."""


class Draw(Action, frozen=True):
    """Turn the top of the stock onto the waste."""

    kind = "draw"
    source: Zone
    target: Zone


class Recycle(Action, frozen=True):
    """Turn the waste over to be the stock again."""

    kind = "recycle"
    source: Zone
    target: Zone


class Flip(Action, frozen=True):
    """Turn a column's top card face-up."""

    kind = "flip"
    source: Zone


class TableauMove(Action, frozen=True):
    """Lay the top cards of a column, or the top of the waste, on a column."""

    kind = "tableauMove"
    source: Zone
    target: Zone
    count: object = None
    """A positive whole number. The contract checks it after the zones, so any value is read."""


class FoundationMove(Action, frozen=True):
    """Move a top card to a foundation; the named one is only advice, the rules choose."""

    kind = "foundationMove"
    source: Zone
    target: Zone


class Resign(Action, frozen=True):
    """Give the match to the other player."""

    kind = "resign"


class OfferEnd(Action, frozen=True):
    """Offer to end the match now, or agree to the other player's offer."""

    kind = "offerEnd"


class Timeout(Action, frozen=True):
    """The server says that a player's clock ran out, or that the player has been away for too long."""

    kind = "timeout"
    player: Player
