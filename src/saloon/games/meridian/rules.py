"""Meridian Master: sevens and higher cards go up to eight foundations, sixes and lower ones down. [MM-01…MM-06]"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from msgspec.structs import asdict, replace

from saloon.core.cards import ACE, KING, Card, Pile, check_deck, deck
from saloon.core.errors import Rejected, require
from saloon.core.game import SERVER, Action, Outcome, Seat, seat_name
from saloon.core.piles import triangle
from saloon.core.streams import Sha256Stream, shuffle

from . import trail
from .columns import dealt_types
from .efficiency import efficiency
from .moves import PLACES, Carry, carried, carries, judged, spot_of
from .stalemate import fingerprint, is_stalemate
from .state import (
    LONG_GAME,
    REMEMBERED_POSITIONS,
    SUITS,
    Board,
    Canonical,
    DeclareStalemate,
    Draw,
    Ending,
    Move,
    Options,
    Place,
    Recycle,
    Resign,
    State,
    WarnIdle,
)

RULES_VERSION: Final = "6.0.2"
SEATS: Final = range(1)
_DEALT: Final = 28
_CANONICAL_FIELDS: Final = attrgetter(*Canonical.__struct_fields__)


# --- the deal ---------------------------------------------------------------------------------------------------


def deal(seed: str, options: Options) -> State:
    """Return the first state of `seed`: columns of 1 … 7 cards and 24 in the stock. [MM-111, MM-116…MM-125]"""
    cards = deck(SUITS)
    shuffle(cards, Sha256Stream(f"{seed}::meridian"))
    return _lay_out(cards, options, seed)


def deal_deck(cards: Sequence[Card], options: Options, seed: str) -> State:
    """Return the first state for a given deck: columns of 1 … 7, bottom first, then the stock in draw order."""
    check_deck(cards)
    return _lay_out([*cards[:_DEALT], *reversed(cards[_DEALT:])], options, seed)


def _lay_out(cards: Sequence[Card], options: Options, seed: str) -> State:
    board, stock = dealt_board(cards, options)
    return begun(board, stock, options, seed)


def dealt_board(cards: Sequence[Card], options: Options) -> tuple[Board, Pile]:
    """Return the board and the stock of a shuffled deck. [MM-152…MM-155, MM-173]

    Only the first column has a type from the start: another dealt Ace or King types its column as its last card.
    """
    columns, stock = triangle(cards)
    tableau = columns if options.has_hidden_cards else tuple(map(_face_up, columns))
    board = Board(
        base_heights=tuple(map(len, tableau)),
        column_types=dealt_types(tableau),
        down=((),) * len(SUITS),
        pockets=(None,) * options.pockets,
        tableau=tableau,
        up=((),) * len(SUITS),
        waste=(),
    )
    return board, _face_up(stock)


def begun(board: Board, stock: Pile, options: Options, seed: str) -> State:
    """Return a game that begins with this position."""
    return State(
        board=board,
        draws=0,
        end=None,
        first_ace_move=None,
        first_king_move=None,
        history=(fingerprint(board, stock),),
        idle=False,
        loop=False,
        moves=0,
        moves_without_progress=0,
        options=options,
        recycles=0,
        rules_version=RULES_VERSION,
        seed=seed,
        stock=stock,
        trail=trail.started(board),
    )


def _face_up(pile: Pile) -> Pile:
    return tuple([card.up() for card in pile])


# --- actions ----------------------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, action: Action) -> State:
    """Return the state after `action`, or raise Rejected."""
    if (seat == SERVER) != isinstance(action, WarnIdle) or seat not in (*SEATS, SERVER):
        raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for {seat_name(seat)}")
    if state.end is not None:
        raise Rejected("MATCH_FINISHED", "Game not active")
    match action:
        case Move(card, target):
            return _move(state, card, target)
        case Draw():
            return _draw(state)
        case Recycle():
            require(not state.stock, "RULE_VIOLATION", "The stock is not empty")
            return _recycle(state)
        case DeclareStalemate():
            require(bool(state.warnings), "RULE_VIOLATION", "There is no warning")
            return replace(state, end="declared")
        case Resign():
            return replace(state, end="resign")
        case WarnIdle():
            require(_warns_when_idle(state), "RULE_VIOLATION", "There is no warning")
            return replace(state, idle=True)
    raise Rejected("INVALID_ACTION_KIND", f"{action.kind!r} is not a valid action for Meridian Master")


def _draw(state: State) -> State:
    """One card of the stock goes to the waste; an empty stock takes the waste back first. [MM-216…MM-219]"""
    if not state.stock:
        state = _recycle(state)
    board = replace(state.board, waste=(*state.board.waste, state.stock[-1].up()))
    return replace(state, board=board, draws=state.draws + 1, stock=state.stock[:-1], trail=trail.drawn(state.trail))


def _recycle(state: State) -> State:
    """The waste is turned over: the next pass shows the same order; passes are unlimited. [MM-220…MM-223]"""
    waste = state.board.waste
    require(bool(waste), "RULE_VIOLATION", "No cards to draw")
    return replace(state, board=replace(state.board, waste=()), recycles=state.recycles + 1, stock=waste[::-1])


def _move(state: State, card: str, target: Place) -> State:
    """Move cards, count the move, and check for a win, a stalemate or a cycle. [MM-227…MM-236]"""
    carry = judged(state.board, state.options, card, spot_of(target))
    return _counted(state, carry, carried(state.board, carry))


def _counted(state: State, carry: Carry, board: Board) -> State:
    progress = carry.to_foundation
    moves = state.moves + 1
    known = fingerprint(board, state.stock)
    looped = known in state.history
    placed = carry.run[0].rank if _begins_a_column(state.board, carry) else None
    return State(
        board=board,
        draws=state.draws,
        end=_end(board, state.stock, state.options),
        first_ace_move=_first(state.first_ace_move, moves, placed == ACE),
        first_king_move=_first(state.first_king_move, moves, placed == KING),
        history=state.history if looped else (*state.history, known)[-REMEMBERED_POSITIONS:],
        idle=state.idle and not progress,
        loop=(state.loop or looped) and not progress,
        moves=moves,
        moves_without_progress=0 if progress else state.moves_without_progress + 1,
        options=state.options,
        recycles=state.recycles,
        rules_version=state.rules_version,
        seed=state.seed,
        stock=state.stock,
        trail=trail.moved(state.trail, board, for_good=carry.is_for_good(state.board)),
    )


def _end(board: Board, stock: Pile, options: Options) -> Ending | None:
    """Return how the game ended: won, or lost by the exact test, never by time or cycles. [MM-130, MM-131]"""
    if board.is_complete:
        return "completed"
    return "stalemate" if is_stalemate(board, stock, options) else None


def _begins_a_column(board: Board, carry: Carry) -> bool:
    return carry.target[0] == "tab" and not board.tableau[carry.target[1]]


def _first(mark: int | None, moves: int, placed: bool) -> int | None:
    return moves if placed and mark is None else mark


def _warns_when_idle(state: State) -> bool:
    return state.moves >= LONG_GAME and not state.idle


# --- legal actions and outcome ----------------------------------------------------------------------------------


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return every action that `apply` accepts."""
    if state.end is not None:
        return []
    if seat == SERVER:
        return [WarnIdle()] if _warns_when_idle(state) else []
    actions: list[Action] = [
        Move(carry.run[0].card_id, PLACES[carry.target]) for carry in carries(state.board, state.options)
    ]
    if state.stock or state.board.waste:
        actions.append(Draw())
        if not state.stock:
            actions.append(Recycle())
    if state.warnings:
        actions.append(DeclareStalemate())
    return [*actions, Resign()]


