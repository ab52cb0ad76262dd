"""HighNoon's bots: a kernel that moves as the rules do, memory a person could have, play that comes to an end."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from msgspec import UNSET
from msgspec.structs import replace

from clauses import clause
from hidden import rearranged
from nightly import chequered
from positions import positions
from saloon.bots import GreedySeat, levels, play_out, seat_bot
from saloon.bots.arena import Job, play
from saloon.core.cards import HIDDEN
from saloon.games import GAMES
from saloon.games.highnoon.bots import kernel
from saloon.games.highnoon.bots.facts import UNKNOWN, Memory, boards, known
from saloon.games.highnoon.bots.seats import code, table, values_of, worlds, worth_of
from saloon.games.highnoon.state import (
    Draw,
    Flip,
    FoundationMove,
    OfferEnd,
    Offers,
    Recycle,
    Resign,
    SinceProgress,
    TableauMove,
)
from saloon.table import Table, replay

GAME: Any = GAMES["highnoon"]
OLD: Any = GAMES.version("highnoon", "1.0.0")
"""The rules without offers, under which a match is a stalemate after 200 actions of each player."""
LEVELS = ["builder", "master"]
ALL_LEVELS = ["random", "greedy", *LEVELS]


def full(state: Any, seat: int) -> Any:
    """Return the kernel's picture of the whole state: everything is turned up for the sake of comparing."""
    facts = known(GAME.view(state, seat), [board.stock for board in (state.players.p1, state.players.p2)])
    picture = table(facts)
    for player, board in enumerate((state.players.p1, state.players.p2)):
        for number, column in enumerate(board.tableau):
            for place, card in enumerate(column):
                here = player * kernel.BOARD + kernel.COLUMN * number + place
                picture[here] = "CDHS".index(card.suit) * 13 + card.rank - 1
    return picture


def shown(picture: Any) -> list[Any]:
    """Return the content of a picture, without what is beyond the ends of its piles."""
    told: list[Any] = [picture[kernel.RAISED :].tolist()]
    for at in (0, kernel.BOARD):
        for column in range(7):
            start, length = at + kernel.COLUMN * column, picture[at + kernel.LENGTH + column]
            told.append((picture[start : start + length].tolist(), int(picture[at + kernel.DOWN + column])))
        for pile, size in ((kernel.STOCK, kernel.STOCKED), (kernel.WASTE, kernel.WASTED)):
            told.append(picture[at + pile : at + pile + picture[at + size]].tolist())
        told += [int(picture[at + kernel.SCORE]), int(picture[at + kernel.SINCE])]
    return told


@given(positions("highnoon", profile="saloon"))
@settings(max_examples=150, deadline=None)
def test_the_kernel_has_the_moves_of_the_law_and_makes_them_alike(position: Any) -> None:
    state, seat = position.state, position.seat
    legal = [action for action in position.legal if not isinstance(action, Resign | OfferEnd)]
    picture = full(state, seat)
    assert sorted(kernel.moves(picture, seat).tolist()) == sorted(code(action) for action in legal)
    for action in legal:
        after = GAME.apply(state, seat, action)
        copy = picture.copy()
        kernel.make(copy, seat, code(action))
        assert shown(copy) == shown(full(after, seat)), action


# --- what a seat knows ------------------------------------------------------------------------------------------


def played(seed: str, steps: int, mode: str = "split") -> tuple[Table, list[Memory]]:
    """Return a table after greedy play, and what each seat remembers of it."""
    game_table = Table.deal("highnoon", seed=seed, options={"mode": mode})
    memories = [Memory(), Memory()]
    bots = [GreedySeat(GAME, f"{seed}{seat}") for seat in (0, 1)]
    for step in range(steps + 1):
        for seat in (0, 1):
            memories[seat].watch(game_table.view(seat))
        if game_table.outcome is not None or step == steps:
            break
        seat = step % 2
        game_table.act(seat, bots[seat].choose(game_table.view(seat), game_table.moves(seat)))
    return game_table, memories


@pytest.mark.parametrize("mode", ["split", "shared"])
def test_what_is_remembered_of_a_stock_is_true_and_grows_with_a_recycling(mode: str) -> None:
    remembered = 0
    for number in range(10):
        game_table, memories = played(str(number), 120, mode)
        state = game_table.state
        for memory in memories:
            for stock, board in zip(memory.stocks, (state.players.p1, state.players.p2), strict=True):
                assert len(stock) == len(board.stock)
                for told, card in zip(stock, board.stock, strict=True):
                    assert told is None or told.card_id == card.card_id
                remembered += sum(told is not None for told in stock)
    assert remembered > 100


