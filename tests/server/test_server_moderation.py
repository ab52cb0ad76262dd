"""Operators: they end tables, moderate players and read what was done; nobody else can."""

import asyncio
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.terminal import Shell, shell  # noqa: F401 - a fixture
from saloon.store import open_database
from saloon.store.schema import METADATA
from samples import DUEL, SOLITAIRE, idle_move
from server.running import OPERATOR, QUICK, STARTING, Backend, Json, Player, Running, Seated, draw_on, eventually, fetch

WHY = "a bug in the deal"


def order(player: Player, path: str, **body: Any) -> Any:
    """Send a command of an operator to the player's next server."""
    return player.ask("POST", f"/api/operator/{path}", {"reason": WHY, "operator": "Olga", **body}, token=OPERATOR)


def audit(player: Player) -> list[Json]:
    """Return the audit log."""
    entries: list[Json] = player.ask("GET", "/api/operator/audit", token=OPERATOR)
    return entries


def duel(backend: Backend, **wish: Any) -> tuple[Seated, Seated]:
    """Let two new players sit down at a match."""
    ann, ben = backend.player(), backend.player()
    first = ann.create(DUEL, seats=[{"kind": "human"}, {"kind": "human"}], **wish)
    return first, ben.join(first.table_id)


def banned_from(player: Player) -> bool:
    """Whether every server refuses a player for a ban."""
    return all(player.request("GET", "/api/players/me").status_code == 403 for _ in range(2))


# --- who may ----------------------------------------------------------------------------------------------------


def test_only_the_operators_token_opens_the_commands(backend: Backend) -> None:
    player = backend.player()
    path = "/api/operator/audit"
    assert player.refused("GET", path) == (401, "BAD_TOKEN")
    assert player.refused("GET", path, token="") == (401, "NOT_SIGNED_IN")
    assert player.refused("GET", path, token=f"{OPERATOR}x") == (401, "BAD_TOKEN")
    assert player.refused("POST", "/api/operator/drain", b"{", token="no") == (401, "BAD_TOKEN")
    assert player.refused("POST", "/api/operator/drain", {"reason": " "}, token=OPERATOR) == (400, "BAD_REASON")


def test_a_server_without_a_token_takes_no_commands(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, operator_token=None)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server, Player(server.url) as player:
        assert player.refused("GET", "/api/operator/audit", token=OPERATOR) == (404, "NOT_FOUND")
        assert player.refused("GET", "/api/operator/audit", token="") == (404, "NOT_FOUND")


# --- tables -----------------------------------------------------------------------------------------------------


def test_an_ended_table_sends_the_reason_and_takes_no_action(backend: Backend) -> None:
    first, second = duel(backend)
    first.act(idle_move(first.view()["game"], 0))
    with first.socket() as one, second.socket() as two:
        order(first.player, f"tables/{first.table_id}/end")
        for socket in (one, two):
            news = socket.until(lambda message: message["kind"] == "table" and message["status"] == "finished")
            assert news["ended"] == WHY
    answer = second.post(second.message(idle_move(second.view()["game"], 1)))
    assert (answer["kind"], answer["code"]) == ("reject", "MATCH_NOT_ACTIVE")
    assert WHY in answer["reason"]
    assert first.player.refused(
        "POST", f"/api/operator/tables/{first.table_id}/end", {"reason": WHY}, token=OPERATOR
    ) == (409, "TABLE_OVER")
    newest = audit(first.player)[0]
    assert (newest["operator"], newest["action"], newest["subject"]) == ("Olga", "end", first.table_id)
    assert first.player.ask("GET", "/api/players/me/stats") == {}, "no result was written"


def test_a_waiting_table_can_be_ended_and_nobody_can_join_it(backend: Backend) -> None:
    ann, ben = backend.player(), backend.player()
    table = ann.create(DUEL, seats=[{"kind": "human"}, {"kind": "human"}])
    order(ben, f"tables/{table.table_id}/end")
    assert ben.refused("POST", f"{table.path}/join") == (409, "SEAT_TAKEN")
    assert not any(seat["open"] for seat in ann.ask("GET", f"{table.path}/news")["seats"])


def test_a_voided_game_no_longer_counts(backend: Backend) -> None:
    first, second = duel(backend)
    draw_on([first, second])
    first.act({"kind": "resign", "payload": {}})
    assert second.player.ask("GET", "/api/players/me/stats")[DUEL]["won"] == 1
    order(first.player, f"tables/{first.table_id}/void")
    assert second.player.ask("GET", "/api/players/me/stats").get(DUEL, {"won": 0})["won"] == 0
    assert second.player.ask("GET", f"{second.path}/news")["ended"] == WHY
    assert first.player.refused("POST", "/api/operator/tables/none/void", {"reason": WHY}, token=OPERATOR) == (
        404,
        "NO_SUCH_TABLE",
    )


# --- players ----------------------------------------------------------------------------------------------------


