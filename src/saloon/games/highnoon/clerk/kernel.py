"""How is HighNoon played and told at speed? A match is one row of numbers, and what players are sent is bytes.

The law stands in `games/highnoon`; tests hold this module equal to it, byte for byte. A card is a number: 52 for each
deck, 13 for each suit, clubs first, from the ace up. Every function that a kernel calls is in this file, so that a
cached kernel never outlives a change.
"""

from typing import Any

import numpy as np
from numba import njit

COLUMN = 19
"""Room for a column: six hidden cards and a run of thirteen."""
LENGTH, DOWN, STOCK, WASTE, STOCKED, WASTED, SCORE, SINCE, BOARD = 133, 140, 147, 171, 195, 196, 197, 198, 199
"""Where on a board its columns' lengths, their hidden cards, stock, waste, the sizes of both, the score and the actions
since any progress begin; and a board's length. The columns come first."""
PILED = 2 * BOARD
"""Where the cards of the eight foundations begin, thirteen places each."""
RAISED = PILED + 8 * 13
"""Where the heights of the foundations begin."""
EXPLICIT = RAISED + 8
"""Whether turning a card is an action of its own."""
COUNTED = EXPLICIT + 1
"""Whether actions without progress are counted."""
SHARED = COUNTED + 1
"""Whether the match is of the mode in which both have one deck; only the view names it."""
LIMIT = SHARED + 1
"""Actions without progress, by each player, that end the match."""
OFFERED = LIMIT + 1
"""Whether the rules know offers to end the match; in a row none stands."""
SIZE = OFFERED + 1

FLIP, RAISE, CARRY, DRAW, RECYCLE = 1, 2, 3, 4, 5
FLIPS = 8 * 8
"""An action has a number: up by source and foundation, then flips, then to columns by source, column and number of
cards, then drawing and turning the waste over."""
CARRIES = FLIPS + 7
DRAWS = CARRIES + 8 * 7 * 14
FROM_WASTE, FROM_STOCK = 7, 8
"""The numbers of the waste and the stock among a player's places, after the columns."""
TAKEN, UNSURE, BROKEN = 0, 1, 2
"""What came of an action. Whatever is refused or ends the match is for the law to judge; broken is a row that no rule
may produce."""
MOST_COUNTED = 30_000
"""Actions without progress up to which a row can count; who goes on alone may come so far."""

# --- the rules --------------------------------------------------------------------------------------------------

_CARD_NUMBERS = np.arange(104)
_RANKS = _CARD_NUMBERS % 13
_SUITS = _CARD_NUMBERS % 52 // 13
_FACES = 2 * _RANKS + ((_SUITS == 1) | (_SUITS == 2))
"""Rank and colour in one number: all that a column asks of a card. To look these up is faster than to reckon them."""
_UNDER_FACES = np.where(_RANKS > 0, (_FACES ^ 1) - 2, 26)
"""The face that may lie on a card: one rank lower, of the other colour; on an ace none."""
KINGS = 24
"""The first of the faces that an empty column takes."""


@njit
def _stacks(card: int, top: int) -> bool:
    """Whether a card may lie on another."""
    return bool(_FACES[card] == _UNDER_FACES[top])


@njit
def _takers(row: Any, at: int) -> Any:
    """For each face, the columns of a player that take a run which begins with it: one bit for each."""
    takers = np.zeros(27, np.uint8)
    for column in range(7):
        length = row[at + LENGTH + column]
        if length == 0:
            takers[KINGS] |= 1 << column
            takers[KINGS + 1] |= 1 << column
        elif row[at + DOWN + column] < length:
            takers[_UNDER_FACES[row[at + COLUMN * column + length - 1]]] |= 1 << column
    return takers


@njit
def _foundation(row: Any, card: int) -> int:
    """The foundation that takes a card, or -1. Of two, the first: their tops are equal."""
    first = 2 * _SUITS[card]
    if row[RAISED + first] == _RANKS[card]:
        return first
    return first + 1 if row[RAISED + first + 1] == _RANKS[card] else -1


@njit
def _cards_left(row: Any, at: int) -> int:
    left = row[at + STOCKED] + row[at + WASTED]
    for column in range(7):
        left += row[at + LENGTH + column]
    return left


