"""Random positions near the end of a match, and random messages: right, nearly right and absurd."""

from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from positions import positions, rulebooks
from saloon.core.cards import SUITS, Card, Pile
from saloon.core.game import Action
from saloon.core.options import read_options
from saloon.core.piles import stacks_on
from saloon.games.highnoon.state import Board, Foundation, Offers, Players, SinceProgress, State
from saloon.games.highnoon.versions import VERSIONS

Json = dict[str, Any]

_OFFERS = [Offers(p1=False, p2=False), Offers(p1=True, p2=False), Offers(p1=False, p2=True)]


def states() -> st.SearchStrategy[State]:
    """States of random play and states near the end, of all options."""
    played: st.SearchStrategy[State] = positions("highnoon").map(lambda position: position.state)
    return st.one_of(played, endgames(), endgames(most_left=6))


@st.composite
def endgames(draw: st.DrawFn, most_left: int = 30) -> State:
    """A lawful position with few cards left, dead or alive, as play could leave it."""
    options: Json = draw(
        st.sampled_from(
            [
                {"reveal": "explicit"},
                {"reveal": "auto", "mode": "shared"},
                {"reveal": "explicit", "clock": 3},
                {"profile": "vnext"},
            ]
        )
    )
    random = Random(draw(st.integers(0, 2**32)))
    game = draw(st.sampled_from(rulebooks("highnoon", options)))
    state: State = game.deal("endgame", read_options("highnoon", game.options, options))
    foundations, left = _foundations(random, random.randint(1, most_left))
    random.shuffle(left)
    share = random.choice([0, len(left) // 2, random.randint(0, len(left))])
    total = sum(card.rank for pile in foundations for card in pile.cards)
    score = random.choice([0, total // 2, random.randint(0, total)])
    since: SinceProgress | UnsetType = UNSET
    if state.since_progress is not UNSET:
        limit = VERSIONS[state.rules_version].stalemate_after
        since = SinceProgress(*random.choices([0, 7, limit - 2, limit - 1, limit, limit + 50], k=2))
    offers = state.offers if state.offers is UNSET else random.choice(_OFFERS)
    boards = [_board(random, left[:share], score), _board(random, left[share:], total - score)]
    return replace(state, foundations=foundations, players=Players(*boards), since_progress=since, offers=offers)


def _foundations(random: Random, left: int) -> tuple[tuple[Foundation, ...], list[Card]]:
    """All cards on the foundations, `left` of them taken off again."""
    heights = [13] * 8
    for _ in range(left):
        heights[random.choice([i for i in range(8) if heights[i]])] -= 1
    piles, rest = [], []
    for i, height in enumerate(heights):
        suit = SUITS[i // 2]
        cards = [Card(f"d{i % 2}:{suit}:{rank:02d}", False, rank, suit) for rank in range(1, 14)]
        piles.append(Foundation(tuple(cards[:height]), suit))
        rest += cards[height:]
    return tuple(piles), rest


def _board(random: Random, cards: list[Card], score: int) -> Board:
    """Spread `cards` over a player's zones; sometimes the longest runs that they allow are put together."""
    piles: list[list[Card]] = [[] for _ in range(9)]
    zones = random.choice([range(9), range(2, 9), range(2), range(1, 4)])
    for card in sorted(cards, key=lambda card: -card.rank) if random.random() < 0.7 else cards:
        fitting = [pile for pile in piles[2:] if pile and stacks_on(card, pile[-1])]
        (random.choice(fitting) if fitting and random.random() < 0.6 else piles[random.choice(zones)]).append(card)
    stock, waste, *columns = piles
    return Board(
        score,
        tuple(card.down() for card in stock),
        tuple(_column(random, column) for column in columns),
        tuple(waste),
    )


def _column(random: Random, cards: list[Card]) -> Pile:
    """Turn down all cards below the run on top, and sometimes some of the run."""
    run = 1
    while run < len(cards) and stacks_on(cards[-run], cards[-run - 1]):
        run += 1
    shown = run if random.random() < 0.8 else random.randint(0, run)
    return tuple(card.down() if i < len(cards) - shown else card for i, card in enumerate(cards))


# --- messages ---

_INDEXES: list[Any] = [*range(8), 8, -1, 10**30]
_COUNTS: list[Any] = [1, 1, 1, 2, 3, 5, 13, 14, 0, -1, 10**30, True, None, "1", 1.0, [1]]
_ZONES: list[Any] = ["stock", "waste", "tableau", "tableau", "foundation"]
_OWNERS: list[Any] = ["p1", "p2", "global"]
_KINDS: list[Any] = ["draw", "recycle", "flip", "tableauMove", "foundationMove", "resign", "offerEnd", "timeout"]
_ABSURD: list[Any] = [None, 3, "", "p3", [], {}, True, 1.5, {"zone": "tableau"}]


def wire(action: Action) -> Json:
    """Return an action as it is sent: kind and payload."""
    return {"kind": action.kind, "payload": msgspec.to_builtins(action)}


def random_message(random: Random, legal: list[Action], actor: str) -> tuple[Any, Any]:
    """Return kind and payload: legal, legal with a thing or two changed, well-formed at random, or absurd."""
    style = random.random()
    if style < 0.5 and legal:
        message = wire(random.choice(legal[:-1] or legal))  # the last one is resign
        for _ in range(random.choice([0, 0, 1, 1, 2])):
            _change(random, message)
        return message["kind"], message["payload"]
    kind = random.choice(_KINDS)
    payload = _payload(random, kind, actor)
    if style > 0.9:
        return _spoil(random, kind, payload)
    return kind, payload


def _payload(random: Random, kind: str, actor: str) -> Json:
    if kind in ("resign", "offerEnd"):
        return {}
    if kind == "timeout":
        return {"player": random.choice(_OWNERS)}
    payload: Json = {"source": _zone(random, actor)}
    if kind != "flip":
        payload["target"] = _zone(random, actor)
    if kind == "tableauMove" and random.random() < 0.95:
        payload["count"] = random.choice(_COUNTS)
    return payload


def _zone(random: Random, actor: str) -> Json:
    zone = random.choice(_ZONES)
    own = "global" if zone == "foundation" else actor
    found = {"zone": zone, "owner": own if random.random() < 0.85 else random.choice(_OWNERS)}
    if zone in ("tableau", "foundation"):
        found["index"] = random.randrange(7) if random.random() < 0.8 else random.choice(_INDEXES)
    return found


def _change(random: Random, message: Json) -> None:
    """Change one thing about a message."""
    payload = message["payload"]
    zones = [name for name in ("source", "target") if name in payload]
    what = random.choice(["zone", "owner", "index", "count", "swap", "kind"])
    if what == "kind":
        message["kind"] = random.choice(_KINDS)
    elif what == "count" and "count" in payload:
        payload["count"] = random.choice(_COUNTS)
    elif what == "swap" and len(zones) == 2:
        payload["source"], payload["target"] = payload["target"], payload["source"]
    elif zones:
        zone = payload[random.choice(zones)]
        if what == "owner":
            zone["owner"] = random.choice(_OWNERS)
        elif what == "index" and "index" in zone:
            zone["index"] = random.choice(_INDEXES)
        elif what == "zone":
            zone["zone"] = random.choice(_ZONES)


def _spoil(random: Random, kind: str, payload: Json) -> tuple[Any, Any]:
    """Make a message malformed, mostly."""
    what = random.choice(["kind", "payload", "extra", "missing", "field", "deep", "deeper"])
    if what == "kind":
        return random.choice([*_ABSURD, "Draw", "undo", "DRAW"]), payload
    if what == "payload":
        return kind, random.choice(_ABSURD)
    if what == "extra":
        payload[random.choice(["state", "result", "count", "player", "target"])] = random.choice(_ABSURD)
    elif what == "missing" and payload:
        del payload[random.choice(list(payload))]
    elif what == "field" and payload:
        payload[random.choice(list(payload))] = random.choice(_ABSURD)
    elif "source" in payload:
        zone = payload["source"]
        field = random.choice([*zone, "index", "card"])
        if what == "deep":
            zone[field] = random.choice([*_ABSURD, 1, "tableau"])
        else:
            zone.pop(field, None)
    return kind, payload
