"""Never Nine: four players bid exactly, and never to a sum of nine. See docs/rules/nevernine.md."""

from collections.abc import Sequence

from saloon.core.batch import Batch
from saloon.core.bots import Level
from saloon.core.clock import Clock
from saloon.core.encoding import Encoding
from saloon.core.evaluation import Evaluator
from saloon.core.game import Duplicate, Game, kinds
from saloon.core.testkit import TestKit

from . import hints, invariants, rules, text, view
from .state import Bid, BidFor, Options, Play, PlayFor, State


class NeverNine(Game[State, Options]):
    """The rulebook of Never Nine."""

    engine = 1
    name = "nevernine"
    title = "Never Nine"
    rules_version = rules.RULES_VERSION
    seats = range(4)
    options = Options
    lowest_wins = True
    actions = kinds(Bid, Play)
    server_actions = kinds(BidFor, PlayFor)
    presets = {  # noqa: RUF012 - read-only
        "short": {"limit": 15},
        "full": {"limit": 100},
    }
    first_preset = "short"
    options_between_people = {"turnSeconds": 60}  # noqa: RUF012 - read-only
    duplicate = Duplicate("sampler", {"limit": 15})
    option_texts = {  # noqa: RUF012 - read-only
        "limit": "the score that ends the game, 1 to 1000",
        "tieBreak": "who wins a tie: later (the player who reached the score later) or shared",
        "turnSeconds": "seconds for a turn, 30 or 60, after which a bot plays; 0 for no limit",
    }
    examples = (
        "play nevernine -o limit=15",
        "arena nevernine greedy random -o limit=15 --deals 100 --save matches",
    )
    typing_help = (
        "bid 2      bid two tricks",
        "play 7H    play the seven of hearts; or just 7H",
    )

    def is_short(self, state: State, actions: int) -> bool:  # noqa: ARG002
        """A match is too short to be rated if it ends within the first round."""
        return state.round == 1

    def rounds_played(self, state: State) -> int:
        """The rounds that are over."""
        return len(state.history) - 1

    deal = staticmethod(rules.deal)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(rules.outcome)
    longest_match = staticmethod(rules.longest_match)
    check = staticmethod(invariants.check)
    hint = staticmethod(hints.hint)
    notation = staticmethod(text.notation)
    parse = staticmethod(text.parse)
    picture = staticmethod(text.picture)

    def clock(self) -> Clock[State]:
        """The clock."""
        from .clock import NeverNineClock

        return NeverNineClock()

    def bots(self) -> Sequence[Level]:
        """The levels of its bots, the weakest first."""
        from .bots import LEVELS

        return LEVELS

    def evaluator(self) -> Evaluator:
        """The master's estimates of a seat's choices."""
        from .bots.evaluation import MasterEvaluator

        return MasterEvaluator(self)

    def encoding(self) -> Encoding:
        """The encoding of actions and views."""
        from .encoding import NeverNineEncoding

        return NeverNineEncoding()

    def batch(self) -> Batch:
        """The compiled rules for many games at once."""
        from .batch import NeverNineBatch

        return NeverNineBatch()

    def test_kit(self) -> TestKit[State]:
        """The test kit."""
        from .testkit import NeverNineTestKit

        return NeverNineTestKit()
