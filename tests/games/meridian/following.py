"""Follow Meridian's hints blindly: how often does that win, and do they ever go in circles?

python tests/games/meridian/following.py 100
"""

import sys
from itertools import product
from typing import Any

from msgspec import Struct

from saloon.core.options import read_options
from saloon.games import GAMES
from saloon.games.meridian.state import Move, State

MERIDIAN: Any = GAMES["meridian"]
MODES = ("classic", "double_pocket", "traditional", "expert")
DIRECTIONS = ("locked", "flexible")
MOST_HINTS = 1500


class Followed(Struct, frozen=True):
    """A game that was played by its hints until it ended or came back to a position, stock and waste included."""

    end: str | None
    hints: int
    circled: bool
    """Whether a position came back though no whole pass without a card move led there."""


def followed(seed: str, mode: str, direction: str) -> Followed:
    """Play a deal by its hints."""
    options = read_options("meridian", MERIDIAN.options, {"mode": mode, "direction": direction})
    state: State = MERIDIAN.deal(seed, options)
    been = {(state.board, state.stock)}
    hints = draws = 0
    while state.end is None:
        passed = draws >= _left(state)
        hint = MERIDIAN.hint(MERIDIAN.view(state, 0), MERIDIAN.legal(state, 0))
        assert hint is not None, "no hint, though the game goes on"
        state = MERIDIAN.apply(state, 0, hint)
        hints += 1
        draws = 0 if isinstance(hint, Move) else draws + 1
        if (state.board, state.stock) in been or hints > MOST_HINTS:
            return Followed(None, hints, circled=not (passed or draws >= _left(state)))
        been.add((state.board, state.stock))
    return Followed(state.end, hints, circled=False)


def _left(state: State) -> int:
    return len(state.stock) + len(state.board.waste)


def main(deals: int) -> None:
    """Print one row for each mode and direction."""
    print("| mode | direction | won | stalemate | stuck | hints, at most | circles |")
    for mode, direction in product(MODES, DIRECTIONS):
        games = [followed(str(seed), mode, direction) for seed in range(deals)]
        won, lost = (sum(one.end == end for one in games) for end in ("completed", "stalemate"))
        most, circled = max(one.hints for one in games), sum(one.circled for one in games)
        print(f"| {mode} | {direction} | {won} | {lost} | {deals - won - lost} | {most} | {circled} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
