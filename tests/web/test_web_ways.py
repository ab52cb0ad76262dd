"""Every game is played to an end by single taps, by dragging, with keys and with a finger, each of them alone.

By day each game is played in two of these ways, and each way in at least two games; every night all of them.
"""

from collections.abc import Callable
from typing import Any

import pytest

from nightly import chequered
from saloon.games import GAMES
from web.browsing import SEARCHING, Guest
from web.hands import WAYS, Hand
from web.pagekit import BOT, HUMAN, NAMES, Json, page_kit

Visit = Callable[..., Guest]
SOLVED = [name for name in NAMES if GAMES[name].solver()]
OTHERS = [name for name in NAMES if name not in SOLVED]
BY_HAND = [pytest.param(3, 5, id="few"), pytest.param(6, 14, marks=pytest.mark.long, id="many")]
"""How many moves of a solution are made by hand at its beginning and at its end: by day, and every night."""
TURNS = 10
"""How many turns of a match are played before it is given up, if it can be; a short one has as many."""


def sit(visit: Visit, game: str, way: str, *, server: Json | None = None, **wish: Any) -> tuple[Guest, Hand]:
    """Sit down at a table with only one way to play."""
    guest = visit(has_touch=way == "touch", **(server or {})).open(game, **wish)
    return guest, WAYS[way](guest, page_kit(game))


def solution(guest: Guest) -> list[Json]:
    """Return actions that win from here."""
    answer = guest.call("POST", f"/api/tables/{guest.table_id}/solve")
    assert answer["verdict"] == "winnable", "the game is still to be won"
    actions: list[Json] = answer["actions"]
    return actions


def follow(guest: Guest, hand: Hand, moves: int) -> list[Json]:
    """Make moves of a solution; where a card has gone elsewhere, continue from there. Return the rest of it."""
    line = solution(guest)
    for _ in range(moves):
        as_planned = hand.act(line[0])
        if guest.snapshot()["outcome"] is not None:
            return []
        line = line[1:] if as_planned else solution(guest)
    return line


@pytest.mark.parametrize(("first", "last"), BY_HAND)
@pytest.mark.parametrize(("game", "way"), chequered(SOLVED, WAYS))
def test_a_solitaire_is_won(visit: Visit, game: str, way: str, first: int, last: int) -> None:
    guest, hand = sit(visit, game, way, **(page_kit(game).won or {}))
    line = follow(guest, hand, first)
    guest.skip(line[:-last])
    follow(guest, hand, 3 * last)
    guest.page.wait_for_selector('[data-test="end"]', timeout=SEARCHING)
    assert guest.snapshot()["outcome"]["winners"] == ["p1"]


@pytest.mark.parametrize(("game", "way"), chequered(OTHERS, WAYS))
def test_a_match_against_bots_is_played_to_its_end(visit: Visit, unhurried: str, game: str, way: str) -> None:
    seats = [HUMAN, *[BOT] * (len(GAMES[game].seats) - 1)]
    resigns = "resign" in GAMES[game].actions
    server = {"url": unhurried} if resigns else None
    guest, hand = sit(visit, game, way, server=server, seats=seats, options=page_kit(game).short)
    turns = 0
    while guest.snapshot()["outcome"] is None and not (resigns and turns >= TURNS):
        legal = page_kit(game).calm(guest.snapshot()["legal"])
        action = next(filter(hand.makes, legal), None)
        if action:
            hand.act(action)
            turns += 1
        else:
            guest.pause()
    if resigns:
        hand.press('[data-do="resign"]')
        hand.press('dialog button[value="yes"]')
    guest.page.wait_for_selector('[data-test="end"]', timeout=SEARCHING)
    assert turns >= TURNS
