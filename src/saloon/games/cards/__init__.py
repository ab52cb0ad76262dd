"""Cards: a solitaire of eight piles without a stock. See docs/rules/cards.md."""

from collections.abc import Sequence

from saloon.core.bots import FairBots, Level
from saloon.core.encoding import Encoding
from saloon.core.game import Game, kinds
from saloon.core.sampling import Sampler
from saloon.core.solver import Solver
from saloon.core.testkit import TestKit

from . import canonical, hints, invariants, rules, seeds, text, view
from .state import Finish, FoundationMove, Options, State, TableauMove


class Cards(Game[State, Options]):
    """The rulebook of Cards."""

    engine = 1
    name = "cards"
    title = "Cards"
    rules_version = rules.RULES_VERSION
    seats = range(1)
    options = Options
    actions = kinds(TableauMove, FoundationMove, Finish)
    undo_depth = 1
    deals_winnable = True
    seeds_are_times = True
    option_texts = {  # noqa: RUF012 - read-only
        "faces": "lastThreeUp shows the last three cards of each pile, firstThreeDown all but the first three",
        "stack": "run moves only cards in sequence together, any moves a face-up card with everything on top of it",
    }
    examples = (
        "play cards -o stack=any",
        "solve cards --deals seeds.txt --json  (one seed or deck per line)",
        "survey cards -o stack=any --deals 10000 --resume any.jsonl --plot any.svg",
    )
    typing_help = (
        "5 1 2      two cards from pile 5 to pile 1",
        "5 f        pile 5 to a foundation; f2 4 takes a card back from foundation 2",
        "finish     bring up everything that fits",
    )

    fresh_seed = staticmethod(seeds.fresh_seed)
    check_seed = staticmethod(seeds.check_seed)
    deal = staticmethod(rules.deal)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(rules.outcome)
    check = staticmethod(invariants.check)
    check_change = staticmethod(invariants.check_change)
    canonical = staticmethod(canonical.canonical)
    hint = staticmethod(hints.hint)
    stuck = staticmethod(rules.stuck)
    undo_to = staticmethod(rules.undo_to)
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
        from .solver import CardsSolver

        return CardsSolver()

    def sampler(self) -> Sampler[State]:
        """The sampler of possible positions."""
        from saloon.search.sampling import SeatSampler

        from .bots import DEMO
        from .bots.seats import DemoSeat

        return SeatSampler(DemoSeat(self, "", DEMO))

    def encoding(self) -> Encoding:
        """The encoding of actions and views."""
        from .encoding import CardsEncoding

        return CardsEncoding()

    def test_kit(self) -> TestKit[State]:
        """The test kit."""
        from .testkit import CardsTestKit

        return CardsTestKit()
