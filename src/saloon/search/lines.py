"""Turn the moves of a search into a game's own actions.

A search omits shifts among face-up cards, draws and redeals. They are inserted here. Every action is applied by the
rules as it is added, so that no returned line can be illegal.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Generic, Protocol, TypeVar

from saloon.core.cards import KING, Card, Pile
from saloon.core.errors import InvariantBreach, Rejected
from saloon.core.game import Action, Outcome, Seat
from saloon.core.moves import FoundationMove, TableauMove
from saloon.core.piles import fits_column, fits_foundation
from saloon.core.places import Place

from .positions import SUITS, number_of

UP, TURN, RAISE, LAY, BACK = range(12, 17)
"""The kinds of moves of `alternating`."""
_WASTE: Final = Place("waste")
_LONGEST_SEARCH: Final = 100
"""Draws and redeals after which every stock card has been on top: two passes."""

PlayedT = TypeVar("PlayedT")


class Rules(Protocol[PlayedT]):
    """The rules that apply a line: a game, or the module of its rules."""

    def apply(self, state: PlayedT, seat: Seat, action: Action) -> PlayedT:
        """Return the next state, or raise Rejected."""
        ...

    def outcome(self, state: PlayedT) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...


class Replay(Generic[PlayedT]):
    """A line under construction: each action is applied by the rules, and the last must win."""

    def __init__(self, rules: Rules[PlayedT], state: PlayedT) -> None:
        self.rules = rules
        self.state = state
        self.actions: list[Action] = []

    def act(self, action: Action) -> None:
        """Apply an action of the line; if the rules refuse it, the solver has a bug."""
        try:
            self.state = self.rules.apply(self.state, 0, action)
        except Rejected as refusal:
            number = len(self.actions) + 1
            raise InvariantBreach(f"action {number} of the line found is refused: {refusal.reason}") from None
        self.actions.append(action)

    def line(self) -> tuple[Action, ...]:
        """Return the actions, if they win."""
        outcome = self.rules.outcome(self.state)
        if outcome is None or not outcome.winners:
            raise InvariantBreach("the line found does not win")
        return tuple(self.actions)


class Laid(Protocol):
    """A state with columns and foundations."""

    @property
    def tableau(self) -> Sequence[Pile]:
        """The columns."""
        ...

    @property
    def foundations(self) -> Sequence[Pile]:
        """The foundations, in any order."""
        ...


LaidT = TypeVar("LaidT", bound=Laid)


class AlternatingReplay(Replay[LaidT]):
    """Plays the moves of `alternating` as tableau and foundation moves. A game with a stock defines how to draw."""

    def waste(self) -> Pile:
        """Return the waste."""
        return ()

    def stock(self) -> Pile:
        """Return the stock."""
        return ()

    def draw(self) -> Action:
        """Return the action that draws the next stock cards."""
        raise InvariantBreach("the line found draws without a stock")

    def play(self, log: Iterable[int]) -> tuple[Action, ...]:
        """Return the actions that make the moves of a log and then finish the game."""
        self.moves(log)
        self._finish()
        return self.line()

    def moves(self, log: Iterable[int]) -> tuple[Action, ...]:
        """Return the actions that make the moves of a log."""
        for entry in log:
            self._make(*divmod(entry, 64))
        return tuple(self.actions)

    def _make(self, kind: int, number: int) -> None:
        rank, suit = number // 4 + 1, SUITS[number % 4]
        if kind in (UP, TURN):
            index, height = self._find(rank, suit)
            if kind == UP:
                self._bare(index, height)
                self.act(FoundationMove(Place("tableau", index)))
            else:
                self._carry(index, height)
        elif kind == BACK:
            index = next(i for i, pile in enumerate(self.state.foundations) if pile and pile[0].suit == suit)
            card = self.state.foundations[index][-1]
            self.act(TableauMove(Place("foundation", index), self._taker(card, None), 1))
        else:
            self._draw_to(rank, suit)
            card = self.waste()[-1]
            self.act(FoundationMove(_WASTE) if kind == RAISE else TableauMove(_WASTE, self._taker(card, None), 1))

    def _finish(self) -> None:
        """Move all remaining cards to the foundations: nothing is covered, so the lowest one can always go."""
        while self.rules.outcome(self.state) is None:
            tops = ((column[-1].rank, index) for index, column in enumerate(self.state.tableau) if column)
            rank, index = min(tops, default=(KING + 1, -1))
            stock = (*self.waste(), *self.stock())
            wanted = [card for card in stock if card.rank < rank and self._goes_up(card)]
            if wanted:
                card = min(wanted, key=lambda one: one.rank)
                self._make(RAISE, number_of(card))
            elif index >= 0:
                self.act(FoundationMove(Place("tableau", index)))
            else:
                raise InvariantBreach("the line found does not win")

    def _goes_up(self, card: Card) -> bool:
        return any(fits_foundation(card, pile) for pile in self.state.foundations)

    def _find(self, rank: int, suit: str) -> tuple[int, int]:
        for index, column in enumerate(self.state.tableau):
            for height, card in enumerate(column):
                if (card.rank, card.suit) == (rank, suit):
                    return index, height
        raise InvariantBreach("the line found moves a card that is not in the tableau")

    def _bare(self, index: int, height: int) -> None:
        """Move the cards on top of a card to its twin."""
        if height + 1 < len(self.state.tableau[index]):
            self._carry(index, height + 1)

    def _carry(self, index: int, height: int) -> None:
        column = self.state.tableau[index]
        target = self._taker(column[height], index)
        self.act(TableauMove(Place("tableau", index), target, len(column) - height))

    def _taker(self, card: Card, source: int | None) -> Place:
        for index, column in enumerate(self.state.tableau):
            if index != source and fits_column(card, column):
                return Place("tableau", index)
        raise InvariantBreach(f"the line found has no place for the {card.name}")

    def _draw_to(self, rank: int, suit: str) -> None:
        """Draw until the card is on top of the waste."""
        for _ in range(_LONGEST_SEARCH):
            waste = self.waste()
            if waste and (waste[-1].rank, waste[-1].suit) == (rank, suit):
                return
            self.act(self.draw())
        raise InvariantBreach("the line found plays a card that never comes to the top")
