"""HighNoon once more, from its contract alone: slow, plain, over the canonical JSON. It shares no code with the rules.

`judge` answers a message (actor, kind, payload) with the code that refuses it, or with the next state.
"""

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any

Json = dict[str, Any]

FIELDS = {
    "draw": ({"source", "target"}, set()),
    "recycle": ({"source", "target"}, set()),
    "flip": ({"source"}, set()),
    "tableauMove": ({"source", "target"}, {"count"}),
    "foundationMove": ({"source", "target"}, set()),
    "resign": (set(), set()),
    "offerEnd": (set(), set()),
    "timeout": ({"player"}, set()),
}
SOURCES = {
    "draw": {"stock"},
    "recycle": {"waste"},
    "flip": {"tableau"},
    "tableauMove": {"tableau", "waste"},
    "foundationMove": {"tableau", "waste"},
}
TARGETS = {"draw": "waste", "recycle": "stock", "tableauMove": "tableau", "foundationMove": "foundation"}
LENGTH = {"tableau": 7, "foundation": 8}
LIMIT = {"1.0.0": 200, "1.1.0": 60}


def judge(state: Json, actor: str, kind: Any, payload: Any) -> tuple[str | None, Json]:
    """Return the code of the refusal and the unchanged state, or None and the next state."""
    code = refusal(state, actor, kind, payload)
    return (code, state) if code else (None, transition(state, actor, kind, payload))


# --- may it be done? ---


def refusal(state: Json, actor: str, kind: Any, payload: Any) -> str | None:
    """Return the first failure in the contract's order."""
    if not isinstance(kind, str) or not isinstance(payload, dict):
        return "MALFORMED_MESSAGE"
    if kind not in FIELDS or (kind == "timeout") != (actor == "server"):
        return "INVALID_ACTION_KIND"
    if kind == "offerEnd" and state["rulesVersion"] == "1.0.0":
        return "INVALID_ACTION_KIND"
    if not shapely(kind, payload):
        return "MALFORMED_MESSAGE"
    if state["status"] == "finished":
        return "MATCH_FINISHED"
    if kind == "resign":
        return None
    if kind == "timeout":
        clockless = "options" in state and state["options"]["clock"] == 0
        return "RULE_VIOLATION" if clockless and state["rulesVersion"] == "1.0.0" else None
    if kind == "offerEnd":
        return "RULE_VIOLATION" if state["offers"][actor] else None
    for name in ("source", "target"):
        if name in payload:
            zone = payload[name]
            if zone["owner"] != ("global" if zone["zone"] == "foundation" else actor):
                return "OWNERSHIP_VIOLATION"
    source: Json = payload["source"]
    target: Json = payload.get("target", {})
    if source["zone"] not in SOURCES[kind] or not exists(source):
        return "INVALID_SOURCE"
    if kind != "flip" and (target["zone"] != TARGETS[kind] or not exists(target)):
        return "INVALID_TARGET"
    if source == target and "options" in state:  # the original looks at the count first
        return "INVALID_TARGET"
    if kind == "tableauMove":
        count = payload.get("count")
        if isinstance(count, bool) or not isinstance(count, int) or count <= 0:
            return "MALFORMED_MESSAGE"
    if source == target:
        return "INVALID_TARGET"
    return refused_by_the_cards(state, actor, kind, payload)


def shapely(kind: str, payload: Json) -> bool:
    """Whether the payload has the fields of its kind and no others."""
    needed, possible = FIELDS[kind]
    if not needed <= set(payload) <= needed | possible:
        return False
    if kind == "timeout":
        return payload["player"] in ("p1", "p2")
    return all(is_zone(payload[name]) for name in needed)


def is_zone(zone: Any) -> bool:
    """Whether `zone` is written as the contract says."""
    if not isinstance(zone, dict) or not {"zone", "owner"} <= set(zone) <= {"zone", "owner", "index"}:
        return False
    if zone["zone"] not in ("stock", "waste", "tableau", "foundation") or zone["owner"] not in ("p1", "p2", "global"):
        return False
    if zone["zone"] in LENGTH:
        return type(zone.get("index")) is int
    return "index" not in zone


def exists(zone: Json) -> bool:
    """Whether there is a pile of that index."""
    return "index" not in zone or zone["index"] in range(LENGTH[zone["zone"]])


