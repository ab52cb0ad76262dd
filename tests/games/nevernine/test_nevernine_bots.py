"""Never Nine's bots: they know what their seat knows, and do nothing that people complain of."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from hidden import rearranged
from positions import positions
from saloon.bots import play_out, seat_bot
from saloon.games import GAMES
from saloon.games.nevernine.bots.facts import bits, known, trick_so_far
from saloon.games.nevernine.bots.sense import sensible_bids, sensible_cards, sure_tricks
from saloon.games.nevernine.rules import winner_of
from saloon.games.nevernine.state import DECK, ORDER, Bid, Move, Options, Play, State, Trick
from saloon.table import Table, replay

GAME: Any = GAMES["nevernine"]
LEVELS = ["greedy", "sampler", "master"]
THINKING = ["sampler", "master"]


def position(
    hands: list[str], bids: tuple[int, ...], taken: tuple[int, ...], leader: int = 0, laid: str = "", seed: str = "1"
) -> State:
    """Return a position of play: what each seat still holds, and the cards of the running trick."""
    state: State = GAME.deal(seed, Options())
    split = [tuple(hand.split()) for hand in hands]
    moves = tuple(Move(card, (leader + order) % 4) for order, card in enumerate(laid.split()))
    held = {card for hand in split for card in hand} | {move.card for move in moves}
    rest = [card for card in DECK if card not in held]
    tricks = []
    for start in range(0, len(rest), 4):
        cards = tuple(Move(card, seat) for seat, card in enumerate(rest[start : start + 4]))
        tricks.append(Trick(0, cards, winner_of(cards)))
    return replace(
        state, bids=bids, hands=tuple(split), phase="play", taken=taken, trick=Trick(leader, moves),
        tricks=tuple(tricks), turn=(leader + len(moves)) % 4,
    )  # fmt: skip


def chosen(level: str, state: State, seed: str = "s") -> Any:
    """Return what a bot of a level does for the seat whose turn it is."""
    seat = state.turn
    return seat_bot(GAME, level, seed).choose(GAME.view(state, seat), GAME.legal(state, seat))


# --- what a seat knows ------------------------------------------------------------------------------------------


@given(positions("nevernine"), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_the_samplers_input_does_not_depend_on_the_other_hands(place: Any, number: int) -> None:
    state, random = place.state, Random(number)
    if state.turn is None:
        return
    others = [state, *(rearranged("nevernine", state, state.turn, random) for _ in range(4))]
    assert len({msgspec.json.encode(known(GAME.view(one, state.turn))) for one in others}) == 1


@pytest.mark.parametrize("level", ["random", *LEVELS])
def test_no_bot_peeks(level: str) -> None:
    random = Random(3)
    for number in range(12):
        state = GAME.deal(str(number), Options())
        for _ in range(3 * number):
            state = GAME.apply(state, state.turn, random.choice(GAME.legal(state, state.turn)))
        others = [rearranged("nevernine", state, state.turn, random) for _ in range(4)]
        legal = GAME.legal(state, state.turn)
        actions = {seat_bot(GAME, level, "s").choose(GAME.view(one, state.turn), legal) for one in (state, *others)}
        assert len(actions) == 1


@given(positions("nevernine"))
@settings(max_examples=100, deadline=None)
def test_facts_are_those_of_the_view(place: Any) -> None:
    state = place.state
    if state.turn is None:
        return
    facts = known(GAME.view(state, state.turn))
    assert facts.hand == bits(state.hands[state.turn])
    assert facts.unseen == sum(bits(hand) for seat, hand in enumerate(state.hands) if seat != state.turn)
    if state.trick.moves:
        best, holder = trick_so_far(facts)
        assert holder == winner_of(state.trick.moves)
        assert DECK[best] in {move.card for move in state.trick.moves}
    for seat in range(4):
        for suit, letter in enumerate("CDHS"):
            if facts.voids[seat][suit]:
                assert not any(card.endswith(letter) for card in state.hands[seat])


@pytest.mark.parametrize("level", THINKING)
def test_asked_again_a_bot_answers_the_same(level: str) -> None:
    state = GAME.deal("5", Options())
    bot = seat_bot(GAME, level, "s")
    view, legal = GAME.view(state, state.turn), GAME.legal(state, state.turn)
    assert len({bot.choose(view, legal) for _ in range(3)}) == 1


# --- what people complain of ------------------------------------------------------------------------------------


def test_sure_tricks_are_the_leaders_top_cards() -> None:
    assert sure_tricks(bits(["AC", "KC", "QC", "9C", "AD", "6D", "7H", "8H", "9H"]), leads=True) == 4
    assert sure_tricks(bits(["AC", "KC", "QC", "9C", "AD", "6D", "7H", "8H", "9H"]), leads=False) == 0
    assert sure_tricks(bits(["AC", "KC", "AD", "QD", "AH", "AS", "KS", "QS", "6S"]), leads=False) == 7
    assert sure_tricks(bits(["KC", "QC", "JC", "TC", "9C", "8C", "7C", "6C", "KD"]), leads=True) == 0
    assert sure_tricks(bits(DECK[:9]), leads=True) == 9


def test_a_long_suit_is_sure_to_its_last_card_if_its_top_cards_draw_all_the_others() -> None:
    assert sure_tricks(bits(["AC", "KC", "QC", "9C", "8C", "6C", "7D", "8D", "9D"]), leads=True) == 6
    assert sure_tricks(bits(["AC", "KC", "JC", "9C", "8C", "6C", "7D", "8D", "9D"]), leads=True) == 2
    assert sure_tricks(bits(["AC", "KC", "QC", "9C", "8C", "6C", "AD", "AH", "AS"]), leads=False) == 9
    assert sure_tricks(bits(["AC", "KC", "QC", "9C", "8C", "6C", "AD", "AH", "8S"]), leads=False) == 0


@given(st.integers(0, 10_000), st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_sure_tricks_are_taken_against_every_hand_and_play(number: int, clubs: int) -> None:
    """A leader with cards that nothing unseen beats takes them all, even if one player holds the rest of a suit."""
    random = Random(number)
    state = GAME.deal(str(number), Options())
    leader = state.turn
    suit = ["AC", "KC", *random.sample(DECK[:7], 7)][:clubs]
    hand = suit + random.sample([card for card in DECK if card not in suit], 9 - clubs)
    rest = sorted((card for card in DECK if card not in hand), key=lambda card: (card[1] != "C", random.random()))
    hands = [tuple(rest[9 * other : 9 * other + 9]) for other in range(3)]
    hands.insert(leader, tuple(hand))
    state = replace(state, hands=tuple(hands))
    while state.phase == "bid":
        state = GAME.apply(state, state.turn, random.choice(GAME.legal(state, state.turn)))
    while state.last_round is None:
        others = [card for seat in range(4) if seat != leader for card in state.hands[seat]]
        good = [card for card in state.hands[leader] if is_boss(card, others)]
        if not good:
            break
        assert state.turn == leader
        state = GAME.apply(state, leader, Play(max(good, key=ORDER.__getitem__)))
        while state.trick.moves:
            state = GAME.apply(state, state.turn, random.choice(GAME.legal(state, state.turn)))
    taken = state.taken if state.last_round is None else state.last_round.taken
    assert taken[leader] >= sure_tricks(bits(hand), leads=True)


def is_boss(card: str, others: list[str]) -> bool:
    """Whether none of the others' cards beats this one."""
    return not any(other[1] == card[1] and ORDER[other] > ORDER[card] for other in others)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("number", range(6))
