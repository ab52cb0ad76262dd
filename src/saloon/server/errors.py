"""Errors with a code, a sentence and the HTTP status that goes with them."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from saloon.core.errors import SaloonError

STATUSES: Final[Mapping[str, int]] = {
    "NOT_FOUND": 404,
    "NO_SUCH_TABLE": 404,
    "NO_SUCH_PLAYER": 404,
    "BAD_PHRASE": 404,
    "NO_SUCH_PASSKEY": 404,
    "NO_SUCH_SUBSCRIPTION": 404,
    "NOT_SIGNED_IN": 401,
    "BAD_TOKEN": 401,
    "NOT_YOUR_SEAT": 403,
    "NOT_THE_HOST": 403,
    "ORIGIN_REFUSED": 403,
    "PEOPLE_ONLY": 403,
    "PRIVATE_TABLE": 403,
    "PLAYER_BANNED": 403,
    "PRIVATE_UNTIL_THE_END": 403,
    "REQUEST_TIMEOUT": 408,
    "SEAT_TAKEN": 409,
    "TABLE_BEGUN": 409,
    "TABLE_NOT_OVER": 409,
    "TABLE_OVER": 409,
    "ALREADY_PLAYED": 409,
    "MATCH_NOT_ACTIVE": 409,
    "TOO_EARLY": 409,
    "PASSKEY_CHALLENGE_VOID": 409,
    "PASSKEYS_UNAVAILABLE": 409,
    "TOO_MANY_PASSKEYS": 409,
    "PUSH_UNAVAILABLE": 409,
    "TOO_MANY_ACTIONS": 409,
    "CHANGED_MEANWHILE": 409,
    "TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "RATE_LIMITED": 429,
    "TOO_MANY_TABLES": 429,
    "TOO_MANY_CONNECTIONS": 429,
    "TOO_MANY_WAITING": 429,
    "PAIRING_PAUSED": 429,
    "SERVER_DRAINING": 503,
    "REPLAY_BUSY": 503,
    "SERVER_FULL": 503,
    "SOLVER_BUSY": 503,
    "SOLVER_FAILED": 503,
    "SOLVER_PREPARING": 503,
    "STORE_UNAVAILABLE": 503,
    "TABLE_QUARANTINED": 503,
    "RULES_VERSION_UNKNOWN": 503,
    "INTERNAL_INVARIANT_BREACH": 503,
}
"""All other codes are 400: the client sent something unusable."""


class Refused(SaloonError):
    """A request that the server itself refuses."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason, code)


OVERTAKEN: Final = Refused("CHANGED_MEANWHILE", "another request changed this at the same moment; try again")
"""For a request that lost a race which nothing else explains."""


class Problem(Struct, frozen=True):
    """The body of every error over HTTP."""

    code: str
    reason: str


def status_of(error: SaloonError) -> int:
    """Return the HTTP status of an error."""
    return STATUSES.get(error.code, 400)
