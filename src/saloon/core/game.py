"""The contract between a game and the rest: tables, bots, solvers, server and page use games only through it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from .cards import read_deck
from .errors import BadInput, BadLog, BadOption, Rejected, quoted
from .options import OptionsT, read_options
from .seeds import check_seed, deal_number, fresh_seed

if TYPE_CHECKING:
    from .batch import Batch
    from .bots import FairBots, Level
    from .cards import Card
    from .clock import Clock
    from .encoding import Encoding
    from .evaluation import Evaluator
    from .records import OwnStatistics
    from .sampling import Sampler
    from .saves import SaveFormat
    from .solver import Solver
    from .testkit import TestKit

ENGINE_VERSION: Final = 1
"""The version of this contract. A game states the version it was written for and is refused by any other."""
Seat = int
"""A seat's number, from 0."""
SERVER: Final[Seat] = -1
"""The seat of the server itself, which acts for clocks."""
UNLIMITED: Final = 1 << 30
_DAY: Final = 24 * 60 * 60 * 1000
SHORT_MATCH: Final = 20
"""A match between people that ends within this many player actions is not rated."""


def seat_name(seat: Seat) -> str:
    """Return the name of a seat in logs and messages: p1, p2, … or server."""
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
    """`completed` if the cards were played to the end; only such a win sets records."""
    scores: tuple[int, ...]


class Duplicate(Struct, frozen=True):
    """A daily deal that everybody plays from the first seat, against the same bots."""

    level: str
    """The level of the bots at all other seats. The same views must make them act the same."""
    options: Mapping[str, Any] = {}
    """Options that differ from the defaults."""


Stuck = Literal["noMovesLeft", "noUsefulMoves"]
"""Why an unfinished game is stuck: there are no moves, or no useful move is visible."""

StateT = TypeVar("StateT", bound=Struct)