def canonical(state: State) -> Canonical:
    """Return the canonical state, which has no trail."""
    return Canonical(*_CANONICAL_FIELDS(state))


def resumed(position: Canonical) -> State:
    """Return a game that continues from a stored position: its trail begins here."""
    return State(**asdict(position), trail=trail.started(position.board))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, with its efficiency as the points; None while it goes on. [MM-130, MM-131]"""
    if state.end is None:
        return None
    won = state.end == "completed"
    return Outcome((0,) if won else (), state.end, (efficiency(state.board, state.moves),))


def moves_made(state: State) -> int:
    """Return the card moves of a game, including undone ones. [MM-303]"""
    return state.moves


def report(before: State, seat: Seat, action: Action) -> Mapping[str, Any]:  # noqa: ARG001 - there is one seat
    """Report for a draw whether it turned the waste over first. [MM-218]"""
    return {"recycled": True} if isinstance(action, Draw) and not before.stock else {}


def undo_to(before: State, action: Action, after: State) -> State | None:  # noqa: ARG001
    """Return where an undo leads: only card moves are undone, together with the draws since then. [MM-247]"""
    return before if isinstance(action, Move) else None


def rewind(current: State, earlier: State) -> State:
    """Return `earlier` with the current counts: undone moves, draws and recycles still count. [MM-248]"""
    return replace(earlier, draws=current.draws, moves=current.moves, recycles=current.recycles)
