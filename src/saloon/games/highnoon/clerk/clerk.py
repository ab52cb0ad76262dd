"""A clerk who knows HighNoon by heart: it takes the plain actions and writes what both players are told of them.

Whatever is refused or ends the match goes to the law, as does everything until the kernel is ready.
"""

import importlib
import logging
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from threading import Thread
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import force_setattr, replace

from saloon.core.cards import Pile
from saloon.core.errors import InvariantBreach, Rejected
from saloon.core.game import Action, Seat, read_action
from saloon.games.highnoon import HighNoon
from saloon.games.highnoon.invariants import check
from saloon.games.highnoon.legal import own_actions
from saloon.games.highnoon.rules import catalogue
from saloon.games.highnoon.state import NO_OFFERS, Board, Foundation, Players, Resign, SinceProgress, State
from saloon.games.highnoon.versions import VERSIONS
from saloon.table.clerk import Answer, Question, Taken, Written
from saloon.table.helpers import NO_HELP, Help
from saloon.table.progress import EMPTY, Progress, Sheet

_logger = logging.getLogger(__name__)

CARDS: Final = (*catalogue(0), *catalogue(1))
"""All cards face-up, each at its number."""
_open: Final = CARDS.__getitem__
_hidden: Final = tuple(card.down() for card in CARDS).__getitem__
_REMEMBERED: Final = 1 << 13
"""Piles that are kept for the next state in which they lie so, and payloads whose meaning is known."""
_CARD_NUMBERS: Final = {card.card_id: number for number, card in enumerate(CARDS)}
_AT_ONCE: Final = 16
"""Actions that the kernel is asked to take in one go: what it writes of them stays at hand until it is hashed."""
_ROOM: Final = 1 << 17
"""Bytes for what is told of one action: several times the most that there can be."""
_LONGEST_PAYLOAD: Final = 512
"""Bytes of a payload that is remembered; no client writes longer ones."""
_KINDS: Final = HighNoon().actions
_ENCODE: Final = msgspec.json.Encoder().encode

_ACTION_NUMBERS: Final = tuple(
    {(one.kind, _ENCODE(one)): number for number, one in enumerate(own_actions(seat)) if not isinstance(one, Resign)}
    for seat in range(2)
)
"""By seat: the numbers of the actions that the kernel takes, by how they are written: to Python 1, 1.0 and true are
equal, to the law they are not."""


def _until_hash(helped: Help) -> bytes:
    return _ENCODE(helped) + b',"viewHash":"'


_UNHELPED: Final = _until_hash(NO_HELP)


class _Kernel:
    """The compiled kernel and what it writes into. One thread may use it: that of the event loop."""

    ready: "_Kernel | None" = None

    def __init__(self) -> None:
        self.code: Any = importlib.import_module(f"{__package__}.kernel")
        self.arrays: Any = importlib.import_module("numpy")
        self._out = self.arrays.zeros(_AT_ONCE * _ROOM, "uint8")
        self._ends = self.arrays.zeros((_AT_ONCE, 7), "int64")
        self._results = self.arrays.zeros(_AT_ONCE, "int64")
        self._shown = memoryview(self._out)
        self.take(bytes(2 * self.code.SIZE), [(0, self.code.DRAWS, 1, 0, 0, 0)], b"")

    def take(self, rows: bytes, asked: Sequence[Sequence[int]], options: bytes) -> tuple[bytes, list[int], list[Any]]:
        """Have actions taken; return the rows after them, what came of each, and where what is told of it lies."""
        before = self.arrays.frombuffer(rows, "int16").reshape(len(asked), self.code.SIZE)
        after, letters = before.copy(), self.arrays.frombuffer(options, "uint8")
        self.code.take(before, after, self.arrays.array(asked), letters, self._out, self._ends, self._results)
        return after.tobytes(), self._results.tolist(), self._ends.tolist()

    def told(self, ends: Sequence[int], helped: Help) -> Written:
        """Return what both players are told, with what the kernel leaves to others: help, and the hash of the view."""
        shown, (begin, first, second, third, fourth, fifth, sixth) = self._shown, ends
        middle = _UNHELPED if helped is NO_HELP else _until_hash(helped)
        one, two = sha256(shown[second:third]).hexdigest(), sha256(shown[fifth:sixth]).hexdigest()
        return {
            0: b"".join((shown[begin:first], middle, one.encode(), shown[first:second])),
            1: b"".join((shown[third:fourth], middle, two.encode(), shown[fourth:fifth])),
        }


