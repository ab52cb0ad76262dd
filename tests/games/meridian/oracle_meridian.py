"""A second Meridian Master, slow and plain: lists, dictionaries and text, nothing of the rules imported.

A board is the canonical state as JSON gives it, but for `history`, which holds texts of positions instead of
fingerprints. It is written from the words of the rules alone, to be compared with the rules on random positions.
"""

import json
from copy import deepcopy
from hashlib import sha256
from itertools import pairwise
from typing import Any

Board = dict[str, Any]
Payload = dict[str, Any]
Place = tuple[str, int, int]
"""Where a card is: the zone, the number of the pile in it, the height in the pile."""

RANKS = "A23456789TJQK"
SUITS = "HDCS"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
TARGETS: list[Payload] = [
    *({"type": kind, "suit": suit.lower()} for kind in ("fUp", "fDown") for suit in SUITS),
    *({"type": "tab", "col": column} for column in range(7)),
    *({"type": "pocket", "pocketNum": number} for number in (1, 2)),
]
"""Every well-formed target, in the order in which hints prefer them."""
KINDS_OF_A_SEAT = ("move", "draw", "recycle", "resign", "declareStalemate")
RATINGS = {"classic": (75, 60, 45), "double_pocket": (80, 65, 50), "traditional": (65, 50, 35), "expert": (55, 40, 25)}
"""The lowest efficiency that is still excellent, good, average."""


# --- the deal ---------------------------------------------------------------------------------------------------


def shuffled_codes(seed: str) -> list[str]:
    """The deck of a seed, written out from the contract: SHA-256 blocks, big-endian words, Fisher–Yates."""
    codes = list(DECK)
    words: list[int] = []
    for block in range(50):
        data = sha256(f"{seed}::meridian".encode() + bytes([0]) + block.to_bytes(8, "big")).digest()
        words += [int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4)]
    for last in range(51, 0, -1):
        word = words.pop(0)
        while word >= 2**32 - 2**32 % (last + 1):
            word = words.pop(0)
        other = word % (last + 1)
        codes[last], codes[other] = codes[other], codes[last]
    return codes


def card_of(code: str, face_down: bool = False) -> Payload:
    return {"cardId": code, "faceDown": face_down, "rank": RANKS.index(code[0]) + 1, "suit": code[1]}


def dealt(seed: str, options: Payload) -> Board:
    """The first board: columns of 1 … 7 from the deck's first card on, the other 24 cards are the stock."""
    chosen = {"direction": "locked", "mode": "classic", **options}
    codes = shuffled_codes(seed)
    hides = chosen["mode"] in ("traditional", "expert")
    tableau = []
    for column in range(7):
        tableau.append([card_of(codes.pop(0), hides and row < column) for row in range(column + 1)])
    board: Board = {
        "board": {
            "baseHeights": [1, 2, 3, 4, 5, 6, 7],
            "columnTypes": [type_by(tableau[0][0])] + ["untyped"] * 6,
            "down": [[], [], [], []],
            "pockets": [None, None] if chosen["mode"] == "double_pocket" else [None],
            "tableau": tableau,
            "up": [[], [], [], []],
            "waste": [],
        },
        "draws": 0,
        "end": None,
        "firstAceMove": None,
        "firstKingMove": None,
        "idle": False,
        "loop": False,
        "moves": 0,
        "movesWithoutProgress": 0,
        "options": chosen,
        "recycles": 0,
        "rulesVersion": "6.0.2",
        "seed": seed,
        "stock": [card_of(code) for code in codes],
    }
    board["history"] = [position(board)]
    return board


def position(board: Board) -> str:
    """A text that distinguishes positions: every pile with facing and order, the types and the base heights."""
    return json.dumps([board["board"], board["stock"]], sort_keys=True)


# --- cards and columns ------------------------------------------------------------------------------------------


def is_red(card: Payload) -> bool:
    return card["suit"] in ("H", "D")


def type_by(card: Payload) -> str:
    return {1: "ace", 13: "king"}.get(card["rank"], "untyped")


