"""Seats played by the machine: they see what their seat sees, and play games to their end."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from clauses import clause
from saloon.bots import Bot, GreedySeat, RandomSeat, levels, play_out, seat_bot
from saloon.bots.match import act_once
from saloon.core.cards import Card
from saloon.core.errors import BadInput, Rejected
from saloon.core.game import Action
from saloon.games import GAMES
from saloon.games.highnoon.state import Draw, OfferEnd, Resign
from saloon.games.highnoon.view import View as HighNoonView
from saloon.games.nevernine.view import View as NeverNineView
from saloon.table import Table, replay

VIEWS: dict[str, Any] = {"highnoon": HighNoonView, "nevernine": NeverNineView}


class Spy(Bot):
    """A bot that looks closely at what it is given, and plays what another would."""

    def __init__(self, table: Table, seat: int, bot: Bot) -> None:
        self.table, self.seat, self.bot = table, seat, bot
        self.asked = 0

    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        self.asked += 1
        assert type(view) is VIEWS[self.table.game.name]
        assert view == self.table.view(self.seat)
        assert list(legal) == list(self.table.game.legal(self.table.state, self.seat))
        assert legal
        assert all(action.kind in self.table.game.actions for action in legal)
        hidden = _hidden_ids(self.table, self.seat)
        text = msgspec.json.encode(view).decode()
        assert not [card for card in hidden if f'"{card}"' in text]
        return self.bot.choose(view, legal)


def _hidden_ids(table: Table, seat: int) -> list[str]:
    if table.game.name == "nevernine":
        last = table.state.last_round
        public = {move.card for move in last.last_trick.moves} if last else set()
        hands = table.state.hands
        return [card for other in range(4) if other != seat for card in hands[other] if card not in public]
    players = table.state.players
    piles = [pile for board in (players.p1, players.p2) for pile in (board.stock, board.waste, *board.tableau)]
    return [card.card_id for pile in piles for card in pile if isinstance(card, Card) and card.face_down]


def bots(table: Table, *names: str, seed: str = "b") -> dict[int, Bot]:
    """Seat the named bots, in turn, at all seats."""
    return {
        seat: seat_bot(table.game, names[seat % len(names)], f"{seed}{seat}") for seat in table.game.seats
    }  # fmt: skip


HIGHNOON = [
    (mode, reveal, names)
    for mode in ("split", "shared")
    for reveal in ("explicit", "auto")
    for names in (("greedy",), ("random",), ("greedy", "random"))
]


@pytest.mark.parametrize(("mode", "reveal", "names"), HIGHNOON)
@clause("HN-104")
def test_bots_play_highnoon_to_its_end(mode: str, reveal: str, names: tuple[str, ...]) -> None:
    for number in range(5):
        table = Table.deal("highnoon", seed=f"g{number}", options={"mode": mode, "reveal": reveal}, nonce="n")
        assert play_out(table, bots(table, *names, seed=str(number)))
        assert table.outcome is not None
        assert table.outcome.reason in ("completed", "stalemate", "agreed")
        assert table.incidents == []
        table.game.check(table.state)
    report = replay(table.log())
    assert (report.status, report.final_state_hash) == ("SUCCESS", table.state_hash())


@pytest.mark.parametrize("names", [("greedy",), ("random",), ("greedy", "random", "random", "greedy")])
@clause("NN-45", "NN-64")
def test_bots_play_never_nine_to_its_end(names: tuple[str, ...]) -> None:
    """Every bid and card of theirs passed the rules that hold for people. [NN-45]"""
    for number in range(20):
        table = Table.deal("nevernine", seed=f"g{number}", options={"limit": 15}, nonce="n")
        assert play_out(table, bots(table, *names, seed=str(number)))
        assert table.outcome is not None
        assert max(table.outcome.scores) >= 15
        assert table.incidents == []
    report = replay(table.log())
    assert (report.status, report.final_state_hash) == ("SUCCESS", table.state_hash())


@pytest.mark.parametrize("name", ["klondike", "cards"])
def test_bots_play_solitaires_as_far_as_they_are_let(name: str) -> None:
    for kind in ("random", "greedy"):
        table = Table.deal(name, seed="5", nonce="n")
        ended = play_out(table, bots(table, kind), most=300)
        assert ended == (table.outcome is not None)
        assert table.rev == 300 or ended
        assert replay(table.log()).status == "SUCCESS"


@pytest.mark.parametrize("name", ["highnoon", "nevernine"])
@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_the_same_seed_plays_the_same_game_and_another_another(name: str, kind: str) -> None:
    logs = []
    for seed in ("a", "a", "c"):
        table = Table.deal(name, seed="1", options={"limit": 15} if name == "nevernine" else {}, nonce="n")
        play_out(table, bots(table, kind, seed=seed), most=120)
        logs.append(table.save())
    assert logs[0] == logs[1]
    if kind == "random":
        assert logs[0] != logs[2]


@pytest.mark.parametrize("name", ["highnoon", "nevernine"])
@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_a_bot_gets_its_view_and_its_legal_actions_and_nothing_else(name: str, kind: str) -> None:
    table = Table.deal(name, seed="8")
    spies = {seat: Spy(table, seat, bot) for seat, bot in bots(table, kind).items()}
    play_out(table, spies, most=160)
    assert all(spy.asked > 30 for spy in spies.values())
    assert sum(spy.asked for spy in spies.values()) == table.rev


# --- one bot ----------------------------------------------------------------------------------------------------


def test_a_random_seat_takes_every_action_but_resigns_only_if_it_must() -> None:
    table = Table.deal("highnoon", seed="7")
    legal = table.moves(0)
    assert Resign() in legal
    bot = RandomSeat(table.game, "1")
    chosen = {bot.choose(table.view(0), legal) for _ in range(200)}
    assert chosen == set(legal) - {OfferEnd(), Resign()}
    assert bot.choose(table.view(0), [Resign()]) == Resign()
    assert all(bot.choose(table.view(0), [OfferEnd(), Resign()]) == OfferEnd() for _ in range(20))


def test_a_random_seat_draws_from_its_own_seed() -> None:
    table = Table.deal("nevernine", seed="7")
    seat = table.state.turn
    legal = table.moves(seat)
    first, again, other = (
        [bot.choose(table.view(seat), legal) for _ in range(20)]
        for bot in (RandomSeat(table.game, "1"), RandomSeat(table.game, "1"), RandomSeat(table.game, "2"))
    )
    assert first == again != other
    expected = Random("1")
    assert first == [expected.choice(legal) for _ in range(20)]


def test_a_greedy_seat_does_what_a_hint_says() -> None:
    table = Table.deal("highnoon", seed="7")
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
    table = Table.deal("highnoon", seed="7")
    silent = type("Silent", (type(table.game),), {"hint": staticmethod(lambda view, legal: None)})()
    legal = table.moves(0)
    chosen = {GreedySeat(silent, str(seed)).choose(table.view(0), legal) for seed in range(60)}
    assert chosen == set(legal) - {OfferEnd(), Resign()}


def test_bots_are_known_by_name() -> None:
    game = GAMES["highnoon"]
    assert list(levels(game)) == ["random", "greedy", "builder", "master"]
    assert type(seat_bot(GAMES["cards"], "random", "1")) is RandomSeat
    assert type(seat_bot(GAMES["cards"], "greedy", "1")) is GreedySeat
    with pytest.raises(BadInput) as refused:
        seat_bot(game, "genius", "1")
    assert (refused.value.code, refused.value.reason) == (
        "UNKNOWN_BOT",
        "highnoon has no bot 'genius' (there are random, greedy, builder, master)",
    )


# --- a match ----------------------------------------------------------------------------------------------------


class Counting(Bot):
    """A bot that draws, and remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: Any, legal: Sequence[Action]) -> Action:
        self.asked += 1
        return next(action for action in legal if isinstance(action, Draw))


