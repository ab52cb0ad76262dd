"""A second Klondike, slow and plain: lists, dictionaries and text, nothing of the rules imported.

A board is the canonical state as JSON gives it. It is written from docs/rules/klondike.md alone, to be compared with
the rules on random positions.
"""

from copy import deepcopy
from hashlib import sha256
from itertools import pairwise
from typing import Any

Board = dict[str, Any]
Payload = dict[str, Any]

ZONES: list[Payload] = [
    {"zone": "stock"},
    {"zone": "waste"},
    *({"zone": "tableau", "index": index} for index in range(-1, 8)),
    *({"zone": "foundation", "index": index} for index in range(-1, 5)),
]
"""Every place, and one beyond each end."""


def shuffled_codes(seed: str) -> list[str]:
    """The deck of a seed, written out from the contract: SHA-256 blocks, big-endian words, Fisher–Yates."""
    codes = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    words: list[int] = []
    block = 0
    while len(words) < 400:
        data = sha256(f"{seed}::klondike".encode() + bytes([0]) + block.to_bytes(8, "big")).digest()
        words += [int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4)]
        block += 1
    for last in range(51, 0, -1):
        word = words.pop(0)
        while word >= 2**32 - 2**32 % (last + 1):
            word = words.pop(0)
        other = word % (last + 1)
        codes[last], codes[other] = codes[other], codes[last]
    return codes


def is_red(card: Payload) -> bool:
    return card["suit"] in ("D", "H")


def lies_well(lower: Payload, upper: Payload) -> bool:
    return bool(lower["rank"] == upper["rank"] + 1 and is_red(lower) != is_red(upper))


def pile_of(board: Board, place: Payload) -> list[Payload]:
    zone = "foundations" if place["zone"] == "foundation" else place["zone"]
    pile: list[Payload] = board[zone][place["index"]] if "index" in place else board[zone]
    return pile


def goes_up(board: Board, card: Payload) -> list[int]:
    """Every foundation that takes the card."""
    fitting = []
    for index, pile in enumerate(board["foundations"]):
        if len(pile) == card["rank"] - 1 and all(one["suit"] == card["suit"] for one in pile):
            fitting.append(index)
    return fitting


def exists(place: Payload) -> bool:
    size = {"tableau": 7, "foundation": 4}.get(place["zone"], 1)
    return place.get("index", 0) in range(size)


def may_complete(board: Board) -> bool:
    hidden = [card for column in board["tableau"] for card in column if card["faceDown"]]
    if board["status"] != "active" or hidden:
        return False
    if board["rulesVersion"] == "1.0.0":
        return not board["stock"] and not board["waste"]
    if board["options"]["draw"] == 1 and board["options"]["redeals"] == -1:
        return True
    return not board["stock"] and completed(board)["status"] == "won"


def procedure(board: Board) -> tuple[str, Payload] | None:
    """The next action of the procedure: the lowest card up (leftmost column first, waste last), draw, recycle."""
    places: list[Payload] = [*({"zone": "tableau", "index": index} for index in range(7)), {"zone": "waste"}]
    tops = [(place, pile_of(board, place)[-1]) for place in places if pile_of(board, place)]
    rising = [(place, card) for place, card in tops if goes_up(board, card)]
    if rising:
        lowest = min(card["rank"] for _, card in rising)
        place = next(place for place, card in rising if card["rank"] == lowest)
        return "foundationMove", {"source": place, "count": 1}
    return next(((kind, {}) for kind in ("draw", "recycle") if not judge(board, kind, {})), None)


def completed(board: Board) -> Board:
    """Where the procedure leads: to the win, or to a position that was there before."""
    met: list[tuple[Any, Any, Any]] = []
    while board["status"] == "active" and (step := procedure(board)):
        here = board["tableau"], board["waste"], board["stock"]
        if step[0] == "recycle" and here in met:
            break
        met += [here] if step[0] == "recycle" else []
        board = play(board, *step)
    return board


