"""Never Nine's clock: what it decides, and how it runs on a server and over a restart."""

from msgspec.structs import replace

from saloon.core.clock import Due, Times
from saloon.games.nevernine import NeverNine
from saloon.games.nevernine.clock import NeverNineClock
from saloon.games.nevernine.state import Bid, BidFor, Options, Play, PlayFor
from server.aging import age, is_servers, people, restarted_later
from server.running import Backend, Json, eventually

CLOCK = NeverNineClock()
EVERYBODY = dict.fromkeys(range(4), 0)

# --- what it decides --------------------------------------------------------------------------------------------


def test_the_seat_whose_turn_it_is_is_played_for_when_its_time_is_up() -> None:
    options = Options(turn_seconds=30)
    state = NeverNine().deal("1", options)
    assert CLOCK.turn(state) == state.turn
    assert CLOCK.due(state, options, Times(EVERYBODY, turn=4_000)) == [
        Due(34_000, play_for=state.turn, seat=state.turn)
    ]


def test_nothing_is_due_for_a_stopped_clock_or_without_a_turn() -> None:
    options = Options(turn_seconds=60)
    state = NeverNine().deal("1", options)
    others = {seat: 0 for seat in EVERYBODY if seat != state.turn}
    assert CLOCK.due(state, options, Times(others, turn=0)) == []
    assert CLOCK.due(replace(state, turn=None), options, Times(EVERYBODY, turn=0)) == []


def test_what_a_bot_has_chosen_becomes_the_servers_action() -> None:
    assert CLOCK.played_for(2, Bid(3)) == BidFor(3, "p3")
    assert CLOCK.played_for(0, Play("7H")) == PlayFor("7H", "p1")


def test_the_clock_runs_where_the_players_have_chosen_a_time_and_then_the_table_stays_in_memory() -> None:
    assert not CLOCK.runs(Options())
    assert CLOCK.runs(Options(turn_seconds=30))
    assert CLOCK.keeps_table


# --- on a server ------------------------------------------------------------------------------------------------


def test_never_nines_turn_time_lets_the_server_play_for_a_seat_and_the_next_has_its_own(backend: Backend) -> None:
    seats = people(backend, "nevernine", 4, turnSeconds=60)
    age(backend, 60_000, seats[0])
    backend.restart()
    with seats[0].socket() as socket:
        snapshot = socket.kind("snapshot")
        ack = socket.until(is_servers) if snapshot["rev"] == 0 else None
        assert socket.silent(0.2), "the next has their own time"
    views = [seat.view() for seat in seats]
    assert [view["rev"] for view in views] == [1] * 4
    assert [view["expectedSeq"] for view in views] == [0] * 4
    turn = _number(views[0]["view"]["turn"])
    if ack is not None:
        assert (ack["action"]["kind"], ack["seq"]) == ("bidFor", None)
        assert ack["action"]["payload"]["player"] == f"p{(turn - 1) % 4 + 1}"
    assert seats[turn].act(seats[turn].legal()[0])["rev"] == 2


def test_the_time_of_a_turn_continues_after_a_restart(backend: Backend) -> None:
    seats = people(backend, "nevernine", 4, turnSeconds=30)
    turn = _number(seats[0].view()["view"]["turn"])
    seats[turn].view()
    seats[turn].act(seats[turn].legal()[0])
    restarted_later(backend, 30_000, seats[0])
    seen = eventually(lambda: _beyond(seats[0].view(), 1))
    assert (seen["rev"], _number(seen["view"]["turn"])) == (2, (turn + 2) % 4)


def _number(player: str) -> int:
    return int(player.removeprefix("p")) - 1


def _beyond(view: Json, rev: int) -> Json | None:
    return view if view["rev"] > rev else None
