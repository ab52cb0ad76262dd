"""Klondike positions for the tests: written by hand, or made at random beyond what random play reaches."""

from random import Random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from positions import option_sets
from saloon.core.cards import Card, Pile, card, deck
from saloon.core.options import read_options
from saloon.core.piles import stacks_on
from saloon.core.places import Place
from saloon.games import GAMES
from saloon.games.klondike import Klondike
from saloon.games.klondike.state import FoundationMove, Options, State, TableauMove
from saloon.games.klondike.versions import NEWEST

_REGISTERED = GAMES["klondike"]
assert isinstance(_REGISTERED, Klondike)
KLONDIKE = _REGISTERED
RANKS = " A23456789TJQK"

GAMES_WON_BY_HINTS = [("0", 1, 119, 725), ("2", 1, 118, 725), ("2", 3, 107, 725), ("8", 3, 101, 725)]
"""Seed and draw of games that following hints wins, with the moves and the score of the win."""

WASTE = Place("waste")
STOCK = Place("stock")


def column(number: int) -> Place:
    """The column that a player calls `number`."""
    return Place("tableau", number - 1)


def foundation(number: int) -> Place:
    """The foundation that a player calls `number`."""
    return Place("foundation", number - 1)


def move(source: Place, target: Place, count: object = 1) -> TableauMove:
    return TableauMove(source, target, count)


def up(source: Place, target: Place | None = None, count: object = 1) -> FoundationMove:
    return FoundationMove(source, count=count) if target is None else FoundationMove(source, target, count)


def pile(text: str) -> Pile:
    """Cards bottom first: `9d KS` is a face-down nine under an open King."""
    return tuple(card(word) if word.isupper() else card(word).down() for word in text.split())


def suit_pile(text: str) -> Pile:
    """`4S` is the foundation of spades from the Ace to the four; nothing is an empty one."""
    if not text:
        return ()
    return tuple(card(rank + text[1]) for rank in RANKS[1 : RANKS.index(text[0]) + 1])


def position(
    *columns: str,
    waste: str = "",
    stock: str | None = None,
    foundations: tuple[str, ...] = (),
    score: int | None = None,
    moves: int = 0,
    redeals_used: int = 0,
    **options: Any,
) -> State:
    """The position with these columns, foundations and waste; the cards not named are the stock unless it is given.

    The stock is written in the order of drawing.
    """
    chosen: Options = read_options("klondike", Options, options)
    tableau = tuple(pile(columns[i]) if i < len(columns) else () for i in range(7))
    raised = tuple(suit_pile(foundations[i]) if i < len(foundations) else () for i in range(4))
    seen = {one.card_id for some in (*tableau, *raised, pile(waste)) for one in some}
    drawn = [one for one in deck() if one.card_id not in seen] if stock is None else [card(c) for c in stock.split()]
    if score is None:
        score = -52 + 5 * sum(map(len, raised)) if chosen.scoring == "vegas" else 0
    return State(
        foundations=raised,
        moves=moves,
        options=chosen,
        redeals_used=redeals_used,
        rules_version=NEWEST,
        score=score,
        seed="by hand",
        status="won" if sum(map(len, raised)) == 52 else "active",
        stock=tuple(one.down() for one in reversed(drawn)),
        tableau=tableau,
        waste=pile(waste),
    )


def random_options(draw: st.DrawFn) -> dict[str, Any]:
    return draw(st.sampled_from(option_sets("klondike")))


def _state(options: dict[str, Any], raised: list[Pile], tableau: list[list[Card]], waste: Pile, stock: Pile) -> State:
    blank = position(**options)
    count = sum(map(len, raised))
    return State(
        foundations=tuple(raised),
        moves=count,
        options=blank.options,
        redeals_used=0,
        rules_version=NEWEST,
        score=-52 + 5 * count if options["scoring"] == "vegas" else 0,
        seed="at random",
        status="won" if count == 52 else "active",
        stock=stock,
        tableau=tuple(map(tuple, tableau)),
        waste=waste,
    )


@st.composite
def boards(draw: st.DrawFn) -> State:
    """A board at any stage: some cards raised, the others anywhere, then a few random moves to build runs."""
    options = random_options(draw)
    random = Random(draw(st.integers(0, 2**32)))
    suits = random.sample("CDHS", 4)
    highest = random.choice([3, 8, 13])
    raised = [suit_pile(RANKS[height] + suit if (height := random.randint(0, highest)) else "") for suit in suits]
    gone = {one.card_id for some in raised for one in some}
    rest = [one for one in deck() if one.card_id not in gone]
    random.shuffle(rest)
    tableau: list[list[Card]] = [[] for _ in range(7)]
    for to in range(random.randint(0, 7)):
        if rest:
            tableau[to].append(rest.pop())
    for _ in range(random.randint(0, 21)):
        to = random.randrange(7)
        if rest and tableau[to]:
            tableau[to].insert(0, rest.pop().down())
    cut = random.choice([0, len(rest), random.randint(0, len(rest))])
    state = _state(options, raised, tableau, tuple(rest[:cut]), tuple(one.down() for one in rest[cut:]))
    for _ in range(random.randint(0, 30)):
        moves = [action for action in KLONDIKE.legal(state, 0) if action.kind in ("tableauMove", "draw")]
        if moves:
            state = KLONDIKE.apply(state, 0, random.choice(moves))
    return state


@st.composite
def face_up_boards(draw: st.DrawFn, undealt: float | None = None) -> State:
    """A board with all columns face-up. A share of the other cards, `undealt`, is in stock and waste, in any order."""
    options = random_options(draw)
    random = Random(draw(st.integers(0, 2**32)))
    share = random.choice([0.1, 0.3, 0.6]) if undealt is None else undealt
    heights = {suit: random.randint(0, 12) for suit in random.sample("CDHS", 4)}
    tableau: list[list[Card]] = [[] for _ in range(7)]
    rest: list[Card] = []
    for one in sorted(deck(), key=lambda one: (-one.rank, random.random())):
        if one.rank > heights[one.suit]:
            fitting = [to for to in tableau if to and stacks_on(one, to[-1])] or [to for to in tableau if not to]
            assume(fitting or share)
            random.choice(fitting if fitting and random.random() >= share else [rest]).append(one)
    random.shuffle(tableau)
    random.shuffle(rest)
    cut = random.choice([len(rest), len(rest), random.randint(0, len(rest))])
    raised = [suit_pile(RANKS[height] + suit if height else "") for suit, height in heights.items()]
    return _state(options, raised, tableau, tuple(rest[:cut]), tuple(one.down() for one in rest[cut:]))


def open_boards() -> st.SearchStrategy[State]:
    """A board on which all cards are face-up and none are in the stock or the waste."""
    return face_up_boards(undealt=0)
