"""What the page shows of a game is what the server records: moves, time, wins with help, and who may watch."""

import re
from collections.abc import Callable

from samples import SOLITAIRE
from server.running import moves
from web.browsing import Guest
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]

_HIDE = """hidden => {
    Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => hidden ? 'hidden' : 'visible'})
    document.dispatchEvent(new Event('visibilitychange'))
}"""


def seconds(guest: Guest) -> int:
    """Return the time that the page shows."""
    minutes, rest = re.findall(r"(\d+):(\d\d)", guest.figure("Time"))[0]
    return 60 * int(minutes) + int(rest)


def played(guest: Guest) -> int:
    """Return the seconds played so far, as the server counts them."""
    return int(guest.call("GET", f"/api/tables/{guest.table_id}/news")["clock"]["played"]) // 1000


def hide(guest: Guest, hidden: bool) -> None:
    """Let the page go to the background or come back; wait until the server knows."""
    guest.evaluate(_HIDE, hidden)
    guest.until(
        lambda: guest.call("GET", f"/api/tables/{guest.table_id}/news")["clock"]["runs"] is not hidden, "it is known"
    )


def test_time_away_from_the_page_does_not_count(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.until(lambda: seconds(guest) >= 1, "the clock runs")
    hide(guest, True)
    stopped = seconds(guest)
    guest.page.wait_for_timeout(2_500)
    assert seconds(guest) == stopped == played(guest)
    hide(guest, False)
    guest.until(lambda: seconds(guest) > stopped, "the clock goes on")
    guest.go()
    guest.page.wait_for_timeout(2_500)
    guest.sit(guest.table_id)
    assert seconds(guest) <= stopped + 2, "nobody was at the table"


def test_watchers_see_the_real_time_and_only_if_the_player_lets_them(visit: Visit) -> None:
    guest, stranger = visit().open(SOLITAIRE, **ONE_BY_ONE), visit()
    private = guest.table_id
    stranger.go(f"/table/{private}")
    stranger.page.wait_for_selector("text=private")
    assert stranger.page.locator(".card").count() == 0
    guest.go(f"/new/{SOLITAIRE}")
    guest.page.wait_for_selector("form")
    guest.page.click('[data-switch="watched"]')
    guest.deal()
    guest.until(lambda: seconds(guest) >= 2, "the clock runs")
    watched = stranger.go().page.locator(f'[data-test="open"] [data-table="{guest.table_id}"] a')
    watched.wait_for()
    assert stranger.page.locator(f'[data-table="{private}"]').count() == 0
    watched.click()
    stranger.page.wait_for_selector(".card")
    stranger.until(lambda: abs(seconds(stranger) - seconds(guest)) <= 1 < seconds(stranger), "both see one time")


def test_a_win_is_recorded_with_the_moves_and_the_time_that_the_table_showed(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    other = visit()
    other.call("GET", "/api/players/me")
    line = other.call("POST", "/api/tables", {"game": SOLITAIRE, **ONE_BY_ONE})
    solution = other.call("POST", f"/api/tables/{line['tableId']}/solve")["actions"]
    guest.act_all(solution)
    guest.page.wait_for_selector('[data-test="end"]')
    shown = seconds(guest)
    statistics = guest.call("GET", "/api/players/me/stats")[SOLITAIRE]
    assert statistics["fewestActionsToWin"] == int(guest.figure("Moves"))
    assert statistics["fastestWin"] // 1000 == shown
    assert (statistics["won"], statistics["wonAssisted"]) == (1, 0)


def test_the_players_page_shows_assisted_wins_separately(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.skip(guest.call("POST", f"/api/tables/{guest.table_id}/solve")["actions"])
    guest.go("/player")
    guest.page.wait_for_selector(f'article[data-game="{SOLITAIRE}"]')
    told = guest.page.inner_text(f'article[data-game="{SOLITAIRE}"]')
    assert re.search(r"Won with the solver\s+1", told)
    assert re.search(r"Won\s+0", told)
    assert "Fastest win" not in told


def test_a_deal_of_the_day_that_was_left_untouched_is_still_new(visit: Visit) -> None:
    guest = visit().go()
    guest.page.click(f'[data-today="{SOLITAIRE}"]')
    guest.arrive()
    guest.call("POST", f"/api/tables/{guest.table_id}/leave")
    guest.go()
    today = guest.page.locator(f'[data-today="{SOLITAIRE}"]')
    today.wait_for()
    assert today.get_attribute("data-state") == "new"
    today.click()
    guest.arrive().act_all([moves(guest.snapshot()["legal"])[0]])
    guest.go().page.wait_for_selector(f'[data-today="{SOLITAIRE}"][data-state="begun"]')