@njit
def _first_moved(row: Any, at: int, source: int, count: int) -> int:
    """Where the cards to be moved begin; -1 if so many cannot be taken there."""
    if source == FROM_WASTE:
        return at + WASTE + row[at + WASTED] - 1 if count == 1 and row[at + WASTED] else -1
    length = row[at + LENGTH + source]
    if count < 1 or length - row[at + DOWN + source] < count:
        return -1
    first = at + COLUMN * source + length - count
    for card in range(first + 1, first + count):
        if not _stacks(row[card], row[card - 1]):
            return -1
    return first


@njit
def _take_away(row: Any, at: int, source: int, first: int, count: int) -> bool:
    """Take moved cards from where they lay; whether that turned a card up."""
    for place in range(first, first + count):
        row[place] = -1
    if source == FROM_WASTE:
        row[at + WASTED] -= 1
        return False
    length = row[at + LENGTH + source] - count
    row[at + LENGTH + source] = length
    if row[EXPLICIT] or length == 0 or row[at + DOWN + source] < length:
        return False
    row[at + DOWN + source] -= 1
    return True


@njit
def _turn_stock(row: Any, at: int, kind: int) -> bool:
    """Draw a card, or turn the waste over; False if that cannot be done now."""
    stocked, wasted = row[at + STOCKED], row[at + WASTED]
    if kind == DRAW:
        if stocked == 0:
            return False
        row[at + WASTE + wasted] = row[at + STOCK + stocked - 1]
        row[at + STOCK + stocked - 1] = -1
        row[at + STOCKED], row[at + WASTED] = stocked - 1, wasted + 1
        return True
    if stocked or wasted == 0:
        return False
    for place in range(wasted):
        row[at + STOCK + place] = row[at + WASTE + wasted - 1 - place]
    for place in range(wasted):
        row[at + WASTE + place] = -1
    row[at + STOCKED], row[at + WASTED] = wasted, 0
    return True


@njit
def _move(row: Any, at: int, kind: int, source: int, target: int, count: int) -> int:
    """Bring a card up, or carry cards to a column: 1 if that is progress, 0 if not, -1 if it cannot be done."""
    first = _first_moved(row, at, source, count)
    if first < 0:
        return -1
    card = row[first]
    if kind == RAISE:
        target = _foundation(row, card)
        if target < 0:
            return -1
        row[PILED + 13 * target + row[RAISED + target]] = card
        row[RAISED + target] += 1
        row[at + SCORE] += _RANKS[card] + 1
        _take_away(row, at, source, first, 1)
        return 1
    length = row[at + LENGTH + target]
    if source == target or length + count > COLUMN or not _takers(row, at)[_FACES[card]] >> target & 1:
        return -1
    for place in range(count):
        row[at + COLUMN * target + length + place] = row[first + place]
    row[at + LENGTH + target] = length + count
    return 1 if _take_away(row, at, source, first, count) else 0


@njit
def _step(row: Any, seat: int, kind: int, source: int, target: int, count: int) -> int:
    """Make the match in `row` go on by an action, if the action is plainly legal and the match does go on."""
    at = BOARD * seat
    if kind in (DRAW, RECYCLE):
        progress = 0 if _turn_stock(row, at, kind) else -1
    elif kind == FLIP:
        length = row[at + LENGTH + source]
        progress = 1 if length and row[at + DOWN + source] == length else -1
        row[at + DOWN + source] -= 1
    else:
        progress = _move(row, at, kind, source, target, count)
    if progress < 0:
        return UNSURE
    if row[COUNTED]:
        if progress:
            row[SINCE], row[BOARD + SINCE] = 0, 0
        elif row[at + SINCE] < MOST_COUNTED:
            row[at + SINCE] += 1
        else:
            return UNSURE
    if _cards_left(row, at) == 0 or (row[COUNTED] and _is_stalemate(row)):
        return UNSURE
    return TAKEN if _is_sound(row) else BROKEN


@njit
def _can_build(row: Any, at: int) -> bool:
    """Whether a player has a flip, or a move to a column that changes anything, for a card of stock and waste too."""
    for column in range(7):
        length = row[at + LENGTH + column]
        if length and row[at + DOWN + column] == length:
            return True
    takers = _takers(row, at)
    for column in range(7):
        for depth in range(row[at + DOWN + column], row[at + LENGTH + column]):
            face = _FACES[row[at + COLUMN * column + depth]]
            if takers[face] and (depth or face < KINGS):
                return True
    for first, size in ((WASTE, WASTED), (STOCK, STOCKED)):
        for place in range(at + first, at + first + row[at + size]):
            if takers[_FACES[row[place]]]:
                return True
    return False


