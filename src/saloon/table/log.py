"""Reading and writing the log of a game; a save is a log too."""

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from saloon.core.errors import BadLog, SaloonError, quoted
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.games import GAMES

from .helpers import FAIR_HINT, NO_HELP, Assist, GivenHelp, Help

LOG_VERSION: Final = "2.5.1"
"""The log format that we write. It is independent of the protocol version, so old logs stay readable."""
LOG_VERSION_PLAYED: Final = "2.5.2"
"""Written instead if the header has `start.played`, which readers of 2.5.1 do not know."""
LOG_VERSION_HELP: Final = "2.6.0"
"""Written instead if the server logged help, which readers of 2.5.x do not know."""
LOG_VERSION_FAIR_HINT: Final = "2.7.0"
"""Written instead if a fair hint was given, which readers of 2.6.x do not know."""
NEWEST_LOG_VERSION: Final = LOG_VERSION_FAIR_HINT
"""The newest log formats that we read; the last 2.5 format is 2.5.2. All stay readable forever."""

_VERSION: Final = re.compile(r"(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){0,2}", re.ASCII)

PartT = TypeVar("PartT")
Result = Literal["ack", "reject", "snapshot"]


Milliseconds = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The start of a game that was not dealt at this table: a canonical state, the help used and the time played."""

    state: Any
    help: Help = NO_HELP
    played: Milliseconds | UnsetType = UNSET
    """Milliseconds played before, without pauses; 0 if omitted."""


class Header(Struct, frozen=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True):
    """Everything needed to deal a game again."""

    seed: str
    protocol_version: str
    """The version of the log format; the field name is that of the first logs."""
    rules_version: str
    game: str | UnsetType = UNSET
    """Omitted by the one game whose first logs named no game."""
    mode: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    nonce: str | UnsetType = UNSET
    seats: tuple[Literal["human", "bot"], ...] | UnsetType = UNSET
    start: Start | UnsetType = UNSET
    started_at: str | int | UnsetType | None = UNSET
    """When the match began, for information only."""
    progress_limit_minutes: int | UnsetType | None = UNSET
    """An option under the name that it has in the first logs; the game knows which one."""


def version_for(start: Start | UnsetType, actions: Collection[Action]) -> str:
    """Return the oldest log format that can hold the log's `start` and the help among its actions."""
    if any(isinstance(action, Assist) and action.what == FAIR_HINT for action in actions):
        return LOG_VERSION_FAIR_HINT
    if any(isinstance(action, GivenHelp) for action in actions):
        return LOG_VERSION_HELP
    return LOG_VERSION if start is UNSET or start.played is UNSET else LOG_VERSION_PLAYED


