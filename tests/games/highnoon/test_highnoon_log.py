"""How a match of HighNoon is written down, and what the header of its log may leave out."""

import json

import pytest

from saloon.core.game import SERVER
from saloon.table import Table
from table.common import Json, draw, message, plain, sha
from table.logs import filled_in

ORIGINAL = {"clock": 0, "profile": "vnext", "reveal": "auto"}
OURS = {"clock": 0, "profile": "saloon", "reveal": "explicit"}
LEFT_OUT: list[tuple[Json, Json]] = [
    ({"game": None, "mode": "split"}, {"mode": "split", **ORIGINAL}),
    ({"game": "highnoon", "mode": "shared"}, {"mode": "shared", **ORIGINAL}),
    ({"game": None, "mode": "shared", "options": {}}, {"mode": "shared", **OURS}),
    ({"game": None, "options": {}}, {"mode": "split", **OURS}),
    ({"game": None, "options": {"mode": "shared"}}, {"mode": "shared", **OURS}),
    ({"game": None, "mode": "shared", "options": {"mode": "shared"}}, {"mode": "shared", **OURS}),
]


def test_a_save_of_highnoon_word_for_word() -> None:
    chosen = {"mode": "shared", "clock": 2}
    table = Table.deal("highnoon", seed="SEED-0001", nonce="00ff", options=chosen, rules="1.0.0")
    first, hashes = table.state_hash(), []
    table.submit(1, message(table, 1, draw(1)), at=1_500)
    hashes.append(table.state_hash())
    table.act(SERVER, table.legal(SERVER)[0], at=120_000)
    hashes.append(table.state_hash())
    options = {"clock": 2, "mode": "shared", "profile": "saloon", "reveal": "explicit"}
    expected: Json = {
        "header": {
            "seed": "SEED-0001",
            "protocolVersion": "2.5.1",
            "rulesVersion": "1.0.0",
            "mode": "shared",
            "options": options,
            "commitment": sha({"game": "highnoon", "nonce": "00ff", "options": options, "seed": "SEED-0001"}),
            "nonce": "00ff",
        },
        "steps": [
            {
                "i": 0,
                "clientId": "p2",
                "action": draw(1),
                "expectedResult": "ack",
                "seq": 0,
                "baseRev": 0,
                "expectedStateHashAfter": hashes[0],
                "at": 1_500,
            },
            {
                "i": 1,
                "clientId": "server",
                "action": {"kind": "timeout", "payload": {"player": "p1"}},
                "expectedResult": "ack",
                "baseRev": 1,
                "expectedStateHashAfter": hashes[1],
                "at": 120_000,
            },
        ],
        "end": {"rev": 2, "stateHash": hashes[1]},
    }
    assert json.loads(table.save()) == plain(table.log()) == expected
    assert first not in hashes


@pytest.mark.parametrize(("changes", "options"), LEFT_OUT)
def test_what_a_header_leaves_out_means_the_contracts_defaults(changes: Json, options: Json) -> None:
    assert filled_in(**changes) == ("highnoon", options)
