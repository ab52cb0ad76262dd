"""Generate the page's TypeScript types from the same structs as the schemas.

`python -m saloon.server.http.typescript` writes `protocol/types.ts` with the messages, requests and answers, and for
each game `games/<game>/types.ts` with its view, its statistics and the reasons of its refusals; all of them in
`web/src` of the checkout.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.server.app import create_app
from saloon.server.settings import Settings
from saloon.table import PROTOCOL_VERSION

from .reasons import reasons
from .schemas import message_schemas, view_prefix

WEB: Final = Path(__file__).parents[4] / "web" / "src"
HEADING: Final = "// Made from the server's schemas by `python -m saloon.server.http.typescript`. Do not edit.\n"
_COMMON: Final = "protocol/types.ts"
_SENT_BY_CLIENTS: Final = frozenset(
    {"Again", "BranchFrom", "Intent", "ProfileChange", "RecoveryPhrase", "Rename", "NewSeat", "NewTable"}
)
"""Types in which fields with a default are optional; the server itself sends every field."""
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schemas = Mapping[str, Mapping[str, Any]]


def typescript() -> dict[str, str]:
    """Return the modules of types by their paths in `web/src`. Plug-ins have no folder there."""
    messages: dict[str, Any] = msgspec.to_builtins(message_schemas())
    openapi = create_app(Settings(database="sqlite:///:memory:")).openapi_schema.to_schema()
    schemas: Schemas = {**openapi["components"]["schemas"], **messages["components"]["schemas"]}
    prefixes = {game.name: view_prefix(game) for game in GAMES}
    own = {
        game: _reached([messages["views"][game], messages["statistics"].get(game)], schemas, prefix)
        for game, prefix in prefixes.items()
    }
    common = {name: schemas[name] for name in schemas.keys() - set().union(*own.values())}
    here = [game for game in GAMES if type(game).__module__.startswith("saloon.games.")]
    return {_COMMON: _common(common, messages)} | {
        f"games/{game.name}/types.ts": _of_game({name: schemas[name] for name in own[game.name]}, game) for game in here
    }


def _common(schemas: Schemas, messages: Mapping[str, Any]) -> str:
    return "\n".join(
        [
            HEADING,
            f"export const PROTOCOL_VERSION = '{PROTOCOL_VERSION}'\n",
            *(_declaration(name, schemas[name]) for name in sorted(schemas)),
            f"export type ClientMessage = {_type(messages['client'])}\n",
            f"export type ServerMessage = {_type(messages['server'])}\n",
        ]
    )


def _of_game(schemas: Schemas, game: AnyGame) -> str:
    """Return the types of a game's view, statistics and reasons. In a module of its own names need no prefix."""
    prefix = view_prefix(game)
    declared = [_declaration(name.removeprefix(prefix), _unprefixed(schemas[name], prefix)) for name in sorted(schemas)]
    used = sorted(_references(list(schemas.values())) - schemas.keys())
    imports = [f"import type {{ {', '.join(used)} }} from '@/protocol/types'\n"] if used else []
    return "\n".join([HEADING, *imports, *declared, *_reason_type(reasons(game))])


def _reason_type(given: Sequence[str]) -> Iterator[str]:
    if given:
        union = "".join(f"\n  | {_literal(reason)}" for reason in given)
        yield f"/** Why its rules refuse an action; `{{}}` is a card, suit or number. */\nexport type Reason ={union}\n"


def _reached(schema: Any, schemas: Schemas, prefix: str) -> set[str]:
    """Return the prefixed names that a schema refers to, directly or indirectly."""
    found: set[str] = set()
    new = _references(schema)
    while new:
        found |= new
        new = {name for one in new for name in _references(schemas[one])} - found
    return {name for name in found if name.startswith(prefix)}


def _unprefixed(schema: Any, prefix: str) -> Any:
    """Return a schema without the prefix in references to a game's own structs."""
    match schema:
        case {"$ref": str(reference)}:
            head, _, name = reference.rpartition("/")
            return {"$ref": f"{head}/{name.removeprefix(prefix)}"}
        case dict():
            return {key: _unprefixed(value, prefix) for key, value in schema.items()}
        case list():
            return [_unprefixed(one, prefix) for one in schema]
    return schema


def _references(schema: Any) -> set[str]:
    """Return the names that a schema refers to."""
    match schema:
        case {"$ref": str(reference)}:
            return {reference.rpartition("/")[2]}
        case dict():
            return _references(list(schema.values()))
        case list():
            return set().union(*map(_references, schema))
    return set()


def _declaration(name: str, schema: Mapping[str, Any]) -> str:
    lead = f"/** {schema['description']} */\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{lead}export type {name} = {_type(schema)}\n"
    fields = "\n".join(_fields(name, schema))
    return f"{lead}export interface {name} {{\n{fields}\n}}\n"


def _fields(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    for field, kind in schema["properties"].items():
        is_sent = field in schema.get("required", ()) or ("default" in kind and name not in _SENT_BY_CLIENTS)
        yield f"  {field}{'' if is_sent else '?'}: {_type(kind)}"


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(_literal, schema["enum"]))
    for alternatives in ("anyOf", "oneOf"):
        if alternatives in schema:
            return " | ".join(dict.fromkeys(map(_type, schema[alternatives])))
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    match schema.get("type"):
        case "array":
            item = _type(schema.get("items", {}))
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        case "object":
            return f"Readonly<Record<string, {_type(schema.get('additionalProperties') or {})}>>"
        case str(plain):
            return _PLAIN[plain]
    return "unknown"


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    if not WEB.is_dir():
        raise SystemExit(f"the page's sources are not at {WEB}: run this in a checkout")
    for path, module in typescript().items():
        WEB.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
        WEB.joinpath(path).write_text(module)
        print(f"web/src/{path}")