def slope(cards: list[Payload]) -> int | None:
    """+1 or -1 for a run that climbs or falls by alternating colours, 0 for one card, None for anything else."""
    if any(is_red(lower) == is_red(upper) for lower, upper in pairwise(cards)):
        return None
    steps = {upper["rank"] - lower["rank"] for lower, upper in pairwise(cards)}
    if not steps:
        return 0
    if steps in ({1}, {-1}):
        return int(min(steps))
    return None


def directions(board: Board) -> list[int]:
    """Which way each column must be built: +1, -1, or 0 where both ways are open."""
    result = []
    for column, kind, base in zip(
        board["board"]["tableau"], board["board"]["columnTypes"], board["board"]["baseHeights"], strict=True
    ):
        if kind == "ace":
            result.append(1)
        elif kind == "king":
            result.append(-1)
        elif board["options"]["direction"] == "locked" and 0 < base < len(column):
            result.append(1 if column[base]["rank"] > column[base - 1]["rank"] else -1)
        else:
            result.append(0)
    return result


def find(board: Board, code: object) -> Place | None:
    """Where a card is, or None if there is no such card."""
    piles: list[tuple[str, int, list[Payload | None]]] = [("waste", 0, board["board"]["waste"])]
    piles += [("pocket", number, [card]) for number, card in enumerate(board["board"]["pockets"], start=1)]
    piles += [("tab", number, column) for number, column in enumerate(board["board"]["tableau"])]
    piles += [("fUp", number, pile) for number, pile in enumerate(board["board"]["up"])]
    piles += [("fDown", number, pile) for number, pile in enumerate(board["board"]["down"])]
    piles += [("stock", 0, board["stock"])]
    for zone, number, pile in piles:
        for height, card in enumerate(pile):
            if card is not None and card["cardId"] == code:
                return zone, number, height
    return None


def taken(board: Board, place: Place) -> list[Payload]:
    """The cards that move if the card at a place is moved; none if it is not accessible."""
    zone, number, height = place
    if zone == "pocket":
        return [board["board"]["pockets"][number - 1]]
    if zone == "waste":
        waste: list[Payload] = board["board"]["waste"]
        return waste[height:] if height == len(waste) - 1 else []
    if zone == "tab":
        run: list[Payload] = board["board"]["tableau"][number][height:]
        kind = board["board"]["columnTypes"][number]
        allowed: tuple[int, ...] = {"ace": (0, 1), "king": (0, -1)}.get(kind, (0, 1, -1))
        if not any(card["faceDown"] for card in run) and slope(run) in allowed:
            return run
    return []


# --- what is accepted -------------------------------------------------------------------------------------------


def judge(board: Board, kind: str, payload: Payload, seat: str = "p1") -> tuple[str, str]:
    """The code and the reason of the refusal, or two empty texts if the action is accepted."""
    if kind not in {"p1": KINDS_OF_A_SEAT, "server": ("warnIdle",)}.get(seat, ()):
        return "INVALID_ACTION_KIND", f"{kind!r} is not a valid action for {seat}"
    if board["end"] is not None:
        return "MATCH_FINISHED", "Game not active"
    if kind == "move":
        return judge_move(board, payload.get("card"), payload.get("target"))
    if kind == "recycle" and board["stock"]:
        return "RULE_VIOLATION", "The stock is not empty"
    if kind in ("draw", "recycle") and not board["stock"] and not board["board"]["waste"]:
        return "RULE_VIOLATION", "No cards to draw"
    if kind == "declareStalemate" and not warned(board):
        return "RULE_VIOLATION", "There is no warning"
    if kind == "warnIdle" and (board["moves"] < 200 or board["idle"]):
        return "RULE_VIOLATION", "There is no warning"
    return "", ""


def warned(board: Board) -> bool:
    return bool(board["movesWithoutProgress"] >= 30 or board["loop"] or board["idle"])


