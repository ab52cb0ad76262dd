"""HighNoon as text: how actions are typed and tables drawn."""

from msgspec import UNSET

from saloon.core.errors import BadMove
from saloon.core.game import Action, Seat
from saloon.core.places import Place, columns_text, parse_move, parse_place, tops_text, waste_text, write_place

from .state import PLAYERS, Draw, Flip, FoundationMove, OfferEnd, Recycle, Resign, TableauMove, Zone
from .view import BoardView, View


def notation(action: Action) -> str:
    """Return what a player types for `action`."""
    match action:
        case TableauMove(source, target, count):
            return f"{write_place(source)} {write_place(target)} {count}"
        case FoundationMove(source):
            return f"{write_place(source)} f"
        case Flip(source):
            return f"flip {write_place(source)}"
        case OfferEnd():
            return "offer"
    return action.kind


def parse(text: str, seat: Seat) -> Action:
    """Return the action that `text` names: draw, recycle, offer, resign, `flip 3`, `w 3`, `5 1 2`, `5 f`."""
    match text.lower().split():
        case ["draw"]:
            return Draw(_zone(Place("stock"), seat), _zone(Place("waste"), seat))
        case ["recycle"]:
            return Recycle(_zone(Place("waste"), seat), _zone(Place("stock"), seat))
        case ["resign"]:
            return Resign()
        case ["offer"]:
            return OfferEnd()
        case ["flip", column]:
            return Flip(_zone(parse_place(column), seat))
        case ["flip", *_]:
            raise BadMove(f"{text!r} names no column; write 'flip 3'")
    move = parse_move(text)
    source, target = _zone(move.source, seat), _zone(move.target, seat)
    return FoundationMove(source, target) if target.zone == "foundation" else TableauMove(source, target, move.count)


def _zone(place: Place, seat: Seat) -> Zone:
    return Zone(place.zone, place.index, owner="global" if place.zone == "foundation" else PLAYERS[seat])


def picture(view: View) -> str:
    """Return both boards around the shared foundations."""
    boards = {"opponent": view.opp, "you": view.you} if view.seat else {"p1": view.p1, "p2": view.p2}
    offers = dict(zip(boards, _offers(view), strict=True))
    parts = [_board(name, board, offers[name]) for name, board in boards.items() if board is not UNSET]
    foundations = "foundations  " + tops_text(pile.cards for pile in view.foundations)
    return "\n\n".join([parts[0], foundations, *parts[1:]])


def _offers(view: View) -> tuple[bool, bool]:
    """Return whether each side offers to end the match, in the order in which the boards are drawn."""
    if view.offers is UNSET:
        return False, False
    sides = (view.offers.p1, view.offers.p2)
    return sides[::-1] if view.seat == PLAYERS[0] else sides


def _board(name: str, board: BoardView, offers: bool) -> str:
    waste = waste_text(board.waste)
    head = f"{name}: score {board.score}, {board.cards_left} cards left   stock {board.stock}   waste {waste}"
    head += "   offers to end the match" if offers else ""
    return f"{head}\n{columns_text(board.tableau)}"
