"""Ratings cannot be farmed: not by resigning to oneself, not with help, and not by long matches against oneself."""

import time
from random import Random
from typing import Any

import pytest

from samples import DUEL, FOURSOME, SAVING, easy
from server.running import Backend, Json, Player, Seated, draw_on, moves

RESIGN: Json = {"kind": "resign", "payload": {}}
RANDOM: Json = {"kind": "bot", "level": "random"}
DAY = 86_400
NEWCOMER: Json = {"shown": 1000, "mean": 25.0}
"""What counts as the rating of a player who has none."""


def rating(player: Player, game: str = DUEL) -> Any:
    found: Json = player.ask("GET", "/api/players/me/stats").get(game) or {"rating": None}
    return found["rating"]


def shown(player: Player) -> int:
    """The number that people see."""
    return int((rating(player) or NEWCOMER)["shown"])


def sit_down(first: Player, second: Player) -> list[Seated]:
    seat = first.create(DUEL, private=True)
    return [seat, second.join(seat.table_id)]


def resign_to_oneself(backend: Backend, matches: int, other: str) -> None:
    """Lose many short matches against one's own second player, and see that no rating moves."""
    winner, loser = backend.player(), backend.player(address=other)
    for _ in range(matches):
        seats = sit_down(winner, loser)
        draw_on(seats, 3)
        seats[1].act(RESIGN)
    assert rating(winner) is None
    assert rating(loser) is None
    stats = winner.ask("GET", "/api/players/me/stats")[DUEL]
    assert (stats["played"], stats["won"]) == (matches, matches)


@pytest.mark.parametrize("other", ["127.0.0.1", "127.0.0.2"])
def test_resigning_to_oneself_moves_no_rating(backend: Backend, other: str) -> None:
    resign_to_oneself(backend, 5, other)


@pytest.mark.long
def test_eighty_resignations_to_oneself_move_no_rating(backend: Backend) -> None:
    resign_to_oneself(backend, 80, "127.0.0.1")


@pytest.mark.parametrize("leaves", [False, True], ids=["resigns", "leaves"])
def test_the_twenty_first_action_makes_a_match_count(backend: Backend, leaves: bool) -> None:
    winner, loser = backend.player(), backend.player(address="127.0.0.2")
    for actions, counts in ((19, False), (20, True)):
        seats = sit_down(winner, loser)
        draw_on(seats, actions)
        if leaves:
            seats[1].act(seats[1].legal()[0])
            loser.ask("POST", f"{seats[1].path}/leave")
        else:
            seats[1].act(RESIGN)
        assert (shown(loser) < 1000) is counts
        assert (shown(winner) > 1000) is (counts and not leaves)