class Game(ABC, Generic[StateT, OptionsT]):
    """One rulebook: pure functions of a state, with no clock, no I/O and no randomness but the seed.

    A state is immutable and shares what did not change with the one before it. `legal` is complete: `apply` accepts
    exactly what it lists, advisory fields aside. The methods under "capabilities" are optional; each imports its module
    only when it is called, so a rulebook loads neither bots nor kernels.
    """

    engine: int
    """The `ENGINE_VERSION` that the game was written for."""
    name: str
    title: str
    rules_version: str = "1.0.0"
    """The rules version of this rulebook; a game has one rulebook for each version."""
    seats: range
    options: type[OptionsT]
    actions: Mapping[str, type[Action]]
    """The actions that a seat may send, by kind."""
    server_actions: Mapping[str, type[Action]] = {}
    """The actions that only the server may submit, by kind."""
    giving_up: frozenset[str] = frozenset({"resign"})
    """The kinds with which a player gives up; no bot chooses one while it has another action."""
    lowest_wins: bool = False
    """Whether the lower score is the better one."""
    countdown: int = 0
    """Countdown in milliseconds between the deal and the first move, to look at the cards; 0 in games with turns."""
    undo_depth: int = 0
    """How many steps can be undone; 0 for none."""
    counters: frozenset[str] = frozenset()
    """Fields of the canonical state that an undo does not restore."""
    unnamed_options: Mapping[str, Any] = {}
    """The options of a log whose header names none."""
    header_options: Mapping[str, str] = {}
    """Options that old logs have at the top level of the header, by their name there."""
    owns_nameless_logs: bool = False
    """Whether a log without a game name belongs to this game. At most one game sets this."""
    presets: Mapping[str, Mapping[str, Any]] = {}
    """Named sets of options."""
    weak_options: Mapping[str, Any] = {}
    """Option values whose deals can be computed from the visible cards: kept for old logs, not for play."""
    options_between_people: Mapping[str, Any] = {}
    """Options preselected for a match between people, such as a clock: nobody should be able to hold up the others."""
    first_preset: str | None = None
    """The preset offered to a new player; None for the default options."""
    deals_winnable: bool = False
    """Whether a new player gets winnable deals by default."""
    seeds_are_times: bool = False
    """Whether seeds are times in milliseconds since 1970, so that a new game is dealt from the current time."""
    deal_sources: Mapping[str, str] = {}
    """Other programs whose deal numbers can be dealt, with their names for people: the seed `pysol:123` is one."""
    deck_formats: Sequence[str] = ()
    """The formats in which `write_deck` writes a deck."""
    duplicate: Duplicate | None = None
    """The daily deal that compares players, in a game for several; None if there is none."""
    option_texts: Mapping[str, str] = {}
    """A short description of each option for the command line."""
    examples: Sequence[str] = ()
    """Command lines for the help, without the leading `saloon`."""
    typing_help: Sequence[str] = ()
    """Typing help for this game's own moves: an example, two or more spaces, and its meaning."""

    def supports(self, options: OptionsT) -> bool:
        """Return whether these rules can be played with `options`."""
        return True

    def is_weak_deal(self, options: OptionsT) -> bool:
        """Return whether the hidden cards of a deal with these options can be computed from the visible ones."""
        return any(getattr(options, name) == value for name, value in self.weak_options.items())

    def is_short(self, state: StateT, actions: int) -> bool:
        """Return whether a match that ends in `state`, after this many player actions, is too short to be rated."""
        return actions <= SHORT_MATCH

    def read_action(
        self,
        options: OptionsT,
        kinds: Mapping[str, type[Action]],
        kind: object,
        payload: object,
    ) -> Action:
        """Return the action of a message at a table with these options; raise Rejected if there is none."""
        return read_action(kinds, kind, payload)

    def logged(self, action: Action) -> Action:
        """Return the form in which logs and databases keep an accepted action; `read_action` must reverse it.

        This is the wire form, unless older logs of the game use another form.
        """
        return action

    def fresh_seed(self, now: int | None = None, last: str | None = None) -> str:
        """Return the seed of a new game: random, unless the game is dealt from the time.

        `now` is the time in milliseconds since 1970, `last` the seed of the previous game, which is not dealt again.
        """
        return fresh_seed()

    def server_seed(self, now: int, last: str | None = None) -> str:
        """Return the seed of a new game on a server: a short number for a solitaire, whose player sees it."""
        is_solitaire = len(self.seats) == 1 and not self.seeds_are_times
        return deal_number() if is_solitaire else self.fresh_seed(now, last)

    def check_seed(self, seed: object) -> str:
        """Return the seed if this game can be dealt from it; raise BadSeed otherwise."""
        return check_seed(seed)

    def daily_seeds(self, day: date) -> Iterator[str]:
        """Yield seeds for the deal of a day; the first winnable one is used."""
        if self.seeds_are_times:
            midnight = (day - date(1970, 1, 1)).days * _DAY
            if midnight < 0:
                raise BadInput(f"there was no game of {self.title} on {day.isoformat()}", "BAD_DATE")
            return map(str, count(midnight))
        return (f"daily::{self.name}::{day.isoformat()}::{number}" for number in count())

    @abstractmethod
    def deal(self, seed: str, options: OptionsT) -> StateT:
        """Return the first state."""
        ...

    def deal_deck(self, cards: "Sequence[Card]", options: OptionsT, seed: str) -> StateT:
        """Return the first state for a given deck; raise BadDeck unless it has each card once."""
        raise self._no_deck()

    def _no_deck(self) -> BadInput:
        return BadInput(f"{self.name} is dealt from a seed, not from a deck", "NO_DECK")

    def numbered_deck(self, source: str, number: str) -> "Sequence[Card]":
        """Return the deck, for `deal_deck`, of a deal number of another program; raise BadInput if it is unknown."""
        raise BadInput(f"{self.name} has no deals of other programs, such as {quoted(source)}", "UNKNOWN_SOURCE")

    def read_deck(self, text: str) -> "Sequence[Card]":
        """Return the deck, for `deal_deck`, of a text: its cards, or what other programs write."""
        if type(self).deal_deck is Game.deal_deck:
            raise self._no_deck()
        return read_deck(text)

    def write_deck(self, state: StateT, form: str) -> str:
        """Return the deck of a first state as another program writes it: one of `deck_formats`."""
        raise BadInput(f"{self.name} cannot write a deck, as {quoted(form)} or otherwise", "UNKNOWN_FORMAT")

    def dealt_elsewhere(self, seed: str, options: OptionsT) -> StateT | None:
        """Return the first state of a deal number of another program, such as `pysol:123`; None for our own seeds."""
        source, colon, number = seed.partition(":")
        if not colon or source not in self.deal_sources:
            return None
        return self.deal_deck(self.numbered_deck(source, number), options, seed)

    def set_up(self, position: Any) -> StateT:
        """Return the state for a canonical state in JSON, so that a game can begin with a position."""
        raise BadLog(f"{self.name} must begin with a deal, not with a position", "NO_SET_UP")

    def claim_against(self, seat: Seat) -> Action | None:
        """Return the server's action that awards the match to the opponent of an absent player, if there is one."""
        return None

    @abstractmethod
    def legal(self, state: StateT, seat: Seat) -> Sequence[Action]:
        """Return every action that `apply` accepts from `seat`."""
        ...

    @abstractmethod
    def apply(self, state: StateT, seat: Seat, action: Action) -> StateT:
        """Return the next state, or raise Rejected; `state` itself never changes."""
        ...

    @abstractmethod
    def view(self, state: StateT, seat: Seat | None) -> Struct:
        """Return what `seat` may see; None is a watcher."""
        ...

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def moves_made(self, state: StateT) -> int | None:
        """Return the displayed number of moves, for records; None if the game does not count moves.

        Records then count the player's actions.
        """
        return None

    def rounds_played(self, state: StateT) -> int:
        """Return how many rounds the scores cover; 1 if the game has no rounds."""
        return 1

    def longest_match(self, options: OptionsT) -> int:
        """Return the most actions that a match can have under the rules; 0 if there is no bound."""
        return 0

    @abstractmethod
    def check(self, state: StateT) -> None:
        """Raise InvariantBreach if the state violates an invariant."""
        ...

    def check_change(self, before: StateT, after: StateT) -> None:
        """Do the same as `check(after)`, but skip what it shares with `before`, which is known to be sound."""
        self.check(after)

    def canonical(self, state: StateT) -> Any:
        """Return the canonical state, which is hashed."""
        return state

    def report(self, before: StateT, seat: Seat, action: Action) -> Mapping[str, Any]:
        """Return what the ack reports to everyone in addition to the change; empty for most actions."""
        return {}

    def hint(self, view: Any, legal: Sequence[Action]) -> Action | None:
        """Return a good action for the seat with this view; it gets only the view, so it cannot peek."""
        return None

    def stuck(self, view: Any, legal: Sequence[Action]) -> Stuck | None:
        """Return why the unfinished game is stuck for the seat with this view, if it is."""
        return None

    def undo_to(self, before: StateT, action: Action, after: StateT) -> StateT | None:
        """Return the state that an undo right after `action` restores; None if the action cannot be undone."""
        return before

    def rewind(self, current: StateT, earlier: StateT) -> StateT:
        """Return `earlier` with those counters of `current` that undo and redo do not restore."""
        return earlier

    @abstractmethod
    def notation(self, action: Action) -> str:
        """Return the short text that a player types for `action`."""
        ...

    @abstractmethod
    def parse(self, text: str, seat: Seat) -> Action:
        """Return the action that `text` names, legal or not; raise BadMove if it names none."""
        ...

    @abstractmethod
    def picture(self, view: Any) -> str:
        """Return `view` drawn with characters."""
        ...

    # --- capabilities ---------------------------------------------------------------------------------------

    def clock(self) -> "Clock[StateT] | None":
        """Return the game's clock."""
        return None

    def bots(self) -> "Sequence[Level]":
        """Return the levels of its bots, the weakest first; without any, there are `random` and `greedy`."""
        return ()

    def fair_bots(self) -> "FairBots | None":
        """Return the bots behind fair hints and the difficulty for people; for solitaires with hidden cards."""
        return None

    def solver(self) -> "Solver[StateT] | None":
        """Return the game's solver."""
        return None

    def sampler(self) -> "Sampler[StateT] | None":
        """Return a new sampler of the positions that are possible for its player."""
        return None

    def evaluator(self) -> "Evaluator | None":
        """Return a new evaluator of a seat's choices, for analyses of games without a solver."""
        return None

    def save_format(self) -> "SaveFormat | None":
        """Return the game's own save format."""
        return None

    def own_statistics(self) -> "OwnStatistics | None":
        """Return the game-specific statistics."""
        return None

    def encoding(self) -> "Encoding | None":
        """Return the encoding of actions and views as numbers, for programs that learn."""
        return None

    def batch(self) -> "Batch | None":
        """Return the compiled rules for many games at once."""
        return None

    def test_kit(self) -> "TestKit[StateT] | None":
        """Return what the generic test suites need to know about the game."""
        return None


