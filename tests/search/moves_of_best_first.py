"""The moves of the `piling` kernel, compared with those that a game's rules allow."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import numpy as np

from positions import play
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.search import best_first
from saloon.search.kernels import load
from saloon.search.positions import BestFirstPosition, Carry


class Moves:
    """The kernel's view of a game."""

    def __init__(
        self,
        game: AnyGame,
        position_of: Callable[[Any], BestFirstPosition],
        actions_of: Callable[[Any, Carry], Iterable[Action]],
    ) -> None:
        self.game = game
        self.position_of = position_of
        self.actions_of = actions_of
        self.kernel = load("best_first")

    def listed(self, state: Any) -> tuple[Any, int, list[int]]:
        """Return the board of a state, the kernel's rules and all moves that it lists."""
        position = self.position_of(state)
        board, rules = best_first.board_of(position), best_first.rules_of(position)
        moves = np.zeros(self.kernel.MOST_MOVES, np.int64)
        count = self.kernel.list_moves(board, rules, len(position.pockets), moves)
        return board, rules, [int(move) for move in moves[:count]]

    def is_stalemate(self, state: Any) -> bool:
        """Whether the kernel sees the end here."""
        board, _, moves = self.listed(state)
        return bool(self.kernel.is_stalemate(board, np.array(moves, np.int64), len(moves)))

    def check(self, state: Any, is_move: Callable[[Action], bool], is_idle: Callable[[Action], bool]) -> None:
        """Assert that each listed move does what the rules do, and that each legal one is listed or changes nothing."""
        board, rules, moves = self.listed(state)
        written: set[str] = set()
        for move in moves:
            after = state
            for action in (actions := list(self.actions_of(state, best_first.carry_of(move)))):
                after = self.game.apply(after, 0, action)
            written.add(self._written(actions[-1]))
            self.kernel.make(made := board.copy(), rules, move)
            assert self._same(made, best_first.board_of(self.position_of(after)))
        for action in filter(is_move, self.game.legal(state, 0)):
            assert self._written(action) in written or is_idle(action) or self._changes_nothing(state, action), action

    def _same(self, made: Any, expected: Any) -> bool:
        """Whether two boards are the same position: what is beyond a column's end does not count."""
        fields = slice(self.kernel.LENGTH, self.kernel.BOARD)
        return self._print(made) == self._print(expected) and bool((made[fields] == expected[fields]).all())

    def _print(self, board: Any) -> tuple[int, ...]:
        words = np.zeros(2, np.int64)
        self.kernel.fingerprint(board, words)
        return tuple(map(int, words))

    def _written(self, action: Action) -> str:
        """Return a move as a player types it, without the foundation's number."""
        text = self.game.notation(action)
        return text.split(" f")[0] + (" f" if " f" in text else "")

    def _changes_nothing(self, state: Any, action: Action) -> bool:
        """Whether a move only exchanges equal empty columns or pockets for each other."""
        board, rules, moves = self.listed(state)
        reached = [self._print(board)]
        for move in moves:
            self.kernel.make(made := board.copy(), rules, move)
            reached.append(self._print(made))
        return self._print(best_first.board_of(self.position_of(self.game.apply(state, 0, action)))) in reached


def random_positions(game: AnyGame, options: Any, count: int) -> list[Any]:
    """States of random play."""
    random = Random(f"{game.name} {options}")
    states = []
    for number in range(count):
        steps = list(play(game, game.deal(str(number), options), random, 60))
        states += [state for state, _, _ in steps[:: random.randint(3, 9)]]
    return [state for state in states if game.outcome(state) is None]
