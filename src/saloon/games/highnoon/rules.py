"""HighNoon: two players race at the same time on shared foundations.

The order of the checks is that of the contract: owner, source, target, count, cards, rule. [HN-11…HN-86]
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from saloon.core.cards import RANKS, SUITS, Card, Pile, the_card
from saloon.core.errors import Rejected, quoted
from saloon.core.game import SERVER, Action, Outcome, Seat, seat_name
from saloon.core.piles import fits_column, is_run, replaced, triangle, turn_top
from saloon.core.places import check_count, check_place
from saloon.core.streams import Sha256Stream, Stream, VnextStream, shuffle

from .foundations import chosen_foundation
from .stalemate import is_stalemate, leader
from .state import (
    NO_OFFERS,
    PLAYERS,
    SIZES,
    Board,
    Draw,
    EndedReason,
    Flip,
    Foundation,
    FoundationMove,
    OfferEnd,
    Options,
    Players,
    Recycle,
    Resign,
    SinceProgress,
    State,
    StateOptions,
    TableauMove,
    Timeout,
    Unreadable,
    Zone,
)
from .versions import VERSIONS, can_time_out

_STREAM: Final[Mapping[str, Callable[[str], Stream]]] = {"saloon": Sha256Stream, "vnext": VnextStream}


# --- the deal ---------------------------------------------------------------------------------------------------


def catalogue(copy: int) -> list[Card]:
    """Return one of the two decks; its ids say which. [HN-22…HN-31]"""
    return [the_card(f"d{copy}:{suit}:{rank:02d}", False, rank, suit) for suit in SUITS for rank in RANKS]


def deal(seed: str, options: Options, rules_version: str) -> State:
    """Return the first state: each player gets 52 cards, laid out in seven columns of one to seven. [HN-43…HN-58]"""
    stream = _STREAM[options.profile]
    hands = catalogue(0), catalogue(1)
    if options.mode == "split":
        for hand, player in zip(hands, PLAYERS, strict=True):
            shuffle(hand, stream(f"{seed}::split::{player}"))
    else:
        both = hands[0] + hands[1]
        shuffle(both, stream(f"{seed}::shared"))
        hands = both[0::2], both[1::2]
    version, saloon = VERSIONS[rules_version], options.profile == "saloon"
    assert options.reveal is not UNSET
    return State(
        ended_by=None,
        ended_reason=None,
        foundations=tuple(Foundation((), suit) for suit in SUITS for _ in range(2)),
        mode=options.mode,
        offers=NO_OFFERS if version.has_offers else UNSET,
        options=StateOptions(options.clock, options.reveal) if saloon else UNSET,
        players=Players(*map(_lay_out, hands)),
        rules_version=rules_version,
        schema_version=version.schemas[options.profile],
        seed=seed,
        since_progress=SinceProgress(0, 0) if saloon else UNSET,
        status="active",
        winner=None,
    )


def _lay_out(hand: Sequence[Card]) -> Board:
    tableau, stock = triangle(hand)
    return Board(score=0, stock=stock, tableau=tableau, waste=())


# --- actions ----------------------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, action: Action) -> State:
    """Return the state after `action`, or raise Rejected. [HN-60…HN-79]"""
    if isinstance(action, Timeout) != (seat == SERVER):
        raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for {seat_name(seat)}")
    if state.status == "finished":
        raise Rejected("MATCH_FINISHED", "the match is over")
    match action:
        case Draw(source, target):
            return _draw(state, seat, source, target)
        case TableauMove(source, target, count):
            return _tableau_move(state, seat, source, target, count)
        case FoundationMove(source, target):
            return _foundation_move(state, seat, source, target)
        case Recycle(source, target):
            return _recycle(state, seat, source, target)
        case Flip(source):
            return _flip(state, seat, source)
        case Resign():
            return _resign(state, seat)
        case OfferEnd():
            return _offer_end(state, seat)
        case Timeout(player):
            return _timeout(state, PLAYERS.index(player))
    raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for HighNoon")


def _draw(state: State, seat: Seat, source: Zone, target: Zone) -> State:
    """One card, turned face-up. [HN-62, HN-63, HN-67]"""
    _check_zones(seat, source, ("stock",), target, "waste")
    board = state.board(seat)
    if not board.stock:
        raise Rejected("RULE_VIOLATION", "your stock is empty; recycle the waste")
    board = replace(board, stock=board.stock[:-1], waste=(*board.waste, board.stock[-1].up()))
    return _after(state, seat, board, progress=False)


def _recycle(state: State, seat: Seat, source: Zone, target: Zone) -> State:
    """The waste is turned over, so the next pass shows the same order. [HN-64…HN-66]"""
    _check_zones(seat, source, ("waste",), target, "stock")
    board = state.board(seat)
    if board.stock:
        raise Rejected("RULE_VIOLATION", "your stock is not empty yet")
    if not board.waste:
        raise Rejected("RULE_VIOLATION", "your waste is empty: there is nothing to recycle")
    board = replace(board, stock=tuple(card.down() for card in reversed(board.waste)), waste=())
    return _after(state, seat, board, progress=False)


def _flip(state: State, seat: Seat, source: Zone) -> State:
    """A face-down top is turned. [HN-68…HN-71]"""
    _check_owner(seat, source)
    index = _check_place(source, ("tableau",), "INVALID_SOURCE")
    board = state.board(seat)
    column = board.tableau[index]
    if not column:
        raise Rejected("CARD_NOT_ACCESSIBLE", f"your column {index + 1} is empty")
    if not column[-1].face_down:
        raise Rejected("CARD_NOT_ACCESSIBLE", f"the top of your column {index + 1} is face-up already")
    board = replace(board, tableau=replaced(board.tableau, index, turn_top(column)))
    return _after(state, seat, board, progress=True)


def _tableau_move(state: State, seat: Seat, source: Zone, target: Zone, count: object) -> State:
    """A run, or the top of the waste, goes onto a column. [HN-72…HN-75]"""
    from_index, onto = _check_zones(seat, source, ("tableau", "waste"), target, "tableau")
    if source.zone == "tableau" and from_index == onto:
        if state.is_original:
            check_count(count)
        raise Rejected("INVALID_TARGET", "a column cannot be laid on itself")
    count = check_count(count)
    board = state.board(seat)
    moving = _movable(board, source.zone, from_index, count)
    if not fits_column(moving[0], board.tableau[onto]):
        raise Rejected("RULE_VIOLATION", f"the {moving[0].name} does not go on your column {onto + 1}")
    left, turned = _without(state, board, source.zone, from_index, count)
    left = replace(left, tableau=replaced(left.tableau, onto, left.tableau[onto] + moving))
    return _after(state, seat, left, progress=turned)


def _foundation_move(state: State, seat: Seat, source: Zone, target: Zone) -> State:
    """A top card goes up to the foundation that the rule chooses. [HN-35…HN-42, HN-76…HN-78]"""
    from_index, _ = _check_zones(seat, source, ("tableau", "waste"), target, "foundation")
    board = state.board(seat)
    (card,) = _movable(board, source.zone, from_index, 1)
    choice = chosen_foundation(state.foundations, card)
    if choice is None:
        raise Rejected("RULE_VIOLATION", f"no foundation takes the {card.name} now")
    board, _ = _without(state, board, source.zone, from_index, 1)
    pile = state.foundations[choice]
    foundations = (
        *state.foundations[:choice],
        Foundation((*pile.cards, card), pile.suit),
        *state.foundations[choice + 1 :],
    )
    board = replace(board, score=board.score + card.rank)
    return _after(state, seat, board, progress=True, foundations=foundations)


def _resign(state: State, seat: Seat) -> State:
    counted = replace(state, since_progress=_since(state, seat, progress=False))
    return _finish(counted, 1 - seat, "resign", seat)


def _offer_end(state: State, seat: Seat) -> State:
    """Both offers together end the match; a single offer is neither progress nor a counted action."""
    if state.offers is UNSET:
        raise Rejected("INVALID_ACTION_KIND", f"rules {state.rules_version} have no offer to end the match")
    if (state.offers.p1, state.offers.p2)[seat]:
        raise Rejected("RULE_VIOLATION", "you have already offered to end the match")
    offers = replace(state.offers, **{PLAYERS[seat]: True})
    state = replace(state, offers=offers)
    return _finish(state, leader(state), "agreed", seat) if offers.p1 and offers.p2 else state


def _timeout(state: State, late: Seat) -> State:
    """The server reports that a clock ran out or a player stayed away: an input, because the rules read no clock."""
    if not can_time_out(state):
        raise Rejected("RULE_VIOLATION", "this match is played without a clock")
    return _finish(state, 1 - late, "inactivity", late)


# --- the checks, in the contract's order ------------------------------------------------------------------------


def _check_owner(seat: Seat, zone: Zone) -> None:
    if isinstance(zone, Unreadable) and zone.owner is UNSET:
        return
    if zone.owner != PLAYERS[seat] if zone.zone != "foundation" else zone.owner != "global":
        raise Rejected("OWNERSHIP_VIOLATION", f"the {zone.zone} of {zone.owner} is not yours to use")


def _check_zones(seat: Seat, source: Zone, sources: tuple[str, ...], target: Zone, targets: str) -> tuple[int, int]:
    _check_owner(seat, source)
    _check_owner(seat, target)
    from_index = _check_place(source, sources, "INVALID_SOURCE")
    return from_index, _check_place(target, (targets,), "INVALID_TARGET")


def _check_place(zone: Zone, allowed: tuple[str, ...], code: str) -> int:
    if isinstance(zone, Unreadable):
        raise Rejected(code, f"the zone {quoted(zone.zone)} was not sent with the owner and the index that it needs")
    return check_place(zone, allowed, SIZES, code)


def _movable(board: Board, zone: str, index: int, count: int) -> Pile:
    """Return the cards to move if they are there, face-up and a run. [HN-77, HN-82]"""
    pile = board.waste if zone == "waste" else board.tableau[index]
    moving = pile[-count:]
    if len(moving) < count or (zone == "waste" and count > 1):
        raise Rejected("CARD_NOT_ACCESSIBLE", "you cannot take that many cards there")
    if not is_run(moving):
        raise Rejected("CARD_NOT_ACCESSIBLE", "only face-up cards that form a run can be moved")
    return moving


def _without(state: State, board: Board, zone: str, index: int, count: int) -> tuple[Board, bool]:
    """Return the board without the moved cards, and whether that turned a card up."""
    if zone == "waste":
        return replace(board, waste=board.waste[:-1]), False
    column = board.tableau[index][:-count]
    turned = state.turns_by_itself and bool(column) and column[-1].face_down
    if turned:
        column = turn_top(column)
    return replace(board, tableau=replaced(board.tableau, index, column)), turned


# --- after an action --------------------------------------------------------------------------------------------


def _after(
    state: State, seat: Seat, board: Board, *, progress: bool, foundations: tuple[Foundation, ...] | None = None
) -> State:
    """Put the new board in place, count progress, and end the match if it is complete or stalemate."""
    state = replace(
        state,
        players=Players(state.players.p1, board) if seat else Players(board, state.players.p2),
        foundations=state.foundations if foundations is None else foundations,
        since_progress=_since(state, seat, progress=progress),
        offers=NO_OFFERS if progress and state.offers is not UNSET else state.offers,
    )
    if not (board.stock or board.waste or any(board.tableau)):
        return _finish(state, seat, "completed", seat)
    if is_stalemate(state):
        return _finish(state, leader(state), "stalemate", seat)
    return state


def _since(state: State, seat: Seat, *, progress: bool) -> SinceProgress | UnsetType:
    """Count the actor's action unless it is progress, which sets both counters to 0."""
    since = state.since_progress
    if since is UNSET:
        return UNSET
    if progress:
        return SinceProgress(0, 0)
    return SinceProgress(since.p1, since.p2 + 1) if seat else SinceProgress(since.p1 + 1, since.p2)