def refused_by_the_cards(state: Json, actor: str, kind: str, payload: Json) -> str | None:
    """Return the refusal that the table causes."""
    board = state["players"][actor]
    pile = pile_of(board, payload["source"])
    if kind == "draw":
        return None if board["stock"] else "RULE_VIOLATION"
    if kind == "recycle":
        return None if board["waste"] and not board["stock"] else "RULE_VIOLATION"
    if kind == "flip":
        return None if pile and pile[-1]["faceDown"] else "CARD_NOT_ACCESSIBLE"
    count = payload["count"] if kind == "tableauMove" else 1
    if count > len(pile) or (payload["source"]["zone"] == "waste" and count != 1):
        return "CARD_NOT_ACCESSIBLE"
    moving = pile[len(pile) - count :]
    for card in moving:
        if card["faceDown"]:
            return "CARD_NOT_ACCESSIBLE"
    for i in range(count - 1):
        if not lies_on(moving[i + 1], moving[i]):
            return "CARD_NOT_ACCESSIBLE"
    if kind == "foundationMove":
        return None if takers(state, moving[0]) else "RULE_VIOLATION"
    onto = board["tableau"][payload["target"]["index"]]
    if not onto:
        return None if moving[0]["rank"] == 13 else "RULE_VIOLATION"
    return None if not onto[-1]["faceDown"] and lies_on(moving[0], onto[-1]) else "RULE_VIOLATION"


def pile_of(board: Json, zone: Json) -> list[Json]:
    """Return the list of cards in a zone of a board."""
    found: list[Json] = board["tableau"][zone["index"]] if zone["zone"] == "tableau" else board[zone["zone"]]
    return found


def lies_on(card: Json, below: Json) -> bool:
    """Whether `card` is one lower than the card below it and of the other colour."""
    colours = {colour(card), colour(below)}
    return colours == {"red", "black"} and card["rank"] + 1 == below["rank"]


def colour(card: Json) -> str:
    """Return red or black."""
    return {"C": "black", "D": "red", "H": "red", "S": "black"}[card["suit"]]


def top_rank(foundation: Json) -> int:
    """Return the rank on top, 0 for none."""
    rank: int = foundation["cards"][-1]["rank"] if foundation["cards"] else 0
    return rank


def takers(state: Json, card: Json) -> list[int]:
    """Return the foundations that take `card`, the one that the rule chooses first."""
    fitting = [
        index
        for index, foundation in enumerate(state["foundations"])
        if foundation["suit"] == card["suit"] and top_rank(foundation) == card["rank"] - 1
    ]
    return sorted(fitting, key=lambda index: (-top_rank(state["foundations"][index]), index))


# --- what comes of it? ---


def transition(state: Json, actor: str, kind: str, payload: Json) -> Json:
    """Return the state after an action that nothing refuses."""
    state = deepcopy(state)
    if kind == "resign":
        count_progress(state, actor, False)
        return finish(state, "p2" if actor == "p1" else "p1", "resign", actor)
    if kind == "timeout":
        late = payload["player"]
        return finish(state, "p2" if late == "p1" else "p1", "inactivity", late)
    if kind == "offerEnd":
        state["offers"][actor] = True
        return finish(state, leader(state), "agreed", actor) if all(state["offers"].values()) else state
    count_progress(state, actor, carry_out(state, actor, kind, payload))
    board = state["players"][actor]
    if cards_left(board) == 0:
        return finish(state, actor, "completed", actor)
    if "sinceProgress" in state and stalemate(state):
        return finish(state, leader(state), "stalemate", actor)
    return state


def stalemate(state: Json) -> bool:
    """Whether the match has come to a standstill."""
    return all(is_at_the_limit(state, player) for player in ("p1", "p2")) or dead(state)


def is_at_the_limit(state: Json, player: str) -> bool:
    """Whether a player has done nothing useful for long, or has nothing left to do (since 1.1.0)."""
    if state["sinceProgress"][player] >= LIMIT[state["rulesVersion"]]:
        return True
    if state["rulesVersion"] == "1.0.0":
        return False
    return all(refusal(state, player, *message) for message in MESSAGES[player] if message[0] not in ENDING)


def carry_out(state: Json, actor: str, kind: str, payload: Json) -> bool:
    """Move the cards; return whether that was progress."""
    board = state["players"][actor]
    source = pile_of(board, payload["source"])
    if kind == "draw":
        card = board["stock"].pop()
        card["faceDown"] = False
        board["waste"].append(card)
        return False
    if kind == "recycle":
        while board["waste"]:
            card = board["waste"].pop()
            card["faceDown"] = True
            board["stock"].append(card)
        return False
    if kind == "flip":
        source[-1]["faceDown"] = False
        return True
    count = payload["count"] if kind == "tableauMove" else 1
    moving = [source.pop() for _ in range(count)][::-1]
    turned = False
    if payload["source"]["zone"] == "tableau" and reveals(state) and source and source[-1]["faceDown"]:
        source[-1]["faceDown"] = False
        turned = True
    if kind == "tableauMove":
        board["tableau"][payload["target"]["index"]].extend(moving)
        return turned
    chosen = takers(state, moving[0])[0]
    state["foundations"][chosen]["cards"].append(moving[0])
    board["score"] += moving[0]["rank"]
    return True


