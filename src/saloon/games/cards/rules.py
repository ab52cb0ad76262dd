"""Cards: a solitaire of eight piles that are dealt at random heights, each to its own capacity.

The order of the checks is that of the protocol: end, source, target, count, cards, rule. [CA-07…CA-60, CA-95, CA-96]
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from saloon.core.alea import Alea
from saloon.core.cards import KING, SUIT_NAMES, Pile
from saloon.core.errors import BadSeed, Rejected
from saloon.core.game import Action, Outcome, Seat, Stuck, seat_name
from saloon.core.piles import Takers, fits_column, fits_foundation, is_run, replaced, stacks_on, takers, turn_top
from saloon.core.places import Place, check_count, check_place

from .seeds import check_seed
from .state import CAPACITIES, DECK, SIZES, SUITS, Faces, Finish, FoundationMove, Options, State, TableauMove

RULES_VERSION: Final = "1.0.0"
MOST_NUMBERS: Final = 100_000
"""Random numbers after which a deal is abandoned; 116 to 165 are usual."""


# --- the deal ---------------------------------------------------------------------------------------------------


def deal(seed: str, options: Options) -> State:
    """Return the first state: all 52 cards lie on the eight piles. [CA-15, CA-26…CA-29, CA-115]"""
    piles = scatter(Alea(check_seed(seed)))
    return State(
        foundations=((),) * len(SUITS),
        options=options,
        rules_version=RULES_VERSION,
        seed=seed,
        status="active",
        tableau=tuple(_with_faces(index, pile, options.faces) for index, pile in enumerate(piles)),
    )


def scatter(alea: Alea) -> tuple[Pile, ...]:
    """Return the eight piles, face-up: a random pile, and if it has room, a random card for it. [CA-30…CA-35]"""
    undealt = list(DECK)
    piles: list[Pile] = [()] * len(CAPACITIES)
    while undealt:
        if alea.drawn >= MOST_NUMBERS:
            raise BadSeed(f"this seed has not dealt all cards within {MOST_NUMBERS} random numbers")
        index = alea.below(len(piles))
        if len(piles[index]) < CAPACITIES[index]:
            piles[index] += (undealt.pop(alea.below(len(undealt))),)
    return tuple(piles)


def dealt_hidden(index: int, faces: Faces) -> int:
    """Return how many cards of a pile are dealt face-down; the top one never is. [CA-10, CA-34, CA-36…CA-38, CA-116]"""
    capacity = CAPACITIES[index]
    return capacity - 3 if faces == "lastThreeUp" else min(3, capacity - 1)


def _with_faces(index: int, pile: Pile, faces: Faces) -> Pile:
    hidden = dealt_hidden(index, faces)
    return (*(card.down() for card in pile[:hidden]), *pile[hidden:])


# --- actions ----------------------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, action: Action) -> State:
    """Return the state after `action`, or raise Rejected. [CA-39…CA-60]"""
    if seat != 0:
        raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for {seat_name(seat)}")
    if state.status == "won":
        raise Rejected("MATCH_FINISHED", "the game is won")
    match action:
        case TableauMove(source, target, count):
            return _tableau_move(state, source, target, count)
        case FoundationMove(source, target, count):
            return _foundation_move(state, source, target, count)
        case Finish():
            return [state, *finishing(state)][-1]
    raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for Cards")


def _tableau_move(state: State, source: Place, target: Place, count: object) -> State:
    """Cards of a pile, or the top of a foundation, go onto a pile. [CA-41…CA-48, CA-55…CA-57]"""
    from_index = check_place(source, ("tableau", "foundation"), SIZES, "INVALID_SOURCE")
    onto = check_place(target, ("tableau",), SIZES, "INVALID_TARGET")
    if source.zone == "tableau" and from_index == onto:
        raise Rejected("INVALID_TARGET", "a pile cannot be laid on itself")
    count = check_count(count)
    if source.zone == "foundation":
        moving = _top_of_foundation(state, from_index, count)
    else:
        moving = _movable(state, from_index, count)
    if not fits_column(moving[0], state.tableau[onto]):
        raise Rejected("RULE_VIOLATION", f"the {moving[0].name} does not go on pile {onto + 1}")
    tableau = replaced(state.tableau, onto, state.tableau[onto] + moving)
    if source.zone == "foundation":
        foundations = replaced(state.foundations, from_index, state.foundations[from_index][:-1])
        return replace(state, foundations=foundations, tableau=tableau)
    return replace(state, tableau=_bare(tableau, from_index, count))


def _foundation_move(state: State, source: Place, target: Place | UnsetType, count: object) -> State:
    """The top card of a pile goes up to the foundation of its suit. [CA-13, CA-14, CA-49…CA-54]"""
    index = check_place(source, ("tableau",), SIZES, "INVALID_SOURCE")
    named = None if target is UNSET else check_place(target, ("foundation",), SIZES, "INVALID_TARGET")
    count = check_count(count)
    moving = _movable(state, index, count)
    if count > 1:
        raise Rejected("RULE_VIOLATION", "cards go up one at a time")
    card = moving[0]
    own = SUITS.index(card.suit)
    if named is not None and named != own:
        raise Rejected("RULE_VIOLATION", f"the {card.name} does not go on the foundation of {_suit_name(named)}")
    pile = state.foundations[own]
    if not fits_foundation(card, pile):
        raise Rejected("RULE_VIOLATION", f"the foundation of {_suit_name(own)} does not take the {card.name} yet")
    foundations = replaced(state.foundations, own, (*pile, card))
    return replace(
        state,
        foundations=foundations,
        status="won" if is_won(foundations) else "active",
        tableau=_bare(state.tableau, index, 1),
    )


def _suit_name(foundation: int) -> str:
    return SUIT_NAMES[SUITS[foundation]]


def _movable(state: State, index: int, count: int) -> Pile:
    """Return the top cards of a pile if they may be taken together. [CA-41…CA-44]"""
    moving = state.tableau[index][-count:]
    if len(moving) < count:
        raise Rejected("CARD_NOT_ACCESSIBLE", f"pile {index + 1} does not have {count} cards")
    if any(card.face_down for card in moving):
        raise Rejected("CARD_NOT_ACCESSIBLE", "only face-up cards can be moved")
    if state.options.stack == "run" and not is_run(moving):
        raise Rejected("CARD_NOT_ACCESSIBLE", "only cards that form a run can be moved together")
    return moving


def _top_of_foundation(state: State, index: int, count: int) -> Pile:
    pile = state.foundations[index]
    if not pile:
        raise Rejected("CARD_NOT_ACCESSIBLE", f"the foundation of {_suit_name(index)} is empty")
    if count > 1:
        raise Rejected("CARD_NOT_ACCESSIBLE", "only the top card of a foundation can be taken back")
    return pile[-1:]


def _bare(tableau: tuple[Pile, ...], index: int, count: int) -> tuple[Pile, ...]:
    """Take `count` cards off a pile and turn the card that they covered. [CA-39, CA-40]"""
    return replaced(tableau, index, turn_top(tableau[index][:-count]))


def is_won(foundations: Sequence[Pile]) -> bool:
    """Whether every foundation has its 13 cards, 52 in all. [CA-95, CA-96]"""
    heights = [len(pile) for pile in foundations]
    return sum(heights) == len(DECK) and all(height == KING for height in heights)


# --- finish and undo --------------------------------------------------------------------------------------------


def automatic_move(state: State) -> FoundationMove | None:
    """Return Finish's next move: the first pile, from pile 0, whose top card can go up. [CA-59]"""
    return next(_going_up(state), None)