def test_a_banned_player_is_told_why_and_may_come_back(backend: Backend) -> None:
    first, second = duel(backend)
    player = first.player
    with first.socket() as socket:
        order(second.player, f"players/{player.player_id}/ban")
        closed = socket.closed()
        assert (closed.code, closed.word["code"]) == (4400, "PLAYER_BANNED")
    eventually(lambda: banned_from(player))
    problem = player.request("GET", "/api/players/me").json()
    assert problem["code"] == "PLAYER_BANNED"
    assert WHY in problem["reason"]
    assert player.refused("GET", f"{first.path}/legal", token=first.token) == (403, "PLAYER_BANNED"), "a seat's token"
    found = second.player.ask("GET", f"/api/operator/players?name={player.player_id}", token=OPERATOR)
    assert [one["banned"] for one in found] == [WHY]
    order(second.player, f"players/{player.player_id}/unban")
    eventually(lambda: player.request("GET", f"{first.path}/legal", token=first.token).is_success)


def test_revoked_tokens_are_void_and_the_player_keeps_everything(backend: Backend) -> None:
    first, second = duel(backend)
    player, old = first.player, first.player.token
    new = order(second.player, f"players/{player.player_id}/revoke-tokens")["token"]
    eventually(lambda: all(player.request("GET", "/api/players/me/tables").status_code == 401 for _ in range(2)))
    assert player.refused("GET", f"{first.path}/legal", token=first.token) == (401, "BAD_TOKEN")
    assert new != old
    assert player.ask("GET", "/api/players/me", token=new)["playerId"] == player.player_id
    assert player.ask("POST", f"{first.path}/join", token=new)["seat"] == "p1"


def test_a_rename_shows_at_the_table_at_once(backend: Backend) -> None:
    first, second = duel(backend)
    with second.socket() as socket:
        socket.kind("snapshot")
        order(second.player, f"players/{first.player.player_id}/rename", name="Polite")
        assert socket.kind("table")["seats"][0]["name"] == "Polite"
    assert second.player.refused(
        "POST", "/api/operator/players/none/rename", {"reason": WHY, "name": "x"}, token=OPERATOR
    ) == (404, "NO_SUCH_PLAYER")


def test_a_reset_rating_is_that_of_a_newcomer(backend: Backend) -> None:
    first, second = duel(backend)
    draw_on([first, second], 22)
    first.act({"kind": "resign", "payload": {}})
    loser = first.player  # at one address, only the first match of a day raises a rating
    assert loser.ask("GET", "/api/players/me/stats")[DUEL]["rating"] is not None
    order(second.player, f"players/{loser.player_id}/reset-rating", game=DUEL)
    assert loser.ask("GET", "/api/players/me/stats")[DUEL]["rating"] is None


async def rows_naming(url: str, *texts: str) -> dict[str, int]:
    """Return how many values of each table of the database contain a player's id or name."""
    database = open_database(url)
    await database.open()
    found: Counter[str] = Counter()
    for table in METADATA.sorted_tables:
        for row in await database.read(f"SELECT * FROM {table.name}"):
            found[table.name] += sum(any(text in str(value) for text in texts) for value in row)
    await database.close()
    return dict(+found)


def test_a_deleted_player_is_named_nowhere_and_their_opponents_keep_their_games(backend: Backend) -> None:
    over, other = duel(backend)
    draw_on([over, other])
    over.act({"kind": "resign", "payload": {}})
    player, opponent = over.player, other.player
    alone, waits = player.create(SOLITAIRE), player.create(DUEL, seats=[{"kind": "human"}, {"kind": "human"}])
    alone.act(alone.legal()[0])
    going = opponent.create(DUEL, seats=[{"kind": "human"}, {"kind": "human"}])
    mine = player.join(going.table_id)
    order(opponent, f"players/{player.player_id}/rename", name="Annabel Known", reason="was called Xanthippe Old")
    ended = opponent.create(DUEL, seats=[{"kind": "human"}, {"kind": "human"}])
    player.join(ended.table_id)
    order(opponent, f"tables/{ended.table_id}/end", reason="Annabel Known said so")
    order(opponent, f"players/{player.player_id}/unban")
    named = asyncio.run(rows_naming(backend.database, player.player_id, "Annabel Known", "Xanthippe"))
    assert {"players", "tables", "seats", "audit", "presence"} <= {*named}
    with player.socket(mine.table_id) as socket:
        order(opponent, f"players/{player.player_id}/delete", reason="Annabel Known asked for it")
        assert socket.closed().code == 4400
    assert asyncio.run(rows_naming(backend.database, player.player_id, "Annabel Known", "Xanthippe")) == {}
    deleted, *before = audit(opponent)[:4]
    assert (deleted["action"], deleted["reason"]) == ("delete-player", "[name] asked for it")
    assert deleted["subject"].startswith("erased:")
    assert {one["subject"] for one in before if one["action"] != "end"} == {deleted["subject"]}
    assert opponent.ask("GET", f"{ended.path}/news")["ended"] == "[name] said so"
    for gone in (alone, waits):
        assert opponent.refused("GET", gone.path) == (404, "NO_SUCH_TABLE")
    assert opponent.ask("GET", "/api/players/me/stats")[DUEL]["won"] == 1
    past = opponent.ask("GET", "/api/players/me/history")["games"]
    assert [one["name"] for one in past[0]["opponents"]] == ["Deleted player"]
    assert opponent.log(over.table_id)
    assert opponent.ask("GET", f"{going.path}/news")["seats"][1]["kind"] == "bot"
    eventually(lambda: all(player.request("GET", "/api/players/me").status_code == 401 for _ in range(2)))


