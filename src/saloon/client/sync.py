"""The client without `async`, for notebooks and scripts: an event loop in a thread does the work.

Every call of `Client` and `ClientTable` is here, with the same arguments; what yields there returns a list here.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from functools import wraps
from threading import Thread
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from saloon.core.game import Stuck
from saloon.table.helpers import Help
from saloon.table.messages import Fault, WireOutcome

from .client import Client
from .messages import Message, Move, News, Player
from .socket import EventStream
from .table import ClientTable

T = TypeVar("T")
P = ParamSpec("P")


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="saloon-client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the loop and wait for it; Ctrl-C cancels it."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """End the thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _waits(
    call: Callable[Concatenate[Client, P], Coroutine[Any, Any, T]],
) -> "Callable[Concatenate[SyncClient, P], T]":
    """Return a call of the client that waits for its result."""

    @wraps(call)
    def waiting(self: "SyncClient", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.run(call(self.client, *args, **kwargs))

    return waiting


def _lists(call: Callable[Concatenate[Client, P], AsyncIterator[T]]) -> "Callable[Concatenate[SyncClient, P], list[T]]":
    """Return a call of the client that waits for everything it yields."""

    @wraps(call)
    def waiting(self: "SyncClient", /, *args: P.args, **kwargs: P.kwargs) -> list[T]:
        return self.run(_all(call(self.client, *args, **kwargs)))

    return waiting


def _sits_down(
    call: Callable[Concatenate[Client, P], Coroutine[Any, Any, ClientTable]],
) -> "Callable[Concatenate[SyncClient, P], SyncTable]":
    """Return a call of the client that waits for its table."""

    @wraps(call)
    def waiting(self: "SyncClient", /, *args: P.args, **kwargs: P.kwargs) -> "SyncTable":
        return self.followed(call(self.client, *args, **kwargs))

    return waiting


class SyncClient:
    """A player on a server: `with SyncClient("http://127.0.0.1:8000") as client:`; see `Client`."""

    def __init__(
        self, url: str, *, token: str | None = None, name: str | None = None, bot: bool = False, patience: float = 120
    ) -> None:
        self._loop = _Loop()
        self._tables: list[SyncTable] = []
        try:
            self.client = self._loop.run(_made(url, token=token, name=name, bot=bot, patience=patience))
            """The client in the thread; see `run`."""
        except BaseException:
            self._loop.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all tables and the client."""
        for table in self._tables:
            table.close()
        self.run(self.client.__aexit__(None, None, None))
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a coroutine in the client's thread: `client.run(my_work(client.client))`."""
        return self._loop.run(work)

    def followed(self, work: Coroutine[Any, Any, ClientTable]) -> "SyncTable":
        """Wait for a table of the async client."""
        table = SyncTable(self, self.run(work))
        self._tables.append(table)
        return table

    @property
    def player(self) -> Player:
        """Who you are."""
        return self.client.player

    rename = _waits(Client.rename)
    new_recovery_phrase = _waits(Client.new_recovery_phrase)
    recover = _waits(Client.recover)
    passkeys = _waits(Client.passkeys)
    remove_passkey = _waits(Client.remove_passkey)
    push_key = _waits(Client.push_key)
    push_subscriptions = _waits(Client.push_subscriptions)
    subscribe_to_push = _waits(Client.subscribe_to_push)
    unsubscribe_from_push = _waits(Client.unsubscribe_from_push)
    stored_data = _waits(Client.stored_data)
    erase = _waits(Client.erase)
    profile = _waits(Client.profile)
    open_profile = _waits(Client.open_profile)

    my_tables = _waits(Client.my_tables)
    statistics = _waits(Client.statistics)
    records = _waits(Client.records)
    history = _waits(Client.history)
    export = _lists(Client.export)
    drills = _waits(Client.drills)
    drop_drill = _waits(Client.drop_drill)
    daily_results = _waits(Client.daily_results)
    leaderboard = _waits(Client.leaderboard)
    public_profile = _waits(Client.public_profile)

    games = _waits(Client.games)
    tables = _waits(Client.tables)
    news = _waits(Client.news)
    open = _sits_down(Client.open)
    join = _sits_down(Client.join)
    watch = _sits_down(Client.watch)
    load = _sits_down(Client.load)
    look_for_match = _waits(Client.look_for_match)
    stop_looking = _waits(Client.stop_looking)
    play_now = _sits_down(Client.play_now)

    daily = _waits(Client.daily)
    challenges = _waits(Client.challenges)
    play_challenge = _sits_down(Client.play_challenge)
    compare_challenge = _waits(Client.compare_challenge)
    duplicates = _waits(Client.duplicates)
    play_duplicate = _sits_down(Client.play_duplicate)
    compare_duplicate = _waits(Client.compare_duplicate)
    replay = _waits(Client.replay)
    replay_steps = _waits(Client.replay_steps)
    branch = _sits_down(Client.branch)
    analysis = _lists(Client.analysis)


def _waits_there(
    call: Callable[Concatenate[ClientTable, P], Coroutine[Any, Any, T]],
) -> "Callable[Concatenate[SyncTable, P], T]":
    """Return a call of a table that waits for its result."""

    @wraps(call)
    def waiting(self: "SyncTable", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.client.run(call(self.table, *args, **kwargs))

    return waiting


def _leads_on(
    call: Callable[Concatenate[ClientTable, P], Coroutine[Any, Any, ClientTable]],
) -> "Callable[Concatenate[SyncTable, P], SyncTable]":
    """Return a call of a table that waits for another table."""

    @wraps(call)
    def waiting(self: "SyncTable", /, *args: P.args, **kwargs: P.kwargs) -> "SyncTable":
        return self.client.followed(call(self.table, *args, **kwargs))

    return waiting


class SyncTable:
    """A table; see `ClientTable`. Its view is updated in the background."""

    def __init__(self, client: SyncClient, table: ClientTable) -> None:
        self.table = table
        """The table in the client's thread; see `SyncClient.run`."""
        self.client = client
        self._events = client.run(_events_of(table))

    @property
    def table_id(self) -> str:
        """The table's id."""
        return self.table.table_id

    @property
    def seat(self) -> str | None:
        """Your seat; None for a watcher."""
        return self.table.seat

    @property
    def view(self) -> Any:
        """What your seat sees; None until play begins."""
        return self.table.view

    @property
    def legal(self) -> Sequence[Move]:
        """Everything that you may do now."""
        return self.table.legal

    @property
    def moves(self) -> Sequence[Move]:
        """The game's own actions among `legal`."""
        return self.table.moves

    @property
    def rev(self) -> int:
        """How many actions were accepted so far."""
        return self.table.rev

    @property
    def news(self) -> News | None:
        """Who sits at the table, and its status."""
        return self.table.news

    @property
    def help(self) -> Help:
        """The help given so far, and whether the game is paused."""
        return self.table.help

    @property
    def faults(self) -> Mapping[str, Fault]:
        """Why bots lost moves to simpler ones: the last fault of each seat."""
        return self.table.faults

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection now; a lost one is opened again by itself."""
        return self.table.is_connected

    @property
    def stuck(self) -> Stuck | None:
        """Why a solitaire leads nowhere; None if it does not."""
        return self.table.stuck

    @property
    def outcome(self) -> WireOutcome | None:
        """How the game ended; None while it goes on."""
        return self.table.outcome

    def next_event(self) -> Message | None:
        """Wait for the next message; None if the table was closed."""
        return self.client.run(_next_of(self._events))

    until = _waits_there(ClientTable.until)
    started = _waits_there(ClientTable.started)
    my_turn = _waits_there(ClientTable.my_turn)
    over = _waits_there(ClientTable.over)

    act = _waits_there(ClientTable.act)
    undo = _waits_there(ClientTable.undo)
    redo = _waits_there(ClientTable.redo)
    pause = _waits_there(ClientTable.pause)
    resume = _waits_there(ClientTable.resume)
    hint = _waits_there(ClientTable.hint)
    claim = _waits_there(ClientTable.claim)
    claim_status = _waits_there(ClientTable.claim_status)
    set_away = _waits_there(ClientTable.set_away)
    send_emote = _waits_there(ClientTable.send_emote)
    report_fault = _waits_there(ClientTable.report_fault)

    solve = _waits_there(ClientTable.solve)
    solver_hint = _waits_there(ClientTable.solver_hint)
    fair_hint = _waits_there(ClientTable.fair_hint)
    winnable = _waits_there(ClientTable.winnable)
    rating = _waits_there(ClientTable.rating)
    replay = _waits_there(ClientTable.replay)
    replay_steps = _waits_there(ClientTable.replay_steps)
    save = _waits_there(ClientTable.save)

    leave = _waits_there(ClientTable.leave)
    remove = _waits_there(ClientTable.remove)
    close = _waits_there(ClientTable.close)
    rematch = _leads_on(ClientTable.rematch)
    branch = _leads_on(ClientTable.branch)


async def _made(url: str, *, token: str | None, name: str | None, bot: bool, patience: float) -> Client:
    return await Client(url, token=token, name=name, bot=bot, patience=patience).__aenter__()


async def _all(items: AsyncIterator[T]) -> list[T]:
    return [item async for item in items]


async def _events_of(table: ClientTable) -> EventStream:
    return table.events()


async def _next_of(events: EventStream) -> Message | None:
    return await anext(events, None)
