"""Klondike, the solitaire. See docs/rules/klondike.md."""

from collections.abc import Sequence

from saloon.core.batch import Batch
from saloon.core.bots import FairBots, Level
from saloon.core.cards import Card
from saloon.core.encoding import Encoding
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
    deal_sources = {  # noqa: RUF012 - read-only
        "pysol": "PySolFC",
        "microsoft": "Microsoft",
        "klondike-solver": "Klondike-Solver",
        "solvitaire": "Solvitaire",
    }
    deck_formats = ("cards", "klondike-solver", "pysol", "solvitaire")
    examples = (
        "play klondike -o draw=1",
        "play klondike --continue",
        "play klondike --seed pysol:123        (a deal number of PySolFC; also microsoft, klondike-solver, solvitaire)",
        "deal klondike --seed 7 -o draw=1",
        "deal klondike --seed 7 --format solvitaire",
        "solve klondike --seed 7 -o draw=1",
        "solve klondike --source pysol --seed 123",
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

    def numbered_deck(self, source: str, number: str) -> Sequence[Card]:
        """Return the deck of a deal number of another program."""
        from .deals import numbered_deck

        return numbered_deck(source, number)

    def read_deck(self, text: str) -> Sequence[Card]:
        """Return the deck of a text in one of the `deck_formats`."""
        from .deals import read_deck

        return read_deck(text)

    def write_deck(self, state: State, form: str) -> str:
        """Return the deck of a first state in one of the `deck_formats`."""
        from .deals import write_deck

        return write_deck(rules.deck_of(state), form)

    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(rules.outcome)
    check = staticmethod(invariants.check)
    set_up = staticmethod(invariants.set_up)
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

    def fair_bots(self) -> FairBots:
        """The bots behind fair hints and the difficulty for people."""
        from .bots import FAIR_BOTS

        return FAIR_BOTS

    def solver(self) -> Solver[State]:
        """The solver."""
        from .solver import KlondikeSolver

        return KlondikeSolver()

    def sampler(self) -> Sampler[State]:
        """The sampler of possible positions."""
        from .bots.worlds import KlondikeSampler

        return KlondikeSampler(self.rules_version)

    def encoding(self) -> Encoding:
        """The encoding of actions and views."""
        from .encoding import KlondikeEncoding

        return KlondikeEncoding()

    def batch(self) -> Batch:
        """The compiled rules for many games at once."""
        from .batch import KlondikeBatch

        return KlondikeBatch()

    def test_kit(self) -> TestKit[State]:
        """The test kit."""
        from .testkit import KlondikeTestKit

        return KlondikeTestKit()
