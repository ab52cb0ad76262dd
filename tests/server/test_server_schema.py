"""The server matches its own description: the OpenAPI description at /schema and the messages at /api/messages."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from positions import kit_of, option_sets
from saloon.bots import GreedySeat
from saloon.core.errors import BadInput
from saloon.games import GAMES
from saloon.server.deals.challenges import ChallengeComparison, ChallengeMonth
from saloon.server.deals.daily import DailyResult
from saloon.server.deals.duplicates import DuplicateComparison, DuplicateMonth
from saloon.server.errors import STATUSES, Problem, status_of
from saloon.server.finished.drills import DrillList
from saloon.server.finished.history import HistoryPage
from saloon.server.finished.replays import ReplaySteps
from saloon.server.http import table_socket as socket_module
from saloon.server.http.routes.accounts import Recovered, RecoveryPhrase
from saloon.server.http.routes.company import ProfileChange
from saloon.server.http.routes.passkeys import NewPasskey, PasskeyAnswer
from saloon.server.http.routes.players import Me, Rename
from saloon.server.http.routes.push import NewPushSubscription
from saloon.server.http.routes.solver import Chance, DailyDeal, FairHint, Solution, SolverHint
from saloon.server.http.routes.system import Health
from saloon.server.http.routes.tables import Again, BranchFrom
from saloon.server.http.schemas import message_schemas
from saloon.server.http.websocket import MOST_FRAGMENTS
from saloon.server.notifications.push_subscriptions import PushSubscription
from saloon.server.players.leaderboards import Leaderboard, OwnProfile
from saloon.server.players.pairing import PairingStatus
from saloon.server.players.passkeys import Passkey
from saloon.server.players.player_records import GameRecords
from saloon.server.players.profiles import PublicProfile
from saloon.server.settings import ServerLimits
from saloon.server.tables.new_table import NewTable
from saloon.server.tables.seating import Seated
from saloon.solver import DealRating
from saloon.solver.analysis import Event
from saloon.table import Intent, Statistics, Table
from saloon.table.messages import LONGEST_MESSAGE, Ack, Reject, Snapshot, wire_outcome
from samples import FOURSOME, SAVING, SOLITAIRE, an_option, idle_move
from server.rawsocket import CLOSE_NOWHERE
from server.talking import act
from server.wire import Json, Wire, running
from table.common import NAMES, message, plain, some_action
from table.listening import subscribe
from universe import every_action

load_all_checks()
CHECKS: list[Any] = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
]  # fmt: skip


# --- HTTP -------------------------------------------------------------------------------------------------------


class Fuzzed:
    """A server with tables in every state, and those who may be asked for them."""

    def __init__(self, wire: Wire, description: Json, tables: list[str], tokens: list[str | None]) -> None:
        self.wire, self.tables, self.tokens = wire, tables, tokens
        self.description = description
        self.statuses: set[int] = set()


async def _set_up(wire: Wire) -> Fuzzed:
    people = [await wire.player() for _ in range(3)]
    tables: list[str] = []
    tokens: list[str | None] = [*people, None, "p.x.forged"]
    for name in NAMES:
        made = (await wire.ask("POST", "/api/tables", people[0], json={"game": name})).json()
        tables.append(made["tableId"])
        tokens.append(made["token"])
    over = (await wire.ask("POST", "/api/tables", people[1], json={"game": SAVING})).json()["tableId"]
    resign = {"kind": "resign", "payload": {}, "seq": 0, "baseRev": 0}
    await wire.ask("POST", f"/api/tables/{over}/actions", people[1], json=resign)
    tables += [over, "there-is-no-such-table"]
    return Fuzzed(wire, (await wire.ask("GET", "/schema")).json(), tables, tokens)


async def _asked(fuzzed: Fuzzed, case: Any, table: str, token: str | None, game: str | None) -> None:
    """Send a made-up request, led to a table and a game that are there, and look at the answer."""
    if "table_id" in case.path_parameters:
        case.path_parameters["table_id"] = table
    if game is not None and isinstance(case.body, dict) and "game" in case.body:
        case.body = {"private": case.body.get("private", False), "game": game}
    headers = {"authorization": f"Bearer {token}"} if token else {}
    arguments = case.as_transport_kwargs(base_url="http://saloon", headers=headers)
    wanted = {key: arguments[key] for key in ("method", "url", "params", "json", "data", "headers") if key in arguments}
    if isinstance(wanted.get("data"), bytes):
        wanted["content"] = wanted.pop("data")
    fuzzed.wire.http.cookies.clear()
    answer = await fuzzed.wire.http.request(**wanted)
    fuzzed.statuses.add(answer.status_code)
    if answer.status_code >= 400:
        problem = answer.json()
        assert set(problem) == {"code", "reason"}, (case.method, wanted["url"], problem)
        assert problem["code"].isupper()
        assert problem["reason"]
    case.validate_response(answer, checks=CHECKS)


def _operations(description: Json) -> list[Any]:
    schema = schemathesis.openapi.from_dict(description)
    return [one.ok() for one in schema.get_all_operations()]  # type: ignore[union-attr]


def test_no_request_fails_and_every_answer_is_as_described(tmp_path: Path) -> None:
    async def scenario() -> tuple[list[str], set[int]]:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            fuzzed = await _set_up(wire)
            loop = asyncio.get_running_loop()
            faults: list[str] = []
            for operation in _operations(fuzzed.description):
                faults += await asyncio.to_thread(_faults, loop, fuzzed, operation)
            return faults, fuzzed.statuses

    faults, statuses = asyncio.run(scenario())
    assert not faults, "\n\n".join(faults)
    assert {200, 201, 204, 400, 401, 403, 404, 409} <= statuses


def _faults(loop: asyncio.AbstractEventLoop, fuzzed: Fuzzed, operation: Any) -> list[str]:
    """Return what is wrong with the answers of one operation: all of it, not only the first."""

    @seed(4)
    @settings(
        max_examples=30, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(
        operation.as_strategy(),
        st.sampled_from(fuzzed.tables),
        st.sampled_from(fuzzed.tokens),
        st.sampled_from([None, *NAMES]),
    )
    def ask(case: Any, table: str, token: str | None, game: str | None) -> None:
        asyncio.run_coroutine_threadsafe(_asked(fuzzed, case, table, token, game), loop).result(20)

    try:
        ask()
    except BaseExceptionGroup as group:
        return [f"{operation.label}: {one}" for one in group.exceptions]
    except Exception as error:
        return [f"{operation.label}: {error}"]
    return []


ADDRESSES = [
    ("GET", "/nowhere", 404),
    ("PUT", "/api/tables", 405),
    ("DELETE", "/api/games", 405),
    ("GET", "/api/tables/none", 404),
    ("GET", "/api/tables?game=bridge", 400),
    ("GET", "/api/tables?game=", 400),
    ("GET", "/api/tables/%00%ff/legal", 404),
    ("GET", "/api/tables//ws", 404),
    ("POST", "/api/tables/none/actions", 404),
    ("GET", "/api/players/me/stats", 401),
    ("DELETE", "/api/tables/none", 401),
    ("DELETE", "/api/players/me/drills/%00/1", 404),
]


def test_an_address_that_leads_nowhere_is_a_problem_with_code_and_reason(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            for method, path, status in ADDRESSES:
                answer = await wire.ask(method, path)
                assert answer.status_code == status, (path, answer.text)
                assert set(answer.json()) == {"code", "reason"}, path

    asyncio.run(scenario())


ALONE, FOUR = SOLITAIRE.encode(), FOURSOME.encode()
OPTION = an_option(SOLITAIRE).encode()
BODIES: list[tuple[bytes, int]] = [
    (b"", 400),
    (b"{", 400),
    (b"null", 400),
    (b"[]", 400),
    (b'{"game": 1}', 400),
    (b'{"game": "%b", "deck": []}' % ALONE, 400),
    (b'{"game": "bridge"}', 400),
    (b'{"game": "%b", "options": {"%b": "none"}}' % (ALONE, OPTION), 400),
    (b'{"game": "%b", "seed": ""}' % ALONE, 400),
    (b'{"game": "%b", "seats": []}' % ALONE, 400),
    (b'{"game": "%b", "seats": [{"kind": "bot"}]}' % ALONE, 400),
    (b'{"game": "%b", "seats": [{"kind": "bot", "level": "god"}]}' % FOUR, 400),
    (b'{"game": "\xff\xfe"}', 400),
    (b'{"game": "\\ud800"}', 400),
    (b'{"game": "%b", "seed": "\\ud800"}' % ALONE, 400),
    (b'{"game": "%b", "options": ' % ALONE + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}", 400),
    (b'{"game": "%b", "options": {"%b": 1e999}}' % (ALONE, OPTION), 400),
    (b'{"game": "%b", "options": {"%b": 1' % (ALONE, OPTION) + b"0" * 5000 + b"}}", 400),
    (b" " * 70_000, 413),
]


def test_a_body_that_cannot_be_used_is_refused_with_a_code(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            wrong = []
            for body, status in BODIES:
                answer = await wire.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
                good = answer.status_code == status and set(answer.json()) == {"code", "reason"}
                if not good or len(answer.text) > 2000:
                    wrong.append((body[:60], answer.status_code, answer.text[:200]))
            assert wrong == []

    asyncio.run(scenario())


SENTENCES: list[tuple[str, str, bytes, str]] = [
    ("POST", "/api/tables", b'{"game": 3}', "`game` in the body: Expected `str`, got `int`"),
    ("POST", "/api/tables", b'{"game": "%b", "hue": 1}' % ALONE, "the body: Object contains unknown field `hue`"),
    ("POST", "/api/tables", b"[]", "the body: Expected `object`, got `array`"),
    ("POST", "/api/tables", b"", "the body: it is missing; send JSON"),
    ("PATCH", "/api/players/me", b'{"name": ""}', "`name` in the body: Expected `str` of length >= 1"),
    ("POST", "/api/tables", b'{"game": "%b", "seats": []}' % ALONE, f"{SOLITAIRE} has 1 seat, and you asked for 0"),
    ("POST", "/api/tables", b'{"game": "%b", "seats": [{"kind": "dog"}]}' % ALONE, "'human' or 'bot', not 'dog'"),
    ("POST", "/api/tables", b'{"game": "%b", "seats": [{"kind": "bot"}]}' % ALONE, "one of the seats must be human"),
    ("GET", "/api/tables/" + "x" * 3000, b"", f"there is no table '{'x' * 56}…"),
]


def test_a_refusal_says_in_words_what_does_not_fit(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            for method, path, body, sentence in SENTENCES:
                answer = await wire.ask(method, path, await wire.player(), content=body)
                reason = answer.json()["reason"]
                assert answer.status_code in (400, 404)
                assert reason.endswith(sentence), reason
                assert "{" not in reason, "no innards of the program"

    asyncio.run(scenario())


def test_text_that_a_database_cannot_store_is_a_client_error(postgres: Callable[[], str]) -> None:
    """PostgreSQL keeps no NUL in a text."""

    async def scenario() -> None:
        async with running(postgres()) as wire:
            token = await wire.player()
            asked: list[tuple[str, str, Json]] = [
                ("GET", "/api/tables/a%00b", {}),
                ("POST", "/api/tables/a%00b/join", {}),
                ("GET", "/api/tables?game=a%00b", {}),
                ("POST", "/api/tables", {"json": {"game": SOLITAIRE, "seed": "a\0b"}}),
                ("PATCH", "/api/players/me", {"json": {"name": "a\0b"}}),
            ]
            for method, path, rest in asked:
                answer = await wire.ask(method, path, token, **rest)
                assert answer.status_code < 500, (path, answer.text)
                assert answer.status_code == 201 or set(answer.json()) == {"code", "reason"}

    asyncio.run(scenario())


# --- the socket -------------------------------------------------------------------------------------------------


class Judge:
    """Says whether messages are as /api/messages describes them."""

    def __init__(self, described: Json) -> None:
        shared = {"components": described["components"]}
        self.client = jsonschema_rs.validator_for({**described["client"], **shared})
        self.server = jsonschema_rs.validator_for({**described["server"], **shared})
        self.views = {
            name: jsonschema_rs.validator_for({**view, **shared}) for name, view in described["views"].items()
        }
        self.seen: set[str] = set()

    def sent(self, text: str) -> None:
        """Check what a client sends."""
        self.client.validate(msgspec.json.decode(text))

    def received(self, text: str) -> Json:
        """Check what the server sends, its view too."""
        read: Json = msgspec.json.decode(text)
        self.seen.add(read["kind"])
        self.server.validate(read)
        if read["kind"] == "snapshot":
            self.views[read["game"]].validate(read["view"])
        return read


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("people", [True, False])
def test_every_message_of_a_game_is_as_described(name: str, people: bool, tmp_path: Path) -> None:
    asyncio.run(_described(name, people, tmp_path))


async def _described(name: str, people: bool, place: Path) -> None:
    random = Random(f"{name}{people}")
    count = len(GAMES[name].seats)
    seats = [{"kind": "human"}, *[{"kind": "human" if people else "bot"}] * (count - 1)]
    options = random.choice(option_sets(name, between_people=people))
    wish = {"game": name, "seats": seats, "options": options, "private": False}
    async with running(f"sqlite:///{place / 'saloon.db'}") as wire:
        judge = Judge(plain(message_schemas()))
        host, guests = await wire.player(), [await wire.player() for _ in range(count - 1)]
        here = (await wire.ask("POST", "/api/tables", host, json=wish)).json()["tableId"]
        async with wire.socket(here, host) as own, wire.socket(here) as watcher:
            for socket in (own, watcher):
                assert judge.received(await socket.text())["kind"] == "table"
            for guest in guests if people else []:
                await wire.ask("POST", f"/api/tables/{here}/join", guest)
                for socket in (own, watcher):
                    judge.received(await socket.text())
            for socket in (own, watcher):
                assert judge.received(await socket.text())["kind"] == "snapshot"
            live = await wire.live(here)
            for _ in range(40):
                await _one_step(judge, live, random, own, watcher)
            for action in random.sample(every_action(name, 0), 30):
                text = msgspec.json.encode(message(live.table, 0, action)).decode()
                judge.sent(text)
                own.send(text)
                judge.received(await own.text())
            for text in ('{"kind":"stateRequest","payload":{}}', '{"kind":"hint","payload":{},"seq":999,"baseRev":0}'):
                judge.sent(text)
                own.send(text)
                assert judge.received(await own.text())["kind"] in ("snapshot", "reject")
    assert {"table", "ack", "reject", "snapshot"} <= judge.seen


async def _one_step(judge: Judge, live: Any, random: Random, own: Any, watcher: Any) -> None:
    """Let a random seat act, and check what the host and the watcher get."""
    chosen = some_action(live.table, random, helpers=True)
    if chosen is None:
        return
    seat, action = chosen
    if seat == 0:
        text = msgspec.json.encode(message(live.table, 0, action)).decode()
        judge.sent(text)
        own.send(text)
    else:
        judge.received(msgspec.json.encode(await act(live, seat, action)).decode())
    assert judge.received(await own.text())["kind"] == "ack"
    assert judge.received(await watcher.text())["kind"] == "ack"


def test_a_refused_socket_says_so_as_described(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            described = (await wire.ask("GET", "/api/messages")).json()
            assert described == plain(message_schemas())
            async with wire.socket("none") as socket:
                assert Judge(described).received(await socket.text())["code"] == "NO_SUCH_TABLE"

    asyncio.run(scenario())


@pytest.mark.parametrize("name", NAMES)
def test_the_end_of_a_game_is_as_described(name: str) -> None:
    """The last ack carries an outcome, and what a finished table says is described too."""
    judge = Judge(plain(message_schemas()))
    chosen, options = kit_of(name).quick_games[0]
    table = Table.deal(name, seed=chosen, options=options)
    bot, random = GreedySeat(table.game, chosen), Random(4)
    judge.received(msgspec.json.encode(table.snapshot(None, "RESTART")).decode())
    while table.outcome is None:
        seat = random.choice([seat for seat in table.game.seats if table.moves(seat)])
        action = bot.choose(table.view(seat), table.moves(seat))
        if table.rev >= 300:
            action = next(one for one in table.moves(seat) if one.kind in table.game.giving_up)
        answer = judge.received(msgspec.json.encode(table.submit(seat, message(table, seat, action))).decode())
        assert answer["outcome"] == plain(wire_outcome(table.outcome))
    judge.received(msgspec.json.encode(table.snapshot(0, "CONNECT")).decode())


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "ack"},
        {"kind": "reject", "code": "X", "reason": "no"},
        {"kind": "snapshot", "reason": "BOREDOM"},
        {"kind": 3, "payload": {}},
        {},
        [],
        None,
    ],
)
def test_the_schema_refuses_an_invalid_message(wrong: object) -> None:
    judge = Judge(plain(message_schemas()))
    assert not judge.server.is_valid(wrong)
    assert not judge.client.is_valid(wrong)


@pytest.mark.parametrize(
    "wrong", [{"state": {}}, {"payload": []}, {"seq": "3"}, {"baseRev": 1.5}, {"matchId": 4}, {"kind": None}]
)
def test_the_description_refuses_a_message_with_a_wrong_field(wrong: Json) -> None:
    judge = Judge(plain(message_schemas()))
    good = {**idle_move(SOLITAIRE), "seq": 3, "baseRev": 17}
    assert judge.client.is_valid(good)
    assert not judge.client.is_valid({**good, **wrong})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [0, None])
def test_the_description_of_a_view_names_what_is_always_there(name: str, seat: int | None) -> None:
    judge = Judge(plain(message_schemas()))
    view = plain(Table.deal(name, seed="4").view(seat))
    judge.views[name].validate(view)
    for field in set(view) - {"hand", "you", "opp", "p1", "p2", "options", "offers", "sinceProgress"}:
        assert not judge.views[name].is_valid({key: one for key, one in view.items() if key != field}), field


def test_the_structs_and_the_description_agree_on_required_fields() -> None:
    schemas = message_schemas()["components"]["schemas"]
    for struct in (Ack, Reject, Snapshot):
        fields = {one.encode_name for one in msgspec.structs.fields(struct) if one.required}
        assert set(schemas[struct.__name__]["required"]) == fields | {"kind"}


# --- the page that describes it ---------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "PROTOCOL.md").read_text()
CODE = r"`([A-Z]+(?:_[A-Z]+)+)`"
INNER = {"NO_SUCH_SEAT", "BAD_TIME", "NO_SET_UP", "BAD_CARD_ID", "SALOON_SETTINGS", "BAD_WORKERS", "BAD_DATABASE"}
INNER |= {"BAD_ADDRESS", "BAD_HOST", "BAD_ORIGIN", "BAD_REDIS", "BAD_PROXY", "BAD_LIMIT", "BAD_EXPIRY", "CLIENT_GONE"}
INNER |= {"TABLE_DAMAGED", "LOG_DAMAGED", "NO_DECK", "PROMETHEUS_MULTIPROC_DIR", "BAD_CONFIG", "UNKNOWN_SOURCE"}
INNER |= {"UNKNOWN_FORMAT"}
INNER |= {"SALOON_PAGE", "SALOON_BENCH_DEALS", "SALOON_CONFIG", "SC_PAGE_SIZE", "BAD_TRACES"}
INNER |= {"BAD_PUSH_CONTACT", "BAD_PUSH_SERVICE"}
"""What a client never meets: codes of the library, the command line and the log, one for a client that has hung up, and
names that the operating system gives to variables and settings."""


def _section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_page_gives_the_status_of_every_code() -> None:
    rows = dict(re.findall(rf"^\| {CODE} \| (\d+) \|", _section("Codes over HTTP"), re.MULTILINE))
    framework = {"NOT_FOUND": 404, "METHOD_NOT_ALLOWED": 405, "SERVER_FAULT": 500}
    told = {code: int(status) for code, status in rows.items() if status != "400"}
    assert told == {**STATUSES, **framework}
    assert {code: status_of(BadInput("", code)) for code, status in rows.items() if status == "400"} == {
        code: 400 for code, status in rows.items() if status == "400"
    }


def test_every_status_belongs_to_a_code_that_is_used() -> None:
    source = "".join(file.read_text() for file in (ROOT / "src").rglob("*.py"))
    assert [code for code in STATUSES if source.count(f'"{code}"') < 2] == []


def test_the_page_names_every_code_that_a_client_may_meet() -> None:
    rooms = [
        "server/*.py",
        "table/table.py",
        "table/progress.py",
        "table/messages.py",
        "core/game.py",
        "core/places.py",
    ]
    rooms += ["games/*/rules.py", "games/*/moves.py", "games/*/state.py", "store/database.py", "bots/levels.py"]
    files = [file for room in rooms for file in (ROOT / "src" / "saloon").glob(room)]
    assert len(files) > 25
    codes = {code for file in files for code in re.findall(r'"([A-Z]+(?:_[A-Z]+)+)"', file.read_text())}
    assert codes - INNER - set(re.findall(CODE, PAGE)) == set()
    assert INNER & set(re.findall(CODE, _section("Codes over HTTP"))) == set()


def test_the_page_gives_the_close_codes() -> None:
    told = {int(code) for code in re.findall(r"^\| (4\d\d\d) \|", _section("The socket"), re.MULTILINE)}
    sent = {value for name, value in vars(socket_module).items() if name.startswith("CLOSE_") and value > 4000}
    assert told == sent | {CLOSE_NOWHERE}


def test_the_page_gives_the_limits() -> None:
    limits = ServerLimits()
    told = _section("Limits")
    for row in (
        f"| a message | {LONGEST_MESSAGE:,} bytes; "
        f"after one of more than {4 * LONGEST_MESSAGE:,} bytes the socket is closed |",
        f"| frames of one socket, of any kind | {limits.messages_per_second:g} per second on average, "
        f"{2 * limits.messages_per_second:g} at once |",
        f"| a body | {limits.body_bytes:,} bytes |",
        f"| requests of one address | {limits.requests_per_second:g} per second on average, "
        f"{2 * limits.requests_per_second:g} at once |",
        f"| frames of all sockets of one address | {limits.messages_per_second_of_address:,g} per second on average, "
        f"{2 * limits.messages_per_second_of_address:,g} at once |",
        f"| fragments of one message | {MOST_FRAGMENTS} |",
        f"| new connections of one address | {limits.connections_per_second:g} per second on average, "
        f"{2 * limits.connections_per_second:g} at once |",
        f"| open connections of one address | {limits.connections_per_address:,} |",
        f"| open sockets of one address | {limits.sockets_per_address:,} |",
        f"| time to send the head of a request | {limits.head_seconds:g} s |",
        f"| time to send the body of a request | {limits.body_seconds:g} s |",
        f"| time that an idle HTTP connection stays open | {limits.keep_alive_seconds:g} s |",
        f"| watchers of one table | {limits.watchers_per_table} |",
        f"| unfinished tables that one player opened | {limits.tables_per_player} |",
        f"| what waits for a slow reader | {limits.outbox_bytes:,} bytes; "
        f"more than 65,536 bytes for at most {limits.body_seconds:g} s |",
    ):
        assert row in told, row


def test_the_page_names_every_call_and_no_other(tmp_path: Path) -> None:
    async def scenario() -> Json:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            paths: Json = (await wire.ask("GET", "/schema")).json()["paths"]
            return paths

    paths = asyncio.run(scenario())
    calls = {
        f"{method.upper()} {path.replace('{table_id}', '{id}')}"
        for path, methods in paths.items()
        for method in methods
        if method in ("get", "post", "patch", "put", "delete")
    }
    table = "\n".join(re.findall(r"^\| (`[A-Z]+ /.*?) \|", _section("HTTP"), re.MULTILINE))
    told = set(re.findall(r"`((?:GET|POST|PATCH|PUT|DELETE) [^`?]*)", table))
    assert told == calls | {"GET /schema"}


BODIES_OF: dict[str, tuple[Any, Any]] = {
    "GET /api/players/me": (None, Me),
    "PATCH /api/players/me": (Rename, Me),
    "POST /api/tables": (NewTable, Seated),
    "POST /api/tables/{id}/join": (None, Seated),
    "POST /api/tables/{id}/actions": (Intent, Reject),
    "POST /api/tables/{id}/rematch": (Again, Seated),
    "GET /api/tables/{id}/legal": (None, dict[str, Any]),
    "GET /api/players/me/stats": (None, dict[str, Statistics]),
    "GET /api/health": (None, Health),
    "GET /api/ready": (None, Health),
    "GET /api/tables/{id}": (None, Problem),
    "POST /api/tables/{id}/solve": (None, Solution),
    "POST /api/tables/{id}/solver-hint": (None, SolverHint),
    "POST /api/tables/{id}/fair-hint": (None, FairHint),
    "POST /api/tables/{id}/winnable": (None, Chance),
    "GET /api/tables/{id}/rating": (None, DealRating),
    "GET /api/daily/{game}": (None, DailyDeal),
    "GET /api/players/me/daily": (None, dict[str, DailyResult]),
    "GET /api/players/me/records/{game}": (None, GameRecords),
    "POST /api/players/me/recovery": (None, RecoveryPhrase),
    "POST /api/recovery": (RecoveryPhrase, Recovered),
    "POST /api/players/me/passkeys": (NewPasskey, Passkey),
    "POST /api/sign-in": (PasskeyAnswer, Recovered),
    "POST /api/players/me/push": (NewPushSubscription, PushSubscription),
    "GET /api/leaderboards/{game}": (None, Leaderboard),
    "GET /api/profiles/{public_id}": (None, PublicProfile),
    "PATCH /api/players/me/profile": (ProfileChange, OwnProfile),
    "GET /api/challenges/{game}": (None, ChallengeMonth),
    "POST /api/challenges/{game}/{day}/{level}": (None, Seated),
    "GET /api/challenges/{game}/{day}/{level}": (None, ChallengeComparison),
    "GET /api/duplicates/{game}": (None, DuplicateMonth),
    "POST /api/duplicates/{game}/{day}": (None, Seated),
    "GET /api/duplicates/{game}/{day}": (None, DuplicateComparison),
    "POST /api/pairing/{game}": (None, PairingStatus),
    "DELETE /api/pairing": (None, PairingStatus),
    "GET /api/players/me/history": (None, HistoryPage),
    "GET /api/tables/{id}/replay/steps": (None, ReplaySteps),
    "POST /api/tables/{id}/branch": (BranchFrom, Seated),
    "GET /api/players/me/drills": (None, DrillList),
}


def test_the_examples_of_the_page_are_requests_and_answers() -> None:
    seen = set()
    for block in re.findall(r"```http\n(.*?)```", PAGE, re.DOTALL):
        request, answer = block.split("\n\n")
        line, _, body = request.partition("\n")
        call, _, _ = line.partition("?")
        status, _, told = answer.partition("\n")
        call = re.sub(r"/(daily|pairing|challenges|duplicates|records|leaderboards)/[a-z]+", r"/\1/{game}", call)
        call = re.sub(
            r"/profiles/[0-9a-f]+", "/profiles/{public_id}", re.sub(r"/tables/[0-9a-z]+", "/tables/{id}", call)
        )
        call = re.sub(r"\d{4}-\d\d-\d\d", "{day}", re.sub(r"(\d{4}-\d\d-\d\d)/[a-z]+", r"\1/{level}", call))
        seen.add(call)
        reads, answers = BODIES_OF[call]
        assert bool(body) == (reads is not None)
        if reads is not None:
            msgspec.json.decode(body, type=reads)
        read = msgspec.json.decode(told, type=answers)
        assert set(msgspec.json.decode(told)) == set(plain(read)), call
        assert (status == "404") == (answers is Problem)
    assert seen == set(BODIES_OF)


def test_the_lines_of_an_analysis_on_the_page_are_such_lines() -> None:
    exact, estimated = re.findall(r"```jsonl\n(.*?)```", PAGE, re.DOTALL)
    for line in (exact + estimated).replace("\n ", " ").splitlines():
        event = msgspec.json.decode(line, type=Event)
        assert set(msgspec.json.decode(line)) == set(plain(event))


def test_a_hash_on_the_page_is_the_hash_of_that_game() -> None:
    """The snapshot, the first ack and the hint of the page are those of a game that anyone can deal."""
    table = Table.deal(
        FOURSOME,
        seed="4",
        nonce="00112233445566778899aabbccddeeff",
        options={"limit": 15, "turnSeconds": 30},
        seats=("human", "bot", "bot", "bot"),
        match_id="5f2d8c1e09ab4763",
    )
    sent = [msgspec.json.decode(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
    told = [one for one in sent if isinstance(one, dict)]
    snapshot = next(one for one in told if one["kind"] == "snapshot")
    assert {**plain(table.snapshot(0, "CONNECT")), "legal": snapshot["legal"]} == snapshot
    ack = next(one for one in told if one["kind"] == "ack")
    again = table.retry()
    assert plain(table.submit(0, {"seq": 0, "baseRev": 0, **ack["action"]})) == ack
    hinted = next(one for one in told if one["kind"] == "ack" and one["action"]["kind"] == "hint")
    heard: list[Any] = []
    subscribe(again, 0, heard.append)
    again.hint(0)
    assert {**plain(heard[0]), "legal": hinted["legal"]} == hinted


def test_the_schema_describes_how_an_action_is_sent(tmp_path: Path) -> None:
    async def described() -> Json:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            document: Json = (await wire.ask("GET", "/schema")).json()
            return document

    body = asyncio.run(described())["paths"]["/api/tables/{table_id}/actions"]["post"]["requestBody"]
    schema = body["content"]["application/json"]["schema"]
    assert body["required"]
    assert schema["required"] == ["kind", "payload"]
    assert {"seq", "baseRev"} < set(schema["properties"])
