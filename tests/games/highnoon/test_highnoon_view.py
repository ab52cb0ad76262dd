"""What a seat sees: all open cards of both sides, and nothing that depends on a hidden one."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.highnoon.boards_highnoon import GAME, Json, Side, all_cards, position
from games.highnoon.oracle_highnoon import MESSAGES
from games.highnoon.strategies_highnoon import states
from positions import positions
from saloon.core.canonical import canonical_json
from saloon.core.cards import Card, Pile
from saloon.core.errors import Rejected
from saloon.core.game import Seat, read_action, seat_name
from saloon.games import GAMES
from saloon.games.highnoon.state import Board, Players, Resign, State

BACK = {"faceDown": True}


def seen(state: State, seat: Seat | None) -> Json:
    found: Json = json.loads(canonical_json(GAME.view(state, seat)))
    return found


def face(code: str, copy: int = 0) -> Json:
    rank = " A23456789TJQK".index(code[0])
    return {"cardId": f"d{copy}:{code[1]}:{rank:02d}", "faceDown": False, "rank": rank, "suit": code[1]}


@clause("HN-46", "HN-34")
def test_a_seat_sees_you_and_opp_a_watcher_p1_and_p2() -> None:
    state = position(
        Side("-5C -6C 9H 8C | | -2D", stock="3C 4C", waste="7D AC"),
        Side("QS"),
        foundations=(0, 0, 0, 0, 1, 0, 0, 2),
        rest="p2",
        score=1,
        clock=2,
        since=(4, 9),
        offers=(False, True),
    )
    first = {
        "cardsLeft": 9,
        "score": 1,
        "stock": 2,
        "tableau": [[BACK, BACK, face("9H"), face("8C")], [], [BACK], [], [], [], []],
        "waste": [face("7D"), face("AC")],
    }
    second = {"cardsLeft": 92, "score": 3, "stock": 91, "tableau": [[face("QS")], [], [], [], [], [], []], "waste": []}
    piles = [[], [], [], [], [face("AH")], [], [], [face("AS", 1), face("2S", 1)]]
    common = {
        "endedBy": None,
        "endedReason": None,
        "foundations": [{"cards": cards, "suit": suit} for cards, suit in zip(piles, "CCDDHHSS", strict=True)],
        "mode": "split",
        "offers": {"p1": False, "p2": True},
        "options": {"clock": 2, "reveal": "explicit"},
        "sinceProgress": {"p1": 4, "p2": 9},
        "status": "active",
        "winner": None,
    }
    assert seen(state, 0) == {**common, "seat": "p1", "you": first, "opp": second}
    assert seen(state, 1) == {**common, "seat": "p2", "you": second, "opp": first}
    assert seen(state, None) == {**common, "seat": None, "p1": first, "p2": second}


def test_the_end_is_seen_by_all() -> None:
    state = GAME.apply(GAME.deal("end", GAME.options(mode="shared")), 1, Resign())
    for seat in (0, 1, None):
        view = seen(state, seat)
        assert (view["status"], view["winner"], view["endedReason"], view["endedBy"], view["mode"]) == (
            "finished",
            "p1",
            "resign",
            "p2",
            "shared",
        )
        assert view["sinceProgress"] == {"p1": 0, "p2": 1}


def test_the_original_shows_neither_options_nor_counters() -> None:
    old = GAMES.version("highnoon", "1.0.0")
    view = seen(old.deal("old", old.options(profile="vnext")), 0)
    assert set(view) == {
        "endedBy",
        "endedReason",
        "foundations",
        "mode",
        "opp",
        "seat",
        "status",
        "winner",
        "you",
    }


# --- hidden is hidden ---


@given(positions("highnoon"), st.sampled_from([0, 1, None]))
@settings(max_examples=40, deadline=None)
def test_no_hidden_card_and_no_seed_is_in_a_view(spot: Any, seat: Seat | None) -> None:
    state = replace(spot.state, seed="the secret of this deal")
    text = canonical_json(GAME.view(state, seat)).decode()
    assert "secret" not in text
    for card in all_cards(state):
        assert (f'"{card.card_id}"' in text) == (not card.face_down)
    hidden_on_tables = sum(card.face_down for board in boards(state) for column in board.tableau for card in column)
    assert text.count('{"faceDown":true}') == text.count('"faceDown":true') == hidden_on_tables
    restored = json.loads(text)
    sides = ("p1", "p2") if seat is None else ("you", "opp")
    order = boards(state) if seat != 1 else boards(state)[::-1]
    for name, board in zip(sides, order, strict=True):
        assert restored[name]["stock"] == len(board.stock)
        assert restored[name]["cardsLeft"] == board.cards_left


@given(states(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_views_and_legal_actions_do_not_depend_on_hidden_cards(state: State, luck: int) -> None:
    other = exchanged(state, Random(luck))
    GAME.check(other)
    for seat in (0, 1, None):
        assert canonical_json(GAME.view(state, seat)) == canonical_json(GAME.view(other, seat))
    for seat in GAME.seats:
        legal = GAME.legal(state, seat)
        assert GAME.legal(other, seat) == legal
        assert GAME.hint(GAME.view(state, seat), legal) == GAME.hint(GAME.view(other, seat), legal)
        for kind, payload in MESSAGES[seat_name(seat)][::7]:
            assert refusal(state, seat, kind, payload) == refusal(other, seat, kind, payload)
        for action in legal:
            assert GAME.report(state, seat, action) == GAME.report(other, seat, action)


def refusal(state: State, seat: Seat, kind: str, payload: Json) -> tuple[str, str] | None:
    """Return code and sentence of a refusal: they may not tell a hidden card either."""
    try:
        GAME.apply(state, seat, read_action(GAME.actions, kind, payload))
    except Rejected as refused:
        return refused.code, refused.reason
    return None


def boards(state: State) -> tuple[Board, Board]:
    return state.players.p1, state.players.p2


def exchanged(state: State, random: Random) -> State:
    """Return the same table with all face-down cards, of both players, shuffled among their places."""
    hidden = [card for card in all_cards(state) if card.face_down]
    random.shuffle(hidden)
    supply = iter(hidden)

    def pile(cards: Pile) -> tuple[Card, ...]:
        return tuple(next(supply) if card.face_down else card for card in cards)

    def board(one: Board) -> Board:
        return msgspec.structs.replace(one, stock=pile(one.stock), tableau=tuple(map(pile, one.tableau)))

    return replace(state, players=Players(board(state.players.p1), board(state.players.p2)))


def test_exchanging_hidden_cards_exchanges_something() -> None:
    dealt = GAME.deal("x", GAME.options())
    assert exchanged(dealt, Random(1)).players != dealt.players


@clause("HN-24", "HN-25")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_card_seen_keeps_its_id_in_every_later_view(seat: Seat | None) -> None:
    state = GAME.deal("stable", GAME.options(mode="shared", reveal="auto"))
    known: dict[str, tuple[int, str]] = {}
    random = Random(5)
    for _ in range(150):
        actor = random.choice([0, 1])
        state = GAME.apply(state, actor, random.choice(GAME.legal(state, actor)[:-2]))
        for card in _faces(seen(state, seat)):
            assert known.setdefault(card["cardId"], (card["rank"], card["suit"])) == (card["rank"], card["suit"])
    assert len(known) > 60


def _faces(value: Any) -> list[Json]:
    if isinstance(value, dict):
        inner = [card for part in value.values() for card in _faces(part)]
        return [value, *inner] if "cardId" in value else inner
    return [card for part in value for card in _faces(part)] if isinstance(value, list) else []
