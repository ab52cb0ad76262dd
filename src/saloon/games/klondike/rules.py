"""Klondike: bring all cards up to four foundations, suit by suit.

The order of the checks is that of the contract: source, target, count, cards, rule. [KL-01…KL-42, KL-78]
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from saloon.core.cards import Card, Pile, check_deck, deck
from saloon.core.errors import BadInput, Rejected
from saloon.core.game import Action, Outcome, Seat, seat_name
from saloon.core.piles import fits_column, fits_foundation, is_run, replaced, run_length, takers, triangle, turn_top
from saloon.core.places import Place, check_count, check_place
from saloon.core.streams import Sha256Stream, shuffle

from .scoring import SCHEMES, points
from .state import (
    SIZES,
    UNLIMITED_REDEALS,
    AutoComplete,
    Draw,
    FoundationMove,
    Options,
    Recycle,
    State,
    TableauMove,
    all_raised,
)
from .versions import VERSIONS

SEATS: Final = range(1)
_DEALT: Final = 28
"""Cards in the columns at the start; the other 24 are the stock."""


# --- the deal ---------------------------------------------------------------------------------------------------


def deal(seed: str, options: Options, rules_version: str) -> State:
    """Return the first state of `seed`: columns of 1 … 7, the last card of each face-up, 24 in the stock. [KL-01]"""
    cards = deck()
    shuffle(cards, Sha256Stream(f"{seed}::klondike"))
    return _lay_out(cards, options, seed, rules_version)


def deal_deck(cards: Sequence[Card], options: Options, seed: str, rules_version: str) -> State:
    """Return the first state for a given deck: columns of 1 … 7, bottom first, then the stock in draw order."""
    check_deck(cards)
    return _lay_out([*cards[:_DEALT], *reversed(cards[_DEALT:])], options, seed, rules_version)


def deck_of(state: State) -> list[Card]:
    """Return the deck of a first state, as `deal_deck` takes it."""
    if state.moves or state.waste:
        raise BadInput("only a deal has a deck; this game has begun", "NO_DECK")
    return [card.up() for pile in (*state.tableau, state.stock[::-1]) for card in pile]


def _lay_out(cards: Sequence[Card], options: Options, seed: str, rules_version: str) -> State:
    tableau, stock = triangle(cards)
    return State(
        foundations=((),) * SIZES["foundation"],
        moves=0,
        options=options,
        redeals_used=0,
        rules_version=rules_version,
        score=SCHEMES[options.scoring].start,
        seed=seed,
        status="active",
        stock=stock,
        tableau=tableau,
        waste=(),
    )


# --- actions ----------------------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, action: Action) -> State:
    """Return the state after `action`, or raise Rejected (TryMoveCards). [KL-23]"""
    if seat not in SEATS:
        raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for {seat_name(seat)}")
    if state.status == "won":
        raise Rejected("MATCH_FINISHED", "the game is won; deal a new one")
    match action:
        case Draw():
            return _draw(state)
        case TableauMove(source, target, count):
            return _tableau_move(state, source, target, count)
        case FoundationMove(source, named, count):
            return _foundation_move(state, source, named, count)
        case Recycle():
            return _recycle(state)
        case AutoComplete():
            return _auto_complete(state)
    raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for Klondike")


def _draw(state: State) -> State:
    """One or three cards, or what is left, go one by one from the stock's top to the waste. [KL-26, KL-30, KL-31]"""
    if not state.stock:
        if not state.waste:
            raise Rejected("RULE_VIOLATION", "there is nothing to draw: the stock and the waste are empty")
        if state.redeals_left == 0:
            raise Rejected("RULE_VIOLATION", "the stock is empty and no redeal is left")
        raise Rejected("RULE_VIOLATION", "the stock is empty; recycle the waste")
    drawn = state.stock[: -state.options.draw - 1 : -1]
    return replace(
        state,
        moves=state.moves + 1,
        stock=state.stock[: -state.options.draw],
        waste=state.waste + tuple([card.up() for card in drawn]),
    )


def _recycle(state: State) -> State:
    """The waste is turned over, so the next pass shows the same order; no move is counted. [KL-28, KL-29, KL-32]"""
    if state.stock:
        raise Rejected("RULE_VIOLATION", "the stock is not empty yet")
    if not state.waste:
        raise Rejected("RULE_VIOLATION", "there is nothing to draw: the stock and the waste are empty")
    if state.redeals_left == 0:
        raise Rejected("RULE_VIOLATION", "no redeal is left")
    return replace(
        state,
        redeals_used=state.redeals_used + 1,
        stock=tuple([card.down() for card in reversed(state.waste)]),
        waste=(),
    )


