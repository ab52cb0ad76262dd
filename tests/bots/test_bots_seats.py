"""Seats played by the machine: they see what their seat sees, and play games to their end."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bots.picked import IN_TURN, MATCHES, RACE, SOLITAIRES, first_to_act, short
from hidden import rearranged
from saloon.bots import Bot, GreedySeat, RandomSeat, levels, play_out, seat_bot
from saloon.bots.match import act_once
from saloon.core.bots import SIMPLE_LEVELS
from saloon.core.errors import BadInput, Rejected
from saloon.core.game import Action, Game
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.table import Table, replay


class Spy(Bot):
    """A bot that looks closely at what it is given, and plays what another would."""

    def __init__(self, table: Table, seat: int, bot: Bot) -> None:
        self.table, self.seat, self.bot = table, seat, bot
        self.asked = 0

    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        self.asked += 1
        game, state = self.table.game, self.table.state
        assert type(view) is type(game.view(state, self.seat))
        assert view == self.table.view(self.seat)
        assert view == game.view(rearranged(game.name, state, self.seat, Random(self.asked)), self.seat)
        assert list(legal) == list(game.legal(state, self.seat))
        assert legal
        assert all(action.kind in game.actions for action in legal)
        return self.bot.choose(view, legal)


def bots(table: Table, *names: str, seed: str = "b") -> dict[int, Bot]:
    """Seat the named bots, in turn, at all seats."""
    return {seat: seat_bot(table.game, names[seat % len(names)], f"{seed}{seat}") for seat in table.game.seats}


def going_on(game: AnyGame, legal: Sequence[Action]) -> set[Action]:
    """Return the actions by which nobody gives up."""
    return {action for action in legal if action.kind not in game.giving_up}


@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: game.name)
def test_bots_play_solitaires_as_far_as_they_are_let(game: AnyGame) -> None:
    for kind in ("random", "greedy"):
        table = Table.deal(game, seed="5", nonce="n")
        ended = play_out(table, bots(table, kind), most=300)
        assert ended == (table.outcome is not None)
        assert table.rev == 300 or ended
        assert replay(table.log()).status == "SUCCESS"


@pytest.mark.parametrize("game", MATCHES, ids=lambda game: game.name)
@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_the_same_seed_plays_the_same_game_and_another_another(game: AnyGame, kind: str) -> None:
    logs = []
    for seed in ("a", "a", "c"):
        table = Table.deal(game, seed="1", options=short(game), nonce="n")
        play_out(table, bots(table, kind, seed=seed), most=120)
        logs.append(table.save())
    assert logs[0] == logs[1]
    if kind == "random":
        assert logs[0] != logs[2]


@pytest.mark.parametrize("game", MATCHES, ids=lambda game: game.name)
@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_a_bot_gets_its_view_and_its_legal_actions_and_nothing_else(game: AnyGame, kind: str) -> None:
    table = Table.deal(game, seed="8")
    spies = {seat: Spy(table, seat, bot) for seat, bot in bots(table, kind).items()}
    play_out(table, spies, most=160)
    assert all(spy.asked > 30 for spy in spies.values())
    assert sum(spy.asked for spy in spies.values()) == table.rev


# --- one bot ----------------------------------------------------------------------------------------------------


def test_a_random_seat_takes_every_action_but_resigns_only_if_it_must() -> None:
    table = Table.deal(RACE, seed="7")
    legal = table.moves(0)
    giving_up = [action for action in legal if action.kind in RACE.giving_up]
    assert giving_up
    bot = RandomSeat(RACE, "1")
    chosen = {bot.choose(table.view(0), legal) for _ in range(200)}
    assert chosen == going_on(RACE, legal)
    assert all(bot.choose(table.view(0), giving_up) == giving_up[0] for _ in range(20))
    assert bot.choose(table.view(0), giving_up[-1:]) == giving_up[-1]


def test_a_random_seat_draws_from_its_own_seed() -> None:
    table = Table.deal(IN_TURN, seed="7")
    (seat,) = first_to_act(table)
    legal = table.moves(seat)
    first, again, other = (
        [bot.choose(table.view(seat), legal) for _ in range(20)]
        for bot in (RandomSeat(table.game, "1"), RandomSeat(table.game, "1"), RandomSeat(table.game, "2"))
    )
    assert first == again != other
    expected = Random("1")
    assert first == [expected.choice(legal) for _ in range(20)]


def test_a_greedy_seat_does_what_a_hint_says() -> None:
    table = Table.deal(RACE, seed="7")
    bot = GreedySeat(table.game, "1")
    for _ in range(60):
        hint = table.suggestion(0)
        chosen = bot.choose(table.view(0), table.moves(0))
        if hint is not None:
            assert chosen == hint
        table.act(0, chosen)
        if table.outcome is not None:
            break


def test_a_greedy_seat_plays_at_random_where_no_hint_helps() -> None:
    table = Table.deal(RACE, seed="7")
    silent = type("Silent", (type(table.game),), {"hint": staticmethod(lambda view, legal: None)})()
    legal = table.moves(0)
    chosen = {GreedySeat(silent, str(seed)).choose(table.view(0), legal) for seed in range(60)}
    assert chosen == going_on(RACE, legal)


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_bots_are_known_by_name(game: AnyGame) -> None:
    known = list(levels(game))
    assert known[:2] == ["random", "greedy"]
    with pytest.raises(BadInput) as refused:
        seat_bot(game, "genius", "1")
    assert (refused.value.code, refused.value.reason) == (
        "UNKNOWN_BOT",
        f"{game.name} has no bot 'genius' (known: {', '.join(known)})",
    )


def test_a_game_that_adds_no_bots_has_a_random_and_a_greedy_one() -> None:
    plain = type("Plain", (type(RACE),), {"bots": Game.bots})()
    assert list(levels(plain).values()) == list(SIMPLE_LEVELS)
    assert type(seat_bot(plain, "random", "1")) is RandomSeat
    assert type(seat_bot(plain, "greedy", "1")) is GreedySeat


# --- a match ----------------------------------------------------------------------------------------------------


class Counting(Bot):
    """A bot that does the first thing that is no giving up, and remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        self.asked += 1
        return next(action for action in legal if action.kind not in RACE.giving_up)


