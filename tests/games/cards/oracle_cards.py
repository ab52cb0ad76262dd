"""A second opinion on Cards: slow, simple, written from the rules on plain lists and dicts alone."""

import copy
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]


def deal(random: Callable[[], float], faces: str) -> tuple[list[list[Json]], int]:
    """Return the piles that a source of fractions deals, and how many fractions that took."""
    taken = 0

    def number(bound: int) -> int:
        nonlocal taken
        taken += 1
        return int(random() * bound)

    undealt = [{"id": 13 * suit + rank, "suit": suit, "rank": rank} for suit in range(4) for rank in range(13)]
    piles: list[list[Json]] = [[], [], [], [], [], [], [], []]
    while undealt:
        where = number(8)
        capacity = where + 3
        if len(piles[where]) < capacity:
            card = undealt.pop(number(len(undealt)))
            piles[where].append(card)
            length = len(piles[where])
            card["faceUp"] = length > capacity - 3 if faces == "lastThreeUp" else length > 3 or length == capacity
    return piles, taken


def black(card: Json) -> bool:
    return card["suit"] in (0, 2)


def follows(lower: Json, upper: Json) -> bool:
    return bool(black(lower) != black(upper) and upper["rank"] + 1 == lower["rank"])


def accepts(pile: list[Json], card: Json) -> bool:
    """Whether a tableau pile takes a stack that begins with `card`."""
    if len(pile) == 0:
        return bool(card["rank"] == 12)
    return bool(pile[-1]["faceUp"] and follows(pile[-1], card))


def judge(state: Json, kind: str, payload: Json) -> str | Json:
    """Return the code of the refusal, or the state that the action leads to."""
    if state["status"] == "won":
        return "MATCH_FINISHED"
    if kind == "finish":
        return finished(copy.deepcopy(state))
    up = kind == "foundationMove"
    source: Json = payload["source"]
    target: Any = payload.get("target")
    if source["zone"] not in (["tableau"] if up else ["tableau", "foundation"]) or not exists(source):
        return "INVALID_SOURCE"
    aim = "foundation" if up else "tableau"
    if target is not None and (target["zone"] != aim or not exists(target) or target == source):
        return "INVALID_TARGET"
    count = payload.get("count", 1 if up else None)
    if isinstance(count, bool) or not isinstance(count, int) or count <= 0:
        return "MALFORMED_MESSAGE"
    zone = "tableau" if source["zone"] == "tableau" else "foundations"
    pile = state[zone][source["index"]]
    stack = pile[len(pile) - count :]
    if count > len(pile) or not takeable(stack, zone, state["options"]["stack"]):
        return "CARD_NOT_ACCESSIBLE"
    if up:
        onto = stack[0]["suit"]
        wrong = target is not None and target["index"] != onto
        if wrong or count != 1 or stack[0]["rank"] != len(state["foundations"][onto]):
            return "RULE_VIOLATION"
    else:
        onto = target["index"]
        if not accepts(state["tableau"][onto], stack[0]):
            return "RULE_VIOLATION"
    after = copy.deepcopy(state)
    moved = [after[zone][source["index"]].pop() for _ in range(count)]
    after["foundations" if up else "tableau"][onto].extend(reversed(moved))
    return settled(after)


def exists(place: Json) -> bool:
    return place["index"] in range(8 if place["zone"] == "tableau" else 4)


def takeable(stack: list[Json], zone: str, rule: str) -> bool:
    if zone == "foundations":
        return len(stack) == 1
    if not all(card["faceUp"] for card in stack):
        return False
    return rule == "any" or all(follows(stack[i], stack[i + 1]) for i in range(len(stack) - 1))


def settled(state: Json) -> Json:
    """Turn bared cards and see whether the game is won."""
    for pile in state["tableau"]:
        if pile:
            pile[-1]["faceUp"] = True
    if [len(pile) for pile in state["foundations"]] == [13, 13, 13, 13]:
        state["status"] = "won"
    return state


def finished(state: Json) -> Json:
    """Bring up what can go, in any order: the end is the same."""
    moved = True
    while moved:
        moved = False
        for pile in reversed(state["tableau"]):
            if pile and pile[-1]["rank"] == len(state["foundations"][pile[-1]["suit"]]):
                state["foundations"][pile[-1]["suit"]].append(pile.pop())
                settled(state)
                moved = True
    return state


PILES = [{"zone": "tableau", "index": index} for index in range(8)]
FOUNDATIONS = [{"zone": "foundation", "index": index} for index in range(4)]


def legal(state: Json) -> list[tuple[str, Json]]:
    """Return every message that is accepted, found by trying all of them."""
    messages: list[tuple[str, Json]] = [("finish", {})]
    for source in PILES + FOUNDATIONS:
        for target in PILES + FOUNDATIONS:
            kind = "tableauMove" if target["zone"] == "tableau" else "foundationMove"
            for count in range(1, 53):
                messages.append((kind, {"source": source, "target": target, "count": count}))
    return [(kind, payload) for kind, payload in messages if not isinstance(judge(state, kind, payload), str)]
