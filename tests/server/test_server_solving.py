"""The solver over HTTP: solutions, its hints, the light, ratings, winnable deals, the deal of the day."""

import asyncio
import json
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from msgspec.structs import replace

from positions import is_ours
from saloon.games import GAMES
from saloon.server.errors import Refused
from saloon.server.limits.fair_queue import Requester
from saloon.server.settings import ServerLimits
from saloon.server.solving import solver_pool as solver_pool_module
from saloon.server.solving.solver_pool import SolverPool
from saloon.server.tables.new_table import NewTable
from saloon.solver import daily, solve, solved_games, winnable_seeds
from saloon.table import Table
from saloon.table.messages import wire
from saloon.table.replay import replay
from samples import DUEL, FOURSOME, SOLITAIRE, TIMED, easy, idle_move
from server.attacks.cpu import children
from server.running import QUICK, Backend, Json, Player, Running, eventually
from server.scene import scene
from server.wire import running

COMPILING = 300.0
"""Seconds that a first answer may take on a machine where nothing is compiled yet."""
SOLVED = [game for game in solved_games() if is_ours(GAMES[game])]
OPTIONS: Json = {game: {} for game in SOLVED} | {SOLITAIRE: easy(SOLITAIRE), TIMED: easy(TIMED)}
WINNABLE = {game: winnable_seeds(game, OPTIONS[game])[0].seed for game in SOLVED}


@pytest.fixture(scope="module")
def solver_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    path = tmp_path_factory.mktemp("solving") / "saloon.db"
    with Running(f"sqlite:///{path}", settings=QUICK) as server:
        yield Backend(server)


@pytest.fixture
def player(solver_house: Backend) -> Iterator[Player]:
    player = solver_house.player()
    player.http.timeout = COMPILING
    yield player
    solver_house.dismiss()


@pytest.mark.parametrize("game", WINNABLE)
def test_a_solution_wins_and_the_game_is_assisted(player: Player, game: str) -> None:
    table = player.create(game, seed=WINNABLE[game], options=OPTIONS[game])
    assert table.view()["help"]["assisted"] is False
    solution = player.ask("POST", f"{table.path}/solve")
    assert (solution["verdict"], solution["limit"], solution["rev"]) == ("winnable", None, table.view()["rev"])
    after = table.view()
    assert (after["help"]["assisted"], after["rev"], after["expectedSeq"]) == (True, 1, 0)
    for action in solution["actions"]:
        table.act(action)
    assert table.view()["outcome"]["winners"] == ["p1"]


def test_a_deal_that_is_lost_has_no_solution(player: Player) -> None:
    table = player.create(TIMED, seed="1000")
    lost = player.ask("POST", f"{table.path}/solve")
    assert (lost["verdict"], lost["actions"]) == ("unwinnable", [])
    assert player.ask("POST", f"{table.path}/solver-hint") == {"rev": 2, "verdict": "unwinnable", "action": None}


@pytest.mark.parametrize("question", ["solve", "solver-hint", "winnable", "rating"])
def test_what_has_no_solver_or_is_not_ones_own_is_refused(solver_house: Backend, player: Player, question: str) -> None:
    method = "GET" if question == "rating" else "POST"
    match = player.create(DUEL, seats=[{"kind": "human"}, {"kind": "bot"}])
    assert player.refused(method, f"{match.path}/{question}") == (400, "NO_SOLVER")
    table = player.create(SOLITAIRE)
    assert solver_house.player().refused(method, f"{table.path}/{question}") == (403, "NOT_YOUR_SEAT")
    assert table.view()["help"]["assisted"] is False


def test_the_solvers_hints_lead_to_the_win(player: Player) -> None:
    table = player.create(TIMED, seed="1", options=easy(TIMED))
    for _ in range(200):
        hint = player.ask("POST", f"{table.path}/solver-hint")
        assert hint["rev"] == table.view()["rev"]
        table.act(hint["action"])
        if table.view()["outcome"] is not None:
            break
    assert table.view()["outcome"]["winners"] == ["p1"]


