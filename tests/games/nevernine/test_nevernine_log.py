"""How a game of Never Nine is written down."""

import json
from random import Random

from clauses import clause
from saloon.core.game import SERVER
from saloon.table import Table
from table.common import plain


@clause("NN-38", "NN-39", "NN-40", "NN-41")
def test_a_save_of_never_nine_holds_seed_bids_cards_and_what_the_server_did() -> None:
    table = Table.deal("nevernine", seed="s33d", options={"turnSeconds": 30, "limit": 15}, nonce="n")
    random = Random(3)
    for number in range(80):
        seat = SERVER if number % 7 == 3 else table.state.turn
        table.act(seat, random.choice(table.legal(seat)[: len(table.moves(seat))]), at=number * 10)
    saved = json.loads(table.save())
    assert saved["header"]["seed"] == "s33d"
    assert saved["header"]["options"] == {"limit": 15, "tieBreak": "later", "turnSeconds": 30}
    kinds = [step["action"]["kind"] for step in saved["steps"]]
    assert len(kinds) == 80
    assert set(kinds) == {"bid", "play", "bidFor", "playFor"}
    for step, entry in zip(saved["steps"], table.entries, strict=True):
        assert step["action"]["payload"] == plain(entry.action)
        assert (step["clientId"], step["at"]) == ("server" if entry.seat < 0 else f"p{entry.seat + 1}", entry.at)
        assert ("seq" in step) == (entry.seat >= 0)
    assert Table.load(table.save()).state == table.state


@clause("NN-64", "NN-66")
def test_the_header_says_who_is_a_person_and_who_a_bot() -> None:
    seats = ("human", "bot", "bot", "bot")
    table = Table.deal("nevernine", seed="1", seats=seats)
    assert json.loads(table.save())["header"]["seats"] == list(seats)
    loaded = Table.load(table.save())
    assert loaded.seats == seats
    assert plain(loaded.snapshot(None, "CONNECT"))["seats"] == list(seats)
    assert loaded.retry().seats == seats
    assert "seats" not in json.loads(Table.deal("nevernine", seed="1").save())["header"]
    assert Table.load(Table.deal("nevernine", seed="1").save()).seats == ("human",) * 4
