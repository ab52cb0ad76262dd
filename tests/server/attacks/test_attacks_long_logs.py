"""A log gets as long as a client can make it: loading it costs in proportion, and writing its replay is paid once."""

import asyncio
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from saloon.server.settings import Settings
from saloon.store import Store, open_database
from saloon.store.store import StoredEntry
from saloon.table.replay import replay
from samples import DUEL, FOURSOME, SAVING, SOLITAIRE, easy, lap
from server.attacks.cpu import cpu_seconds
from server.running import QUICK, Backend, Json, Player, Running, Seated, eventually, fetch, some_move

SHORT, LONG = 10_000, 40_000
BEYOND = 25_000
"""More actions than the server takes for one match."""
VERY_LONG = 400_000
PATIENT = 300.0
EASY = easy(SOLITAIRE)
LAP = lap(SOLITAIRE)
DRAW = LAP[0]
LAPS = [*LAP, *(action for seat in (0, 1) for action in lap(DUEL, seat))]


def lengthen(database: str, actions: dict[str, int]) -> None:
    """Write long logs of a solitaire while no server runs: the stock is gone through again and again."""

    async def write() -> None:
        opened = open_database(database)
        await opened.open()
        for table_id, count in actions.items():
            kinds = [action["kind"] for action in islice(cycle(LAP), count)]
            entries = [StoredEntry(rev, 0, kind, "{}", 10 * rev) for rev, kind in enumerate(kinds, start=1)]
            await Store(opened).append(table_id, entries)
        await opened.close()

    asyncio.run(write())


class Cost:
    """How much CPU time a server has used since it was last asked."""

    def __init__(self, server: Running) -> None:
        self._server = server
        self._before = cpu_seconds(server.pid)

    def since(self) -> float:
        now = cpu_seconds(self._server.pid)
        cost, self._before = now - self._before, now
        return cost


def measured(server: Running, lengths: tuple[int, ...]) -> Iterator[tuple[Seated, float]]:
    """Return tables whose logs are so long, each with what it cost to bring it to memory."""
    with Player(server.url) as player:
        player.http.timeout = PATIENT
        tables = [player.create(SOLITAIRE, options=EASY) for _ in lengths]
        server.stop()
        lengthen(server.database, {table.table_id: count for table, count in zip(tables, lengths, strict=True)})
        server.start()
        player.create(SOLITAIRE, options=EASY).view()
        for table, count in zip(tables, lengths, strict=True):
            cost = Cost(server)
            assert table.view()["rev"] == count
            yield table, cost.since()