class Step(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """One message, well-formed or not, and its expected result."""

    i: int
    client_id: str
    action: Any
    expected_result: Result
    seq: Any = UNSET
    base_rev: Any = UNSET
    expected_reject_code: str | UnsetType | None = UNSET
    expected_state_hash_after: str | UnsetType | None = UNSET
    expected_help_after: Help | UnsetType | None = UNSET
    """The help given so far: it is not part of the state, so a helper's step records it."""
    at: Annotated[int, Meta(ge=0)] | UnsetType = UNSET
    """Milliseconds since the deal, for timers and statistics, never for rules."""
    note: Any = UNSET
    """A remark by the author of the log; it is never compared."""


class End(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The end of the log, which shows whether it was cut off."""

    rev: int
    state_hash: str


class Log(Struct, frozen=True):
    """A header and the undecoded steps: a damaged step becomes a difference at that step."""

    header: Header
    steps: list[Any]
    end: End | UnsetType = UNSET


def write_log(log: Log) -> bytes:
    """Return the log as JSON text."""
    return msgspec.json.encode(log)


class _SoundLog(Log, frozen=True, forbid_unknown_fields=True):
    """A well-formed log, decoded in one go; most are."""

    steps: list[Step]


_SOUND_LOGS: Final = msgspec.json.Decoder(_SoundLog)


def read_log(text: bytes | str) -> Log:
    """Return the log in `text`; refuse damaged, foreign and newer logs, each with its own code."""
    try:
        log = _SOUND_LOGS.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return _read_faulty_log(text)
    _refuse_newer({"protocolVersion": log.header.protocol_version})
    return log


def _read_faulty_log(text: bytes | str) -> Log:
    """Report what is wrong with a log; a fault in a step is left for the replay to report."""
    try:
        document = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadLog(f"this file is damaged or not a log: {error}", "LOG_DAMAGED") from None
    if not isinstance(document, Mapping) or "header" not in document or not isinstance(document.get("steps"), list):
        raise BadLog("this is not a Saloon log: a log has a header and a list of steps", "LOG_FOREIGN")
    _refuse_newer(document["header"])
    unknown = document.keys() - {"header", "steps", "end"}
    if unknown:
        raise BadLog(f"a log has no part {quoted(min(unknown))}", "LOG_DAMAGED")
    end = _read("end", document["end"], End) if "end" in document else UNSET
    return Log(_read("header", document["header"], Header), document["steps"], end)


def _read(part: str, value: Any, struct: type[PartT]) -> PartT:
    try:
        return msgspec.convert(value, struct)
    except msgspec.ValidationError as error:
        raise BadLog(f"the {part} is damaged: {error}", "LOG_DAMAGED") from None


def _refuse_newer(header: Any) -> None:
    """Refuse a log format that is newer than ours or has another major version, before reading anything else."""
    version = header.get("protocolVersion") if isinstance(header, Mapping) else None
    if not isinstance(version, str):
        raise BadLog("the header names no protocolVersion", "LOG_FOREIGN")
    if not _VERSION.fullmatch(version):
        raise BadLog(f"{quoted(version)} is not a version of the log format", "LOG_FOREIGN")
    numbers = [int(part) for part in version.split(".")]
    known = LOG_VERSION_PLAYED if numbers[:2] == [2, 5] else NEWEST_LOG_VERSION
    newest = [int(part) for part in known.split(".")]
    if numbers > newest:
        reason = f"this log has format {version}; this program reads formats up to {known}"
        raise BadLog(reason, "LOG_NEWER")
    if numbers[0] != newest[0]:
        raise BadLog(f"log format {version} is too old; this program reads {newest[0]}.x", "LOG_TOO_OLD")


def game_of(header: Header) -> tuple[AnyGame, Any, str]:
    """Return the game, options and seed that `header` names; refuse unknown games and rules versions."""
    try:
        rules = GAMES.version(_game_named(header), header.rules_version)
        game, options = GAMES.choose(rules.name, _options_in(header, rules), rules.rules_version)
        return game, options, game.check_seed(header.seed)
    except BadLog:
        raise
    except SaloonError as error:
        raise BadLog(error.reason, error.code) from None


def _game_named(header: Header) -> str:
    """Return the name of a header's game."""
    if isinstance(header.game, str):
        return header.game
    owner = next((game for game in GAMES if game.owns_nameless_logs), None)
    if owner is None:
        raise BadLog("the header names no game", "LOG_DAMAGED")
    return owner.name


def _options_in(header: Header, game: AnyGame) -> dict[str, Any]:
    """Return the options of a header, which the first logs have at its top level."""
    options = dict(game.unnamed_options if header.options is UNSET else header.options)
    if "mode" in game.header_options and header.mode is header.options is UNSET:
        raise BadLog("the header names no mode", "LOG_DAMAGED")
    if header.progress_limit_minutes is not UNSET and not options.items() >= game.unnamed_options.items():
        original = ", ".join(f"{name}={value}" for name, value in game.unnamed_options.items())
        reason = f"only logs of {original} have progressLimitMinutes in the header; elsewhere it is an option"
        raise BadLog(reason, "LOG_DAMAGED")
    for field, value in (("mode", header.mode), ("progressLimitMinutes", header.progress_limit_minutes)):
        name = game.header_options.get(field, field)
        if value not in (UNSET, None) and options.setdefault(name, value) != value:
            raise BadLog(f"the header names two {name}s, {quoted(value)} and {quoted(options[name])}", "LOG_DAMAGED")
    return options
