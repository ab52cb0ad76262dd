"""The client makes every call that the server offers to players, and its structs are those of the server."""

import inspect
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import httpx
import msgspec
import pytest

from saloon.client import Client, ClientTable, Move, RequestRefused, SyncClient, SyncTable, analyses, answers
from saloon.client.following import patched
from saloon.server.app import create_app
from saloon.server.deals import challenges, daily, duplicates
from saloon.server.finished import analyses as server_analyses
from saloon.server.finished import drills, history, replays
from saloon.server.http.routes import accounts
from saloon.server.http.routes import push as push_routes
from saloon.server.http.routes import solver as solver_routes
from saloon.server.notifications import push_subscriptions
from saloon.server.players import leaderboards, pairing, passkeys, player_records, profiles, statistics
from saloon.server.settings import Settings
from saloon.solver import analysis, estimates, odds, rating
from saloon.store import ratings
from saloon.table import replay
from saloon.table.log import read_log
from samples import DUEL, FOURSOME, SAVING, SOLITAIRE, easy, idle_move

SERVER_MODULES = (
    accounts,
    analysis,
    challenges,
    daily,
    drills,
    duplicates,
    estimates,
    history,
    leaderboards,
    odds,
    pairing,
    passkeys,
    player_records,
    profiles,
    push_routes,
    push_subscriptions,
    rating,
    ratings,
    replays,
    server_analyses,
    solver_routes,
    statistics,
)
OTHER_NAMES = {"Failed": "AnalysisFailed"}
BY_SOCKET = {
    ("GET", "/api/tables/{}"),
    ("GET", "/api/tables/{}/legal"),
    ("POST", "/api/tables/{}/actions"),
}
"""Calls for programs without a socket; a table of the client does the same over its own."""
BY_BROWSER = {
    ("POST", "/api/players/me/passkeys"),
    ("POST", "/api/players/me/passkeys/options"),
    ("POST", "/api/sign-in"),
    ("POST", "/api/sign-in/options"),
}
"""Calls about an authenticator, which only a browser can ask."""
AT_FIRST = {("POST", "/api/bots")}
"""What a client for a bot asks before it can be listened to."""
FOR_OPERATORS = ("/api/operator/", "/api/health", "/api/ready", "/api/messages", "/metrics")


def mirrored() -> list[type[msgspec.Struct]]:
    """Return the structs of the client that stand for structs of the server."""
    found = {one for module in (answers, analyses) for one in vars(module).values() if inspect.isclass(one)}
    ours = [one for one in found if issubclass(one, msgspec.Struct) and one.__module__.startswith("saloon.client.a")]
    return sorted(ours, key=lambda one: one.__name__)


@pytest.mark.parametrize("ours", mirrored(), ids=lambda one: one.__name__)
def test_the_client_knows_every_field_of_an_answer(ours: type[msgspec.Struct]) -> None:
    name = OTHER_NAMES.get(ours.__name__, ours.__name__)
    theirs = next(getattr(module, name) for module in SERVER_MODULES if hasattr(module, name))
    assert ours.__struct_encode_fields__ == theirs.__struct_encode_fields__
    assert ours.__struct_config__.tag == theirs.__struct_config__.tag


@pytest.mark.parametrize(("waits", "works"), [(SyncClient, Client), (SyncTable, ClientTable)])
def test_the_synchronous_form_has_every_call(waits: type, works: type) -> None:
    internal = {"ask", "lines", "request", "socket_address"}  # the plumbing
    by_table_id = {"analysis", "events", "game", "options", "reconnects", "resyncs"} if works is ClientTable else set()
    public = {name for name in dir(works) if not name.startswith("_")}
    assert public - internal - by_table_id <= set(dir(waits))


def offered() -> set[tuple[str, str]]:
    """Return every call of the server for players: method, and path with `{}` for each parameter."""
    paths = create_app(Settings(database="sqlite:///:memory:")).openapi_schema.to_schema()["paths"]
    return {
        (method.upper(), "/".join("{}" if part.startswith("{") else part for part in path.split("/")))
        for path, methods in paths.items()
        if not path.startswith(FOR_OPERATORS)
        for method in methods
        if method in ("get", "post", "patch", "delete", "put")
    }


