"""Hidden is hidden: nothing that a seat or a watcher is sent depends on a card it may not see."""

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clauses import clause
from hidden import lookalikes, rearranged
from positions import kit_of
from saloon.core.game import Action, Seat
from saloon.table import Table
from saloon.table.acks import AckBuilder
from samples import BETWEEN_PEOPLE, FOURSOME, a_move, seat_to_act
from table.common import NAMES, message, played, position_hash, some_action
from table.listening import subscribe
from universe import every_action

Receiver = Seat | None


def with_state(table: Table, state: Any) -> Table:
    """Return a copy of `table` in which only the state is another."""
    other = copy(table)
    other._progress = replace(table._progress, state=state)
    other._seqs = dict(table._seqs)
    other.entries = list(table.entries)
    other.ack_builder = AckBuilder(table.game, table.seats)
    return other


def arrangements(table: Table, receiver: Receiver, seat: Seat, action: Action, random: Random) -> Iterator[Any]:
    """Yield other states that look the same to `receiver`, now and after `action`."""
    return lookalikes(
        table.game.name, table.state, receiver, lambda state: table.game.apply(state, seat, action), random, tries=6
    )


def told(table: Table, receiver: Receiver, seat: Seat, action: Action) -> list[bytes]:
    """Return every byte that `receiver` gets when `seat` sends `action`."""
    messages: list[Any] = []
    subscribe(table, receiver, messages.append)
    answer = table.submit(seat, message(table, seat, action))
    messages += [answer] * (seat == receiver)
    messages.append(table.snapshot(receiver, "CONNECT"))
    return [msgspec.json.encode(one) for one in messages]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(2))
@clause("HN-25", "HN-27")
def test_a_whole_submitted_game_does_not_depend_on_hidden_cards(name: str, number: int) -> None:
    random = Random(f"{name}{number}")
    seats = ("human", *["bot"] * (len(played(name, number, 0).seats) - 1))
    table = played(name, number, 0, seats=seats)
    compared = 0
    for _ in range(90):
        step = some_action(table, random)
        if step is None:
            break
        seat, action = step
        for receiver in (*table.game.seats, None):
            expected = told(with_state(table, table.state), receiver, seat, action)
            for state in arrangements(table, receiver, seat, action, random):
                assert told(with_state(table, state), receiver, seat, action) == expected
                compared += 1
                break
        table.act(seat, action)
    assert compared > 40


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(4))
def test_refusals_and_hints_do_not_depend_on_hidden_cards(name: str, number: int) -> None:
    random = Random(f"{name}{number}")
    table = played(name, number, 30 + 11 * number, seats=("human", *["bot"] * (len(played(name, 0, 0).seats) - 1)))
    other = with_state(table, rearranged(name, table.state, 0, random))
    kit = kit_of(name)
    legal = {kit.essence(action) for action in table.legal(0)}
    illegal = [action for action in every_action(name, 0) if kit.essence(action) not in legal]
    illegal = [action for action in illegal if not kit.asks_for_hidden(table.state, action)]
    sent = [message(table, 0, action) for action in random.sample(illegal, min(len(illegal), 150))]
    sent += [message(table, 0, {"kind": kind, "payload": {}}) for kind in ("hint", "fly", "stateRequest")]
    for one in sent:
        answers = [with_state(each, each.state).submit(0, one) for each in (table, other)]
        assert msgspec.json.encode(answers[0]) == msgspec.json.encode(answers[1])


@pytest.mark.parametrize("name", BETWEEN_PEOPLE)
@pytest.mark.parametrize("number", range(2))
def test_no_message_between_seats_holds_a_secret(name: str, number: int) -> None:
    """Neither the seed, the nonce, the hash of the full state, nor the id of a hidden card."""
    seed, nonce = f"5eed-of-{number}-that-nobody-sends", f"nonce-{number}-of-this-table"
    table = played(name, number, 0, seed=seed, nonce=nonce)
    random = Random(number)
    hashes = {table.state_hash(), position_hash(table)}
    for _ in range(45):
        step = some_action(table, random)
        if step is None:
            break
        sent: dict[Receiver, list[Any]] = {receiver: [] for receiver in (*table.game.seats, None)}
        before = table.progress
        sent[step[0]].append(table.submit(step[0], message(table, *step)))
        for accepted in table.accepted_since(before):
            for receiver, inbox in sent.items():
                inbox.append(table.ack_builder.ack(accepted, receiver))
        hashes |= {table.state_hash(), position_hash(table)}
        for receiver, inbox in sent.items():
            inbox.append(table.snapshot(receiver, "CONNECT"))
            for text in (msgspec.json.encode(one).decode() for one in inbox):
                for secret in (seed, nonce, *hashes, *kit_of(name).secrets(table.state, receiver)):
                    assert f'"{secret}"' not in text


def test_only_the_seat_that_asked_gets_the_hint() -> None:
    table = Table.deal(FOURSOME, seed="4", seats=("human", "bot", "bot", "bot"))
    while not table.moves(0):
        table.act(seat_to_act(table), a_move(table, seat_to_act(table)))
    heard: dict[Receiver, Any] = {}
    for receiver in (0, 1, 2, 3, None):
        subscribe(table, receiver, lambda one, receiver=receiver: heard.__setitem__(receiver, one))  # type: ignore[misc]
    suggestion = table.suggestion(0)
    assert suggestion is not None
    answer: Any = table.submit(0, message(table, 0, {"kind": "hint", "payload": {}}))
    assert answer.report["hint"].kind == suggestion.kind
    assert answer.report["hint"].payload == suggestion
    assert heard[0].report == answer.report
    assert [heard[receiver].report for receiver in (1, 2, 3, None)] == [{}] * 4
    assert answer.change == []


def test_a_hint_that_finds_nothing_reports_nothing() -> None:
    table = Table.deal(FOURSOME, seed="4", seats=("human", "bot", "bot", "bot"))
    seat = next(seat for seat in range(4) if not table.moves(seat))
    answer: Any = table.submit(seat, message(table, seat, {"kind": "hint", "payload": {}}))
    assert answer.report == {}
    assert table.suggestion(seat) is None
