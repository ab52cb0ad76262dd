"""The page's types are those of the server."""

from pathlib import Path

from saloon.games import GAMES
from saloon.server.typescript import typescript

TYPES = Path(__file__).parents[2] / "web" / "src" / "protocol" / "types.ts"


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert TYPES.read_text() == typescript() + "\n", (
        "run: python -m saloon.server.typescript > web/src/protocol/types.ts"
    )


def test_every_game_has_a_view_and_every_message_a_type() -> None:
    text = typescript()
    for game in GAMES:
        assert f"  {game.name}: {game.name.title()}View\n" in text
    assert "export type ServerMessage = Ack | Reject | Snapshot | News | ClaimStatus | Closed" in text


def test_what_clients_may_leave_out_may_be_left_out_and_the_server_sends_all() -> None:
    text = typescript()
    assert "export interface Again {\n  retry?: boolean\n}" in text
    assert "  outcome: Outcome | null\n" in text
    assert "  hand?: readonly string[]\n" in text
