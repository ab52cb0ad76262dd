"""How does a player make the moves that the search found? From the kernel's moves to the game's own actions.

The search leaves out shifts among face-up cards, draws and redeals. They are put in here, every action being applied by
the rules as it is written, so that a line that the rules refuse can never be answered.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from saloon.core.cards import KING, Card, Pile
from saloon.core.errors import InvariantBreach, Rejected
from saloon.core.game import Action, Game
from saloon.core.moves import FoundationMove, TableauMove
from saloon.core.piles import fits_column, fits_foundation, stacks_on
from saloon.core.places import Place
from saloon.games.klondike.state import Draw, Recycle

from .building import Position

SUITS: Final = "DHCS"
"""The suits in the order of the kernel: red ones, then black ones."""
UP, TURN, RAISE, LAY, BACK = range(12, 17)
"""The kernel's kinds of moves."""
_WASTE: Final = Place("waste")
_LONGEST_SEARCH: Final = 100
"""Draws and redeals until a stock card must have come to the top: two passes."""


def number_of(card: Card) -> int:
    """Return the kernel's number of a card."""
    return 4 * (card.rank - 1) + SUITS.index(card.suit)


def groups_of(column: Pile) -> list[list[int]]:
    """Return the groups of a column, bottom first: face-up cards that continue each other, or single cards."""
    groups: list[list[int]] = []
    below = None
    for card in column:
        if below is not None and not card.face_down and not below.face_down and stacks_on(card, below):
            groups[-1].append(number_of(card))
        else:
            groups.append([number_of(card)])
        below = card
    return groups


def heights_of(foundations: Sequence[Pile]) -> list[int]:
    """Return the heights of the foundations in the kernel's order of suits."""
    heights = {pile[0].suit: len(pile) for pile in foundations if pile}
    return [heights.get(suit, 0) for suit in SUITS]


def klondike_position(state: Any) -> Position:
    """Return a position of Klondike as the search takes it."""
    return Position(
        columns=[groups_of(column) for column in state.tableau],
        heights=heights_of(state.foundations),
        stock=[number_of(card) for card in (*state.waste, *reversed(state.stock))],
        waste=len(state.waste),
        draw=state.options.draw,
        redeals=state.redeals_left,
    )


def cards_position(state: Any) -> Position:
    """Return a position of Cards; if any stack may be moved, that of an easier game."""
    any_stack = state.options.stack == "any"
    return Position(
        columns=[groups_of(pile) for pile in state.tableau],
        heights=heights_of(state.foundations),
        hidden=[sum(card.face_down for card in pile) for pile in state.tableau] if any_stack else None,
    )


def actions_of(game: Game[Any, Any], state: Any, log: Sequence[int]) -> tuple[Action, ...]:
    """Return the actions that make the moves of the log and bring up whatever is left then."""
    player = _Player(game, state)
    for entry in log:
        player.make(*divmod(entry, 64))
    player.finish()
    return player.line()


class Replay:
    """A line in the making: each action is applied by the rules, and it must end with the win."""

    def __init__(self, game: Game[Any, Any], state: Any) -> None:
        self.game = game
        self.state = state
        self.actions: list[Action] = []

    def act(self, action: Action) -> None:
        """Apply an action of the line; one that the rules refuse is a fault of the solver, never an answer."""
        try:
            self.state = self.game.apply(self.state, 0, action)
        except Rejected as refusal:
            number = len(self.actions) + 1
            raise InvariantBreach(f"action {number} of the line that was found is refused: {refusal.reason}") from None
        self.actions.append(action)

    def line(self) -> tuple[Action, ...]:
        """Return the actions, if they win."""
        outcome = self.game.outcome(self.state)
        if outcome is None or not outcome.winners:
            raise InvariantBreach("the line that was found does not win")
        return tuple(self.actions)


class _Player(Replay):
    """Plays the kernel's moves by the rules of the game."""

    def make(self, kind: int, number: int) -> None:
        """Make one move of the kernel."""
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
            card = self.state.waste[-1]
            self.act(FoundationMove(_WASTE) if kind == RAISE else TableauMove(_WASTE, self._taker(card, None), 1))

    def finish(self) -> None:
        """Bring all cards up that are left: nothing is covered any more, so the lowest one can always go."""
        while self.game.outcome(self.state) is None:
            tops = ((column[-1].rank, index) for index, column in enumerate(self.state.tableau) if column)
            rank, index = min(tops, default=(KING + 1, -1))
            wanted = [card for card in self._stock() if card.rank < rank and self._goes_up(card)]
            if wanted:
                card = min(wanted, key=lambda one: one.rank)
                self.make(RAISE, number_of(card))
            elif index >= 0:
                self.act(FoundationMove(Place("tableau", index)))
            else:
                raise InvariantBreach("the line that was found does not win")

    def _stock(self) -> Iterator[Card]:
        yield from getattr(self.state, "waste", ())
        yield from getattr(self.state, "stock", ())

    def _goes_up(self, card: Card) -> bool:
        return any(fits_foundation(card, pile) for pile in self.state.foundations)

    def _find(self, rank: int, suit: str) -> tuple[int, int]:
        for index, column in enumerate(self.state.tableau):
            for height, card in enumerate(column):
                if (card.rank, card.suit) == (rank, suit):
                    return index, height
        raise InvariantBreach("the line that was found moves a card that is not in the tableau")

    def _bare(self, index: int, height: int) -> None:
        """Shift what lies on a card to its twin."""
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
        raise InvariantBreach(f"the line that was found has no place for the {card.name}")

    def _draw_to(self, rank: int, suit: str) -> None:
        """Draw until the card is the top of the waste."""
        for _ in range(_LONGEST_SEARCH):
            waste = self.state.waste
            if waste and (waste[-1].rank, waste[-1].suit) == (rank, suit):
                return
            self.act(Draw() if self.state.stock else Recycle())
        raise InvariantBreach("the line that was found plays a card that never comes to the top")
