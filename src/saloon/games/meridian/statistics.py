"""The text's statistics: of one game, of each mode, of all games. [MM-299…MM-327]"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Annotated, Final, get_args

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from saloon.core.records import GameRecord, OwnStatistics

from .efficiency import efficiency
from .state import Mode, State

MODES: Final[tuple[Mode, ...]] = get_args(Mode)
STALEMATES: Final = frozenset({"stalemate", "declared"})
"""The endings that count as stalemates. [MM-302]"""
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A number that every JSON reader can hold."""


class CurrentGame(Struct, frozen=True, rename="camel"):
    """The counts of one game; times are milliseconds of the engine's clock. [MM-313…MM-323]"""

    moves: Count = 0
    hint_uses: Count = 0
    undo_uses: Count = 0
    start_time: Count = 0
    end_time: Count = 0
    efficiency: Count = 100
    moves_without_progress: Count = 0
    ace_placed: bool = False
    king_placed: bool = False
    first_ace_move: Count | None = None
    first_king_move: Count | None = None
    draws: Count = 0
    recycles: Count = 0


def current_game(state: State, *, hints: int, undos: int, start_time: int, end_time: int) -> CurrentGame:
    """Return the current counts of a game."""
    return CurrentGame(
        moves=state.moves,
        hint_uses=hints,
        undo_uses=undos,
        start_time=start_time,
        end_time=end_time,
        efficiency=efficiency(state.board, state.moves),
        moves_without_progress=state.moves_without_progress,
        ace_placed=state.first_ace_move is not None,
        king_placed=state.first_king_move is not None,
        first_ace_move=state.first_ace_move,
        first_king_move=state.first_king_move,
        draws=state.draws,
        recycles=state.recycles,
    )


class FinishedGame(Struct, frozen=True):
    """What the statistics count for a finished or abandoned game."""

    mode: Mode
    won: bool
    efficiency: int
    undos: int
    milliseconds: int
    """Time played, without pauses."""
    hints: int = 0
    """Hints that were not counted when they were given."""
    moves: int | None = None
    """None if the result is too old to say."""
    stalemate: bool | None = None
    """Whether it was lost by a stalemate, declared or not; None if the result is too old to say."""
    assisted: bool = False
    """Whether the solver helped, which the text does not know of: such a win counts as played, not as a win."""


def finished_game(state: State, *, undos: int, milliseconds: int) -> FinishedGame:
    """Return what is counted of the game in `state`."""
    return FinishedGame(
        mode=state.options.mode,
        won=state.end == "completed",
        efficiency=efficiency(state.board, state.moves),
        undos=undos,
        milliseconds=milliseconds,
        moves=state.moves,
        stalemate=state.end in STALEMATES,
    )


class Stats(Struct, frozen=True, rename="camel"):
    """All games together. [MM-299…MM-307]"""

    games_played: Count = 0
    wins: Count = 0
    losses: Count = 0
    stalemates: Count = 0
    total_moves: Count = 0
    total_hint_uses: Count = 0
    total_undo_uses: Count = 0
    total_time_played: Count = 0
    efficiency_history: tuple[Count, ...] = ()
    """Of the games that were won."""

    @property
    def win_rate(self) -> float:
        """The percentage of games won; 0 before the first. [MM-324]"""
        return 100 * self.wins / self.games_played if self.games_played else 0.0

    @property
    def average_efficiency(self) -> float:
        """The mean efficiency of the wins; 0 before the first. [MM-325]"""
        history = self.efficiency_history
        return sum(history) / len(history) if history else 0.0

    @property
    def average_moves(self) -> float:
        """The mean number of moves of a game; 0 before the first. [MM-326]"""
        return self.total_moves / self.games_played if self.games_played else 0.0


class ModeStats(Struct, frozen=True, rename="camel"):
    """The games of one mode; no best time yet is null, which stands for infinity. [MM-308…MM-312]"""

    games: Count = 0
    wins: Count = 0
    total_moves: Count = 0
    best_efficiency: Count = 0
    best_time: Count | None = None
    """The shortest win. [MM-327]"""


def _no_modes() -> dict[Mode, ModeStats]:
    return {mode: ModeStats() for mode in MODES}


