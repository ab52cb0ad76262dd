"""A table on a server: its view, its legal actions, and everything that can be done there."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

from saloon.core.game import Stuck
from saloon.table.helpers import Help
from saloon.table.messages import Emote, Fault, WireOutcome

from .analyses import AnalysisEvent
from .answers import Chance, DealRating, ReplaySteps, Solution, SolverHint
from .messages import Ack, ClaimStatus, Move, News, Seated
from .socket import EventStream, TableSocket

if TYPE_CHECKING:
    from .client import Client

T = TypeVar("T")

HELPERS = frozenset({"assist", "hint", "pause", "redo", "resume", "undo"})
"""The kinds of actions that every game may have besides its own."""


class ClientTable:
    """A table that is followed over a socket. `view` and `legal` are always those of the last message.

    Use it with `async with`, or call `close` at the end: that leaves the table open on the server.
    """

    def __init__(self, client: "Client", table_id: str, seated: Seated | None = None) -> None:
        self.table_id = table_id
        self.seat = None if seated is None else seated.seat
        """Your seat, such as `p1`; None for a watcher."""
        self._client = client
        self._token = client.token if seated is None else seated.token
        self._path = f"/api/tables/{table_id}"
        self._socket = TableSocket(client.socket_address(self._path), self._token, patience=client.patience)

    # --- state ---------------------------------------------------------------------------------------------

    @property
    def view(self) -> Any:
        """What your seat sees, as plain JSON; None until play begins."""
        return self._socket.state.view

    @property
    def legal(self) -> Sequence[Move]:
        """Everything that you may do now, help such as `undo` and `hint` included."""
        return self._socket.state.legal

    @property
    def moves(self) -> Sequence[Move]:
        """The game's own actions among `legal`."""
        return [move for move in self.legal if move.kind not in HELPERS]

    @property
    def rev(self) -> int:
        """The revision: how many actions were accepted so far."""
        return self._socket.state.rev

    @property
    def news(self) -> News | None:
        """Who sits at the table, and its status; None until the first message."""
        return self._socket.state.news

    @property
    def game(self) -> str | None:
        """The name of the game; None until the first message."""
        return None if self.news is None else self.news.game

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the game; empty until play begins."""
        snapshot = self._socket.state.snapshot
        return {} if snapshot is None else snapshot.options

    @property
    def help(self) -> Help:
        """The help given so far, and whether the game is paused."""
        return self._socket.state.help

    @property
    def outcome(self) -> WireOutcome | None:
        """How the game ended; None while it goes on."""
        return self._socket.state.outcome

    @property
    def stuck(self) -> Stuck | None:
        """Why a solitaire is stuck; None if it is not."""
        return self._socket.state.stuck

    @property
    def faults(self) -> Mapping[str, Fault]:
        """Why bots lost moves to simpler ones: the last fault of each seat."""
        return self._socket.state.faults

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection now; a lost one is opened again by itself."""
        return self._socket.is_connected

    @property
    def reconnects(self) -> int:
        """How often the connection was lost and opened again."""
        return self._socket.reconnects

    @property
    def resyncs(self) -> int:
        """How often the view hash was wrong and a snapshot was requested; 0 unless something is broken."""
        return self._socket.resyncs

    # --- waiting --------------------------------------------------------------------------------------------

    def events(self) -> EventStream:
        """Return every message from now on: acks, snapshots, news. `view` and `legal` already include it."""
        return self._socket.events()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; it is tried after every message."""
        await self._socket.until(condition)

    async def started(self) -> None:
        """Wait until play begins and the view is known."""
        await self.until(lambda: self._socket.state.snapshot is not None)

    async def my_turn(self) -> bool:
        """Wait until you may act; return False if the game is over instead."""
        await self.until(lambda: bool(self.moves) or self.outcome is not None)
        return self.outcome is None

    async def over(self) -> WireOutcome:
        """Wait until the game is over; return how it ended."""
        await self.until(lambda: self.outcome is not None)
        assert self.outcome is not None
        return self.outcome

    # --- acting ---------------------------------------------------------------------------------------------

    async def act(self, move: Move | Mapping[str, Any]) -> Ack | None:
        """Act, exactly once even if the connection is lost; raise Rejected if the server refuses.

        Returns the ack; None if it was lost with the connection and a snapshot shows that the action was accepted.
        """
        return await self._socket.submit(move if isinstance(move, Move) else msgspec.convert(move, Move))

    async def undo(self) -> Ack | None:
        """Undo the last step."""
        return await self.act(Move("undo"))

    async def redo(self) -> Ack | None:
        """Redo the step that was undone last."""
        return await self.act(Move("redo"))

    async def pause(self) -> Ack | None:
        """Stop the clock; only `resume` is accepted now."""
        return await self.act(Move("pause"))

    async def resume(self) -> Ack | None:
        """Go on after a pause."""
        return await self.act(Move("resume"))

    async def hint(self) -> Move | None:
        """Return what the server suggests, judging by your view; None if it has no suggestion."""
        ack = await self._ask("POST", "/hint", Ack)
        hinted = ack.report.get("hint")
        return None if hinted is None else msgspec.convert(hinted, Move)

    async def claim(self) -> ClaimStatus | None:
        """Claim the match from an absent opponent; return None if you have won it, otherwise why not."""
        return await self._socket.ask_claim("claim")

    async def claim_status(self) -> ClaimStatus | None:
        """Return whether the match can be claimed."""
        return await self._socket.ask_claim("claimRequest")

    async def send_emote(self, emote: Emote) -> None:
        """Send an emote to everyone who plays here; raise Rejected if the server refuses."""
        await self._socket.send_emote(emote)

    async def report_fault(self, fault: Fault) -> None:
        """For bot accounts: tell everyone why a simpler bot made your bot's move."""
        await self._socket.report_fault(fault)

    async def set_away(self, away: bool) -> None:
        """Say whether the player is away: the clock of a solitaire stops meanwhile."""
        await self._socket.set_away(away)

    # --- the solver and files -------------------------------------------------------------------------------

    async def solve(self) -> Solution:
        """Return a verdict and actions that win from here; marks the game as assisted."""
        return await self._ask("POST", "/solve", Solution)

    async def solver_hint(self) -> SolverHint:
        """Return the next action of a winning line; marks the game as assisted."""
        return await self._ask("POST", "/solver-hint", SolverHint)

    async def fair_hint(self) -> Move | None:
        """Return what a strong bot would do that sees only your views; None if it would give up. Marks the game."""
        hinted = (await self._ask("POST", "/fair-hint", dict[str, Any]))["action"]
        return None if hinted is None else msgspec.convert(hinted, Move)

    async def winnable(self) -> Chance:
        """Return whether the game can still be won; marks the game as assisted."""
        return await self._ask("POST", "/winnable", Chance)

    async def rating(self) -> DealRating:
        """Return how hard the deal is."""
        return await self._ask("GET", "/rating", DealRating)

    def analysis(self) -> AsyncIterator[AnalysisEvent]:
        """Yield where the game was lost; see `Client.analysis`."""
        return self._client.analysis(self.table_id)

    async def replay(self) -> bytes:
        """Return the log of a finished game, for `saloon.replay`."""
        return await self._client.replay(self.table_id)

    async def replay_steps(self, seat: int | None = None) -> ReplaySteps:
        """Return a finished game step by step; see `Client.replay_steps`."""
        return await self._client.replay_steps(self.table_id, seat)

    async def branch(self, step: int) -> "ClientTable":
        """Open a practice table that continues this finished solitaire after a step."""
        return await self._client.branch(self.table_id, step)

    async def save(self) -> bytes:
        """Return the game as a save file, if the game has one."""
        return await self._client.request("GET", f"{self._path}/save", token=self._token)

    # --- leaving --------------------------------------------------------------------------------------------

    async def leave(self) -> None:
        """Leave for good: in play a bot takes over."""
        await self._client.request("POST", f"{self._path}/leave", token=self._token)

    async def remove(self) -> None:
        """Remove a table of yours that still waits for players."""
        await self._client.request("DELETE", self._path)

    async def rematch(self, *, retry: bool = False) -> "ClientTable":
        """Return the table that follows, shared by all players of this one; `retry` deals a solitaire's seed again."""
        seated = await self._client.ask("POST", f"{self._path}/rematch", Seated, {"retry": retry})
        return ClientTable(self._client, seated.table_id, seated)

    async def close(self) -> None:
        """Stop following the table. Your seat stays yours: `Client.join` returns to it."""
        await self._socket.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _ask(self, method: str, path: str, kind: type[T]) -> T:
        return await self._client.ask(method, self._path + path, kind, token=self._token)
