"""The sampler of Klondike: it deals out the hidden cards at random and plays on after every move."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from zlib import crc32

import msgspec
from msgspec import Struct

from saloon.core.bots import Bot
from saloon.core.game import Action, Game
from saloon.games.klondike.state import AutoComplete, Draw, FoundationMove, Options, Recycle, State, TableauMove
from saloon.games.klondike.view import View

from .facts import UNKNOWN, Known, Memory, known

VALUES: Final[Mapping[str, float]] = {
    "UP": 20.6, "UP_SAFE": 61.7, "UP_RANK": -0.5, "UNCOVER": 63.5, "UNCOVER_DEEP": 8.8, "EMPTY": 22.8, "BUILD": 20,
    "BUILD_HELPS": 86.4, "KING": 30.8, "KING_HELPS": 45, "FREE": -60,
}  # fmt: skip
"""The values of the playout player, found by playing many deals: alone it wins one in six of draw 3."""
WON: Final = 52.0
"""The value of a win, in cards moved to foundations."""
_UP, _DOWN, _RAISE, _CARRY, _LOWER, _DRAW = range(1, 7)


class Effort(Struct, frozen=True):
    """The effort of the bot. Work is counted in worlds, so the same inputs and seed give the same choice."""

    worlds: int


class Aim(Struct, frozen=True):
    """A card of the talon that the bot is drawing for, and its column; None for a foundation."""

    card: int
    column: int | None


class SamplerSeat(Bot):
    """A bot that does not peek. With unlimited redeals it first looks through the stock, which costs nothing."""

    remembers = True

    def __init__(self, game: Game[State, Options], seed: str, effort: Effort) -> None:  # noqa: ARG002 - the signature of all bots
        self._seed = seed
        self._effort = effort
        self._memory = Memory()
        self._aim: Aim | None = None
        self._decided: tuple[Known, int | None] | None = None
        self._been: set[bytes] = set()
        """Positions that it has reached and will not return to."""

    def watch(self, view: View) -> None:
        """Remember the order of the stock."""
        self._memory.watch(view)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return the next action towards what wins most often."""
        self.watch(view)
        if AutoComplete() in legal:
            return AutoComplete()
        facts = known(view, self._memory.coming)
        if facts.passes < 0 and UNKNOWN in facts.talon:
            return draw_or_pass(legal)
        if self._aim is None or self._aim.card not in facts.talon:
            self._aim = None
            move = self._decide(facts)
            if move is None:
                self.gave_up = True
                return draw_or_pass(legal)
            if move >> 16 == _DRAW:
                return draw_or_pass(legal)
            if move >> 16 not in (_UP, _DOWN):
                return _find(legal, move)
            card = facts.talon[(move >> 8 & 255) - 1]
            self._aim = Aim(card, None if move >> 16 == _UP else move >> 4 & 15)
        return self._towards(facts, legal, self._aim)

    def _towards(self, facts: Known, legal: Sequence[Action], aim: Aim) -> Action:
        if not facts.place or facts.talon[facts.place - 1] != aim.card:
            return draw_or_pass(legal)
        for action in legal:
            if aim.column is None and isinstance(action, FoundationMove) and action.source.zone == "waste":
                return action
            if isinstance(action, TableauMove) and action.source.zone == "waste" and action.target.index == aim.column:
                return action
        raise AssertionError(f"the card {aim.card} cannot be played")

    def _decide(self, facts: Known) -> int | None:
        """Return the best move; the same if asked again."""
        if self._decided is None or self._decided[0] != facts:
            self._decided = facts, self._best(facts)
        return self._decided[1]

    def _best(self, facts: Known) -> int | None:
        """Return the move with the best average; None if nothing is left to try."""
        import numpy as np

        from . import kernel

        state = table(facts)
        thoughts = self._thoughts(state)
        if not thoughts:
            return None
        choice = 0
        if len(thoughts) > 1:
            key = crc32(self._seed.encode() + msgspec.json.encode(facts))
            moves = np.array([move for move, _ in thoughts], dtype=np.int64)
            values = np.array(values_of(VALUES))
            choice = int(np.argmax(kernel.weigh(worlds(facts, self._effort.worlds, key), moves, values, WON)))
        move, after = thoughts[choice]
        self._been.add(after)
        return move

    def _thoughts(self, state: Any) -> list[tuple[int, bytes]]:
        """Return the candidate moves, each with the table that it leads to."""
        import numpy as np

        from . import kernel

        moves = kernel.moves(state)
        worths = kernel.judge(state, moves, np.array(values_of({**VALUES, "FREE": 0.0})))
        worthy = [move for move, worth in zip(moves.tolist(), worths.tolist(), strict=True) if worth >= 0]
        talon = state[kernel.TALON : kernel.TALON + state[kernel.TALONED]].tolist()
        if UNKNOWN in talon:
            worthy = [move for move in worthy if move >> 16 not in (_UP, _DOWN) or talon[(move >> 8 & 255) - 1] >= 0]
            worthy.append(_DRAW << 16)
        thoughts = []
        for move in worthy:
            after = state.copy()
            kernel.make(after, move)
            if after.tobytes() not in self._been:
                thoughts.append((move, after.tobytes()))
        return thoughts


