"""Dealing a table, and acting on it from Python."""

from functools import partial
from importlib import import_module
from typing import Any

import msgspec
import pytest

from saloon.core.errors import BadInput, BadOption, BadSeed, Rejected, UnknownGame
from saloon.core.game import SERVER
from saloon.games import GAMES
from saloon.table import Table, acks, changes, helpers, log, messages, progress, replay, statistics
from samples import DUEL, SOLITAIRE, TIMED, UNTIMED, a_move, an_illegal_move, an_option, idle_move, preset_options
from table.common import NAMES, of_kind, plain, played, position_hash, sha, standing

replay_module, table_module = import_module("saloon.table.replay"), import_module("saloon.table.table")


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_is_what_the_rulebook_deals(name: str) -> None:
    game = GAMES[name]
    table = Table.deal(name, seed="12", nonce="n", match_id="m")
    assert table.game is game
    assert table.state == game.deal("12", game.options())
    assert (table.seed, table.nonce, table.match_id, table.options) == ("12", "n", "m", game.options())
    assert (table.rev, table.entries, table.incidents, table.outcome) == (0, [], [], None)
    assert table.state_hash() == sha({"rev": 0, "state": game.canonical(table.state)})
    assert table.commitment == sha({"game": name, "nonce": "n", "options": game.options(), "seed": "12"})
    for seat in (*game.seats, None):
        assert table.view(seat) == game.view(table.state, seat)
    for seat in game.seats:
        assert list(table.moves(seat)) == list(game.legal(table.state, seat))
    assert Table.deal(game, seed="12").state == table.state


def test_a_table_may_be_made_from_what_was_checked_before() -> None:
    game = GAMES[DUEL]
    table = Table(game, "1", game.options(), nonce="n")
    assert (table.seats, table.match_id, table.nonce) == (("human", "human"), None, "n")
    assert table.state_hash() == Table.deal(DUEL, seed="1").state_hash()


def test_options_may_be_names_with_values_or_the_struct_itself() -> None:
    chosen, options = preset_options(SOLITAIRE), GAMES[SOLITAIRE].options
    assert options(**chosen) != options()
    assert Table.deal(SOLITAIRE, seed="1", options=chosen).options == options(**chosen)
    assert Table.deal(SOLITAIRE, seed="1", options=options(**chosen)).options == options(**chosen)
    assert Table.deal(SOLITAIRE, seed="1", options=None).options == options()
    with pytest.raises(BadOption):
        Table.deal(SOLITAIRE, options={an_option(SOLITAIRE): "no such value"})


def test_what_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(UnknownGame):
        Table.deal("bridge")
    with pytest.raises(BadSeed):
        Table.deal(TIMED, seed="x")
    with pytest.raises(BadSeed):
        Table.deal(SOLITAIRE, seed="")


def test_without_a_seed_a_fresh_one_is_used() -> None:
    for name in UNTIMED:
        assert len({Table.deal(name, now=1).seed for _ in range(3)}) == 3


def test_an_action_moves_the_table_on_by_one() -> None:
    table = Table.deal(SOLITAIRE, seed="7", nonce="n")
    before = table.state
    action = a_move(table)
    table.act(0, action, at=0)
    assert table.state == table.game.apply(before, 0, action)
    assert (table.rev, table.expected_seq(0)) == (1, 1)
    assert [(entry.seat, entry.action, entry.at) for entry in table.entries] == [(0, action, 0)]
    assert table.state_hash() == sha({"rev": 1, "state": table.state})
    assert position_hash(table) == sha({k: v for k, v in plain(table.state).items() if k not in table.game.counters})
    with pytest.raises(Rejected):
        table.act(0, an_illegal_move(table))
    assert table.rev == 1


@pytest.mark.parametrize("seat", [1, 2, -2, 99])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    table = played(SOLITAIRE, 1, 5)
    before = standing(table)
    for call in (
        partial(table.act, seat, of_kind(table, "hint")),
        partial(table.hint, seat),
        partial(table.undo, seat),
    ):
        with pytest.raises(BadInput) as refused:
            call()
        assert (refused.value.code, refused.value.reason) == ("NO_SUCH_SEAT", f"{SOLITAIRE} has no seat {seat}")
    assert standing(table) == before


@pytest.mark.parametrize("seat", [1, 7, -2])
def test_a_seat_that_does_not_exist_can_send_nothing(seat: int) -> None:
    table = played(SOLITAIRE, 1, 5)
    before = standing(table)
    with pytest.raises(BadInput) as refused:
        table.submit(seat, {**idle_move(SOLITAIRE), "seq": 0, "baseRev": 0})
    assert refused.value.code == "NO_SUCH_SEAT"
    assert standing(table) == before


@pytest.mark.parametrize("at", [-1, 1.5, "now", True])
def test_a_time_is_a_number_of_milliseconds(at: Any) -> None:
    table = played(SOLITAIRE, 1, 5)
    before = standing(table)
    with pytest.raises(BadInput) as refused:
        table.act(0, of_kind(table, "hint"), at=at)
    assert refused.value.code == "BAD_TIME"
    assert refused.value.reason == f"the time {at!r} is not a number of milliseconds since the deal"
    assert standing(table) == before


@pytest.mark.parametrize("name", [SOLITAIRE, TIMED, DUEL])
def test_helpers_are_not_for_the_server(name: str) -> None:
    """What the server may not send it may not do from Python either, or the log could not be replayed."""
    table = Table.deal(name, seed="7", seats=("human", "bot") if name == DUEL else None)
    table.act(0, table.moves(0)[0])
    for call in ("undo", "hint", "pause") if name != DUEL else ("hint", "pause"):
        with pytest.raises(Rejected):
            getattr(table, call)(SERVER)
    assert replay(table.log()).status == "SUCCESS"


def test_an_action_without_a_time_has_none() -> None:
    table = Table.deal(SOLITAIRE, seed="7")
    table.act(0, a_move(table))
    for call in (table.undo, table.redo, table.hint, table.pause, table.resume):
        call()
    assert [(entry.seat, entry.at) for entry in table.entries] == [(seat, None) for seat in (0, 0, 0, SERVER, 0, 0)]


def test_everything_sent_or_logged_is_frozen() -> None:
    structs = {
        one
        for module in (acks, changes, helpers, log, messages, progress, replay_module, statistics, table_module)
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one is not msgspec.Struct
    }
    assert len(structs) > 20
    assert [one for one in structs if not one.__struct_config__.frozen] == []
