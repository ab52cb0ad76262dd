"""Operators over HTTP: end tables, moderate players, rotate keys, drain; with the operator's token only."""

from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from saloon.core.errors import BadInput, quoted
from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.server.http.authentication import require_token
from saloon.server.http.signing_keys import Rotation
from saloon.server.operations.moderation import Moderation, TableFacts
from saloon.server.services import Services
from saloon.server.settings import Settings
from saloon.store.moderation import AuditedAction, AuditEntry, FoundPlayer, ModerationStore, checked_reason

from .common import PROBLEMS

LONGEST_OPERATOR = 60
_MOST_ENTRIES = 1_000


class Order(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Why an operator does something, and who it is. Some commands need one of the other fields."""

    reason: str
    operator: Annotated[str, Meta(min_length=1, max_length=LONGEST_OPERATOR)] = "operator"
    name: str | None = None
    """The new name, to rename a player."""
    game: str | None = None
    """The game whose rating is reset; without it all are."""
    forget_days: float | None = None
    """Refuse tokens of keys replaced at least this many days ago; 0 signs everybody out."""

    def entry(self, action: AuditedAction, subject: str) -> AuditEntry:
        """Return the audit entry for a command."""
        if not self.operator.isprintable():
            raise BadInput(
                f"the operator's name {quoted(self.operator)} has characters that cannot be shown", "BAD_NAME"
            )
        return AuditEntry(wall_clock(), self.operator, action, subject, checked_reason(self.reason))


class NewToken(Struct, frozen=True, rename="camel"):
    """The only token that is valid for a player now."""

    player_id: str
    token: str


def require_operator(connection: "ASGIConnection[Any, Any, Any, Any]", _: BaseRouteHandler) -> None:
    """Refuse a request without the operator's token, and every request if the server has none."""
    settings: Settings = connection.app.state.services.settings
    if settings.operator_token is None:
        raise Refused("NOT_FOUND", "this server takes no operator commands; it has no operator_token")
    require_token(connection.headers.get("authorization"), settings.operator_token)


class OperatorController(Controller):
    """Commands of operators."""

    path = "/api/operator"
    guards = (require_operator,)

    @get("/tables/{table_id:str}", summary="Who plays at a table", responses=PROBLEMS)
    async def table(self, table_id: FromPath[str], moderation: NamedDependency[Moderation]) -> TableFacts:
        """The players with their ids, and the status; no cards."""
        return await moderation.facts(table_id)

    @post("/tables/{table_id:str}/end", status_code=204, summary="End a table", responses=PROBLEMS)
    async def end(
        self, table_id: FromPath[str], data: JSONBody[Order], moderation: NamedDependency[Moderation]
    ) -> None:
        """The game is over without an outcome; the players see the reason."""
        await moderation.end_table(data.entry("end", table_id), void=False)

    @post("/tables/{table_id:str}/void", status_code=204, summary="Void a table", responses=PROBLEMS)
    async def void(
        self, table_id: FromPath[str], data: JSONBody[Order], moderation: NamedDependency[Moderation]
    ) -> None:
        """The same, also for a finished game, whose results no longer count for statistics."""
        await moderation.end_table(data.entry("void", table_id), void=True)

    @get("/quarantine", summary="Quarantined tables", responses=PROBLEMS)
    async def quarantine(self, moderation: NamedDependency[Moderation]) -> dict[str, str]:
        """The tables that this process could not load, with the reason of each."""
        return moderation.quarantined()

    @get("/players", summary="Find players", responses=PROBLEMS)
    async def players(
        self, name: FromQuery[str], moderation_store: NamedDependency[ModerationStore]
    ) -> list[FoundPlayer]:
        """Those with this name, in any case, or with this id."""
        return await moderation_store.players(name)

    @post("/players/{player_id:str}/rename", status_code=204, summary="Rename a player", responses=PROBLEMS)
    async def rename(
        self, player_id: FromPath[str], data: JSONBody[Order], moderation: NamedDependency[Moderation]
    ) -> None:
        """Give a player another name, at once at all tables."""
        await moderation.rename(data.entry("rename", player_id), data.name or "")

    @post("/players/{player_id:str}/ban", status_code=204, summary="Ban a player", responses=PROBLEMS)
    async def ban(
        self, player_id: FromPath[str], data: JSONBody[Order], moderation: NamedDependency[Moderation]
    ) -> None:
        """Their requests are refused with PLAYER_BANNED and the reason, and their sockets are closed."""
        await moderation.ban(data.entry("ban", player_id))

    @post("/players/{player_id:str}/unban", status_code=204, summary="Lift a ban", responses=PROBLEMS)
    async def unban(
        self, player_id: FromPath[str], data: JSONBody[Order], moderation: NamedDependency[Moderation]
    ) -> None:
        """The player may play again."""
        await moderation.ban(data.entry("unban", player_id), lift=True)

    @post("/players/{player_id:str}/revoke-tokens", status_code=200, summary="Revoke tokens", responses=PROBLEMS)
    async def revoke_tokens(
        self, player_id: FromPath[str], data: JSONBody[Order], moderation: NamedDependency[Moderation]
    ) -> NewToken:
        """All tokens and cookies of the player are void, those of their seats too; the answer has a new one."""
        return NewToken(player_id, await moderation.revoke_tokens(data.entry("revoke-tokens", player_id)))

    @post("/players/{player_id:str}/reset-rating", status_code=204, summary="Reset a rating", responses=PROBLEMS)
    async def reset_rating(
        self, player_id: FromPath[str], data: JSONBody[Order], moderation: NamedDependency[Moderation]
    ) -> None:
        """The player is a newcomer again, in one game or in all."""
        await moderation.reset_rating(data.entry("reset-rating", player_id), data.game)

    @post("/players/{player_id:str}/delete", status_code=204, summary="Delete a player", responses=PROBLEMS)
    async def delete(
        self, player_id: FromPath[str], data: JSONBody[Order], moderation: NamedDependency[Moderation]
    ) -> None:
        """Everything about the player is deleted; matches with others keep an anonymous seat."""
        await moderation.delete_player(data.entry("delete-player", player_id))

    @post("/rotate-key", status_code=200, summary="Sign with a new key", responses=PROBLEMS)
    async def rotate_key(self, data: JSONBody[Order], moderation: NamedDependency[Moderation]) -> Rotation:
        """Older tokens stay valid, unless `forgetDays` says otherwise."""
        return await moderation.rotate_key(data.entry("rotate-key", "server"), data.forget_days)

    @post("/drain", status_code=202, summary="Drain and stop", responses=PROBLEMS)
    async def drain(self, data: JSONBody[Order], moderation: NamedDependency[Moderation]) -> None:
        """The same as SIGTERM."""
        await moderation.drain(data.entry("drain", "server"))

    @get("/audit", summary="The audit log", responses=PROBLEMS)
    async def audit(self, services: NamedDependency[Services], limit: FromQuery[int] = 100) -> list[AuditEntry]:
        """Newest first."""
        if not 1 <= limit <= _MOST_ENTRIES:
            raise Refused("BAD_REQUEST", f"ask for 1 to {_MOST_ENTRIES} entries, not {limit}")
        return await services.moderation_store.audit(limit)
