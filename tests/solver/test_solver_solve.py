"""One question for three games: limits, errors, positions in mid-game, lines that the rules accept."""

import subprocess
import sys
from random import Random

import pytest
from msgspec.structs import replace

from positions import play
from saloon.core.errors import BadInput, BadOption, InvariantBreach, UnknownGame
from saloon.core.solver import MEGABYTE
from saloon.games import GAMES
from saloon.games.klondike.state import Draw
from saloon.solver import Limits, solve
from saloon.solver.lines import Replay

LOST = "36"
"""A Klondike seed that cannot be won, with draw 1 or 3."""


def wins(name: str, state: object, actions: tuple[object, ...]) -> bool:
    game = GAMES[name]
    for action in actions:
        state = game.apply(state, 0, action)  # type: ignore[arg-type]
    outcome = game.outcome(state)
    return outcome is not None and outcome.winners == (0,)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("klondike", {"draw": 1}),
        ("klondike", {"draw": 3, "redeals": 2}),
        ("klondike", {}),
        ("cards", {"stack": "run"}),
        ("cards", {"stack": "any"}),
    ],
)
def test_positions_of_random_play_are_decided_and_lines_win(name: str, options: dict[str, object]) -> None:
    game, random, won = GAMES[name], Random(f"{name} {options}"), 0
    for seed in range(4):
        dealt = game.deal(str(seed), game.options(**options))
        for state, _, _ in list(play(game, dealt, random, 30))[::10]:
            found = solve(name, state=state, limits=Limits(seconds=20))
            assert found.verdict != "unknown" or options == {"stack": "any"}
            won += found.verdict == "winnable"
            assert (found.verdict == "winnable") == bool(found.actions)
            assert not found.actions or wins(name, state, found.actions)
    assert won or name == "cards"


def test_a_won_game_is_winnable_without_a_move() -> None:
    found = solve("klondike", {"draw": 1}, seed="1")
    state = GAMES["klondike"].deal("1", GAMES["klondike"].options(draw=1))
    for action in found.actions:
        state = GAMES["klondike"].apply(state, 0, action)
    assert solve("klondike", state=state).verdict == "winnable"
    assert solve("klondike", state=state).actions == ()


@pytest.mark.parametrize("states", [1, 7, 100, 20_000])
def test_the_limit_of_states_is_kept(states: int) -> None:
    for name, options, seed in (
        ("klondike", {}, LOST),
        ("klondike", {"draw": 1}, LOST),
        ("cards", {"stack": "any"}, "41"),
    ):
        found = solve(name, options, seed=seed, limits=Limits(states=states))
        assert found.states <= states
        assert (found.verdict, found.limit) == ("unknown", "states")


def test_the_limits_of_time_and_memory_are_kept() -> None:
    late = solve("cards", {"stack": "any"}, seed="41", limits=Limits(seconds=0.2))
    assert (late.verdict, late.limit) == ("unknown", "seconds")
    assert late.cpu_seconds < 0.5
    full = solve("cards", {"stack": "any"}, seed="41", limits=Limits(memory=16 * MEGABYTE))
    assert (full.verdict, full.limit) == ("unknown", "memory")
    tight = solve("klondike", {}, seed="5", limits=Limits(memory=1 * MEGABYTE))
    assert (tight.verdict, tight.limit) == ("unknown", "memory")


def test_bad_questions_get_clear_errors() -> None:
    with pytest.raises(BadInput, match="nevernine has no solver"):
        solve("nevernine", seed="1")
    with pytest.raises(UnknownGame):
        solve("patience", seed="1")
    with pytest.raises(BadInput, match="a seed or a position"):
        solve("klondike")
    with pytest.raises(BadOption):
        solve("klondike", {"draw": 2}, seed="1")
    with pytest.raises(BadInput, match="is no position of klondike"):
        solve("klondike", state="a deal")


def test_impossible_positions_get_clear_errors() -> None:
    state = GAMES["klondike"].deal("1", GAMES["klondike"].options())
    with pytest.raises(BadInput, match="51 cards lie on the table"):
        solve("klondike", state=replace(state, stock=state.stock[1:]))
    doubled = replace(state, stock=(*state.stock[1:], state.stock[1]))
    with pytest.raises(BadInput, match="51 of them different"):
        solve("klondike", state=doubled)
    buried = replace(state, tableau=(*state.tableau[:6], state.tableau[6][::-1]))
    with pytest.raises(BadInput, match="no game comes to this position"):
        solve("klondike", state=buried)


def test_impossible_positions_of_the_other_games_get_clear_errors() -> None:
    cards = GAMES["cards"].deal("1", GAMES["cards"].options())
    first, *rest = cards.tableau
    for tableau in ((first[1:], *rest), ((*first[:-1], rest[0][-1]), *rest)):
        with pytest.raises(BadInput, match="no game comes to this position"):
            solve("cards", state=replace(cards, tableau=tableau))
    meridian = GAMES["meridian"].deal("1", GAMES["meridian"].options())
    for stock in (meridian.stock[1:], (*meridian.stock[1:], meridian.stock[1])):
        with pytest.raises(BadInput, match="no game comes to this position"):
            solve("meridian", state=replace(meridian, stock=stock))
    with pytest.raises(BadInput, match=r"position of meridian|to this position"):
        solve("meridian", state=cards)


def test_a_line_that_the_rules_refuse_is_an_error() -> None:
    game = GAMES["klondike"]
    replay = Replay(game, replace(game.deal("1", game.options()), stock=()))
    with pytest.raises(InvariantBreach, match="action 1 of the line"):
        replay.act(Draw())
    with pytest.raises(InvariantBreach, match="does not win"):
        replay.line()


def test_nothing_compiled_is_loaded_before_the_first_search() -> None:
    code = "import sys, saloon.solver, saloon.cli; assert not {'numba', 'numpy'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