class Recorder:
    """Notes which of the offered calls a client makes."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()
        self._offered = offered()

    def listen(self, client: SyncClient) -> None:
        client.client._http.event_hooks["request"].append(self._note)

    async def _note(self, request: httpx.Request) -> None:
        parts = request.url.path.split("/")
        for method, path in self._fitting(parts):
            if method == request.method:
                self.seen.add((method, path))
                return
        raise AssertionError(f"{request.method} {request.url.path} is not in the schema")

    def _fitting(self, parts: list[str]) -> Iterator[tuple[str, str]]:
        """Yield the calls that a path fits, those with the fewest parameters first."""
        for method, path in sorted(self._offered, key=lambda one: one[1].count("{}")):
            wanted = path.split("/")
            if len(wanted) == len(parts) and all(a in ("{}", b) for a, b in zip(wanted, parts, strict=True)):
                yield method, path


def _practise(client: SyncClient) -> None:
    """Lose a solitaire, look at it from all sides and go on from its beginning."""
    table = client.open(SOLITAIRE, options=easy(SOLITAIRE), seed="7")
    table.started()
    assert table.rating().verdict == table.winnable().verdict == "winnable"
    assert table.hint() in table.legal
    assert table.fair_hint() in table.legal
    hinted = table.solver_hint()
    solution = table.solve()
    assert hinted.action == solution.actions[0]
    table.act(idle_move(SOLITAIRE))
    last = table.view
    table.leave()
    assert [game.table_id for game in client.history(SOLITAIRE, result="lost", limit=1).games] == [table.table_id]
    assert client.history(limit=1).next is None
    (exported,) = client.export()
    assert exported.problem is None
    assert replay(bytes(exported.log)).status == replay(client.replay(table.table_id)).status == "SUCCESS"
    steps = client.replay_steps(table.table_id, 1)
    view = steps.first
    for step in steps.steps:
        view = patched(view, step.change)
    assert view == last
    assert len(steps.steps) == len(read_log(table.replay()).steps)
    *_, summary = client.analysis(table.table_id)
    assert isinstance(summary, analyses.AnalysisSummary)
    again = client.branch(table.table_id, 0)
    again.started()
    assert again.news is not None
    assert isinstance(again.news.origin, msgspec.Struct)
    again.leave()
    with pytest.raises(RequestRefused, match="NOT_YOUR_SEAT"):  # you have left it
        table.rematch(retry=True)


def _deals(client: SyncClient) -> None:
    """Ask for the deal of the day and play a challenge."""
    today = datetime.now(UTC).date().isoformat()
    assert client.daily(SOLITAIRE, today).date == today
    assert client.daily_results()[SOLITAIRE].state == "new"
    assert client.challenges(SOLITAIRE, today[:7]).month == today[:7]
    challenge = client.play_challenge(SOLITAIRE, today, "easy")
    assert client.play_challenge(SOLITAIRE, today, "easy").table_id == challenge.table_id
    assert client.compare_challenge(SOLITAIRE, today, "easy").won == 0
    assert client.duplicates(FOURSOME, today[:7]).days == []
    duplicate = client.play_duplicate(FOURSOME, today)
    assert client.play_duplicate(FOURSOME, today).table_id == duplicate.table_id
    assert client.compare_duplicate(FOURSOME, today).players == 0


def _meet(client: SyncClient, other: SyncClient) -> None:
    """Look for a match, find one, and compare players."""
    client.look_for_match(DUEL)
    assert client.stop_looking().state == "idle"
    with ThreadPoolExecutor(1) as pool:
        mine = pool.submit(client.play_now, DUEL)
        theirs = other.play_now(DUEL)
        table = mine.result()
    assert table.table_id == theirs.table_id
    table.started()
    assert client.news(table.table_id).status == "active"
    table.act(Move("resign"))
    assert client.leaderboard(DUEL).places == []
    assert client.open_profile(True) == client.profile()
    assert client.public_profile(client.profile().public_id).name == "Ada"


def _account(client: SyncClient, elsewhere: SyncClient) -> None:
    """Look at what is stored, move to another device, and erase it all."""
    assert client.statistics()[SOLITAIRE].played == 1
    assert client.records(SOLITAIRE).groups[0].assisted.played == 1
    assert client.drills().learned == 0
    client.drop_drill("0" * 16, 1)
    assert client.stored_data()
    assert elsewhere.recover(client.new_recovery_phrase()).player_id == client.player.player_id
    assert elsewhere.my_tables()
    assert client.passkeys() == []
    with pytest.raises(RequestRefused, match="NO_SUCH_PASSKEY"):
        client.remove_passkey("0" * 16)
    assert client.push_key() is None
    assert client.push_subscriptions() == []
    with pytest.raises(RequestRefused, match="PUSH_UNAVAILABLE"):
        client.subscribe_to_push("https://push.example/x", "key", "secret")
    with pytest.raises(RequestRefused, match="NO_SUCH_SUBSCRIPTION"):
        client.unsubscribe_from_push("0" * 16)
    client.erase()
    with pytest.raises(RequestRefused, match="NO_SUCH_PLAYER"):
        client.rename("Nobody")


def test_the_client_makes_every_call_for_players(url: str) -> None:
    recorder = Recorder()
    with SyncClient(url, name="Ada") as client, SyncClient(url) as other:
        for one in (client, other):
            recorder.listen(one)
        client.rename("Ada")
        assert client.client.player == client.run(client.client.ask("GET", "/api/players/me", type(client.player)))
        _practise(client)
        _deals(client)
        _meet(client, other)
        saving = client.open(SAVING)
        saving.started()
        client.load(saving.save(), SAVING).leave()
        client.open(DUEL, private=False).remove()
        assert client.join(saving.table_id).seat == "p1"
        assert {game.name for game in client.games()} >= {DUEL}
        client.tables(DUEL)
        client.watch(saving.table_id)
        with SyncClient(url) as elsewhere:
            recorder.listen(elsewhere)
            _account(client, elsewhere)
    assert offered() - recorder.seen == BY_SOCKET | BY_BROWSER | AT_FIRST


def test_a_client_for_a_bot_has_a_bot_account_and_never_a_persons(url: str) -> None:
    with SyncClient(url, name="Careful", bot=True) as bot, SyncClient(url, name="Ada") as person:
        assert (bot.player.name, bot.player.is_bot, person.player.is_bot) == ("Careful", True, False)
        with SyncClient(url, token=bot.player.token, name="Bold", bot=True) as again:
            assert (again.player.player_id, again.player.name) == (bot.player.player_id, "Bold")
        with pytest.raises(RequestRefused, match=r"the token is that of Ada, a person.*NOT_A_BOT"):
            SyncClient(url, token=person.player.token, bot=True)
        with pytest.raises(RequestRefused, match="PEOPLE_ONLY"):
            bot.look_for_match(DUEL)
        assert bot.leaderboard(DUEL, bots=True).places == []
