"""Progress: the state with its undo record, and `advance`, which applies every accepted action."""

from collections.abc import Iterator, Sequence
from operator import eq
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from saloon.core.canonical import state_hash
from saloon.core.errors import BadInput, Rejected, quoted, require
from saloon.core.game import SERVER, Action, Seat, seat_name
from saloon.core.registry import AnyGame

from .helpers import NO_HELP, Assist, AssistFor, GivenHelp, Help, Hint, HintFor, Pause, Redo, Resume, Undo

SeatKinds = tuple[str, ...]

_HELPERS: Final = frozenset({Undo, Redo, Hint, HintFor, Assist, AssistFor, Pause, Resume})


def check_seats(game: AnyGame, seats: SeatKinds | None) -> SeatKinds | None:
    """Return `seats` if they say for each seat of `game` whether a human or a bot sits there."""
    if seats is not None and (len(seats) != len(game.seats) or not set(seats) <= {"human", "bot"}):
        raise BadInput(f"{game.name} has {len(game.seats)} seats, each 'human' or 'bot'; not {seats!r}", "BAD_SEATS")
    return seats


class Stack(Struct, frozen=True, eq=False, gc=False):
    """An immutable stack of states that shares everything below its top, so a push costs the same at any height.

    Cells are nested pairs, `(state, cells below)`: Python frees a long chain of tuples without recursion.
    """

    size: int = 0
    """How many states can be popped."""
    top: Any = None
    _cells: tuple[Any, ...] = ()
    _held: int = 0
    """The number of cells, up to twice `depth`: the oldest ones are dropped only now and then."""

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Any]:
        """Yield the states, newest first."""
        cells = self._cells
        for _ in range(self.size):
            state, cells = cells
            yield state

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Stack) and len(self) == len(other) and all(map(eq, self, other)))

    def __hash__(self) -> int:
        return hash((self.size, self.top))

    def __repr__(self) -> str:
        return f"Stack(size={self.size}, top={self.top!r})"

    def push(self, state: Any, depth: int) -> "Stack":
        """Return the stack with `state` on top, limited to the newest `depth` states."""
        cells, held = (state, self._cells), self._held + 1
        if held > 2 * depth:
            cells, held = _newest(cells, depth), depth
        return Stack(min(self.size + 1, depth), state, cells, held)

    def pop(self) -> "Stack":
        """Return the stack without its top."""
        if self.size == 1:
            return EMPTY
        below = self._cells[1]
        return Stack(self.size - 1, below[0], below, self._held - 1)