def _tableau_move(state: State, source: Place, target: Place, count: object) -> State:
    """A run, the top of the waste or the top of a foundation goes onto a column. [KL-03…KL-07, KL-34, KL-39]"""
    index = check_place(source, ("tableau", "waste", "foundation"), SIZES, "INVALID_SOURCE")
    onto = check_place(target, ("tableau",), SIZES, "INVALID_TARGET")
    if source.zone == "tableau" and index == onto:
        raise Rejected("INVALID_TARGET", "a column cannot be laid on itself")
    count = check_count(count)
    moving = _movable(state, source.zone, index, count)
    column = state.tableau[onto]
    if not fits_column(moving[0], column):
        if column:
            raise Rejected("RULE_VIOLATION", f"the {moving[0].name} does not go on column {onto + 1}")
        raise Rejected("RULE_VIOLATION", f"the {moving[0].name} is not a king: only a king goes on an empty column")
    return _carry(state, source.zone, index, moving, "tableau", onto)


def _foundation_move(state: State, source: Place, named: Place | UnsetType, count: object) -> State:
    """One top card goes up to the foundation named, or else to the one that the rule chooses. [KL-15…KL-17, KL-24]"""
    index = check_place(source, ("tableau", "waste"), SIZES, "INVALID_SOURCE")
    onto = None if named is UNSET else check_place(named, ("foundation",), SIZES, "INVALID_TARGET")
    count = check_count(count)
    moving = _movable(state, source.zone, index, count)
    if count > 1:
        raise Rejected("RULE_VIOLATION", "cards go up to a foundation one card at a time")
    card = moving[0]
    if onto is None:
        onto = chosen_foundation(state, card)
        if onto is None:
            raise Rejected("RULE_VIOLATION", f"no foundation takes the {card.name} now")
    elif not fits_foundation(card, state.foundations[onto]):
        raise Rejected("RULE_VIOLATION", f"the {card.name} does not go on foundation {onto + 1}")
    return _carry(state, source.zone, index, moving, "foundation", onto)


def offers_auto_complete(state: State) -> bool:
    """Return whether auto-complete is certain to win. It never depends on the order of a hidden stock. [KL-78]

    With one card at a time and unlimited redeals it always wins once all columns are face-up: the lowest card left is
    the top of a column, or the waste's top at some point of every pass.
    """
    if state.status == "won" or any(card.face_down for column in state.tableau for card in column):
        return False
    if not VERSIONS[state.rules_version].completes_early:
        return not state.stock and not state.waste
    if state.options.draw == 1 and state.options.redeals == UNLIMITED_REDEALS:
        return True
    return not state.stock and _completed(state) is not None


def _auto_complete(state: State) -> State:
    """The rest is played by the fixed procedure; its card moves and draws count and score one by one. [KL-78]"""
    completed = _completed(state) if offers_auto_complete(state) else None
    if completed is None:
        raise Rejected("RULE_VIOLATION", "auto-complete waits until all columns are face-up and the win is certain")
    return completed


def _completed(state: State) -> State | None:
    """Play to the end: the lowest card that fits goes up, else draw, else recycle; None if that does not win."""
    has_risen = True
    while state.status == "active":
        source = _lowest_rising(state)
        if source is not None:
            state, has_risen = _foundation_move(state, source, UNSET, 1), True
        elif state.stock:
            state = _draw(state)
        elif state.waste and state.redeals_left != 0 and has_risen:
            state, has_risen = _recycle(state), False
        else:  # another pass would bring up the same cards again
            return None
    return state


def _lowest_rising(state: State) -> Place | None:
    """Return the place of the lowest card that goes up now: among equals the leftmost column first, the waste last."""
    tops = [(_TABLEAU[index], column[-1]) for index, column in enumerate(state.tableau) if column]
    if state.waste:
        tops.append((_WASTE, state.waste[-1]))
    rising = [(place, top) for place, top in tops if chosen_foundation(state, top) is not None]
    return min(rising, key=lambda one: one[1].rank)[0] if rising else None


