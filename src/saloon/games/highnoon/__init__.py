"""HighNoon: two players race at the same time on shared foundations. The rules are told in docs/rules/highnoon.md."""

from types import MappingProxyType

from saloon.core.game import Game, kinds

from . import hints, invariants, legal, rules, text, view
from .state import Draw, Flip, FoundationMove, Options, Recycle, Resign, State, TableauMove, Timeout


class HighNoon(Game[State, Options]):
    """The rulebook of HighNoon."""

    name = "highnoon"
    title = "HighNoon"
    rules_version = rules.RULES_VERSION
    seats = range(2)
    options = Options
    actions = kinds(Draw, Recycle, Flip, TableauMove, FoundationMove, Resign)
    server_actions = kinds(Timeout)
    unnamed_options = MappingProxyType({"profile": "vnext"})
    weak_options = MappingProxyType({"profile": "vnext"})

    deal = staticmethod(rules.deal)
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
