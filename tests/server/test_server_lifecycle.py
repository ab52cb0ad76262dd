"""From the first visit to the rematch: how tables are opened, joined, watched, left, removed and played again."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from samples import DUEL, FOURSOME, SOLITAIRE, TIMED, an_option, easy, idle_move
from server.running import Backend, Json, Player, Seated, applied, eventually, moves
from table.common import sha

RESIGN: Json = {"kind": "resign", "payload": {}}


def listed(player: Player, game: str | None = None) -> dict[str, Json]:
    """The lobby by table."""
    tables = player.ask("GET", "/api/tables" + (f"?game={game}" if game else ""))
    return {table["tableId"]: table for table in tables}


def pair(backend: Backend, **wish: object) -> tuple[Seated, Seated]:
    """Two people at a table."""
    first = backend.player().create(DUEL, **wish)
    return first, backend.player().join(first.table_id)


def dealt(seat: Seated) -> Json | None:
    """The seat's snapshot, once there is one."""
    seen = seat.view()
    return seen if seen["kind"] == "snapshot" else None


def test_a_table_waits_until_all_sit_and_then_begins(backend: Backend) -> None:
    opened = backend.player().create(DUEL)
    assert (opened.seat, opened.status) == (0, "waiting")
    waiting = opened.view()
    assert (waiting["kind"], waiting["status"]) == ("table", "waiting")
    assert [seat["open"] for seat in waiting["seats"]] == [False, True]
    assert opened.post({"seq": 0, "baseRev": 0, "kind": "resign", "payload": {}})["code"] == "MATCH_NOT_ACTIVE"
    joined = backend.player().join(opened.table_id)
    assert (joined.seat, joined.status) == (1, "active")
    views = [eventually(partial(dealt, seat)) for seat in (opened, joined)]
    assert [view["rev"] for view in views] == [0, 0]
    assert views[0]["view"] != views[1]["view"]
    assert opened.act(opened.legal()[0])["rev"] == 1


def test_a_waiting_socket_gets_joins_and_the_deal(backend: Backend) -> None:
    opened = backend.player().create(FOURSOME)
    with opened.socket() as socket:
        assert [seat["open"] for seat in socket.receive()["seats"]] == [False, True, True, True]
        others = [backend.player().join(opened.table_id) for _ in range(3)]
        assert [other.seat for other in others] == [1, 2, 3]
        begun = socket.until(lambda message: message["kind"] == "table" and message["status"] == "active")
        assert not any(seat["open"] for seat in begun["seats"])
        snapshot = socket.kind("snapshot")
        assert (snapshot["reason"], snapshot["rev"], snapshot["matchId"]) == ("CONNECT", 0, opened.table_id)
        waiting = [message for message in socket.received if message["kind"] == "table"]
        assert [sum(seat["open"] for seat in message["seats"]) for message in waiting][-1] == 0


def test_a_table_whose_other_seats_are_bots_begins_at_once_and_the_bots_play(backend: Backend) -> None:
    seats = [{"kind": "bot"}, {"kind": "human"}, {"kind": "bot", "level": "random"}, {"kind": "bot"}]
    opened = backend.player().create(FOURSOME, seats=seats, options=easy(FOURSOME))
    assert (opened.seat, opened.status) == (1, "active")
    with opened.socket() as socket:
        turn = socket.until(lambda message: bool(moves(message.get("legal", []))))
        assert socket.ask(moves(turn["legal"])[0] | {"seq": 0, "baseRev": turn["rev"]}, seat=1)["kind"] == "ack"
        acks = [message for message in socket.received if message["kind"] == "ack"]
        acks += [socket.kind("ack") for _ in range(3)]
        assert {"p1", "p3", "p4"} & {ack["clientId"] for ack in acks}


def test_the_lobby_shows_public_tables_that_are_not_over(backend: Backend) -> None:
    player = backend.player()
    public = player.create(DUEL)
    private = player.create(DUEL, private=True)
    alone, opened = player.create(SOLITAIRE), player.create(SOLITAIRE, private=False)
    lobby = listed(player)
    assert public.table_id in lobby
    assert opened.table_id in lobby
    assert alone.table_id not in lobby
    assert private.table_id not in lobby
    assert lobby[public.table_id]["seats"][1]["open"]
    assert opened.table_id not in listed(player, DUEL)
    assert public.table_id in listed(player, DUEL)
    backend.player().join(public.table_id)
    assert listed(player)[public.table_id]["status"] == "active"
    public.act(RESIGN)
    assert public.table_id not in listed(player)
    assert player.refused("GET", "/api/tables?game=poker") == (400, "UNKNOWN_GAME")