def chosen_foundation(state: State, card: Card) -> int | None:
    """Return the foundation that takes `card`: the one of its suit, or for an Ace the first empty one."""
    for index, pile in enumerate(state.foundations):
        if fits_foundation(card, pile):
            return index
    return None


def _movable(state: State, zone: str, index: int, count: int) -> Pile:
    """Return the cards to move if they are a face-up run; of waste and foundation only the top. [KL-06, KL-34]"""
    pile = _pile(state, zone, index)
    if count > 1 and zone != "tableau":
        raise Rejected("CARD_NOT_ACCESSIBLE", f"only the top card of a {zone} can be taken")
    if len(pile) < count:
        raise Rejected("CARD_NOT_ACCESSIBLE", f"only {len(pile)} cards are there, not {count}")
    moving = pile[-count:]
    if not is_run(moving):
        raise Rejected("CARD_NOT_ACCESSIBLE", "only face-up cards that form a run can be moved")
    return moving


def _pile(state: State, zone: str, index: int) -> Pile:
    if zone == "waste":
        return state.waste
    return state.tableau[index] if zone == "tableau" else state.foundations[index]


def _carry(state: State, zone: str, index: int, moving: Pile, to_zone: str, onto: int) -> State:
    """Move the cards, turn the exposed card, count and score the move, and check for a win. [KL-07, KL-42]"""
    tableau, foundations, waste = state.tableau, state.foundations, state.waste
    left = _pile(state, zone, index)[: -len(moving)]
    turned = False
    if zone == "tableau":
        turned = bool(left) and left[-1].face_down
        tableau = replaced(tableau, index, turn_top(left))
    elif zone == "waste":
        waste = left
    else:
        foundations = replaced(foundations, index, left)
    if to_zone == "tableau":
        tableau = replaced(tableau, onto, tableau[onto] + moving)
    else:
        foundations = replaced(foundations, onto, foundations[onto] + moving)
    won = to_zone == "foundation" and all_raised(foundations)
    return replace(
        state,
        foundations=foundations,
        moves=state.moves + 1,
        score=state.score + points(state.options.scoring, zone, to_zone, turned=turned, won=won),
        status="won" if won else "active",
        tableau=tableau,
        waste=waste,
    )


# --- legal actions and outcome ----------------------------------------------------------------------------------

_TABLEAU: Final = tuple(Place("tableau", index) for index in range(SIZES["tableau"]))
_FOUNDATIONS: Final = tuple(Place("foundation", index) for index in range(SIZES["foundation"]))
_WASTE: Final = Place("waste")


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return every action that `apply` accepts; a foundation move always names its foundation here."""
    return list(_legal(state)) if seat in SEATS and state.status == "active" else []


def _legal(state: State) -> Iterator[Action]:
    sources = [(_TABLEAU[index], column[-1]) for index, column in enumerate(state.tableau) if run_length(column)]
    if state.waste:
        sources.append((_WASTE, state.waste[-1]))
    for place, top in sources:
        for target, pile in enumerate(state.foundations):
            if fits_foundation(top, pile):
                yield FoundationMove(place, _FOUNDATIONS[target])
    columns = takers(state.tableau)
    for source, column in enumerate(state.tableau):
        for count in range(1, run_length(column) + 1):
            for target in columns.get((column[-count].rank, column[-count].red), ()):
                if source != target:
                    yield TableauMove(_TABLEAU[source], _TABLEAU[target], count)
    for place, pile in ((_WASTE, state.waste), *zip(_FOUNDATIONS, state.foundations, strict=True)):
        if pile:
            for target in columns.get((pile[-1].rank, pile[-1].red), ()):
                yield TableauMove(place, _TABLEAU[target], 1)
    if state.stock:
        yield Draw()
    elif state.waste and state.redeals_left != 0:
        yield Recycle()
    if offers_auto_complete(state):
        yield AutoComplete()


def outcome(state: State) -> Outcome | None:
    """Return the win, or None while the game goes on: Klondike is never declared lost."""
    return Outcome((0,), "completed", (state.score,)) if state.status == "won" else None


def rewind(current: State, earlier: State) -> State:
    """Return `earlier` with the moves counted so far: an undone move still counts."""
    return replace(earlier, moves=current.moves)


def moves_made(state: State) -> int:
    """Return the moves and draws of a game, including undone ones; a redeal is not a move."""
    return state.moves