@cache
def warm_up() -> Thread:
    """Get the kernel ready in a thread of its own, once a process; until then the law has everything."""
    thread = Thread(target=_get_ready, name="warm-up-clerk", daemon=True)
    thread.start()
    return thread


def prepare() -> None:
    """Get the kernel ready, once: it is read from where it was kept once compiled, or compiled now."""
    if _Kernel.ready is None:
        _Kernel.ready = _Kernel()


def _get_ready() -> None:
    try:
        prepare()
    except Exception:
        _logger.exception("HighNoon's clerk could not get ready; the law does its work")


class _Match(Struct, frozen=True, gc=False):
    """What all rows of a match have in common: one of its states, and what its views say of the options."""

    like: State
    options: bytes


class _Row(Sheet, frozen=True, eq=False, gc=False):
    """A match as the kernel has it, and as the law does, if it was asked for."""

    numbers: bytes
    match: _Match
    known: State | None = None

    @property
    def state(self) -> State:
        """The state that the law knows."""
        state = self.known
        if state is None:
            state = _unpacked(self)
            force_setattr(self, "known", state)
        return state


class _Case(Struct, frozen=True, gc=False):
    """A question that is for the kernel: its place among all, what the message means, and the row."""

    place: int
    question: Question
    number: int
    action: Action
    row: _Row


class HighNoonClerk:
    """The clerk of all tables at which two people play HighNoon."""

    def get_ready(self) -> None:
        """Load the kernel in a thread of its own, once."""
        warm_up()

    def prepare(self) -> None:
        """Load the kernel now."""
        prepare()

    def take(self, questions: Sequence[Question]) -> Sequence[Answer]:
        """Take what is plainly legal where the match goes on; None leaves a question to the law."""
        answers: list[Answer] = [None] * len(questions)
        kernel, cases = _Kernel.ready, list[_Case]()
        if kernel is None:
            return answers
        for place, question in enumerate(questions):
            try:
                case = _case(kernel, place, question)
            except InvariantBreach as breach:
                answers[place] = breach
            else:
                if case is not None:
                    cases.append(case)
        for first in range(0, len(cases), _AT_ONCE):
            some = cases[first : first + _AT_ONCE]
            for case, answer in zip(some, _answers(kernel, some), strict=True):
                answers[case.place] = answer
        return answers


def _case(kernel: _Kernel, place: int, question: Question) -> _Case | None:
    progress, kind, payload = question.progress, question.kind, question.payload
    if progress.help.paused or kind not in _KINDS or len(payload) > _LONGEST_PAYLOAD:
        return None
    meant, held = _meant(question.seat, kind, payload), progress.held
    row = held if type(held) is _Row else _packed(kernel, held)
    return None if meant is None or row is None else _Case(place, question, *meant, row)


def _answers(kernel: _Kernel, cases: Sequence[_Case]) -> Iterator[Answer]:
    """Let the kernel take actions; whatever it says of each but that it is taken or not is a breach."""
    asked, end = list[tuple[int, ...]](), 0
    for case in cases:
        question, begin = case.question, end
        end += len(case.row.match.options)
        asked.append((question.seat, case.number, question.progress.rev + 1, question.seq, begin, end))
    rows, options = [case.row.numbers for case in cases], [case.row.match.options for case in cases]
    after, results, ends = kernel.take(b"".join(rows), asked, b"".join(options))
    size = len(rows[0])
    for at, case in enumerate(cases):
        if results[at] == kernel.code.TAKEN:
            before, row = case.question.progress, _Row(after[size * at : size * (at + 1)], case.row.match)
            progress = Progress(row, before.rev + 1, EMPTY, EMPTY, before.help)
            yield Taken(case.action, progress, kernel.told(ends[at], before.help))
        else:
            yield None if results[at] == kernel.code.UNSURE else InvariantBreach("the clerk's row is not sound")


