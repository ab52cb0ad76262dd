"""The configuration of a server: a TOML file, then `SALOON_*` variables, then flags; later sources win."""

import math
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted

from .settings import ServerLimits, Settings, read_limits

PREFIX: Final = "SALOON_"
LIMITS: Final = "limits"
SECRETS: Final = ("database", "redis", "metrics_token", "operator_token", "traces")
"""Keys that `KEY_file` may set too: the first line of that file is the value. Their values are never repeated."""
_ANY_NUMBER: Final = frozenset(
    {"port", "metrics_port", "drain_seconds", "bot_pace", "countdown_scale", "waiting_hours", "abandoned_days"}
)
"""Numbers that may be 0; all others must be larger."""
_IGNORED: Final = frozenset({"SALOON_SETTINGS", "SALOON_PAGE", "SALOON_BENCH_DEALS", "SALOON_CONFIG"})
"""Variables with another purpose: the workers' settings, the build, the benchmarks, and the file itself."""


class Configuration(Struct, frozen=True):
    """Where a server listens, with how many processes, and its settings."""

    settings: Settings
    host: str = "127.0.0.1"
    port: int | None = None
    """None: 8000."""
    workers: int = 1


class _Given(Struct, frozen=True):
    """A value and its source; `where` names the file and key, or the variable."""

    value: Any
    where: str
    is_text: bool


def _types() -> dict[str, Any]:
    own = {field.name: field.type for field in msgspec.structs.fields(Configuration) if field.name != "settings"}
    return {**own, **{field.name: field.type for field in msgspec.structs.fields(Settings) if field.name != LIMITS}}


_TYPES: Final = _types()
_LIMIT_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(ServerLimits)}


def read_configuration(
    file: str | None, environment: Mapping[str, str], flags: Mapping[str, Any], *, default_database: str
) -> Configuration:
    """Return the configuration. `flags` holds only what was given; `limits` in it is a list of `NAME=NUMBER`."""
    file = file or environment.get("SALOON_CONFIG")
    known: dict[str, Any] = {"database": default_database}
    limits: dict[str, Any] = {}
    sources = ([_from_file(Path(file))] if file else []) + [_from_environment(environment)]
    for given in sources:
        for name, one in given.items():
            area, _, key = name.rpartition(".")
            (limits if area else known)[key] = _value(key, one, _LIMIT_TYPES if area else _TYPES)
    own = {name: value for name, value in flags.items() if name != LIMITS}
    known.update(own)
    rules = read_limits(flags.get(LIMITS, ()), msgspec.structs.replace(ServerLimits(), **limits))
    listening = {name: known.pop(name) for name in ("host", "port", "workers") if name in known}
    return Configuration(Settings(**known, limits=rules), **listening)


# --- sources ----------------------------------------------------------------------------------------------------


def _from_file(path: Path) -> dict[str, _Given]:
    """Return the values of a TOML file by key; limits are `limits.NAME`."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _bad(f"{path} cannot be read: {why}") from None
    limits = content.pop(LIMITS, {})
    if not isinstance(limits, dict):
        raise _bad(f"{path}: limits must be a table, [limits], not {quoted(str(limits))}")
    found = {**content, **{f"{LIMITS}.{name}": value for name, value in limits.items()}}
    return _resolved({name: _Given(value, f"{path}: {name}", False) for name, value in found.items()})


def _from_environment(environment: Mapping[str, str]) -> dict[str, _Given]:
    """Return the values of variables such as `SALOON_PORT` and `SALOON_LIMITS_BODY_BYTES`."""
    found: dict[str, _Given] = {}
    for variable, value in sorted(environment.items()):
        if variable.startswith(PREFIX) and variable not in _IGNORED:
            name = variable.removeprefix(PREFIX).lower()
            area, _, limit = name.partition("_")
            found[f"{LIMITS}.{limit}" if area == LIMITS else name] = _Given(value, variable, True)
    return _resolved(found)


def _resolved(found: Mapping[str, _Given]) -> dict[str, _Given]:
    """Refuse unknown keys, and replace `KEY_file` by the content of that file."""
    return dict(_resolve(found))


def _resolve(found: Mapping[str, _Given]) -> Iterator[tuple[str, _Given]]:
    for name, one in found.items():
        area, _, key = name.rpartition(".")
        secret = key.removesuffix("_file")
        if not area and key != secret and secret in SECRETS:
            if secret in found:
                raise _bad(f"{one.where}: {secret} is set as well; keep one of the two")
            yield secret, _Given(_first_line(one), one.where, True)
        elif key in (_LIMIT_TYPES if area else _TYPES):
            yield name, one
        else:
            known = ", ".join(_LIMIT_TYPES) if area else ", ".join([*_TYPES, *(f"{key}_file" for key in SECRETS)])
            kind = "limit" if area else "setting"
            raise _bad(f"{one.where} = {_shown(key, one.value)} is not a {kind}; the {kind}s are {known}")


def _first_line(one: _Given) -> str:
    try:
        lines = Path(str(one.value)).read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is not text"
        raise _bad(f"{one.where}: {one.value} cannot be read: {why}") from None
    if not lines or not lines[0].strip():
        raise _bad(f"{one.where}: the first line of {one.value} is empty")
    return lines[0].strip()


# --- values -----------------------------------------------------------------------------------------------------


def _value(key: str, one: _Given, types: Mapping[str, Any]) -> Any:
    value, wanted = one.value, types[key]
    if one.is_text and wanted == tuple[str, ...]:
        value = [part.strip() for part in value.split(",") if part.strip()]
    try:
        value = msgspec.convert(value, wanted, strict=not one.is_text)
    except msgspec.ValidationError:
        raise _bad(f"{one.where} = {_shown(key, one.value)} is not {_described(wanted)}") from None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        fits = 0 <= value < math.inf if key in _ANY_NUMBER else 0 < value < math.inf
        if not fits:
            least = "0 or more" if key in _ANY_NUMBER else "above 0"
            raise _bad(f"{one.where} = {_shown(key, one.value)} must be a finite number {least}")
    return value


def _described(wanted: Any) -> str:
    if get_origin(wanted) is Literal:
        return f"one of {', '.join(get_args(wanted))}"
    if wanted == tuple[str, ...]:
        return "a list of texts"
    for kind, text in ((bool, "true or false"), (int, "a whole number"), (float, "a number")):
        if wanted in (kind, kind | None):
            return text
    return "a text"


def _shown(key: str, value: Any) -> str:
    """Return a value for an error; secrets, also under a misspelt key, are not repeated."""
    text = str(value)
    is_secret = any(word in key for word in ("token", "secret", "password")) or "://" in text or key in SECRETS
    return "(not shown)" if is_secret else quoted(text)


def _bad(reason: str) -> BadInput:
    return BadInput(reason, "BAD_CONFIG")
