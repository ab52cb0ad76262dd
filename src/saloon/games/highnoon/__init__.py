"""HighNoon: two players race at the same time on shared foundations. See docs/rules/highnoon.md."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from saloon.core.bots import Level
from saloon.core.clock import Clock
from saloon.core.encoding import Encoding
from saloon.core.evaluation import Evaluator
from saloon.core.game import Action, Game, Seat, kinds
from saloon.core.testkit import TestKit

from . import hints, invariants, legal, original, rules, text, view
from .state import (
    PLAYERS,
    Draw,
    Flip,
    FoundationMove,
    OfferEnd,
    Options,
    Recycle,
    Resign,
    State,
    TableauMove,
    Timeout,
)
from .versions import NEWEST, VERSIONS


class HighNoon(Game[State, Options]):
    """The rulebook of HighNoon, under one version of its rules."""

    engine = 1
    name = "highnoon"
    title = "HighNoon"
    seats = range(2)
    countdown = 4_000
    options = Options
    server_actions = kinds(Timeout)
    owns_nameless_logs = True
    header_options = MappingProxyType({"mode": "mode", "progressLimitMinutes": "clock"})
    unnamed_options = MappingProxyType({"profile": "vnext"})
    weak_options = MappingProxyType({"profile": "vnext"})
    options_between_people = MappingProxyType({"clock": 3})
    option_texts = MappingProxyType(
        {
            "clock": "minutes without progress after which a player loses: 2, 3 or 5; 0 for no clock",
            "mode": "split gives each player their own deck, shared mixes both decks",
            "profile": "saloon, or vnext, which deals as the first version did",
            "reveal": "explicit leaves uncovered cards to be turned by their player, auto turns them with the move",
        }
    )
    examples = (
        "play highnoon --bot random",
        "deal highnoon --seed SEED-0001 -o mode=shared -o profile=vnext --json",
        "deal highnoon --seed 7 --rules 1.0.0",
        "arena highnoon greedy random --deals 200",
        "arena highnoon greedy random --deals 5000 --verify",
    )
    typing_help = (
        "w 3        waste to column 3",
        "5 1 2      two cards from column 5 to column 1",
        "5 f        column 5 to a foundation",
        "flip 3     turn the card on top of column 3",
        "draw       turn a card from the stock; recycle starts it over",
        "offer      offer to end the match, or agree to it",
        "resign     give up",
    )

    def __init__(self, rules_version: str = NEWEST) -> None:
        self.rules_version = rules_version
        self._version = VERSIONS[rules_version]
        offers = [OfferEnd] if self._version.has_offers else []
        self.giving_up = frozenset({"resign", *(offer.kind for offer in offers)})
        self.actions = kinds(Draw, Recycle, Flip, TableauMove, FoundationMove, Resign, *offers)

    def supports(self, options: Options) -> bool:
        """Return whether this version supports the profile: `vnext` is the original's and never changes."""
        return options.profile in self._version.schemas

    def deal(self, seed: str, options: Options) -> State:
        """Return the first state."""
        return rules.deal(seed, options, self.rules_version)

    def claim_against(self, seat: Seat) -> Timeout | None:
        """Return the timeout of an absent player, where a match without a clock can end by one."""
        return None if self._version.needs_clock else Timeout(PLAYERS[seat])

    def read_action(self, options: Options, kinds: Mapping[str, type[Action]], kind: object, payload: object) -> Action:
        """Return the action that a message names; with profile `vnext` it is read as the original reads it."""
        if options.profile == "vnext":
            return original.read_original(kinds, kind, payload)
        return super().read_action(options, kinds, kind, payload)

    legal = staticmethod(legal.legal)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(rules.outcome)
    check = staticmethod(invariants.check)
    check_change = staticmethod(invariants.check_change)
    report = staticmethod(rules.report)
    hint = staticmethod(hints.hint)
    notation = staticmethod(text.notation)
    parse = staticmethod(text.parse)
    picture = staticmethod(text.picture)

    def clock(self) -> Clock[State]:
        """The clock."""
        from .clock import HighNoonClock

        return HighNoonClock()

    def bots(self) -> Sequence[Level]:
        """The levels of its bots, the weakest first."""
        from .bots import LEVELS

        return LEVELS

    def evaluator(self) -> Evaluator:
        """The master's estimates of a seat's choices."""
        from .bots.evaluation import MasterEvaluator

        return MasterEvaluator()

    def encoding(self) -> Encoding:
        """The encoding of actions and views."""
        from .encoding import HighNoonEncoding

        return HighNoonEncoding()

    def test_kit(self) -> TestKit[State]:
        """The test kit."""
        from .testkit import HighNoonTestKit

        return HighNoonTestKit()
