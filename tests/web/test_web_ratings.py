"""What a player learns about ratings: before a match, during it and at its end."""

from collections.abc import Callable
from typing import Any

import pytest

from saloon.games import GAMES
from samples import DUEL, SOLITAIRE
from web.browsing import Guest
from web.pagekit import BOT, HUMAN

Visit = Callable[..., Guest]
WEAK_OPTIONS = dict(GAMES[DUEL].weak_options)


def two(visit: Visit, **wish: Any) -> tuple[Guest, Guest]:
    """Two people at one table of a duel."""
    first, second = visit(**wish), visit()
    table = first.call("POST", "/api/tables", {"game": DUEL, "private": True})["tableId"]
    second.call("POST", f"/api/tables/{table}/join")
    second.table_id = table
    return first.sit(table), second


def note(guest: Guest) -> str:
    return guest.page.inner_text('[data-test="rating-note"]')


def test_both_are_told_at_the_end_that_a_short_match_is_not_rated_also_after_a_reload(visit: Visit) -> None:
    first, second = two(visit)
    second.act("resign", {})
    first.page.wait_for_selector('[data-test="end"]')
    assert note(first).startswith("Not rated: the match was too short.")
    first.until(lambda: "Not rated" in first.heard(), "it is announced too")
    first.sit(first.table_id)
    assert note(first).startswith("Not rated")
    second.sit(second.table_id)
    assert note(second).startswith("Not rated")


def test_a_watcher_sees_no_ratings(visit: Visit) -> None:
    first, second = two(visit)
    watcher = visit().sit(first.table_id)
    second.act("resign", {})
    note(first)
    watcher.page.wait_for_selector('[data-test="end"]')
    assert watcher.page.locator('[data-test="rating-note"]').count() == 0


def test_a_match_with_a_hint_cannot_raise_the_rating_and_the_end_says_so_in_german(visit: Visit) -> None:
    guest = visit(locale="de-DE").open(DUEL, seats=[HUMAN, BOT])
    guest.call("POST", f"/api/tables/{guest.table_id}/hint")
    guest.act("resign", {})
    assert note(guest) == "Dieses Spiel kann deine Wertung nicht erhöhen: Es gab einen Tipp oder eine Pause."


def test_a_match_that_counts_ends_with_the_rating_and_no_note(visit: Visit) -> None:
    guest = visit().open(DUEL, seats=[HUMAN, BOT])
    assert guest.page.locator('[data-test="unrated"]').count() == 0
    guest.act("resign", {})
    guest.page.wait_for_selector('[data-test="end"]')
    guest.until(
        lambda: guest.call("GET", f"/api/tables/{guest.table_id}/news")["rating"] == {
            "status": "rated", "code": None, "reason": None,
        }
    )  # fmt: skip
    assert guest.page.locator('[data-test="rating-note"]').count() == 0
    assert "your first rating" in guest.page.inner_text('[data-result="rating"]')


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"seed": "mine"}, "Not rated: you chose the deal."),
        ({"options": WEAK_OPTIONS}, "Not rated: this shuffle is only for old logs."),
    ],
    ids=["seed", "weak"],
)
def test_a_match_that_cannot_be_rated_says_so_above_the_table_and_at_the_end(
    visit: Visit, wish: dict[str, Any], reason: str
) -> None:
    guest = visit().open(DUEL, seats=[HUMAN, BOT], **wish)
    mark = guest.page.locator('[data-test="unrated"]')
    assert mark.inner_text() == "not rated"
    assert mark.get_attribute("title") == reason
    guest.act("resign", {})
    assert note(guest) == reason


def test_the_shuffle_for_old_logs_is_offered_against_bots_only(visit: Visit) -> None:
    guest = visit().go(f"/new/{DUEL}")
    guest.page.wait_for_selector("form")
    guest.unfold()
    ((field, value),) = WEAK_OPTIONS.items()
    old = guest.page.locator(f'[data-field="{field}"] input[value="{value}"]')
    assert "For old logs" in guest.page.inner_text(f'[data-field="{field}"]')
    old.check()
    guest.page.check('[data-field="company"] input[value="friends"]')
    guest.until(lambda: old.count() == 0, "it is not offered any more")
    guest.page.click("form button[type=submit]")
    guest.page.wait_for_url("**/table/*")
    table = guest.page.url.rsplit("/", 1)[1]
    assert guest.call("GET", f"/api/tables/{table}")["status"] == "waiting"


def test_the_form_says_that_a_match_with_a_chosen_deal_is_not_rated(visit: Visit) -> None:
    guest = visit().go(f"/new/{DUEL}")
    guest.page.wait_for_selector("form")
    guest.unfold()
    assert "If you choose the deal, the match is not rated." in guest.page.inner_text("#seed-note")
    guest.go(f"/new/{SOLITAIRE}").page.wait_for_selector("form")
    guest.unfold()
    assert "rated" not in guest.page.inner_text("#seed-note")
