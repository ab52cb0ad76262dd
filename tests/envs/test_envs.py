"""The environments: the official API tests for every game and option set, and that no hidden card shows."""

from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from hidden import rearranged
from positions import Position, option_sets, positions, useful
from saloon import envs
from saloon.core.errors import BadInput, Rejected
from saloon.games import GAMES
from samples import DUEL, FOURSOME, SOLITAIRE, easy

PLAYABLE = [game for game in GAMES if game.encoding() is not None]
EVERY_SET = [(game.name, options) for game in PLAYABLE for options in option_sets(game.name)]
SOLITAIRES = [(name, options) for name, options in EVERY_SET if len(GAMES[name].seats) == 1]
TICKING = [(name, options) for name, options in EVERY_SET if envs.Episode(name).encoding.ticks]
MASKED = [  # PettingZoo says this of every environment with masks, its own too
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def made(name: str, options: dict[str, Any], **settings: Any) -> Any:
    return envs.env(name, options=options, **settings)


def sampled(mask: Any, random: Random) -> int:
    return random.choice(np.flatnonzero(mask).tolist())


def test_every_game_of_ours_has_environments() -> None:
    assert {game.name for game in GAMES if type(game).__module__.startswith("saloon.")} <= {g.name for g in PLAYABLE}


@pytest.mark.parametrize(("name", "options"), EVERY_SET)
class TestEverySet:
    pytestmark = MASKED

    def test_the_api_tests_of_pettingzoo_pass(self, name: str, options: dict[str, Any]) -> None:
        api_test(made(name, options), num_cycles=60)
        seed_test(partial(made, name, options), num_cycles=20)

    def test_rendering_is_text(self, name: str, options: dict[str, Any]) -> None:
        render_test(partial(made, name, options), {"ansi": lambda text: len(text.splitlines()) > 3})


@pytest.mark.parametrize(("name", "options"), SOLITAIRES)
def test_the_check_of_gymnasium_passes(name: str, options: dict[str, Any]) -> None:
    made = gymnasium.make(f"saloon/{name.capitalize()}-v0", options=options, render_mode="ansi")
    check_env(made.unwrapped)


@pytest.mark.parametrize(("name", "options"), TICKING)
def test_the_parallel_tests_of_pettingzoo_pass(name: str, options: dict[str, Any]) -> None:
    parallel = partial(envs.parallel_env, name, options=options)
    parallel_api_test(parallel(), num_cycles=60)
    parallel_seed_test(parallel, num_cycles=20)
    max_cycles_test(SimpleNamespace(env=partial(made, name, options), parallel_env=parallel))


@pytest.mark.parametrize("name", [game.name for game in PLAYABLE])
@settings(max_examples=60)
@given(data=st.data())
def test_an_observation_is_made_from_the_view_alone(name: str, data: st.DataObject) -> None:
    """Exchanging what a seat cannot see leaves its observation the same bytes."""
    position: Position = data.draw(positions(name))
    episode = envs.Episode(name)
    other = rearranged(name, position.state, position.seat, Random(data.draw(st.integers(0, 99))))
    seen = []
    for state in (position.state, other):
        episode.begin(state)
        seen.append(episode.observe(position.seat).tobytes())
    assert seen[0] == seen[1]


@pytest.mark.parametrize("name", [game.name for game in PLAYABLE])
@settings(max_examples=60)
@given(data=st.data())
def test_the_mask_is_what_the_rules_allow(name: str, data: st.DataObject) -> None:
    position: Position = data.draw(positions(name))
    episode = envs.Episode(name)
    episode.begin(position.state)
    legal = episode.legal(position.seat)
    going_on = useful(position.game, position.state, position.seat)
    expected = going_on if going_on or episode.wait is not None else list(position.legal)
    assert sorted(map(repr, legal.values())) == sorted(map(repr, expected))
    assert episode.observation_box().contains(episode.observe(position.seat))
    illegal = Random(0).sample(range(episode.action_count), 30)
    for number in illegal:
        episode.begin(position.state)
        if number not in legal and number != episode.wait:
            with pytest.raises(Rejected):
                episode.act(position.seat, number)


def test_rewards_of_a_match_sum_to_zero() -> None:
    played = made(FOURSOME, easy(FOURSOME))
    random = Random(1)
    played.reset(seed=1)
    total = dict.fromkeys(played.possible_agents, 0.0)
    for agent in played.agent_iter():
        seen, reward, terminated, truncated, _ = played.last()
        total[agent] += reward
        played.step(None if terminated or truncated else sampled(seen["action_mask"], random))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_points_pay_what_the_score_changes() -> None:
    played = gymnasium.make(f"saloon/{SOLITAIRE.capitalize()}-v0", reward="points").unwrapped
    assert isinstance(played, envs.SolitaireEnv)
    _, info = played.reset(options={"seed": "7"})
    random, total = Random(2), 0.0
    for _ in range(200):
        _, reward, terminated, _, info = played.step(np.int64(sampled(info["action_mask"], random)))
        total += reward
        if terminated:
            break
    assert total == played.episode.state.score != 0


def test_an_illegal_action_changes_nothing_in_a_solitaire_and_says_why() -> None:
    played = envs.SolitaireEnv(SOLITAIRE)
    before, info = played.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, *_, info = played.step(np.int64(illegal))
    assert before.tobytes() == after.tobytes()
    assert reward == 0
    assert info["refused"]


def test_of_two_actions_in_a_tick_the_later_one_may_be_refused() -> None:
    """Both want the same foundation; who is first is drawn from the seed."""
    refused = set()
    for seed in range(60):
        played = envs.parallel_env(DUEL, options={"mode": "split", "reveal": "auto"})
        observed, _ = played.reset(seed=seed)
        random = Random(seed)
        while played.agents:
            actions = {agent: sampled(observed[agent]["action_mask"], random) for agent in played.agents}
            observed, _, _, _, infos = played.step(actions)
            refused |= {agent for agent, info in infos.items() if "refused" in info}
        if refused == set(played.possible_agents):
            break
    assert refused == set(played.possible_agents)


def test_an_environment_that_does_not_fit_a_game_says_so() -> None:
    with pytest.raises(BadInput, match="several seats"):
        envs.SolitaireEnv(FOURSOME)
    with pytest.raises(BadInput, match="has turns"):
        envs.parallel_env(FOURSOME)
