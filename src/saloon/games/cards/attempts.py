"""The original's Solve: seeded attempts on a copy, then a search of all reachable positions.

Moves are chosen by face-up cards alone. The attempts have their own random streams, so the same position always gives
the same answer, independent of the deal and the clock.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from saloon.core.alea import Alea
from saloon.core.cards import KING, Pile
from saloon.core.game import Action
from saloon.core.piles import stacks_on
from saloon.core.streams import shuffle

from .rules import apply, legal
from .state import Finish, FoundationMove, State, TableauMove

ATTEMPTS: Final = 60
MOVES: Final = 400

_Position = tuple[Pile, ...]
"""The tableau alone identifies a position: all other cards are on the foundations."""
_Step = tuple[Action, State]


class Solution(Struct, frozen=True):
    """The result: `solved` by these actions, certainly `stuck`, or undecided when the `budget` ran out."""

    status: Literal["solved", "stuck", "budget"]
    actions: tuple[Action, ...]
    attempts: int


def solve(state: State, *, attempts: int = ATTEMPTS, moves: int = MOVES) -> Solution:
    """Try to win from `state`, with at most `attempts` attempts of `moves` moves each. [CA-62…CA-70, CA-109]

    If no attempt wins, up to attempts × moves positions are visited; the game is stuck only if no others can be
    reached.
    """
    if state.status == "won":
        return Solution("solved", (), 0)
    if not _moves(state):
        return Solution("stuck", (), 0)
    for attempt, actions in enumerate(_attempts(state, attempts, moves), start=1):
        if actions is not None:
            return Solution("solved", actions, attempt)
    return _visit(state, attempts, attempts * moves)


def winning_attempt(state: State) -> tuple[Action, ...] | None:
    """Return the actions of the first attempt that wins. No search follows: the compiled one is better."""
    return next((actions for actions in _attempts(state, ATTEMPTS, MOVES) if actions is not None), None)


def _attempts(state: State, attempts: int, moves: int) -> Iterator[tuple[Action, ...] | None]:
    """Yield the result of each attempt."""
    return (_attempt(state, attempt_stream(state.seed, attempt), moves) for attempt in range(attempts))


def attempt_stream(seed: str, attempt: int) -> Alea:
    """Return the random stream of one attempt, numbered from 0. [CA-69]"""
    return Alea(f"{seed}::solve::{attempt}")


def _attempt(state: State, stream: Alea, moves: int) -> tuple[Action, ...] | None:
    """Play until the game is won; give up when every move leads back or the moves are used up. [CA-66, CA-70]"""
    met = {state.tableau}
    actions: list[Action] = []
    while len(actions) < moves:
        step = next(_steps(state, met, stream), None)
        if step is None:
            return None
        action, state = step
        actions.append(action)
        met.add(state.tableau)
        if state.status == "won":
            return tuple(actions)
    return None


def _steps(state: State, met: set[_Position], stream: Alea) -> Iterator[_Step]:
    """Yield the moves to new positions, the most promising kind first. [CA-63…CA-67]"""
    kinds: tuple[list[Action], ...] = ([], [], [], [])
    for action in _moves(state):
        kinds[_promise(state, action)].append(action)
    for promise, actions in enumerate(kinds):
        if promise:
            shuffle(actions, stream)
        for action in actions:
            after = apply(state, 0, action)
            if after.tableau not in met:
                yield action, after


def _moves(state: State) -> list[Action]:
    """Return the single moves, so that the board can show a solution step by step and stop at any point."""
    return [action for action in legal(state, 0) if not isinstance(action, Finish)]


def _promise(state: State, action: Action) -> int:
    """Return 0 for a card that goes up, 1 if a hidden card is freed, 2 if no order is lost, 3 for any other move."""
    match action:
        case FoundationMove():
            return 0
        case TableauMove(source, _, int(count)) if source.zone == "tableau":
            pile = state.tableau[int(source.index or 0)]
            rest, head = pile[:-count], pile[-count]
            if not rest:
                return 2 if head.rank < KING else 3
            if rest[-1].face_down:
                return 1
            return 3 if stacks_on(head, rest[-1]) else 2
    return 3


def _visit(start: State, attempts: int, positions: int) -> Solution:
    """Visit reachable positions, nearest first; a win found that way counts. [CA-68]"""
    came_from: dict[_Position, tuple[_Position, Action] | None] = {start.tableau: None}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        for action in _moves(state):
            after = apply(state, 0, action)
            if after.tableau in came_from:
                continue
            if len(came_from) >= positions:
                return Solution("budget", (), attempts)
            came_from[after.tableau] = state.tableau, action
            if after.status == "won":
                return Solution("solved", _path(came_from, after.tableau), attempts)
            waiting.append(after)
    return Solution("stuck", (), attempts)


def _path(came_from: dict[_Position, tuple[_Position, Action] | None], end: _Position) -> tuple[Action, ...]:
    actions: list[Action] = []
    position = end
    while (step := came_from[position]) is not None:
        position, action = step
        actions.append(action)
    return tuple(reversed(actions))
