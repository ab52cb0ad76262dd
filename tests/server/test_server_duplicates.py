"""Duplicate deals: the same cards and bots for everybody, one try each, and a comparison of those that count."""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from saloon.core.records import GameRecord
from saloon.games import GAMES
from saloon.server.deals.duplicates import counted_scores
from saloon.store.duplicates import DuplicateTable
from saloon.store.records import Status
from samples import DUPLICATE, SOLITAIRE
from server.running import QUICK, Backend, Json, Player, Running, Seated, moves

PATH = f"/api/duplicates/{DUPLICATE}"
GAME = GAMES[DUPLICATE]
Choice = Callable[[Sequence[Json]], Json]


def day(back: int = 0) -> str:
    """Return a day up to today."""
    return (datetime.now(UTC).date() - timedelta(days=back)).isoformat()


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Return a server; its bots compile, or load from a cache, what they need."""
    path: Path = tmp_path_factory.mktemp("duplicates") / "saloon.db"
    settings = msgspec.structs.replace(QUICK, bot_pace=0.0)
    with Running(f"sqlite:///{path}", settings=settings) as server:
        backend = Backend(server)
        yield backend
        backend.dismiss()


def open_deal(player: Player, back: int = 0) -> Seated:
    """Open or continue the deal of a day."""
    return Seated(player, player.ask("POST", f"{PATH}/{day(back)}"))


def play(seat: Seated, choose: Choice) -> Json:
    """Play a match to its end by a fixed way to choose; return its log."""
    with seat.socket() as socket:
        while True:
            message = socket.receive(120)
            legal = moves(message.get("legal") or [])
            if message.get("outcome"):
                return dict(json.loads(seat.player.log(seat.table_id)))
            if legal:
                seat.view()
                socket.send(seat.message(choose(legal)))


def test_equal_play_gives_equal_results_and_another_play_another_match(backend: Backend) -> None:
    first, second, third, idle = (backend.player() for _ in range(4))
    logs = [play(open_deal(one, 1), lambda legal: legal[0]) for one in (first, second)]
    logs.append(play(open_deal(third, 1), lambda legal: legal[-1]))
    steps = [[(step["clientId"], step["action"]) for step in log["steps"]] for log in logs]
    assert steps[0] == steps[1]
    assert steps[0] != steps[2]
    assert len({log["header"]["seed"] for log in logs}) == 1
    assert len({log["header"]["commitment"] for log in logs}) == 3, "the tables do not tell that they have one deal"

    seen = first.ask("GET", f"{PATH}/{day(1)}")
    scores = [one["score"] for one in seen["places"]]
    assert (seen["players"], scores[0]) == (3, seen["best"])
    assert scores == sorted(scores, reverse=not GAME.lowest_wins)
    twin = second.ask("GET", f"{PATH}/{day(1)}")["own"]
    assert (seen["own"]["score"], seen["own"]["place"]) == (twin["score"], twin["place"])
    assert [one["isYou"] for one in seen["places"]].count(True) == 1
    assert idle.ask("GET", f"{PATH}/{day(1)}")["own"] is None
    assert first.refused("POST", f"{PATH}/{day(1)}") == (409, "ALREADY_PLAYED")
    month = first.ask("GET", f"{PATH}?month={day(1)[:7]}")
    assert month["days"] == [{"day": day(1), "state": "played", "score": seen["own"]["score"]}]

    third.ask("PATCH", "/api/players/me", {"name": "Ada"})
    third.ask("PATCH", "/api/players/me/profile", {"isOpen": False})
    names = {one["name"] for one in backend.player().ask("GET", f"{PATH}/{day(1)}")["places"]}
    assert "Ada" not in names


def test_an_unfinished_deal_goes_on_and_nobody_else_sees_it(backend: Backend) -> None:
    player, stranger = backend.player(), backend.player()
    table = open_deal(player)
    assert open_deal(player).table_id == table.table_id
    seen = table.view()
    assert (seen["rev"], "seed" in seen) == (0, False)
    assert list(seen["seats"]) == ["human", *["bot"] * (len(GAME.seats) - 1)]
    assert stranger.refused("GET", table.path) == (403, "PRIVATE_TABLE")
    assert table.table_id not in str(stranger.ask("GET", "/api/tables"))
    assert player.ask("GET", f"{PATH}?month={day()[:7]}")["days"][-1] == {"day": day(), "state": "begun", "score": None}
    other = open_deal(player, 2)
    assert other.view()["view"] != seen["view"], "every day has its own cards"
    player.ask("POST", f"{table.path}/leave", token=table.token)
    assert player.refused("POST", f"{PATH}/{day()}") == (409, "ALREADY_PLAYED"), "leaving is the only try too"


def test_two_clicks_get_one_table(backend: Backend) -> None:
    player = backend.player()
    again = [backend.player(player.token) for _ in range(5)]
    with ThreadPoolExecutor(len(again)) as clicks:
        tables = list(clicks.map(lambda one: open_deal(one, 3).table_id, again))
    assert len(set(tables)) == 1, "a second table with the deal would keep the result from counting"


def test_what_is_no_duplicate_deal_is_refused(backend: Backend) -> None:
    player = backend.player()
    assert player.refused("POST", f"/api/duplicates/{SOLITAIRE}/{day()}") == (400, "NO_CHALLENGES")
    assert player.refused("POST", "/api/duplicates/nothing/2026-01-01") == (400, "UNKNOWN_GAME")
    for wrong in (day(-1), "2019-12-31", "yesterday"):
        assert player.refused("POST", f"{PATH}/{wrong}") == (400, "BAD_DATE")
        assert player.refused("GET", f"{PATH}/{wrong}") == (400, "BAD_DATE")
    assert player.refused("GET", f"{PATH}?month=soon") == (400, "BAD_DATE")
    cards = {card["name"]: card["duplicate"] for card in player.ask("GET", "/api/games")}
    assert (cards[DUPLICATE], cards[SOLITAIRE]) == (True, False)


OPTIONS = msgspec.to_builtins(GAME.options()) | dict(GAME.duplicate.options if GAME.duplicate else {})
LEVELS = [None, *[GAME.duplicate.level if GAME.duplicate else ""] * (len(GAME.seats) - 1)]


def result(
    player: str,
    score: int = 5,
    *,
    opened: int = 0,
    finished: int | None = 10,
    is_left: bool = False,
    hints: int = 0,
    options: Json = OPTIONS,
) -> DuplicateTable:
    """Return a table with the deal of a day."""
    record = GameRecord(DUPLICATE, options, False, False, not is_left, 40, score, hints, 0, False, 1000)
    status: Status = "active" if finished is None else "finished"
    return DuplicateTable("2026-01-01", f"{player}{opened}", player, status, opened, finished, record)


def test_only_first_clean_finished_tries_against_the_same_bots_count() -> None:
    tables = [
        result("ann", 7),
        result("hinted", hints=1),
        result("left", is_left=True),
        result("options", options={**OPTIONS, "limit": 100}),
        result("bots"),
        result("twice", opened=0),
        result("twice", opened=5, finished=None),
        result("again", 4, opened=0),
        result("again", 1, opened=20, finished=30),
        result("open", finished=None),
    ]
    levels = {one.table_id: LEVELS for one in tables} | {"bots0": [None, "random", "random", "random"]}
    assert counted_scores(GAME, tables, levels) == {"again": 4, "ann": 7}


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), st.integers(0, 99), max_size=9))
def test_the_best_come_first(scores: dict[str, int]) -> None:
    tables = [result(player, score) for player, score in scores.items()]
    found = counted_scores(GAME, tables, {one.table_id: LEVELS for one in tables})
    assert found == scores
    assert list(found.values()) == sorted(scores.values(), reverse=not GAME.lowest_wins)
