"""Meridian Master, the solitaire with foundations up and down. The rules are told in docs/rules/meridian.md."""

from saloon.core.game import Game, kinds

from . import hints, invariants, rules, text, view
from .state import DeclareStalemate, Draw, Move, Options, Recycle, Resign, State, WarnIdle


class Meridian(Game[State, Options]):
    """The rulebook of Meridian Master."""

    name = "meridian"
    title = "Meridian Master"
    rules_version = rules.RULES_VERSION
    seats = rules.SEATS
    options = Options
    actions = kinds(Move, Draw, Recycle, DeclareStalemate, Resign)
    server_actions = kinds(WarnIdle)
    giving_up = frozenset({DeclareStalemate.kind, Resign.kind})
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
