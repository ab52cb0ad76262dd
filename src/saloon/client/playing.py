"""A seat at a table, here or on a server, with the types of the game; for the terminal and for language models."""

from abc import ABC, abstractmethod
from asyncio import Queue, to_thread
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from saloon.bots.guard import fault_text
from saloon.bots.local import LocalBots
from saloon.core.errors import BadMove, quoted
from saloon.core.game import Action, Seat, seat_name
from saloon.core.registry import AnyGame
from saloon.core.solver import Limits
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.helpers import Undo
from saloon.table.messages import Emote, Fault, WireOutcome, wire, wire_outcome

from .messages import BotFailed, EmoteSent, Move
from .table import ClientTable
from .views import read_move, read_view

SEARCH = Limits(seconds=30.0)
"""The search limits of `solve` at a local table."""


_EMOTES: Final[Mapping[Emote, str]] = {
    "hello": "Hello!",
    "goodLuck": "Good luck!",
    "wellPlayed": "Well played!",
    "thanks": "Thanks!",
    "oops": "Oops!",
    "goodGame": "Good game!",
}


class Playing(ABC):
    """A seat, or a watcher's place, at a table."""

    game: AnyGame
    seat: Seat | None
    """The seat; None for a watcher."""
    is_shared: bool = False
    """Whether something can happen at the table without an action of the seat."""

    @property
    def is_connected(self) -> bool:
        """Whether the table can be reached now; if not, it is tried again."""
        return True

    @property
    @abstractmethod
    def view(self) -> Any:
        """What the seat sees; None until play begins."""

    @property
    @abstractmethod
    def moves(self) -> Sequence[Action]:
        """The game's own legal actions."""

    @property
    @abstractmethod
    def rev(self) -> int:
        """How many actions were accepted."""

    @property
    @abstractmethod
    def outcome(self) -> WireOutcome | None:
        """How the game ended; None while it goes on."""

    @property
    def faults(self) -> Mapping[str, Fault]:
        """Why bots lost moves to simpler ones: the last fault of each seat."""
        return {}

    @property
    @abstractmethod
    def can_undo(self) -> bool:
        """Whether the last step can be undone."""

    @abstractmethod
    async def act(self, action: Action) -> None:
        """Act; raise Rejected, with the reason, if that is refused."""

    @abstractmethod
    async def undo(self) -> None:
        """Undo the last step."""

    @abstractmethod
    async def hint(self) -> Action | None:
        """Return a good move; None if there is no suggestion."""

    @abstractmethod
    async def fair_hint(self) -> Action | None:
        """Return what a strong bot would do that sees what you see; None if it would give up."""

    @abstractmethod
    async def solve(self) -> str:
        """Return whether and how the game can be won from here, in words."""

    @abstractmethod
    async def changed(self, rev: int) -> None:
        """Wait until the table is past a revision, or over."""

    @abstractmethod
    async def close(self) -> None:
        """Stop following the table; nothing changes there."""

    async def notices(self) -> AsyncIterator[str]:
        """Yield what happens beside the game, in words: emotes, and bots that fail."""
        for _ in ():
            yield ""

    def typed(self, text: str) -> Action:
        """Return the action that a player typed: a move, or `#` and its number in the list of moves."""
        if not text.startswith("#"):
            return self.game.parse(text, self.seat or 0)
        number, moves = text[1:], self.moves
        if not (number.isdecimal() and len(number) <= 3 and 1 <= int(number) <= len(moves)):
            raise BadMove(f"{quoted(text)} is not in the list, which has {len(moves)} moves")
        return moves[int(number) - 1]


class LocalPlaying(Playing):
    """The first seat of a table in this process; bots have the others."""

    def __init__(self, table: Table, level: str, now: Callable[[], int | None] | None = None) -> None:
        """Take the first seat; `now` returns the milliseconds since the deal, for the log."""
        self._now = now or (lambda: None)
        self.table, self.game, self.seat = table, table.game, 0
        self._bots = LocalBots(table, level, table.game.seats[1:])
        self._notices: Queue[str] = Queue()
        self._bots.act_until(0)
        self._note_faults()

    @classmethod
    def deal(cls, game: str, options: dict[str, Any], level: str, seed: str | None, now: int) -> "LocalPlaying":
        """Deal a game."""
        seats = ("human", *("bot" for _ in GAMES[game].seats[1:]))
        return cls(Table.deal(game, seed=seed, now=now, options=options, seats=seats), level)

    @property
    def view(self) -> Any:
        """What the seat sees."""
        return self.table.view(self.seat)

    @property
    def moves(self) -> Sequence[Action]:
        """The game's own legal actions."""
        return self.table.moves(0)

    @property
    def rev(self) -> int:
        """How many actions were accepted."""
        return self.table.rev

    @property
    def outcome(self) -> WireOutcome | None:
        """How the game ended."""
        return wire_outcome(self.table.outcome)

    @property
    def faults(self) -> Mapping[str, Fault]:
        """Why bots lost moves to simpler ones: the last fault of each seat."""
        return self._bots.faults

    async def notices(self) -> AsyncIterator[str]:
        """Yield why bots lost moves."""
        while True:
            yield await self._notices.get()

    @property
    def can_undo(self) -> bool:
        """Whether the last step can be undone."""
        return Undo() in self.table.legal(0)

    async def act(self, action: Action) -> None:
        """Act, and let the bots act."""
        self.table.act(0, action, at=self._now())
        self._bots.show()
        await to_thread(self._let_bots_act)
        self._note_faults()

    def _let_bots_act(self) -> None:
        self._bots.act_once()
        self._bots.act_until(0)

    def _note_faults(self) -> None:
        for seat, fault in self._bots.new_faults():
            self._notices.put_nowait(fault_text(seat, fault))

    async def undo(self) -> None:
        """Undo the last step."""
        self.table.undo(at=self._now())
        self._bots.show()

    async def hint(self) -> Action | None:
        """Return a good move."""
        return self.table.hint(0, at=self._now())

    async def fair_hint(self) -> Action | None:
        """Return what a strong bot would do that sees what you see."""
        return await to_thread(self.table.fair_hint, 0, at=self._now())

    async def solve(self) -> str:
        """Return whether and how the game can be won from here."""
        found = await to_thread(self.table.solve, 0, limits=SEARCH, at=self._now())
        return verdict_text(found.verdict, [self.game.notation(action) for action in found.actions])

    async def changed(self, rev: int) -> None:
        """Return at once: nothing happens at a local table between the player's actions."""

    async def close(self) -> None:
        """Do nothing."""