def test_a_seat_that_missed_something_forgets_instead_of_guessing() -> None:
    game_table, _ = played("3", 0)
    memory = Memory()
    memory.watch(game_table.view(0))
    for _ in range(24):
        game_table.act(0, next(action for action in game_table.moves(0) if isinstance(action, Draw)))
    game_table.act(0, next(action for action in game_table.moves(0) if isinstance(action, Recycle)))
    memory.watch(game_table.view(0))
    assert memory.stocks[0] == [None] * 24


@pytest.mark.parametrize("mode", ["split", "shared"])
def test_worlds_hold_every_card_once_and_agree_with_what_is_seen(mode: str) -> None:
    game_table, memories = played("5", 150, mode)
    facts = known(game_table.view(0), memories[0].stocks)
    picture = table(facts)
    hidden = [index for index in range(2 * kernel.BOARD) if picture[index] == UNKNOWN]
    for world in worlds(facts, 10, 7):
        assert [index for index in range(kernel.SIZE) if world[index] != picture[index]] == hidden
        for at, decks in ((0, 1), (kernel.BOARD, 1)) if mode == "split" else ((None, 2),):
            told = shown(world)
            sides = [told[1:12], told[12:23]] if at is None else [told[1:12] if at == 0 else told[12:23]]
            cards = [card for side in sides for pile in side[:7] for card in pile[0]]
            cards += [card for side in sides for pile in side[7:9] for card in pile]
            if mode == "shared":
                cards += [suit // 2 * 13 + rank for suit in range(8) for rank in range(told[0][suit])]
                assert sorted(cards) == sorted([*range(52)] * decks)
            else:
                assert len(set(cards)) == len(cards)


@pytest.mark.parametrize("mode", ["split", "shared"])
@pytest.mark.parametrize("level", ["greedy", *LEVELS])
def test_no_bot_peeks(level: str, mode: str) -> None:
    """Other cards in the hidden places, the same views: the same facts, to the byte, and the same action."""
    random = Random(1)
    for number in range(3):
        game_table, _ = played(str(number), 40 + 31 * number, mode)
        for seat in (0, 1):
            states = [game_table.state, *(rearranged("highnoon", game_table.state, seat, random) for _ in range(3))]
            views = [GAME.view(state, seat) for state in states]
            stocks = [(None,) * board.stock for board in boards(views[0])]
            assert len({msgspec.json.encode(known(view, stocks)) for view in views}) == 1
            legal = GAME.legal(game_table.state, seat)
            chosen = {seat_bot(GAME, level, "s").choose(view, legal) for view in views}
            assert len(chosen) == 1


# --- how they play ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_match(level: str) -> None:
    saves = []
    for _ in range(2):
        game_table = Table.deal("highnoon", seed="11", nonce="n")
        play_out(game_table, {seat: seat_bot(GAME, level, str(seat)) for seat in (0, 1)}, most=60)
        saves.append(game_table.save())
    assert saves[0] == saves[1]


@pytest.mark.parametrize("mode", ["split", "shared"])
def test_a_match_of_builders_ends_without_shuttling(mode: str) -> None:
    """Between two steps of progress no run is carried twice from column to column, unless nothing else is left."""
    for number in range(6):
        game_table = Table.deal("highnoon", seed=str(number), options={"mode": mode, "reveal": "explicit"})
        assert play_out(game_table, {seat: seat_bot(GAME, "builder", str(seat)) for seat in (0, 1)}, most=5000)
        assert game_table.outcome is not None
        assert game_table.outcome.reason in ("completed", "stalemate")
        carried: list[set[str]] = [set(), set()]
        state = GAME.deal(game_table.seed, game_table.options)
        for entry in game_table.entries:
            seat, action = entry.seat, entry.action
            if isinstance(action, FoundationMove | Flip):
                carried[seat] = set()
            elif isinstance(action, TableauMove) and action.source.zone == "tableau":
                index: Any = action.source.index
                count: Any = action.count
                column = state.board(seat).tableau[index]
                head, rest = column[-count], column[:-count]
                if not (rest and rest[-1].face_down):
                    free = any(isinstance(one, Draw | Recycle) for one in GAME.legal(state, seat))
                    assert head.card_id not in carried[seat] or not free
                    carried[seat].add(head.card_id)
            state = GAME.apply(state, seat, action)


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_under_the_old_rules_a_stuck_bot_waits_and_resigns_only_a_dead_match_that_it_does_not_win(level: str) -> None:
    view: Any = Table.deal(OLD, seed="1").view(0)
    bot = seat_bot(OLD, level, "s")
    legal = draws()
    assert bot.choose(view, [*legal, Resign()]) == legal[0]
    assert bot.choose(view, [Resign()]) is None
    dead = replace(view, since_progress=SinceProgress(0, 200))
    assert bot.choose(dead, [Resign()]) == Resign()
    ahead = replace(dead, you=replace(view.you, score=view.opp.score + 1))
    assert bot.choose(ahead, [Resign()]) is None
    alone = replace(view, since_progress=SinceProgress(400, 0), opp=replace(view.opp, stock=0))
    assert bot.choose(alone, [*legal, Resign()]) == Resign()
    assert bot.choose(replace(alone, you=ahead.you), [*legal, Resign()]) is None


def draws() -> list[Any]:
    """Return the draw of the first player."""
    return [action for action in GAME.legal(GAME.deal("1", GAME.options()), 0) if isinstance(action, Draw)]


OFFER, RESIGN = OfferEnd(), Resign()


@pytest.mark.parametrize("level", ALL_LEVELS)
@clause("HN-1110")
def test_a_bot_offers_the_end_once_if_it_has_no_useful_action_and_never_resigns(level: str) -> None:
    view: Any = Table.deal("highnoon", seed="1").view(0)
    bot = seat_bot(GAME, level, "s")
    for since in ((0, 0), (0, 60), (0, 1000), (60, 0)):
        for score in (0, 50):
            stuck = replace(view, since_progress=SinceProgress(*since), you=replace(view.you, score=score))
            assert bot.choose(stuck, [OFFER, RESIGN]) == OFFER
            assert bot.choose(replace(stuck, offers=Offers(p1=True, p2=False)), [RESIGN]) is None
            assert bot.choose(replace(stuck, offers=Offers(p1=False, p2=True)), [OFFER, RESIGN]) == OFFER
    legal = [*draws(), OFFER, RESIGN]
    for own, expected in ((59, legal[0]), (60, OFFER)):
        assert bot.choose(replace(view, since_progress=SinceProgress(own, 0)), legal) == expected


def bares(view: Any, action: Any) -> bool:
    """Whether a move takes cards off a hidden card."""
    if not isinstance(action, TableauMove) or action.source.zone != "tableau":
        return False
    index: Any = action.source.index
    count: Any = action.count
    rest = view.you.tableau[index][:-count]
    return bool(rest) and rest[-1] == HIDDEN


def mixed_choices(seat: int, mode: str, reveal: str) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    """Yield views with what is legal in them and which of it makes progress: some of it, never all."""
    for number in range(12):
        game_table = Table.deal("highnoon", seed=str(number), options={"mode": mode, "reveal": reveal})
        random = Random(number)
        for _ in range(60):
            view, legal = game_table.view(seat), [*game_table.moves(seat)]
            going_on = [action for action in legal if not isinstance(action, OfferEnd | Resign)]
            progress = [one for one in going_on if isinstance(one, Flip | FoundationMove) or bares(view, one)]
            if 0 < len(progress) < len(going_on):
                yield view, legal, progress
            actor = random.randrange(2)
            moves = [one for one in game_table.moves(actor) if not isinstance(one, OfferEnd | Resign)]
            if game_table.outcome is not None or not moves:
                break
            game_table.act(actor, random.choice(moves))


@pytest.mark.parametrize("level", ALL_LEVELS)
@pytest.mark.parametrize(("mode", "reveal"), [("split", "explicit"), ("shared", "auto")])
@pytest.mark.parametrize("game", [OLD, GAME], ids=["1.0.0", "1.1.0"])
@clause("HN-1110")
def test_past_the_limit_a_bot_still_makes_progress_where_it_can_and_does_not_offer(
    level: str, mode: str, reveal: str, game: Any
) -> None:
    """A flip, a card up, a hidden card bared: whichever of them is legal is done, and nothing else."""
    kinds: set[str] = set()
    for seat in (0, 1):
        for view, legal, progress in islice(mixed_choices(seat, mode, reveal), 0, 120, 4):
            if game is OLD:
                view, legal = replace(view, offers=UNSET), [one for one in legal if one != OFFER]
            for own in (60, 1000) if game is GAME else (400, 1000):
                vain = replace(view, since_progress=SinceProgress(*((own, 0) if seat == 0 else (0, own))))
                chosen = seat_bot(game, level, "s").choose(vain, legal)
                assert chosen in progress
                kinds.add(type(chosen).__name__)
                giving_up = [one for one in legal if isinstance(one, OfferEnd | Resign)]
                for one in progress:
                    assert seat_bot(game, level, "s").choose(vain, [one, *giving_up]) == one
                idle = [one for one in legal if one not in progress]
                assert seat_bot(game, level, "s").choose(vain, idle) == (OFFER if game is GAME else None)
    assert kinds == {"FoundationMove", "TableauMove"} | ({"Flip"} if reveal == "explicit" else set())


@pytest.mark.parametrize("level", ALL_LEVELS)
@pytest.mark.parametrize("seat", [0, 1])
@clause("HN-1110")
def test_a_bot_agrees_when_its_own_counter_is_at_least_thirty(level: str, seat: int) -> None:
    """The other player's counter does not matter, and it never offers first while it has something to do."""
    table = Table.deal("highnoon", seed="1")
    view: Any = table.view(seat)
    legal = [action for action in table.moves(seat) if isinstance(action, Draw | OfferEnd | Resign)]
    offered = Offers(p1=seat == 1, p2=seat == 0)
    for own, other, agrees in ((0, 0, False), (29, 59, False), (30, 0, True), (59, 59, True)):
        since = SinceProgress(*((own, other) if seat == 0 else (other, own)))
        bot = seat_bot(GAME, level, "s")
        assert isinstance(bot.choose(replace(view, since_progress=since), legal), Draw)
        chosen = bot.choose(replace(view, since_progress=since, offers=offered), legal)
        assert isinstance(chosen, OfferEnd if agrees else Draw)


@pytest.mark.parametrize("level", ALL_LEVELS)
@pytest.mark.parametrize(("game", "most"), [(OLD, 400), (GAME, 60)], ids=["1.0.0", "1.1.0"])
def test_a_bot_waits_for_a_player_who_takes_their_time_and_gives_nothing_up(level: str, game: Any, most: int) -> None:
    """It plays on alone as long as that may help, then offers the end if the rules have offers, and waits."""
    for seed, mode in (("2", "split"), ("3", "shared")):
        game_table = Table.deal(game, seed=seed, options={"mode": mode})
        bot = seat_bot(game, level, "s")
        assert play_out(game_table, {0: bot}, most=2000) is False
        assert most <= game_table.rev < 2000
        assert game_table.state.since_progress == SinceProgress(most, 0)
        if game is GAME:
            assert [entry.action for entry in game_table.entries].index(OFFER) == game_table.rev - 1
        game_table.act(1, next(action for action in game_table.moves(1) if isinstance(action, Draw)))
        assert bot.choose(game_table.view(0), game_table.moves(0)) is None
        if game is GAME:
            game_table.act(1, OFFER)
            assert game_table.outcome is not None
            assert game_table.outcome.reason == "agreed"


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_where_no_progress_is_counted_a_bot_counts_itself(level: str) -> None:
    game_table = Table.deal("highnoon", seed="2", options={"profile": "vnext"})
    assert play_out(game_table, {0: seat_bot(game_table.game, level, "s")}, most=2000) is False
    assert 400 <= game_table.rev < 2000


@pytest.mark.parametrize(("level", "rules"), chequered(ALL_LEVELS, ["1.0.0", "1.1.0"]))
@clause("HN-1110")
def test_matches_of_every_pair_of_levels_end(level: str, rules: str) -> None:
    game = GAMES.version("highnoon", rules)
    for number, other in enumerate(ALL_LEVELS):
        table = Table.deal(game, seed=f"pair {number}", options={"mode": ("split", "shared")[number % 2]})
        bots = {0: seat_bot(game, level, "0"), 1: seat_bot(game, other, "1")}
        assert play_out(table, bots, most=5000), (level, other)
        if rules != "1.0.0":
            assert table.outcome is not None
            assert table.outcome.reason in ("completed", "stalemate", "agreed")


@pytest.mark.parametrize("level", ALL_LEVELS)
def test_a_bot_that_can_act_is_not_talked_into_giving_up_by_idle_moves_of_the_other(level: str) -> None:
    view: Any = Table.deal("highnoon", seed="1").view(0)
    spun = replace(view, since_progress=SinceProgress(3, 1000))
    legal = [*draws(), OFFER, RESIGN]
    assert seat_bot(GAME, level, "s").choose(spun, legal) == legal[0]


def test_a_seat_that_can_do_nothing_and_one_that_moves_in_circles_agree_to_end() -> None:
    """In this match the builder soon has nothing left to do and offers the end."""
    match = play(Job("highnoon", {"mode": "split"}, ("random", "builder"), "arena", deal=2, lineup=(0, 1)))
    assert match.reason == "agreed"
    assert match.winners == (1,)
    assert match.actions < 1000


def test_a_builder_raises_a_card_rather_than_draws_and_turns_what_it_bared() -> None:
    raised = 0
    for number in range(20):
        game_table, _ = played(str(number), 60)
        legal = game_table.moves(0)
        if any(isinstance(action, FoundationMove) for action in legal):
            chosen = seat_bot(GAME, "builder", "s").choose(game_table.view(0), legal)
            assert not isinstance(chosen, Draw | Recycle)
            raised += isinstance(chosen, FoundationMove)
        if any(isinstance(action, Flip) for action in legal):
            facts = known(game_table.view(0), [(None,) * board.stock for board in boards(game_table.view(0))])
            flips = [code(action) for action in legal if isinstance(action, Flip)]
            assert min(worth_of(facts, flips)) > 0
    assert raised


@pytest.mark.parametrize("level", LEVELS)
def test_asked_again_a_bot_answers_the_same(level: str) -> None:
    game_table, _ = played("12", 60)
    bot = seat_bot(GAME, level, "s")
    assert len({bot.choose(game_table.view(0), game_table.moves(0)) for _ in range(3)}) == 1


def test_values_are_read_by_name() -> None:
    row = values_of({"UNCOVER": 7.0, "GIFT": 2.0})
    assert (row[kernel.UNCOVER], row[kernel.GIFT], sum(row)) == (7.0, 2.0, 9.0)


def test_weighing_is_fair_to_both_players_and_repeatable() -> None:
    game_table, memories = played("9", 80)
    facts = known(game_table.view(0), memories[0].stocks)
    moves = kernel.moves(table(facts), 0)
    values = np.array([values_of({"RAISE_BASE": 100.0, "UNCOVER": 60.0, "FLIP_VALUE": 90.0})] * 2)
    found = [kernel.weigh(worlds(facts, 8, 3), 0, moves, values, 40, 1.0, 5) for _ in range(2)]
    assert found[0].tolist() == found[1].tolist()
    assert found[0].shape == (8, len(moves))
    assert np.abs(found[0]).max() <= 1


def test_the_levels_are_ordered_by_their_strength() -> None:
    assert list(levels(GAME)) == ALL_LEVELS
    strengths = [level.rating.mu for level in levels(GAME).values() if level.rating is not None]
    assert strengths == sorted(strengths)
    assert len(strengths) == len(ALL_LEVELS)


MATCHES = [
    (mode, reveal, names)
    for mode in ("split", "shared")
    for reveal in ("explicit", "auto")
    for names in (("greedy",), ("random",), ("greedy", "random"))
]


@pytest.mark.parametrize(("mode", "reveal", "names"), MATCHES)
@clause("HN-104")
def test_bots_play_to_the_end(mode: str, reveal: str, names: tuple[str, ...]) -> None:
    for number in range(5):
        table = Table.deal("highnoon", seed=f"g{number}", options={"mode": mode, "reveal": reveal}, nonce="n")
        seated = {seat: seat_bot(GAME, names[seat % len(names)], f"{number}{seat}") for seat in GAME.seats}
        assert play_out(table, seated)
        assert table.outcome is not None
        assert table.outcome.reason in ("completed", "stalemate", "agreed")
        assert table.incidents == []
        table.game.check(table.state)
    report = replay(table.log())
    assert (report.status, report.final_state_hash) == ("SUCCESS", table.state_hash())
