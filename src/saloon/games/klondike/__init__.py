"""Klondike, the solitaire. See docs/rules/klondike.md."""

from collections.abc import Sequence

from saloon.core.bots import Level
from saloon.core.cards import Card
from saloon.core.game import UNLIMITED, Game, kinds
from saloon.core.sampling import Sampler
from saloon.core.solver import Solver
from saloon.core.testkit import TestKit

from . import hints, invariants, rules, text, view
from .state import AutoComplete, Draw, FoundationMove, Options, Recycle, State, TableauMove
from .versions import NEWEST


class Klondike(Game[State, Options]):
    """The rulebook of Klondike, under one version of its rules."""

    engine = 1
    name = "klondike"
    title = "Klondike"
    seats = rules.SEATS
    options = Options
    actions = kinds(Draw, Recycle, TableauMove, FoundationMove, AutoComplete)
    undo_depth = UNLIMITED
    counters = frozenset({"moves"})
    presets = {  # noqa: RUF012 - read-only
        "easy": {"draw": 1},
        "normal": {"draw": 3},
        "hard": {"draw": 3, "redeals": 2},
        "expert": {"draw": 3, "redeals": 1},
    }
    first_preset = "easy"
    option_texts = {  # noqa: RUF012 - read-only
        "draw": "how many cards are turned at once, 3 or 1",
        "redeals": "how often the waste may be turned over, 0 to 9; -1 for no limit",
        "scoring": "standard, vegas (the deck costs 52, a card brought up earns 5), or legacyUnity",
    }
    examples = (
        "play klondike -o draw=1",
        "play klondike --continue",
        "deal klondike --seed 7 -o draw=1",
        "solve klondike --seed 7 -o draw=1",
        'solve klondike --deck "AS 2H …"       (columns of 1 … 7 cards, bottom first, then the stock in draw order)',
        "survey klondike -o draw=1 --deals 1000",
        "arena klondike greedy --deals 1000 --json",
    )
    typing_help = (
        "w 3        waste to column 3",
        "5 1 2      two cards from column 5 to column 1",
        "5 f        column 5 to a foundation; f2 4 takes a card back from foundation 2",
        "draw       turn cards from the stock; recycle turns the waste over",
        "auto       bring everything up, once it is certain that this wins",
    )

    def __init__(self, rules_version: str = NEWEST) -> None:
        self.rules_version = rules_version

    def deal(self, seed: str, options: Options) -> State:
        """Return the first state."""
        return rules.deal(seed, options, self.rules_version)

    def deal_deck(self, cards: Sequence[Card], options: Options, seed: str) -> State:
        """Return the first state for a given deck."""
        return rules.deal_deck(cards, options, seed, self.rules_version)

    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(rules.outcome)
    check = staticmethod(invariants.check)
    rewind = staticmethod(rules.rewind)
    moves_made = staticmethod(rules.moves_made)
    hint = staticmethod(hints.hint)
    stuck = staticmethod(hints.stuck)
    notation = staticmethod(text.notation)
    parse = staticmethod(text.parse)
    picture = staticmethod(text.picture)

    def bots(self) -> Sequence[Level]:
        """The levels of its bots, the weakest first."""
        from .bots import LEVELS

        return LEVELS

    def solver(self) -> Solver[State]:
        """The solver."""
        from .solver import KlondikeSolver

        return KlondikeSolver()

    def sampler(self) -> Sampler[State]:
        """The sampler of positions with other hidden cards."""
        from .bots.worlds import KlondikeSampler

        return KlondikeSampler(self.rules_version)

    def test_kit(self) -> TestKit[State]:
        """The test kit."""
        from .testkit import KlondikeTestKit

        return KlondikeTestKit()