def finishing(state: State) -> Iterator[State]:
    """Yield the state after each move of a Finish; after a move the piles are looked through again. [CA-58…CA-60]"""
    while (move := automatic_move(state)) is not None:
        state = _foundation_move(state, move.source, move.target, move.count)
        yield state


def undo_to(before: State, action: Action, after: State) -> State | None:
    """Return where an undo leads: before the move, or before the last move of a Finish. [CA-71…CA-75]"""
    if not isinstance(action, Finish):
        return before
    if after == before:
        return None
    return [before, *finishing(before)][-2]


# --- legal actions and outcome ----------------------------------------------------------------------------------

_PILES: Final = tuple(Place("tableau", i) for i in range(SIZES["tableau"]))
_FOUNDATIONS: Final = tuple(Place("foundation", i) for i in range(SIZES["foundation"]))
_UP: Final = tuple(tuple(FoundationMove(pile, foundation) for foundation in _FOUNDATIONS) for pile in _PILES)
_FINISH: Final = Finish()
_BUILT: Final = tuple(DECK[start : start + KING] for start in range(0, len(DECK), KING))


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return every action that `apply` accepts; a foundation move names its foundation."""
    if seat != 0 or state.status == "won":
        return []
    columns = takers(state.tableau)
    return [*_going_up(state), *_across(state, columns), *_coming_back(state, columns), _FINISH]


def _going_up(state: State) -> Iterator[FoundationMove]:
    wanted = {_BUILT[own][len(pile)].card_id: own for own, pile in enumerate(state.foundations) if len(pile) < KING}
    for index, pile in enumerate(state.tableau):
        if pile and pile[-1].card_id in wanted and not pile[-1].face_down:
            yield _UP[index][wanted[pile[-1].card_id]]


def _across(state: State, columns: Takers) -> Iterator[TableauMove]:
    """Yield every stack that may be taken, to every pile that takes it."""
    run = state.options.stack == "run"
    for source, pile in enumerate(state.tableau):
        above = None
        for count, head in enumerate(reversed(pile), start=1):
            if head.face_down or (run and above is not None and not stacks_on(above, head)):
                break
            for target in columns.get((head.rank, head.red), ()):
                if source != target:
                    yield TableauMove(_PILES[source], _PILES[target], count)
            above = head


def _coming_back(state: State, columns: Takers) -> Iterator[TableauMove]:
    for source, pile in enumerate(state.foundations):
        if pile:
            for target in columns.get((pile[-1].rank, pile[-1].red), ()):
                yield TableauMove(_FOUNDATIONS[source], _PILES[target], 1)


def stuck(view: object, legal: Sequence[Action]) -> Stuck | None:  # noqa: ARG001 - the legal actions suffice
    """Return whether an unfinished game has no move left. It is not lost: an undo may help. [CA-95]"""
    moves = [action for action in legal if not isinstance(action, Finish)]
    return "noMovesLeft" if legal and not moves else None


def outcome(state: State) -> Outcome | None:
    """Return the win, or None: no game of Cards is ever lost, only left. [CA-95]"""
    if state.status != "won":
        return None
    return Outcome((0,), "completed", (sum(map(len, state.foundations)),))