def judge(board: Board, kind: str, payload: Payload) -> str:
    """The code of the refusal, or nothing if the action is accepted."""
    if board["status"] == "won":
        return "MATCH_FINISHED"
    if kind == "draw":
        return "" if board["stock"] else "RULE_VIOLATION"
    if kind == "recycle":
        limit = board["options"]["redeals"]
        left = limit < 0 or board["redealsUsed"] < limit
        return "" if left and board["waste"] and not board["stock"] else "RULE_VIOLATION"
    if kind == "autoComplete":
        return "" if may_complete(board) else "RULE_VIOLATION"
    up = kind == "foundationMove"
    source: Payload = payload["source"]
    target: Payload | None = payload.get("target")
    count = payload.get("count")
    if source["zone"] == "stock" or (up and source["zone"] == "foundation") or not exists(source):
        return "INVALID_SOURCE"
    zone = "foundation" if up else "tableau"
    if target is not None and (target["zone"] != zone or not exists(target) or source == target):
        return "INVALID_TARGET"
    if not isinstance(count, int) or isinstance(count, bool) or count <= 0:
        return "MALFORMED_MESSAGE"
    pile = pile_of(board, source)
    taken = pile[len(pile) - count :] if count <= len(pile) else []
    if not taken or any(card["faceDown"] for card in taken):
        return "CARD_NOT_ACCESSIBLE"
    if any(not lies_well(lower, upper) for lower, upper in pairwise(taken)):
        return "CARD_NOT_ACCESSIBLE"
    if source["zone"] != "tableau" and count != 1:
        return "CARD_NOT_ACCESSIBLE"
    if up:
        fitting = goes_up(board, taken[0])
        fits = count == 1 and (target["index"] in fitting if target else bool(fitting))
    else:
        assert target is not None
        column = pile_of(board, target)
        fits = (not column[-1]["faceDown"] and lies_well(column[-1], taken[0])) if column else taken[0]["rank"] == 13
    return "" if fits else "RULE_VIOLATION"


def every_action(counts: range = range(15)) -> list[tuple[str, Payload]]:
    """Every well-formed action, legal or not."""
    actions: list[tuple[str, Payload]] = [("draw", {}), ("recycle", {}), ("autoComplete", {})]
    for source in ZONES:
        for count in counts:
            actions.append(("foundationMove", {"source": source, "count": count}))
            for target in ZONES:
                for kind in ("tableauMove", "foundationMove"):
                    actions.append((kind, {"source": source, "target": target, "count": count}))
    return actions


def legal(board: Board) -> list[tuple[str, Payload]]:
    """Everything that is accepted, found by trying; foundation moves with their foundation only."""
    return [
        (kind, payload)
        for kind, payload in every_action(range(1, 14))
        if (kind != "foundationMove" or "target" in payload) and not judge(board, kind, payload)
    ]


def play(board: Board, kind: str, payload: Payload) -> Board:
    """The board after an accepted action."""
    board = deepcopy(board)
    if kind == "recycle":
        board["stock"] = [{**card, "faceDown": True} for card in board["waste"]][::-1]
        board["waste"] = []
        board["redealsUsed"] += 1
    elif kind == "draw":
        board["moves"] += 1
        for _ in range(board["options"]["draw"]):
            if board["stock"]:
                board["waste"].append({**board["stock"].pop(), "faceDown": False})
    elif kind == "autoComplete":
        board = completed(board)
    else:
        _move(board, payload["source"], payload.get("target"), payload["count"])
    return board


def _move(board: Board, source: Payload, target: Payload | None, count: int) -> None:
    pile = pile_of(board, source)
    taken = [pile.pop() for _ in range(count)][::-1]
    target = target or {"zone": "foundation", "index": goes_up(board, taken[0])[0]}
    pile_of(board, target).extend(taken)
    turned = source["zone"] == "tableau" and bool(pile) and pile[-1]["faceDown"]
    if turned:
        pile[-1]["faceDown"] = False
    won = sum(map(len, board["foundations"])) == 52
    up, back = target["zone"] == "foundation", source["zone"] == "foundation"
    scoring = board["options"]["scoring"]
    if scoring == "vegas":
        board["score"] += 5 * up - 5 * back
    else:
        paid = turned if scoring == "standard" else source["zone"] == "tableau"
        board["score"] += 10 * up - 15 * back + 5 * paid + 100 * won
    board["moves"] += 1
    board["status"] = "won" if won else "active"
