"""How a game of Klondike is written down, and what the header of its log may leave out."""

import json

import pytest

from saloon.games.klondike.state import Options
from saloon.table import Table
from table.common import Json, of_kind, sha
from table.logs import filled_in, log, refusal

LEFT_OUT: list[tuple[Json, Json]] = [
    ({}, {"draw": 3, "redeals": -1, "scoring": "standard"}),
    ({"options": {"draw": 1}}, {"draw": 1, "redeals": -1, "scoring": "standard"}),
]


def test_a_save_of_klondike_word_for_word() -> None:
    table = Table.deal("klondike", seed="7", nonce="n", options={"draw": 1})
    table.act(0, of_kind(table, "draw"))
    drawn = table.state_hash()
    table.undo()
    saved = json.loads(table.save())
    assert list(saved) == ["header", "steps", "end"]
    assert saved["end"] == {"rev": 2, "stateHash": table.state_hash()}
    assert saved["header"] == {
        "seed": "7",
        "protocolVersion": "2.5.1",
        "rulesVersion": "1.1.0",
        "game": "klondike",
        "options": {"draw": 1, "redeals": -1, "scoring": "standard"},
        "commitment": table.commitment,
        "nonce": "n",
    }
    assert saved["steps"] == [
        {
            "i": 0,
            "clientId": "p1",
            "action": {"kind": "draw", "payload": {}},
            "expectedResult": "ack",
            "seq": 0,
            "baseRev": 0,
            "expectedStateHashAfter": drawn,
        },
        {
            "i": 1,
            "clientId": "p1",
            "action": {"kind": "undo", "payload": {}},
            "expectedResult": "ack",
            "seq": 1,
            "baseRev": 1,
            "expectedStateHashAfter": table.state_hash(),
            "expectedHelpAfter": {"assisted": False, "hints": 0, "paused": False, "redos": 0, "undos": 1},
        },
    ]


@pytest.mark.parametrize(("changes", "options"), LEFT_OUT)
def test_what_a_header_leaves_out_means_the_contracts_defaults(changes: Json, options: Json) -> None:
    assert filled_in(game="klondike", **changes) == ("klondike", options)


def test_a_log_with_a_value_that_an_option_cannot_have_is_refused() -> None:
    refused = refusal(log(game="klondike", options={"draw": 2}))
    assert refused.code == "BAD_OPTION"
    assert refused.reason.startswith("draw=2 is not possible in klondike")


def test_a_commitment_is_made_from_the_options_as_the_header_has_them() -> None:
    options = {"draw": 1}
    promise = sha({"game": "klondike", "nonce": "n", "options": options, "seed": "7"})
    assert Table.load(log(game="klondike", options=options, nonce="n", commitment=promise)).options == Options(draw=1)
    refused = refusal(log(game="klondike", options={"draw": 3}, nonce="n", commitment=promise))
    assert refused.code == "COMMITMENT_BROKEN"
    whole = {"draw": 3, "redeals": -1, "scoring": "standard"}
    promise = sha({"game": "klondike", "nonce": "n", "options": whole, "seed": "7"})
    assert Table.load(log(game="klondike", nonce="n", commitment=promise)).commitment == promise
    without = sha({"game": "klondike", "nonce": "", "options": whole, "seed": "7"})
    assert Table.load(log(game="klondike", commitment=without)).commitment == without


def test_a_game_whose_header_names_few_options_can_be_saved_again() -> None:
    options = {"draw": 1}
    promise = sha({"game": "klondike", "nonce": "n", "options": options, "seed": "7"})
    table = Table.load(log(game="klondike", options=options, nonce="n", commitment=promise))
    table.act(0, of_kind(table, "draw"))
    assert Table.load(table.save()).state == table.state