@lru_cache(_REMEMBERED)
def _meant(seat: Seat, kind: str, payload: bytes) -> tuple[int, Action] | None:
    """Return the number of the action that a message means, and the action; None if the kernel takes no such."""
    try:
        action = read_action(_KINDS, kind, msgspec.json.decode(payload))
    except (Rejected, msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    number = _ACTION_NUMBERS[seat].get((kind, _ENCODE(action)))
    return None if number is None else (number, action)


def _packed(kernel: _Kernel, state: Any) -> _Row | None:
    """Return a state that the rules have made as a row of numbers; it is checked as a whole first.

    None if the match is over or an offer to end it stands: those are for the rules.
    """
    if not isinstance(state, State) or state.status != "active" or state.offers not in (UNSET, NO_OFFERS):
        return None
    since = state.since_progress
    if since is not UNSET and max(since.p1, since.p2) > kernel.code.MOST_COUNTED:
        return None
    check(state)
    options = b"" if state.options is UNSET else b',"options":' + _ENCODE(state.options)
    return _Row(_numbers(kernel, state), _Match(state, options), state)


def _unpacked(packed: _Row) -> State:
    """Return the state that a row of numbers stands for."""
    assert _Kernel.ready is not None
    k, numbers, like = _Kernel.ready.code, packed.numbers, packed.match.like
    row = memoryview(numbers).cast("h")
    foundations: list[Foundation] = []
    for pile, height in enumerate(row[k.RAISED : k.RAISED + 8]):
        cards = _cards(numbers, k.PILED + 13 * pile, height, 0)
        foundations.append(Foundation(cards, like.foundations[pile].suit))
    since: Any = SinceProgress(row[k.SINCE], row[k.BOARD + k.SINCE]) if row[k.COUNTED] else UNSET
    players = Players(_board(k, numbers, row, 0), _board(k, numbers, row, k.BOARD))
    return replace(like, players=players, foundations=tuple(foundations), since_progress=since)


def _board(k: Any, numbers: bytes, row: "memoryview[int]", at: int) -> Board:
    tableau: list[Pile] = []
    lengths, hidden = row[at + k.LENGTH : at + k.LENGTH + 7], row[at + k.DOWN : at + k.DOWN + 7]
    for column, (length, down) in enumerate(zip(lengths, hidden, strict=True)):
        tableau.append(_cards(numbers, at + k.COLUMN * column, length, down))
    stocked, wasted = row[at + k.STOCKED], row[at + k.WASTED]
    stock, waste = _cards(numbers, at + k.STOCK, stocked, stocked), _cards(numbers, at + k.WASTE, wasted, 0)
    return Board(row[at + k.SCORE], stock, tuple(tableau), waste)


def _cards(numbers: bytes, first: int, size: int, down: int) -> Pile:
    return _pile(numbers[2 * first : 2 * (first + size)], down)


@lru_cache(_REMEMBERED)
def _pile(numbers: bytes, down: int) -> Pile:
    """Return the cards with these numbers, the lowest `down` of them hidden."""
    row = memoryview(numbers).cast("h")
    return (*map(_hidden, row[:down]), *map(_open, row[down:]))


def _numbers(kernel: _Kernel, state: State) -> bytes:
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
    row[k.SHARED], row[k.OFFERED] = state.mode == "shared", state.offers is not UNSET
    row[k.LIMIT] = VERSIONS[state.rules_version].stalemate_after
    return bytes(row.tobytes())
