"""How is a game written down? The log of a replay; a save is the same thing."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from saloon.core.errors import BadLog, SaloonError
from saloon.core.game import Game
from saloon.core.options import read_options
from saloon.games import GAMES

PROTOCOL_VERSION: Final = "2.5.1"

Result = Literal["ack", "reject", "snapshot"]


class Header(Struct, frozen=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True):
    """What a game needs to be dealt again. A header that names no game is HighNoon's."""

    seed: str
    protocol_version: str
    rules_version: str
    game: str = "highnoon"
    mode: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    nonce: str | UnsetType = UNSET
    seats: tuple[Literal["human", "bot"], ...] | UnsetType = UNSET


class StepAction(Struct, frozen=True, forbid_unknown_fields=True):
    """An action as it was sent, right or wrong."""

    kind: Any
    payload: Any


class Step(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """One message and what must come of it."""

    i: int
    client_id: str
    action: StepAction
    expected_result: Result
    seq: int | UnsetType | None = UNSET
    base_rev: int | UnsetType | None = UNSET
    expected_reject_code: str | UnsetType = UNSET
    expected_state_hash_after: str | UnsetType = UNSET
    at: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    """Milliseconds since the deal: for timers and statistics, never for rules."""


class Log(Struct, frozen=True):
    """A header and the steps, each still as it was read: a damaged step is a difference at that step."""

    header: Header
    steps: list[Any]


def write_log(log: Log) -> bytes:
    """Return the log as JSON text."""
    return msgspec.json.encode(log)


def read_log(text: bytes | str) -> Log:
    """Return the log in `text`; refuse what is damaged, foreign or newer, each with its code."""
    try:
        document = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadLog(f"this is damaged, or no log at all: {error}", "LOG_DAMAGED") from None
    if not isinstance(document, Mapping) or "header" not in document or not isinstance(document.get("steps"), list):
        raise BadLog("this is no log of Saloon: a log has a header and a list of steps", "LOG_FOREIGN")
    _refuse_newer(document["header"])
    try:
        header = msgspec.convert(document["header"], Header)
    except msgspec.ValidationError as error:
        raise BadLog(f"the header is damaged: {error}", "LOG_DAMAGED") from None
    return Log(header, document["steps"])


def _refuse_newer(header: Any) -> None:
    """A newer program may write what this one cannot read, so its version is looked at before anything else."""
    version = header.get("protocolVersion") if isinstance(header, Mapping) else None
    if not isinstance(version, str):
        raise BadLog("the header names no protocolVersion", "LOG_FOREIGN")
    try:
        numbers = [int(part) for part in version.split(".")]
    except ValueError:
        raise BadLog(f"{version!r} is no protocol version", "LOG_FOREIGN") from None
    ours = [int(part) for part in PROTOCOL_VERSION.split(".")]
    if numbers > ours:
        raise BadLog(f"this log is of protocol {version}; this program knows {PROTOCOL_VERSION}", "LOG_NEWER")
    if numbers[0] != ours[0]:
        raise BadLog(f"protocol {version} is no longer known (this is {PROTOCOL_VERSION})", "LOG_TOO_OLD")


def game_of(header: Header) -> tuple[Game[Any, Any], Any, str]:
    """Return the game, options and seed that `header` names; refuse what is not here, other rules among it."""
    try:
        game = GAMES[header.game]
        if header.rules_version != game.rules_version:
            raise BadLog(
                f"{header.game} was played under rules {header.rules_version}; only {game.rules_version} is here",
                "RULES_VERSION_UNKNOWN",
            )
        return game, read_options(game.name, game.options, _options_in(header, game)), game.check_seed(header.seed)
    except BadLog:
        raise
    except SaloonError as error:
        raise BadLog(error.reason, error.code) from None


def _options_in(header: Header, game: Game[Any, Any]) -> dict[str, Any]:
    options = dict(game.unnamed_options if header.options is UNSET else header.options)
    if header.mode is UNSET:
        if header.options is UNSET and "mode" in {field.encode_name for field in msgspec.structs.fields(game.options)}:
            raise BadLog("the header names no mode", "LOG_DAMAGED")
        return options
    if options.setdefault("mode", header.mode) != header.mode:
        raise BadLog(f"the header names two modes, {header.mode!r} and {options['mode']!r}", "LOG_DAMAGED")
    return options