def reveals(state: Json) -> bool:
    """Whether moves turn the card that they bare."""
    return "options" not in state or state["options"]["reveal"] == "auto"


def count_progress(state: Json, actor: str, progress: bool) -> None:
    """Keep the counters of schema 2."""
    if "sinceProgress" in state:
        if progress:
            state["sinceProgress"] = {"p1": 0, "p2": 0}
            if "offers" in state:
                state["offers"] = {"p1": False, "p2": False}
        else:
            state["sinceProgress"][actor] += 1


def finish(state: Json, winner: str | None, reason: str, ended_by: str) -> Json:
    """End the match."""
    state.update(status="finished", winner=winner, endedReason=reason, endedBy=ended_by)
    return state


def cards_left(board: Json) -> int:
    """Return how many cards a player has."""
    return len(board["stock"]) + len(board["waste"]) + sum(len(column) for column in board["tableau"])


def leader(state: Json) -> str | None:
    """Return who is ahead at a stalemate."""
    p1, p2 = state["players"]["p1"], state["players"]["p2"]
    if p1["score"] != p2["score"]:
        return "p1" if p1["score"] > p2["score"] else "p2"
    if cards_left(p1) != cards_left(p2):
        return "p1" if cards_left(p1) < cards_left(p2) else "p2"
    return None


def dead(state: Json) -> bool:
    """Whether no flip, foundation move or useful tableau move exists, for either, now or with any card to come up."""
    return all(next(useful_moves(state, player), None) is None for player in ("p1", "p2"))


def useful_moves(state: Json, player: str) -> Iterator[tuple[str, Json]]:
    """Yield the moves that count for the stalemate, every card of stock and waste being tried as the waste's top."""
    board = state["players"][player]
    for kind, payload in MESSAGES[player]:
        if kind in ("flip", "foundationMove", "tableauMove") and payload["source"]["zone"] == "tableau":
            refused = refusal(state, player, kind, payload) is not None
            if not refused and not carries_a_king_nowhere(board, kind, payload):
                yield kind, payload
    for card in board["stock"] + board["waste"]:
        shown = {**board, "stock": [], "waste": [{**card, "faceDown": False}]}
        pretended = {**state, "players": {**state["players"], player: shown}}
        for kind, payload in MESSAGES[player]:
            from_waste = kind in ("foundationMove", "tableauMove") and payload["source"]["zone"] == "waste"
            if from_waste and refusal(pretended, player, kind, payload) is None:
                yield kind, payload


def carries_a_king_nowhere(board: Json, kind: str, payload: Json) -> bool:
    """Whether a move carries a whole column headed by a King to an empty one."""
    if kind != "tableauMove":
        return False
    source = board["tableau"][payload["source"]["index"]]
    onto = board["tableau"][payload["target"]["index"]]
    return not onto and payload["count"] == len(source) and source[0]["rank"] == 13


def all_messages(player: str) -> list[tuple[str, Json]]:
    """Return every message a player could mean, the foundation aside: kinds, zones, columns and counts."""
    columns = [{"zone": "tableau", "owner": player, "index": index} for index in range(7)]
    waste, stock = {"zone": "waste", "owner": player}, {"zone": "stock", "owner": player}
    up = {"zone": "foundation", "owner": "global", "index": 0}
    found: list[tuple[str, Json]] = [("resign", {}), ("offerEnd", {})]
    found += [("draw", {"source": stock, "target": waste}), ("recycle", {"source": waste, "target": stock})]
    found += [("flip", {"source": column}) for column in columns]
    found += [("foundationMove", {"source": source, "target": up}) for source in [*columns, waste]]
    found += [("tableauMove", {"source": waste, "target": column, "count": 1}) for column in columns]
    found += [
        ("tableauMove", {"source": source, "target": target, "count": count})
        for source, target, count in product(columns, columns, range(1, 14))
        if source != target
    ]
    return found


ENDING = ("resign", "offerEnd")
MESSAGES = {player: all_messages(player) for player in ("p1", "p2")}