def test_nobody_bids_below_its_sure_tricks(level: str, number: int) -> None:
    """The leader holds four or five top cards, the rest is worthless."""
    random = Random(number)
    state = GAME.deal(str(number), Options())
    hand = random.choice([("AC", "KC", "QC", "JC"), ("AC", "KC", "AD", "KD", "AH"), ("AS", "KS", "QS", "JS", "TS")])
    spare = [card for card in DECK if card[0] in "678" and card not in hand]
    hand += tuple(random.sample(spare, 9 - len(hand)))
    rest = [card for card in DECK if card not in hand]
    random.shuffle(rest)
    hands = [tuple(rest[9 * other : 9 * other + 9]) for other in range(3)]
    hands.insert(state.turn, hand)
    state = replace(state, hands=tuple(hands))
    assert chosen(level, state).bid >= sure_tricks(bits(hand), leads=True)


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_bids_below_the_sure_tricks_of_a_long_suit(level: str) -> None:
    state = GAME.deal("1", Options())
    hand = ("AC", "KC", "QC", "9C", "8C", "6C", "7D", "8D", "6H")
    rest = [card for card in DECK if card not in hand]
    hands = [tuple(rest[other::3]) for other in range(3)]
    hands.insert(state.turn, hand)
    assert chosen(level, replace(state, hands=tuple(hands))).bid >= 6


@pytest.mark.parametrize("level", LEVELS)
def test_play_is_high_when_every_trick_is_needed(level: str) -> None:
    leading = position(["AC 7C 6D", "KC 8C 9D", "QC 9C 7D", "JC TC 8D"], (3, 3, 3, 3), (0, 3, 1, 2))
    assert chosen(level, leading) == Play("AC")
    following = position(["KC 7C 9D", "8C 6D 6H", "QC 9C 7D", "JC TC"], (3, 3, 3, 3), (0, 3, 1, 2), 3, "AD")
    assert following.turn == 0
    assert chosen(level, following) == Play("9D")
    last = position(["KC 7C", "8C 6D", "QC 9C", "AH JC"], (2, 0, 3, 3), (0, 3, 3, 1), 1, "8D 7D JD")
    last = replace(last, hands=(("KD", "AD"), *last.hands[1:]), turn=0)
    assert chosen(level, last).card in ("KD", "AD")


