"""Message schemas: JSON Schema generated from the structs, including the views of every game."""

import types
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.core.cards import Card, Hidden
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.server.tables.bot_faults import BotFailed
from saloon.server.tables.claims import ClaimStatus
from saloon.server.tables.emotes import EmoteRefused, EmoteSent
from saloon.server.tables.news import News
from saloon.server.tables.play_clock import PlayTime
from saloon.table import Intent
from saloon.table.messages import Ack, Reject, Snapshot, ViewHash

REF = "#/components/schemas/{name}"


class Closed(Struct, frozen=True, tag_field="kind", tag="closed"):
    """The server's last message before it closes a socket."""

    code: str
    reason: str


class ShownCard(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A card in a view; a hidden card has only `faceDown`."""

    face_down: bool
    card_id: str | UnsetType = UNSET
    rank: int | UnsetType = UNSET
    suit: str | UnsetType = UNSET


@cache
def message_schemas() -> dict[str, Any]:
    """Return the schemas of all messages: `client` to server, `server` to client, and each game's `views`.

    `statistics` are the game-specific ones, which a player's statistics hold under `own`.
    """
    views = {game.name: described(_returned(game.view)) for game in GAMES}
    own = {game.name: game.own_statistics() for game in GAMES}
    statistics = {name: described(_returned(one.summary)) for name, one in own.items() if one is not None}
    server = [Ack, Reject, Snapshot, ViewHash, News, ClaimStatus, EmoteSent, EmoteRefused, BotFailed, PlayTime, Closed]
    kinds = [Intent, *server, *views.values(), *statistics.values()]
    refs, components = msgspec.json.schema_components(kinds, ref_template=REF)
    first, last = 1 + len(server), 1 + len(server) + len(views)
    components["Action"] = {"title": "Action", "description": "The payload of an action.", "type": "object"}
    return {
        "client": refs[0],
        "server": {"oneOf": list(refs[1:first])},
        "views": dict(zip(views, refs[first:last], strict=True)),
        "statistics": dict(zip(statistics, refs[last:], strict=True)),
        "components": {"schemas": components},
    }


def _returned(function: Callable[..., Any]) -> Any:
    return get_type_hints(function)["return"]


def view_prefix(game: AnyGame) -> str:
    """Return the prefix for the struct names in a game's view, which keeps them apart from other games'."""
    return _prefix(_returned(game.view))


def _prefix(kind: type[Struct]) -> str:
    return kind.__module__.split(".")[-2].title()


def described(kind: Any) -> Any:
    """Return a type that JSON Schema can express: one struct stands for both a card and a hidden card."""
    if isinstance(kind, type) and issubclass(kind, Struct) and kind not in (Card, Hidden):
        return _described_struct(kind)
    if kind in (Card, Hidden):
        return ShownCard
    parts = get_args(kind)
    if get_origin(kind) in (Union, types.UnionType):
        return Union[tuple(dict.fromkeys(map(described, parts)))]  # noqa: UP007 - made at run time
    if get_origin(kind) in (tuple, list, dict):
        return get_origin(kind)[tuple(one if one is Ellipsis else described(one) for one in parts)]
    return described(parts[0]) if get_origin(kind) is Annotated else kind


@cache
def _described_struct(kind: type[Struct]) -> type[Struct]:
    hints = get_type_hints(kind)
    named = [(field.encode_name, hints[field.name]) for field in msgspec.structs.fields(kind)]
    fields: list[Any] = [(name, described(hint), *[UNSET] * (UnsetType in get_args(hint))) for name, hint in named]
    return msgspec.defstruct(f"{_prefix(kind)}{kind.__name__}", fields, frozen=True, kw_only=True)