@njit
def _can_bring_up(row: Any, at: int) -> bool:
    """Whether a column's top, or a card that stock and waste can bring up, is the next of a foundation."""
    for column in range(7):
        length = row[at + LENGTH + column]
        if length and _foundation(row, row[at + COLUMN * column + length - 1]) >= 0:
            return True
    for first, size in ((WASTE, WASTED), (STOCK, STOCKED)):
        for place in range(at + first, at + first + row[at + size]):
            if _foundation(row, row[place]) >= 0:
                return True
    return False


@njit
def _may_have_no_progress(row: Any, at: int) -> bool:
    """Whether a player has reached the limit or, without stock and waste, may have no action left."""
    return row[at + SINCE] >= row[LIMIT] or (row[OFFERED] and row[at + STOCKED] + row[at + WASTED] == 0)


@njit
def _is_stalemate(row: Any) -> bool:
    """Whether the match may be over; the rules decide that."""
    if _may_have_no_progress(row, 0) and _may_have_no_progress(row, BOARD):
        return True
    if _can_build(row, 0) or _can_build(row, BOARD):
        return False
    return not (_can_bring_up(row, 0) or _can_bring_up(row, BOARD))


@njit
def _see(row: Any, first: int, size: int, room: int, seen: Any) -> bool:
    """Note the cards of a pile; whether they have room there and each is one that was not seen before."""
    if size < 0 or size > room:
        return False
    for place in range(first, first + size):
        card = row[place]
        if card < 0 or card >= 104 or seen[card]:
            return False
        seen[card] = 1
    return True


@njit
def _is_sound(row: Any) -> bool:
    """Whether all 104 cards are there once, every foundation is built up in its suit, and the scores add up."""
    seen = np.zeros(104, np.uint8)
    points = row[SCORE] + row[BOARD + SCORE]
    sound = row[SCORE] >= 0 and row[BOARD + SCORE] >= 0
    for pile in range(8):
        if not _see(row, PILED + 13 * pile, row[RAISED + pile], 13, seen):
            return False
        for height in range(row[RAISED + pile]):
            card = row[PILED + 13 * pile + height]
            sound = sound and _RANKS[card] == height and _SUITS[card] == pile // 2
            points -= height + 1
    for at in (0, BOARD):
        sound = sound and _see(row, at + STOCK, row[at + STOCKED], 24, seen)
        sound = sound and _see(row, at + WASTE, row[at + WASTED], 24, seen)
        for column in range(7):
            sound = sound and 0 <= row[at + DOWN + column] <= row[at + LENGTH + column]
            sound = sound and _see(row, at + COLUMN * column, row[at + LENGTH + column], COLUMN, seen)
    return sound and points == 0 and seen.sum() == 104


# --- words ------------------------------------------------------------------------------------------------------

_WORDS: list[str] = []


def _word(text: str) -> int:
    """Note a piece of what is sent or hashed; return its number."""
    _WORDS.append(text)
    return len(_WORDS) - 1


for _comma in ("", ","):
    for _deck in range(2):
        for _suit in "CDHS":
            for _rank in range(1, 14):
                _id = f"d{_deck}:{_suit}:{_rank:02}"
                _word(f'{_comma}{{"cardId":"{_id}","faceDown":false,"rank":{_rank},"suit":"{_suit}"}}')
    _word(f'{_comma}{{"faceDown":true}}')
HIDDEN, NEXT = 104, 105
"""A hidden card; an open card's word has the card's own number. What is said of a card that is not the first of its
pile comes so much later."""
NUMBERS = len(_WORDS)
for _number in range(1000):
    _word(str(_number))
PADDED = len(_WORDS)
for _number in range(1000):
    _word(f"{_number:03}")
