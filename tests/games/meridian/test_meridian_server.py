"""Meridian Master on the server: its save files, and its statistics over HTTP and inside those."""

import time
from typing import Any

import msgspec
import pytest

from clauses import clause
from games.meridian.boards_meridian import foundation, pocket
from games.meridian.test_meridian_statistics import nearly_stuck, nearly_won
from saloon.games.meridian import savefile
from saloon.games.meridian.ids import seeded_ids
from saloon.games.meridian.state import Mode, Place, State
from saloon.games.meridian.statistics import Records, current_game
from server.running import Backend, Player, Seated

HOUR = 3_600_000


def save_of(state: State, *, elapsed: int = 0, hints: int = 0, undos: int = 0) -> Any:
    """A save file of a position, as another program may write it."""
    game = current_game(state, hints=hints, undos=undos, start_time=1, end_time=0)
    ids = seeded_ids(state.seed)
    file = savefile.save(state, ids, game, Records(), paused=False, timestamp=1, elapsed=elapsed)
    return msgspec.to_builtins(file)


def loaded(player: Player, save: Any) -> Seated:
    table = Seated(player, player.ask("POST", "/api/saves", save))
    table.view()
    return table


def move(table: Seated, card: str, target: Place) -> None:
    table.act({"kind": "move", "payload": {"card": card, "target": msgspec.to_builtins(target)}})


def won(player: Player, mode: Mode = "classic", *, elapsed: int, moves: int = 79) -> Seated:
    table = loaded(player, save_of(nearly_won(mode, moves), elapsed=elapsed, hints=2, undos=1))
    move(table, "KS", foundation("KS"))
    return table


def meridian(player: Player) -> Any:
    return player.ask("GET", "/api/players/me/stats")["meridian"]


@clause("MM-302", "MM-303", "MM-306", "MM-307", "MM-325")
def test_every_statistic_of_the_text_is_sent(backend: Backend) -> None:
    player = backend.player()
    won(player, elapsed=HOUR)
    won(player, "expert", elapsed=2 * HOUR, moves=103)
    stuck = loaded(player, save_of(nearly_stuck(11)))
    move(stuck, "4H", pocket())
    found = meridian(player)["own"]
    modes = found.pop("modeStats")
    assert 3 * HOUR <= found.pop("totalTimePlayed") < 4 * HOUR
    assert found.pop("winRate") == 100 * 2 / 3
    assert found.pop("averageMoves") == 196 / 3
    assert found == {
        "gamesPlayed": 3, "wins": 2, "losses": 1, "stalemates": 1, "totalMoves": 196, "totalHintUses": 4,
        "totalUndoUses": 2, "efficiencyHistory": [65, 50], "averageEfficiency": 57.5, "olderGames": 0,
        "assistedWins": 0,
    }  # fmt: skip
    best = {mode: one.pop("bestTime") for mode, one in modes.items()}
    assert HOUR <= best.pop("classic") < 2 * HOUR <= best.pop("expert") < 3 * HOUR
    assert best == {"double_pocket": None, "traditional": None}
    unplayed = {"games": 0, "wins": 0, "totalMoves": None, "bestEfficiency": None}
    assert modes == {
        "classic": {"games": 2, "wins": 1, "totalMoves": 92, "bestEfficiency": 65},
        "expert": {"games": 1, "wins": 1, "totalMoves": 104, "bestEfficiency": 50},
        "double_pocket": unplayed, "traditional": unplayed,
    }  # fmt: skip


@clause("MM-131", "MM-299")
def test_a_game_without_a_move_is_not_counted(backend: Backend) -> None:
    player = backend.player()
    player.create("meridian").act({"kind": "resign", "payload": {}})
    assert player.ask("GET", "/api/players/me/stats") == {}
    table = player.create("meridian")
    table.act(next(one for one in table.view()["legal"] if one["kind"] == "move"))
    table.act({"kind": "resign", "payload": {}})
    found = meridian(player)
    assert (found["played"], found["lost"], found["own"]["losses"]) == (1, 1, 1)
    assert (found["own"]["stalemates"], found["own"]["totalMoves"]) == (0, 1)


@clause("MM-337", "MM-338")
def test_a_save_carries_the_statistics_of_its_player(backend: Backend) -> None:
    player = backend.player()
    won(player, elapsed=HOUR)
    table = player.create("meridian", options={"mode": "expert"})
    save = player.ask("GET", f"{table.path}/save")
    assert (save["stats"]["gamesPlayed"], save["stats"]["totalMoves"]) == (1, 80)
    assert save["stats"]["efficiencyHistory"] == [65]
    assert save["modeStats"]["classic"]["bestEfficiency"] == 65
    assert save["modeStats"]["expert"]["games"] == 0
    assert {one.split("_")[1] for one in save["deck"]} == {str(save["currentGame"]["startTime"])}
    assert backend.player().refused("GET", f"{table.path}/save") == (403, "NOT_YOUR_SEAT")


@clause("MM-306", "MM-336", "MM-342")
def test_the_time_played_excludes_pauses_and_continues_after_loading(backend: Backend) -> None:
    player = backend.player()
    table = player.create("meridian")
    table.act({"kind": "draw", "payload": {}})
    table.act({"kind": "pause", "payload": {}})
    first = player.ask("GET", f"{table.path}/save")
    time.sleep(0.05)
    second = player.ask("GET", f"{table.path}/save")
    assert first.get("elapsed", 0) == second.get("elapsed", 0)
    again = loaded(player, {**first, "elapsed": HOUR})
    again.act({"kind": "pause", "payload": {}})
    backend.restart()
    carried = player.ask("GET", f"{again.path}/save")["elapsed"]
    assert HOUR <= carried < 2 * HOUR
    assert player.ask("GET", f"{again.path}/save")["elapsed"] == carried


def test_a_time_that_no_number_of_json_can_hold_is_refused(backend: Backend) -> None:
    player = backend.player()
    save = save_of(nearly_won())
    assert player.refused("POST", "/api/saves", {**save, "elapsed": 2**60}) == (400, "SAVE_CORRUPT")


@clause("MM-338", "MM-339", "MM-342")
def test_a_saved_game_comes_back_as_it_was(backend: Backend) -> None:
    player = backend.player()
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
def test_a_save_that_is_none_is_refused(backend: Backend, change: dict[str, object], code: str) -> None:
    player = backend.player()
    table = player.create("meridian")
    save = player.ask("GET", f"{table.path}/save")
    assert player.refused("POST", "/api/saves", {**save, **change}) == (400, code)


def test_a_save_of_a_game_that_is_over_opens_no_table(backend: Backend) -> None:
    player = backend.player()
    table = won(player, elapsed=0)
    save = player.ask("GET", f"{table.path}/save")
    assert player.refused("POST", "/api/saves", save) == (400, "MATCH_FINISHED")
    assert player.refused("POST", "/api/saves?game=meridian", save) == (400, "MATCH_FINISHED")


def test_statistics_are_added_up_for_all_modes_and_for_each(backend: Backend) -> None:
    player = backend.player()
    for mode in ("classic", "expert", "classic"):
        table = player.create("meridian", options={"mode": mode})
        table.act(next(action for action in table.legal() if action["kind"] == "move"))
        table.act({"kind": "hint", "payload": {}})
        table.act({"kind": "resign", "payload": {}})
    stats = player.ask("GET", "/api/players/me/stats")
    assert sorted(stats) == ["meridian", "meridian/classic", "meridian/expert"]
    assert [stats[name]["lost"] for name in sorted(stats)] == [3, 2, 1]
    assert (stats["meridian"]["hints"], stats["meridian"]["actions"]) == (3, 6)