class RemotePlaying(Playing):
    """A seat at a table of a server, or a watcher's place."""

    is_shared = True

    def __init__(self, table: ClientTable) -> None:
        """Take a table that has started: `await table.started()` first."""
        assert table.game is not None
        self.table, self.game = table, GAMES[table.game]
        self.seat = None if table.seat is None else int(table.seat.removeprefix("p")) - 1
        self._options = msgspec.convert(dict(table.options), self.game.options)

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection to the server now."""
        return self.table.is_connected

    @property
    def view(self) -> Any:
        """What the seat sees."""
        return None if self.table.view is None else read_view(self.game, self.table.view)

    @property
    def moves(self) -> Sequence[Action]:
        """The game's own legal actions."""
        return [read_move(self.game, self._options, move) for move in self.table.moves]

    @property
    def rev(self) -> int:
        """How many actions were accepted."""
        return self.table.rev

    @property
    def outcome(self) -> WireOutcome | None:
        """How the game ended."""
        return self.table.outcome

    @property
    def faults(self) -> Mapping[str, Fault]:
        """Why bots lost moves to simpler ones: the last fault of each seat."""
        return self.table.faults

    async def notices(self) -> AsyncIterator[str]:
        """Yield the emotes of others, and why bots lost moves."""
        async for message in self.table.events():
            if isinstance(message, BotFailed):
                yield fault_text(message.seat, message.fault)
            elif isinstance(message, EmoteSent) and message.seat != self.table.seat:
                yield f"{message.seat}: {_EMOTES[message.emote]}"

    @property
    def can_undo(self) -> bool:
        """Whether the last step can be undone."""
        return any(move.kind == Undo.kind for move in self.table.legal)

    async def act(self, action: Action) -> None:
        """Act; the server decides."""
        await self.table.act(msgspec.convert(msgspec.to_builtins(wire(action)), Move))

    async def undo(self) -> None:
        """Undo the last step."""
        await self.table.undo()

    async def hint(self) -> Action | None:
        """Return what the server suggests."""
        return self._read(await self.table.hint())

    async def fair_hint(self) -> Action | None:
        """Return what the server's bot would do that sees what you see; marks the game as assisted."""
        return self._read(await self.table.fair_hint())

    def _read(self, hinted: Move | None) -> Action | None:
        return None if hinted is None else read_move(self.game, self._options, hinted)

    async def solve(self) -> str:
        """Return what the server's solver finds; marks the game as assisted."""
        found = await self.table.solve()
        moves = [read_move(self.game, self._options, one) for one in found.actions]
        return verdict_text(found.verdict, [self.game.notation(move) for move in moves])

    async def changed(self, rev: int) -> None:
        """Wait until the table is past a revision, or over."""
        await self.table.until(lambda: self.table.rev > rev or self.table.outcome is not None)

    async def close(self) -> None:
        """Stop following the table; the seat stays taken."""
        await self.table.close()


def verdict_text(verdict: str, moves: Sequence[str]) -> str:
    """Return a solver's verdict in words."""
    if verdict == "winnable":
        return f"a winning line, found by looking at all cards: {', '.join(moves)}"
    if verdict == "unwinnable":
        return "this game cannot be won from here; the search is complete"
    return "no winning line was found within the limits"


def table_text(playing: Playing) -> str:
    """Return a table as text: the picture, whose move it is, and the moves. It shows nothing but the view."""
    game, outcome = playing.game, playing.outcome
    who = "watching" if playing.seat is None else f"you are {seat_name(playing.seat)}"
    parts = [f"{game.title}   {who}   action {playing.rev}", game.picture(playing.view)]
    if outcome is not None:
        parts.append(outcome_text(outcome, playing.seat))
    elif playing.seat is not None:
        moves = [f"#{number} {game.notation(move)}" for number, move in enumerate(playing.moves, start=1)]
        parts.append("your moves: " + ", ".join(moves) if moves else "it is not your turn")
    parts += [fault_text(seat, fault) for seat, fault in playing.faults.items()]
    return "\n\n".join(parts)


def outcome_text(outcome: WireOutcome, seat: Seat | None) -> str:
    """Return how a game ended, in words."""
    winners = " and ".join(outcome.winners) or "nobody"
    mine = "" if seat is None else f" You {'win' if seat_name(seat) in outcome.winners else 'do not win'}."
    return f"The game is over ({outcome.reason}): won by {winners}, scores {list(outcome.scores)}.{mine}"
