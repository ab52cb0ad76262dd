"""What the server answers about players, games and deals, as structs. docs/PROTOCOL.md describes every field.

Fields that this version does not know are ignored, and words of a fixed list are plain text, so that a client
understands newer servers of the same protocol. Times are milliseconds, moments milliseconds since 1970.
"""

from typing import Any

from msgspec import Raw, Struct

from saloon.table.changes import Change
from saloon.table.statistics import Statistics

from .messages import Move

# --- the player -----------------------------------------------------------------------------------------------------


class GameStatistics(Statistics, frozen=True, rename="camel"):
    """Your statistics in a game; `own` are those that only this game has."""

    own: Any = None


class RecordFigures(Struct, frozen=True, rename="camel"):
    """Games played and won, and the best of the won ones."""

    played: int
    won: int
    fastest_win: int | None = None
    fewest_moves: int | None = None
    best_score: int | None = None


class RecordGroup(Struct, frozen=True, rename="camel"):
    """Your games with the same options and difficulty; those with help count apart."""

    options: dict[str, Any]
    difficulty: str | None
    clean: RecordFigures
    assisted: RecordFigures


class ChartGame(Struct, frozen=True, rename="camel"):
    """One of the latest games."""

    at: int
    won: bool
    clean: bool
    milliseconds: int
    moves: int
    fewest: int | None
    """The fewest moves of your clean wins with the same options."""


class RatingPoint(Struct, frozen=True):
    """Your rating after a match."""

    at: int
    matches: int
    mean: float
    uncertainty: float
    shown: int


class GameRecords(Struct, frozen=True, rename="camel"):
    """Your records in a game, its latest games, and how your rating changed."""

    game: str
    groups: list[RecordGroup]
    games: list[ChartGame]
    ratings: list[RatingPoint]


class Opponent(Struct, frozen=True, rename="camel"):
    """Another seat of a finished game: `human` with a name, or `bot` with a level; `is_bot` marks a bot account."""

    seat: str
    kind: str
    name: str | None
    level: str | None
    is_bot: bool = False


class FinishedGame(Struct, frozen=True, rename="camel"):
    """A finished game of yours; `result` is `won`, `wonAssisted`, `drawn` or `lost`."""

    table_id: str
    game: str
    finished_at: int
    seat: str
    result: str
    left: bool
    reason: str | None
    difficulty: str | None
    options: dict[str, Any]
    score: int | None
    moves: int
    milliseconds: int
    hints: int
    undos: int
    opponents: tuple[Opponent, ...]


class HistoryPage(Struct, frozen=True):
    """Finished games, newest first; `next` asks for the page that follows, None if this is the last."""

    games: list[FinishedGame]
    next: str | None


class ExportedGame(Struct, frozen=True, tag_field="kind", tag="game"):
    """A finished game with its log: `saloon.replay(bytes(game.log))`. If it is `null`, `problem` says why."""

    summary: FinishedGame
    log: Raw
    problem: str | None = None


class ExportEnd(Struct, frozen=True, tag_field="kind", tag="end"):
    """The last line of a complete export."""

    games: int


class Failed(Struct, frozen=True, tag_field="kind", tag="failed"):
    """The last line of an export or an analysis that could not go on."""

    code: str
    reason: str


class Drill(Struct, frozen=True, rename="camel"):
    """A position in which you lost a solitaire that could be won: `Client.branch(table_id, step)` practises it."""

    table_id: str
    step: int
    lost_at: int
    game: str
    due: bool
    due_at: int
    solved: int
    open_table: str | None


class DrillList(Struct, frozen=True):
    """Your drills, the earliest due first; how many you have learned; how often each comes until then."""

    drills: list[Drill]
    learned: int
    rounds: int


class OwnProfile(Struct, frozen=True, rename="camel"):
    """The public id of your profile, and whether others can see it."""

    public_id: str
    is_open: bool


class RecoveryPhrase(Struct, frozen=True):
    """Six words; whoever knows them is the player."""

    phrase: str


class Recovered(Struct, frozen=True, rename="camel"):
    """The player of a recovery phrase or passkey."""

    player_id: str
    token: str


class Passkey(Struct, frozen=True, rename="camel"):
    """A passkey of yours; times are milliseconds since 1970, `used_at` is the last sign-in."""

    passkey_id: str
    name: str
    created_at: int
    used_at: int | None


class PushSubscription(Struct, frozen=True, rename="camel"):
    """A browser in which you get push messages; `created_at` is in milliseconds since 1970."""

    subscription_id: str
    endpoint: str
    created_at: int


class PushKey(Struct, frozen=True, rename="camel"):
    """The key that a browser needs for push messages; None if the server sends none."""

    public_key: str | None


# --- other players --------------------------------------------------------------------------------------------------


class LeaderboardPlace(Struct, frozen=True, rename="camel"):
    """A player on a leaderboard."""

    place: int
    public_id: str
    name: str
    rating: int
    matches: int
    is_you: bool


