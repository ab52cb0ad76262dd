"""The page's types are those of the server."""

from saloon.games import GAMES
from saloon.server.http.typescript import WEB, typescript

COMMON = "protocol/types.ts"


def test_the_types_of_the_page_are_up_to_date() -> None:
    for path, module in typescript().items():
        assert WEB.joinpath(path).read_text() == module, f"web/src/{path}: run python -m saloon.server.http.typescript"


def test_every_game_has_a_view_of_its_own_and_the_common_types_name_no_game() -> None:
    common, *views = typescript().items()
    assert common[0] == COMMON
    for path, module in views:
        assert GAMES[path.split("/")[1]]
        assert "export interface View {\n" in module
    for game in GAMES:
        assert f"{game.name.title()}View" not in common[1]


def test_what_games_share_is_imported() -> None:
    module = next(module for module in typescript().values() if "readonly ShownCard[]" in module)
    assert "import type { ShownCard } from '@/protocol/types'\n" in module
    assert "export interface ShownCard {" not in module


def test_every_message_has_a_type() -> None:
    text = typescript()[COMMON]
    messages = (
        "Ack | Reject | Snapshot | ViewHash | News | ClaimStatus | EmoteSent | EmoteRefused | BotFailed | PlayTime"
    )
    assert f"export type ServerMessage = {messages} | Closed" in text


def test_what_clients_may_leave_out_may_be_left_out_and_the_server_sends_all() -> None:
    modules = typescript()
    assert "export interface Again {\n  retry?: boolean\n}" in modules[COMMON]
    assert "  outcome: WireOutcome | null\n" in modules[COMMON]
    assert any("  hand?: readonly ShownCard[]\n" in module for module in modules.values())
