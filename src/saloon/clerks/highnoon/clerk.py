"""A clerk who knows HighNoon by heart: it takes the plain actions and writes what both players are told of them.

Whatever is refused or ends the match goes to the law, as does everything until the kernel is ready.
"""

import importlib
import logging
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from threading import Thread
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import force_setattr, replace

from saloon.core.cards import Pile
from saloon.core.errors import ensure
from saloon.core.game import Action, Seat
from saloon.games.highnoon.invariants import check
from saloon.games.highnoon.legal import own_actions
from saloon.games.highnoon.rules import catalogue
from saloon.games.highnoon.state import Board, Foundation, Players, Resign, SinceProgress, State
from saloon.table.clerk import Taken
from saloon.table.helpers import Help
from saloon.table.progress import Progress, Sheet

_logger = logging.getLogger(__name__)

CARDS: Final = (*catalogue(0), *catalogue(1))
"""All cards face-up, each at its number."""
_open: Final = CARDS.__getitem__
_hidden: Final = tuple(card.down() for card in CARDS).__getitem__
_REMEMBERED: Final = 1 << 13
"""Piles that are kept for the next state in which they lie so."""
_CARD_NUMBERS: Final = {card.card_id: number for number, card in enumerate(CARDS)}
_ROOM: Final = 1 << 17
"""Bytes for what is told of one action: several times the most that there can be."""
_ENCODE: Final = msgspec.json.Encoder().encode

_ACTION_NUMBERS: Final = tuple(
    {action: number for number, action in enumerate(own_actions(seat)) if not isinstance(action, Resign)}
    for seat in range(2)
)
"""By seat: the numbers of the actions that the kernel takes."""


class _Kernel:
    """The compiled kernel and what it writes into. One thread may use it: that of the event loop."""

    ready: "_Kernel | None" = None

    def __init__(self) -> None:
        self.code: Any = importlib.import_module(f"{__package__}.kernel")
        self.arrays: Any = importlib.import_module("numpy")
        self.out, self.ends = self.arrays.zeros(_ROOM, "uint8"), self.arrays.zeros(6, "int64")
        self.shown = memoryview(self.out)
        row = self.arrays.zeros(self.code.SIZE, "int16")
        self.code.take(row, row, 0, self.code.DRAWS, 1, 0, self.letters(b""), self.out, self.ends)

    def letters(self, text: bytes) -> Any:
        """Return a text as the kernel reads it."""
        return self.arrays.frombuffer(text, "uint8").copy()

    def acks(self, helped: Help) -> Mapping[Seat | None, bytes]:
        """Return what the kernel has written to both players, with what it leaves to others: help, and the hash."""
        shown, (first, second, third, fourth, fifth, sixth) = self.shown, self.ends.tolist()
        middle = _ENCODE(helped) + b',"viewHash":"'
        one, two = sha256(shown[second:third]).hexdigest(), sha256(shown[fifth:sixth]).hexdigest()
        return {
            0: b"".join((shown[:first], middle, one.encode(), shown[first:second])),
            1: b"".join((shown[third:fourth], middle, two.encode(), shown[fourth:fifth])),
        }


@cache
def warm_up() -> Thread:
    """Get the kernel ready in a thread of its own, once a process; until then the law has everything."""
    thread = Thread(target=_get_ready, name="warm-up-clerk", daemon=True)
    thread.start()
    return thread


def prepare() -> None:
    """Get the kernel ready: it is read from where it was kept once compiled, or compiled now."""
    _Kernel.ready = _Kernel()


def _get_ready() -> None:
    try:
        prepare()
    except Exception:
        _logger.exception("HighNoon's clerk could not get ready; the law does its work")


class _Row(Sheet, frozen=True, eq=False, gc=False):
    """A match as the kernel has it, and as the law does, if it was asked for."""

    numbers: Any
    clerk: "HighNoonClerk"
    known: State | None = None

    @property
    def state(self) -> State:
        """The state that the law knows."""
        state = self.known
        if state is None:
            state = self.clerk.unpacked(self.numbers)
            force_setattr(self, "known", state)
        return state