@pytest.mark.parametrize("game", WINNABLE)
def test_a_fair_hint_can_be_followed_and_the_game_is_assisted(player: Player, game: str) -> None:
    table = player.create(game, seed=WINNABLE[game], options=OPTIONS[game])
    alone = Table.deal(game, seed=WINNABLE[game], options=OPTIONS[game])
    for _ in range(4):
        hint = player.ask("POST", f"{table.path}/fair-hint")
        assert hint["rev"] == table.view()["rev"]
        expected = alone.fair_hint()
        assert expected is not None
        assert hint["action"] == msgspec.to_builtins(wire(expected))
        table.act(hint["action"])
        alone.act(0, expected)
    assert table.view()["help"] == {"assisted": True, "hints": 0, "paused": False, "redos": 0, "undos": 0}


def test_fair_hints_are_refused_where_there_are_none_and_to_others(solver_house: Backend, player: Player) -> None:
    match = player.create(DUEL, seats=[{"kind": "human"}, {"kind": "bot"}])
    assert player.refused("POST", f"{match.path}/fair-hint") == (400, "NO_FAIR_HINTS")
    table = player.create(SOLITAIRE)
    assert solver_house.player().refused("POST", f"{table.path}/fair-hint") == (403, "NOT_YOUR_SEAT")
    assert table.view()["help"]["assisted"] is False


@pytest.mark.parametrize("question", ["solve", "solver-hint", "winnable"])
def test_if_the_rules_fail_the_requester_learns_it_and_may_ask_again(tmp_path: Path, question: str) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            wish = {"game": TIMED, "seed": "1000"}
            seated = (await wire.ask("POST", "/api/tables", json=wish)).json()
            path, token = f"/api/tables/{seated['tableId']}", seated["token"]
            live = await wire.live(seated["tableId"])
            live.table._progress = replace(live.table._progress, state=None)
            refused = await wire.ask("POST", f"{path}/{question}", token)
            assert (refused.status_code, refused.json()["code"]) == (503, "INTERNAL_INVARIANT_BREACH")
            after = (await wire.ask("GET", path, token)).json()
            assert (after["rev"], after["expectedSeq"], after["help"]["assisted"]) == (0, 0, False)
            answer = await wire.ask("POST", f"{path}/{question}", token)
            assert (answer.status_code, answer.json()["verdict"]) == (200, "unwinnable")

    asyncio.run(scenario())


def test_the_light_is_noted_once_and_says_when_a_game_is_lost(player: Player) -> None:
    table = player.create(SOLITAIRE, seed="1", options=easy(SOLITAIRE))
    assert player.ask("POST", f"{table.path}/winnable") == {"rev": 1, "verdict": "winnable"}
    table.view()
    table.act(idle_move(SOLITAIRE))
    assert player.ask("POST", f"{table.path}/winnable") == {"rev": 2, "verdict": "winnable"}
    lost = player.create(TIMED, seed="1000")
    assert player.ask("POST", f"{lost.path}/winnable")["verdict"] == "unwinnable"


def test_solver_help_is_logged_as_a_server_action(player: Player) -> None:
    table = player.create(TIMED, seed="1000")
    for question in ("winnable", "solve", "solver-hint", "winnable"):
        player.ask("POST", f"{table.path}/{question}")
    table.view()
    table.act({"kind": "hint", "payload": {}})
    player.ask("POST", f"{table.path}/leave")
    log = json.loads(player.log(table.table_id))
    assert replay(json.dumps(log)).status == "SUCCESS"
    assert log["header"]["protocolVersion"] == "2.6.0"
    help_ = [{"player": "p1", "what": what} for what in ("winnable", "solve", "solverHint")]
    steps = [(step["clientId"], step["action"]["kind"], step["action"]["payload"]) for step in log["steps"]]
    assert steps == [*(("server", "assist", payload) for payload in help_), ("p1", "hint", {})]


