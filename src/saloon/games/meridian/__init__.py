"""Meridian Master, the solitaire with foundations up and down. See docs/rules/meridian.md."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from saloon.core.bots import FairBots, Level
from saloon.core.clock import Clock
from saloon.core.encoding import Encoding
from saloon.core.game import Action, Game, kinds
from saloon.core.records import OwnStatistics
from saloon.core.sampling import Sampler
from saloon.core.saves import SaveFormat
from saloon.core.solver import Solver
from saloon.core.testkit import TestKit

from . import hints, invariants, locations, rules, text, view
from .state import DeclareStalemate, Draw, Move, Options, Recycle, Resign, State, WarnIdle


class Meridian(Game[State, Options]):
    """The rulebook of Meridian Master."""

    engine = 1
    name = "meridian"
    title = "Meridian Master"
    rules_version = rules.RULES_VERSION
    seats = rules.SEATS
    options = Options
    actions = kinds(Move, Draw, Recycle, DeclareStalemate, Resign)
    server_actions = kinds(WarnIdle)
    giving_up = frozenset({DeclareStalemate.kind, Resign.kind})
    header_options = MappingProxyType({"mode": "mode"})
    option_texts = MappingProxyType(
        {
            "direction": "locked keeps an untyped column to the direction of its first move, flexible does not",
            "mode": "classic, double_pocket (two pockets), traditional or expert (hidden cards)",
        }
    )
    examples = ("play meridian -o mode=double_pocket",)
    typing_help = (
        "7H 3       the seven of hearts to column 3, with the cards on it",
        "7H f       to its foundation",
        "7H p1      into the first pocket",
        "draw       turn a card from the stock; recycle turns the waste over",
        "declare    declare a stalemate, once the game has warned of one",
        "resign     give up",
    )
    undo_depth = 10
    counters = frozenset({"draws", "moves", "recycles"})

    deal = staticmethod(rules.deal)
    deal_deck = staticmethod(rules.deal_deck)
    set_up = staticmethod(invariants.set_up)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(rules.outcome)
    moves_made = staticmethod(rules.moves_made)
    check = staticmethod(invariants.check)
    canonical = staticmethod(rules.canonical)
    report = staticmethod(rules.report)
    undo_to = staticmethod(rules.undo_to)
    rewind = staticmethod(rules.rewind)
    hint = staticmethod(hints.hint)
    ranking = staticmethod(hints.ranking)
    notation = staticmethod(text.notation)
    parse = staticmethod(text.parse)
    picture = staticmethod(text.picture)
    logged = staticmethod(locations.logged)

    def read_action(self, options: Options, kinds: Mapping[str, type[Action]], kind: object, payload: object) -> Action:
        """Return the action of a message; logs and databases write places as the text does."""
        if locations.is_logged_form(kind, payload) and Move.kind in kinds:
            return locations.read_logged_move(payload)
        return super().read_action(options, kinds, kind, payload)

    def clock(self) -> Clock[State]:
        """The clock."""
        from .clock import MeridianClock

        return MeridianClock()

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
        from .solver import MeridianSolver

        return MeridianSolver()

    def sampler(self) -> Sampler[State]:
        """The sampler of possible positions."""
        from saloon.search.sampling import SeatSampler

        from .bots import DEMO
        from .bots.seats import DemoSeat

        return SeatSampler(DemoSeat(self, "", DEMO))

    def save_format(self) -> SaveFormat:
        """The save file of the text."""
        from .saves import MeridianSaves

        return MeridianSaves()

    def own_statistics(self) -> OwnStatistics:
        """The statistics of section 21."""
        from .statistics import MeridianStatistics

        return MeridianStatistics()

    def encoding(self) -> Encoding:
        """The encoding of actions and views."""
        from .encoding import MeridianEncoding

        return MeridianEncoding()

    def test_kit(self) -> TestKit[State]:
        """The test kit."""
        from .testkit import MeridianTestKit

        return MeridianTestKit()
