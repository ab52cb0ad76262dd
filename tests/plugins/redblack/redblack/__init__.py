"""Red or Black: guess the colour of the next card, again and again. Right guesses score."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from saloon.core.cards import Pile, deck
from saloon.core.errors import BadMove, ensure, quoted, require
from saloon.core.game import Action, Game, Outcome, Seat, kinds
from saloon.core.places import card_text
from saloon.core.streams import Sha256Stream, shuffle
from saloon.core.testkit import TestKit

Colour = Literal["red", "black"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards are to be guessed."""

    guesses: Literal[3, 5, 10] = 5


class State(Struct, frozen=True):
    """The cards to guess, and those that were guessed right and wrong."""

    options: Options
    right: Pile
    seed: str
    stock: Pile
    wrong: Pile


class View(Struct, frozen=True):
    """What everyone sees: the stock is only counted."""

    right: Pile
    stock: int
    wrong: Pile


class Guess(Action, frozen=True):
    """Say the colour of the next card, which is turned up then."""

    kind = "guess"
    colour: Colour


GUESSES = (Guess("red"), Guess("black"))


class RedBlack(Game[State, Options]):
    """The rulebook of Red or Black."""

    engine = 1
    name = "redblack"
    title = "Red or Black"
    seats = range(1)
    options = Options
    actions = kinds(Guess)
    examples = ("play redblack -o guesses=3",)

    def deal(self, seed: str, options: Options) -> State:
        cards = deck()
        shuffle(cards, Sha256Stream(f"{seed}::redblack"))
        return State(options, (), seed, tuple(card.down() for card in cards[: options.guesses]), ())

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return GUESSES if state.stock else ()

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        require(bool(state.stock), "MATCH_FINISHED", "all cards are guessed")
        require(action in GUESSES, "RULE_VIOLATION", "a card is red or black")
        card = state.stock[-1].up()
        state = replace(state, stock=state.stock[:-1])
        if (card.red and action == GUESSES[0]) or (not card.red and action == GUESSES[1]):
            return replace(state, right=(*state.right, card))
        return replace(state, wrong=(*state.wrong, card))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state.right, len(state.stock), state.wrong)

    def outcome(self, state: State) -> Outcome | None:
        if state.stock:
            return None
        won = len(state.right) > len(state.wrong)
        return Outcome((0,) if won else (), "completed", (len(state.right),))

    def check(self, state: State) -> None:
        cards = {card.code for card in (*state.right, *state.stock, *state.wrong)}
        ensure(len(cards) == state.options.guesses, "a card is lost or doubled")

    def hint(self, view: Any, legal: Sequence[Action]) -> Action | None:
        if not legal:
            return None
        red = sum(card.red for card in (*view.right, *view.wrong))
        return GUESSES[1] if 2 * red > len(view.right) + len(view.wrong) else GUESSES[0]

    def notation(self, action: Action) -> str:
        assert isinstance(action, Guess)
        return action.colour

    def parse(self, text: str, seat: Seat) -> Action:
        for guess in GUESSES:
            if text.lower() == guess.colour:
                return guess
        raise BadMove(f"{quoted(text)} is no guess; write red or black")

    def picture(self, view: Any) -> str:
        piles = {"right": view.right, "wrong": view.wrong}
        rows = [f"{name}  {' '.join(map(card_text, pile))}".rstrip() for name, pile in piles.items()]
        return "\n".join([*rows, f"stock  {view.stock}"])

    def test_kit(self) -> TestKit[State]:
        from .testkit import RedBlackTestKit

        return RedBlackTestKit()
