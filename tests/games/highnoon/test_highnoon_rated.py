"""Which matches of HighNoon count for ratings."""

from saloon.core.game import SERVER
from saloon.games import GAMES
from saloon.games.highnoon.state import Timeout
from saloon.table import Table
from saloon.table.rated import match_note


def test_a_server_action_is_not_a_player_action() -> None:
    for actions, expected in ((20, "MATCH_TOO_SHORT"), (21, None)):
        table = Table.deal("highnoon", seed="7", options={"clock": 2})
        for turn in range(actions):
            table.act(turn % 2, next(action for action in table.moves(turn % 2) if action.kind == "draw"))
        table.act(SERVER, Timeout("p1"))
        assert table.outcome is not None
        assert match_note(table, seeded=False, left=False) == expected


def test_only_the_old_profile_of_highnoon_is_weak() -> None:
    assert {game.name: dict(game.weak_options) for game in GAMES if game.weak_options} == {
        "highnoon": {"profile": "vnext"}
    }
