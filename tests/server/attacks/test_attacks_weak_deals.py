"""HighNoon's old profile deals from 32 bits, so anyone who watches can compute both decks: not between people."""

import pytest

from samples import DUEL
from server.running import House, Json

OLD: Json = {"profile": "vnext"}
BOT: Json = {"kind": "bot", "level": "greedy"}


@pytest.mark.parametrize("private", [False, True])
def test_a_deal_that_can_be_computed_is_refused_between_people(house: House, private: bool) -> None:
    wish = {"game": DUEL, "options": OLD, "private": private}
    response = house.player().request("POST", "/api/tables", wish)
    assert response.status_code == 400
    assert response.json()["code"] == "WEAK_DEAL"
    assert "profile=vnext" in response.json()["reason"]


def test_against_a_bot_it_is_dealt_but_not_rated_and_the_player_is_told(house: House) -> None:
    player = house.player()
    seat = player.create(DUEL, options=OLD, seats=[{"kind": "human"}, BOT])
    with seat.socket() as socket:
        told = socket.kind("table")["rating"]
        assert (told["status"], told["code"]) == ("void", "WEAK_DEAL")
        assert "old logs" in told["reason"]
    seat.view()
    seat.act({"kind": "resign", "payload": {}})
    stats = player.ask("GET", "/api/players/me/stats")[DUEL]
    assert (stats["lost"], stats["rating"]) == (1, None)
    assert player.ask("GET", f"{seat.path}/news")["rating"] == told
