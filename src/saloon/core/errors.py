"""The error hierarchy. Each error has a stable code and a sentence that a player can read.

SaloonError
├── Rejected          an action refused by a rule or by the table; nothing changed
├── InvariantBreach   an impossible state; the table falls back to its last good one
└── BadInput          unusable input from outside
    ├── UnknownGame       no such game
    ├── BadGame           a game that does not keep the contract, and is not registered
    ├── UnknownRules      a rules version that this program does not have
    ├── BadOption         no such option, or a value outside its set
    ├── BadSeed           text that cannot seed this game
    ├── BadDeck           a given deck that does not have each card once
    ├── MissingExtra      a feature that an optional extra installs
    ├── BadLog            a replay log or save that is damaged, foreign or too new
    └── BadMove           typed text that is not an action
"""

from typing import ClassVar

__all__ = [
    "BadDeck",
    "BadGame",
    "BadInput",
    "BadLog",
    "BadMove",
    "BadOption",
    "BadSeed",
    "InvariantBreach",
    "MissingExtra",
    "Rejected",
    "SaloonError",
    "UnknownGame",
    "UnknownRules",
    "ensure",
    "quoted",
    "require",
]


class SaloonError(Exception):
    """Every refusal of Saloon: `code` for programs, `reason` for people."""

    default_code: ClassVar[str] = "ERROR"

    def __init__(self, reason: str, code: str | None = None) -> None:
        super().__init__(reason)
        self.code = code or self.default_code
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} [{self.code}]"


class Rejected(SaloonError):
    """An action was refused; the state is unchanged."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason, code)


class InvariantBreach(SaloonError):
    """Cards are lost, duplicated or out of order: a bug, never a player's fault."""

    default_code = "INTERNAL_INVARIANT_BREACH"


class BadInput(SaloonError):
    """Unusable input from outside."""

    default_code = "BAD_INPUT"


class MissingExtra(BadInput):
    """A feature needs an optional extra that is not installed, such as `saloon[play]`."""

    default_code = "MISSING_EXTRA"


class UnknownGame(BadInput):
    """There is no game of that name."""

    default_code = "UNKNOWN_GAME"


class BadGame(BadInput):
    """A game that cannot be registered: broken, written for another engine, or a duplicate."""

    default_code = "BAD_GAME"


class UnknownRules(BadInput):
    """A rules version that this program does not have."""

    default_code = "RULES_VERSION_UNKNOWN"


class BadOption(BadInput):
    """An option that the game does not have, or a value outside its set."""

    default_code = "BAD_OPTION"


class BadSeed(BadInput):
    """Text that cannot seed this game."""

    default_code = "BAD_SEED"


class BadDeck(BadInput):
    """A given deck does not have each card once."""

    default_code = "BAD_DECK"


class BadLog(BadInput):
    """A log or save that is damaged, foreign or newer than this program."""

    default_code = "BAD_LOG"


class BadMove(BadInput):
    """Typed text that is not an action of the game."""

    default_code = "BAD_MOVE"


def quoted(value: object) -> str:
    """Return `value` as quoted in messages: short, and without descending into lists and objects."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    if value is None or isinstance(value, bool | int | float | str):
        text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
        return text if len(text) <= 60 else f"{text[:57]}…"
    return f"a {type(value).__name__}"


def require(condition: bool, code: str, reason: str) -> None:
    """Refuse the action with `code` unless `condition` holds."""
    if not condition:
        raise Rejected(code, reason)


def ensure(condition: bool, reason: str) -> None:
    """Raise an InvariantBreach unless `condition` holds."""
    if not condition:
        raise InvariantBreach(reason)
