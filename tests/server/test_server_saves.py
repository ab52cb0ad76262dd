"""Save files: a game that has a format of its own goes home in it and comes back."""

import pytest

from saloon.core.registry import AnyGame
from saloon.games import GAMES
from server.running import House

SAVED = [game for game in GAMES if game.save_format() is not None]
UNSAVED = [game for game in GAMES if game.save_format() is None]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("game", SAVED, ids=lambda game: game.name)
def test_a_saved_game_goes_on_at_a_new_table(game: AnyGame, named: bool, house: House) -> None:
    player = house.player()
    table = player.create(game.name)
    save = player.ask("GET", f"{table.path}/save")
    again = player.ask("POST", f"/api/saves?game={game.name}" if named else "/api/saves", save)
    assert again["tableId"] != table.table_id
    assert player.ask("GET", f"/api/tables/{again['tableId']}")["game"] == game.name


@pytest.mark.parametrize("game", SAVED, ids=lambda game: game.name)
def test_nobody_else_may_take_a_save_home(game: AnyGame, house: House) -> None:
    table = house.player().create(game.name)
    assert house.player().refused("GET", f"{table.path}/save") == (403, "NOT_YOUR_SEAT")


@pytest.mark.parametrize("game", UNSAVED, ids=lambda game: game.name)
def test_a_game_without_a_format_has_no_save_file(game: AnyGame, house: House) -> None:
    player = house.player()
    assert player.refused("GET", f"{player.create(game.name).path}/save") == (400, "NO_SAVES")
    assert player.refused("POST", f"/api/saves?game={game.name}", {}) == (400, "NO_SAVES")


def test_a_save_of_no_game_is_refused(house: House) -> None:
    player = house.player()
    assert player.refused("POST", "/api/saves?game=patience", {}) == (400, "UNKNOWN_GAME")
    status, code = player.refused("POST", "/api/saves", {})
    assert (status, code.startswith("SAVE_")) == (400, True)
