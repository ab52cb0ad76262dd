"""The services of one process and how they are wired."""

from msgspec import Struct

from saloon.store import Store
from saloon.store.database import Database
from saloon.store.moderation import ModerationStore
from saloon.store.ratings import Ratings

from .actions.pipeline import ActionPipeline
from .clock import ServerClock
from .cluster.fanout import Fanout
from .cluster.ownership import Ownership
from .cluster.processes import Processes
from .deals.challenges import Challenges
from .deals.daily import DailyDeals
from .deals.duplicates import Duplicates
from .finished.analyses import Analyses
from .finished.drills import Drills
from .finished.history import History
from .finished.replays import Replays
from .http.authentication import Authentication
from .http.tokens import Signer
from .limits.token_buckets import ConnectionCounts, TokenBuckets
from .notifications.push import Push
from .notifications.push_subscriptions import PushSubscriptions
from .operations.draining import Draining
from .operations.metrics import Metrics
from .operations.moderation import Moderation
from .operations.readiness import Readiness
from .operations.restrictions import Restrictions
from .operations.traces import Traces
from .players.accounts import Accounts
from .players.leaderboards import Leaderboards
from .players.match_ratings import MatchRatings
from .players.pairing import Pairing
from .players.passkeys import Passkeys
from .players.profiles import PublicProfiles
from .settings import Settings
from .solving.deal_ratings import DealRatings
from .solving.fair_hints import FairHints
from .solving.solver_pool import SolverPool
from .tables.bot_faults import BotFaults
from .tables.claims import Claims
from .tables.emotes import Emotes
from .tables.lobby import Lobby
from .tables.news import NewsReader
from .tables.presence import Presence
from .tables.quarantine import Quarantine
from .tables.seating import Seating
from .tables.tables import LiveTables


class Services(Struct, frozen=True, eq=False):
    """Everything that the routes and the background tasks need."""

    settings: Settings
    store: Store
    metrics: Metrics
    signer: Signer
    clock: ServerClock
    readiness: Readiness
    draining: Draining
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
    challenges: Challenges
    duplicates: Duplicates
    leaderboards: Leaderboards
    profiles: PublicProfiles
    accounts: Accounts
    passkeys: Passkeys
    push_subscriptions: PushSubscriptions
    push: Push
    seating: Seating
    pairing: Pairing
    lobby: Lobby
    authentication: Authentication
    claims: Claims
    emotes: Emotes
    bot_faults: BotFaults
    replays: Replays
    history: History
    analyses: Analyses
    fair_hints: FairHints
    deal_ratings: DealRatings
    drills: Drills
    sockets: ConnectionCounts
    frames: TokenBuckets
    moderation_store: ModerationStore
    restrictions: Restrictions
    moderation: Moderation
    traces: Traces | None

    def close(self) -> None:
        """Stop bots, clocks and workers."""
        self.tables.close()
        self.solver_pool.close()
        if self.traces is not None:
            self.traces.close()


def build_services(database: Database, signer: Signer, settings: Settings, metrics: Metrics) -> Services:
    """Build the services; each gets its dependencies from its constructor."""
    limits = settings.limits
    quarantine = Quarantine()
    draining = Draining(settings.drain_seconds)
    store = Store(database, quarantine.note)
    clock, ratings = ServerClock(store), Ratings(store)
    match_ratings = MatchRatings(ratings)
    news = NewsReader(store, match_ratings)
    traces = None if settings.traces is None else Traces(settings.traces)
    pipeline = ActionPipeline(store, metrics, clock, traces)
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
    moderation_store = ModerationStore(database)
    restrictions = Restrictions(moderation_store, signer, tables)
    seating = Seating(
        store,
        clock,
        signer,
        limits,
        tables=tables,
        presence=presence,
        solver_pool=solver_pool,
        draining=draining,
    )
    drills = Drills(store)
    push_subscriptions = PushSubscriptions(store, settings)
    challenges = Challenges(store, solver_pool, seating)
    replays = Replays(store, tables, quarantine, settings.replay_bytes)
    authentication = Authentication(
        store, clock, signer, settings, tables=tables, presence=presence, restrictions=restrictions
    )
    moderation = Moderation(
        store,
        moderation_store,
        signer,
        tables=tables,
        ratings=ratings,
        restrictions=restrictions,
        quarantine=quarantine,
    )
    return Services(
        settings=settings,
        store=store,
        metrics=metrics,
        signer=signer,
        clock=clock,
        readiness=Readiness(clock, draining),
        draining=draining,
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
        challenges=challenges,
        duplicates=Duplicates(store, seating),
        leaderboards=Leaderboards(store, ratings),
        profiles=PublicProfiles(store, ratings, challenges),
        accounts=Accounts(store, signer, ratings=ratings, seating=seating, tables=tables),
        passkeys=Passkeys(store, signer, limits, restrictions),
        push_subscriptions=push_subscriptions,
        push=Push(store, clock, settings, metrics, tables=tables, subscriptions=push_subscriptions),
        seating=seating,
        pairing=Pairing(
            store, clock, limits, ratings=ratings, tables=tables, solver_pool=solver_pool, draining=draining
        ),
        lobby=Lobby(store, news, presence=presence, quarantine=quarantine),
        authentication=authentication,
        claims=Claims(store, clock, pipeline),
        emotes=Emotes(limits, fanout.announce_emote),
        bot_faults=BotFaults(fanout.announce_bot_fault),
        replays=replays,
        history=History(store, replays),
        analyses=Analyses(store, tables, solver_pool, quarantine, drills),
        fair_hints=FairHints(store, solver_pool),
        deal_ratings=DealRatings(store, solver_pool),
        drills=drills,
        sockets=ConnectionCounts(),
        frames=TokenBuckets(limits.messages_per_second_of_address),
        moderation_store=moderation_store,
        restrictions=restrictions,
        moderation=moderation,
        traces=traces,
    )
