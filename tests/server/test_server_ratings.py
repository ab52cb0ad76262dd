"""Players' ratings, as a client sees them: of matches against people and bots, and of nothing else."""

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from saloon.server import app
from saloon.store.database import Statement
from samples import BETWEEN_PEOPLE, DUEL, FOURSOME, SOLITAIRE
from server.running import Backend, Json, Player, Seated, draw_on, eventually, some_move
from server.scene import scene

RESIGN: Json = {"kind": "resign", "payload": {}}
GREEDY: Json = {"kind": "bot", "level": "greedy"}


def figures(player: Player, game: str) -> Any:
    """The player's statistics; None if there are none."""
    return player.ask("GET", "/api/players/me/stats").get(game)


def rating(player: Player, game: str = DUEL) -> Any:
    return (figures(player, game) or {"rating": None})["rating"]


def two_people(backend: Backend) -> tuple[Player, Player]:
    """Two players of different addresses: those of one address raise a rating only once a day."""
    return backend.player(), backend.player(address="127.0.0.2")


def sit_down(*players: Player, draws: int = 20) -> list[Seated]:
    """A match between these people, by default long enough to be rated when one of them resigns."""
    first = players[0].create(DUEL, private=True)
    seats = [first, *(player.join(first.table_id) for player in players[1:])]
    draw_on(seats, draws)
    return seats


def test_a_match_between_two_people_is_rated_for_both_and_can_be_asked_for_at_once(backend: Backend) -> None:
    winner, loser = two_people(backend)
    assert rating(winner) is None
    seats = sit_down(winner, loser)
    assert rating(winner) is None
    seats[1].act(RESIGN)
    up, down = rating(winner), rating(loser)
    assert up["mean"] > 25 > down["mean"]
    assert (up["matches"], down["matches"]) == (1, 1)
    for one in (up, down):
        assert 0 < one["uncertainty"] < 25 / 3
        assert one["shown"] == max(0, round(1000 + 40 * (one["mean"] - 3 * one["uncertainty"])))
    assert up["shown"] > 1000 > down["shown"]
    assert rating(winner) == up


def test_ratings_change_with_matches_and_winners_rank_higher(backend: Backend) -> None:
    strong, weak = two_people(backend)
    before = 1000
    for number in range(1, 5):
        sit_down(strong, weak)[1].act(RESIGN)
        now = rating(strong)
        assert now["matches"] == number
        assert now["shown"] > before
        before = now["shown"]
    assert rating(weak)["shown"] < before
    assert figures(weak, DUEL)["lost"] == 4


def test_a_match_against_a_bot_is_rated_unless_the_player_brought_the_seed(backend: Backend) -> None:
    player = backend.player()
    player.create(DUEL, seed="mine", seats=[{"kind": "human"}, GREEDY]).act(RESIGN)
    assert figures(player, DUEL)["lost"] == 1
    assert rating(player) is None
    player.create(DUEL, seats=[{"kind": "human"}, GREEDY]).act(RESIGN)
    assert rating(player)["matches"] == 1
    assert rating(player)["mean"] < 25


def test_a_solitaire_has_no_rating(backend: Backend) -> None:
    player = backend.player()
    table = player.create(SOLITAIRE)
    table.act(table.legal()[0])
    player.ask("POST", f"{table.path}/leave")
    assert figures(player, SOLITAIRE)["rating"] is None


def test_who_leaves_is_rated_at_once_and_the_other_by_what_comes_of_it(backend: Backend) -> None:
    left, stayed = two_people(backend)
    seats = sit_down(left, stayed)
    seats[0].act(seats[0].legal()[0])
    left.ask("POST", f"{seats[0].path}/leave")
    assert rating(left)["mean"] < 25
    assert rating(stayed) is None
    seats[1].view()
    seats[1].act(RESIGN)
    assert rating(stayed)["mean"] < 25
    assert rating(left)["matches"] == 1


def test_who_leaves_before_the_first_move_is_not_rated(backend: Backend) -> None:
    left, stayed = two_people(backend)
    first = left.create(DUEL, private=True)
    stayed.join(first.table_id)
    left.ask("POST", f"{first.path}/leave")
    assert rating(left) is None


