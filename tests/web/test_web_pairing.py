"""People find each other: two browsers look for a match and sit down at one table."""

from collections.abc import Callable

from samples import DUEL, FOURSOME, SOLITAIRE
from server.running import moves
from web.browsing import Guest

Visit = Callable[..., Guest]


def test_two_who_look_for_an_opponent_meet_at_a_table(visit: Visit) -> None:
    first, second = visit().go(), visit()
    first.page.click(f'[data-game="{DUEL}"] .people')
    first.page.wait_for_selector('[data-test="pairing"] [data-do="stop"]')
    second.go(f"/pairing/{DUEL}")
    for guest in (first, second):
        guest.page.wait_for_url("**/table/*")
        guest.page.wait_for_selector(".card")
    assert first.page.url == second.page.url
    assert "Match found" in first.heard()


def test_four_who_look_for_a_table_meet_and_see_each_others_moves(visit: Visit) -> None:
    guests = [visit().go(f"/pairing/{FOURSOME}") for _ in range(4)]
    for guest in guests:
        guest.page.wait_for_url("**/table/*")
        guest.arrive()
    assert len({guest.page.url for guest in guests}) == 1
    for rev in range(1, 6):  # four bids, and the first card
        able = [(guest, moves(guest.snapshot()["legal"])) for guest in guests]
        (guest, legal), *others = [(guest, found) for guest, found in able if found]
        assert others == [], "they act in turn"
        guest.act(legal[0]["kind"], legal[0]["payload"])
        for one in guests:
            one.page.wait_for_selector(f'main[data-rev="{rev}"]')
    for guest in guests:
        assert guest.page.locator('.card[data-pile^="trick-"]').count() == 1


def test_a_waiting_player_may_stop_and_look_again(visit: Visit) -> None:
    guest = visit().go(f"/pairing/{DUEL}")
    guest.page.click('[data-do="stop"]')
    guest.page.wait_for_selector('[data-do="look"]')
    assert guest.call("POST", f"/api/pairing/{DUEL}")["waited"] < 2_000, "the search before that is forgotten"
    guest.call("DELETE", "/api/pairing")
    guest.page.click('[data-do="look"]')
    guest.page.click('[data-do="stop"]')
    assert visit().go(f"/pairing/{SOLITAIRE}").page.locator('[data-test="pairing"]').count() == 0


def test_whoever_is_told_to_play_a_bot_can_do_so_at_once(visit: Visit) -> None:
    guest = visit().go(f"/pairing/{DUEL}")
    guest.page.wait_for_selector("text=or play a bot")
    assert guest.page.locator('[data-do="meanwhile"]').is_visible()
    guest.page.click('[data-do="stop"]')
    guest.page.wait_for_selector('[data-do="look"]')


def test_a_bot_is_offered_meanwhile_and_the_match_takes_over(visit: Visit) -> None:
    first, second = visit().go(f"/pairing/{DUEL}"), visit()
    first.page.click('[data-do="meanwhile"]', timeout=20_000)
    first.page.wait_for_selector(".card")
    first.page.wait_for_selector('[data-test="pairing-bar"]')
    with_bot = first.page.url
    second.go(f"/pairing/{DUEL}")
    second.page.wait_for_url("**/table/*")
    first.until(lambda: first.page.url == second.page.url, "the search went on")
    assert first.page.url != with_bot
    first.page.locator('[data-test="pairing-bar"]').wait_for(state="detached")
