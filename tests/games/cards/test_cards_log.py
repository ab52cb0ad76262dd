"""The steps back at a table of Cards, and what the header of its log may leave out."""

from saloon.table import Table
from saloon.table.helpers import Help, Redo
from table.answers import code
from table.logs import filled_in


def test_cards_takes_one_step_back_and_none_forth() -> None:
    table = Table.deal("cards", seed="42", options={"stack": "any"}, nonce="n")
    first = table.state
    table.act(0, table.moves(0)[0])
    second = table.state
    table.act(0, table.moves(0)[0])
    table.undo()
    assert table.state == second
    assert code(table, "undo") == "NOTHING_TO_UNDO"
    assert code(table, "redo") == "INVALID_ACTION_KIND"
    assert Redo() not in table.legal(0)
    table.act(0, table.moves(0)[0])
    table.undo()
    assert table.state == second != first
    assert table.help == Help(undos=2)


def test_what_a_header_leaves_out_means_the_contracts_defaults() -> None:
    assert filled_in(game="cards") == ("cards", {"faces": "lastThreeUp", "stack": "run"})
