"""Which matches count for ratings, as far as the deal and the log decide it."""

from random import Random
from typing import Any

import pytest

from saloon.core.game import SERVER
from saloon.games import GAMES
from saloon.games.highnoon.state import Resign
from saloon.table import Table
from saloon.table.helpers import Hint, HintFor, Pause, Resume
from saloon.table.rated import VOID, deal_note, match_note, notice_of

TWO = ("human", "human")
BOT = ("human", "bot")


def note(table: Table, *, seeded: bool = False, left: bool = False) -> Any:
    return match_note(table, seeded=seeded, left=left)


def drawn(seats: tuple[str, ...], actions: int, **options: Any) -> Table:
    """A match of HighNoon after so many draws, by turns."""
    table = Table.deal("highnoon", seed="7", seats=seats, options=options)
    for turn in range(actions):
        table.act(turn % 2, next(action for action in table.moves(turn % 2) if action.kind == "draw"))
    return table


@pytest.mark.parametrize(("actions", "expected"), [(0, "MATCH_TOO_SHORT"), (19, "MATCH_TOO_SHORT"), (20, None)])
def test_a_match_between_people_counts_from_the_twenty_first_player_action(actions: int, expected: str | None) -> None:
    table = drawn(TWO, actions)
    table.act(1, Resign())
    assert note(table) == expected


def test_what_the_server_enters_is_no_player_action() -> None:
    timeout = GAMES["highnoon"].server_actions["timeout"]
    for actions, expected in ((20, "MATCH_TOO_SHORT"), (21, None)):
        table = drawn(TWO, actions, clock=2)
        table.act(SERVER, timeout("p1"))
        assert table.outcome is not None
        assert note(table) == expected


def test_a_match_against_a_bot_may_be_short() -> None:
    table = drawn(BOT, 1)
    table.act(0, Resign())
    assert note(table) is None


def played(limit: int, seats: tuple[str, ...], rounds: int | None = None) -> Table:
    """A match of Never Nine by chance, to its end or until a round has been played."""
    table = Table.deal("nevernine", seed="7", seats=seats, options={"limit": limit})
    random = Random(1)
    while table.outcome is None and (rounds is None or table.state.round <= rounds):
        turn = table.state.turn
        table.act(turn, random.choice(table.moves(turn)))
    return table


@pytest.mark.parametrize(("limit", "expected"), [(1, "MATCH_TOO_SHORT"), (10, None)])
def test_never_nine_between_people_must_outlast_the_first_round(limit: int, expected: str | None) -> None:
    people = played(limit, ("human", "bot", "human", "bot"))
    assert (people.state.round == 1) == (expected is not None)
    assert note(people) == expected
    assert note(played(limit, ("human", "bot", "bot", "bot"))) is None


def test_whoever_leaves_never_nine_in_the_first_round_is_not_rated() -> None:
    people = ("human",) * 4
    assert note(played(100, people, rounds=0), left=True) == "MATCH_TOO_SHORT"
    assert note(played(100, people, rounds=1), left=True) == "MATCH_LEFT"


HELPS = {
    "hint": [(0, Hint())],
    "hint of the server": [(SERVER, HintFor("p1"))],
    "pause": [(0, Pause()), (0, Resume())],
}


@pytest.mark.parametrize("helps", HELPS.values(), ids=HELPS)
def test_help_and_pauses_are_found_wherever_they_lie_in_the_log(helps: list[Any]) -> None:
    table = drawn(BOT, 4)
    for one in helps:
        table.act(*one)
    table.act(0, next(action for action in table.moves(0) if action.kind == "draw"))
    table.act(0, Resign())
    assert note(table) == "HELP_USED"
    assert note(table, seeded=True) == "SEED_GIVEN"


def test_a_bot_match_that_was_left_can_only_lower() -> None:
    table = drawn(BOT, 4)
    assert note(table, left=True) == "MATCH_LEFT"
    assert notice_of("MATCH_LEFT").status == "lowersOnly"


def test_the_deal_alone_may_decide() -> None:
    highnoon = GAMES["highnoon"]
    assert deal_note(highnoon, highnoon.options(), seeded=False) is None
    assert deal_note(highnoon, highnoon.options(), seeded=True) == "SEED_GIVEN"
    assert deal_note(highnoon, highnoon.options(profile="vnext"), seeded=False) == "WEAK_DEAL"
    assert note(drawn(BOT, 30, profile="vnext")) == "WEAK_DEAL"


def test_a_solitaire_has_no_note() -> None:
    table = Table.deal("klondike", seed="7")
    table.act(0, Hint())
    assert note(table, seeded=True, left=True) is None


def test_only_the_old_profile_of_highnoon_is_weak() -> None:
    assert {game.name: dict(game.weak_options) for game in GAMES if game.weak_options} == {
        "highnoon": {"profile": "vnext"}
    }


def test_every_note_has_a_status_and_a_sentence() -> None:
    assert notice_of(None).code is None
    for one in ("SEED_GIVEN", "WEAK_DEAL", "MATCH_TOO_SHORT", "HELP_USED", "MATCH_LEFT", "SAME_ADDRESS"):
        told = notice_of(one)
        assert told.reason
        assert (told.status == "void") == (one in VOID) == told.reason.startswith("not rated")