def judge_move(board: Board, code: object, target: object) -> tuple[str, str]:
    place = find(board, code)
    if place is None:
        return "INVALID_SOURCE", "Card not found"
    if place[0] == "stock":
        return "INVALID_SOURCE", "Card location unknown"
    cards = taken(board, place)
    if not cards:
        return "CARD_NOT_ACCESSIBLE", "Card not accessible"
    onto = read_target(target)
    if onto is None:
        return "INVALID_TARGET", "Invalid target"
    if onto["type"] == "tab" and place[:2] == ("tab", onto["col"]):
        return "INVALID_TARGET", "Card is already there"
    if onto["type"] == "pocket" and place[0] == "pocket":
        return "RULE_VIOLATION", "Pocket-to-pocket moves are not allowed"
    if onto["type"] == "pocket" and onto["pocketNum"] > len(board["board"]["pockets"]):
        return "INVALID_TARGET", "Pocket not available in this mode"
    if onto["type"] != "tab" and len(cards) > 1:
        return "RULE_VIOLATION", "Only a single card can be placed here"
    reason = refusal(board, cards, onto)
    return ("RULE_VIOLATION", reason) if reason else ("", "")


def in_text(payload: Payload) -> Payload:
    """A payload of our messages with its target as the text writes it; a place that does not exist stays none."""
    if "target" not in payload:
        return payload
    zone, index = payload["target"]["zone"], payload["target"].get("index", -1)
    suit = "hdcs"[index % 4] if 0 <= index < 8 else None
    target: Payload = {
        "tableau": {"type": "tab", "col": index},
        "pocket": {"type": "pocket", "pocketNum": index + 1},
        "foundation": {"type": "fUp" if index < 4 else "fDown", "suit": suit},
    }.get(zone, {"type": zone})
    return {**payload, "target": target}


def read_target(target: object) -> Payload | None:
    """The target with the fields that its type needs, or None if it is malformed."""
    if not isinstance(target, dict):
        return None
    kind = target.get("type")
    if kind == "tab":
        column = target.get("col")
        return {"type": kind, "col": column} if type(column) is int and 0 <= column <= 6 else None
    if kind == "fUp" or kind == "fDown":
        suit = target.get("suit")
        return {"type": kind, "suit": suit} if isinstance(suit, str) and suit in ("h", "d", "c", "s") else None
    if kind == "pocket":
        number = target.get("pocketNum", 1)
        return {"type": kind, "pocketNum": number} if type(number) is int and number in (1, 2) else None
    return None


def refusal(board: Board, cards: list[Payload], onto: Payload) -> str:
    """Why a well-formed target does not take the cards; nothing if it does."""
    first = cards[0]
    if onto["type"] == "pocket":
        return "Pocket is full" if board["board"]["pockets"][onto["pocketNum"] - 1] is not None else ""
    if onto["type"] == "tab":
        column = board["board"]["tableau"][onto["col"]]
        if not column:
            return "" if first["rank"] in (1, 13) else "Only Ace or King on an empty column"
        way = slope([column[-1], *cards])
        if way is None or directions(board)[onto["col"]] not in (0, way):
            return "Column does not accept this card"
        return ""
    number = "hdcs".index(onto["suit"])
    up, down = len(board["board"]["up"][number]), len(board["board"]["down"][number])
    wanted = 7 + up if onto["type"] == "fUp" else 6 - down
    fits = first["suit"].lower() == onto["suit"] and first["rank"] == wanted
    return "" if fits else "Foundation does not accept this card"


def legal_moves(board: Board) -> list[tuple[str, Payload]]:
    """Every card move that is accepted, found by trying."""
    found = []
    for code in DECK:
        if judge_move(board, code, None)[1] != "Invalid target" or board["end"] is not None:
            continue
        for target in TARGETS:
            if judge(board, "move", {"card": code, "target": target}) == ("", ""):
                found.append((code, dict(target)))
    return found


def legal(board: Board) -> list[tuple[str, Payload]]:
    """Everything that is accepted from the player."""
    actions: list[tuple[str, Payload]] = []
    for code, target in legal_moves(board):
        actions.append(("move", {"card": code, "target": target}))
    for kind in KINDS_OF_A_SEAT[1:]:
        if judge(board, kind, {}) == ("", ""):
            actions.append((kind, {}))
    return actions


# --- what an action does ----------------------------------------------------------------------------------------


