"""Which matches count for ratings, as far as the deal and the log decide it."""

from typing import Any

import pytest

from saloon.core.game import SERVER
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.helpers import Hint, HintFor, Pause, Resume
from saloon.table.rated import VOID, deal_note, match_note, notice_of
from samples import DUEL, SOLITAIRE, WEAK, a_move
from table.common import of_kind

TWO = ("human", "human")
BOT = ("human", "bot")


def note(table: Table, *, seeded: bool = False, left: bool = False) -> Any:
    return match_note(table, seeded=seeded, left=left)


def drawn(seats: tuple[str, ...], actions: int, **options: Any) -> Table:
    """A match of two after a number of moves, in turns."""
    table = Table.deal(DUEL, seed="7", seats=seats, options=options)
    for turn in range(actions):
        table.act(turn % 2, a_move(table, turn % 2))
    return table


@pytest.mark.parametrize(("actions", "expected"), [(0, "MATCH_TOO_SHORT"), (19, "MATCH_TOO_SHORT"), (20, None)])
def test_a_match_between_people_counts_from_the_twenty_first_player_action(actions: int, expected: str | None) -> None:
    table = drawn(TWO, actions)
    table.act(1, of_kind(table, "resign", 1))
    assert note(table) == expected


def test_a_match_against_a_bot_may_be_short() -> None:
    table = drawn(BOT, 1)
    table.act(0, of_kind(table, "resign", 0))
    assert note(table) is None


HELPS = {
    "hint": [(0, Hint())],
    "hint of the server": [(SERVER, HintFor("p1"))],
    "pause": [(0, Pause()), (0, Resume())],
}


@pytest.mark.parametrize("helps", HELPS.values(), ids=HELPS)
def test_help_and_pauses_are_found_anywhere_in_the_log(helps: list[Any]) -> None:
    table = drawn(BOT, 4)
    for one in helps:
        table.act(*one)
    table.act(0, a_move(table))
    table.act(0, of_kind(table, "resign", 0))
    assert note(table) == "HELP_USED"
    assert note(table, seeded=True) == "SEED_GIVEN"


def test_a_bot_match_that_was_left_can_only_lower() -> None:
    table = drawn(BOT, 4)
    assert note(table, left=True) == "MATCH_LEFT"
    assert notice_of("MATCH_LEFT").status == "lowersOnly"


def test_the_deal_alone_may_decide() -> None:
    game = GAMES[WEAK]
    weak = game.options(**game.weak_options)
    assert deal_note(game, game.options(), seeded=False) is None
    assert deal_note(game, game.options(), seeded=True) == "SEED_GIVEN"
    assert deal_note(game, weak, seeded=False) == "WEAK_DEAL"
    table = Table.deal(WEAK, seed="7", options=weak, seats=("human", *["bot"] * (len(game.seats) - 1)))
    for _ in range(30):
        table.act(0, a_move(table))
    assert note(table) == "WEAK_DEAL"


def test_a_solitaire_has_no_note() -> None:
    table = Table.deal(SOLITAIRE, seed="7")
    table.act(0, Hint())
    assert note(table, seeded=True, left=True) is None


def test_every_note_has_a_status_and_a_sentence() -> None:
    assert notice_of(None).code is None
    for one in ("SEED_GIVEN", "WEAK_DEAL", "MATCH_TOO_SHORT", "HELP_USED", "MATCH_LEFT", "SAME_ADDRESS"):
        told = notice_of(one)
        assert told.reason
        assert (told.status == "void") == (one in VOID) == told.reason.startswith("not rated")
