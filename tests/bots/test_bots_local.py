"""At a table in this process too, a bot that fails loses its moves to a simpler one, and the player learns why."""

import asyncio
from collections.abc import Callable, Sequence
from threading import Event
from typing import Any

import pytest

from bots.picked import IN_TURN, RACE, short
from saloon.bots import seat_bot
from saloon.bots.local import LocalBots
from saloon.client.playing import LocalPlaying, table_text
from saloon.core.game import Action
from saloon.table import Table

Choose = Callable[[Any, Any, Sequence[Action]], Action | None]


class Nonsense(Action, frozen=True):
    """An action of no game."""

    kind = "nonsense"


def crash(*_: Any) -> Action:
    raise ValueError("no idea")


def answer_nonsense(*_: Any) -> Action:
    return Nonsense()


def break_greedy(monkeypatch: pytest.MonkeyPatch, choose: Choose) -> None:
    """Make the greedy bot fail at each decision."""
    monkeypatch.setattr(type(seat_bot(IN_TURN, "greedy", "1")), "choose", choose)


def table_of_bots() -> Table:
    seats = ("human", *("bot" for _ in IN_TURN.seats[1:]))
    return Table.deal(IN_TURN, seed="7", options=short(IN_TURN), seats=seats)


@pytest.mark.parametrize(("choose", "fault"), [(crash, "crashed"), (answer_nonsense, "illegal")])
def test_a_bot_that_fails_is_replaced_and_the_fault_is_told_once(
    choose: Choose, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_greedy(monkeypatch, choose)
    table = table_of_bots()
    others = table.game.seats[1:]
    bots = LocalBots(table, "greedy", others)
    bots.act_until(0)
    while len(bots.faults) < len(others):
        table.act(0, table.moves(0)[0])
        bots.act_until(0)
    assert bots.faults == {f"p{seat + 1}": fault for seat in others}
    assert sorted(bots.new_faults()) == sorted(bots.faults.items())
    assert bots.new_faults() == []


def test_a_bot_that_does_not_answer_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Event()
    break_greedy(monkeypatch, lambda *_: legal[0] if done.wait() else None)
    table = table_of_bots()
    legal = table.moves(0)
    bots = LocalBots(table, "greedy", table.game.seats[1:], time_limit=0.05)
    try:
        while not bots.faults:
            bots.act_until(0)
            if table.moves(0):
                table.act(0, table.moves(0)[0])
    finally:
        done.set()
    assert set(bots.faults.values()) == {"late"}


def test_sound_bots_play_as_they_would_unguarded() -> None:
    logs = []
    for guarded in (True, False):
        table = Table.deal(RACE, seed="7", nonce="n")
        alone, bots = seat_bot(RACE, "greedy", "7:1"), LocalBots(table, "greedy", [1])
        for _ in range(5):
            table.act(0, table.moves(0)[0])
            if guarded:
                bots.show()
                bots.act_once()
            elif (action := alone.choose(table.view(1), table.moves(1))) is not None:
                table.act(1, action)
        logs.append([(one.seat, one.action) for one in table.entries])
    assert logs[0] == logs[1]


def test_the_player_is_told_beside_the_table_and_as_it_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    break_greedy(monkeypatch, crash)

    async def run() -> list[str]:
        playing = LocalPlaying(table_of_bots(), "greedy")
        while len(playing.faults) < len(playing.game.seats) - 1:
            await playing.act(playing.moves[0])
        notices = playing.notices()
        told = [await anext(notices) for _ in playing.faults]
        assert all(text in table_text(playing) for text in told)
        return told

    expected = [f"the bot at p{seat + 1} crashed; a simpler bot made its move" for seat in IN_TURN.seats[1:]]
    assert sorted(asyncio.run(run())) == expected