def play(board: Board, kind: str, payload: Payload) -> Board:
    """The board after an accepted action."""
    board = deepcopy(board)
    if kind == "recycle":
        _recycle(board)
    elif kind == "draw":
        if not board["stock"]:
            _recycle(board)
        board["board"]["waste"].append(board["stock"].pop())
        board["draws"] += 1
    elif kind == "move":
        _move(board, payload["card"], payload["target"])
    elif kind == "warnIdle":
        board["idle"] = True
    else:
        board["end"] = {"resign": "resign", "declareStalemate": "declared"}[kind]
    return board


def _recycle(board: Board) -> None:
    board["stock"] = board["board"]["waste"][::-1]
    board["board"]["waste"] = []
    board["recycles"] += 1


def _move(board: Board, code: str, target: Payload) -> None:
    opens = target["type"] == "tab" and not board["board"]["tableau"][target["col"]]
    _carry(board, code, target)
    board["moves"] += 1
    for rank, mark in (("A", "firstAceMove"), ("K", "firstKingMove")):
        if opens and code[0] == rank and board[mark] is None:
            board[mark] = board["moves"]
    text = position(board)
    if text in board["history"]:
        board["loop"] = True
    else:
        board["history"] = [*board["history"], text][-50:]
    board["movesWithoutProgress"] += 1
    if target["type"] in ("fUp", "fDown"):
        board["movesWithoutProgress"] = 0
        board["loop"] = board["idle"] = False
    if won(board):
        board["end"] = "completed"
    elif stalemate(board):
        board["end"] = "stalemate"


def _carry(board: Board, code: str, target: Payload) -> int | None:
    """Lay the cards over and set facing, types and base heights; return the column that shows a new face."""
    inner = board["board"]
    place, onto = find(board, code), read_target(target)
    assert place is not None
    assert onto is not None
    zone, number, height = place
    cards = list(taken(board, place))
    if zone == "waste":
        inner["waste"].pop()
    elif zone == "pocket":
        inner["pockets"][number - 1] = None
    else:
        del inner["tableau"][number][height:]
    if onto["type"] == "tab":
        column = onto["col"]
        if not inner["tableau"][column]:
            inner["columnTypes"][column] = type_by(cards[0])
            inner["baseHeights"][column] = 0
        inner["tableau"][column].extend(cards)
    elif onto["type"] == "pocket":
        inner["pockets"][onto["pocketNum"] - 1] = cards[0]
    else:
        inner["up" if onto["type"] == "fUp" else "down"]["hdcs".index(onto["suit"])].append(cards[0])
    turned = None
    if zone == "tab":
        left = inner["tableau"][number]
        if left and left[-1]["faceDown"]:
            left[-1]["faceDown"] = False
            turned = number
        if len(left) == 0:
            inner["columnTypes"][number] = None
        if len(left) == 1:
            inner["columnTypes"][number] = type_by(left[0])
        inner["baseHeights"][number] = min(inner["baseHeights"][number], len(left))
    return turned


# --- the end ----------------------------------------------------------------------------------------------------


def won(board: Board) -> bool:
    return sum(map(len, board["board"]["up"] + board["board"]["down"])) == 52


def shifts_a_column(board: Board, code: str, target: Payload) -> bool:
    """Whether a move only carries a whole column to an empty one."""
    place = find(board, code)
    from_bottom = place is not None and place[0] == "tab" and place[2] == 0
    return from_bottom and target["type"] == "tab" and not board["board"]["tableau"][target["col"]]


def useful_moves(board: Board) -> list[tuple[str, Payload]]:
    return [(code, target) for code, target in legal_moves(board) if not shifts_a_column(board, code, target)]


def draw_helps(board: Board) -> bool:
    """Whether some card of the stock or the waste could go anywhere if it lay on top of the waste."""
    pool = board["board"]["waste"] + board["stock"]
    for card in pool:
        waste = [other for other in pool if other != card] + [card]
        shown = {**board, "stock": [], "board": {**board["board"], "waste": waste}}
        if any(judge_move(shown, card["cardId"], target) == ("", "") for target in TARGETS):
            return True
    return False