def test_the_lobby_reveals_neither_deals_nor_tokens(backend: Backend) -> None:
    player = backend.player()
    table = player.create(SOLITAIRE, seed="a-seed-of-my-own", private=False)
    text = backend.player().request("GET", "/api/tables").text
    assert table.table_id in text
    assert "a-seed-of-my-own" not in text
    assert player.player_id not in text
    assert table.token not in text


def test_a_private_table_is_joined_by_its_link(backend: Backend) -> None:
    first, second = pair(backend, private=True)
    assert second.status == "active"
    assert first.table_id not in listed(second.player)


def test_all_seats_taken_is_said_and_joining_twice_gives_the_same_seat(backend: Backend) -> None:
    first, second = pair(backend)
    again = second.player.join(first.table_id)
    assert (again.seat, again.token) == (1, second.token)
    stranger = backend.player()
    assert stranger.refused("POST", f"{first.path}/join") == (409, "SEAT_TAKEN")
    assert stranger.refused("POST", "/api/tables/0000000000000000/join") == (404, "NO_SUCH_TABLE")


def test_a_player_finds_their_unfinished_tables(backend: Backend) -> None:
    first, second = pair(backend, private=True)
    alone = second.player.create(TIMED)
    mine = [table["tableId"] for table in second.player.ask("GET", "/api/players/me/tables")]
    assert mine == [alone.table_id, first.table_id]
    first.act(RESIGN)
    mine = [table["tableId"] for table in second.player.ask("GET", "/api/players/me/tables")]
    assert mine == [alone.table_id]


def test_the_host_may_remove_a_waiting_table_and_nobody_else(backend: Backend) -> None:
    host = backend.player()
    table = host.create(FOURSOME)
    guest = backend.player().join(table.table_id)
    assert guest.player.refused("DELETE", table.path) == (403, "NOT_THE_HOST")
    assert guest.player.refused("DELETE", table.path, token="") == (401, "NOT_SIGNED_IN")
    with guest.socket() as here, guest.socket() as there:
        assert here.receive()["status"] == there.receive()["status"] == "waiting"
        host.ask("DELETE", table.path)
        assert here.kind("table")["status"] == "removed"
        assert there.kind("table")["status"] == "removed"
    for _ in backend.servers:
        assert guest.player.refused("GET", table.path) == (404, "NO_SUCH_TABLE")
        assert guest.player.refused("POST", f"{table.path}/join") == (404, "NO_SUCH_TABLE")
    assert table.table_id not in listed(host)


def test_a_table_in_play_stays(backend: Backend) -> None:
    first, _ = pair(backend)
    assert first.player.refused("DELETE", first.path) == (409, "TABLE_BEGUN")


def test_who_gets_up_from_a_waiting_table_leaves_the_seat_open_and_the_token_void(backend: Backend) -> None:
    opened = backend.player().create(FOURSOME)
    guest = backend.player().join(opened.table_id)
    guest.player.ask("POST", f"{opened.path}/leave", token=guest.token)
    assert guest.player.refused("GET", opened.path, token=guest.token) == (401, "BAD_TOKEN")
    assert guest.player.refused("POST", f"{opened.path}/leave") == (403, "NOT_YOUR_SEAT")
    other = backend.player().join(opened.table_id)
    assert other.seat == guest.seat
    assert other.token != guest.token
    assert other.view()["seats"][guest.seat]["open"] is False


