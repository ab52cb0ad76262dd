"""What is a game? The protocol that all rulebooks follow, so that tables, bots and pages need to know none of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct

from .errors import BadLog, BadOption, Rejected, UnknownGame, UnknownRules, quoted
from .options import OptionsT, read_options
from .seeds import check_seed, fresh_seed

Seat = int
"""A seat's number, from 0."""
SERVER: Final[Seat] = -1
"""The seat of the server itself, which acts when time decides."""
UNLIMITED: Final = 1 << 30
SHORT_MATCH: Final = 20
"""A match between people that ends within this many player actions is not rated."""


def seat_name(seat: Seat) -> str:
    """Return how logs and messages call a seat: p1, p2, … or server."""
    return "server" if seat == SERVER else f"p{seat + 1}"


class Action(Struct, frozen=True, rename="camel", forbid_unknown_fields=True, gc=False):
    """Something a seat may do. On the wire it is `{kind, payload}`, the fields being the payload."""

    kind: ClassVar[str]


def kinds(*actions: type[Action]) -> Mapping[str, type[Action]]:
    """Return action types by the kind that names them on the wire."""
    return {action.kind: action for action in actions}


class Outcome(Struct, frozen=True, gc=False):
    """How a game ended: its winners (none for a draw or a loss), why, and each seat's points."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...]


Stuck = Literal["noMovesLeft", "noUsefulMoves"]
"""Why a player is told that a game which goes on leads nowhere: nothing can be moved, or nothing that helps is seen."""

StateT = TypeVar("StateT", bound=Struct)


class Game(Protocol[StateT, OptionsT]):
    """One rulebook: pure functions of a state, with no clock, no I/O and no randomness but the seed.

    A state is immutable and shares what did not change with the one before it. `legal` is complete: `apply` accepts
    exactly what it lists, advisory fields aside.
    """

    name: str
    title: str
    rules_version: str = "1.0.0"
    """Which rules this rulebook plays by: a game has one rulebook for each version of its rules."""
    seats: range
    options: type[OptionsT]
    actions: Mapping[str, type[Action]]
    """The kinds that a seat may send."""
    server_actions: Mapping[str, type[Action]] = {}
    """The kinds that only the server may enter."""
    giving_up: frozenset[str] = frozenset({"resign"})
    """The kinds by which a player ends the game: no machine chooses one while it has another action."""
    lowest_wins: bool = False
    """Whether the lower score is the better one."""
    solves: bool = False
    """Whether the game has a helper that looks for a way to win."""
    undo_depth: int = 0
    """How many steps can be taken back: 0 for none."""
    counters: frozenset[str] = frozenset()
    """Fields of the canonical state that no undo takes back."""
    unnamed_options: Mapping[str, Any] = {}
    """The options that a log means whose header names none."""
    presets: Mapping[str, Mapping[str, Any]] = {}
    """Named choices of options."""
    weak_options: Mapping[str, Any] = {}
    """Option values whose deals can be computed from the cards that are seen: kept for old logs, not for play."""

    def supports(self, options: OptionsT) -> bool:
        """Return whether these rules can be played with `options`."""
        return True

    def is_weak_deal(self, options: OptionsT) -> bool:
        """Return whether the hidden cards of a deal with these options can be computed from the visible ones."""
        return any(getattr(options, name) == value for name, value in self.weak_options.items())

    def is_short(self, state: StateT, actions: int) -> bool:
        """Return whether a match that ends in `state`, after so many player actions, is too short to be rated."""
        return actions <= SHORT_MATCH

    def read_action(
        self,
        options: OptionsT,
        kinds: Mapping[str, type[Action]],
        kind: object,
        payload: object,
    ) -> Action:
        """Return the action that a message at a table with these options names; raise Rejected if it names none."""
        return read_action(kinds, kind, payload)

    def fresh_seed(self, now: int | None = None, last: str | None = None) -> str:
        """Return the seed of a new game: one that nobody can guess, unless the game is dealt from the time.

        `now` is the time in milliseconds since 1970, `last` the seed of the game before, which is not dealt again.
        """
        return fresh_seed()

    def check_seed(self, seed: object) -> str:
        """Return the seed if this game can be dealt from it."""
        return check_seed(seed)

    def deal(self, seed: str, options: OptionsT) -> StateT:
        """Return the first state."""
        ...

    def set_up(self, position: Any) -> StateT:
        """Return the state that a canonical state, as JSON gives it, describes: a game may begin with a position."""
        raise BadLog(f"{self.name} begins with a deal, never in the middle", "NO_SET_UP")

    def claim_against(self, seat: Seat) -> Action | None:
        """Return the server's action that gives a match to the opponent of an absent player, if the rules have one."""
        return None

    def legal(self, state: StateT, seat: Seat) -> Sequence[Action]:
        """Return every action that `apply` accepts from `seat`."""
        ...

    def apply(self, state: StateT, seat: Seat, action: Action) -> StateT:
        """Return the next state, or raise Rejected; `state` itself never changes."""
        ...

    def view(self, state: StateT, seat: Seat | None) -> Struct:
        """Return what `seat` may see; None is a watcher."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def moves_made(self, state: StateT) -> int | None:
        """Return how many moves a player's record tells; None if the game does not count moves apart from actions."""
        return None

    def longest_match(self, options: OptionsT) -> int:
        """Return after how many of its actions the rules have certainly ended a match; 0 if they do not bound it."""
        return 0

    def check(self, state: StateT) -> None:
        """Raise InvariantBreach if the state is one that no rule may produce."""
        ...

    def check_change(self, before: StateT, after: StateT) -> None:
        """Do the work of `check(after)` where `before` is known to be sound: what both share need not be looked at."""
        self.check(after)

    def canonical(self, state: StateT) -> Any:
        """Return what is hashed."""
        return state

    def report(self, before: StateT, seat: Seat, action: Action) -> Mapping[str, Any]:
        """Return what the acknowledgement tells everyone besides the change (nothing, for most actions)."""
        return {}

    def hint(self, view: Any, legal: Sequence[Action]) -> Action | None:
        """Return a good action for the seat that has this view: it gets what the seat sees, so it cannot peek."""
        return None

    def stuck(self, view: Any, legal: Sequence[Action]) -> Stuck | None:
        """Return why the seat that has this view should be told that its unfinished game leads nowhere, if so."""
        return None

    def solve(self, state: StateT) -> Sequence[Action] | None:
        """Return actions that win from here, if this game has a helper that looks for them and it finds any."""
        return None

    def undo_to(self, before: StateT, action: Action, after: StateT) -> StateT | None:
        """Return the state that an undo right after `action` leads to; None if the action leaves no trace to undo."""
        return before

    def rewind(self, current: StateT, earlier: StateT) -> StateT:
        """Return `earlier` with the counters of `current` that an undo or redo does not take back."""
        return earlier

    def notation(self, action: Action) -> str:
        """Return the short text that a player types for `action`."""
        ...

    def parse(self, text: str, seat: Seat) -> Action:
        """Return the action that `text` names, legal or not; raise BadMove if it names none."""
        ...

    def picture(self, view: Any) -> str:
        """Return `view` drawn with characters."""
        ...