def test_two_players_of_one_address_raise_a_rating_once_a_day(backend: Backend) -> None:
    winner, loser = backend.player(), backend.player()
    began = time.time() // DAY
    rises, tables = [], []
    for _ in range(3):
        before = shown(winner), shown(loser)
        seats = sit_down(winner, loser)
        draw_on(seats)
        seats[1].act(RESIGN)
        assert shown(loser) < before[1]
        rises.append(shown(winner) > before[0])
        tables.append(seats[0].path)
    days = 1 + int(time.time() // DAY - began)
    assert 1 <= sum(rises) <= days
    reasons = [winner.ask("GET", f"{path}/news")["rating"] for path in tables]
    assert [one["status"] for one in reasons] == ["rated" if rose else "lowersOnly" for rose in rises]
    assert reasons[1]["code"] == "SAME_ADDRESS" or rises[1]
    friend = backend.player(address="127.0.0.3")
    before = shown(winner), shown(friend)
    seats = sit_down(winner, friend)
    draw_on(seats)
    seats[1].act(RESIGN)
    assert shown(winner) > before[0], "a match with somebody else counts as ever"


def test_joining_again_with_the_token_of_a_seat_does_not_hide_a_shared_address(backend: Backend) -> None:
    winner, loser = backend.player(), backend.player()
    rises = []
    for _ in range(3):
        before = shown(winner)
        seats = sit_down(winner, loser)
        draw_on(seats)
        for seat in seats:
            seat.player.ask("POST", f"{seat.path}/join", token=seat.token)
        seats[1].act(RESIGN)
        rises.append(shown(winner) > before)
    assert sum(rises) <= 2, "once a day, and midnight may pass"


def play_with_help(player: Player, kind: str) -> Seated:
    """Play a match of four against random bots to its end, with a hint for each action or with a pause."""
    seat = player.create(FOURSOME, options=easy(FOURSOME), seats=[{"kind": "human"}, RANDOM, RANDOM, RANDOM])
    random = Random(seat.table_id)
    if kind == "pause":
        seat.view()
        seat.act({"kind": "pause", "payload": {}})
        seat.act({"kind": "resume", "payload": {}})
    while not (seen := seat.view())["outcome"]:
        choice = moves(seen["legal"])
        if not choice:
            time.sleep(0.01)
            continue
        hint = seat.act({"kind": "hint", "payload": {}})["report"].get("hint") if kind == "hint" else None
        seat.act(hint or random.choice(choice))
    return seat


@pytest.mark.parametrize("kind", ["hint", "pause"])
def test_a_match_with_help_or_a_pause_never_raises_a_rating(backend: Backend, kind: str) -> None:
    player = backend.player()
    stats: Json = {"won": 0}
    for _ in range(40):
        before = rating(player, FOURSOME) or NEWCOMER
        seat = play_with_help(player, kind)
        after = rating(player, FOURSOME) or NEWCOMER
        assert after["shown"] <= before["shown"]
        assert after["mean"] <= before["mean"]
        told = player.ask("GET", f"{seat.path}/news")["rating"]
        assert (told["status"], told["code"]) == ("lowersOnly", "HELP_USED")
        stats = player.ask("GET", "/api/players/me/stats")[FOURSOME]
        if stats["won"]:
            return
    pytest.fail(f"no match was won with help in forty: {stats}")


def test_a_bot_match_that_was_left_raises_nothing(backend: Backend) -> None:
    player = backend.player()
    for _ in range(3):
        before = shown(player)
        seat = player.create(DUEL, seats=[{"kind": "human"}, {"kind": "bot", "level": "master"}])
        seat.view()
        seat.act(seat.legal()[0])
        player.ask("POST", f"{seat.path}/leave")
        assert shown(player) <= before


# --- the player is told -----------------------------------------------------------------------------------------


def test_both_players_are_told_at_the_end_that_a_short_match_is_not_rated(backend: Backend) -> None:
    winner, loser = backend.player(), backend.player(address="127.0.0.2")
    seats = sit_down(winner, loser)
    with seats[0].socket() as first, seats[1].socket() as second, backend.player().socket(seats[0].table_id) as watcher:
        for socket in (first, second, watcher):
            assert socket.kind("table")["rating"] is None
        seats[1].act(RESIGN)
        for socket in (first, second):
            told = socket.until(lambda message: message["kind"] == "table")["rating"]
            assert (told["status"], told["code"]) == ("void", "MATCH_TOO_SHORT")
            assert "20 actions" in told["reason"]
        assert watcher.until(lambda message: message["kind"] == "table")["rating"] is None
    assert winner.ask("GET", f"{seats[0].path}/news")["rating"] == told
    with seats[0].socket() as again:
        assert again.kind("table")["rating"] == told


def test_a_match_that_counts_is_shown_as_rated(backend: Backend) -> None:
    seats = sit_down(backend.player(), backend.player(address="127.0.0.2"))
    draw_on(seats)
    with seats[0].socket() as socket:
        socket.kind("snapshot")
        seats[1].act(RESIGN)
        told = socket.until(lambda message: message["kind"] == "table" and message["rating"] is not None)
    assert told["rating"] == {"status": "rated", "code": None, "reason": None}


def test_a_match_with_a_chosen_seed_is_shown_as_not_rated_from_the_start(backend: Backend) -> None:
    seat = backend.player().create(DUEL, seed="mine", seats=[{"kind": "human"}, RANDOM])
    with seat.socket() as socket:
        told = socket.kind("table")["rating"]
    assert (told["status"], told["code"]) == ("void", "SEED_GIVEN")
    listed = backend.player().ask("GET", "/api/tables")
    assert next(one for one in listed if one["tableId"] == seat.table_id)["rating"] == told


def test_a_solitaire_has_no_rating_notice(backend: Backend) -> None:
    seat = backend.player().create(SAVING)
    seat.view()
    seat.act(RESIGN)
    assert seat.player.ask("GET", f"{seat.path}/news")["rating"] is None
