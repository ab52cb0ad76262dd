"""The services of one process and how they are wired."""

from msgspec import Struct

from saloon.store import Store
from saloon.store.database import Database
from saloon.store.ratings import Ratings

from .analyses import Analyses
from .authentication import Authentication
from .claims import Claims
from .clock import ServerClock
from .daily import DailyDeals
from .fanout import Fanout
from .lobby import Lobby
from .match_ratings import MatchRatings
from .metrics import Metrics
from .news import NewsReader
from .ownership import Ownership
from .pipeline import ActionPipeline
from .presence import Presence
from .processes import Processes
from .quarantine import Quarantine
from .readiness import Readiness
from .replays import Replays
from .seating import Seating
from .settings import Settings
from .solver_pool import SolverPool
from .tables import LiveTables
from .token_buckets import ConnectionCounts, TokenBuckets
from .tokens import Signer


class Services(Struct, frozen=True, eq=False):
    """Everything that the routes and the background tasks need."""

    settings: Settings
    store: Store
    metrics: Metrics
    signer: Signer
    clock: ServerClock
    readiness: Readiness
    quarantine: Quarantine
    ratings: Ratings
    match_ratings: MatchRatings
    news: NewsReader
    pipeline: ActionPipeline
    processes: Processes
    fanout: Fanout
    tables: LiveTables
    presence: Presence
    solver_pool: SolverPool
    daily: DailyDeals
    seating: Seating
    lobby: Lobby
    authentication: Authentication
    claims: Claims
    replays: Replays
    analyses: Analyses
    sockets: ConnectionCounts
    frames: TokenBuckets

    def close(self) -> None:
        """Stop bots, clocks and workers."""
        self.tables.close()
        self.solver_pool.close()


def build_services(database: Database, signer: Signer, settings: Settings, metrics: Metrics) -> Services:
    """Build the services; each gets its dependencies from its constructor."""
    limits = settings.limits
    quarantine = Quarantine()
    store = Store(database, quarantine.note)
    clock, ratings = ServerClock(store), Ratings(store)
    match_ratings = MatchRatings(ratings)
    news = NewsReader(store, match_ratings)
    pipeline = ActionPipeline(store, metrics, clock)
    redis = settings.redis if database.shared else None
    processes = Processes(redis, signer.server_name())
    ownership = Ownership(processes)
    fanout = Fanout(redis, settings.poll_seconds, is_shared=database.shared, processes=processes, ownership=ownership)
    tables = LiveTables(
        store,
        clock,
        settings,
        metrics=metrics,
        quarantine=quarantine,
        pipeline=pipeline,
        fanout=fanout,
        ownership=ownership,
        ratings=match_ratings,
        news=news,
    )
    presence = Presence(store, clock, tables, settings.lobby_seconds)
    solver_pool = SolverPool(settings.solvers, limits)
    seating = Seating(store, clock, signer, limits, tables=tables, presence=presence, solver_pool=solver_pool)
    authentication = Authentication(store, clock, signer, settings, tables=tables, presence=presence, seating=seating)
    return Services(
        settings=settings,
        store=store,
        metrics=metrics,
        signer=signer,
        clock=clock,
        readiness=Readiness(clock),
        quarantine=quarantine,
        ratings=ratings,
        match_ratings=match_ratings,
        news=news,
        pipeline=pipeline,
        processes=processes,
        fanout=fanout,
        tables=tables,
        presence=presence,
        solver_pool=solver_pool,
        daily=DailyDeals(store, solver_pool),
        seating=seating,
        lobby=Lobby(store, news, presence=presence, quarantine=quarantine),
        authentication=authentication,
        claims=Claims(store, clock, pipeline),
        replays=Replays(store, tables, quarantine, settings.replay_bytes),
        analyses=Analyses(store, tables, solver_pool, quarantine),
        sockets=ConnectionCounts(),
        frames=TokenBuckets(limits.messages_per_second_of_address),
    )