@pytest.mark.parametrize("level", LEVELS)
def test_a_card_that_nothing_beats_is_not_thrown_away_while_tricks_are_needed(level: str) -> None:
    for seed in range(5):
        state = position(["AS KH 9H", "8D 7H 6S", "QD 8H 7S", "JD JH"], (1, 3, 3, 3), (0, 3, 1, 2), 3, "TD", str(seed))
        assert state.turn == 0
        assert chosen(level, state, str(seed)) != Play("AS")


@pytest.mark.parametrize("level", LEVELS)
def test_of_a_lost_trick_nothing_is_thrown_away_that_may_take_one_when_every_trick_is_needed(level: str) -> None:
    for seed in map(str, range(8)):
        void = position(["AD KC", "8D 7H", "QD 8H", "JD"], (2, 3, 3, 3), (0, 3, 1, 2), 3, "TS", seed)
        assert chosen(level, void, seed) == Play("KC")
        under = position(["KC 7C 6C", "8C 6D 6H", "QC 9C 7D", "JC TC"], (3, 3, 3, 3), (0, 3, 1, 2), 3, "AC", seed)
        assert chosen(level, under, seed) == Play("6C")


@pytest.mark.parametrize("level", LEVELS)
def test_a_trick_that_is_not_wanted_is_not_taken_over(level: str) -> None:
    for seed in range(5):
        state = position(["AC 9C 6C", "8C 7H 6S", "QC 8H 7S", "JD JH"], (0, 3, 3, 3), (0, 3, 1, 2), 3, "TC", str(seed))
        assert chosen(level, state, str(seed)) in (Play("9C"), Play("6C"))


@given(positions("nevernine"))
@settings(max_examples=150, deadline=None)
def test_sense_leaves_something_to_choose_from_and_only_what_is_legal(place: Any) -> None:
    state = place.state
    if state.turn is None:
        return
    facts, legal = known(GAME.view(state, state.turn)), GAME.legal(state, state.turn)
    if isinstance(legal[0], Bid):
        left: list[Any] = list(sensible_bids(facts, legal))
        assert all(action.bid >= sure_tricks(facts.hand, leads=facts.leader == facts.seat) for action in left)
    else:
        left = list(sensible_cards(facts, legal))
        need = facts.bids[facts.seat] - facts.taken[facts.seat]
        best, _ = trick_so_far(facts)
        overtaking = [action for action in left if ORDER[action.card] // 9 == best // 9 and ORDER[action.card] > best]
        if need <= 0 and best >= 0 and len(overtaking) < len(left):
            assert not overtaking
    assert left
    assert set(left) <= set(legal)


# --- whole games ------------------------------------------------------------------------------------------------


def test_bots_of_all_levels_play_to_the_end_and_the_log_replays() -> None:
    for number in range(2):
        table = Table.deal("nevernine", seed=str(number), options={"limit": 15})
        names = ["master", "sampler", "greedy", "random"]
        bots = {seat: seat_bot(GAME, names[(seat + number) % 4], str(seat)) for seat in range(4)}
        assert play_out(table, bots)
        assert table.incidents == []
        assert replay(table.save()).status == "SUCCESS"


def test_a_level_plays_better_than_the_one_below() -> None:
    """A short form of what the arena shows: random bids cost six times what rules do, sampling less than rules."""
    totals = dict.fromkeys(("random", "greedy", "master"), 0)
    rounds = 0
    for number in range(8):
        table = Table.deal("nevernine", seed=f"level-{number}", options={"limit": 60})
        names = [("random", "greedy", "master", "greedy")[(seat + number) % 4] for seat in range(4)]
        play_out(table, {seat: seat_bot(GAME, name, f"{number}{seat}") for seat, name in enumerate(names)})
        assert table.outcome is not None
        rounds += len(table.state.history) - 1
        for name, score in zip(names, table.outcome.scores, strict=True):
            totals[name] += score
    assert rounds > 100
    assert totals["random"] > 3 * totals["greedy"] / 2
    assert totals["master"] < totals["greedy"] / 2


@pytest.mark.parametrize("names", [("greedy",), ("random",), ("greedy", "random", "random", "greedy")])
@clause("NN-45", "NN-64")
def test_simple_bots_play_to_the_end(names: tuple[str, ...]) -> None:
    """Every bid and card of theirs passed the rules that hold for people. [NN-45]"""
    for number in range(20):
        table = Table.deal("nevernine", seed=f"g{number}", options={"limit": 15}, nonce="n")
        seated = {seat: seat_bot(table.game, names[seat % len(names)], f"{number}{seat}") for seat in range(4)}
        assert play_out(table, seated)
        assert table.outcome is not None
        assert max(table.outcome.scores) >= 15
        assert table.incidents == []
    report = replay(table.log())
    assert (report.status, report.final_state_hash) == ("SUCCESS", table.state_hash())