def test_each_bot_that_may_act_does_so_once_in_its_turn() -> None:
    table = Table.deal("highnoon", seed="7")
    pair = {1: Counting(), 0: Counting()}
    assert act_once(table, pair) is True
    assert [entry.seat for entry in table.entries] == [1, 0]
    assert [bot.asked for bot in pair.values()] == [1, 1]
    assert act_once(table, {}) is False
    assert act_once(table, {1: pair[1]}) is True
    assert table.rev == 3


def test_a_bot_whose_turn_it_is_not_is_not_asked() -> None:
    table = Table.deal("nevernine", seed="7")
    turn = table.state.turn
    waiting = {seat: Spy(table, seat, seat_bot(table.game, "random", "1")) for seat in range(4) if seat != turn}
    assert act_once(table, waiting) is False
    assert table.rev == 0
    assert all(spy.asked == 0 for spy in waiting.values())
    table.act(turn, table.moves(turn)[0])
    assert act_once(table, waiting) is True
    assert table.rev > 1


def test_bots_rest_while_the_game_is_paused_and_after_its_end() -> None:
    table = Table.deal("highnoon", seed="7", seats=("human", "bot"))
    table.pause()
    assert act_once(table, bots(table, "random")) is False
    assert play_out(table, bots(table, "random")) is False
    table.resume()
    table.act(0, Resign())
    assert act_once(table, bots(table, "random")) is False
    assert play_out(table, bots(table, "random")) is True


def test_a_match_stops_at_its_limit() -> None:
    table = Table.deal("highnoon", seed="7")
    assert play_out(table, bots(table, "random"), most=20) is False
    assert table.rev == 20
    assert play_out(table, bots(table, "random"), most=0) is False
    assert table.rev == 20
    assert play_out(table, bots(table, "random"), most=10) is False
    assert table.rev == 30


def test_a_bot_that_cheats_is_refused_like_anyone() -> None:
    class Cheat(Bot):
        def choose(self, view: Any, legal: Sequence[Action]) -> Action:
            return table.game.parse("recycle", 0)

    table = Table.deal("highnoon", seed="7")
    with pytest.raises(Rejected):
        act_once(table, {0: Cheat()})
    assert table.rev == 0