class HighNoonClerk:
    """The clerk of one table at which two people play."""

    def __init__(self, state: State) -> None:
        self._like = state
        self._options: Any = None
        warm_up()

    def take(self, progress: Progress, seat: Seat, seq: int | None, action: Action) -> Taken | None:
        """Take an action if it is plainly legal and the match goes on; None leaves it to the law."""
        kernel, held, helped, rev = _Kernel.ready, progress.held, progress.help, progress.rev + 1
        if kernel is None or seq is None or helped.paused:
            return None
        number = _ACTION_NUMBERS[seat].get(action)
        before = held.numbers if isinstance(held, _Row) else self._packed(kernel, held)
        if number is None or before is None:
            return None
        code, after = kernel.code, before.copy()
        result = code.take(before, after, seat, number, rev, seq, self._options, kernel.out, kernel.ends)
        if result == code.UNSURE:
            return None
        ensure(result == code.TAKEN, "the clerk's row is not sound")
        return Progress(_Row(after, self), rev, (), (), helped), kernel.acks(helped)

    def _packed(self, kernel: _Kernel, state: Any) -> Any:
        """Return a state that the law has made as a row of numbers; it is looked at as a whole first."""
        if not isinstance(state, State) or state.status != "active":
            return None
        since = state.since_progress
        if since is not UNSET and max(since.p1, since.p2) > kernel.code.MOST_COUNTED:
            return None
        check(state)
        if self._options is None:
            self._options = kernel.letters(b"" if state.options is UNSET else b',"options":' + _ENCODE(state.options))
        return _row_of(kernel, state)

    def unpacked(self, numbers: Any) -> State:
        """Return the state that a row of numbers stands for."""
        assert _Kernel.ready is not None
        k, row = _Kernel.ready.code, memoryview(numbers.tobytes()).cast("h")
        foundations: list[Foundation] = []
        for pile, like in enumerate(self._like.foundations):
            foundations.append(Foundation(_pile(row, k.PILED + 13 * pile, row[k.RAISED + pile], 0), like.suit))
        since: Any = SinceProgress(row[k.SINCE], row[k.BOARD + k.SINCE]) if row[k.COUNTED] else UNSET
        players = Players(_board(k, row, 0), _board(k, row, k.BOARD))
        return replace(self._like, players=players, foundations=tuple(foundations), since_progress=since)


def _board(k: Any, row: "memoryview[int]", at: int) -> Board:
    tableau: list[Pile] = []
    for column in range(7):
        length, down = row[at + k.LENGTH + column], row[at + k.DOWN + column]
        tableau.append(_pile(row, at + k.COLUMN * column, length, down))
    stocked = row[at + k.STOCKED]
    stock, waste = _pile(row, at + k.STOCK, stocked, stocked), _pile(row, at + k.WASTE, row[at + k.WASTED], 0)
    return Board(row[at + k.SCORE], stock, tuple(tableau), waste)


def _pile(row: "memoryview[int]", first: int, size: int, down: int) -> Pile:
    return _cards(row[first : first + size].tobytes(), down)


@lru_cache(_REMEMBERED)
def _cards(numbers: bytes, down: int) -> Pile:
    """Return the cards with these numbers, the lowest `down` of them hidden."""
    row = memoryview(numbers).cast("h")
    return (*map(_hidden, row[:down]), *map(_open, row[down:]))


def _row_of(kernel: _Kernel, state: State) -> Any:
    k = kernel.code
    row = kernel.arrays.full(k.SIZE, -1, "int16")

    def lay(at: int, pile: Pile) -> int:
        row[at : at + len(pile)] = [_CARD_NUMBERS[card.card_id] for card in pile]
        return len(pile)

    since = state.since_progress
    for seat, board in enumerate((state.players.p1, state.players.p2)):
        at = k.BOARD * seat
        for column, pile in enumerate(board.tableau):
            row[at + k.LENGTH + column] = lay(at + k.COLUMN * column, pile)
            row[at + k.DOWN + column] = sum(card.face_down for card in pile)
        row[at + k.STOCKED], row[at + k.WASTED] = lay(at + k.STOCK, board.stock), lay(at + k.WASTE, board.waste)
        row[at + k.SCORE] = board.score
        row[at + k.SINCE] = 0 if since is UNSET else (since.p1, since.p2)[seat]
    for pile_number, foundation in enumerate(state.foundations):
        row[k.RAISED + pile_number] = lay(k.PILED + 13 * pile_number, foundation.cards)
    row[k.EXPLICIT], row[k.COUNTED] = not state.turns_by_itself, since is not UNSET
    row[k.SHARED] = state.mode == "shared"
    return row