class Records(Struct, frozen=True, rename="camel"):
    """The statistics of all games and of each mode: what is kept from game to game."""

    stats: Stats = Stats()
    mode_stats: dict[Mode, ModeStats] = field(default_factory=_no_modes)

    @classmethod
    def of(cls, stats: Stats, mode_stats: Mapping[Mode, ModeStats]) -> "Records":
        """Return records with every mode, including those never played."""
        return cls(stats, {**_no_modes(), **mode_stats})

    def with_hint(self) -> "Records":
        """Return the records after one more hint. It counts at once, however the game ends. [MM-304]"""
        return replace(self, stats=replace(self.stats, total_hint_uses=self.stats.total_hint_uses + 1))

    def with_game(self, game: FinishedGame) -> "Records":
        """Return the records after a game that is over or left; one without a move does not count.

        A stalemate is a loss too. Efficiency and time are kept of wins only. A win with the solver's help is neither
        a win nor a loss.
        """
        if game.moves == 0:
            return self
        won, moves = game.won and not game.assisted, game.moves or 0
        stats, mode = self.stats, self.mode_stats[game.mode]
        total = replace(
            stats,
            games_played=stats.games_played + 1,
            wins=stats.wins + won,
            losses=stats.losses + (not game.won),
            stalemates=stats.stalemates + (game.stalemate is True),
            total_moves=stats.total_moves + moves,
            total_hint_uses=stats.total_hint_uses + game.hints,
            total_undo_uses=stats.total_undo_uses + game.undos,
            total_time_played=stats.total_time_played + game.milliseconds,
            efficiency_history=(*stats.efficiency_history, game.efficiency) if won else stats.efficiency_history,
        )
        of_mode = replace(
            mode,
            games=mode.games + 1,
            wins=mode.wins + won,
            total_moves=mode.total_moves + moves,
            best_efficiency=max(mode.best_efficiency, game.efficiency) if won else mode.best_efficiency,
            best_time=_shorter(mode.best_time, game.milliseconds) if won else mode.best_time,
        )
        return Records(total, {**self.mode_stats, game.mode: of_mode})

    @classmethod
    def of_games(cls, games: Iterable[FinishedGame]) -> "Records":
        """Return the records of some games, oldest first."""
        return reduce(cls.with_game, games, cls())

    def newer(self, other: "Records") -> "Records":
        """Return the one with more games, so that an old save never reverts the statistics."""
        return other if other.stats.games_played > self.stats.games_played else self


def _shorter(best: int | None, milliseconds: int) -> int:
    return milliseconds if best is None else min(best, milliseconds)


class ModeSummary(Struct, frozen=True, rename="camel"):
    """The games of one mode, with null for what is not known. [MM-308…MM-312]"""

    games: int
    wins: int
    total_moves: int | None
    best_efficiency: int | None
    best_time: int | None


class Summary(Struct, frozen=True, rename="camel"):
    """All statistics of the text with their averages, and null for what is not known. [MM-299…MM-327]

    Moves and stalemates are those of the games whose results have them; `older_games` counts the others.
    """

    games_played: int
    wins: int
    losses: int
    stalemates: int | None
    total_moves: int | None
    total_hint_uses: int
    total_undo_uses: int
    total_time_played: int
    efficiency_history: tuple[int, ...]
    win_rate: float | None
    average_efficiency: float | None
    average_moves: float | None
    mode_stats: dict[Mode, ModeSummary]
    older_games: int
    assisted_wins: int
    """Wins with the solver's help; they are not among `wins`."""

    @classmethod
    def of(cls, games: Sequence[FinishedGame]) -> "Summary":
        """Sum up games, oldest first."""
        records = Records.of_games(games)
        complete = Records.of_games(game for game in games if game.moves is not None)
        stats, known = records.stats, complete.stats
        return cls(
            games_played=stats.games_played,
            wins=stats.wins,
            losses=stats.losses,
            stalemates=known.stalemates if known.games_played else None,
            total_moves=known.total_moves if known.games_played else None,
            total_hint_uses=stats.total_hint_uses,
            total_undo_uses=stats.total_undo_uses,
            total_time_played=stats.total_time_played,
            efficiency_history=stats.efficiency_history,
            win_rate=stats.win_rate if stats.games_played else None,
            average_efficiency=stats.average_efficiency if stats.wins else None,
            average_moves=known.average_moves if known.games_played else None,
            mode_stats={mode: _mode_summary(records.mode_stats[mode], complete.mode_stats[mode]) for mode in MODES},
            older_games=stats.games_played - known.games_played,
            assisted_wins=stats.games_played - stats.wins - stats.losses,
        )


def _mode_summary(mode: ModeStats, known: ModeStats) -> ModeSummary:
    return ModeSummary(
        games=mode.games,
        wins=mode.wins,
        total_moves=known.total_moves if known.games else None,
        best_efficiency=mode.best_efficiency if mode.wins else None,
        best_time=mode.best_time,
    )


class MeridianStatistics(OwnStatistics):
    """The statistics of the text over a player's results."""

    separate = "mode"

    def counts(self, record: GameRecord) -> bool:
        """Return whether a result counts: not if no card was moved. [MM-131]"""
        return record.counts and record.moves != 0

    def summary(self, records: Sequence[GameRecord]) -> Summary:
        """Return all figures of the text. [MM-299…MM-327]"""
        return Summary.of(self.games(records))

    def games(self, records: Sequence[GameRecord]) -> list[FinishedGame]:
        """Return the results that count as the text counts them."""
        return [
            FinishedGame(
                mode=one.options.get("mode", "classic"),
                won=one.won,
                efficiency=one.score or 0,
                undos=one.undos,
                milliseconds=one.milliseconds,
                hints=one.hints,
                moves=one.moves,
                stalemate=None if one.reason is None else one.reason in STALEMATES,
                assisted=one.assisted,
            )
            for one in records
            if self.counts(one)
        ]