def stalemate(board: Board) -> bool:
    """Whether no move is left that changes anything, whatever is drawn."""
    open_board = {**board, "end": None}
    return not won(board) and not useful_moves(open_board) and not draw_helps(open_board)


def efficiency(board: Board) -> int:
    """Cards brought home and cards beyond seven in the columns, in percent of the moves; halves are rounded up."""
    home = sum(map(len, board["board"]["up"] + board["board"]["down"]))
    best = home + max(0, sum(map(len, board["board"]["tableau"])) - 7)
    moves: int = board["moves"]
    if best <= 0 or moves <= 0:
        return 100
    whole, rest = divmod(best * 100, moves)
    return min(100, whole + (1 if rest * 2 >= moves else 0))


def rating(board: Board) -> str:
    names = ("Excellent", "Good", "Average")
    for name, least in zip(names, RATINGS[board["options"]["mode"]], strict=True):
        if efficiency(board) >= least:
            return name
    return "Needs Improvement"


# --- hints ------------------------------------------------------------------------------------------------------


def score_of(board: Board, code: str, target: Payload) -> int:
    """What a move is worth by itself, without a look at the card that it turns."""
    if target["type"] == "pocket":
        return 0
    place = find(board, code)
    assert place is not None
    zone, number, _ = place
    after = deepcopy(board)
    turned = _carry(after, code, target)
    old, new = board["board"]["columnTypes"], after["board"]["columnTypes"]
    typed = [col for col in range(7) if col != turned and new[col] in ("ace", "king") and new[col] != old[col]]
    score = 0
    if target["type"] in ("fUp", "fDown"):
        score += 100
    if turned is not None:
        score += 50
    if typed:
        score += 40
    if zone == "tab" and not after["board"]["tableau"][number]:
        score += 30
    if zone == "pocket":
        score += 15
    if zone == "waste":
        score += 15
    if target["type"] == "tab" and board["board"]["tableau"][target["col"]]:
        score += 10
    return score


def ranking(board: Board) -> list[Payload]:
    """Every move that a hint may name, the best first."""
    ranked = []
    for code, target in useful_moves(board):
        place = find(board, code)
        assert place is not None
        after = deepcopy(board)
        turned = _carry(after, code, target)
        lookahead, good, options = 0, False, 0
        for later, onto in useful_moves(after):
            start = find(after, later)
            assert start is not None
            if turned is not None and (start[:2] == ("tab", turned) or onto.get("col") == turned):
                continue
            worth = score_of(after, later, onto)
            lookahead += 20 if onto["type"] in ("fUp", "fDown") else 10 if worth >= 40 else 2
            good = good or worth >= 50
            options += 1
        dry = not after["stock"] and not after["board"]["waste"]
        stuck = dry and options <= 2 and not good and not won(after)
        score = score_of(board, code, target)
        entry: Payload = {"card": code, "target": target, "score": score, "lookahead": lookahead, "stalemate": stuck}
        entry["total10"] = 10 * score + 3 * lookahead - (500 if stuck else 0)
        source = {"waste": 0, "pocket": place[1], "tab": 3 + place[1]}[place[0]]
        ranked.append(((-entry["total10"], source, TARGETS.index(target), place[2]), entry))
    return [entry for _, entry in sorted(ranked, key=lambda pair: pair[0])]


class Walk:
    """Where a game has been, in the player's eyes: what the hints must not lead back to."""

    def __init__(self, board: Board) -> None:
        self.listed = [in_sight(board)]
        self.reversible = 1
        self.draws = 0

    def after(self, before: Board, kind: str, board: Board) -> None:
        """Follow one action."""
        if kind == "draw":
            self.draws += 1
        if kind != "move":
            return
        self.draws = 0
        if in_sight(board) not in self.listed:
            self.listed = [*self.listed, in_sight(board)][-50:]
            self.reversible = self.reversible + 1 if settled(before) == settled(board) else 1


