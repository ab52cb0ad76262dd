"""Who is told what? Subscriptions of seats and watchers, and listeners that fail."""

import logging
from typing import Any

import pytest

from saloon.core.errors import Rejected
from saloon.table import Ack, Reject, Snapshot, Table
from saloon.table.messages import wire
from samples import DUEL, a_move, an_illegal_move
from table.desk import message, plain


def duel() -> Table:
    return Table.deal(DUEL, seed="1", nonce="n")


def failing(_: Any) -> None:
    raise RuntimeError("this listener fails")


def test_everyone_who_subscribed_is_told_of_every_accepted_action() -> None:
    table = duel()
    heard: list[list[Any]] = [[], [], []]
    for receiver, inbox in zip((0, 1, None), heard, strict=True):
        table.subscribe(receiver, inbox.append)
    table.submit(0, message(table, 0, a_move(table, 0)))
    table.act(1, a_move(table, 1))
    for inbox in heard:
        assert [(type(one), one.rev, one.client_id, one.seq) for one in inbox] == [(Ack, 1, "p1", 0), (Ack, 2, "p2", 0)]
    assert [inbox[-1].view_hash for inbox in heard] == [table.snapshot(r, "CONNECT").view_hash for r in (0, 1, None)]
    assert len({inbox[-1].view_hash for inbox in heard}) == 3


def test_nobody_is_told_of_a_refusal_or_of_anothers_snapshot() -> None:
    table = duel()
    heard: list[Any] = []
    table.subscribe(0, heard.append)
    table.subscribe(None, heard.append)
    assert isinstance(table.submit(1, message(table, 1, a_move(table, 0))), Reject)
    assert isinstance(table.submit(1, message(table, 1, a_move(table, 1), seq=5)), Snapshot)
    assert isinstance(table.submit(1, {"kind": "stateRequest", "payload": {}}), Snapshot)
    with pytest.raises(Rejected):
        table.act(0, an_illegal_move(table))
    assert heard == []


def test_who_unsubscribes_is_told_no_more_and_may_do_so_twice() -> None:
    table = duel()
    first: list[Any] = []
    second: list[Any] = []
    stop = table.subscribe(0, first.append)
    table.subscribe(1, second.append)
    table.act(0, a_move(table, 0))
    stop()
    stop()
    table.act(0, a_move(table, 0))
    assert (len(first), len(second)) == (1, 2)


def test_one_listener_may_subscribe_twice_and_stop_once() -> None:
    table = duel()
    heard: list[Any] = []
    listener = heard.append
    stop = table.subscribe(0, listener)
    table.subscribe(0, listener)
    table.act(0, a_move(table, 0))
    assert len(heard) == 2
    stop()
    table.act(0, a_move(table, 0))
    assert len(heard) == 3
    stop()
    table.act(0, a_move(table, 0))
    assert len(heard) == 4


def test_a_listener_that_fails_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    table = duel()
    heard: list[Any] = []
    table.subscribe(0, failing)
    table.subscribe(1, heard.append)
    table.subscribe(None, failing)
    answer = table.submit(0, message(table, 0, a_move(table, 0)))
    assert isinstance(answer, Ack)
    assert [one.rev for one in heard] == [1]
    assert caplog.messages == ["a listener failed on Ack"] * 2
    assert all(one.levelno == logging.ERROR and one.exc_info for one in caplog.records)
    table.act(0, a_move(table, 0))
    assert table.rev == 2


def test_an_interrupt_within_a_listener_silences_nobody_afterwards() -> None:
    """Ctrl-C is no failure of a listener: it goes through, but what happens next is told again."""
    table = duel()
    heard: list[Any] = []

    def interrupted(one: Any) -> None:
        if one.rev == 1:
            raise KeyboardInterrupt

    table.subscribe(0, interrupted)
    table.subscribe(1, heard.append)
    with pytest.raises(KeyboardInterrupt):
        table.act(0, a_move(table, 0))
    table.act(0, a_move(table, 0))
    assert heard[-1].rev == table.rev == 2


def test_a_listener_may_subscribe_and_unsubscribe_while_it_is_told() -> None:
    table = duel()
    heard: list[Any] = []

    def once(one: Any) -> None:
        heard.append(one.rev)
        stop()
        table.subscribe(None, lambda later: heard.append(later.rev))

    stop = table.subscribe(None, once)
    table.subscribe(1, lambda one: heard.append(-one.rev))
    table.act(0, a_move(table, 0))
    assert heard == [1, -1]
    table.act(0, a_move(table, 0))
    assert heard == [1, -1, -2, 2]


def test_a_listener_that_acts_does_not_mix_up_who_is_told_what() -> None:
    """A bot that answers within its listener: each ack still tells of its own action, in order."""
    table = duel()
    heard: list[Any] = []

    def answering(one: Any) -> None:
        if one.client_id == "p1":
            table.act(1, a_move(table, 1))

    table.subscribe(1, answering)
    table.subscribe(None, heard.append)
    move = a_move(table)
    answer: Any = table.submit(0, message(table, 0, move))
    assert (answer.rev, answer.client_id, plain(answer.action)) == (1, "p1", plain(wire(move)))
    assert [(one.rev, one.client_id) for one in heard] == [(1, "p1"), (2, "p2")]
