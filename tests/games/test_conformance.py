"""One suite for all games: what the Game contract promises, under every option, on random play."""

import json
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clauses import clause
from hidden import rearranged
from positions import KITS, is_ours, kit_of, option_sets, play, positions, rulebooks, seeds
from saloon.core.canonical import canonical_json, state_hash
from saloon.core.errors import Rejected
from saloon.core.game import Action, read_action
from saloon.core.options import read_options
from saloon.games import GAMES
from saloon.table import Table, replay
from saloon.table.messages import wire
from table.common import position_hash
from universe import every_action

NAMES = list(KITS)
EVERY_OPTION_SET = [
    pytest.param(game, options, id=f"{name}-{game.rules_version}-{options}")
    for name in NAMES
    for options in option_sets(name)
    for game in rulebooks(name, options)
]

every_game = pytest.mark.parametrize("name", NAMES)
slow = settings(max_examples=25, deadline=None)


def accepts(game: Any, state: Any, seat: int, action: Action) -> bool:
    try:
        game.apply(state, seat, action)
    except Rejected as rejected:
        return not (rejected.code.isupper() and rejected.reason)
    return True


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_every_game_has_a_test_kit(game: Any) -> None:
    if game.name not in KITS and not is_ours(game):
        pytest.skip(f"the plug-in game {game.name} has no test kit, so nothing here tests it")
    assert kit_of(game.name).option_sets


@every_game
def test_a_lap_leads_back_to_the_deal(name: str) -> None:
    kit = kit_of(name)
    for seat in GAMES[name].seats:
        table = Table.deal(name, seed=kit.seed(3), options=kit.easy)
        seen: list[bytes] = []
        for _ in range(3):
            for action in kit.lap(seat):
                table.act(seat, action)
            seen.append(canonical_json(table.game.legal(table.state, seat)))
        assert len(set(seen)) == 1
        assert not kit.lap(seat) or table.rev > 3


@every_game
@slow
@given(data=st.data())
@clause("HN-15", "HN-16", "HN-61", "HN-85", "NN-35")
def test_legal_and_apply_agree_exactly(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name))
    before = canonical_json(position.game.canonical(position.state))
    legal = position.legal
    assert all(accepts(position.game, position.state, position.seat, action) for action in legal)
    essence = kit_of(name).essence
    listed = {essence(action) for action in legal}
    for action in every_action(name, position.seat):
        if essence(action) not in listed:
            assert not accepts(position.game, position.state, position.seat, action), action
    assert canonical_json(position.game.canonical(position.state)) == before


@every_game
@slow
@given(data=st.data())
def test_no_action_is_listed_twice_and_each_survives_the_wire(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name))
    assert len(set(position.legal)) == len(position.legal)
    for action in position.legal:
        sent = canonical_json(wire(action))
        got = msgspec.json.decode(sent)
        assert read_action(position.game.actions, got["kind"], got["payload"]) == action


@every_game
@slow
@given(data=st.data())
def test_what_is_typed_for_an_action_names_it(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name))
    for action in position.legal:
        typed = position.game.parse(position.game.notation(action), position.seat)
        assert position.game.apply(position.state, position.seat, typed) == position.game.apply(
            position.state, position.seat, action
        )


@pytest.mark.parametrize(("game", "options"), EVERY_OPTION_SET)
@clause("HN-60", "HN-79", "HN-84", "HN-104", "CA-108")
def test_random_play_keeps_the_invariants_and_mutates_nothing(game: Any, options: dict[str, Any]) -> None:
    random = Random(f"{game.name}{options}")
    first = game.deal(kit_of(game.name).seed(12), read_options(game.name, game.options, options))
    game.check(first)
    before = None
    for state, seat, action in play(game, first, random, 400):
        text = canonical_json(game.canonical(state))
        after = game.apply(state, seat, action)
        game.check(after)
        game.check_change(state, after)
        assert canonical_json(game.canonical(state)) == text
        assert game.apply(state, seat, action) == after
        assert before is None or before == text
        before = canonical_json(game.canonical(after))


