"""The bots of HighNoon: one level evaluates every move, the next plays out the match in sampled worlds."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final
from zlib import crc32

import msgspec
from msgspec import UNSET, Struct

from saloon.core.bots import Bot, GreedySeat, RandomSeat
from saloon.core.cards import HIDDEN
from saloon.core.game import Action, Game
from saloon.games.highnoon.state import (
    PLAYERS,
    Draw,
    Flip,
    FoundationMove,
    OfferEnd,
    Options,
    Recycle,
    State,
    TableauMove,
)
from saloon.games.highnoon.versions import VERSIONS
from saloon.games.highnoon.view import View

from .facts import UNKNOWN, Known, Memory, Side, boards, known

Values = Mapping[str, float]
"""What a player values, by the names of `kernel`."""

BUILDER: Final[Values] = {
    "RAISE_BASE": 100, "RAISE_RANK": 3, "UNCOVER": 68, "UNCOVER_DEEP": 4, "FLIP_VALUE": 90, "EMPTY": 50, "KING": 40,
    "BUILD": -0.6, "BUILD_HELPS": 45, "BUILD_LATE": 48, "GIFT": 4, "FOLLOW": 0, "FREE": 70, "AHEAD": 5,
}  # fmt: skip
"""Found by playing thousands of matches against other values in both modes."""


class Effort(Struct, frozen=True):
    """The effort of a searching bot. Work is counted in worlds and ticks, so the same inputs give the same choice."""

    worlds: int
    ticks: int
    """The length of a playout."""
    tail: float
    """The value of having one card fewer at the end of a playout, in points."""


_AGREES_AFTER: Final = 30
"""The bot's own actions without progress after which it agrees to end the match."""


def _since(view: View) -> tuple[int, int]:
    """Return how often the seat and the other have acted since the last progress of either."""
    since = view.since_progress
    if since is UNSET:
        return 0, 0
    return (since.p1, since.p2) if view.seat == PLAYERS[0] else (since.p2, since.p1)


def _behind(view: View) -> bool:
    assert view.you is not UNSET
    assert view.opp is not UNSET
    return (view.you.score, -view.you.cards_left) <= (view.opp.score, -view.opp.cards_left)


def _is_progress(view: View, action: Action) -> bool:
    """Whether an action raises or turns a card, or exposes a hidden one so that it is or can be turned."""
    match action:
        case Flip() | FoundationMove():
            return True
        case TableauMove(source, _, count) if source.zone == "tableau":
            assert view.you is not UNSET
            assert isinstance(count, int)
            rest = view.you.tableau[int(source.index or 0)][:-count]
            return bool(rest) and rest[-1] == HIDDEN
    return False


