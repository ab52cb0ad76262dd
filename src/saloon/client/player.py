"""The calls about a player: name, account, statistics, history, drills, and how others do."""

from collections.abc import AsyncIterator
from typing import Any, Final, Literal

import msgspec

from .answers import (
    DailyResult,
    DrillList,
    ExportedGame,
    ExportEnd,
    Failed,
    GameRecords,
    GameStatistics,
    HistoryPage,
    Leaderboard,
    OwnProfile,
    Passkey,
    PublicProfile,
    PushKey,
    PushSubscription,
    Recovered,
    RecoveryPhrase,
)
from .errors import ConnectionLost, RequestRefused
from .messages import News, Player
from .requests import Requests, address

GameResult = Literal["won", "wonAssisted", "drawn", "lost"]
_ME: Final = "/api/players/me"
_EXPORTED: Final = msgspec.json.Decoder(ExportedGame | ExportEnd | Failed)


class PlayerCalls(Requests):
    """What a player can ask about themselves and about others."""

    player: Player
    """Who you are; known once the client is entered."""

    # --- the account ----------------------------------------------------------------------------------------

    async def rename(self, name: str) -> None:
        """Change your name."""
        self.player = await self.ask("PATCH", _ME, Player, {"name": name})

    async def new_recovery_phrase(self) -> str:
        """Return six words that make another device the same player. A new phrase replaces the old one."""
        return (await self.ask("POST", f"{_ME}/recovery", RecoveryPhrase)).phrase

    async def recover(self, phrase: str) -> Player:
        """Become the player of a recovery phrase."""
        self.token = (await self.ask("POST", "/api/recovery", Recovered, {"phrase": phrase})).token
        self.player = await self.ask("GET", _ME, Player)
        return self.player

    async def passkeys(self) -> list[Passkey]:
        """Return your passkeys, oldest first; only a browser can add one or sign in with one."""
        return await self.ask("GET", f"{_ME}/passkeys", list[Passkey])

    async def remove_passkey(self, passkey_id: str) -> None:
        """Remove a passkey: it can no longer sign in."""
        await self.request("DELETE", address(_ME + "/passkeys/{}", passkey_id))

    async def push_key(self) -> str | None:
        """Return the key with which a browser subscribes to push messages; None if this server sends none."""
        return (await self.ask("GET", "/api/push", PushKey)).public_key

    async def push_subscriptions(self) -> list[PushSubscription]:
        """Return the browsers in which you get push messages, oldest first."""
        return await self.ask("GET", f"{_ME}/push", list[PushSubscription])

    async def subscribe_to_push(self, endpoint: str, p256dh: str, auth: str) -> PushSubscription:
        """Get push messages while you are away; the arguments are those of a browser's `PushSubscription`."""
        body = {"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}}
        return await self.ask("POST", f"{_ME}/push", PushSubscription, body)

    async def unsubscribe_from_push(self, subscription_id: str) -> None:
        """End push messages in a browser."""
        await self.request("DELETE", address(_ME + "/push/{}", subscription_id))

    async def stored_data(self) -> dict[str, list[dict[str, Any]]]:
        """Return everything that the server stores about you, row by row; the games are in `export`."""
        return await self.ask("GET", f"{_ME}/data", dict[str, list[dict[str, Any]]])

    async def erase(self) -> None:
        """Leave all tables and erase everything about you. It cannot be undone."""
        await self.request("DELETE", _ME)

    async def profile(self) -> OwnProfile:
        """Return the public id of your profile, and whether others can see it."""
        return await self.ask("GET", f"{_ME}/profile", OwnProfile)

    async def open_profile(self, is_open: bool) -> OwnProfile:
        """Open or close your profile; a closed one is on no leaderboard."""
        return await self.ask("PATCH", f"{_ME}/profile", OwnProfile, {"isOpen": is_open})

    # --- games played ---------------------------------------------------------------------------------------

    async def my_tables(self) -> list[News]:
        """Return your unfinished tables, newest first; `join` returns to one."""
        return await self.ask("GET", f"{_ME}/tables", list[News])

    async def statistics(self) -> dict[str, GameStatistics]:
        """Return your statistics by game."""
        return await self.ask("GET", f"{_ME}/stats", dict[str, GameStatistics])

    async def records(self, game: str) -> GameRecords:
        """Return your records in a game, by options and difficulty."""
        return await self.ask("GET", address(_ME + "/records/{}", game), GameRecords)

    async def history(
        self,
        game: str | None = None,
        *,
        result: GameResult | None = None,
        difficulty: str | None = None,
        opponent: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> HistoryPage:
        """Return a page of your finished games, newest first; `before` is the `next` of the previous page."""
        path = address(
            f"{_ME}/history",
            game=game,
            result=result,
            difficulty=difficulty,
            opponent=opponent,
            before=before,
            limit=limit,
        )
        return await self.ask("GET", path, HistoryPage)

    async def export(
        self,
        game: str | None = None,
        *,
        result: GameResult | None = None,
        difficulty: str | None = None,
        opponent: str | None = None,
    ) -> AsyncIterator[ExportedGame]:
        """Yield your finished games with their logs; raise an error if the export is not complete."""
        path = address(f"{_ME}/history/export", game=game, result=result, difficulty=difficulty, opponent=opponent)
        async for line in self.lines("GET", path):
            match _EXPORTED.decode(line):
                case ExportEnd():
                    return
                case Failed(code, reason):
                    raise RequestRefused(code, reason)
                case exported:
                    yield exported
        raise ConnectionLost("the export was cut off")

    async def drills(self) -> DrillList:
        """Return positions to practise, in which you lost a solitaire that could be won."""
        return await self.ask("GET", f"{_ME}/drills", DrillList)

    async def drop_drill(self, table_id: str, step: int) -> None:
        """Drop a drill; it counts as learned."""
        await self.request("DELETE", address(_ME + "/drills/{}/{}", table_id, step))

    async def daily_results(self) -> dict[str, DailyResult]:
        """Return how you did with today's deals, by game."""
        return await self.ask("GET", f"{_ME}/daily", dict[str, DailyResult])

    # --- other players --------------------------------------------------------------------------------------

    async def leaderboard(self, game: str, *, bots: bool = False) -> Leaderboard:
        """Return the best people of a game, or the best bot accounts."""
        return await self.ask("GET", address("/api/leaderboards/{}", game, bots="true" if bots else None), Leaderboard)

    async def public_profile(self, public_id: str) -> PublicProfile:
        """Return a player's name and ratings; `public_id` is that of a leaderboard."""
        return await self.ask("GET", address("/api/profiles/{}", public_id), PublicProfile)
