"""Never Nine: four players bid exactly, and never to a sum of nine. The rules are told in docs/rules/nevernine.md."""

from saloon.core.game import Game, kinds

from . import hints, invariants, rules, text, view
from .state import Bid, BidFor, Options, Play, PlayFor, State


class NeverNine(Game[State, Options]):
    """The rulebook of Never Nine."""

    name = "nevernine"
    title = "Never Nine"
    rules_version = rules.RULES_VERSION
    seats = range(4)
    options = Options
    lowest_wins = True
    actions = kinds(Bid, Play)
    server_actions = kinds(BidFor, PlayFor)
    presets = {  # noqa: RUF012 - nobody writes to it
        "short": {"limit": 15},
        "full": {"limit": 100},
    }

    def is_short(self, state: State, actions: int) -> bool:  # noqa: ARG002
        """A match is too short to be rated if it ends within the first round."""
        return state.round == 1

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
