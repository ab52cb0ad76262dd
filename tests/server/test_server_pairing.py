"""Play now: people who look for a match get one each, of similar strength, and nobody can spoil that for others."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pairing_simulation import simulate
from saloon.core.bots import Rating
from saloon.server.players.matching import FILL_AFTER, OPEN_AFTER, POINTS, Waiting, groups, reach
from saloon.server.players.pairing import ABSENT, PAUSE, Pairing
from saloon.server.settings import ServerLimits
from saloon.store.database import Statement
from samples import DUEL, FOURSOME, SOLITAIRE
from server.wire import Wire, running

Json = dict[str, Any]


def _waiting(*points: float, since: int = 0) -> list[Waiting]:
    return [Waiting(f"p{number}", Rating(one / POINTS, 1.0), since) for number, one in enumerate(points)]


def _names(found: list[list[Waiting]]) -> list[list[str]]:
    return sorted(sorted(one.player_id for one in group) for group in found)


# --- who plays whom ---------------------------------------------------------------------------------------------


def test_the_nearest_play_each_other_and_the_range_widens() -> None:
    waiting = _waiting(1000, 1700, 1030, 1010, 1690)
    assert _names(groups(waiting, 2, 0)) == [["p0", "p3"], ["p1", "p4"]]
    apart = _waiting(1000, 1500)
    assert groups(apart, 2, 20_000) == []
    assert _names(groups(apart, 2, 36_000)) == [["p0", "p1"]], reach(36_000)
    assert reach(OPEN_AFTER) is None
    assert _names(groups(_waiting(0, 9000), 2, OPEN_AFTER)) == [["p0", "p1"]]


def test_a_newcomer_is_not_matched_with_somebody_who_accepts_anyone() -> None:
    patient, fresh = _waiting(1000, 1500)
    waiting = [patient, Waiting(fresh.player_id, fresh.rating, OPEN_AFTER)]
    assert groups(waiting, 2, OPEN_AFTER) == []


def test_four_seats_are_filled_with_people_and_later_with_bots() -> None:
    waiting = _waiting(1000, 1010, 1020, 1030, 1040)
    assert [len(group) for group in groups(waiting, 4, 0)] == [4]
    assert groups(waiting[:3], 4, FILL_AFTER - 1) == []
    assert [len(group) for group in groups(waiting[:3], 4, FILL_AFTER)] == [3]
    assert groups(waiting[:1], 4, FILL_AFTER) == []


def test_ratings_come_to_order_simulated_players() -> None:
    figures = simulate(120, hours=4.0)
    assert figures.spearman > 0.75, figures
    assert figures.strength_gap < figures.chance_gap, figures
    assert figures.long_wait <= OPEN_AFTER / 1000 + 15, figures
    assert figures.unseated == 0


# --- on the server ----------------------------------------------------------------------------------------------


async def _look(wire: Wire, token: str, game: str = DUEL) -> Json:
    answer: Json = (await wire.ask("POST", f"/api/pairing/{game}", token)).json()
    return answer


async def _paired(wire: Wire, token: str, game: str = DUEL) -> str:
    for _ in range(100):
        status = await _look(wire, token, game)
        if status["state"] == "paired":
            return str(status["tableId"])
        await asyncio.sleep(0.05)
    raise AssertionError(status)


async def _shift(wire: Wire, milliseconds: int, *, away: bool = True) -> None:
    """Let time pass for everybody in the queue, who may be away meanwhile."""
    sql = "UPDATE pairing SET since = since - ?, seen_at = seen_at - ?, paired_at = paired_at - ?"
    row = (milliseconds, milliseconds if away else 0, milliseconds)
    await wire.services.store.database.write(Statement(sql, [row]))


def test_two_who_look_for_a_match_sit_at_one_table_and_are_sent_back_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, bob = await wire.player(), await wire.player()
            first = await _look(wire, ada)
            assert (first["state"], first["others"], first["tableId"]) == ("waiting", 0, None)
            await _look(wire, bob)
            table_id = await _paired(wire, ada)
            assert await _paired(wire, bob) == table_id
            news = (await wire.ask("GET", f"/api/tables/{table_id}/news", ada)).json()
            assert news["status"] == "active"
            assert [seat["open"] for seat in news["seats"]] == [False, False]
            seats = {(await wire.ask("POST", f"/api/tables/{table_id}/join", one)).json()["seat"] for one in (ada, bob)}
            assert seats == {"p1", "p2"}
            assert (await _look(wire, ada, FOURSOME))["tableId"] == table_id, "one match at a time"
            assert (await wire.ask("DELETE", "/api/pairing", ada)).json()["tableId"] == table_id

    asyncio.run(scenario())


def test_a_player_who_stops_or_is_absent_is_not_seated(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            gone, stopped, ada = [await wire.player() for _ in range(3)]
            await _look(wire, gone)
            await _shift(wire, ABSENT + 1)
            await _look(wire, stopped)
            assert (await wire.ask("DELETE", "/api/pairing", stopped)).json()["state"] == "idle"
            status = await _look(wire, ada)
            assert status["others"] == 0
            assert await wire.services.pairing.seat_everybody(), "she still waits"
            rows = await wire.services.store.database.read("SELECT table_id FROM pairing")
            assert rows == [(None,)]

    asyncio.run(scenario())


def test_a_player_who_leaves_a_match_must_wait_for_the_next(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            ada, bob = await wire.player(), await wire.player()
            await _look(wire, ada)
            await _look(wire, bob)
            table_id = await _paired(wire, ada)
            assert (await wire.ask("POST", f"/api/tables/{table_id}/leave", ada)).status_code == 204
            refused = await wire.ask("POST", f"/api/pairing/{DUEL}", ada)
            assert (refused.status_code, refused.json()["code"]) == (429, "PAIRING_PAUSED")
            await _shift(wire, PAUSE)
            assert (await _look(wire, ada))["state"] == "waiting"

    asyncio.run(scenario())


def test_four_people_share_a_table_and_a_lone_pair_is_joined_by_bots(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            people = [await wire.player() for _ in range(4)]
            for one in people:
                await _look(wire, one, FOURSOME)
            assert len({await _paired(wire, one, FOURSOME) for one in people}) == 1
            pair = [await wire.player() for _ in range(2)]
            for one in pair:
                await _look(wire, one, FOURSOME)
            await _shift(wire, FILL_AFTER, away=False)
            (table_id,) = {await _paired(wire, one, FOURSOME) for one in pair}
            seats = (await wire.ask("GET", f"/api/tables/{table_id}/news", pair[0])).json()["seats"]
            assert sorted(seat["kind"] for seat in seats) == ["bot", "bot", "human", "human"]

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_several_pairers_seat_everybody_once(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}" if kind == "sqlite" else request.getfixturevalue("postgres")()

    async def scenario() -> None:
        async with running(url, ServerLimits(waiting_per_address=1_000)) as wire:
            services = wire.services
            for number in range(40):
                await services.store.add_player(f"player{number:02}", "Guest", 0, services.clock.now())
            pairers = [
                Pairing(
                    services.store, services.clock, services.settings.limits, ratings=services.ratings,
                    tables=services.tables, solver_pool=services.solver_pool, draining=services.draining,
                )
                for _ in range(4)
            ]  # fmt: skip
            await asyncio.gather(*(pairers[n % 4].look(f"player{n:02}", DUEL, "here") for n in range(40)))
            while any(await asyncio.gather(*(one.seat_everybody() for one in pairers))):
                pass
            seats = await services.store.database.read("SELECT player_id, count(*) FROM seats GROUP BY player_id")
            assert sorted(seats) == [(f"player{number:02}", 1) for number in range(40)]
            tables = await services.store.database.read("SELECT count(*) FROM tables")
            assert tables == [(20,)], "no table was opened that nobody was told of"

    asyncio.run(scenario())


def test_simultaneous_requests_do_not_exceed_the_limit_of_an_address(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = ServerLimits(waiting_per_address=3, requests_per_second=1e6)
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}", limits) as wire:
            players = [await wire.player() for _ in range(20)]
            await asyncio.gather(*(wire.ask("POST", f"/api/pairing/{FOURSOME}", one) for one in players))
            assert await wire.services.store.database.read("SELECT count(*) FROM pairing") == [(3,)]

    asyncio.run(scenario())


def test_strange_questions_are_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = ServerLimits(waiting_per_address=1, tables_per_player=1)
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}", limits) as wire:
            ada, bob = await wire.player(), await wire.player()
            assert (await _look(wire, ada, SOLITAIRE))["code"] == "NO_OPPONENTS"
            assert (await _look(wire, ada, "chess"))["code"] == "UNKNOWN_GAME"
            assert (await wire.ask("DELETE", "/api/pairing")).json()["code"] == "NOT_SIGNED_IN"
            assert (await _look(wire, ada))["state"] == "waiting"
            assert (await _look(wire, ada, FOURSOME))["state"] == "waiting", (
                "the other game takes the place of the first"
            )
            refused = await wire.ask("POST", f"/api/pairing/{DUEL}", bob)
            assert (refused.status_code, refused.json()["code"]) == (429, "TOO_MANY_WAITING")
            await wire.ask("DELETE", "/api/pairing", ada)
            await wire.ask("POST", "/api/tables", bob, json={"game": SOLITAIRE})
            assert (await _look(wire, bob))["code"] == "TOO_MANY_TABLES"

    asyncio.run(scenario())