def test_each_bot_that_may_act_does_so_once_in_its_turn() -> None:
    table = Table.deal(RACE, seed="7")
    pair = {1: Counting(), 0: Counting()}
    assert act_once(table, pair) is True
    assert [entry.seat for entry in table.entries] == [1, 0]
    assert [bot.asked for bot in pair.values()] == [1, 1]
    assert act_once(table, {}) is False
    assert act_once(table, {1: pair[1]}) is True
    assert table.rev == 3


def test_a_bot_whose_turn_it_is_not_is_not_asked() -> None:
    table = Table.deal(IN_TURN, seed="7")
    (turn,) = first_to_act(table)
    waiting = {seat: Spy(table, seat, seat_bot(IN_TURN, "random", "1")) for seat in IN_TURN.seats if seat != turn}
    assert act_once(table, waiting) is False
    assert table.rev == 0
    assert all(spy.asked == 0 for spy in waiting.values())
    table.act(turn, table.moves(turn)[0])
    assert act_once(table, waiting) is True
    assert table.rev > 1


def test_bots_rest_while_the_game_is_paused_and_after_its_end() -> None:
    table = Table.deal(RACE, seed="7", seats=("human", "bot"))
    table.pause()
    assert act_once(table, bots(table, "random")) is False
    assert play_out(table, bots(table, "random")) is False
    table.resume()
    table.act(0, next(action for action in table.moves(0) if action.kind == "resign"))
    assert act_once(table, bots(table, "random")) is False
    assert play_out(table, bots(table, "random")) is True


def test_a_match_stops_at_its_limit() -> None:
    table = Table.deal(RACE, seed="7")
    assert play_out(table, bots(table, "random"), most=20) is False
    assert table.rev == 20
    assert play_out(table, bots(table, "random"), most=0) is False
    assert table.rev == 20
    assert play_out(table, bots(table, "random"), most=10) is False
    assert table.rev == 30


def test_a_bot_that_cheats_is_refused_like_anyone() -> None:
    class Cheat(Bot):
        def choose(self, view: Any, legal: Sequence[Action]) -> Action:
            return next(action for action in table.moves(1) if action not in legal)

    table = Table.deal(RACE, seed="7")
    with pytest.raises(Rejected):
        act_once(table, {0: Cheat()})
    assert table.rev == 0
