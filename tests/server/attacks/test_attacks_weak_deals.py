"""Deals that anyone who watches can compute are not for play between people."""

import pytest

from saloon.games import GAMES
from samples import WEAK
from server.running import Backend, Json

OLD: Json = dict(GAMES[WEAK].weak_options)
BOT: Json = {"kind": "bot", "level": "greedy"}


@pytest.mark.parametrize("private", [False, True])
def test_a_deal_that_can_be_computed_is_refused_between_people(backend: Backend, private: bool) -> None:
    wish = {"game": WEAK, "options": OLD, "private": private}
    response = backend.player().request("POST", "/api/tables", wish)
    assert response.status_code == 400
    assert response.json()["code"] == "WEAK_DEAL"
    assert all(f"{name}={value}" in response.json()["reason"] for name, value in OLD.items())


def test_against_a_bot_it_is_dealt_but_not_rated_and_the_player_is_told(backend: Backend) -> None:
    player = backend.player()
    seats = [{"kind": "human"}, *[BOT] * (len(GAMES[WEAK].seats) - 1)]
    seat = player.create(WEAK, options=OLD, seats=seats)
    with seat.socket() as socket:
        told = socket.kind("table")["rating"]
        assert (told["status"], told["code"]) == ("void", "WEAK_DEAL")
        assert "old logs" in told["reason"]
    seat.view()
    seat.act({"kind": "resign", "payload": {}})
    stats = player.ask("GET", "/api/players/me/stats")[WEAK]
    assert (stats["lost"], stats["rating"]) == (1, None)
    assert player.ask("GET", f"{seat.path}/news")["rating"] == told
