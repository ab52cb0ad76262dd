"""What do messages and answers look like in TypeScript? The page's types, from the same structs as the schemas.

`python -m saloon.server.typescript > web/src/protocol/types.ts` writes them anew.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from .app import create_app
from .schemas import message_schemas
from .settings import Settings

HEADING: Final = "// Made from the server's schemas by `python -m saloon.server.typescript`. Do not edit.\n"
_SENT_BY_CLIENTS: Final = frozenset({"Again", "Intent", "Rename", "WantedSeat", "Wish"})
"""Here a field with a default may be left out; the server itself sends every field."""
_PLAIN: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """Return a module with a type for every message, view, request and answer."""
    messages: dict[str, Any] = msgspec.to_builtins(message_schemas())
    openapi = create_app(Settings(database="sqlite:///:memory:")).openapi_schema.to_schema()
    schemas: dict[str, Any] = {**openapi["components"]["schemas"], **messages["components"]["schemas"]}
    declarations = [_declaration(name, schemas[name]) for name in sorted(schemas)]
    views = "\n".join(f"  {game}: {_type(view)}" for game, view in messages["views"].items())
    return "\n".join(
        [
            HEADING,
            *declarations,
            f"/** What each game shows. */\nexport interface Views {{\n{views}\n}}\n",
            f"export type ClientMessage = {_type(messages['client'])}\n",
            f"export type ServerMessage = {_type(messages['server'])}",
        ]
    )


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
    print(typescript())
