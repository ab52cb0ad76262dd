"""A bridge to OpenSpiel: `register()` adds every game with turns, as `python_saloon_<name>`, to `pyspiel.load_game`.

A game begins with one chance node, which draws one of `deals` seeds; from then on the players decide everything. The
information state of a player is all that the seat was shown and did, the observation its current view.
"""

from collections.abc import Mapping
from copy import copy
from functools import cache
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
import pyspiel
from msgspec import UNSET

from saloon.core.game import Seat
from saloon.core.registry import AnyGame
from saloon.games import GAMES

from .episode import Episode, payoffs

DEALS: Final = 1024
"""How many deals the chance node chooses from, unless the parameter `deals` says otherwise."""


def spiel_name(game: AnyGame) -> str:
    """Return the short name of a game in OpenSpiel."""
    return f"python_saloon_{game.name}"


def _defaults(game: AnyGame) -> dict[str, Any]:
    """Return the parameters with their defaults; an option that depends on others is an empty text."""
    options = {field.encode_name: field.default for field in msgspec.structs.fields(game.options)}
    own = {name: "" if value is UNSET else value for name, value in options.items()}
    return {**own, "deals": DEALS, "max_steps": 0}


@cache
def game_type(game: AnyGame) -> Any:
    """Return OpenSpiel's description of a game."""
    alone = len(game.seats) == 1
    return pyspiel.GameType(
        short_name=spiel_name(game),
        long_name=f"Saloon {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(game.seats),
        min_num_players=len(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


class SpielGame(pyspiel.Game):
    """A game of Saloon as OpenSpiel loads it. An episode ends after `max_steps` at the latest, if that is not 0."""

    game: ClassVar[AnyGame]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = self.game
        chosen = {**_defaults(game), **(params or {})}
        self.deals, steps = chosen.pop("deals"), chosen.pop("max_steps")
        self.episode = Episode(game.name, options={name: value for name, value in chosen.items() if value != ""})
        """A game that is never dealt; every state begins with a copy."""
        self.most = self.episode.most_steps(steps or None)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.episode.action_count,
            max_chance_outcomes=self.deals,
            num_players=len(game.seats),
            min_utility=0.0 if len(game.seats) == 1 else -1.0,
            max_utility=1.0,
            utility_sum=None if len(game.seats) == 1 else 0.0,
            max_game_length=self.most,
        )
        super().__init__(game_type(game), info, {**(params or {})})

    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return an observer."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):
    """A game in progress."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.episode = copy(game.episode)
        self.deals, self._left = game.deals, game.most
        self.shown: list[list[str]] = [[] for _ in self.episode.seats]
        """What each seat was shown when it was to act, and what it did."""

    @property
    def is_dealt(self) -> bool:
        """Whether the chance node was passed."""
        return self.episode.state is not None

    def current_player(self) -> int:
        """Return who is to act."""
        if not self.is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.episode.to_move()
        assert seat is not None
        return seat

    def _legal_actions(self, player: Seat) -> list[int]:
        return sorted(self.episode.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, all equally likely."""
        return _outcomes(self.deals)

    def _apply_action(self, action: int) -> None:
        if not self.is_dealt:
            game = self.episode.game
            self.episode.begin(game.deal(game.check_seed(str(action)), self.episode.options))
            return
        seat = self.current_player()
        self.shown[seat] += [self.view_text(seat), self._action_to_string(seat, action)]
        self.episode.act(seat, action)
        self._left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.episode.game.notation(self.episode.encoding.actions(player)[action])

    def is_terminal(self) -> bool:
        """Return whether the game is over, or has reached its step limit."""
        return self.is_dealt and (self._left <= 0 or self.episode.is_over())

    def returns(self) -> list[float]:
        """Return what each seat earned."""
        seats = len(self.episode.seats)
        outcome = self.episode.game.outcome(self.episode.state) if self.is_dealt else None
        return [0.0] * seats if outcome is None else payoffs(outcome, seats)

    def view_text(self, player: Seat | None) -> str:
        """Return the view of a seat, or of a watcher, as text."""
        if not self.is_dealt:
            return "not dealt yet"
        return self.episode.game.picture(self.episode.game.view(self.episode.state, player))

    def __str__(self) -> str:
        return self.view_text(None)


@cache
def _outcomes(deals: int) -> list[tuple[int, float]]:
    return [(number, 1 / deals) for number in range(deals)]


class SpielObserver:
    """Shows a player what its seat sees: numbers in `tensor`, text for `string_from`."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations; got {params}")
        self._kind, self._encoding = kind, game.episode.encoding
        self.tensor = np.zeros(self._encoding.size, np.float32)
        self.dict = {name: self.tensor[where] for name, where in self._encoding.slices.items()}

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Take the numbers of a state."""
        self.tensor.fill(0)
        if state.is_dealt:
            self.tensor[:] = state.episode.observe(player)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """Return a state as text: with perfect recall everything that the player was shown and did."""
        earlier = state.shown[player] if self._kind.perfect_recall else []
        return "\n\n".join([*earlier, state.view_text(player)])


def register() -> list[str]:
    """Register the games with turns, those that are not registered yet; return the names of all."""
    games = [game for game in GAMES if (encoding := game.encoding()) is not None and not encoding.ticks]
    known = pyspiel.registered_names()
    for game in games:
        if spiel_name(game) not in known:
            # OpenSpiel holds the factory until the process exits, when only a class can still be released
            pyspiel.register_game(game_type(game), type(f"Spiel{game.name.capitalize()}", (SpielGame,), {"game": game}))
    return [spiel_name(game) for game in games]
