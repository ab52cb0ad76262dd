"""One game from deal to end, in numbers: what all environments share."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, Literal, TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from saloon.core.encoding import Encoding
from saloon.core.errors import BadInput, Rejected
from saloon.core.game import Action, Outcome, Seat
from saloon.games import GAMES

Reward = Literal["outcome", "points"]
"""`outcome` rewards the end of a game, see `payoffs`; `points` rewards each change of the score."""


class Settings(TypedDict, total=False):
    """The settings that all environments have."""

    options: Mapping[str, Any] | None
    rules: str | None
    reward: Reward
    may_give_up: bool
    """Whether actions such as resigning are legal even while other actions are left."""


Observation = NDArray[np.int16]
Mask = NDArray[np.int8]
SEEDS: Final = 2**53
"""Deals have the seeds from 0 to this."""
ENDLESS: Final = 1000
"""The default step limit of an episode, for a game that the rules do not end."""


class Episode:
    """A game in progress. Observations come from the views of a seat and from nothing else."""

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        rules: str | None = None,
        reward: Reward = "outcome",
        may_give_up: bool = False,
    ) -> None:
        self.game, self.options = GAMES.choose(game, options or {}, rules)
        encoding = self.game.encoding()
        if encoding is None:
            raise BadInput(f"{self.game.title} has no encoding for environments", "NO_ENCODING")
        self.encoding: Encoding = encoding
        self.seats: Sequence[Seat] = self.game.seats
        self.action_count = len(encoding.actions(0)) + encoding.ticks
        self.wait = self.action_count - 1 if encoding.ticks else None
        """The number of the action that waits, in a game without turns."""
        self._actions = [encoding.actions(seat) for seat in self.seats]
        self._numbers = [{action: number for number, action in enumerate(actions)} for actions in self._actions]
        self._may_give_up = may_give_up
        self._rewards_points = reward == "points"
        self.state: Any = None
        self._points: Sequence[int] = ()

    def __deepcopy__(self, _: dict[int, Any]) -> "Episode":
        """Return a copy, for searches: states never change, so they are shared."""
        return copy(self)

    # --- spaces ---------------------------------------------------------------------------------------------

    def action_space(self) -> Discrete:
        """Return a new space of action numbers."""
        return Discrete(self.action_count)

    def observation_box(self) -> Box:
        """Return a new space of observations."""
        features = self.encoding.features
        low, high = (
            np.repeat([getattr(one, name) for one in features], [one.size for one in features]).astype(np.int16)
            for name in ("lowest", "highest")
        )
        return Box(low, high, dtype=np.int16)

    def masked_space(self) -> Dict:
        """Return a new space of observations with action masks."""
        return Dict({"observation": self.observation_box(), "action_mask": Box(0, 1, (self.action_count,), np.int8)})

    # --- play -----------------------------------------------------------------------------------------------

    def deal(self, random: np.random.Generator, given: Mapping[str, Any] | None = None) -> None:
        """Begin a new game, from a random seed unless `given` has a `seed`."""
        seed = (given or {}).get("seed", random.integers(SEEDS))
        self.begin(self.game.deal(self.game.check_seed(str(seed)), self.options))

    def begin(self, state: Any) -> None:
        """Begin with a state of the game."""
        self.state = state
        self._points = self._points_now()

    def legal(self, seat: Seat) -> dict[int, Action]:
        """Return the legal actions of a seat by number, without waiting; giving up only if there is no other."""
        numbers = self._numbers[seat]
        legal = self.game.legal(self.state, seat)
        if not self._may_give_up:
            going_on = [action for action in legal if action.kind not in self.game.giving_up]
            legal = going_on if going_on or self.wait is not None else legal
        return {numbers[self.encoding.listed(action)]: action for action in legal}

    def mask(self, seat: Seat) -> Mask:
        """Return 1 for each action that is legal now."""
        mask = np.zeros(self.action_count, np.int8)
        mask[list(self.legal(seat))] = 1
        if self.wait is not None and not self.is_over():
            mask[self.wait] = 1
        return mask

    def observe(self, seat: Seat) -> Observation:
        """Return what a seat sees."""
        return np.array(self.encoding.observe(self.game.view(self.state, seat)), np.int16)

    def masked(self, seat: Seat, *, to_act: bool = True) -> dict[str, Any]:
        """Return the observation with the mask; nothing is legal for a seat that is not to act."""
        mask = self.mask(seat) if to_act else np.zeros(self.action_count, np.int8)
        return {"observation": self.observe(seat), "action_mask": mask}

    def act(self, seat: Seat, number: int) -> None:
        """Take an action; raise Rejected, with the reason of the rules, if it is not legal."""
        if number == self.wait:
            return
        if not 0 <= number < self.action_count:
            raise BadInput(f"there is no action {number}; they are 0 to {self.action_count - 1}", "NO_SUCH_ACTION")
        action = self._actions[seat][number]
        if action.kind in self.game.giving_up and number not in self.legal(seat):
            raise Rejected("RULE_VIOLATION", f"{action.kind!r} gives up, which `may_give_up` does not allow here")
        self.state = self.game.apply(self.state, seat, action)

    def try_to_act(self, seat: Seat, number: int) -> str | None:
        """Take an action; return why if it is refused, with nothing changed."""
        try:
            self.act(seat, int(number))
        except Rejected as refused:
            return refused.reason
        return None

    def to_move(self) -> Seat | None:
        """Return the first seat with a legal action; None if the game is over."""
        if self.game.outcome(self.state) is not None:
            return None
        return next((seat for seat in self.seats if self.game.legal(self.state, seat)), None)

    def is_over(self) -> bool:
        """Return whether the rules have ended the game, or no move is left."""
        if self.to_move() is None:
            return True
        if len(self.seats) > 1:
            return False
        return self.game.stuck(self.game.view(self.state, 0), self.game.legal(self.state, 0)) == "noMovesLeft"

    def rewards(self) -> list[float]:
        """Return what each seat earned since the last call."""
        if self._rewards_points:
            before, self._points = self._points, self._points_now()
            return [float(now - then) for now, then in zip(self._points, before, strict=True)]
        outcome = self.game.outcome(self.state)
        return [0.0] * len(self.seats) if outcome is None else payoffs(outcome, len(self.seats))

    def _points_now(self) -> Sequence[int]:
        return self.encoding.points(self.game.view(self.state, None)) if self._rewards_points else ()

    def picture(self, seat: Seat) -> str:
        """Return what a seat sees, drawn with characters."""
        return self.game.picture(self.game.view(self.state, seat))

    def most_steps(self, requested: int | None) -> int:
        """Return the number of steps after which an episode is truncated."""
        return requested or self.game.longest_match(self.options) or ENDLESS


def payoffs(outcome: Outcome, seats: int) -> list[float]:
    """Return what each seat earns: winners share 1 and losers -1, a draw is 0; a solitaire is 1 if won, else 0."""
    winners = len(outcome.winners)
    if seats == 1:
        return [float(winners)]
    if winners in (0, seats):
        return [0.0] * seats
    return [1 / winners if seat in outcome.winners else -1 / (seats - winners) for seat in range(seats)]
