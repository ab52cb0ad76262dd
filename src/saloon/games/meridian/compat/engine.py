"""The engine of Meridian Master as its text describes it: one object with commands, queries and events, over a table.

    >>> engine = Engine()
    >>> engine.initialize_game("classic", seed="7")
    Result(success=True, reason='', card=None, recycled=False)
    >>> hint = engine.get_hint()
    >>> bool(engine.execute_move(hint.move.card_id, hint.move.target_location))
    True

This module uses the table layer, so no rules module imports it. The functions on cards and columns that the text names
are in `vocabulary`, the queries in `questions`; all can be imported from here.
"""

from collections.abc import Callable, MutableMapping, Sequence
from time import time_ns
from typing import Final

import msgspec

from saloon.core.cards import card
from saloon.core.errors import BadInput, BadLog, InvariantBreach, Rejected
from saloon.core.game import SERVER, Action
from saloon.core.seeds import fresh_seed
from saloon.core.streams import Sha256Stream
from saloon.games import GAMES
from saloon.games.meridian import Meridian, savefile
from saloon.games.meridian.clock import IDLE as IDLE
from saloon.games.meridian.ids import Ids, random_text, seeded_ids, unique_id
from saloon.games.meridian.locations import LOCATIONS, NOWHERE, Location, place_at
from saloon.games.meridian.moves import PLACES, foundation_of
from saloon.games.meridian.rules import RULES_VERSION
from saloon.games.meridian.state import DeclareStalemate, Draw, Mode, Move, Recycle, Resign, State, WarnIdle
from saloon.games.meridian.statistics import CurrentGame, Records, current_game, finished_game
from saloon.games.meridian.view import view
from saloon.table import Table
from saloon.table.helpers import Help
from saloon.table.statistics import playing_time

from .delivery import Delivery
from .events import carry_of, events_of
from .questions import Questions
from .shapes import Card, Event, GameState, Hint, PlayedMove, Result, read_location
from .showing import shown_state
from .vocabulary import *  # noqa: F403 - the text's functions on cards and columns are part of this facade

VERSION: Final = RULES_VERSION
"""The version of the text, of the rules and of the save file. [MM-01]"""
STATISTICS_KEY: Final = "meridian_statistics"
HISTORY_LENGTH: Final = Meridian.undo_depth

Clock = Callable[[], int]
Listener = Callable[[Event], None]

_CHANGED: Final = Event("stateChanged", {})
_REASONS: Final = {
    "MATCH_NOT_ACTIVE": "Game not active",
    "MATCH_FINISHED": "Game not active",
    "NOTHING_TO_UNDO": "No moves to undo",
    "NOTHING_TO_REDO": "No moves to redo",
}
"""The text's wording of refusals that all games share."""


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time_ns() // 1_000_000


