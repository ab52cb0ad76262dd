"""The lobby in a browser: a game at once, one that was left, another player's table, and an unreachable server."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nightly import sampled
from saloon.games import GAMES
from samples import DUEL, SOLITAIRE, TIMED, preset_options
from server.running import QUICK, Running
from web.browsing import Guest
from web.pagekit import NAMES, page_kit
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]
LOBBY = sorted(NAMES, key=lambda name: page_kit(name).place)


def named(guest: Guest, name: str) -> Guest:
    """Give a guest a name."""
    guest.go()
    guest.call("GET", "/api/players/me")
    guest.call("PATCH", "/api/players/me", {"name": name})
    return guest


def test_the_lobby_shows_every_game_with_a_picture(visit: Visit) -> None:
    guest = visit().go()
    guest.page.wait_for_selector(".tile")
    tiles = guest.page.locator(".tile")
    assert tiles.evaluate_all("all => all.map(one => one.dataset.game)") == LOBBY
    assert tiles.locator("svg.picture").count() == len(LOBBY)
    assert guest.page.title() == "What shall we play? · Saloon"


@pytest.mark.parametrize("game", sampled(LOBBY, 4))
def test_one_press_begins_a_game_against_nobody_or_bots(visit: Visit, game: str) -> None:
    guest = visit().go()
    guest.play(game)
    table = guest.snapshot()
    assert table["game"] == game
    assert table["seats"][0] == "human"
    assert set(table["seats"][1:]) <= {"bot"}


@pytest.mark.parametrize("game", [name for name in NAMES if GAMES[name].first_preset])
def test_who_has_chosen_nothing_gets_the_first_preset(visit: Visit, game: str) -> None:
    options = preset_options(game)
    dealt = visit().go().play(game).snapshot()
    assert {name: dealt["options"][name] for name in options} == options


def test_a_game_continues_where_it_was_left(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.tap("stock")
    guest.until(lambda: guest.heights()["waste"] == 1)
    guest.page.click(".back")
    guest.page.click('[data-test="mine"] a')
    guest.page.wait_for_selector(".card")
    assert guest.page.url.endswith(guest.table_id)
    assert guest.heights()["waste"] == 1


def test_a_game_can_be_dropped_after_a_question(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE).go()
    row = guest.page.locator('[data-test="mine"] li')
    row.locator("button").click()
    guest.page.click("dialog button[value=no]")
    assert row.count() == 1
    row.locator("button").click()
    guest.page.click("dialog button[value=yes]")
    row.wait_for(state="detached")
    assert guest.call("GET", "/api/players/me/tables") == []


def test_many_games_are_folded_away(visit: Visit) -> None:
    guest = visit().go()
    guest.call("GET", "/api/players/me")
    for _ in range(5):
        guest.call("POST", "/api/tables", {"game": TIMED})
    guest.go().page.wait_for_selector('[data-test="mine"] li')
    rows = guest.page.locator('[data-test="mine"] li')
    assert rows.count() == 3
    guest.page.click("text=Show 2 more")
    assert rows.count() == 5


def test_a_link_is_copied_without_https_too(visit: Visit) -> None:
    guest = visit()
    guest.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    guest.page.add_init_script("addEventListener('copy', () => { window.copied = document.activeElement.value })")
    table = guest.call("POST", "/api/tables", {"game": DUEL, "seats": [{"kind": "human"}] * 2})["tableId"]
    guest.go(f"/table/{table}").do("copy-link")
    guest.page.wait_for_selector(".notice >> text=Copied")
    assert guest.page.evaluate("window.copied") == guest.page.url
    assert guest.page.evaluate("document.activeElement.dataset.do") == "copy-link"


def test_an_open_table_is_joined_and_then_watched_by_a_third(visit: Visit) -> None:
    host, friend, watcher = (named(visit(), name) for name in ("Grace", "Ada", "Edsger"))
    host.go(f"/new/{DUEL}")
    host.page.check('[data-field="company"] input[value=anyone]')
    host.page.click("form button[type=submit]")
    host.page.wait_for_url("**/table/*")
    table = host.page.url.rsplit("/", 1)[1]

    friend.go()
    row = friend.page.locator(f'[data-table="{table}"]')
    assert "Grace · free seat" in row.inner_text()
    row.locator("button").click()
    for guest in (friend, host):
        assert guest.arrive().table_id == table
    assert friend.snapshot()["seat"] == "p2"

    watcher.go()
    watcher.page.click(f'[data-table="{table}"] a')
    assert watcher.arrive().snapshot()["seat"] is None


def test_a_friend_is_invited_by_a_link_and_the_table_is_not_listed(visit: Visit) -> None:
    host, friend = named(visit(), "Grace").go(f"/new/{DUEL}"), visit()
    host.page.check('[data-field="company"] input[value=friends]')
    host.page.click("form button[type=submit]")
    host.page.wait_for_url("**/table/*")
    link = host.page.locator(".link").inner_text()
    table = link.rsplit("/", 1)[1]

    friend.go()
    friend.page.wait_for_selector('[data-test="open"]')
    assert friend.page.locator(f'[data-table="{table}"]').count() == 0
    friend.page.goto(link)
    friend.page.wait_for_selector("text=Grace invites you")
    assert host.page.locator('[data-do="sit"]').count() == 0, "the host sits already"
    friend.page.click('[data-do="sit"]')
    for guest in (friend, host):
        assert guest.arrive().table_id == table


def test_a_lost_server_is_reported_and_found_again(visit: Visit, tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path / 'away.db'}", settings=QUICK) as server:
        guest = visit(url=server.url).go()
        guest.page.wait_for_selector(".tile")
        server.kill()
        guest.page.click('[data-test="open"] .top button')
        guest.page.wait_for_selector('[role="alert"]')
        assert "cannot be reached" in guest.page.inner_text('[role="alert"]')
        assert guest.page.locator(".tile").count() == len(LOBBY), "what is known stays on the screen"
        server.start()
        guest.page.click('[role="alert"] button')
        guest.page.wait_for_selector('[role="alert"]', state="detached")
