"""The reasons of refusals that the page translates: all that the rules can give are found in their source."""

import re
from random import Random
from typing import Any

import pytest

from positions import is_ours, kit_of, play
from saloon.core.errors import Rejected
from saloon.core.game import Action, Seat
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.server.http.reasons import reasons, reasons_in
from universe import every_action

ELSEWHERE = ("INVALID_ACTION_KIND", "MALFORMED_MESSAGE")
"""What the page never sends is not translated sentence by sentence."""
COMMON = [r"there is no \w+ .+", r"the \w+ cannot be used here, only .+"]
"""The reasons of `check_place`, which all games share: the page sends no such places."""


def test_reasons_are_found_however_they_are_written() -> None:
    source = """
def judge(card, pile):
    require(pile, "RULE_VIOLATION", "the pile is empty")
    if card:
        raise Rejected("RULE_VIOLATION", f"the {card.name} does not go on {pile + 1}")
    raise Rejected("RULE_VIOLATION", "too low" if card else "too high")
"""
    assert set(reasons_in(source)) == {"the pile is empty", "the {} does not go on {}", "too low", "too high"}


def test_actions_that_a_game_does_not_have_need_no_reason() -> None:
    assert not list(reasons_in('raise Rejected("INVALID_ACTION_KIND", "no such action")'))


def test_a_reason_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(ValueError, match="write the reason where it is raised, not as 'reason'"):
        list(reasons_in('raise Rejected("RULE_VIOLATION", reason)'))


@pytest.mark.parametrize("name", [game.name for game in GAMES if is_ours(game)])
def test_every_refusal_at_the_table_has_a_known_reason(name: str) -> None:
    game = GAMES[name]
    known = [re.escape(reason).replace(r"\{\}", ".+") for reason in reasons(game)]
    pattern = re.compile("|".join([*known, *COMMON]))
    dealt = game.deal(kit_of(name).seed(7), game.options())
    given = {
        reason
        for state, _, _ in play(game, dealt, Random(7), 15)
        for seat in game.seats
        for action in every_action(name, seat)
        if (reason := _refusal(game, state, seat, action)) is not None
    }
    assert given
    assert [reason for reason in sorted(given) if not pattern.fullmatch(reason)] == []


def _refusal(game: AnyGame, state: Any, seat: Seat, action: Action) -> str | None:
    try:
        game.apply(state, seat, action)
    except Rejected as rejected:
        return None if rejected.code in ELSEWHERE else rejected.reason
    return None
