"""A stuck game of Cards: the player, and only the player, learns it at once."""

from msgspec import UNSET

from clauses import clause
from saloon.table import Table
from saloon.table.helpers import Pause, Resume, Undo
from saloon.table.messages import Ack
from table.listening import subscribe

DEAD = "9"
"""A deal of Cards without a single move."""
NEARLY_DEAD, ONLY_MOVE = "7", "8 4 1"
"""One with one move, after which there is none."""


@clause("CA-95")
def test_no_moves_left_appears_with_the_action_that_causes_it_and_disappears_with_its_undo() -> None:
    table = Table.deal("cards", seed=NEARLY_DEAD)
    told: list[Ack] = []
    watched: list[Ack] = []
    subscribe(table, 0, told.append)
    subscribe(table, None, watched.append)
    assert (table.stuck(0), table.snapshot(0, "CONNECT").stuck) == (None, UNSET)
    table.act(0, table.game.parse(ONLY_MOVE, 0))
    assert (table.stuck(0), table.snapshot(0, "CONNECT").stuck) == ("noMovesLeft", "noMovesLeft")
    table.act(0, Undo())
    assert table.stuck(0) is None
    assert [ack.stuck for ack in told] == ["noMovesLeft", UNSET]
    assert [ack.stuck for ack in watched] == [UNSET, UNSET]


@clause("CA-95")
def test_a_dead_deal_is_reported_from_the_start_but_not_during_a_pause() -> None:
    table = Table.deal("cards", seed=DEAD)
    assert table.snapshot(0, "CONNECT").stuck == "noMovesLeft"
    table.act(0, Pause())
    assert table.snapshot(0, "CONNECT").stuck is UNSET
    table.act(0, Resume())
    assert table.stuck(0) == "noMovesLeft"