def test_a_seat_left_for_good_is_played_by_a_bot(backend: Backend) -> None:
    first, second = pair(backend)
    with first.socket() as socket:
        socket.kind("snapshot")
        second.player.ask("POST", f"{second.path}/leave")
        news = socket.kind("table")
        assert news["seats"][1] == {"kind": "bot", "level": "greedy", "name": None, "open": False}
        assert [socket.kind("ack")["clientId"] for _ in range(3)] == ["p2"] * 3
    assert second.player.refused("POST", f"{second.path}/actions", RESIGN, token=second.token) == (401, "BAD_TOKEN")
    assert second.player.refused("POST", f"{second.path}/leave") == (403, "NOT_YOUR_SEAT")
    assert second.player.refused("POST", f"{second.path}/join") == (409, "SEAT_TAKEN")
    first.view()
    first.act(RESIGN)
    assert first.player.ask("GET", "/api/players/me/stats")[DUEL]["lost"] == 1
    assert second.player.ask("GET", "/api/players/me/stats").get(DUEL, {"won": 0})["won"] == 0


def test_a_player_who_left_keeps_a_watchers_view(backend: Backend) -> None:
    first, second = pair(backend)
    with second.socket() as socket:
        assert "you" in socket.kind("snapshot")["view"]
        second.player.ask("POST", f"{second.path}/leave")
        seen = socket.kind("snapshot", "ack")
        assert (seen["kind"], seen["reason"], seen["legal"]) == ("snapshot", "CONNECT", [])
        view = seen["view"]
        first.act(first.legal()[0])
        socket.rev(seen["rev"] + 2)
        told = socket.ask_hash()
        for ack in [one for one in socket.received if one["kind"] == "ack" and one["rev"] > seen["rev"]]:
            view = applied(view, ack["change"])
        assert told["viewHash"] == sha({"rev": told["rev"], "view": view})


def test_a_player_who_returns_after_leaving_gets_a_watchers_view(backend: Backend) -> None:
    first, second = pair(backend)
    first.act(first.legal()[0])
    with first.socket() as socket:
        had = socket.kind("snapshot")
        assert "you" in had["view"]
    first.player.ask("POST", f"{first.path}/leave")
    with first.player.socket(first.table_id, rev=had["rev"]) as socket:
        seen = socket.kind("snapshot", "ack")
        assert (seen["kind"], seen["reason"], seen["legal"]) == ("snapshot", "CONNECT", [])
        assert "you" not in seen["view"]
    assert second.view()["view"]["you"]


def test_who_sits_down_with_the_token_of_their_seat_gets_it_again(backend: Backend) -> None:
    table, program = backend.player().create(DUEL), backend.player()
    for status in ("waiting", "active"):
        again = program.ask("POST", f"{table.path}/join", token=table.token)
        assert again == {"tableId": table.table_id, "seat": "p1", "token": table.token, "status": status}
        if status == "waiting":
            assert backend.player().join(table.table_id).seat == 1
    elsewhere = backend.player().create(DUEL)
    assert program.refused("POST", f"{elsewhere.path}/join", token=table.token) == (401, "BAD_TOKEN")


def test_a_solitaire_left_after_a_move_counts_as_lost_and_an_untouched_one_does_not(backend: Backend) -> None:
    player = backend.player()
    for actions in (0, 2):
        table = player.create(SOLITAIRE, seed="1", options=easy(SOLITAIRE))
        for _ in range(actions):
            table.act(idle_move(SOLITAIRE))
        player.ask("POST", f"{table.path}/leave")
    stats = player.ask("GET", "/api/players/me/stats")
    assert {key: stats[SOLITAIRE][key] for key in ("played", "won", "lost")} == {"played": 1, "won": 0, "lost": 1}


def test_a_solitaire_that_was_left_is_over_and_nobody_plays_it_on(backend: Backend) -> None:
    player, watcher = backend.player(), backend.player()
    table = player.create(SOLITAIRE, seed="1", options=easy(SOLITAIRE), private=False)
    table.act(idle_move(SOLITAIRE))
    player.ask("POST", f"{table.path}/leave")
    time.sleep(0.3)
    assert watcher.ask("GET", table.path)["rev"] == 1
    assert watcher.request("GET", f"{table.path}/replay").is_success
    assert table.table_id not in [one["tableId"] for one in watcher.ask("GET", "/api/tables")]