def test_a_log_of_four_times_the_length_costs_about_four_times_as_much(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        (_, short), (_, long) = measured(server, (SHORT, LONG))
        assert long < 8 * max(short, 0.1), f"{SHORT} actions take {short} s, {LONG} take {long} s"


def test_a_replay_is_written_once_and_a_log_beyond_the_limit_is_still_good(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        for table, _ in measured(server, (BEYOND,)):
            player = table.player
            assert player.refused("GET", f"{table.path}/replay") == (403, "PRIVATE_UNTIL_THE_END")
            refused = table.post(table.message(DRAW))
            player.ask("POST", f"{table.path}/leave", token=table.token)
            cost = Cost(server)
            first = player.log(table.table_id)
            once = cost.since()
            assert player.log(table.table_id) == first
            again = cost.since()
            assert again < once / 5, f"it cost {once} s, and then {again} s"
            report = replay(first)
            assert (report.status, report.final_rev) == ("SUCCESS", BEYOND)
            assert refused["code"] == "TOO_MANY_ACTIONS", refused


@pytest.mark.long
def test_a_log_of_hundreds_of_thousands_of_actions_loads_in_seconds(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        costs = []
        for table, cost in measured(server, (VERY_LONG // 8, VERY_LONG)):
            costs.append(cost)
            table.player.ask("POST", f"{table.path}/leave", token=table.token)
            assert replay(table.player.log(table.table_id)).status == "SUCCESS"
        assert costs[1] < 16 * costs[0], costs


# --- the limit --------------------------------------------------------------------------------------------------

LIMIT = 40


def limited(actions: int = LIMIT, **changes: Any) -> Settings:
    return replace(QUICK, limits=replace(QUICK.limits, actions_per_match=actions), **changes)


@pytest.fixture(scope="module")
def limited_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    path = tmp_path_factory.mktemp("limited") / "saloon.db"
    with Running(f"sqlite:///{path}", settings=limited()) as server:
        yield Backend(server)


@pytest.fixture
def player(limited_house: Backend) -> Iterator[Player]:
    yield limited_house.player()
    limited_house.dismiss()


def drawn(table: Seated, times: int) -> None:
    """Turn the stock over again and again, as often as that."""
    for _ in range(times):
        table.act(next(action for action in table.legal() if action in LAPS))


def refused(table: Seated, action: Json) -> Json:
    """Return the reject of an action that is beyond the limit."""
    answer = table.post(table.message(action))
    assert (answer["kind"], answer.get("code")) == ("reject", "TOO_MANY_ACTIONS"), answer
    return answer


def test_actions_per_match_are_limited_and_leaving_is_still_accepted(player: Player) -> None:
    table = player.create(SOLITAIRE, options=EASY)
    drawn(table, LIMIT - 1)
    last = table.message({"kind": "undo", "payload": {}})
    assert table.took(table.post(last))["rev"] == LIMIT
    for kind in ("undo", "redo", "hint", "pause"):
        refused(table, {"kind": kind, "payload": {}})
    assert str(LIMIT) in refused(table, table.legal()[0])["reason"]
    assert player.refused("POST", f"{table.path}/solve") == (409, "TOO_MANY_ACTIONS")
    assert table.post(last)["code"] == "DUPLICATE_SEQ"
    assert table.post({"kind": "stateRequest", "payload": {}})["rev"] == LIMIT
    player.ask("POST", f"{table.path}/leave")
    assert replay(player.log(table.table_id)).final_rev == LIMIT


def test_help_counts_in_the_share_of_the_seat_that_asks_for_it(player: Player) -> None:
    table = player.create(SOLITAIRE, options=EASY)
    for _ in range(LIMIT - 1):
        assert player.ask("POST", f"{table.path}/hint")["kind"] == "ack"
    table.view()
    table.act(DRAW)
    answer = player.ask("POST", f"{table.path}/hint")
    assert (answer["kind"], answer["code"], answer["expectedSeq"]) == ("reject", "TOO_MANY_ACTIONS", 1)
    for question in ("solve", "solver-hint", "winnable"):
        assert player.refused("POST", f"{table.path}/{question}") == (409, "TOO_MANY_ACTIONS")
    refused(table, {"kind": "undo", "payload": {}})
    assert table.view()["rev"] == LIMIT


@pytest.mark.parametrize("game", [SAVING, DUEL])
def test_giving_up_is_always_accepted_even_in_a_pause(player: Player, game: str) -> None:
    seats = {"seats": [{"kind": "human"}, {"kind": "bot", "level": "greedy"}]} if game == DUEL else {}
    table = player.create(game, **seats)
    share = LIMIT if game == SAVING else LIMIT // 2
    table.view()
    while table.seq < share:
        pause = "resume" if table.seq % 2 else "pause"
        table.view()
        answer = table.post(table.message({"kind": pause, "payload": {}}))
        assert answer["kind"] == "ack", answer
        table.took(answer)
    table.view()
    refused(table, {"kind": "pause", "payload": {}})
    answer = table.act({"kind": "resign", "payload": {}})
    assert table.view()["outcome"] is not None
    assert answer["rev"] >= share


def test_a_paused_game_can_be_resumed_and_given_up_beyond_the_limit(player: Player) -> None:
    table = player.create(SAVING)
    for number in range(LIMIT - 1):
        table.act({"kind": "resume" if number % 2 else "pause", "payload": {}})
    assert table.view()["help"]["paused"]
    table.act({"kind": "resume", "payload": {}})
    refused(table, {"kind": "pause", "payload": {}})
    table.act({"kind": "resign", "payload": {}})


def test_nobody_uses_up_the_actions_of_an_opponent(tmp_path: Path) -> None:
    settings = limited()
    with (
        Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server,
        Player(server.url) as one,
        Player(server.url) as two,
    ):
        greedy = one.create(DUEL)
        patient = two.join(greedy.table_id)
        drawn(greedy, LIMIT // 2)
        refused(greedy, next(action for action in greedy.legal() if action in LAPS))
        patient.view()
        drawn(patient, 5)
        greedy.view()
        greedy.act({"kind": "offerEnd", "payload": {}})
        assert patient.view()["view"]["offers"] == {"p1": True, "p2": False}
        greedy.act({"kind": "resign", "payload": {}})
        assert patient.view()["outcome"]["winners"] == [f"p{patient.seat + 1}"]


def test_bots_rest_at_the_limit(tmp_path: Path) -> None:
    """A bot that cannot move does not try again and again."""
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=limited(4)) as server, Player(server.url) as player:
        table = player.create(DUEL, seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
        eventually(lambda: table.view()["rev"] == 2)
        drawn(table, 1)
        time.sleep(0.5)
        assert table.view()["rev"] == 3, "the bot moved beyond its share"
        assert "TOO_MANY_ACTIONS" not in fetch(f"{server.url}/metrics").text


def test_a_match_that_the_rules_end_is_never_cut_short(player: Player) -> None:
    bots = [{"kind": "bot", "level": "greedy"}] * 3
    table = player.create(FOURSOME, seats=[{"kind": "human"}, *bots], options={"limit": 15})
    random = Random(1)
    with table.socket() as socket:
        view = socket.kind("snapshot")
        while view["outcome"] is None:
            action = some_move(view["legal"], random)
            if action is not None:
                socket.send({"seq": view["expectedSeq"], "baseRev": view["rev"], **action})
            socket.send({"kind": "stateRequest", "payload": {}})
            view = socket.kind("snapshot")
        assert view["rev"] > LIMIT
