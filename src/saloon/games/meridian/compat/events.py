"""The events of one action, derived from the states before and after it. [MM-398]"""

from collections.abc import Callable, Iterator

from saloon.core import cards
from saloon.core.game import Action
from saloon.games.meridian.locations import LOCATIONS
from saloon.games.meridian.moves import Carry, judged, spot_of
from saloon.games.meridian.state import WARNED_AFTER, Draw, Move, Recycle, State, WarnIdle

from .shapes import Card, Event

Shaping = Callable[[cards.Card], Card]


def carry_of(before: State, action: Move) -> Carry:
    """Return the card move that an accepted action made."""
    return judged(before.board, before.options, action.card, spot_of(action.target))


def events_of(before: State, action: Action, after: State, shaped: Shaping) -> Iterator[Event]:
    """Yield the events of an action, in order."""
    if isinstance(action, Draw | Recycle) and not before.stock:
        yield Event("wasteRecycled", {"cards": len(before.board.waste)})
    if isinstance(action, Draw):
        yield Event("cardDrawn", {"card": shaped(after.board.waste[-1])})
    if isinstance(action, Move):
        yield from _of_move(before, carry_of(before, action), after, shaped)
        yield from _warnings(before, after)
    if isinstance(action, WarnIdle):
        yield Event("warning", {"kind": "idle"})
    if after.end is not None:
        yield Event("won" if after.end == "completed" else "lost", {"reason": after.end})


def _of_move(before: State, carry: Carry, after: State, shaped: Shaping) -> Iterator[Event]:
    moved = tuple(map(shaped, carry.run))
    yield Event(
        "moveExecuted",
        {"source": LOCATIONS[carry.source], "target": LOCATIONS[carry.target], "moving_cards": moved},
    )
    zone, number = carry.source
    if zone == "tab" and carry.start and before.board.tableau[number][carry.start - 1].face_down:
        yield Event("cardFlipped", {"col": number, "card": shaped(after.board.tableau[number][-1])})
    for col, (was, now) in enumerate(zip(before.board.column_types, after.board.column_types, strict=True)):
        if now != was:
            yield Event("columnTyped", {"col": col, "type": now})


def _warnings(before: State, after: State) -> Iterator[Event]:
    """Yield warnings: of every loop, and of every thirty moves without progress. [MM-261, MM-294]"""
    if after.history == before.history:
        yield Event("warning", {"kind": "loop", "message": "Loop detected"})
    stalled = after.moves_without_progress
    if stalled and stalled % WARNED_AFTER == 0:
        yield Event("warning", {"kind": "noProgress", "moves": stalled})