def _newest(cells: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    """Return the first cells of a chain, without those below."""
    states = []
    for _ in range(number):
        state, cells = cells
        states.append(state)
    newest: tuple[Any, ...] = ()
    for state in reversed(states):
        newest = (state, newest)
    return newest


EMPTY: Final = Stack()


class Progress(Struct, frozen=True, gc=False):
    """A game at one revision. `past` holds the states to undo to, `future` those to redo."""

    state: Any
    """The game's state."""
    rev: int = 0
    past: Stack = EMPTY
    future: Stack = EMPTY
    help: Help = NO_HELP

    def hash(self, game: AnyGame) -> str:
        """Return the hash of the game's state at this revision."""
        return state_hash(self.rev, game.canonical(self.state))


def advance(game: AnyGame, seats: SeatKinds, progress: Progress, seat: Seat, action: Action) -> Progress:
    """Return the progress after `action`, or raise Rejected. Server actions leave the undo record alone."""
    if type(action) in _HELPERS:
        return _help(game, seats, progress, action)
    if progress.help.paused and game.outcome(progress.state) is None:
        raise Rejected("MATCH_NOT_ACTIVE", "the game is paused; resume it first")
    before = progress.state
    after = game.apply(before, seat, action)
    if not game.undo_depth:
        return Progress(after, progress.rev + 1, EMPTY, EMPTY, progress.help)
    if seat == SERVER:
        return replace(progress, state=after, rev=progress.rev + 1)
    past, undo_to = progress.past, game.undo_to(before, action, after)
    if undo_to is not None:
        past = past.push(undo_to, game.undo_depth)
    return Progress(after, progress.rev + 1, past, EMPTY, progress.help)


def _help(game: AnyGame, seats: SeatKinds, progress: Progress, action: Action) -> Progress:
    help_ = progress.help
    if isinstance(action, GivenHelp):
        _check_helped(game, seats, action.player)
    require(game.outcome(progress.state) is None, "MATCH_FINISHED", "the game is over")
    require(
        isinstance(action, Undo | Redo | Assist) or seats.count("human") < 2,
        "NOT_BETWEEN_PEOPLE",
        f"there is no {action.kind} between people",
    )
    if isinstance(action, Resume):
        require(help_.paused, "RULE_VIOLATION", "the game is not paused")
    else:
        require(not help_.paused, "MATCH_NOT_ACTIVE", "the game is paused; resume it first")
    match action:
        case Undo():
            progress = _undo(game, progress)
            help_ = replace(help_, undos=help_.undos + 1)
        case Redo():
            progress = _redo(game, progress)
            help_ = replace(help_, redos=help_.redos + 1)
        case Hint():
            help_ = replace(help_, hints=help_.hints + 1)
        case Assist():
            help_ = replace(help_, assisted=True)
        case Pause() | Resume():
            help_ = replace(help_, paused=isinstance(action, Pause))
    return replace(progress, rev=progress.rev + 1, help=help_)


def _check_helped(game: AnyGame, seats: SeatKinds, player: str) -> None:
    """Refuse help for anyone but a person at the table. As help needs a single person, a log can name only that one."""
    kinds = dict(zip(map(seat_name, game.seats), seats, strict=True))
    require(player in kinds, "MALFORMED_MESSAGE", f"{game.name} has no player {quoted(player)}")
    require(kinds[player] == "human", "MALFORMED_MESSAGE", f"{player} is a bot; the server helps people only")


def _undo(game: AnyGame, progress: Progress) -> Progress:
    """Go back to the newest state of the record; the current state can be redone exactly."""
    require(bool(progress.past), "NOTHING_TO_UNDO", "there is nothing to undo")
    state = game.rewind(progress.state, progress.past.top)
    future = progress.future.push(progress.state, game.undo_depth)
    return replace(progress, state=state, past=progress.past.pop(), future=future)


def _redo(game: AnyGame, progress: Progress) -> Progress:
    require(bool(progress.future), "NOTHING_TO_REDO", "there is nothing to redo")
    state = game.rewind(progress.state, progress.future.top)
    past = progress.past.push(progress.state, game.undo_depth)
    return replace(progress, state=state, past=past, future=progress.future.pop())


def legal_now(game: AnyGame, seats: SeatKinds, progress: Progress, seat: Seat | None) -> Sequence[Action]:
    """Return what `seat` may do now, helpers last; a watcher may do nothing.

    This is all that `advance` accepts, except help, which the server logs when a seat asks for it. A seat's own
    `assist` is accepted for old logs and not listed.
    """
    if seat is None:
        return []
    moves = [] if progress.help.paused else game.legal(progress.state, seat)
    helpers = [] if seat == SERVER else _helpers_now(game, seats, progress)
    return [*moves, *helpers] if helpers else moves


def _helpers_now(game: AnyGame, seats: SeatKinds, progress: Progress) -> list[Action]:
    alone = seats.count("human") < 2
    if not (alone or game.undo_depth) or game.outcome(progress.state) is not None:
        return []
    if progress.help.paused:
        return [Resume()]
    helpers: list[Action] = [Undo()] if progress.past else []
    if progress.future and game.undo_depth > 1:
        helpers.append(Redo())
    if alone:
        helpers += [Hint(), Pause()]
    return helpers
