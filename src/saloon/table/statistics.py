"""Records of single games and statistics over them; no client can write either.

This module alone defines what is counted. Moves are those that the table shows (`Game.moves_made`), else the player's
actions. Time is the sum of the differences of `at` in the log, without pauses; the server's `at` does not advance while
the player of a solitaire is away. Wins with the solver's help are counted separately and set no records.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from saloon.core.game import Seat
from saloon.core.records import GameRecord
from saloon.games import GAMES

from .helpers import Pause, Resume
from .table import Table


def record(table: Table, seat: Seat = 0) -> GameRecord:
    """Return the record of `seat` at the table's current state."""
    outcome = table.outcome
    return GameRecord(
        game=table.game.name,
        options=msgspec.to_builtins(table.options),
        won=outcome is not None and seat in outcome.winners,
        drawn=outcome is not None and not outcome.winners and len(table.game.seats) > 1,
        finished=outcome is not None,
        actions=sum(entry.seat == seat and entry.action.kind in table.game.actions for entry in table.entries),
        score=None if outcome is None else outcome.scores[seat],
        hints=table.help.hints,
        undos=table.help.undos,
        assisted=table.help.assisted,
        milliseconds=playing_time(table),
        moves=table.game.moves_made(table.state),
        reason=None if outcome is None else outcome.reason,
    )


def playing_time(table: Table, until: int | None = None) -> int:
    """Return the milliseconds from the deal to the last action, or to `until` if that is later, without pauses.

    Time played before the game came to this table is included.
    """
    total, last = table.played_before, 0
    running = not table.begun_paused
    for entry in table.entries:
        if entry.at is None:
            continue
        if running:
            total += max(0, entry.at - last)
        last = max(last, entry.at)
        running = not isinstance(entry.action, Pause) if isinstance(entry.action, Pause | Resume) else running
    return total + max(0, until - last) if running and until is not None else total


class Strength(Struct, frozen=True):
    """A player's rating: mean, uncertainty, and the whole number that is displayed."""

    mean: float
    uncertainty: float
    shown: int
    matches: int
    """The number of rated matches."""


class Statistics(Struct, frozen=True, rename="camel"):
    """Statistics over a list of records. Shares are whole numbers per thousand.

    `won`, the share, the streaks and the bests count clean wins only; the bests only those that were played to the
    end. An assisted win counts as played and ends a streak.
    """

    played: int = 0
    won: int = 0
    won_assisted: int = 0
    drawn: int = 0
    lost: int = 0
    win_permille: int = 0
    streak: int = 0
    longest_streak: int = 0
    best_score: int | None = None
    fewest_actions_to_win: int | None = None
    """Moves as the table shows them; the field name is that of the first version."""
    fastest_win: int | None = None
    actions: int = 0
    hints: int = 0
    undos: int = 0
    milliseconds: int = 0
    rating: Strength | None = None
    """Set in games with several seats, once a match was rated."""

    @classmethod
    def of(cls, records: Iterable[GameRecord]) -> "Statistics":
        """Add up `records`, oldest first."""
        counted = [one for one in records if one.counts]
        wins = [one for one in counted if one.clean_win]
        assisted = sum(one.won and one.assisted for one in counted)
        drawn = sum(one.drawn for one in counted)
        complete = [one for one in wins if one.was_played_out]
        scored = [one for one in complete if one.score is not None]
        streak = longest = 0
        for one in counted:
            streak = streak + 1 if one.clean_win else 0
            longest = max(longest, streak)
        return cls(
            played=len(counted),
            won=len(wins),
            won_assisted=assisted,
            drawn=drawn,
            lost=len(counted) - len(wins) - assisted - drawn,
            win_permille=1000 * len(wins) // len(counted) if counted else 0,
            streak=streak,
            longest_streak=longest,
            best_score=max(scored, key=_goodness).score if scored else None,
            fewest_actions_to_win=min((one.move_count for one in complete), default=None),
            fastest_win=min((one.milliseconds for one in complete), default=None),
            actions=sum(one.actions for one in counted),
            hints=sum(one.hints for one in counted),
            undos=sum(one.undos for one in counted),
            milliseconds=sum(one.milliseconds for one in counted),
        )


def _goodness(one: GameRecord) -> int:
    assert one.score is not None
    return -one.score if GAMES[one.game].lowest_wins else one.score
