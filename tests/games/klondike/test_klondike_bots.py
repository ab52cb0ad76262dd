"""Klondike's demonstration player: it moves as the rules allow, remembers what it saw, and does not peek."""

from collections import deque
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from hidden import rearranged
from positions import positions
from saloon.bots import seat_bot
from saloon.bots.match import act_once
from saloon.core.bots import Bot
from saloon.core.game import Action
from saloon.games import GAMES
from saloon.games.klondike import rules
from saloon.games.klondike.bots import SAMPLER, kernel
from saloon.games.klondike.bots.determinization import DeterminizationSeat
from saloon.games.klondike.bots.facts import UNKNOWN, Memory, known
from saloon.games.klondike.bots.seats import SamplerSeat, table, worlds
from saloon.games.klondike.solver import KlondikeReplay, position_of
from saloon.games.klondike.state import AutoComplete, Draw, FoundationMove, Recycle, State
from saloon.search.determinization import best_step
from saloon.search.positions import Effort, hidden_in
from saloon.table import Table, replay

GAME: Any = GAMES["klondike"]


def quick_seat(seed: str) -> Bot:
    """Return the demonstration player with a small part of its effort, which plays a game in a tenth of a second."""
    return DeterminizationSeat(GAME, seed, Effort(worlds=48, positions=300), SamplerSeat(GAME, seed, SAMPLER))


def picture(state: State) -> Any:
    """Return the kernel's picture of the whole state, hidden cards and all."""
    drawn = table(known(GAME.view(state, 0), list(reversed(state.stock))))
    for number, column in enumerate(state.tableau):
        for place, card in enumerate(column):
            drawn[kernel.COLUMN * number + place] = "CDHS".index(card.suit) * 13 + card.rank - 1
        assert drawn[kernel.DOWN + number] == sum(card.face_down for card in column)
    return drawn


def told(drawn: Any) -> list[Any]:
    """Return the content of a picture, without what is beyond the ends of its piles."""
    columns = [
        (drawn[kernel.COLUMN * column : kernel.COLUMN * column + drawn[kernel.LENGTH + column]].tolist(),
         int(drawn[kernel.DOWN + column]))
        for column in range(7)
    ]  # fmt: skip
    talon = drawn[kernel.TALON : kernel.TALON + drawn[kernel.TALONED]].tolist()
    return [columns, talon, drawn[kernel.TALONED :].tolist()]


def law_moves(state: State) -> dict[int, State]:
    """Return what can be done by drawing as often as the rules allow and then moving one card or run.

    By the kernel's number of the move; of several ways to the same card the one with the fewest draws counts.
    """
    found: dict[int, State] = {}
    seen, waiting = set(), deque([state])
    while waiting:
        here = waiting.popleft()
        for action in GAME.legal(here, 0):
            if isinstance(action, Draw | Recycle):
                after = GAME.apply(here, 0, action)
                key = (len(after.waste), after.redeals_left if after.options.redeals >= 0 else None)
                if key not in seen:
                    seen.add(key)
                    waiting.append(after)
            elif not isinstance(action, AutoComplete):
                if getattr(action.source, "zone", "") != "waste" and here is not state:
                    continue
                found.setdefault(number(here, action), GAME.apply(here, 0, action))
    return found


def number(state: State, action: Any) -> int:
    """Return the kernel's number of an action."""
    source: Any = action.source
    if isinstance(action, FoundationMove):
        if source.zone == "waste":
            return kernel.TALON_UP << 16 | len(state.waste) << 8
        return int(kernel.RAISE << 16 | source.index << 8)
    target: int = action.target.index << 4
    if source.zone == "waste":
        return kernel.TALON_DOWN << 16 | len(state.waste) << 8 | target | 1
    if source.zone == "tableau":
        return int(kernel.CARRY << 16 | source.index << 8 | target | action.count)
    return int(kernel.LOWER << 16 | "CDHS".index(state.foundations[source.index][-1].suit) << 8 | target | 1)


@given(positions("klondike", scoring="standard"))
@settings(max_examples=120, deadline=None)
def test_the_kernel_has_the_moves_of_the_law_and_makes_them_alike(position: Any) -> None:
    state = position.state
    if state.status != "active":
        return
    drawn = picture(state)
    lawful = law_moves(state)
    assert sorted(kernel.moves(drawn).tolist()) == sorted(lawful)
    for move, after in lawful.items():
        copy = drawn.copy()
        kernel.make(copy, move)
        assert told(copy) == told(picture(after)), move


# --- what a player knows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [1, 3])
def test_what_is_coming_is_remembered_once_it_was_seen(draw: int) -> None:
    random = Random(draw)
    remembered = 0
    for seed in range(10):
        game_table, memory = Table.deal("klondike", seed=str(seed), options={"draw": draw}), Memory()
        for _ in range(80):
            memory.watch(game_table.view(0))
            assert len(memory.coming) == len(game_table.state.stock)
            for seen, card in zip(memory.coming, reversed(game_table.state.stock), strict=True):
                assert seen is None or seen.card_id == card.card_id
                remembered += seen is not None
            legal = [one for one in game_table.moves(0) if isinstance(one, Draw | Recycle)] or game_table.moves(0)
            game_table.act(0, random.choice([*legal, *game_table.moves(0)]))
    assert remembered > 500


