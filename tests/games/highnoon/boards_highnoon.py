"""Positions of HighNoon, written down: columns as text, everything else by name.

A card is its two-letter code; `-` before it means face-down. Columns are parted by `|`, bottom card first. Of two equal
cards the first one named gets the copy that is not on a foundation already; copy 0 comes before copy 1.
"""

import json
from itertools import chain
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from saloon.core.canonical import canonical_json
from saloon.core.cards import RANK_LETTERS, SUITS, Card, Pile
from saloon.core.game import SERVER, Seat, read_action
from saloon.games import GAMES
from saloon.games.highnoon.state import (
    Board,
    Foundation,
    FoundationMove,
    Offers,
    Players,
    SinceProgress,
    State,
    StateOptions,
    TableauMove,
    Zone,
)
from saloon.games.highnoon.versions import NEWEST, VERSIONS

Json = dict[str, Any]
Owner = Literal["p1", "p2", "global"]
GAME = GAMES["highnoon"]
RULES = [game.rules_version for game in GAMES.versions("highnoon")]
EMPTY = (0,) * 8
FULL = (13,) * 8


class Side(NamedTuple):
    """One player's zones in text."""

    tableau: str = ""
    stock: str = ""
    waste: str = ""


NOTHING = Side()


class _Dealer:
    """Hands out the 104 cards by name, each once."""

    def __init__(self) -> None:
        self._left = [(copy, rank, suit) for suit in SUITS for rank in range(1, 14) for copy in (0, 1)]

    def take(self, rank: int, suit: str, copies: tuple[int, ...] = (0, 1), *, face_down: bool = False) -> Card:
        copy = next(copy for copy in copies if (copy, rank, suit) in self._left)
        self._left.remove((copy, rank, suit))
        return Card(f"d{copy}:{suit}:{rank:02d}", face_down, rank, suit)

    def pile(self, text: str, *, face_down: bool = False) -> Pile:
        return tuple(self._read(word, face_down) for word in text.split())

    def _read(self, word: str, face_down: bool) -> Card:
        code = word.removeprefix("-")
        return self.take(RANK_LETTERS.index(code[0]), code[1], face_down=face_down or word != code)

    def rest(self) -> Pile:
        left, self._left = self._left, []
        return tuple(Card(f"d{copy}:{suit}:{rank:02d}", True, rank, suit) for copy, rank, suit in left)

    def board(self, side: Side, score: int) -> Board:
        columns = [self.pile(text) for text in side.tableau.split("|")]
        columns += [()] * (7 - len(columns))
        assert len(columns) == 7, "a board has seven columns"
        return Board(score, self.pile(side.stock, face_down=True), tuple(columns), self.pile(side.waste))


def position(
    p1: Side = NOTHING,
    p2: Side = NOTHING,
    *,
    foundations: tuple[int, ...] = EMPTY,
    rest: Literal["p1", "p2"] | None = None,
    score: int = 0,
    profile: Literal["saloon", "vnext"] = "saloon",
    reveal: Literal["explicit", "auto"] = "explicit",
    clock: int = 0,
    since: tuple[int, int] = (0, 0),
    offers: tuple[bool, bool] = (False, False),
    rules: str = NEWEST,
) -> State:
    """Return an active match of all 104 cards.

    `foundations` are eight heights; p1 made `score` of their points and p2 the others. Cards that are not named lie
    at the bottom of the stock of `rest`, and there must be none if `rest` is None. `vnext` is always of rules 1.0.0.
    """
    dealer = _Dealer()
    piles = tuple(
        Foundation(tuple(dealer.take(rank, SUITS[i // 2], (i % 2,)) for rank in range(1, height + 1)), SUITS[i // 2])
        for i, height in enumerate(foundations)
    )
    total = sum(card.rank for pile in piles for card in pile.cards)
    boards = [dealer.board(p1, score), dealer.board(p2, total - score)]
    left = dealer.rest()
    if rest is None:
        assert not left, f"cards without a place: {' '.join(card.code for card in left)}"
    else:
        index = ("p1", "p2").index(rest)
        boards[index] = msgspec.structs.replace(boards[index], stock=left + boards[index].stock)
    saloon = profile == "saloon"
    rules = rules if saloon else "1.0.0"
    version = VERSIONS[rules]
    state = State(
        ended_by=None,
        ended_reason=None,
        foundations=piles,
        mode="split",
        offers=Offers(*offers) if version.has_offers else UNSET,
        options=StateOptions(clock, reveal) if saloon else UNSET,
        players=Players(*boards),
        rules_version=rules,
        schema_version=version.schemas[profile],
        seed="by hand",
        since_progress=SinceProgress(*since) if saloon else UNSET,
        status="active",
        winner=None,
    )
    GAME.check(state)
    return state


def plain(state: State) -> Json:
    """Return the canonical state as plain lists and dictionaries."""
    found: Json = json.loads(canonical_json(GAME.canonical(state)))
    return found


def column(state: State, seat: Seat, index: int) -> str:
    """Return a column as it would be written down."""
    return written(state.board(seat).tableau[index])


def written(pile: Pile) -> str:
    """Return a pile as text."""
    return " ".join("-" * card.face_down + card.code for card in pile)


def heights(state: State) -> tuple[int, ...]:
    """Return how high each foundation is."""
    return tuple(len(pile.cards) for pile in state.foundations)


def since(state: State) -> tuple[int, int]:
    """Return both progress counters."""
    assert state.since_progress is not UNSET
    return state.since_progress.p1, state.since_progress.p2


def all_cards(state: State) -> list[Card]:
    """Return every card of every pile."""
    boards = (state.players.p1, state.players.p2)
    zones = chain.from_iterable((board.stock, board.waste, *board.tableau) for board in boards)
    return [*chain.from_iterable(zones), *chain.from_iterable(pile.cards for pile in state.foundations)]


def tableau(index: int, owner: Owner = "p1") -> Zone:
    """Return a column."""
    return Zone("tableau", index, owner=owner)


def waste(owner: Owner = "p1") -> Zone:
    """Return a waste."""
    return Zone("waste", owner=owner)


def stock(owner: Owner = "p1") -> Zone:
    """Return a stock."""
    return Zone("stock", owner=owner)


def foundation(index: int = 0, owner: Owner = "global") -> Zone:
    """Return a foundation."""
    return Zone("foundation", index, owner=owner)


def move(source: int | Zone, target: int, count: object = 1) -> TableauMove:
    """Return p1's move between columns (or from another zone) onto a column."""
    return TableauMove(tableau(source) if isinstance(source, int) else source, tableau(target), count)


def up(source: int | Zone, index: int = 0) -> FoundationMove:
    """Return p1's move from a column (or another zone) to the foundations."""
    return FoundationMove(tableau(source) if isinstance(source, int) else source, foundation(index))


def send(state: State, seat: Seat, kind: object, payload: object) -> State:
    """Read a message as a table does, and apply it."""
    game = GAMES.version("highnoon", state.rules_version)
    kinds = game.server_actions if seat == SERVER else game.actions
    after: State = game.apply(state, seat, read_action(kinds, kind, payload))
    return after
