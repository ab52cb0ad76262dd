"""Never Nine once more, from its rules alone: slow, plain, over the canonical JSON. It shares no code with the rules.

`judge` answers a message (actor, kind, payload) with the code that refuses it, or with the next state.
"""

from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Any

Json = dict[str, Any]

ASCENDING = "6789TJQKA"
PACK = [rank + suit for suit in "CDHS" for rank in ASCENDING]
NAMES = ["p1", "p2", "p3", "p4"]
FIELDS = {"bid": {"bid"}, "play": {"card"}, "bidFor": {"bid", "player"}, "playFor": {"card", "player"}}


def judge(state: Json, actor: str, kind: Any, payload: Any) -> tuple[str | None, Json]:
    """Return the code of the refusal and the unchanged state, or None and the next state."""
    code = refusal(state, actor, kind, payload)
    return (code, state) if code else (None, transition(state, actor, kind, payload))


# --- the deal ---


def random_numbers(name: str) -> Iterator[int]:
    """Yield the 32-bit words of a stream."""
    for block in range(10**9):
        text = sha256(name.encode() + bytes([0]) + block.to_bytes(8, "big")).hexdigest()
        for i in range(8):
            yield int(text[8 * i : 8 * i + 8], 16)


def below(numbers: Iterator[int], bound: int) -> int:
    """Return the next number below `bound`, without favouring any."""
    return next(number % bound for number in numbers if number < 2**32 // bound * bound)


def hands_of(seed: str, number: int, dealer: int) -> list[list[str]]:
    """Return the hands of a round: shuffle, then one card after the other, clockwise."""
    pack, numbers = list(PACK), random_numbers(f"{seed}::nevernine::{number}")
    for last in range(35, 0, -1):
        chosen = below(numbers, last + 1)
        pack[last], pack[chosen] = pack[chosen], pack[last]
    hands: list[list[str]] = [[], [], [], []]
    seat = dealer
    for card in pack:
        seat = seat + 1 if seat < 3 else 0
        hands[seat].append(card)
    return hands


def first_dealer(seed: str) -> int:
    """Return who deals the first round."""
    return below(random_numbers(f"{seed}::nevernine::dealer"), 4)


def dealt(seed: str, options: Json) -> Json:
    """Return the canonical state at the deal."""
    first = first_dealer(seed)
    state = {
        "endedReason": None,
        "firstDealer": first,
        "history": [[0, 0, 0, 0]],
        "lastRound": None,
        "options": {"limit": 100, "tieBreak": "later", "turnSeconds": 0} | options,
        "rulesVersion": "1.0.0",
        "scores": [0, 0, 0, 0],
        "seed": seed,
        "status": "active",
        "winners": [],
    }
    return state | new_round(seed, 1, first)


def new_round(seed: str, number: int, dealer: int) -> Json:
    """Return the fields that are reset every round."""
    leader = [1, 2, 3, 0][dealer]
    return {
        "bids": [None, None, None, None],
        "dealer": dealer,
        "hands": hands_of(seed, number, dealer),
        "phase": "bid",
        "round": number,
        "taken": [0, 0, 0, 0],
        "trick": {"leader": leader, "moves": [], "winner": None},
        "tricks": [],
        "turn": leader,
    }


# --- may it be done? ---


def refusal(state: Json, actor: str, kind: Any, payload: Any) -> str | None:
    """Return the first failure in the order of the rules."""
    if not isinstance(kind, str) or not isinstance(payload, dict):
        return "MALFORMED_MESSAGE"
    if kind not in FIELDS or kind.endswith("For") != (actor == "server"):
        return "INVALID_ACTION_KIND"
    if set(payload) != FIELDS[kind] or not isinstance(payload.get("card", ""), str):
        return "MALFORMED_MESSAGE"
    if payload.get("player", "p1") not in NAMES:
        return "MALFORMED_MESSAGE"
    if state["status"] == "finished":
        return "MATCH_FINISHED"
    if actor == "server" and state["options"]["turnSeconds"] == 0:
        return "RULE_VIOLATION"
    seat = NAMES.index(payload.get("player", actor))
    if kind.startswith("bid"):
        return bid_refusal(state, seat, payload["bid"])
    return card_refusal(state, seat, payload["card"])


def bid_refusal(state: Json, seat: int, bid: Any) -> str | None:
    if state["phase"] != "bid":
        return "WRONG_PHASE"
    if state["bids"][seat] is not None:
        return "ALREADY_BID"
    if next_bidder(state) != seat:
        return "NOT_YOUR_TURN"
    if not isinstance(bid, int) or bid is True or bid is False:
        return "BID_NOT_INTEGER"
    if bid not in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]:
        return "BID_OUT_OF_RANGE"
    others = [other for other in state["bids"] if other is not None]
    if len(others) == 3 and sum(others) + bid == 9:
        return "BID_FORBIDDEN_SUM"
    return None