def test_a_ban_outlives_the_player_and_names_nobody(backend: Backend) -> None:
    player, other = backend.player(), backend.player()
    order(other, f"players/{player.player_id}/ban", reason="insults")
    order(other, f"players/{player.player_id}/delete")
    assert asyncio.run(rows_naming(backend.database, player.player_id)) == {}
    eventually(lambda: banned_from(player))
    assert player.refused("GET", "/api/players/me") == (403, "PLAYER_BANNED")


# --- the server -------------------------------------------------------------------------------------------------


def test_an_operator_drains_a_server(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, drain_seconds=60.0)
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server, Player(server.url) as player:
        assert player.ask("GET", "/api/operator/quarantine", token=OPERATOR) == {}
        assert order(player, "rotate-key")["accepted"] == 1
        order(player, "drain")
        eventually(lambda: fetch(f"{server.url}/api/ready").status_code == 503)
        assert [one["action"] for one in audit(player)] == ["drain", "rotate-key"]
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)  # it does not wait any longer
        assert server.process.wait(STARTING) in (0, -signal.SIGTERM)


def test_an_operator_drains_all_workers(postgres: Callable[[], str]) -> None:
    settings = msgspec.structs.replace(QUICK, drain_seconds=2.0)
    with Running(postgres(), workers=2, settings=settings) as server, Player(server.url) as player:
        seat = player.create(SOLITAIRE)
        order(player, "drain")
        eventually(lambda: {fetch(f"{server.url}/api/ready").status_code for _ in range(6)} == {503})
        seat.act(seat.legal()[0])
        assert server.process is not None
        assert server.process.wait(STARTING) in (0, -signal.SIGTERM)


# --- the command line -------------------------------------------------------------------------------------------


@pytest.fixture
def operator(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:  # noqa: F811
    """Return a shell that knows the operator's token."""
    monkeypatch.setenv("SALOON_OPERATOR_TOKEN", OPERATOR)
    return shell


def test_commands_go_to_the_running_server_or_to_the_stopped_database(operator: Shell, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'saloon.db'}"
    why = ("--reason", WHY)
    with Running(url, settings=QUICK) as server, Player(server.url) as player:
        table = player.create(SOLITAIRE)
        there = ("--server", server.url)
        ran = operator.run("admin", "end", table.table_id, *why, "--database", url)
        assert (ran.status, ran.err[-18:]) == (2, "[DATABASE_IN_USE]\n")
        assert operator.run("admin", "end", table.table_id, *why, *there) == (0, f"end {table.table_id}: done\n", "")
        assert player.ask("GET", f"{table.path}/news")["ended"] == WHY
        ran = operator.run("admin", "end", table.table_id, *why, *there)
        assert (ran.status, ran.err[-13:]) == (2, "[TABLE_OVER]\n")
        assert operator.run("admin", "ban", player.player_id, *why, *there).status == 0
        assert player.refused("GET", "/api/players/me") == (403, "PLAYER_BANNED")
        assert "banned: " + WHY in operator.run("admin", "players", player.player_id, *there).out
        assert operator.run("admin", "quarantined", *there).out == "no quarantined tables\n"
        assert operator.run("admin", "audit", *there).out.count(WHY) == 2
    here = ("--database", url)
    assert operator.run("admin", "unban", player.player_id, *why, *here).status == 0
    assert operator.run("admin", "rename", player.player_id, "Ann", *why, *here).status == 0
    assert operator.run("admin", "revoke-tokens", player.player_id, *why, *here).status == 0
    assert operator.run("admin", "reset-rating", player.player_id, *why, *here).status == 0
    assert operator.run("admin", "doctor", *here).status == 0
    assert operator.run("admin", "quarantined", *here).status == 0
    assert operator.run("admin", "delete-player", player.player_id, *why, *here).status == 0
    ran = operator.run("admin", "delete-player", player.player_id, *why, *here)
    assert (ran.status, ran.err[-17:]) == (2, "[NO_SUCH_PLAYER]\n")
    actions = [line.split()[3] for line in operator.run("admin", "audit", *here).out.splitlines()]
    assert actions == ["delete-player", "reset-rating", "revoke-tokens", "rename", "unban", "ban", "end"]
    ran = operator.run("admin", "drain", *why)
    assert (ran.status, ran.err[-12:]) == (2, "[NO_SERVER]\n")
    ran = operator.run("admin", "audit", "--server", "http://127.0.0.1:1")
    assert (ran.status, ran.err[-12:]) == (2, "[NO_SERVER]\n")
