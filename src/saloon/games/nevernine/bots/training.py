"""Trains the learnt policy of Never Nine's master on its own games.

`python -m saloon.games.nevernine.bots.training` writes the weights that are in the package; docs/bots.md says how long
that takes. Bots play rounds, a regression finds what the suits of a hand promise from the bids, and a conditional logit
finds how likely each card is from the cards played. Everything is drawn from the seed.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct

from saloon.games.nevernine import NeverNine
from saloon.games.nevernine.state import ORDER, Options

from . import MASTER, VETERAN
from .facts import bits
from .kernel import SCALE, WEIGHTS, choices
from .policy import FILE, FINENESS
from .seats import Effort, SamplingSeat

SEED: Final = "policy"
ROUNDS: Final = 4000
STEPS: Final = 300
_RATE: Final = 0.08
_DECAY: Final = 1.0
"""A prior for small weights, worth this many observations each."""


class Round(Struct, frozen=True):
    """A round that was played: who dealt, and each seat's cards and bid, and the cards in the order played."""

    dealer: int
    hands: tuple[int, ...]
    bids: tuple[int, ...]
    played: tuple[int, ...]


def play(seed: str, number: int, effort: Effort) -> Round:
    """Return a round that four bots of this effort play."""
    game: Any = NeverNine()
    state = game.deal(f"{seed}-{number}", Options())
    dealer, hands = state.dealer, tuple(bits(hand) for hand in state.hands)
    bots = [SamplingSeat(game, f"{seed}:{number}:{seat}", effort) for seat in range(4)]
    while state.last_round is None:
        before, seat = state, state.turn
        state = game.apply(state, seat, bots[seat].choose(game.view(state, seat), game.legal(state, seat)))
    tricks = [trick.moves for trick in before.tricks] + [state.last_round.last_trick.moves]
    cards = tuple(ORDER[move.card] for moves in tricks for move in moves)
    return Round(dealer, hands, state.last_round.bids, cards)


def learn(rounds: Sequence[Round], steps: int = STEPS) -> Any:
    """Return the policy: what each suit promises, then the weights of the cards."""
    return np.concatenate([_promises(rounds), _weights(rounds, steps)]).astype(np.int16)


def _promises(rounds: Sequence[Round]) -> Any:
    """Fit what a suit promises to the bids, by the ranks of its cards and how many cards it has."""
    table = np.array([_suit_features(suit) for suit in range(512)])
    found = [sum(table[hand >> 9 * suit & 511] for suit in range(4)) for one in rounds for hand in one.hands]
    made = [bid for one in rounds for bid in one.bids]
    features = np.array(found)
    square = features.T @ features + _DECAY * np.eye(features.shape[1])
    return np.rint(FINENESS * table @ np.linalg.solve(square, features.T @ np.array(made)))


def _suit_features(suit: int) -> Any:
    """Return which ranks a suit has, by its length and by how many higher cards it has."""
    found = np.zeros(9 * 5 + 9 * 3 + 1)
    length = min(5, suit.bit_count())
    for rank in range(9):
        if suit >> rank & 1:
            found[5 * rank + length - 1] += 1
            found[45 + 3 * rank + min(2, (suit >> rank + 1).bit_count())] += 1
    found[-1] = 1
    return found


def _weights(rounds: Sequence[Round], steps: int) -> Any:
    """Fit the weights of the cards' features by Adam on all decisions at once."""
    decisions, chosen, features = _decisions(rounds)
    weights, mean, spread = (np.zeros(WEIGHTS) for _ in range(3))
    for step in range(1, steps + 1):
        error = _chances(weights, decisions, features) - chosen
        slope = sum(np.bincount(features[:, part], error, WEIGHTS) for part in range(4)) + _DECAY * weights
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        weights -= _RATE * mean / (1 - 0.9**step) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-9)
    return np.rint(SCALE * weights)


def _decisions(rounds: Sequence[Round]) -> tuple[Any, Any, Any]:
    """Return for each card that could have been played its decision, whether it was played, and its features."""
    decisions, rows, offset = [], [], 0
    for one in rounds:
        row = choices(one.dealer, np.array(one.hands, np.uint64), np.array(one.bids), np.array(one.played))
        rows.append(row)
        decisions.append(row[:, 0] + offset)
        offset += 36
    every = np.concatenate(rows)
    return np.unique(np.concatenate(decisions), return_inverse=True)[1], every[:, 1].astype(float), every[:, 2:]


def _chances(weights: Any, decisions: Any, features: Any) -> Any:
    """Return how likely each card is by the weights."""
    odds = np.exp(np.clip(weights[features].sum(axis=1), -30, 30))
    return odds / np.bincount(decisions, odds)[decisions]


def surprise(weights: Any, rounds: Sequence[Round]) -> float:
    """Return the mean surprise in nats at the cards of rounds."""
    decisions, chosen, features = _decisions(rounds)
    return float(-np.log(_chances(weights, decisions, features)[chosen > 0]).mean())


def main(arguments: Sequence[str]) -> None:
    """Play, learn and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--teacher", choices=["veteran", "master"], default="veteran", help="whose games to learn from")
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args(arguments)
    effort = {"veteran": VETERAN, "master": MASTER}[given.teacher]
    rounds = [play(SEED, number, effort) for number in range(given.rounds)]
    np.savetxt(given.out, learn(rounds).reshape(-1, 16), fmt="%d")


if __name__ == "__main__":
    main(sys.argv[1:])
