"""Cards: a solitaire of eight piles without a stock. The rules are told in docs/rules/cards.md."""

from saloon.core.game import Game, kinds

from . import canonical, hints, invariants, rules, seeds, solve, text, view
from .state import Finish, FoundationMove, Options, State, TableauMove


class Cards(Game[State, Options]):
    """The rulebook of Cards."""

    name = "cards"
    title = "Cards"
    rules_version = rules.RULES_VERSION
    seats = range(1)
    options = Options
    actions = kinds(TableauMove, FoundationMove, Finish)
    undo_depth = 1
    solves = True

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
    solve = staticmethod(solve.winning_line)
    undo_to = staticmethod(rules.undo_to)
    notation = staticmethod(text.notation)
    parse = staticmethod(text.parse)
    picture = staticmethod(text.picture)
