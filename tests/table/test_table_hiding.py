"""Hidden is hidden: nothing that a seat or a watcher is sent depends on a card it may not see."""

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clauses import clause
from hidden import _cards, _filled
from saloon.core.errors import Rejected
from saloon.core.game import Action, Seat
from saloon.table import Table
from saloon.table.audience import Audience
from table.desk import NAMES, message, played, position_hash, some_action
from universe import every_action

Receiver = Seat | None


def with_state(table: Table, state: Any) -> Table:
    """Return a copy of `table` in which only the state is another."""
    other = copy(table)
    other._progress = replace(table._progress, held=state)
    other._seqs = dict(table._seqs)
    other._audience, other.entries = Audience(), list(table.entries)
    return other


def arrangements(table: Table, receiver: Receiver, seat: Seat, action: Action, random: Random) -> Iterator[Any]:
    """Yield other states that look the same to `receiver`, now and after `action`: what it turns up stays in place."""
    after = table.game.apply(table.state, seat, action)
    for _ in range(6):
        state = _other_hands(table, receiver, random) if table.game.name == "nevernine" else None
        if state is None:
            seen = {card.card_id for card in _cards(after) if not card.face_down}
            state = _other_faces(table.state, seen, random)
        try:
            other = table.game.apply(state, seat, action)
        except Rejected:
            continue  # a hand that follows suit where the real one did not
        if table.game.outcome(other) == table.game.outcome(after):
            yield state


def _other_faces(state: Any, seen: set[str], random: Random) -> Any:
    hidden = [card for card in _cards(state) if card.face_down]
    free = [place for place, card in enumerate(hidden) if card.card_id not in seen]
    moved = random.sample(free, len(free))
    fresh = list(hidden)
    for place, other in zip(free, moved, strict=True):
        fresh[place] = hidden[other]
    return _filled(state, iter(fresh))


def _other_hands(table: Table, receiver: Receiver, random: Random) -> Any:
    state = table.state
    others = [other for other in range(4) if other != receiver]
    last = len(state.tricks) == 8 and len(state.trick.moves) == 3
    pool = [card for other in others for card in state.hands[other]]
    random.shuffle(pool)
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other], pool = tuple(pool[:size]), pool[size:]
    return replace(state, hands=tuple(hands), seed=state.seed if last else "another")


def told(table: Table, receiver: Receiver, seat: Seat, action: Action) -> list[bytes]:
    """Return every byte that `receiver` gets when `seat` sends `action`."""
    messages: list[Any] = []
    table.subscribe(receiver, messages.append)
    answer = table.submit(seat, message(table, seat, action))
    messages += [answer] * (seat == receiver)
    messages.append(table.snapshot(receiver, "CONNECT"))
    return [msgspec.json.encode(one) for one in messages]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(2))
@clause("HN-25", "HN-27")
def test_a_whole_submitted_game_reads_the_same_whatever_is_hidden(name: str, number: int) -> None:
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
def test_refusals_and_hints_read_the_same_whatever_is_hidden(name: str, number: int) -> None:
    random = Random(f"{name}{number}")
    table = played(name, number, 30 + 11 * number, seats=("human", *["bot"] * (len(played(name, 0, 0).seats) - 1)))
    other = with_state(table, next(_hidden(table, random)))
    legal = table.legal(0)
    illegal = [action for action in every_action(name, 0) if action not in legal and action.kind != "foundationMove"]
    sent = [message(table, 0, action) for action in random.sample(illegal, min(len(illegal), 150))]
    sent += [message(table, 0, {"kind": kind, "payload": {}}) for kind in ("hint", "fly", "stateRequest")]
    for one in sent:
        answers = [with_state(each, each.state).submit(0, one) for each in (table, other)]
        assert msgspec.json.encode(answers[0]) == msgspec.json.encode(answers[1])


def _hidden(table: Table, random: Random) -> Iterator[Any]:
    if table.game.name == "nevernine":
        yield _other_hands(table, 0, random)
    else:
        yield _other_faces(table.state, set(), random)


@pytest.mark.parametrize("name", ["highnoon", "nevernine"])
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
        stops = [table.subscribe(receiver, inbox.append) for receiver, inbox in sent.items()]
        sent[step[0]].append(table.submit(step[0], message(table, *step)))
        for stop in stops:
            stop()
        hashes |= {table.state_hash(), position_hash(table)}
        for receiver, inbox in sent.items():
            inbox.append(table.snapshot(receiver, "CONNECT"))
            for text in (msgspec.json.encode(one).decode() for one in inbox):
                for secret in (seed, nonce, *hashes, *_hidden_ids(table, receiver)):
                    assert f'"{secret}"' not in text


def _hidden_ids(table: Table, receiver: Receiver) -> list[str]:
    state = table.state
    if table.game.name == "nevernine":
        before = state.last_round.last_trick.moves if state.last_round else ()
        public = {move.card for move in before}  # laid in the round before, from the same 36 cards
        return [
            card for seat, hand in enumerate(state.hands) if seat != receiver for card in hand if card not in public
        ]
    return [card.card_id for card in _cards(state) if card.face_down]


def test_a_hint_is_told_to_the_seat_that_asked_and_to_nobody_else() -> None:
    table = Table.deal("nevernine", seed="4", seats=("human", "bot", "bot", "bot"))
    while table.state.turn != 0:
        table.act(table.state.turn, table.moves(table.state.turn)[0])
    heard: dict[Receiver, Any] = {}
    for receiver in (0, 1, 2, 3, None):
        table.subscribe(receiver, lambda one, receiver=receiver: heard.__setitem__(receiver, one))  # type: ignore[misc]
    suggestion = table.suggestion(0)
    assert suggestion is not None
    answer: Any = table.submit(0, message(table, 0, {"kind": "hint", "payload": {}}))
    assert answer.report["hint"].kind == suggestion.kind
    assert answer.report["hint"].payload == suggestion
    assert heard[0].report == answer.report
    assert [heard[receiver].report for receiver in (1, 2, 3, None)] == [{}] * 4
    assert answer.change == []


def test_a_hint_that_finds_nothing_reports_nothing() -> None:
    table = Table.deal("nevernine", seed="4", seats=("human", "bot", "bot", "bot"))
    seat = next(seat for seat in range(4) if seat != table.state.turn)
    answer: Any = table.submit(seat, message(table, seat, {"kind": "hint", "payload": {}}))
    assert answer.report == {}
    assert table.suggestion(seat) is None