def draw_or_pass(legal: Sequence[Action]) -> Action:
    """Return the draw, or the recycle, or whatever is left."""
    return next((action for action in legal if isinstance(action, Draw | Recycle)), legal[0])


def _find(legal: Sequence[Action], move: int) -> Action:
    """Return the legal action that a move of the kernel means: from a column, up or onto another."""
    kind, source, target, count = move >> 16, move >> 8 & 255, move >> 4 & 15, move & 15
    for action in legal:
        if kind == _RAISE and isinstance(action, FoundationMove):
            if action.source.zone == "tableau" and action.source.index == source:
                return action
        elif isinstance(action, TableauMove) and action.target.index == target:
            zone, index = action.source.zone, action.source.index
            if kind == _CARRY and zone == "tableau" and index == source and action.count == count:
                return action
    raise AssertionError(f"the move {move} is not legal")


def values_of(values: Mapping[str, float]) -> list[float]:
    """Return a player's values in the kernel's form."""
    from . import kernel

    row = [0.0] * kernel.VALUES
    for name, value in values.items():
        row[getattr(kernel, name)] = value
    return row


def table(facts: Known) -> Any:
    """Return what is known in the kernel's form; hidden cards stay UNKNOWN."""
    import numpy as np

    from . import kernel as k

    state = np.zeros(k.SIZE, dtype=np.int16)
    for number, column in enumerate(facts.columns):
        state[k.COLUMN * number : k.COLUMN * number + len(column)] = column
        state[k.LENGTH + number] = len(column)
        state[k.DOWN + number] = column.count(UNKNOWN)
    state[k.TALON : k.TALON + len(facts.talon)] = facts.talon
    state[k.TALONED], state[k.PLACE], state[k.PASSES] = len(facts.talon), facts.place, facts.passes
    state[k.RAISED : k.RAISED + 4] = facts.raised
    state[k.DRAWN] = facts.drawn
    return state


def worlds(facts: Known, count: int, key: int) -> Any:
    """Return tables with the unseen cards dealt out; one is enough if nothing is hidden."""
    import numpy as np

    from . import kernel as k

    state = table(facts)
    hidden = np.flatnonzero(state[: k.PASSES] == UNKNOWN)
    drawn = np.repeat(state[np.newaxis, :], count if len(hidden) else 1, axis=0)
    random = np.random.Generator(np.random.PCG64(key))
    order = np.argsort(random.random((len(drawn), len(hidden))), axis=1)
    drawn[:, hidden] = np.array(facts.unseen, dtype=np.int16)[order]
    return drawn
