"""Logs: the story of a table can be read from them, and nothing that is hidden or secret."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from saloon.games import GAMES
from samples import FOURSOME
from server.running import OPERATOR, QUICK, Json, Player, Running, eventually, moves

TALKATIVE = msgspec.structs.replace(QUICK, log_format="json", log_level="debug", access_log=True)
FIELDS = {
    "time", "level", "logger", "event", "request", "method", "path", "status", "ms",
    "table", "seat", "seats", "game", "action", "code", "rev", "subject",
}  # fmt: skip
CARD = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])[SHDC♠♥♦♣](?![0-9A-Za-z])")


def logged(server: Running) -> list[Json]:
    """Return the lines of the log, each of which is an object."""
    return [json.loads(line) for line in server.errors().splitlines()]


def test_the_story_of_a_table_is_in_the_log_and_nothing_hidden(tmp_path: Path) -> None:
    file = tmp_path / "saloon.db"
    with Running(f"sqlite:///{file}", settings=TALKATIVE) as server, Player(server.url) as player:
        seats = [{"kind": "human"}, *[{"kind": "bot", "level": "greedy"}] * 3]
        seat = player.create(FOURSOME, seats=seats)
        with seat.socket() as socket:
            socket.kind("snapshot")
            for _ in range(6):
                eventually(lambda: moves(seat.legal()))
                seat.view()
                seat.act(moves(seat.legal())[0])
            assert socket.ask({**seat.message({"kind": "nonsense", "payload": {}})})["kind"] == "reject"
        operator = {"reason": "enough", "operator": "Olga"}
        player.ask("POST", f"/api/operator/tables/{seat.table_id}/end", operator, token=OPERATOR)
        named = player.request("GET", f"{seat.path}?secret=of-the-query")
        request = named.headers["x-request-id"]
        eventually(lambda: any(one.get("request") == request for one in logged(server)))
        story = [one for one in logged(server) if one.get("table") == seat.table_id]
        events = [one["event"] for one in story]
        assert events[0] == "opened"
        assert "operator 'Olga': end" in events
        assert {"connected", "disconnected", "accepted", "reject"} <= {*events}
        taken = [one for one in story if one["event"] == "accepted"]
        assert [one["rev"] for one in taken] == [*range(1, len(taken) + 1)]
        assert {one["action"] for one in taken} <= {*GAMES[FOURSOME].actions}
        assert {one["seat"] for one in taken} == {"p1", "p2", "p3", "p4"}
        [line] = [one for one in logged(server) if one.get("request") == request and "method" in one]
        assert (line["method"], line["path"], line["status"]) == ("GET", seat.path, 200)
        text = server.errors()
    with closing(sqlite3.connect(file)) as database:
        [secrets] = database.execute("SELECT seed, nonce FROM tables").fetchall()
        keys = [value for (value,) in database.execute("SELECT value FROM secrets")]
    for secret in (*secrets, *keys, player.token, seat.token, OPERATOR, "of-the-query"):
        assert secret not in text
    assert not CARD.search(text)
    assert {key for one in map(json.loads, text.splitlines()) for key in one} <= FIELDS


def test_every_worker_uses_the_log_settings(postgres: Callable[[], str]) -> None:
    with Running(postgres(), workers=2, settings=TALKATIVE) as server:
        requests = lambda: [one for one in logged(server) if one["event"] == "request"]  # noqa: E731
        eventually(requests)


@pytest.mark.parametrize("level", ["loud", ""])
def test_a_level_that_does_not_exist_is_refused(level: str, tmp_path: Path) -> None:
    from saloon.core.errors import BadInput
    from saloon.server.configuration import read_configuration

    with pytest.raises(BadInput, match="one of debug, info, warning, error"):
        read_configuration(None, {"SALOON_LOG_LEVEL": level}, {}, default_database="")
