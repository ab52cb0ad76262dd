"""The bridge to OpenSpiel: its own tests pass for every game with turns and option set."""

from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from hidden import rearranged
from positions import option_sets
from saloon.envs import spiel
from saloon.games import GAMES
from samples import FOURSOME, easy

NAMES = {name: name.removeprefix("python_saloon_") for name in spiel.register()}
EVERY_SET = [(name, options) for name, game in NAMES.items() for options in option_sets(game)]


def written(name: str, **params: Any) -> str:
    """Return what `pyspiel.load_game` reads."""
    return f"{name}({','.join(f'{key}={value}' for key, value in params.items())})"


def test_the_games_with_turns_are_registered_once() -> None:
    assert set(NAMES.values()) == {g.name for g in GAMES if (e := g.encoding()) is not None and not e.ticks}
    assert spiel.register() == list(NAMES)
    assert set(NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize(("name", "options"), EVERY_SET)
def test_a_random_simulation_and_a_playthrough_pass(name: str, options: dict[str, Any]) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # imports SciPy, which takes a second

    text = written(name, **options, max_steps=12, deals=16)
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)
    assert "State 2" in playthrough(text, None, seed=1)


def test_a_match_is_played_to_its_end() -> None:
    name = next(name for name, game in NAMES.items() if game == FOURSOME)
    pyspiel.random_sim_test(
        pyspiel.load_game(written(name, **easy(FOURSOME))), num_sims=2, serialize=True, verbose=False
    )


@pytest.mark.parametrize("name", NAMES)
def test_information_states_and_tensors_do_not_show_hidden_cards(name: str) -> None:
    game, random = pyspiel.load_game(name), Random(3)
    state = game.new_initial_state()
    state.apply_action(5)
    while not state.is_terminal() and len(state.history()) < 12:
        state.apply_action(random.choice(state.legal_actions()))
    for player in range(game.num_players()):
        shown = []
        for dealt in (state.episode.state, rearranged(NAMES[name], state.episode.state, player, random)):
            copy = state.clone()
            copy.episode.state = dealt
            observed = make_observation(game)
            observed.set_from(copy, player)
            shown.append((copy.information_state_string(player), observed.tensor.tobytes()))
        assert shown[0] == shown[1]