class Leaderboard(Struct, frozen=True, rename="camel"):
    """The best players of a game with enough matches and a certain rating."""

    game: str
    least_matches: int
    most_uncertain: float
    places: list[LeaderboardPlace]


class ProfileRating(Struct, frozen=True):
    """A rating in one game."""

    rating: int
    matches: int


class ProfileRecord(Struct, frozen=True, rename="camel"):
    """How a player's games went. Wins and bests are without the solver's help."""

    played: int
    won: int
    fastest_win: int | None
    fewest_moves: int | None


class PublicProfile(Struct, frozen=True, rename="camel"):
    """A player's name, ratings and records by game, and medals; `is_bot` marks a bot account."""

    public_id: str
    name: str
    ratings: dict[str, ProfileRating]
    records: dict[str, ProfileRecord]
    medals: dict[str, int]
    is_bot: bool = False


class PairingStatus(Struct, frozen=True, rename="camel"):
    """Whether a match was found: `idle`, `waiting` or `paired`; how long you have waited, and how many others wait."""

    state: str
    game: str | None = None
    table_id: str | None = None
    waited: int = 0
    rating: int | None = None
    reach: int | None = None
    others: int = 0


# --- deals ----------------------------------------------------------------------------------------------------------


class DailyDeal(Struct, frozen=True):
    """The deal of a day, the same for everybody."""

    game: str
    date: str
    seed: str
    options: dict[str, Any]


class DailyResult(Struct, frozen=True, rename="camel"):
    """How you did with a deal of the day: `new`, `begun`, `played`, `wonAssisted` or `won`; and your streak."""

    date: str
    state: str
    table_id: str | None
    streak: int


class ChallengeDay(Struct, frozen=True, rename="camel"):
    """How you did with the three challenges of a day, and its medal: `bronze`, `silver`, `gold` or None."""

    day: str
    easy: str
    normal: str
    hard: str
    medal: str | None


class ChallengeMonth(Struct, frozen=True, rename="camel"):
    """Your month of challenges."""

    game: str
    month: str
    first: str
    today: str
    days: list[ChallengeDay]
    medals: dict[str, int]
    won: int
    streak: int


class ChallengeFigures(Struct, frozen=True, rename="camel"):
    """The time and the moves of a win."""

    milliseconds: int
    moves: int


class ChallengeComparison(Struct, frozen=True, rename="camel"):
    """How everybody did with a challenge; `slower` and `longer` are the players whom you beat."""

    players: int
    won: int
    best: ChallengeFigures | None
    median: ChallengeFigures | None
    own: ChallengeFigures | None
    slower: int
    longer: int


class DuplicateDay(Struct, frozen=True, rename="camel"):
    """A day of your duplicate deals: `begun` or `played`."""

    day: str
    state: str
    score: int | None


class DuplicateMonth(Struct, frozen=True, rename="camel"):
    """A month of your duplicate deals."""

    game: str
    month: str
    first: str
    today: str
    days: list[DuplicateDay]


class DuplicatePlace(Struct, frozen=True, rename="camel"):
    """One of the best players of a day; without a name if their profile is closed."""

    place: int
    score: int
    name: str | None
    public_id: str | None
    is_you: bool


class DuplicateResult(Struct, frozen=True, rename="camel"):
    """Your own result; no place if it does not count."""

    table_id: str
    score: int
    place: int | None


class DuplicateComparison(Struct, frozen=True, rename="camel"):
    """How everybody did with a duplicate deal."""

    players: int
    best: int | None
    median: int | None
    worse: int
    own: DuplicateResult | None
    places: list[DuplicatePlace]


class Odds(Struct, frozen=True):
    """How often a bot that sees no hidden card won a deal, with a 95% interval, and the level that follows from it."""

    wins: int
    games: int
    low: float
    high: float
    level: str | None


class DealRating(Struct, frozen=True, rename="camel"):
    """How hard a deal is: what the solver needed, and how often a bot that plays like people wins it."""

    verdict: str
    level: str | None
    states: int
    losing_first_moves: float
    length: int
    people: Odds | None = None


# --- the solver -----------------------------------------------------------------------------------------------------


class Solution(Struct, frozen=True):
    """A verdict (`winnable`, `unwinnable`, `unknown`), and actions that win from revision `rev` on."""

    rev: int
    verdict: str
    actions: list[Move]
    states: int
    limit: str | None


class SolverHint(Struct, frozen=True):
    """The next action of a way to win; None if none was found."""

    rev: int
    verdict: str
    action: Move | None


class Chance(Struct, frozen=True):
    """Whether the game can still be won."""

    rev: int
    verdict: str


class ReplayStep(Struct, frozen=True, rename="camel"):
    """A step of a finished game: who did what, when (since the deal), and what that changes in the view."""

    client_id: str
    action: Move
    change: list[Change]
    at: int | None


class ReplaySteps(Struct, frozen=True, rename="camel"):
    """A finished game step by step: the first view of a seat or of a watcher, and what follows."""

    game: str
    seat: str | None
    log_digest: str
    first: Any
    steps: list[ReplayStep]