class Patience:
    """How long a bot plays on without progress, and how it ends a dead match.

    The `vnext` profile does not count progress, so the seat counts it itself.
    """

    def __init__(self, game: Game[State, Options]) -> None:
        self._giving_up = game.giving_up
        self._version = VERSIONS[game.rules_version]
        limit = self._version.stalemate_after
        self._in_vain = limit if self._version.has_offers else 2 * limit
        """Actions without progress after which only an action that makes progress is useful."""
        self._standing: tuple[int, int, int] | None = None
        self._times = 0

    def useful(self, view: View, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the actions that may change something; if progress is long overdue, only those that make it."""
        vain = self._count(view) if view.since_progress is UNSET else _since(view)[0]
        going_on = [action for action in legal if action.kind not in self._giving_up]
        return going_on if vain < self._in_vain else [action for action in going_on if _is_progress(view, action)]

    def agreement(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Return the offer that accepts the other player's, if the seat has made no progress for a while."""
        offers = view.offers
        if offers is UNSET or not (offers.p1 or offers.p2) or _since(view)[0] < _AGREES_AFTER:
            return None
        return _offer(legal)

    def when_stuck(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Return what to do if only the other player could change anything.

        If the rules have offers, offer the end once (or agree to it), then wait: the match ends as soon as the other
        player agrees or has reached the limit too. Rules 1.0.0 give a seat that cannot act no way to end a dead match,
        so there the bot that is behind resigns. A match is dead if the other player has reached the limit, or if the
        seat has acted without effect for long and the other has neither stock nor waste.
        """
        if self._version.has_offers:
            return _offer(legal)
        assert view.opp is not UNSET
        own, other = _since(view)
        runs_dry = own >= self._in_vain and not view.opp.stock and not view.opp.waste
        dead = other >= self._version.stalemate_after or runs_dry
        return legal[-1] if dead and _behind(view) else None

    def _count(self, view: View) -> int:
        """Return how often the seat was asked since a card went up or was turned in a column."""
        one, two = boards(view)
        hidden = sum(column.count(HIDDEN) for column in (*one.tableau, *two.tableau))
        last, self._standing = self._standing, (one.score, two.score, hidden)
        self._times = self._times + 1 if self._standing == last else 0
        return self._times


def _offer(legal: Sequence[Action]) -> Action | None:
    """Return the offer to end the match; None if the seat has already offered."""
    return next((action for action in legal if isinstance(action, OfferEnd)), None)


class HighNoonSeat(Bot):
    """What all levels share: when to end a dead match, and when to wait for the other player."""

    def __init__(self, game: Game[State, Options]) -> None:
        self._patience = Patience(game)

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        """Return an action that may change something; without one, offer to end the match or wait."""
        agreement = self._patience.agreement(view, legal)
        if agreement is not None:
            return agreement
        useful = self._patience.useful(view, legal)
        return self._pick(view, useful) if useful else self._patience.when_stuck(view, legal)

    @abstractmethod
    def _pick(self, view: View, useful: Sequence[Action]) -> Action:
        """Return one of the actions that may change something."""


class AimlessSeat(HighNoonSeat):
    """Any legal action."""

    def __init__(self, game: Game[State, Options], seed: str) -> None:
        super().__init__(game)
        self._simple: Bot = RandomSeat(game, seed)

    def _pick(self, view: View, useful: Sequence[Action]) -> Action:
        action = self._simple.choose(view, useful)
        assert action is not None
        return action


class RuleSeat(AimlessSeat):
    """A fixed order of the kinds of move, as the hints have it."""

    def __init__(self, game: Game[State, Options], seed: str) -> None:
        super().__init__(game, seed)
        self._simple = GreedySeat(game, seed)


class BuilderSeat(HighNoonSeat):
    """Values uncovering, free columns, the waste, and what a foundation card opens; looks one move ahead."""

    def __init__(self, game: Game[State, Options], seed: str) -> None:
        super().__init__(game)
        self._seed = seed
        self._seen: Side | None = None
        self._carried: set[int] = set()
        """The heads of runs moved since its last progress: none is moved twice, so it never cycles."""

    def _pick(self, view: View, useful: Sequence[Action]) -> Action:
        """Return the action of the highest value."""
        if len(useful) == 1:
            return useful[0]
        facts = self._known(view)
        self._notice(facts.sides[facts.seat])
        codes = {action: code(action) for action in useful}
        allowed = [action for action in useful if self._head(facts, codes[action]) not in self._carried]
        return self._best(facts, allowed or useful, codes)

    def _known(self, view: View) -> Known:
        return known(view, [(None,) * board.stock for board in boards(view)])

    def _best(self, facts: Known, useful: Sequence[Action], codes: Mapping[Action, int]) -> Action:
        worths = worth_of(facts, [codes[action] for action in useful])
        return max(zip(worths, useful, strict=True), key=lambda one: one[0])[1]

    def _head(self, facts: Known, move: int) -> int | None:
        """Return the first card of a run that is moved from column to column without exposing a hidden card."""
        source, count = move >> 8 & 15, move & 15
        if move >> 12 != _CARRY or source == _WASTE:
            return None
        column = facts.sides[facts.seat].columns[source]
        rest = column[:-count]
        return None if rest and rest[-1] == UNKNOWN else column[-count]

    def _notice(self, side: Side) -> None:
        """Note the result of its last action; being asked twice changes nothing."""
        last, self._seen = self._seen, side
        if last is None or (side.score, sum(side.down)) != (last.score, sum(last.down)):
            self._carried.clear()
            return
        lay = {card for column in last.columns for card in column}
        for before, now in zip(last.columns, side.columns, strict=True):
            if len(now) > len(before) and now[len(before)] in lay:
                self._carried.add(now[len(before)])


class SearchingSeat(BuilderSeat):
    """Remembers the stocks, deals out the hidden cards, and plays out the match after each promising move."""

    remembers = True

    def __init__(self, game: Game[State, Options], seed: str, effort: Effort) -> None:
        super().__init__(game, seed)
        self._effort = effort
        self._memory = Memory()

    def watch(self, view: View) -> None:
        """Remember the order of the stocks."""
        self._memory.watch(view)

    def _known(self, view: View) -> Known:
        self.watch(view)
        return known(view, self._memory.stocks)

    def _best(self, facts: Known, useful: Sequence[Action], codes: Mapping[Action, int]) -> Action:
        moves = [codes[action] for action in useful]
        thoughts = [
            (action, move)
            for action, move, worth in zip(useful, moves, worth_of(facts, moves, curious=True), strict=True)
            if worth >= 0
        ]
        if len(thoughts) < 2:
            return thoughts[0][0] if thoughts else useful[0]
        found = values_in_worlds(facts, [move for _, move in thoughts], self._effort, self._seed)
        return thoughts[int(found.mean(axis=0).argmax())][0]


def values_in_worlds(facts: Known, moves: Sequence[int], effort: Effort, seed: str) -> Any:
    """Return the value of each move, from -1 to 1, in each of the sampled worlds: an array by world and move."""
    import numpy as np

    from . import kernel

    key = crc32(seed.encode() + msgspec.json.encode(facts))
    drawn = worlds(facts, effort.worlds, key)
    values = np.array([values_of(BUILDER)] * 2)
    return kernel.weigh(drawn, facts.seat, np.array(moves, dtype=np.int64), values, effort.ticks, effort.tail, key)


_CARRY: Final = 3
_WASTE: Final = 7


def code(action: Action) -> int:
    """Return the kernel's number of an action."""
    match action:
        case Flip(source):
            return 1 << 12 | int(source.index or 0) << 8
        case FoundationMove(source):
            return 2 << 12 | (_WASTE if source.index is UNSET else int(source.index or 0)) << 8
        case TableauMove(source, target, count):
            origin = _WASTE if source.index is UNSET else int(source.index or 0)
            assert isinstance(count, int)
            return _CARRY << 12 | origin << 8 | int(target.index or 0) << 4 | count
        case Draw():
            return 4 << 12
        case Recycle():
            return 5 << 12
    raise ValueError(f"{action.kind!r} is not a move of the kernel")


def values_of(values: Values) -> list[float]:
    """Return a player's values in the kernel's form."""
    from . import kernel

    row = [0.0] * kernel.VALUES
    for name, value in values.items():
        row[getattr(kernel, name)] = value
    return row


def worth_of(facts: Known, moves: Sequence[int], *, curious: bool = False) -> list[float]:
    """Return the value of each move; a `curious` player also considers building for its own sake."""
    import numpy as np

    from . import kernel

    state = table(facts)
    values = np.array(values_of({**BUILDER, "BUILD": 1.0} if curious else BUILDER))
    found: list[float] = kernel.judge(state, facts.seat, np.array(moves, dtype=np.int64), values).tolist()
    return found


def table(facts: Known) -> Any:
    """Return what is known in the kernel's form; hidden cards stay UNKNOWN."""
    import numpy as np

    from . import kernel as k

    state = np.zeros(k.SIZE, dtype=np.int16)
    for player, side in enumerate(facts.sides):
        at = player * k.BOARD
        for number, column in enumerate(side.columns):
            state[at + k.COLUMN * number : at + k.COLUMN * number + len(column)] = column
            state[at + k.LENGTH + number] = len(column)
            state[at + k.DOWN + number] = side.down[number]
        state[at + k.STOCK : at + k.STOCK + len(side.stock)] = side.stock
        state[at + k.WASTE : at + k.WASTE + len(side.waste)] = side.waste
        state[at + k.STOCKED], state[at + k.WASTED] = len(side.stock), len(side.waste)
        state[at + k.SCORE], state[at + k.SINCE] = side.score, side.since
    state[k.RAISED : k.RAISED + 8] = facts.raised
    state[k.EXPLICIT] = facts.explicit
    return state


def worlds(facts: Known, count: int, key: int) -> Any:
    """Return `count` tables with the unseen cards dealt out over their possible places."""
    import numpy as np

    from . import kernel as k

    random = np.random.Generator(np.random.PCG64(key))
    drawn = np.repeat(table(facts)[np.newaxis, :], count, axis=0)
    hidden = [np.flatnonzero(drawn[0, player * k.BOARD : (player + 1) * k.BOARD] == UNKNOWN) for player in (0, 1)]
    places = [hidden[0], hidden[1] + k.BOARD]
    if len(facts.unseen) == 1:
        places = [np.concatenate(places)]
    for here, cards in zip(places, facts.unseen, strict=True):
        order = np.argsort(random.random((count, len(cards))), axis=1)
        drawn[:, here] = np.array(cards, dtype=np.int16)[order[:, : len(here)]]
    return drawn