@every_game
@slow
@given(data=st.data())
@clause("HN-05", "HN-06", "HN-91", "HN-92", "NN-37")
def test_a_log_and_a_save_give_the_same_hash_again(name: str, data: st.DataObject) -> None:
    table = played(name, data)
    every_hash = replay(table.log())
    assert (every_hash.status, every_hash.final_rev, every_hash.final_state_hash) == (
        "SUCCESS",
        table.rev,
        table.state_hash(),
    )
    loaded = Table.load(table.save())
    assert loaded.state == table.state
    assert loaded.state_hash() == table.state_hash()
    assert loaded.save() == table.save()
    assert loaded.legal(0) == table.legal(0)


def played(name: str, data: st.DataObject, most: int = 120) -> Table:
    """A table somewhere in a game, helpers used now and then."""
    options = data.draw(st.sampled_from(option_sets(name)))
    table = Table.deal(name, seed=data.draw(seeds(name)), options=options, nonce="n")
    random = Random(data.draw(st.integers(0, 2**32)))
    for at in range(data.draw(st.integers(0, most))):
        seat = random.choice(list(table.game.seats))
        legal = [action for action in table.legal(seat) if action.kind not in table.game.giving_up]
        if legal and table.outcome is None:
            table.act(seat, random.choice(legal), at=at * 1000)
    return table


def is_undoable(table: Table, action: Action) -> bool:
    """Whether an undo takes back just this action: it ends no game, leaves a trace, and is not undone in steps."""
    after = table.game.apply(table.state, 0, action)
    return table.game.outcome(after) is None and table.game.undo_to(table.state, action, after) == table.state


@pytest.mark.parametrize("name", [game.name for game in GAMES if game.undo_depth])
@slow
@given(data=st.data())
@clause("CA-71", "CA-75", "KL-76")
def test_undo_and_redo_restore_the_position(name: str, data: st.DataObject) -> None:
    table = played(name, data)
    assume(table.outcome is None)
    if table.help.paused:
        table.resume()
    random = Random(data.draw(st.integers(0, 2**32)))
    hashes = [position_hash(table)]
    for _ in range(min(table.game.undo_depth, 12)):
        moves = [action for action in table.moves(0) if is_undoable(table, action)]
        if not moves:
            break
        table.act(0, random.choice(moves))
        if table.outcome is not None:
            table = Table.load(table.save())
            return
        hashes.append(position_hash(table))
    for earlier in reversed(hashes[:-1]):
        table.undo()
        assert position_hash(table) == earlier
    if table.game.undo_depth > 1:
        for later in hashes[1:]:
            table.redo()
            assert position_hash(table) == later


@every_game
@slow
@given(data=st.data())
@clause("HN-25", "HN-27")
def test_views_depend_on_nothing_hidden(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name))
    random = Random(data.draw(st.integers(0, 2**32)))
    game = position.game
    for seat in (position.seat, None):
        other = rearranged(name, position.state, seat, random)
        view, again = game.view(position.state, seat), game.view(other, seat)
        assert canonical_json(view) == canonical_json(again)
        if seat is not None:
            assert game.legal(position.state, seat) == game.legal(other, seat)
            assert game.hint(view, position.legal) == game.hint(again, position.legal)


@every_game
@slow
@given(data=st.data())
def test_the_game_is_over_exactly_when_nothing_is_legal_for_anyone(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name, most=400))
    game, state = position.game, position.state
    ended = game.outcome(state) is not None
    if ended:
        assert not any(game.legal(state, seat) for seat in game.seats)
        for action in every_action(name, position.seat)[:50]:
            with pytest.raises(Rejected) as refused:
                game.apply(state, position.seat, action)
            assert refused.value.code == "MATCH_FINISHED"
    elif len(game.seats) > 1:
        assert any(game.legal(state, seat) for seat in game.seats)


@every_game
@slow
@given(data=st.data())
@clause("HN-92")
def test_the_state_hash_is_that_of_the_canonical_json(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name))
    state = msgspec.json.decode(msgspec.json.encode(position.game.canonical(position.state)))
    text = json.dumps({"rev": 7, "state": state}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert state_hash(7, position.game.canonical(position.state)) == sha256(text.encode()).hexdigest()


@every_game
@slow
@given(data=st.data())
def test_a_hint_is_legal(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name))
    if position.legal:
        hint = position.game.hint(position.game.view(position.state, position.seat), position.legal)
        assert hint is None or hint in position.legal