class Engine(Questions):
    """A game of Meridian Master for any page or program. Every command returns a Result and notifies the listeners."""

    def __init__(self, *, clock: Clock = now, storage: MutableMapping[str, str] | None = None) -> None:
        """Begin idle. `storage` holds the save and the statistics: a dictionary or any mutable mapping."""
        self._clock = clock
        self._storage: MutableMapping[str, str] = {} if storage is None else storage
        self._listeners: dict[object, Listener] = {}
        self._delivery: Delivery[Event] = Delivery()
        self._table: Table | None = None
        self._ids: Ids = {}
        self._history: list[PlayedMove] = []
        self._undone: list[PlayedMove] = []
        self._start_time = self._end_time = 0
        self._dealt_at = self._progress_at = 0
        self._created = 0
        self.records = self._stored_records()

    def _stored_records(self) -> Records:
        """Damaged statistics are reset: they must not prevent a game."""
        try:
            stored = msgspec.json.decode(self._storage.get(STATISTICS_KEY, "{}"), type=Records)
            return Records.of(stored.stats, stored.mode_stats)
        except (msgspec.MsgspecError, UnicodeError):
            return Records()

    # --- the state of the game ------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table under the engine, whose log replays this game."""
        if self._table is None:
            raise BadInput("there is no game; call initialize_game first", "NO_GAME")
        return self._table

    @property
    def state(self) -> State:
        """The full state, hidden cards included: for programs, never for a page."""
        state: State = self.table.state
        return state

    @property
    def ids(self) -> Ids:
        """The id of each card by its code, hidden ones too: for programs, never for a page."""
        return self._ids

    @property
    def status(self) -> str:
        """Whether the game is idle, active, paused, won or lost. [MM-127…MM-132]"""
        if self._table is None:
            return "idle"
        return "paused" if self._table.help.paused and self.state.end is None else self.state.status

    @property
    def elapsed(self) -> int:
        """Milliseconds played, pauses left out."""
        if self._table is None:
            return 0
        until = None if self.state.end is not None else self._now()
        return playing_time(self._table, until)

    def _now(self) -> int:
        return max(0, self._clock() - self._dealt_at)

    def get_current_game(self) -> CurrentGame:
        """Return the counts of this game. [MM-313…MM-323]"""
        if self._table is None:
            return CurrentGame()
        used = self._table.help
        times = {"start_time": self._start_time, "end_time": self._end_time}
        return current_game(self.state, hints=used.hints, undos=used.undos, **times)

    def get_game_state(self) -> GameState:
        """`getGameState`: everything that a page draws; hidden cards look alike. [MM-345]"""
        if self._table is None:
            return GameState(stats=self.records.stats, mode_stats=self.records.mode_stats)
        game, history = self.get_current_game(), tuple(self._history)
        return shown_state(self.state, self._ids, self.status, game, history, self.records)

    # --- beginning and ending -------------------------------------------------------------------------------

    def initialize_game(self, mode: Mode = "classic", *, seed: str | None = None, direction: str = "locked") -> Result:
        """`initializeGame`: deal a game; a running game is lost if a move was made in it. [MM-126]"""
        try:
            options = {"mode": mode, "direction": direction}
            table = Table.deal("meridian", seed=fresh_seed() if seed is None else seed, options=options)
        except BadInput as error:
            return Result(False, error.reason)
        left = self._leave()
        now = self._clock()
        self._begin(table, seeded_ids(table.seed, now), start_time=now)
        self._emit(*left, _CHANGED)
        return Result(True)

    def _leave(self) -> list[Event]:
        """Leave a running game: it is lost, unless no move was made in it. Return the resulting events."""
        if self.status not in ("active", "paused"):
            return []
        self._count_game()
        return [Event("lost", {"reason": "abandoned"})] if self.state.moves else []

    def _begin(self, table: Table, ids: Ids, *, start_time: int, end_time: int = 0) -> None:
        self._table, self._ids = table, ids
        self._history, self._undone = [], []
        self._start_time, self._end_time = start_time, end_time
        self._dealt_at = self._clock()
        self._progress_at = table.played_before

    def end_game(self) -> Result:
        """Clear a finished game: the engine is idle again. [MM-132]"""
        if self.status not in ("won", "lost"):
            return Result(False, "Game not over")
        self._table = None
        self._emit(_CHANGED)
        return Result(True)

    def resign(self) -> Result:
        """Give the game up, paused or not; without a move it is not counted."""
        if self.status == "paused":
            self.resume()
        return self._play(Resign())

    def declare_stalemate(self) -> Result:
        """`declareStalemate`: end a game that goes in circles, while there is a warning."""
        return self._play(DeclareStalemate())

    def pause(self) -> Result:
        """`pause`: stop the timer; nothing can be moved until `resume`. [MM-128]"""
        return self._help(Table.pause)

    def resume(self) -> Result:
        """`resume`: continue after a pause. [MM-129]"""
        if self.status != "paused":
            return Result(False, "Game not paused")
        return self._help(Table.resume)

    # --- playing --------------------------------------------------------------------------------------------

    def execute_move(self, card_id: str, target_location: object) -> Result:
        """`executeMove`: move a card, with all cards on it, to a place. [MM-227]"""
        return self._play(Move(self._code(card_id), place_at(read_location(target_location))))

    def auto_place_card(self, card_id: str) -> Result:
        """`autoPlaceCard`: move a card to the one foundation that can take it. [MM-360]"""
        code = self._code(card_id)
        target = PLACES[foundation_of(card(code))] if code in self._ids else NOWHERE
        return self._play(Move(code, target))

    def draw_card(self) -> Result:
        """`drawCard`: turn the next card of the stock; an empty stock takes the waste back first. [MM-216]"""
        return self._play(Draw())

    def recycle_waste(self) -> Result:
        """`recycleWaste`: turn the waste over without drawing. [MM-220]"""
        return self._play(Recycle())

    def undo(self) -> Result:
        """`undo`: undo the last card move and the draws since then. [MM-244]"""
        return self._help(Table.undo, self._take_back, Event("undone", {}))

    def redo(self) -> Result:
        """`redo`: redo the move that was undone last. [MM-249]"""
        return self._help(Table.redo, self._make_again, Event("redone", {}))

    def _take_back(self) -> None:
        self._undone.append(self._history.pop())

    def _make_again(self) -> None:
        self._history.append(self._undone.pop())

    def get_hint(self) -> Hint | None:
        """`getHint`: the best move, or a draw; None only in a stalemate. It counts as a hint used. [MM-349]"""
        if self.status != "active":
            return Hint(False, "Game not active")
        best = self.find_best_move()
        if best is None and self.table.suggestion(0) is None:
            return None
        self.table.hint(at=self._now())
        self._keep(self.records.with_hint())
        self._emit(_CHANGED)
        return Hint(move=best) if best is not None else Hint(draw=True)

    def check_stalemate_conditions(self) -> str:
        """`checkStalemateConditions`: "stalemate" if that ended the game, else "active"; may warn. [MM-296]"""
        warnings = self._idle_warning()
        if warnings:
            self._emit(*warnings, _CHANGED)
        return "stalemate" if self._table is not None and self.check_stalemate() else "active"

    def _play(self, action: Action) -> Result:
        """Take one action of the game, count it and emit its events."""
        if self._table is None:
            return Result(False, "Game not active")
        before = self.state
        refused = self._refusal(lambda: self.table.act(0, action, at=self._now()))
        if refused is not None:
            return refused
        self._undone = []
        if isinstance(action, Move):
            self._record(action, before)
        if self.state.end is not None:
            self._finish()
        result = self._result(action, before)
        self._emit(*events_of(before, action, self.state, self._shape), *self._idle_warning(), _CHANGED)
        return result

    def _result(self, action: Action, before: State) -> Result:
        if not isinstance(action, Draw):
            return Result(True)
        return Result(True, card=self._shape(self.state.board.waste[-1]), recycled=not before.stock)

    def _help(self, act: Callable[..., None], note: Callable[[], None] = lambda: None, *events: Event) -> Result:
        """Let the table take a helper action, record it and emit its events."""
        if self._table is None:
            return Result(False, "Game not active")
        refused = self._refusal(lambda: act(self.table, at=self._now()))
        if refused is not None:
            return refused
        note()
        self._emit(*events, _CHANGED)
        return Result(True)

    def _refusal(self, act: Callable[[], None]) -> Result | None:
        """Return the table's refusal of an action in the words of the text; None if it was accepted."""
        try:
            act()
        except Rejected as rejected:
            return Result(False, _REASONS.get(rejected.code, rejected.reason))
        except InvariantBreach as breach:
            return Result(False, breach.reason)
        return None

    def _record(self, action: Move, before: State) -> None:
        """Add a move to the history, which keeps as many as can be undone. [MM-235, MM-242, MM-243]"""
        carry = carry_of(before, action)
        if carry.to_foundation:
            self._progress_at = self.elapsed
        moved = tuple(map(self._shape, carry.run))
        played = self.record_move(moved[0].id, LOCATIONS[carry.source], LOCATIONS[carry.target], moved, before)
        self._history = [*self._history, played][-HISTORY_LENGTH:]

    def record_move(
        self, card_id: str, source: Location, target: Location, moving_cards: Sequence[Card], snapshot: State
    ) -> PlayedMove:
        """`recordMove`: a move as the history keeps it, with what the player saw before it. [MM-241]"""
        return PlayedMove(card_id, source, target, tuple(moving_cards), self._clock(), view(snapshot, 0))

    def _idle_warning(self) -> list[Event]:
        """Submit the warning after five minutes without progress: the rules have no clock, so the engine does it."""
        if self.status != "active" or self.elapsed - self._progress_at <= IDLE or not self.table.legal(SERVER):
            return []
        before = self.state
        self.table.act(SERVER, WarnIdle(), at=self._now())
        return list(events_of(before, WarnIdle(), self.state, self._shape))

    def _finish(self) -> None:
        self._end_time = self._clock()
        self._count_game()

    def _count_game(self) -> None:
        used = self.table.help
        self._keep(self.records.with_game(finished_game(self.state, undos=used.undos, milliseconds=self.elapsed)))

    def _keep(self, records: Records) -> None:
        self.records = records
        self._storage[STATISTICS_KEY] = msgspec.json.encode(records).decode()

    # --- saving ---------------------------------------------------------------------------------------------

    def create_snapshot(self, state: State | None = None) -> State:
        """`createSnapshot`: the whole state; it is immutable, so it needs no deep copy. [MM-250…MM-254]"""
        return state or self.state

    def restore_snapshot(self, snapshot: State) -> Result:
        """`restoreSnapshot`: continue from a snapshot, without undo; one of another game ends this one. [MM-255]"""
        if self.status not in ("active", "paused"):
            return Result(False, "Game not active")
        checked = self.validate_state(snapshot)
        if not checked:
            return checked
        present = self.state
        same_game = (snapshot.seed, snapshot.options) == (present.seed, present.options)
        left = [] if same_game else self._leave()
        table = Table.set_up(GAMES["meridian"], snapshot, helped=self.table.help, played=self.elapsed)
        self._begin(table, self._ids, start_time=self._start_time)
        self._emit(*left, _CHANGED)
        return Result(True)

    def create_complete_snapshot(self) -> savefile.SaveFile:
        """`createCompleteSnapshot`: everything that the save file holds. [MM-339]"""
        return savefile.save(
            self.state,
            self._ids,
            self.get_current_game(),
            self.records,
            paused=self.status == "paused",
            timestamp=self._clock(),
            elapsed=self.elapsed,
        )

    def save_game(self) -> Result:
        """`saveGame`: write the game to the storage as `meridian_saved_game`. [MM-338]"""
        if self._table is None:
            return Result(False, "No game to save")
        self._storage[savefile.KEY] = savefile.write(self.create_complete_snapshot())
        self._emit(Event("saved", {"key": savefile.KEY}))
        return Result(True)

    def load_game(self) -> Result:
        """`loadGame`: continue the saved game; if it cannot be read, the current one stays. [MM-340…MM-342]"""
        text = self._storage.get(savefile.KEY)
        if text is None:
            return Result(False, "No saved game")
        try:
            saved = savefile.read(text)
        except BadLog as error:
            return Result(False, error.reason)
        file, game = saved.file, saved.file.current_game
        helped = Help(hints=game.hint_uses, undos=game.undo_uses, paused=file.status == "paused")
        table = Table.set_up(GAMES["meridian"], saved.state, helped=helped, played=file.elapsed)
        left = [] if saved.ids == self._ids else self._leave()
        self._begin(table, saved.ids, start_time=game.start_time, end_time=game.end_time)
        self._keep(self.records.newer(file.records))
        self._emit(*left, Event("loaded", {"key": savefile.KEY}), _CHANGED)
        return Result(True)

    def reconstruct_state(self, saved_game: str | bytes) -> State:
        """`reconstructState`: the state that a save describes, or BadLog with the reason. [MM-342]"""
        return savefile.read(saved_game).state

    def generate_unique_id(self, value: str, suit: str) -> str:
        """`generateUniqueID`: a new id from the clock, a counter and chance. [MM-149]"""
        chance = random_text(Sha256Stream(fresh_seed()))
        return unique_id(value, suit, self.current_time_millis(), self.increment_global_counter(), chance)

    def increment_global_counter(self) -> int:
        """`incrementGlobalCounter`: the next number for an id."""
        self._created += 1
        return self._created

    def current_time_millis(self) -> int:
        """`currentTimeMillis`: the time of the engine's clock."""
        return self._clock()

    # --- events ---------------------------------------------------------------------------------------------

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Send every event to `listener` from now on; return a function that stops it. [MM-398]"""
        key = object()
        self._listeners[key] = listener

        def unsubscribe() -> None:
            self._listeners.pop(key, None)

        return unsubscribe

    def _emit(self, *events: Event) -> None:
        """Notify all listeners, in order; the command stays done even if a listener fails."""
        self._delivery.deliver([(listener, event) for event in events for listener in self._listeners.values()])
