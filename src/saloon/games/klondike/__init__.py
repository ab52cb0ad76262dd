"""Klondike, the solitaire. The rules are told in docs/rules/klondike.md."""

from saloon.core.game import UNLIMITED, Game, kinds

from . import hints, invariants, rules, text, view
from .state import AutoComplete, Draw, FoundationMove, Options, Recycle, State, TableauMove


class Klondike(Game[State, Options]):
    """The rulebook of Klondike."""

    name = "klondike"
    title = "Klondike"
    rules_version = rules.RULES_VERSION
    seats = rules.SEATS
    options = Options
    actions = kinds(Draw, Recycle, TableauMove, FoundationMove, AutoComplete)
    undo_depth = UNLIMITED
    counters = frozenset({"moves"})
    presets = {  # noqa: RUF012 - nobody writes to it
        "easy": {"draw": 1},
        "normal": {"draw": 3},
        "hard": {"draw": 3, "redeals": 2},
        "expert": {"draw": 3, "redeals": 1},
    }

    deal = staticmethod(rules.deal)
    deal_deck = staticmethod(rules.deal_deck)
    legal = staticmethod(rules.legal)
    apply = staticmethod(rules.apply)
    view = staticmethod(view.view)
    outcome = staticmethod(rules.outcome)
    check = staticmethod(invariants.check)
    rewind = staticmethod(rules.rewind)
    hint = staticmethod(hints.hint)
    stuck = staticmethod(hints.stuck)
    notation = staticmethod(text.notation)
    parse = staticmethod(text.parse)
    picture = staticmethod(text.picture)