def card_refusal(state: Json, seat: int, card: str) -> str | None:
    if state["phase"] != "play":
        return "WRONG_PHASE"
    laid = state["trick"]["moves"]
    if seat != (state["trick"]["leader"] + len(laid)) % 4:
        return "NOT_YOUR_TURN"
    if card not in state["hands"][seat]:
        return "CARD_NOT_IN_HAND"
    if laid:
        led = laid[0]["card"][-1]
        if card[-1] != led and led in [held[-1] for held in state["hands"][seat]]:
            return "MUST_FOLLOW_SUIT"
    return None


def next_bidder(state: Json) -> int:
    """Return the first seat without a bid, counted from the dealer's left."""
    order = [(int(state["dealer"]) + step) % 4 for step in (1, 2, 3, 4)]
    return next(seat for seat in order if state["bids"][seat] is None)


# --- what comes of it? ---


def transition(state: Json, actor: str, kind: str, payload: Json) -> Json:
    """Return the state after an accepted message."""
    state = deepcopy(state)
    seat = NAMES.index(payload.get("player", actor))
    if kind.startswith("bid"):
        state["bids"][seat] = payload["bid"]
        done = None not in state["bids"]
        state["phase"] = "play" if done else "bid"
        state["turn"] = state["trick"]["leader"] if done else next_bidder(state)
        return state
    state["hands"][seat].remove(payload["card"])
    trick = state["trick"]
    trick["moves"].append({"card": payload["card"], "seat": seat})
    if len(trick["moves"]) < 4:
        state["turn"] = (seat + 1) % 4
        return state
    trick["winner"] = state["turn"] = trick_winner(trick["moves"])
    state["taken"][trick["winner"]] += 1
    state["tricks"].append(trick)
    state["trick"] = {"leader": trick["winner"], "moves": [], "winner": None}
    return state if any(state["hands"]) else scored(state)


def trick_winner(moves: list[Json]) -> int:
    """Return the seat of the card that no other card of the leading suit beats."""
    suit = [move for move in moves if move["card"][1] == moves[0]["card"][1]]
    for rank in reversed(ASCENDING):
        for move in suit:
            if move["card"][0] == rank:
                return int(move["seat"])
    raise AssertionError("a trick always has a card of the leading suit")


def scored(state: Json) -> Json:
    """Return the state after the ninth trick."""
    penalties = [max(bid - had, had - bid) for bid, had in zip(state["bids"], state["taken"], strict=True)]
    state["lastRound"] = {
        "bids": list(state["bids"]),
        "dealer": state["dealer"],
        "lastTrick": state["tricks"][-1],
        "number": state["round"],
        "penalties": penalties,
        "taken": list(state["taken"]),
    }
    state["scores"] = [score + penalty for score, penalty in zip(state["scores"], penalties, strict=True)]
    state["history"].append(list(state["scores"]))
    if any(score >= state["options"]["limit"] for score in state["scores"]):
        end = {"endedReason": "completed", "phase": "over", "status": "finished", "turn": None}
        return state | end | {"winners": winners(state)}
    return state | new_round(state["seed"], state["round"] + 1, (state["dealer"] + 1) % 4)


def winners(state: Json) -> list[int]:
    """Return the lowest; of several, with `later`, those whose score is the youngest."""
    best = [seat for seat in range(4) if all(state["scores"][seat] <= other for other in state["scores"])]
    if state["options"]["tieBreak"] == "shared":
        return best
    young = {seat: reached(state, seat) for seat in best}
    return [seat for seat in best if all(young[seat] >= age for age in young.values())]


def reached(state: Json, seat: int) -> int:
    """Return the number of the round after which a seat had its present score for the first time."""
    return [row[seat] for row in state["history"]].index(state["scores"][seat])


# --- what could be tried ---

CARDS = [*PACK, "5C", "2H", "7h", "", "joker", "10D"]
BIDS: list[Any] = [*range(-1, 11), True, False, None, 3.0, 2.5, "3", [3], {"bid": 3}]
MESSAGES: list[tuple[str, Json]] = [
    *(("bid", {"bid": bid}) for bid in BIDS),
    *(("play", {"card": card}) for card in CARDS),
]
SERVER_MESSAGES: list[tuple[str, Json]] = [
    (f"{kind}For", {**payload, "player": name}) for kind, payload in MESSAGES for name in NAMES
]
