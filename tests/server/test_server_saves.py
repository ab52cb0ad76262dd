"""Save files: a game that has a format of its own goes home in it and comes back."""

import pytest

from saloon.core.registry import AnyGame
from saloon.games import GAMES
from server.running import Backend

SAVED = [game for game in GAMES if game.save_format() is not None]
UNSAVED = [game for game in GAMES if game.save_format() is None]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("game", SAVED, ids=lambda game: game.name)
def test_a_saved_game_continues_at_a_new_table(game: AnyGame, named: bool, backend: Backend) -> None:
    player = backend.player()
    table = player.create(game.name)
    save = player.ask("GET", f"{table.path}/save")
    again = player.ask("POST", f"/api/saves?game={game.name}" if named else "/api/saves", save)
    assert again["tableId"] != table.table_id
    assert player.ask("GET", f"/api/tables/{again['tableId']}")["game"] == game.name


@pytest.mark.parametrize("game", SAVED, ids=lambda game: game.name)
def test_only_the_player_may_download_a_save(game: AnyGame, backend: Backend) -> None:
    table = backend.player().create(game.name)
    assert backend.player().refused("GET", f"{table.path}/save") == (403, "NOT_YOUR_SEAT")


@pytest.mark.parametrize("game", UNSAVED, ids=lambda game: game.name)
def test_a_game_without_a_format_has_no_save_file(game: AnyGame, backend: Backend) -> None:
    player = backend.player()
    assert player.refused("GET", f"{player.create(game.name).path}/save") == (400, "NO_SAVES")
    assert player.refused("POST", f"/api/saves?game={game.name}", {}) == (400, "NO_SAVES")


def test_a_save_of_no_game_is_refused(backend: Backend) -> None:
    player = backend.player()
    assert player.refused("POST", "/api/saves?game=patience", {}) == (400, "UNKNOWN_GAME")
    status, code = player.refused("POST", "/api/saves", {})
    assert (status, code.startswith("SAVE_")) == (400, True)
