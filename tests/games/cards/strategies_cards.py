"""Boards that random play seldom reaches: high foundations, empty piles, long runs."""

from random import Random

from hypothesis import strategies as st

from games.cards.boards_cards import GAME
from positions import option_sets, positions
from saloon.core.cards import Card
from saloon.games.cards.rules import RULES_VERSION, dealt_hidden, is_won
from saloon.games.cards.state import DECK, Options, State


def arranged(random: Random, options: Options) -> State:
    """Return a sound board: some suits built up, the other cards on the piles, often in runs."""
    most = random.choice([0, 3, 8, 13])
    heights = [random.randint(0, most) for _ in range(4)]
    foundations = tuple(DECK[13 * suit : 13 * suit + height] for suit, height in enumerate(heights))
    left = [card for card in DECK if card.rank > heights["SHCD".index(card.suit)]]
    random.shuffle(left)
    piles: list[list[Card]] = [[] for _ in range(8)]
    used = random.sample(range(8), random.randint(1, 8))
    while left:
        pile = piles[random.choice(used)]
        next_ones = [one for one in left if pile and one.rank == pile[-1].rank - 1 and one.red != pile[-1].red]
        chosen = random.choice(next_ones) if next_ones and random.random() < 0.7 else left[-1]
        left.remove(chosen)
        pile.append(chosen)
    for index, pile in enumerate(piles):
        hidden = random.randint(0, max(0, min(dealt_hidden(index, options.faces), len(pile) - 1)))
        pile[:hidden] = [one.down() for one in pile[:hidden]]
    return State(
        foundations=foundations,
        options=options,
        rules_version=RULES_VERSION,
        seed=str(random.randrange(2**53)),
        status="won" if is_won(foundations) else "active",
        tableau=tuple(tuple(pile) for pile in piles),
    )


def arrangements() -> st.SearchStrategy[State]:
    """Sound boards of any kind, under every option."""
    options = st.sampled_from([Options(**chosen) for chosen in option_sets("cards")])
    return st.builds(lambda luck, chosen: arranged(Random(luck), chosen), st.integers(0, 2**32), options)


def states() -> st.SearchStrategy[State]:
    """Boards of random play and arranged ones."""
    return st.one_of(positions("cards").map(lambda position: position.state), arrangements())


def sound(state: State) -> State:
    GAME.check(state)
    return state