@pytest.mark.parametrize("draw", [1, 3])
def test_an_undo_makes_nobody_forget_the_stock(draw: int) -> None:
    game_table, memory = Table.deal("klondike", seed="5", options={"draw": draw}), Memory()
    while Recycle() not in game_table.moves(0):
        game_table.act(0, Draw())
        memory.watch(game_table.view(0))
    for _ in range(game_table.rev):
        game_table.undo()
        memory.watch(game_table.view(0))
    assert len(memory.coming) == 24
    assert [card.card_id for card in memory.coming if card] == [one.card_id for one in game_table.state.stock[::-1]]


def test_worlds_deal_out_what_is_unseen_and_nothing_else() -> None:
    game_table = Table.deal("klondike", seed="4")
    facts = known(game_table.view(0), [None] * 24)
    assert len(facts.unseen) == 21 + 24
    drawn = table(facts)
    hidden = [index for index in range(kernel.PASSES) if drawn[index] == UNKNOWN]
    for world in worlds(facts, 10, 3):
        assert [index for index in range(kernel.SIZE) if world[index] != drawn[index]] == hidden
        assert sorted(world[hidden].tolist()) == list(facts.unseen)


@pytest.mark.parametrize("seated", [partial(seat_bot, GAME, "sampler"), quick_seat], ids=["sampler", "demo"])
def test_the_player_does_not_peek(seated: Callable[[str], Bot]) -> None:
    random = Random(2)
    for seed in range(4):
        game_table = Table.deal("klondike", seed=str(seed))
        bot = seated("s")
        for _ in range(9 + 5 * seed):
            act_once(game_table, {0: bot})
        others = [game_table.state, *(rearranged("klondike", game_table.state, 0, random) for _ in range(4))]
        views = [GAME.view(state, 0) for state in others]
        assert len({msgspec.json.encode(known(view, [None] * view.stock)) for view in views}) == 1
        legal = GAME.legal(game_table.state, 0)
        assert len({seated("s").choose(view, legal) for view in views}) == 1


# --- how it plays -----------------------------------------------------------------------------------------------


def played(seed: str, options: dict[str, Any]) -> tuple[Table, list[Action]]:
    """Let the player play until it wins or gives up."""
    game_table, bot = Table.deal("klondike", seed=seed, options=options, nonce="n"), quick_seat(seed)
    while game_table.outcome is None and not bot.gave_up and act_once(game_table, {0: bot}):
        assert game_table.rev < 2000
    return game_table, [entry.action for entry in game_table.entries]


@pytest.mark.parametrize("options", [{"draw": 3}, {"draw": 1}, {"draw": 3, "redeals": 1}, {"draw": 1, "redeals": 0}])
def test_it_wins_or_gives_up_by_the_rules_and_the_same_way_each_time(options: dict[str, Any]) -> None:
    game_table, actions = played("1", options)
    assert replay(game_table.save()).status == "SUCCESS"
    assert played("1", options)[1] == actions


def test_asked_again_it_answers_the_same() -> None:
    game_table, bot = Table.deal("klondike", seed="2"), seat_bot(GAME, "demo", "s")
    for _ in range(25):
        asked = [bot.choose(game_table.view(0), game_table.moves(0)) for _ in range(2)]
        assert asked[0] == asked[1]
        act_once(game_table, {0: bot})


def test_it_looks_through_the_stock_first_where_that_costs_nothing() -> None:
    _, actions = played("3", {"draw": 3})
    assert all(isinstance(action, Draw) for action in actions[:8])
    _, limited = played("3", {"draw": 3, "redeals": 2})
    assert limited[:8] != actions[:8]


def test_it_wins_what_it_should() -> None:
    """A short form of what the arena shows: of these twenty deals hints win three, and the sampler six."""
    won = sum(played(str(seed), {"draw": 3})[0].outcome is not None for seed in range(1_000_000, 1_000_020))
    assert won >= 7


def test_a_step_depends_on_no_hidden_card_and_turns_at_most_one() -> None:
    """The search gets a world, but only the set of its hidden cards may matter."""
    random, effort = Random(5), Effort(worlds=16, positions=100)
    for seed in range(4):
        state = Table.deal("klondike", seed=str(seed), options={"draw": 1 + 2 * (seed % 2)}).state
        for _ in range(6):
            while state.stock:  # a stock that was looked through is not exchanged
                state = GAME.apply(state, 0, Draw())
            hidden = hidden_in(state.tableau)
            others = [state, *(rearranged("klondike", state, 0, random) for _ in range(3))]
            steps = {tuple(best_step(position_of(one), hidden, seed, effort)) for one in others}
            assert len(steps) == 1
            step = steps.pop()
            if not step:
                break
            replayed = KlondikeReplay(rules, state)
            replayed.moves(step)
            state = replayed.state
            assert sum(hidden) - sum(hidden_in(state.tableau)) in (0, 1)
