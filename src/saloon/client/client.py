"""The client: signs in, finds, opens, joins and watches tables, and asks about games and deals."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Literal, Self

import msgspec

from .analyses import AnalysisEvent, AnalysisLine, AnalysisSummary, EstimateSummary
from .answers import (
    ChallengeComparison,
    ChallengeMonth,
    DailyDeal,
    DuplicateComparison,
    DuplicateMonth,
    Failed,
    PairingStatus,
    ReplaySteps,
)
from .errors import ConnectionLost, RequestRefused
from .messages import GameInfo, News, Player, Seated
from .player import PlayerCalls
from .requests import address
from .table import ClientTable

ChallengeLevel = Literal["easy", "normal", "hard"]
_ANALYSIS: Final = msgspec.json.Decoder(AnalysisLine)
_BETWEEN_LOOKS: Final = 2.0
"""Seconds between two questions for a match; a server forgets whoever has not asked for twelve."""


class Client(PlayerCalls):
    """A player on a server: `async with Client("http://127.0.0.1:8000") as client:`.

    Without a `token` a new player is created; keep `client.player.token` to be the same one later. With `bot` it is a
    bot account, marked as one wherever its name is shown; a person's token is refused then. `patience` is how many
    seconds a server may be unreachable, or owe an answer, before calls fail with `ConnectionLost`.
    """

    def __init__(
        self, url: str, *, token: str | None = None, name: str | None = None, bot: bool = False, patience: float = 120
    ) -> None:
        super().__init__(url, token=token, patience=patience)
        self._name = name
        self._bot = bot

    async def __aenter__(self) -> Self:
        try:
            self.player = await self._known_or_new()
            self.token = self.player.token
            if self._name is not None and self._name != self.player.name:
                await self.rename(self._name)
        except BaseException:
            await self._http.aclose()
            raise
        return self

    async def _known_or_new(self) -> Player:
        """Return the player of the token, or a new one; refuse a person's token for a bot."""
        if self._bot and self.token is None:
            return await self.ask("POST", "/api/bots", Player, {"name": self._name or "Bot"})
        player = await self.ask("GET", "/api/players/me", Player)
        if self._bot and not player.is_bot:
            reason = f"the token is that of {player.name}, a person; leave it out to make a bot account"
            raise RequestRefused("NOT_A_BOT", reason)
        return player

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    # --- tables ---------------------------------------------------------------------------------------------

    async def games(self) -> list[GameInfo]:
        """Return the games of the server, with their options and bots."""
        return await self.ask("GET", "/api/games", list[GameInfo])

    async def tables(self, game: str | None = None) -> list[News]:
        """Return the public tables that wait for players or are in play, newest first."""
        return await self.ask("GET", address("/api/tables", game=game), list[News])

    async def news(self, table_id: str) -> News:
        """Return who sits at a table, its status, and whether it is rated."""
        return await self.ask("GET", address("/api/tables/{}/news", table_id), News)

    async def open(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[str | None] | None = None,
        seed: str | None = None,
        private: bool | None = None,
        winnable: bool = False,
        level: str | None = None,
    ) -> ClientTable:
        """Open a table and take its first human seat.

        `seats` names a level for each bot and None for each person: `[None, "greedy"]`. Without it all are people.
        """
        wanted = {"options": options, "seed": seed, "private": private, "winnable": winnable, "level": level}
        body: dict[str, Any] = {"game": game, **{key: value for key, value in wanted.items() if value is not None}}
        if seats is not None:
            body["seats"] = [{"kind": "bot", "level": one} if one is not None else {"kind": "human"} for one in seats]
        return await self._seated("/api/tables", body)

    async def join(self, table_id: str) -> ClientTable:
        """Take the first open seat of a table, or return to yours."""
        return await self._seated(address("/api/tables/{}/join", table_id))

    async def watch(self, table_id: str) -> ClientTable:
        """Watch a table; if you sit there, you see what your seat sees."""
        await self.news(table_id)  # fails now if the socket would be refused
        return ClientTable(self, table_id)

    async def load(self, save: bytes, game: str | None = None) -> ClientTable:
        """Open a table that continues a save file."""
        return await self._seated(address("/api/saves", game=game), msgspec.Raw(save))

    async def _seated(self, path: str, body: Any = None) -> ClientTable:
        seated = await self.ask("POST", path, Seated, body)
        return ClientTable(self, seated.table_id, seated)

    # --- a match with people --------------------------------------------------------------------------------

    async def look_for_match(self, game: str) -> PairingStatus:
        """Wait in the queue of a game; repeat it every two seconds until the state is `paired`."""
        return await self.ask("POST", address("/api/pairing/{}", game), PairingStatus)

    async def stop_looking(self) -> PairingStatus:
        """Leave the queue; the state is `paired` if a match was found in the meantime."""
        return await self.ask("DELETE", "/api/pairing", PairingStatus)

    async def play_now(self, game: str) -> ClientTable:
        """Wait until a match with people is found, and sit down; leave the queue if that is cancelled."""
        try:
            while (status := await self.look_for_match(game)).table_id is None:
                await asyncio.sleep(_BETWEEN_LOOKS)
        except asyncio.CancelledError:
            await self.stop_looking()
            raise
        return await self.join(status.table_id)

    # --- deals ----------------------------------------------------------------------------------------------

    async def daily(self, game: str, day: str | None = None) -> DailyDeal:
        """Return the deal of the day of a solitaire: its seed and options."""
        return await self.ask("GET", address("/api/daily/{}", game, day=day), DailyDeal)

    async def challenges(self, game: str, month: str | None = None) -> ChallengeMonth:
        """Return your month of challenges, such as `2026-01`; by default this one."""
        return await self.ask("GET", address("/api/challenges/{}", game, month=month), ChallengeMonth)

    async def play_challenge(self, game: str, day: str, level: ChallengeLevel) -> ClientTable:
        """Return your unfinished table with a challenge, or a new one."""
        return await self._seated(address("/api/challenges/{}/{}/{}", game, day, level))

    async def compare_challenge(self, game: str, day: str, level: ChallengeLevel) -> ChallengeComparison:
        """Return how everybody did with a challenge."""
        return await self.ask("GET", address("/api/challenges/{}/{}/{}", game, day, level), ChallengeComparison)

    async def duplicates(self, game: str, month: str | None = None) -> DuplicateMonth:
        """Return your month of duplicate deals; by default this one."""
        return await self.ask("GET", address("/api/duplicates/{}", game, month=month), DuplicateMonth)

    async def play_duplicate(self, game: str, day: str) -> ClientTable:
        """Return your unfinished table with the duplicate deal of a day, or a new one; everybody has one try."""
        return await self._seated(address("/api/duplicates/{}/{}", game, day))

    async def compare_duplicate(self, game: str, day: str) -> DuplicateComparison:
        """Return how everybody did with the duplicate deal of a day."""
        return await self.ask("GET", address("/api/duplicates/{}/{}", game, day), DuplicateComparison)

    # --- finished games -------------------------------------------------------------------------------------

    async def replay(self, table_id: str) -> bytes:
        """Return the log of a finished game, for `saloon.replay`."""
        return await self.request("GET", address("/api/tables/{}/replay", table_id))

    async def replay_steps(self, table_id: str, seat: int | None = None) -> ReplaySteps:
        """Return a finished game step by step, as seat 1, 2, … or a watcher saw it."""
        return await self.ask("GET", address("/api/tables/{}/replay/steps", table_id, seat=seat), ReplaySteps)

    async def branch(self, table_id: str, step: int) -> ClientTable:
        """Open a private practice table that continues a finished solitaire after a step of its log."""
        path = address("/api/tables/{}/branch", table_id)
        return await self._seated(path, {"step": step})

    async def analysis(self, table_id: str) -> AsyncIterator[AnalysisEvent]:
        """Yield where a solitaire was lost, or what decisions cost; marks a running game as assisted."""
        last = False
        async for line in self.lines("POST", address("/api/tables/{}/analysis", table_id)):
            event = _ANALYSIS.decode(line)
            if isinstance(event, Failed):
                raise RequestRefused(event.code, event.reason)
            last = isinstance(event, AnalysisSummary | EstimateSummary)
            yield event
        if not last:
            raise ConnectionLost("the analysis was cut off")