def supported_options(game: Game[Any, OptionsT], options: Mapping[str, Any] | Struct) -> OptionsT:
    """Return the options of `game`, read and checked; refuse those that its rules version does not support."""
    chosen = read_options(game.name, game.options, options)
    if not game.supports(chosen):
        given = ", ".join(f"{name}={value}" for name, value in msgspec.to_builtins(chosen).items())
        raise BadOption(f"rules {game.rules_version} of {game.name} do not support {given}")
    return chosen


def read_action(kinds: Mapping[str, type[Action]], kind: object, payload: object) -> Action:
    """Return the action of a message; its shape is checked first, then its kind, then the payload's shape."""
    if not isinstance(kind, str):
        raise Rejected("MALFORMED_MESSAGE", f"the kind, {quoted(kind)}, is not text")
    if not isinstance(payload, dict) and not isinstance(payload, Mapping):
        raise Rejected("MALFORMED_MESSAGE", f"the payload of {quoted(kind)} is not an object")
    if kind not in kinds:
        raise Rejected("INVALID_ACTION_KIND", f"{quoted(kind)} is not a valid action here (known: {', '.join(kinds)})")
    try:
        return msgspec.convert(payload, kinds[kind])
    except (msgspec.ValidationError, UnicodeError) as error:
        raise Rejected("MALFORMED_MESSAGE", f"the payload of {kind!r} is malformed: {error}") from None