def _finish(state: State, winner: Seat | None, reason: EndedReason, ended_by: Seat) -> State:
    return replace(
        state,
        status="finished",
        winner=None if winner is None else PLAYERS[winner],
        ended_reason=reason,
        ended_by=PLAYERS[ended_by],
    )


# --- outcome ----------------------------------------------------------------------------------------------------


def made_progress(before: State, after: State) -> bool:
    """Whether an action raised a card or turned a column's card; only this restarts its player's clock."""
    return after.foundations != before.foundations or _hidden_cards(after) < _hidden_cards(before)


def _hidden_cards(state: State) -> int:
    columns = (*state.players.p1.tableau, *state.players.p2.tableau)
    return sum(card.face_down for column in columns for card in column)


def report(before: State, seat: Seat, action: Action) -> Mapping[str, Any]:
    """Return the foundation that was chosen for an accepted foundation move. [HN-39]"""
    if not isinstance(action, FoundationMove):
        return {}
    board = before.board(seat)
    pile = board.waste if action.source.index is UNSET else board.tableau[action.source.index]
    return {"resolvedFoundationIndex": chosen_foundation(before.foundations, pile[-1])}


def outcome(state: State) -> Outcome | None:
    """Return who won and why, or None while the match goes on."""
    if state.ended_reason is None:
        return None
    winners = () if state.winner is None else (PLAYERS.index(state.winner),)
    return Outcome(winners, state.ended_reason, (state.players.p1.score, state.players.p2.score))