def test_help_at_a_game_that_rests_is_refused_as_the_table_says(player: Player) -> None:
    table = player.create(SOLITAIRE, seed="1")
    table.act({"kind": "pause", "payload": {}})
    assert player.refused("POST", f"{table.path}/solve") == (409, "MATCH_NOT_ACTIVE")


@pytest.mark.parametrize("game", WINNABLE)
def test_a_deal_rating_does_not_mark_the_game(player: Player, game: str) -> None:
    table = player.create(game, seed=WINNABLE[game], options=OPTIONS[game])
    rating = player.ask("GET", f"{table.path}/rating")
    assert rating["verdict"] == "winnable"
    assert rating["level"] in ("easy", "normal", "hard", "expert")
    assert 0 <= rating["losingFirstMoves"] <= 1
    assert rating["length"] > 20
    people = rating["people"]
    assert 0 <= people["low"] <= people["wins"] / people["games"] <= people["high"] <= 1
    table.act(table.view()["legal"][0])
    assert player.ask("GET", f"{table.path}/rating") == rating
    assert table.view()["help"]["assisted"] is False


@pytest.mark.parametrize("game", WINNABLE)
def test_a_winnable_deal_can_be_won(player: Player, game: str) -> None:
    before = int(time.time() * 1000)
    table = player.create(game, winnable=True, options=OPTIONS[game])
    seed = table.view()["seed"]
    assert solve(game, OPTIONS[game], seed=seed).verdict == "winnable"
    if game == TIMED:  # dealt from the list until the solver has started
        eventually(lambda: int(player.create(game, winnable=True).view()["seed"]) >= before, 60)
        then = int(time.time() * 1000)
        seed = player.create(game, winnable=True, options=OPTIONS[game]).view()["seed"]
        assert then <= int(seed) < then + 10_000
        assert [str(lost) for lost in range(then + 50, int(seed)) if won(game, str(lost))] == []