def supported_options(game: Game[Any, OptionsT], options: Mapping[str, Any] | Struct) -> OptionsT:
    """Return `options` read for `game`; refuse those that its rules version does not support."""
    chosen = read_options(game.name, game.options, options)
    if not game.supports(chosen):
        given = ", ".join(f"{name}={value}" for name, value in msgspec.to_builtins(chosen).items())
        raise BadOption(f"rules {game.rules_version} of {game.name} do not support {given}")
    return chosen


class Registry:
    """The rulebooks of the house by name and rules version."""

    def __init__(self, games: Sequence[Game[Any, Any]]) -> None:
        """Take the rulebooks, the versions of each game from the oldest to the newest."""
        self._games = {(game.name, game.rules_version): game for game in games}
        self._newest = {game.name: game for game in games}

    def __getitem__(self, name: str) -> Game[Any, Any]:
        """Return the newest rules of the game called `name`."""
        try:
            return self._newest[name]
        except KeyError:
            raise UnknownGame(f"there is no game {quoted(name)} (there are {', '.join(self._newest)})") from None

    def __iter__(self) -> Iterator[Game[Any, Any]]:
        """Yield every game under its newest rules."""
        return iter(self._newest.values())

    def versions(self, name: str) -> Sequence[Game[Any, Any]]:
        """Return all rules of the game called `name`, the oldest first."""
        known = self[name].name
        return [game for (game_name, _), game in self._games.items() if game_name == known]

    def version(self, name: str, rules_version: str) -> Game[Any, Any]:
        """Return the game called `name` under one version of its rules; any other version is refused, not replaced."""
        newest = self[name]
        try:
            return self._games[newest.name, rules_version]
        except (KeyError, TypeError):
            known = ", ".join(game.rules_version for game in self.versions(name))
            raise UnknownRules(f"{name} has no rules {quoted(rules_version)} here (there are {known})") from None

    def choose(
        self, name: str, options: Mapping[str, Any] | Struct, rules_version: str | None = None
    ) -> tuple[Game[Any, Any], Any]:
        """Return the rulebook for `options`, and the options read: the newest that supports them, or the one named."""
        if rules_version is None:
            for game in reversed(self.versions(name)):
                chosen = read_options(name, game.options, options)
                if game.supports(chosen):
                    return game, chosen
        game = self[name] if rules_version is None else self.version(name, rules_version)
        return game, supported_options(game, options)


def read_action(kinds: Mapping[str, type[Action]], kind: object, payload: object) -> Action:
    """Return the action that a message names: its shape is judged first, then its kind, then the payload's shape."""
    if not isinstance(kind, str):
        raise Rejected("MALFORMED_MESSAGE", f"the kind, {quoted(kind)}, is not text")
    if not isinstance(payload, dict) and not isinstance(payload, Mapping):
        raise Rejected("MALFORMED_MESSAGE", f"the payload of {quoted(kind)} is not an object")
    if kind not in kinds:
        raise Rejected("INVALID_ACTION_KIND", f"{quoted(kind)} is no action here (there are {', '.join(kinds)})")
    try:
        return msgspec.convert(payload, kinds[kind])
    except (msgspec.ValidationError, UnicodeError) as error:
        raise Rejected("MALFORMED_MESSAGE", f"the payload of {kind!r} is malformed: {error}") from None
