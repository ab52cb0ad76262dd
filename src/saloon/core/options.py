"""Reading a game's options, with errors that quote the input."""

from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Struct

from .errors import BadOption, quoted

OptionsT = TypeVar("OptionsT", bound=Struct)


def read_options(game: str, kind: type[OptionsT], given: Mapping[str, Any] | Struct) -> OptionsT:
    """Return the options of `game` with defaults filled in; refuse unknown names and invalid values."""
    if isinstance(given, kind):
        return given
    if not isinstance(given, Mapping):
        raise BadOption(f"options of {game} are names with values, not {quoted(given)}")
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name in given:
        if name not in fields:
            known = ", ".join(sorted(fields)) or "none"
            raise BadOption(f"{game} has no option {quoted(name)} (its options: {known})")
    for name, value in given.items():
        try:
            msgspec.convert(value, fields[name].type)
        except (msgspec.ValidationError, UnicodeError) as error:
            allowed = _allowed(kind, name, error)
            raise BadOption(f"{name}={quoted(value)} is not possible in {game}: {allowed}") from None
    try:
        return msgspec.convert(dict(given), kind)
    except msgspec.ValidationError as error:
        raise BadOption(f"these options do not go together in {game}: {error}") from None


def _allowed(kind: type[Struct], name: str, error: Exception) -> str:
    hint = get_type_hints(kind)[next(f.name for f in msgspec.structs.fields(kind) if f.encode_name == name)]
    members = [hint, *get_args(hint)]
    values = [value for member in members for value in get_args(member) if isinstance(value, str | int)]
    return f"choose one of {', '.join(map(str, values))}" if values else str(error)
