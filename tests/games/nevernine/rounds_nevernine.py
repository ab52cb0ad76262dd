"""Positions of Never Nine, written down: hands as text, everything else by name."""

import itertools
import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from saloon.core.canonical import canonical_json
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action, Seat, read_action
from saloon.games.nevernine import NeverNine
from saloon.games.nevernine.state import DECK, Bids, Four, Options, State, Trick

Json = dict[str, Any]
GAME = NeverNine()
NO_BIDS: Bids = (None, None, None, None)
SUITED = tuple(" ".join(card for card in DECK if card[1] == suit) for suit in "CDHS")
"""Each seat holds a whole suit, so the leader takes everything."""


def plain(state: Any) -> Json:
    """Return anything canonical as plain JSON."""
    read: Json = json.loads(canonical_json(state))
    return read


def wire(action: Action) -> tuple[str, Json]:
    """Return an action as it is sent."""
    payload: Json = msgspec.to_builtins(action)
    return action.kind, payload


def send(state: State, seat: Seat, kind: Any, payload: Any) -> State:
    """Return the state after a message, judged from its shape on."""
    kinds = GAME.server_actions if seat == SERVER else GAME.actions
    return GAME.apply(state, seat, read_action(kinds, kind, payload))


def refused(state: State, seat: Seat, kind: Any, payload: Any) -> tuple[str, str]:
    """Return code and reason of the refusal that must come; the state must stay as it was."""
    before = canonical_json(state)
    try:
        send(state, seat, kind, payload)
    except Rejected as rejected:
        assert canonical_json(state) == before
        return rejected.code, rejected.reason
    raise AssertionError(f"{kind} {payload} was accepted")


def dealt(seed: str = "7", **options: Any) -> State:
    """Return the first state of a seed."""
    return GAME.deal(seed, Options(**options))


def bidding(bids: Sequence[int], dealer: Seat = 3, hands: Sequence[str] = SUITED, **options: Any) -> State:
    """Return a first round in which the given bids were made, the dealer's left neighbour first."""
    leader = (dealer + 1) % 4
    state = replace(
        dealt(**options),
        dealer=dealer,
        first_dealer=dealer,
        hands=tuple(tuple(hand.split()) for hand in hands),
        trick=Trick(leader),
        turn=leader,
    )
    for order, bid in enumerate(bids):
        state = send(state, (leader + order) % 4, "bid", {"bid": bid})
    GAME.check(state)
    return state


def laid(state: State, cards: str) -> State:
    """Return the state after these cards were played, each by the seat whose turn it is."""
    for card in cards.split():
        assert state.turn is not None
        state = send(state, state.turn, "play", {"card": card})
        GAME.check(state)
    return state


def before_the_last_card(
    bids: Four, scores: Four = (0, 0, 0, 0), history: Sequence[Four] | None = None, **options: Any
) -> State:
    """Return a round of which one card is left to play; seat 0 has taken all tricks and takes this one too."""
    state = bidding([], **options)
    rows = tuple(history or [(0, 0, 0, 0), scores] if any(scores) or history else [(0, 0, 0, 0)])
    number = len(rows)
    state = replace(
        state,
        bids=bids,
        first_dealer=(3 - (number - 1)) % 4,
        history=rows,
        phase="play",
        round=number,
        scores=rows[-1],
    )
    for place in range(9):
        for seat in range(4):
            if (place, seat) != (8, 3):
                state = send(state, seat, "play", {"card": state.hands[seat][0]})
    assert state.taken == (8, 0, 0, 0)
    return state


def last_card(state: State) -> State:
    """Return the state after the only card that is left."""
    (action,) = GAME.legal(state, 3)
    return GAME.apply(state, 3, action)


def to_the_end(state: State, random: Random | None = None) -> list[State]:
    """Return all states of a game, played by hints, or at random."""
    states = [state]
    while state.turn is not None:
        legal = GAME.legal(state, state.turn)
        action = random.choice(legal) if random else GAME.hint(GAME.view(state, state.turn), legal)
        assert action is not None
        state = GAME.apply(state, state.turn, action)
        states.append(state)
    return states


def scored(states: Sequence[State]) -> list[State]:
    """Return those of a game's states in which a round has just been scored."""
    return [after for before, after in itertools.pairwise(states) if after.history != before.history]