def test_everyone_at_a_table_may_leave_and_the_game_still_ends(backend: Backend) -> None:
    seats = [{"kind": "human"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]
    table = backend.player().create(FOURSOME, seats=seats, options=easy(FOURSOME))
    table.player.ask("POST", f"{table.path}/leave")
    watcher = backend.player()
    assert eventually(lambda: watcher.request("GET", f"{table.path}/replay").is_success)


def test_a_watcher_sees_what_a_watcher_may_and_cannot_act(backend: Backend) -> None:
    first, _ = pair(backend)
    watcher = backend.player()
    seen = watcher.ask("GET", first.path)
    assert (seen["legal"], seen["expectedSeq"]) == ([], 0)
    assert "seed" not in seen
    assert watcher.refused("GET", f"{first.path}/legal") == (403, "NOT_YOUR_SEAT")
    assert watcher.refused("POST", f"{first.path}/actions", RESIGN) == (403, "NOT_YOUR_SEAT")
    assert watcher.refused("POST", f"{first.path}/hint") == (403, "NOT_YOUR_SEAT")
    assert watcher.refused("POST", f"{first.path}/leave") == (403, "NOT_YOUR_SEAT")
    with watcher.socket(first.table_id) as socket:
        assert socket.kind("snapshot")["view"] == seen["view"]
        assert socket.ask({"seq": 0, "baseRev": 0, **RESIGN})["code"] == "NOT_YOUR_SEAT"
        whole = socket.ask({"kind": "stateRequest", "payload": {}})
        assert (whole["kind"], whole["reason"], whole["seat"]) == ("snapshot", "STATE_REQUEST", None)
        first.act(first.legal()[0])
        ack = socket.rev(1)
        assert "legal" not in ack
        assert ack["clientId"] == "p1"


def test_a_rematch_is_a_new_deal_for_both_players(backend: Backend) -> None:
    first, second = pair(backend, private=True, options=easy(DUEL))
    before = first.view()
    assert first.player.refused("POST", f"{first.path}/rematch", {}) == (409, "TABLE_NOT_OVER")
    first.act(RESIGN)
    stranger = backend.player()
    assert stranger.refused("POST", f"{first.path}/rematch", {}) == (403, "NOT_YOUR_SEAT")
    assert first.player.refused("POST", f"{first.path}/rematch", {"retry": True}) == (400, "NOT_BETWEEN_PEOPLE")
    with second.socket() as socket:
        socket.kind("snapshot")
        again = Seated(first.player, first.player.ask("POST", f"{first.path}/rematch", {}))
        socket.until(lambda told: told["kind"] == "table" and told["rematch"] == again.table_id)  # presence is told too
    also = Seated(second.player, second.player.ask("POST", f"{second.path}/rematch", {}))
    assert (again.status, also.status) == ("waiting", "active")
    assert again.table_id == also.table_id != first.table_id
    assert {again.seat, also.seat} == {0, 1}
    after = also.view()
    assert after["options"]["mode"] == "shared"
    assert after["commitment"] != before["commitment"]
    assert after["view"] != before["view"]
    assert again.table_id not in listed(stranger)


def test_the_seats_of_a_rematch_are_for_those_who_sat_there(backend: Backend) -> None:
    first, second = pair(backend, private=True)
    first.act(RESIGN)
    first.player.ask("POST", f"{first.path}/rematch", {})
    assert backend.player().refused("POST", f"{first.path}/rematch", {}) == (403, "NOT_YOUR_SEAT")
    assert second.player.ask("POST", f"{second.path}/rematch", {})["status"] == "active"


def test_who_asks_for_a_rematch_twice_at_once_gets_one(backend: Backend) -> None:
    player = backend.player()
    table = player.create(DUEL, seats=[{"kind": "human"}, {"kind": "bot"}], private=True)
    table.view()
    table.act(RESIGN)
    askers = [backend.player(player.token) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(lambda requester: requester.ask("POST", f"{table.path}/rematch", {})["tableId"], askers))
    assert len(set(opened)) == 1
    assert [one["tableId"] for one in player.ask("GET", "/api/players/me/tables")] == opened[:1]


def test_a_removed_rematch_does_not_block_another(backend: Backend) -> None:
    first, second = pair(backend, private=True)
    first.act(RESIGN)
    gone = first.player.ask("POST", f"{first.path}/rematch", {})["tableId"]
    first.player.ask("DELETE", f"/api/tables/{gone}")
    again = second.player.ask("POST", f"{second.path}/rematch", {})
    assert again["tableId"] != gone
    joined = first.player.ask("POST", f"{first.path}/rematch", {})
    assert (joined["tableId"], joined["status"]) == (again["tableId"], "active")


def test_a_solitaire_may_be_retried_with_its_seed_or_a_new_one(backend: Backend) -> None:
    player = backend.player()
    table = player.create(SOLITAIRE, options=easy(SOLITAIRE), private=True)
    seed = table.view()["seed"]
    table.act(idle_move(SOLITAIRE))
    again = Seated(player, player.ask("POST", f"{table.path}/rematch", {"retry": True}))
    retried = again.view()
    assert (retried["seed"], retried["rev"], retried["options"]) == (seed, 0, retried["options"] | easy(SOLITAIRE))
    rematch = Seated(player, player.ask("POST", f"{again.path}/rematch", {}))
    assert rematch.view()["seed"] != seed
    assert rematch.table_id not in listed(player)


def test_a_retry_is_a_retry_also_after_a_new_deal(backend: Backend) -> None:
    player = backend.player()
    table = player.create(TIMED)
    seed = table.view()["seed"]
    other = Seated(player, player.ask("POST", f"{table.path}/rematch", {}))
    assert other.view()["seed"] != seed
    retried = Seated(player, player.ask("POST", f"{table.path}/rematch", {"retry": True}))
    assert retried.view()["seed"] == seed
    assert retried.table_id not in (table.table_id, other.table_id)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "poker"}, "UNKNOWN_GAME"),
        ({"game": DUEL, "seats": [{"kind": "human"}]}, "BAD_SEATS"),
        ({"game": DUEL, "seats": [{"kind": "bot"}, {"kind": "bot"}]}, "BAD_SEATS"),
        ({"game": DUEL, "seats": [{"kind": "human"}, {"kind": "dog"}]}, "BAD_SEATS"),
        ({"game": DUEL, "seats": [{"kind": "human"}, {"kind": "bot", "level": "wise"}]}, "UNKNOWN_BOT"),
        ({"game": DUEL, "seed": "mine"}, "SEED_BETWEEN_PEOPLE"),
        ({"game": TIMED, "seed": "01"}, "BAD_SEED"),
        ({"game": SOLITAIRE, "options": {an_option(SOLITAIRE): 2.5}}, "BAD_OPTION"),
        ({"game": SOLITAIRE, "options": {"cheat": True}}, "BAD_OPTION"),
        ({"game": SOLITAIRE, "state": {}}, "BAD_REQUEST"),
        ({}, "BAD_REQUEST"),
        ([], "BAD_REQUEST"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_code(backend: Backend, wish: Json, code: str) -> None:
    player = backend.player()
    assert player.refused("POST", "/api/tables", wish) == (400, code)
    assert player.ask("GET", "/api/players/me/tables") == []


def test_a_solitaire_is_for_its_player_alone_unless_it_was_opened(backend: Backend) -> None:
    player, stranger = backend.player(), backend.player()
    table = player.create(SOLITAIRE)
    for path in (table.path, f"{table.path}/news", f"{table.path}/replay"):
        assert stranger.refused("GET", path) == (403, "PRIVATE_TABLE")
        assert stranger.refused("GET", path, token="") == (403, "PRIVATE_TABLE")
    with stranger.socket(table.table_id) as socket:
        closed = socket.closed()
        assert (closed.code, closed.word["code"]) == (4400, "PRIVATE_TABLE")
        assert [message["kind"] for message in socket.received] == ["closed"], "nothing of the game was sent"
    assert table.view()["rev"] == 0
    again = player.ask("POST", f"{table.path}/rematch", {"retry": True})["tableId"]
    assert stranger.refused("GET", f"/api/tables/{again}") == (403, "PRIVATE_TABLE"), "a rematch is private too"
    player.ask("POST", f"{table.path}/leave")
    assert player.request("GET", f"{table.path}/replay").is_success, "who has left it still owns it"
    assert stranger.refused("GET", f"{table.path}/replay") == (403, "PRIVATE_TABLE")
    opened = player.create(SOLITAIRE, private=False)
    assert stranger.ask("GET", opened.path)["seat"] is None
    with stranger.socket(opened.table_id) as socket:
        assert socket.kind("snapshot")["seat"] is None