PLACES = len(_WORDS)
"""The columns, the waste and the stock of the first player, then those of the second."""
for _owner in ("p1", "p2"):
    for _index in range(7):
        _word(f'{{"zone":"tableau","index":{_index},"owner":"{_owner}"}}')
    _word(f'{{"zone":"waste","owner":"{_owner}"}}')
    _word(f'{{"zone":"stock","owner":"{_owner}"}}')
COMMA, OPEN, SHUT, END = _word(","), _word("["), _word("]"), _word("}")

ACK, BY_1, BY_2 = _word('{"kind":"ack","rev":'), _word(',"clientId":"p1","seq":'), _word(',"clientId":"p2","seq":')
DONE, CHANGE = _word(',"action":'), _word(',"change":[')
NO_REPORT, CHOSEN = _word('],"report":{},"help":'), _word('],"report":{"resolvedFoundationIndex":')
HELP, LEGAL, GOES_ON = _word('},"help":'), _word('","legal":['), _word('],"outcome":null}')

TO_RAISE = _word('{"kind":"foundationMove","payload":{"source":')
TO_FOUNDATION, SO_RAISED = _word(',"target":{"zone":"foundation","index":'), _word(',"owner":"global"}}}')
TO_FLIP, ACTION_ENDS = _word('{"kind":"flip","payload":{"source":'), _word("}}")
TO_CARRY, ONTO = _word('{"kind":"tableauMove","payload":{"source":'), _word(',"target":')
HOW_MANY = _word(',"count":')
TO_DRAW, TO_RECYCLE = _word('{"kind":"draw","payload":{"source":'), _word('{"kind":"recycle","payload":{"source":')
TO_OFFER, TO_RESIGN = _word('{"kind":"offerEnd","payload":{}},'), _word('{"kind":"resign","payload":{}}')

PATH, YOU, OPP, ANYONE = _word('{"path":['), _word('"you",'), _word('"opp",'), _word("")
LEFT, POINTS, IN_STOCK, IN_WASTE = _word('"cardsLeft"'), _word('"score"'), _word('"stock"'), _word('"waste"')
IN_TABLEAU, PILE, CARDS = _word('"tableau",'), _word('"foundations",'), _word(',"cards"')
SINCE_1, SINCE_2 = _word('"sinceProgress","p1"'), _word('"sinceProgress","p2"')
VALUE, KEEP, ADD, CLOSE = _word('],"value":'), _word('],"keep":'), _word(',"add":['), _word("]}")

REV, VIEW = _word('{"rev":'), _word(',"view":{"endedBy":null,"endedReason":null,"foundations":[')
PILE_CARDS, PILE_SUIT = _word('{"cards":['), _word('],"suit":"C"}')
_word('],"suit":"D"}'), _word('],"suit":"H"}'), _word('],"suit":"S"}')
SPLIT_MODE, SHARED_MODE = _word('],"mode":"split"'), _word('],"mode":"shared"')
NO_OFFERS, OPPONENT = _word(',"offers":{"p1":false,"p2":false}'), _word(',"opp":')
BOARD_LEFT, BOARD_SCORE, BOARD_STOCK = _word('{"cardsLeft":'), _word(',"score":'), _word(',"stock":')
BOARD_TABLEAU, BOARD_WASTE = _word(',"tableau":['), _word('],"waste":[')
SEEN_BY_1, SEEN_BY_2 = _word(',"seat":"p1"'), _word(',"seat":"p2"')
COUNTS, COUNTS_2 = _word(',"sinceProgress":{"p1":'), _word(',"p2":')
ACTIVE, VIEWED = _word(',"status":"active","winner":null,"you":'), _word("}}")

BLOCK = np.uint64(32)
"""Bytes that are copied at once; what is copied too much is written over by the next word."""
_TEXTS = np.frombuffer("".join(_WORDS).encode() + bytes(int(BLOCK)), np.uint8).copy()
_BEGINS = np.cumsum(np.array([0, *map(len, _WORDS)], np.uint64))
MOST_WORDS = 4096

# --- composing --------------------------------------------------------------------------------------------------
# What is said is a row of words, their number first.


@njit
def _say(words: Any, word: int) -> None:
    words[0] += 1
    words[words[0]] = word