def played_on(first: Seated, second: Seated, random: Random) -> Json | None:
    """Make a random move for each who may; return the end once it has come."""
    for seat in (first, second):
        seat.view()
        move = some_move(seat.legal(), random)
        if move is not None:
            seat.post(seat.message(move))
    seen = first.view()
    return seen if seen["outcome"] else None


def test_a_match_of_four_with_two_people_and_two_bots_is_rated_by_its_places(backend: Backend) -> None:
    people = two_people(backend)
    seats = [{"kind": "human"}, GREEDY, {"kind": "human"}, {"kind": "bot", "level": "random"}]
    first = people[0].create(FOURSOME, options={"limit": 10}, seats=seats, private=True)
    second = people[1].join(first.table_id)
    seen = eventually(partial(played_on, first, second, Random(5)), seconds=30)
    assert seen["view"]["round"] > 1, "no seat can be off its bid by ten tricks in one round"
    found = [rating(player, FOURSOME) for player in people]
    assert [one["matches"] for one in found] == [1, 1]
    scores = seen["outcome"]["scores"]
    order = [(f"p{seat + 1}" not in seen["outcome"]["winners"], scores[seat]) for seat in (0, 2)]
    means = [one["mean"] for one in found]
    assert (order[0] < order[1]) == (means[0] > means[1])
    assert (order[0] > order[1]) == (means[0] < means[1])


def test_connected_players_of_every_process_learn_how_the_match_counts(backend: Backend) -> None:
    first, second = two_people(backend)
    for long_enough, status in ((False, "void"), (True, "rated")):
        seats = sit_down(first, second, draws=20 if long_enough else 0)
        with seats[0].socket() as one, seats[0].socket() as other, seats[1].socket() as opposite:
            for socket in (one, other, opposite):
                socket.kind("snapshot")
            seats[1].act(RESIGN)
            for socket in (one, other, opposite):
                told = socket.until(lambda message: message["kind"] == "table" and message["rating"] is not None)
                assert told["rating"]["status"] == status
        assert first.ask("GET", f"{seats[0].path}/news")["rating"]["status"] == status


def test_ratings_outlive_the_server(backend: Backend) -> None:
    player, other = two_people(backend)
    sit_down(player, other)[1].act(RESIGN)
    sit_down(player, other)[0].act(RESIGN)
    backend.restart(kill=True)
    found = eventually(partial(rating, player))
    assert found["matches"] == 2
    assert rating(other)["matches"] == 2


@pytest.mark.parametrize("game", BETWEEN_PEOPLE)
def test_each_level_of_bots_has_a_rating_and_better_ones_a_higher_one(backend: Backend, game: str) -> None:
    card = next(one for one in backend.player().ask("GET", "/api/games") if one["name"] == game)
    assert list(card["ratings"]) == card["levels"]
    assert list(card["ratings"].values()) == sorted(card["ratings"].values())


def test_solitaires_have_no_rated_bots(backend: Backend) -> None:
    cards = {one["name"]: one["ratings"] for one in backend.player().ask("GET", "/api/games")}
    assert {name for name, ratings in cards.items() if ratings} == set(BETWEEN_PEOPLE)


def test_a_result_that_cannot_be_read_does_not_keep_idle_tables_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app, "_SWEEP_SECONDS", 0.01)

    async def run() -> None:
        async with scene(tmp_path) as table:
            for number in range(20):
                await table.ask(0, table.draw(0, number, number))
            resign = msgspec.json.encode({"seq": 20, "baseRev": 20, "kind": "resign", "payload": {}})
            await table.ask(0, resign)
            await table.database.write(Statement("UPDATE results SET record = ?", [("damaged",)]))
            sweeping = asyncio.create_task(app._sweep(table.services))
            while "could not be rated" not in caplog.text:
                await asyncio.sleep(0.01)
            for ear in table.ears:
                table.live.disconnect(ear)
            table.live.used -= table.services.settings.idle_seconds + 1
            while table.services.tables.live:
                assert not sweeping.done()
                await asyncio.sleep(0.01)
            sweeping.cancel()

    asyncio.run(asyncio.wait_for(run(), 10))
