"""A game of Meridian Master goes home in its save file and comes back."""

import pytest

from clauses import clause
from server.running import House


@clause("MM-338", "MM-339", "MM-342")
def test_a_saved_game_comes_back_as_it_was(house: House) -> None:
    player = house.player()
    table = player.create("meridian", options={"mode": "traditional"}, seed="home")
    for _ in range(3):
        table.act(next(action for action in table.view()["legal"] if action["kind"] in ("move", "draw")))
    save = player.ask("GET", f"{table.path}/save")
    assert save["version"] == "6.0.2"
    again = player.ask("POST", "/api/saves", save)
    assert again["tableId"] != table.table_id
    before, after = (player.ask("GET", f"/api/tables/{one}")["view"] for one in (table.table_id, again["tableId"]))
    assert {**after, "trail": None} == {**before, "trail": None}
    assert [number for _, number in after["trail"]["positions"]] == [0]
    assert player.ask("GET", f"/api/tables/{again['tableId']}")["seed"] == "home"


@clause("MM-341")
@pytest.mark.parametrize(
    ("change", "code"),
    [({"version": "5"}, "SAVE_VERSION"), ({"deck": []}, "SAVE_CORRUPT"), ({"waste": 3}, "SAVE_CORRUPT")],
)
def test_a_save_that_is_none_is_refused(house: House, change: dict[str, object], code: str) -> None:
    player = house.player()
    table = player.create("meridian")
    save = player.ask("GET", f"{table.path}/save")
    assert player.refused("POST", "/api/saves", {**save, **change}) == (400, code)


def test_other_games_have_no_save_file_and_others_may_not_take_it(house: House) -> None:
    player = house.player()
    assert player.refused("GET", f"{player.create('klondike').path}/save") == (400, "NO_SAVES")
    table = player.create("meridian")
    assert house.player().refused("GET", f"{table.path}/save") == (403, "NOT_YOUR_SEAT")