def in_sight(board: Board) -> str:
    """Columns with the faces that are seen, their types, the foundations and the pockets."""
    inner = board["board"]
    columns = [["?" if card["faceDown"] else card["cardId"] for card in column] for column in inner["tableau"]]
    return repr((columns, inner["columnTypes"], inner["up"], inner["down"], inner["pockets"]))


def settled(board: Board) -> tuple[int, int, int]:
    """What no move turns back: cards brought home, cards left to draw, hidden cards."""
    inner = board["board"]
    home = sum(map(len, inner["up"] + inner["down"]))
    hidden = sum(card["faceDown"] for column in inner["tableau"] for card in column)
    return home, len(board["stock"]) + len(inner["waste"]), hidden


def hint(board: Board, walk: Walk) -> Payload | str | None:
    """What to do next: a move to an unlisted position, a draw, or after a whole pass the way back."""
    if board["end"] is not None:
        return None
    again = []
    for entry in ranking(board):
        after = deepcopy(board)
        _carry(after, entry["card"], entry["target"])
        if settled(after) != settled(board):
            return entry
        if in_sight(after) not in walk.listed and walk.reversible < 50:
            return entry
        again.append((walk.listed.index(in_sight(after)) if in_sight(after) in walk.listed else -1, entry))
    left = len(board["stock"]) + len(board["board"]["waste"])
    if again and walk.draws >= left:
        return min(again, key=lambda pair: pair[0])[1]
    return "draw" if left else None


# --- what must always hold --------------------------------------------------------------------------------------


def problems(board: Board) -> list[str]:
    """A sentence for everything on the board that no rule may produce."""
    inner = board["board"]
    shape = {"baseHeights": 7, "columnTypes": 7, "tableau": 7, "up": 4, "down": 4}
    found = [f"{name} has not {size} parts" for name, size in shape.items() if len(inner[name]) != size]
    if found:
        return found
    mode = board["options"]["mode"]
    if len(inner["pockets"]) != (2 if mode == "double_pocket" else 1):
        found.append(f"{len(inner['pockets'])} pockets in mode {mode}")
    pocketed = [card for card in inner["pockets"] if card is not None]
    loose = board["stock"] + inner["waste"] + pocketed + [card for pile in inner["up"] + inner["down"] for card in pile]
    cards = loose + [card for column in inner["tableau"] for card in column]
    if sorted(card["cardId"] for card in cards) != sorted(DECK):
        found.append("the cards are not the 52 cards once each")
    known = [card_of(code, face_down) for code in DECK for face_down in (False, True)]
    found += [f"{card} is not what its name says" for card in cards if card not in known]
    found += [f"{card['cardId']} lies face-down outside the columns" for card in loose if card["faceDown"]]
    for number in range(7):
        found += [f"column {number}: {text}" for text in column_problems(board, number)]
    for number, suit in enumerate(SUITS):
        for name, ranks in (("up", "789TJQK"), ("down", "65432A")):
            codes = [card["cardId"] for card in inner[name][number]]
            if codes != [rank + suit for rank in ranks][: len(codes)]:
                found.append(f"{name} foundation {suit} is out of order")
    return found


def column_problems(board: Board, number: int) -> list[str]:
    column: list[Payload] = board["board"]["tableau"][number]
    kind, base = board["board"]["columnTypes"][number], board["board"]["baseHeights"][number]
    found = []
    if kind not in ("ace", "king", "untyped", None) or (kind is None) != (not column):
        found.append(f"type {kind} with {len(column)} cards")
    if len(column) == 1 and kind != type_by(column[0]):
        found.append(f"type {kind} with the one card {column[0]['cardId']}")
    if kind in ("ace", "king") and column and (column[0]["faceDown"] or type_by(column[0]) != kind):
        found.append(f"type {kind} on another bottom card")
    if not 0 <= base <= len(column):
        found.append(f"base height {base} with {len(column)} cards")
    faces = [card["faceDown"] for card in column]
    if any(faces) and board["options"]["mode"] in ("classic", "double_pocket"):
        found.append("a face-down card where all are face-up")
    if faces != sorted(faces, reverse=True) or faces[-1:] == [True]:
        found.append("a face-down card on a face-up one, or on top")
    return found
