"""Profile `vnext` answers like the original: its codes for malformed payloads, its clock, and the hashes as before."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from clauses import clause
from games.highnoon.boards_highnoon import Json, Side, plain, position
from games.highnoon.oracle_highnoon import FIELDS, SOURCES, TARGETS, exists, is_zone, refused_by_the_cards
from games.highnoon.strategies_highnoon import random_message
from positions import positions
from saloon.core.canonical import canonical_json, state_hash
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Seat, seat_name
from saloon.games import GAMES
from saloon.games.highnoon.rules import made_progress
from saloon.games.highnoon.state import State, Timeout
from saloon.table import Ack, Table

GAME = GAMES.version("highnoon", "1.0.0")
OPTIONS = GAME.options(profile="vnext")
STOCK, WASTE = {"zone": "stock", "owner": "p1"}, {"zone": "waste", "owner": "p1"}


def column(index: int) -> Json:
    return {"zone": "tableau", "owner": "p1", "index": index}


def foundation(index: int = 0) -> Json:
    return {"zone": "foundation", "owner": "global", "index": index}


def code(state: State, seat: Seat, kind: Any, payload: Any, options: Any = OPTIONS) -> str | None:
    """Return the code that refuses a message; None if it is accepted."""
    kinds = GAME.server_actions if seat == SERVER else GAME.actions
    before = canonical_json(state)
    try:
        after = GAME.apply(state, seat, GAME.read_action(options, kinds, kind, payload))
    except Rejected as refused:
        assert canonical_json(state) == before
        return refused.code
    GAME.check(after)
    return None


# --- payloads -----------------------------------------------------------------------------------------------------

P1 = Side("9H 8C 7D | 9D | -2C 5S | -3C -4C | | KS QD | AS", stock="2D", waste="4H 6C")
BOARD, OURS = position(P1, rest="p2", profile="vnext"), position(P1, rest="p2")
OVER = GAME.apply(BOARD, 0, GAME.actions["resign"]())
MALFORMED: list[tuple[str, Json, str | None]] = [
    ("draw", {"target": WASTE}, "INVALID_SOURCE"),
    ("draw", {}, "INVALID_SOURCE"),
    ("draw", {"source": None, "target": WASTE}, "INVALID_SOURCE"),
    ("draw", {"source": "stock", "target": WASTE}, "INVALID_SOURCE"),
    ("draw", {"source": [STOCK], "target": WASTE}, "INVALID_SOURCE"),
    ("draw", {"source": {"zone": "stock"}, "target": WASTE}, "INVALID_SOURCE"),
    ("draw", {"source": {"owner": "p1"}, "target": WASTE}, "INVALID_SOURCE"),
    ("draw", {"source": {"zone": "deck", "owner": "p1"}, "target": WASTE}, "INVALID_SOURCE"),
    ("draw", {"source": STOCK | {"index": 0}, "target": WASTE}, "INVALID_SOURCE"),
    ("draw", {"source": STOCK | {"index": None}, "target": WASTE}, "INVALID_SOURCE"),
    ("draw", {"source": STOCK}, "INVALID_TARGET"),
    ("draw", {"source": STOCK, "target": {"zone": "waste"}}, "INVALID_TARGET"),
    ("draw", {"source": {"owner": "p3"}, "target": WASTE}, "OWNERSHIP_VIOLATION"),
    ("draw", {"source": {"owner": None}, "target": WASTE}, "OWNERSHIP_VIOLATION"),
    ("draw", {"target": {"zone": "waste", "owner": "p2"}}, "OWNERSHIP_VIOLATION"),
    ("flip", {}, "INVALID_SOURCE"),
    ("flip", {"source": {"zone": "tableau", "index": 3}}, "INVALID_SOURCE"),
    ("flip", {"source": {"zone": "tableau", "owner": "p1"}}, "INVALID_SOURCE"),
    ("flip", {"source": column(3) | {"index": "3"}}, "INVALID_SOURCE"),
    ("flip", {"source": column(3), "target": 7}, None),
    ("recycle", {"target": STOCK}, "INVALID_SOURCE"),
    ("foundationMove", {"target": foundation()}, "INVALID_SOURCE"),
    ("foundationMove", {"source": column(6)}, "INVALID_TARGET"),
    ("foundationMove", {"source": column(6), "target": {"zone": "foundation", "owner": "global"}}, "INVALID_TARGET"),
    ("foundationMove", {"source": column(6), "target": {"zone": "foundation", "index": 0}}, "INVALID_TARGET"),
    ("tableauMove", {"target": column(0), "count": 0}, "INVALID_SOURCE"),
    ("draw", {"source": STOCK, "target": WASTE, "cardId": "d0:C:01"}, None),
    ("draw", {"source": STOCK | {"size": 3}, "target": WASTE}, None),
    ("draw", {"source": STOCK, "target": WASTE, "count": "many"}, None),
    ("resign", {"reason": "bored"}, None),
]


WELL_FORMED: list[tuple[str, Json, str, str]] = [
    ("tableauMove", {"source": column(0), "target": column(0), "count": 0}, "MALFORMED_MESSAGE", "INVALID_TARGET"),
    ("tableauMove", {"source": column(0), "target": column(0)}, "MALFORMED_MESSAGE", "INVALID_TARGET"),
    ("tableauMove", {"source": column(0), "target": column(0), "count": 1}, "INVALID_TARGET", "INVALID_TARGET"),
    ("tableauMove", {"source": column(0), "target": column(9), "count": 0}, "INVALID_TARGET", "INVALID_TARGET"),
]


@pytest.mark.parametrize(("kind", "payload", "answer"), MALFORMED, ids=str)
@clause("HN-98", "HN-105")
def test_malformed_payloads_get_the_originals_codes(kind: str, payload: Json, answer: str | None) -> None:
    assert code(BOARD, 0, kind, payload) == answer
    assert code(OVER, 0, kind, payload) == "MATCH_FINISHED", "the match is looked at before the zones"
    assert code(OURS, 0, kind, payload, GAME.options()) == "MALFORMED_MESSAGE", "profile saloon stays strict"


@pytest.mark.parametrize(("kind", "payload", "originals", "ours"), WELL_FORMED, ids=str)
def test_the_original_looks_at_the_count_before_the_same_column(
    kind: str, payload: Json, originals: str, ours: str
) -> None:
    assert code(BOARD, 0, kind, payload) == originals
    assert code(OURS, 0, kind, payload, GAME.options()) == ours


@pytest.mark.parametrize("kind", [None, 3, "", "Draw", "inactivity", "timeout", "undo"])
@pytest.mark.parametrize("payload", [None, [], "x", {}], ids=str)
def test_shape_and_kind_come_first_as_everywhere(kind: Any, payload: Any) -> None:
    malformed = not isinstance(kind, str) or not isinstance(payload, dict)
    for state in (BOARD, OVER):
        assert code(state, 0, kind, payload) == ("MALFORMED_MESSAGE" if malformed else "INVALID_ACTION_KIND")


def test_what_is_logged_of_an_accepted_action_has_the_known_fields_only() -> None:
    table = Table.deal("highnoon", seed="1", options={"profile": "vnext"})
    payload = {"source": STOCK | {"size": 24}, "target": WASTE, "cardId": "?"}
    assert isinstance(table.submit(0, {"kind": "draw", "payload": payload, "seq": 0, "baseRev": 0}), Ack)
    logged = msgspec.to_builtins(table.log().steps[-1].action)
    assert logged == {"kind": "draw", "payload": {"source": STOCK, "target": WASTE}}
    assert Table.load(table.save()).state_hash() == table.state_hash()


def slow_code(state: Json, actor: str, kind: Any, payload: Any) -> str | None:
    """Return what the original says to a message, from its description alone."""
    if not isinstance(kind, str) or not isinstance(payload, dict):
        return "MALFORMED_MESSAGE"
    if kind not in FIELDS or kind == "offerEnd" or (kind == "timeout") != (actor == "server"):
        return "INVALID_ACTION_KIND"
    if kind == "timeout" and payload.get("player") not in ("p1", "p2"):
        return "MALFORMED_MESSAGE"
    if state["status"] == "finished":
        return "MATCH_FINISHED"
    if kind in ("resign", "timeout"):
        return None
    zones: Json = {name: known(payload.get(name)) for name in ("source", "target") if name in FIELDS[kind][0]}
    for zone in zones.values():
        if isinstance(zone, dict) and "owner" in zone:
            foundations = zone.get("zone") == "foundation"
            if zone["owner"] != ("global" if foundations else actor):
                return "OWNERSHIP_VIOLATION"
    if not is_zone(zones["source"]) or zones["source"]["zone"] not in SOURCES[kind] or not exists(zones["source"]):
        return "INVALID_SOURCE"
    target: Any = zones.get("target")
    if kind != "flip" and (not is_zone(target) or target["zone"] != TARGETS[kind] or not exists(target)):
        return "INVALID_TARGET"
    count = payload.get("count")
    if kind == "tableauMove":
        if type(count) is not int or count < 1:
            return "MALFORMED_MESSAGE"
        if zones["source"] == target:
            return "INVALID_TARGET"
    return refused_by_the_cards(state, actor, kind, {**zones, "count": count})


def known(zone: Any) -> Any:
    """Return a zone without the fields that nobody knows."""
    if not isinstance(zone, dict):
        return zone
    return {name: value for name, value in zone.items() if name in ("zone", "owner", "index")}


@clause("HN-16", "HN-60", "HN-84", "HN-105")
@given(st.sampled_from([0, 2]), st.integers(0, 2**32), st.data())
@settings(max_examples=100, deadline=None)
def test_every_message_gets_the_originals_answer(clock: int, luck: int, data: st.DataObject) -> None:
    state = data.draw(positions("highnoon", profile="vnext", reveal="auto", clock=clock)).state
    random, options = Random(luck), GAME.options(profile="vnext", clock=clock)
    for _ in range(16):
        seat = random.choice([0, 1, 0, 1, SERVER])
        kind, payload = random_message(random, list(GAME.legal(state, seat)), seat_name(seat))
        expected = slow_code(plain(state), seat_name(seat), kind, payload)
        assert code(state, seat, kind, payload, options) == expected, (kind, payload)


# --- the clock ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [0, 2, 3, 5])
@pytest.mark.parametrize("mode", ["split", "shared"])
def test_the_clock_is_not_hashed(clock: int, mode: str) -> None:
    untimed = GAME.deal("SEED-0001", GAME.options(profile="vnext", mode=mode))
    state = GAME.deal("SEED-0001", GAME.options(profile="vnext", mode=mode, clock=clock))
    assert canonical_json(GAME.canonical(state)) == canonical_json(untimed)
    assert state_hash(0, GAME.canonical(state)) == state_hash(0, untimed)
    table = Table.deal("highnoon", seed="SEED-0001", options={"profile": "vnext", "mode": mode, "clock": clock})
    plays = Table.deal("highnoon", seed="SEED-0001", options={"profile": "vnext", "mode": mode})
    for seat in (0, 1):
        action = table.moves(seat)[0]
        table.act(seat, action)
        plays.act(seat, action)
    assert (table.rev, table.state_hash()) == (2, plays.state_hash())


def test_the_server_may_end_a_match_by_inactivity_with_any_clock() -> None:
    """The state does not show the clock, so the rules leave it to the server, as in 0.1."""
    for clock in (0, 2, 3, 5):
        options = GAME.options(profile="vnext", clock=clock)
        state = GAME.deal("SEED-0001", options)
        for _ in range(3):
            legal = GAME.legal(state, SERVER)
            assert legal == [Timeout("p1"), Timeout("p2")]
            for kind, payload in (("timeout", {"player": "p2"}), ("inactivity", {"playerId": "p2", "why": 1})):
                assert code(state, SERVER, kind, payload, options) is None
            assert code(state, SERVER, "inactivity", {"player": "p2"}, options) == "MALFORMED_MESSAGE"
            state = GAME.apply(state, 0, GAME.legal(state, 0)[0])
        over = GAME.apply(state, SERVER, Timeout("p2"))
        assert (over.winner, over.ended_reason, over.ended_by) == ("p1", "inactivity", "p2")
        assert "clock" not in canonical_json(GAME.canonical(over)).decode().lower()


def test_profile_saloon_has_no_inactivity() -> None:
    options = GAME.options(clock=2)
    state = GAME.deal("1", options)
    assert code(state, SERVER, "inactivity", {"playerId": "p2"}, options) == "INVALID_ACTION_KIND"
    assert code(state, SERVER, "timeout", {"player": "p2", "why": 1}, options) == "MALFORMED_MESSAGE"
    assert code(state, SERVER, "timeout", {"player": "p2"}, options) is None


@given(positions("highnoon", profile="saloon"))
@settings(max_examples=60, deadline=None)
def test_progress_by_the_change_is_progress_by_the_counter(position: Any) -> None:
    for action in position.legal:
        if action.kind in position.game.giving_up:
            continue
        after = position.game.apply(position.state, position.seat, action)
        since = after.since_progress
        assert since is not UNSET
        assert made_progress(position.state, after) == ((since.p1, since.p2) == (0, 0))