@njit
def _count(words: Any, number: int) -> None:
    """Say a number, a thousand at a time."""
    if number < 1000:
        _say(words, NUMBERS + number)
        return
    unit = 1
    while number // unit > 999:
        unit *= 1000
    _say(words, NUMBERS + number // unit)
    while unit > 1:
        unit //= 1000
        _say(words, PADDED + number // unit % 1000)


@njit
def _cards(words: Any, row: Any, first: int, begin: int, end: int, down: int) -> None:
    """Say the cards of a pile from one to another, the lowest `down` of them hidden."""
    comma = 0
    for place in range(begin, end):
        _say(words, comma + (HIDDEN if place < down else row[first + place]))
        comma = NEXT


@njit
def _path(words: Any, begun: int, whose: int) -> None:
    if words[0] > begun:
        _say(words, COMMA)
    _say(words, PATH)
    _say(words, whose)


@njit
def _new_value(words: Any, begun: int, whose: int, what: int, number: int) -> None:
    _path(words, begun, whose)
    _say(words, what)
    _say(words, VALUE)
    _count(words, number)
    _say(words, END)


@njit
def _new_cards(words: Any, row: Any, first: int, keep: int, end: int, down: int) -> None:
    _say(words, KEEP)
    _count(words, keep)
    _say(words, ADD)
    _cards(words, row, first, keep, end, down)
    _say(words, CLOSE)


@njit
def _column_change(words: Any, begun: int, whose: int, before: Any, row: Any, board: int, column: int) -> None:
    """Say what became of a column: it has other cards from one on, or one of its cards was turned."""
    was, length = before[board + LENGTH + column], row[board + LENGTH + column]
    was_down, down = before[board + DOWN + column], row[board + DOWN + column]
    first = board + COLUMN * column
    keep = 0
    while keep < min(was, length) and (keep < was_down) == (keep < down):
        if keep >= down and before[first + keep] != row[first + keep]:
            break
        keep += 1
    if keep == was and keep == length:
        return
    _path(words, begun, whose)
    _say(words, IN_TABLEAU)
    _count(words, column)
    if was != length:
        _new_cards(words, row, first, keep, length, down)
        return
    _say(words, COMMA)
    _count(words, keep)
    _say(words, VALUE)
    _cards(words, row, first, keep, keep + 1, down)
    _say(words, END)


@njit
def _board_changes(words: Any, begun: int, whose: int, before: Any, row: Any, board: int) -> None:
    left = _cards_left(row, board)
    if left != _cards_left(before, board):
        _new_value(words, begun, whose, LEFT, left)
    if row[board + SCORE] != before[board + SCORE]:
        _new_value(words, begun, whose, POINTS, row[board + SCORE])
    if row[board + STOCKED] != before[board + STOCKED]:
        _new_value(words, begun, whose, IN_STOCK, row[board + STOCKED])
    for column in range(7):
        _column_change(words, begun, whose, before, row, board, column)
    was, wasted = before[board + WASTED], row[board + WASTED]
    if was != wasted:
        _path(words, begun, whose)
        _say(words, IN_WASTE)
        _new_cards(words, row, board + WASTE, min(was, wasted), wasted, 0)


@njit
def _changes(words: Any, before: Any, row: Any, seat: int, receiver: int) -> None:
    """Say what an action of `seat` changed, as the receiver sees it: in the order of the fields of a view."""
    begun = words[0]
    for pile in range(8):
        was, height = before[RAISED + pile], row[RAISED + pile]
        if was != height:
            _path(words, begun, ANYONE)
            _say(words, PILE)
            _count(words, pile)
            _say(words, CARDS)
            _new_cards(words, row, PILED + 13 * pile, was, height, 0)
    if seat != receiver:
        _board_changes(words, begun, OPP, before, row, BOARD * seat)
    if row[SINCE] != before[SINCE]:
        _new_value(words, begun, ANYONE, SINCE_1, row[SINCE])
    if row[BOARD + SINCE] != before[BOARD + SINCE]:
        _new_value(words, begun, ANYONE, SINCE_2, row[BOARD + SINCE])
    if seat == receiver:
        _board_changes(words, begun, YOU, before, row, BOARD * seat)


@njit
def _action(words: Any, seat: int, kind: int, source: int, target: int, count: int) -> None:
    own = PLACES + 9 * seat
    if kind == RAISE:
        _say(words, TO_RAISE)
        _say(words, own + source)
        _say(words, TO_FOUNDATION)
        _count(words, target)
        _say(words, SO_RAISED)
    elif kind == FLIP:
        _say(words, TO_FLIP)
        _say(words, own + source)
        _say(words, ACTION_ENDS)
    elif kind == CARRY:
        _say(words, TO_CARRY)
        _say(words, own + source)
        _say(words, ONTO)
        _say(words, own + target)
        _say(words, HOW_MANY)
        _count(words, count)
        _say(words, ACTION_ENDS)
    else:
        _say(words, TO_DRAW if kind == DRAW else TO_RECYCLE)
        _say(words, own + (FROM_STOCK if kind == DRAW else FROM_WASTE))
        _say(words, ONTO)
        _say(words, own + (FROM_WASTE if kind == DRAW else FROM_STOCK))
        _say(words, ACTION_ENDS)


@njit
def _run(row: Any, at: int, source: int) -> tuple[int, int]:
    """Return where the last card of a place lies, and how many can be moved with it at most."""
    if source == FROM_WASTE:
        return at + WASTE + row[at + WASTED] - 1, min(1, row[at + WASTED])
    length, count = row[at + LENGTH + source], 0
    last = at + COLUMN * source + length - 1
    for depth in range(length - row[at + DOWN + source]):
        if depth and not _stacks(row[last - depth + 1], row[last - depth]):
            break
        count += 1
    return last, count


@njit
def _legal(words: Any, row: Any, seat: int) -> None:
    """Say every action of a player, in the order of the law."""
    board = BOARD * seat
    for source in range(8):
        first = _first_moved(row, board, source, 1)
        pile = -1 if first < 0 else _foundation(row, row[first])
        if pile >= 0:
            _action(words, seat, RAISE, source, pile, 1)
            _say(words, COMMA)
    for column in range(7):
        length = row[board + LENGTH + column]
        if length and row[board + DOWN + column] == length:
            _action(words, seat, FLIP, column, 0, 0)
            _say(words, COMMA)
    takers = _takers(row, board)
    for source in range(8):
        last, count = _run(row, board, source)
        for moved in range(1, count + 1):
            columns = takers[_FACES[row[last - moved + 1]]]
            for target in range(7):
                if columns >> target & 1 and target != source:
                    _action(words, seat, CARRY, source, target, moved)
                    _say(words, COMMA)
    if row[board + STOCKED] or row[board + WASTED]:
        _action(words, seat, DRAW if row[board + STOCKED] else RECYCLE, 0, 0, 0)
        _say(words, COMMA)
    if row[OFFERED]:
        _say(words, TO_OFFER)
    _say(words, TO_RESIGN)


@njit
def _board(words: Any, row: Any, board: int) -> None:
    """Say the zones of a player as everyone sees them."""
    _say(words, BOARD_LEFT)
    _count(words, _cards_left(row, board))
    _say(words, BOARD_SCORE)
    _count(words, row[board + SCORE])
    _say(words, BOARD_STOCK)
    _count(words, row[board + STOCKED])
    _say(words, BOARD_TABLEAU)
    for column in range(7):
        if column:
            _say(words, COMMA)
        _say(words, OPEN)
        first, length, down = board + COLUMN * column, row[board + LENGTH + column], row[board + DOWN + column]
        _cards(words, row, first, 0, length, down)
        _say(words, SHUT)
    _say(words, BOARD_WASTE)
    _cards(words, row, board + WASTE, 0, row[board + WASTED], 0)
    _say(words, CLOSE)


@njit
def _foundations(words: Any, row: Any) -> None:
    for pile in range(8):
        if pile:
            _say(words, COMMA)
        _say(words, PILE_CARDS)
        _cards(words, row, PILED + 13 * pile, 0, row[RAISED + pile], 0)
        _say(words, PILE_SUIT + pile // 2)


# --- writing ----------------------------------------------------------------------------------------------------


@njit
def _write(out: Any, at: int, words: Any) -> int:
    """Write what was said, and have nothing said. Places are unsigned, which makes it twenty times as fast."""
    to: Any = np.uint64(at)
    for one in range(1, words[0] + 1):
        begin, end = _BEGINS[words[one]], _BEGINS[words[one] + 1]
        for block in range(begin, end, BLOCK):
            for place in range(BLOCK):
                out[to + (block - begin) + place] = _TEXTS[block + place]
        to += end - begin
    words[0] = 0
    return int(to)


@njit
def _copy(out: Any, at: int, text: Any) -> int:
    for place in range(len(text)):
        out[at + place] = text[place]
    return at + len(text)


@njit
def _news(
    words: Any, before: Any, row: Any, seat: int, kind: int, source: int, target: int, count: int, rev: int, seq: int,
    receiver: int,
) -> None:  # fmt: skip
    """Say what a player is told of an action, until the help that was given."""
    _say(words, ACK)
    _count(words, rev)
    _say(words, BY_1 + seat)
    _count(words, seq)
    _say(words, DONE)
    _action(words, seat, kind, source, target, count)
    _say(words, CHANGE)
    _changes(words, before, row, seat, receiver)
    if kind != RAISE:
        _say(words, NO_REPORT)
        return
    _say(words, CHOSEN)
    for pile in range(8):
        if row[RAISED + pile] != before[RAISED + pile]:
            _count(words, pile)
    _say(words, HELP)


@njit
def _view(out: Any, at: int, words: Any, options: Any, row: Any, rev: int, receiver: int) -> int:
    """Write what a player sees, in canonical form."""
    _say(words, REV)
    _count(words, rev)
    _say(words, VIEW)
    _foundations(words, row)
    _say(words, SPLIT_MODE + row[SHARED])
    if row[OFFERED]:
        _say(words, NO_OFFERS)
    _say(words, OPPONENT)
    _board(words, row, BOARD - BOARD * receiver)
    at = _copy(out, _write(out, at, words), options)
    _say(words, SEEN_BY_1 + receiver)
    if row[COUNTED]:
        _say(words, COUNTS)
        _count(words, row[SINCE])
        _say(words, COUNTS_2)
        _count(words, row[BOARD + SINCE])
        _say(words, END)
    _say(words, ACTIVE)
    _board(words, row, BOARD * receiver)
    _say(words, VIEWED)
    return _write(out, at, words)


@njit
def _meant(action: int) -> tuple[int, int, int, int]:
    """Return the kind of an action, its source, its target and how many cards it moves."""
    if action < FLIPS:
        return RAISE, action // 8, action % 8, 1
    if action < CARRIES:
        return FLIP, action - FLIPS, 0, 0
    if action < DRAWS:
        carry = action - CARRIES
        return CARRY, carry // 98, carry // 14 % 7, carry % 14
    return (DRAW if action == DRAWS else RECYCLE), 0, 0, 0


@njit
def _take(before: Any, row: Any, asked: Any, words: Any, options: Any, out: Any, at: int, ends: Any) -> int:
    """Take an action in `row` and write what both players are told of it, from `at` on."""
    if not _is_sound(row):
        return BROKEN
    seat, rev, seq = asked[0], asked[2], asked[3]
    kind, source, target, count = _meant(asked[1])
    result = _step(row, seat, kind, source, target, count)
    if result != TAKEN:
        return result
    ends[0] = at
    for receiver in range(2):
        _news(words, before, row, seat, kind, source, target, count, rev, seq, receiver)
        at = ends[3 * receiver + 1] = _write(out, at, words)
        _say(words, LEGAL)
        _legal(words, row, receiver)
        _say(words, GOES_ON)
        at = ends[3 * receiver + 2] = _write(out, at, words)
        at = ends[3 * receiver + 3] = _view(out, at, words, options, row, rev, receiver)
    return TAKEN


@njit(cache=True)
def take(before: Any, rows: Any, asked: Any, options: Any, out: Any, ends: Any, results: Any) -> None:
    """Take an action in each of `rows`, which are `before` still, and write what both players are told of it.

    Of each action `asked` has the seat, its number, the revision that it leads to, its message's number, and where in
    `options` lies what a view says of those. For each player `out` gets the acknowledgement until its help, the rest
    from its view's hash on, and the view that is hashed; `ends` gets where they begin and where each of them ends.
    """
    words = np.empty(MOST_WORDS, np.int16)
    words[0] = 0
    at = 0
    for case in range(len(rows)):
        own = options[asked[case, 4] : asked[case, 5]]
        results[case] = _take(before[case], rows[case], asked[case], words, own, out, at, ends[case])
        if results[case] == TAKEN:
            at = ends[case, 6]
