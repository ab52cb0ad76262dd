"""Never Nine as text: how actions are typed and tables drawn."""

from msgspec import UNSET

from saloon.core.cards import RANK_LETTERS, SUITS, SYMBOLS, Card, Pile
from saloon.core.errors import BadMove
from saloon.core.game import Action, Seat

from .state import ORDER, PLAYERS, Bid, BidFor, Play, PlayFor
from .view import RoundView, TrickView, View


def notation(action: Action) -> str:
    """Return what a player types for `action`; the server's actions name the player first."""
    player = f"{action.player} " if isinstance(action, BidFor | PlayFor) else ""
    match action:
        case Bid(bid):
            return f"{player}bid {bid}"
        case Play(card):
            return f"{player}play {card}"
    return action.kind


def parse(text: str, seat: Seat) -> Action:  # noqa: ARG001 - a card or a number is the same whoever types it
    """Return the action that `text` names: `bid 2`, `play 7H` or just `7H`; a ten is `TD` or `10D`."""
    match text.lower().split():
        case ["bid", number] if number.isdecimal() and len(number) < 10:
            return Bid(int(number))
        case ["play", word] | [word] if (card := word.upper().replace("10", "T")) in ORDER:
            return Play(card)
    raise BadMove(f"{text!r} is not a move; write 'bid 2', or 'play 7H' (just '7H' will do)")


def picture(view: View) -> str:
    """Return the players' bids, tricks and scores, the trick on the table and the viewer's hand."""
    parts = [_head(view), _table(view), _trick(view)]
    if view.hand is not UNSET:
        parts.append("your hand   " + (_hand(view.hand) or "—"))
    return "\n\n".join(parts)


def _head(view: View) -> str:
    if view.turn is None:
        return f"round {view.round}: the game is over, {' and '.join(view.winners)} won"
    doing = f"{view.turn} is to {view.phase}"
    forbidden = "" if view.forbidden_bid is None else f" anything but {view.forbidden_bid}"
    return f"round {view.round}: {doing}{forbidden}"


def _table(view: View) -> str:
    rows = ["     bid  taken  score"]
    for seat, player in enumerate(PLAYERS):
        bid = "–" if view.bids[seat] is None else view.bids[seat]
        marks = [word for word, whose in (("you", view.seat), ("dealer", view.dealer)) if whose == player]
        row = f"{player} {bid:>5} {view.taken[seat]:>6} {view.scores[seat]:>6}   {', '.join(marks)}"
        rows.append(row.rstrip())
    return "\n".join(rows)


def _trick(view: View) -> str:
    lines = []
    if view.turn is not None:
        lines.append("trick       " + (_moves(view.trick) or f"{view.trick.leader} leads"))
    last = view.last_trick
    if last is not None and last.winner is not None:
        lines.append(f"last trick  {_moves(last)}   taken by {last.winner}")
    if view.last_round is not None and not view.tricks:
        lines.append(_last_round(view.last_round))
    return "\n".join(lines)


def _last_round(last: RoundView) -> str:
    """What everyone bid, took and paid, shown until the first trick of the next round is taken."""
    seats = zip(PLAYERS, last.bids, last.taken, last.penalties, strict=True)
    paid = ",  ".join(f"{name} bid {bid} took {taken} +{penalty}" for name, bid, taken, penalty in seats)
    return f"last round  {paid}"


def _moves(trick: TrickView) -> str:
    return "  ".join(f"{move.seat} {_rank(move.card)}{SYMBOLS[move.card.suit]}" for move in trick.moves)


def _hand(hand: Pile) -> str:
    suits = [(suit, [_rank(card) for card in hand if card.suit == suit]) for suit in SUITS]
    return "   ".join(f"{SYMBOLS[suit]} {' '.join(ranks)}" for suit, ranks in suits if ranks)


def _rank(card: Card) -> str:
    return "10" if card.rank == 10 else RANK_LETTERS[card.rank]