@pytest.mark.parametrize("game", SOLVED)
def test_nobody_waits_for_the_solver_to_start(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(SolverPool, "_run", never)

    async def scenario() -> None:
        async with scene(tmp_path) as at:
            listed = {rated.seed for rated in winnable_seeds(game, {})}
            for _ in range(2):
                seated = await asyncio.wait_for(at.services.seating.create("three", NewTable(game, winnable=True)), 5)
                assert (await at.services.tables.get(seated.table_id)).stored.seed in listed

    asyncio.run(scenario())


def won(game: str, seed: str) -> bool:
    return solve(game, OPTIONS[game], seed=seed).verdict == "winnable"


def test_a_winnable_deal_has_the_level_asked_for(player: Player) -> None:
    levels = {rated.seed: rated.level for rated in winnable_seeds(SOLITAIRE, {})}
    table = player.create(SOLITAIRE, winnable=True, level="hard")
    assert levels[table.view()["seed"]] == "hard"
    unlisted = {"redeals": 7}
    table = player.create(SOLITAIRE, winnable=True, options=unlisted)
    assert solve(SOLITAIRE, unlisted, seed=table.view()["seed"]).verdict == "winnable"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": SOLITAIRE, "winnable": True, "seed": "1"}, "BAD_SEED"),
        ({"game": FOURSOME, "winnable": True}, "NO_SOLVER"),
        ({"game": SOLITAIRE, "winnable": True, "level": "mild"}, "BAD_REQUEST"),
        ({"game": SOLITAIRE, "level": "hard"}, "BAD_SEED"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(player: Player, wish: dict[str, object], code: str) -> None:
    assert player.refused("POST", "/api/tables", wish) == (400, code)


@pytest.mark.parametrize("game", WINNABLE)
def test_the_deal_of_a_day_is_the_same_for_all(player: Player, game: str) -> None:
    deal = player.ask("GET", f"/api/daily/{game}?day=2026-03-01")
    assert deal["seed"] == daily(game, "2026-03-01")
    assert (deal["game"], deal["date"]) == (game, "2026-03-01")
    assert player.create(game, seed=deal["seed"], options=deal["options"]).view()["seed"] == deal["seed"]
    today = player.ask("GET", f"/api/daily/{game}")
    assert today["date"] == time.strftime("%Y-%m-%d", time.gmtime())


def test_a_day_or_a_game_that_is_none_is_refused(player: Player) -> None:
    for day in ("tomorrow", "2019-12-31", "9999-12-31", "0001-01-01", "2026-02-30"):
        assert player.refused("GET", f"/api/daily/{SOLITAIRE}?day={day}") == (400, "BAD_DATE")
    assert player.refused("GET", f"/api/daily/{DUEL}") == (400, "NO_SOLVER")
    assert player.refused("GET", "/api/daily/patience") == (400, "UNKNOWN_GAME")


def test_games_say_whether_they_have_a_solver(player: Player) -> None:
    told = {game["name"]: game["solver"] for game in player.ask("GET", "/api/games")}
    assert told == {game.name: game.solver() is not None for game in GAMES}


# --- the solver pool ------------------------------------------------------------------------------------------------


LIMITS = ServerLimits()


def requester(player: str, address: str = "192.0.2.1") -> Requester:
    return Requester(player, address)


def test_a_client_that_asks_too_much_must_wait_and_others_are_served() -> None:
    async def crowd() -> None:
        solver_pool = SolverPool(1, LIMITS)
        each, here = LIMITS.questions_per_player, LIMITS.questions_per_address
        try:
            open_ = [asyncio.create_task(solver_pool.ask(requester("greedy"), time.sleep, 0.3)) for _ in range(each)]
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="solver is busy"):
                await solver_pool.ask(requester("greedy", "192.0.2.2"), os.getpid)
            others = [
                asyncio.create_task(solver_pool.ask(requester(str(one)), os.getpid)) for one in range(here - each)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="solver is busy"):
                await solver_pool.ask(requester("late"), os.getpid)
            elsewhere = asyncio.create_task(solver_pool.ask(requester("late", "192.0.2.2"), os.getpid))
            assert os.getpid() not in {await elsewhere, *await asyncio.gather(*others)}
            await asyncio.gather(*open_)
            assert await solver_pool.ask(requester("greedy"), os.getpid) != os.getpid()
        finally:
            solver_pool.close()

    asyncio.run(crowd())


def test_identical_simultaneous_requests_share_one_answer() -> None:
    async def midnight() -> None:
        solver_pool = SolverPool(1, LIMITS)
        try:
            crowd = [
                solver_pool.ask(requester("daily"), uuid4, key="today") for _ in range(3 * LIMITS.questions_per_address)
            ]
            assert len(set(await asyncio.gather(*crowd))) == 1
            first = asyncio.create_task(solver_pool.ask(requester("daily"), uuid4, key="tomorrow"))
            await asyncio.sleep(0)
            second = asyncio.create_task(solver_pool.ask(requester("daily"), uuid4, key="tomorrow"))
            await asyncio.sleep(0)
            first.cancel()
            assert await second == await solver_pool.ask(requester("daily"), uuid4, key="tomorrow")
            with pytest.raises(ZeroDivisionError):
                await solver_pool.ask(requester("daily"), divmod, 1, 0, key="never")
            assert await solver_pool.ask(requester("daily"), divmod, 7, 2, key="never") == (3, 1), (
                "a failure is not remembered"
            )
        finally:
            solver_pool.close()

    asyncio.run(midnight())


def test_open_solver_requests_are_limited_per_player(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            greedy, other = await wire.player(), await wire.player()
            told = [
                (await wire.ask("POST", "/api/tables", token, json={"game": TIMED, "seed": "1000"})).json()
                for token in (greedy, greedy, other)
            ]
            here = (await wire.live(told[0]["tableId"])).stored.host
            busy = [
                asyncio.create_task(wire.services.solver_pool.ask(requester(here), time.sleep, 1))
                for _ in range(LIMITS.questions_per_player)
            ]
            await asyncio.sleep(0)
            for seated, method, what in ((told[0], "GET", "rating"), (told[1], "POST", "winnable")):
                refused = await wire.ask(method, f"/api/tables/{seated['tableId']}/{what}", seated["token"])
                assert (refused.status_code, refused.json()["code"]) == (503, "SOLVER_BUSY")
            served = await wire.ask("POST", f"/api/tables/{told[2]['tableId']}/winnable", told[2]["token"])
            assert served.json()["verdict"] == "unwinnable"
            await asyncio.gather(*busy)

    asyncio.run(scenario())


def test_until_its_kernels_are_compiled_the_solver_says_that_it_is_getting_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server itself does not wait for them, and a refused question does not mark the game as assisted."""
    release = tmp_path / "release"
    monkeypatch.setattr(solver_pool_module, "is_prepared", lambda: False)
    monkeypatch.setattr(solver_pool_module, "prepare", partial(_wait_for, release))
    monkeypatch.setattr(solver_pool_module, "_PATIENCE", 0.05)
    monkeypatch.setattr(SolverPool.until_ready, "__defaults__", (0.05,))

    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}") as wire:
            token = await wire.player()
            told = (await wire.ask("POST", "/api/tables", token, json={"game": TIMED, "seed": "1000"})).json()
            path, seat = f"/api/tables/{told['tableId']}", told["token"]
            for method, what in (("POST", "solve"), ("POST", "winnable"), ("GET", "rating")):
                refused = await wire.ask(method, f"{path}/{what}", seat)
                assert (refused.status_code, refused.json()["code"]) == (503, "SOLVER_PREPARING")
            assert not (await (await wire.live(told["tableId"])).durable_progress()).help.assisted
            release.touch()
            await wire.services.solver_pool.until_ready(None)
            served = await wire.ask("POST", f"{path}/winnable", seat)
            assert served.json()["verdict"] == "unwinnable"

    asyncio.run(scenario())


def _wait_for(file: Path) -> None:
    while not file.exists():
        time.sleep(0.01)


def test_a_worker_that_dies_is_replaced_and_what_never_changes_is_asked_once() -> None:
    async def accidents() -> None:
        solver_pool = SolverPool(1, LIMITS)
        try:
            first = await solver_pool.ask(requester("one"), os.getpid, key="pid")
            with pytest.raises(Refused, match="the solver crashed"):
                await solver_pool.ask(requester("one"), os._exit, 3)
            assert await solver_pool.ask(requester("one"), os.getpid, key="pid") == first
            assert await solver_pool.ask(requester("one"), os.getpid) != first
        finally:
            solver_pool.close()

    asyncio.run(accidents())


def test_a_worker_that_dies_takes_no_other_search_with_it(tmp_path: Path) -> None:
    async def accident() -> None:
        release = tmp_path / "release"
        solver_pool = SolverPool(2, LIMITS)
        try:
            searching = asyncio.create_task(solver_pool.ask(requester("one"), _wait_for, release))
            with pytest.raises(Refused, match="the solver crashed"):
                await solver_pool.ask(requester("two"), os._exit, 3)
            release.touch()
            await searching
        finally:
            release.touch()
            solver_pool.close()

    asyncio.run(accident())


def test_workers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK) as server:
        player = Player(server.url)
        player.http.timeout = COMPILING
        player.ask("GET", f"/api/daily/{TIMED}?day=2026-03-01")
        workers = children(server.pid)
        assert workers
        server.kill()
        player.http.close()
        until = time.monotonic() + 10
        while any(Path(f"/proc/{pid}").exists() and not zombie(pid) for pid in workers):
            assert time.monotonic() < until
            time.sleep(0.05)


def zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
