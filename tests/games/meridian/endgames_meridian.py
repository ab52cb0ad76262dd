"""A second solver for Meridian, slow and plain: every position that the rules themselves lead to, and small endgames.

The rules draw one card at a time and recycle without limit, so each card of the stock comes to the top of the waste.
"""

from collections.abc import Hashable, Iterator
from random import Random

from msgspec.structs import replace

from saloon.core.cards import Card, Pile, deck
from saloon.games.meridian import rules
from saloon.games.meridian.columns import type_by
from saloon.games.meridian.state import LOWEST_UP, SUITS, Board, Move, Options, State

FACES = {(card.rank, card.suit): card for card in deck(SUITS)}


def endgame(random: Random, options: Options, cards: int) -> State:
    """Return a game with this many cards left, on few columns and mostly full pockets: many of these are lost."""
    left, raised = _taken_back(random, cards)
    stock = [left.pop() for _ in range(random.choice([0, 0, 0, 1, 2]))]
    pockets = tuple(left.pop() if random.random() < 0.95 else None for _ in range(options.pockets))
    columns: list[list[Card]] = [[] for _ in range(7)]
    used = random.choice([1, 2, 2, 3])
    for card in left:
        columns[random.randrange(used)].append(card)
    tableau = tuple(_hidden(random, options, column) for column in columns)
    board = Board(
        base_heights=tuple(map(len, tableau)),
        column_types=tuple(None if not c else type_by(c[0]) if len(c) == 1 else "untyped" for c in tableau),
        down=tuple(tuple(FACES[LOWEST_UP - 1 - n, suit] for n in range(raised[suit, False])) for suit in SUITS),
        pockets=pockets,
        tableau=tableau,
        up=tuple(tuple(FACES[LOWEST_UP + n, suit] for n in range(raised[suit, True])) for suit in SUITS),
        waste=(),
    )
    return rules.begun(board, tuple(stock), options, "endgame")


def _taken_back(random: Random, cards: int) -> tuple[list[Card], dict[tuple[str, bool], int]]:
    raised = {(suit, up): 7 if up else 6 for suit in SUITS for up in (True, False)}
    left: list[Card] = []
    while len(left) < cards:
        suit, up = random.choice(list(raised))
        if raised[suit, up]:
            raised[suit, up] -= 1
            height = raised[suit, up]
            left.append(FACES[LOWEST_UP + height if up else LOWEST_UP - 1 - height, suit])
    random.shuffle(left)
    return left, raised


def _hidden(random: Random, options: Options, column: list[Card]) -> Pile:
    down = random.randint(0, len(column) - 1) if column and options.has_hidden_cards else 0
    return tuple(card.down() if place < down else card for place, card in enumerate(column))


def successors(state: State) -> Iterator[State]:
    """Yield what a card move leads to, each card of the stock and the waste being the top once."""
    cards = (*state.board.waste, *reversed(state.stock))
    for place, card in enumerate(cards):
        waste = (*cards[:place], *cards[place + 1 :], card)
        shown = replace(state, stock=(), board=replace(state.board, waste=waste))
        yield from (rules.apply(shown, 0, a) for a in _moves(shown) if place == 0 or a.card == card.card_id)
    if not cards:
        yield from (rules.apply(state, 0, action) for action in _moves(state))


def _moves(state: State) -> list[Move]:
    return [action for action in rules.legal(state, 0) if isinstance(action, Move)]


def winnable(state: State, most: int) -> bool | None:
    """Whether the game can be won; None if there are more positions than `most`."""
    seen, waiting = {_name(state)}, [state]
    while waiting:
        if len(seen) > most:
            return None
        for after in successors(waiting.pop()):
            if after.end == "completed":
                return True
            if after.end is None and _name(after) not in seen:
                seen.add(_name(after))
                waiting.append(after)
    return False


def _name(state: State) -> Hashable:
    board = state.board
    columns = frozenset(zip(board.tableau, board.column_types, board.base_heights, strict=True))
    return columns, frozenset(board.pockets), tuple(map(len, board.up)), tuple(map(len, board.down))
