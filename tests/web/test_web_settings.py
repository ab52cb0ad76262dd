"""Settings in a browser: everything shows at once, is kept, and can be taken back. And the player's own page."""

from collections.abc import Callable

import pytest

from clauses import clause
from samples import DUEL, SOLITAIRE
from web.browsing import Guest
from web.pagekit import BOT, HUMAN, NAMES, page_kit
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]


def attribute(guest: Guest, name: str) -> str | None:
    return guest.page.get_attribute("html", name)


def colour(guest: Guest, selector: str) -> str:
    return str(guest.page.eval_on_selector(selector, "one => getComputedStyle(one).backgroundColor"))


CHOICES = [("felt", "burgundy"), ("felt", "slate"), ("back", "sun"), ("theme", "dark"), ("motion", "reduced")]


def test_a_choice_shows_at_once_and_is_kept(visit: Visit) -> None:
    guest = visit().go("/settings")
    for field, value in CHOICES:
        before = guest.page.locator(".strip").screenshot()
        guest.page.locator(f'[data-field="{field}"] label:has(input[value={value}])').click()
        assert attribute(guest, f"data-{field}") == value
        if field in ("felt", "back"):
            assert guest.page.locator(".strip").screenshot() != before, value
        guest.page.reload()
        guest.page.wait_for_selector(".strip")
        assert attribute(guest, f"data-{field}") == value
        assert guest.page.is_checked(f'[data-field="{field}"] input[value={value}]')


@pytest.mark.parametrize(
    ("switch", "shown"), [("fourColours", "data-four-colours"), ("leftHanded", "data-left-handed")]
)
def test_a_switch_shows_at_once_and_is_kept(visit: Visit, switch: str, shown: str) -> None:
    guest = visit().go("/settings")
    guest.page.wait_for_selector(".strip")
    assert attribute(guest, shown) is None
    guest.page.click(f'[data-switch="{switch}"]')
    assert attribute(guest, shown) == ""
    guest.page.reload()
    guest.page.wait_for_selector(".strip")
    assert attribute(guest, shown) == ""


def test_left_handed_players_have_the_stock_on_the_other_side(visit: Visit) -> None:
    guest = visit().go("/settings")
    guest.page.click('[data-switch="leftHanded"]')
    guest.open(SOLITAIRE)
    stock, foundation = guest.pile("stock").bounding_box(), guest.pile("foundation-3").bounding_box()
    assert stock is not None
    assert foundation is not None
    assert stock["x"] > foundation["x"]


def test_the_theme_follows_the_device_until_it_is_chosen(visit: Visit) -> None:
    guest = visit(color_scheme="dark").go("/settings")
    guest.page.wait_for_selector(".strip")
    dark = colour(guest, "body")
    guest.page.emulate_media(color_scheme="light")
    assert colour(guest, "body") != dark
    guest.page.locator('[data-field="theme"] label:has(input[value=dark])').click()
    assert colour(guest, "body") == dark


def test_german_is_spoken_on_every_screen_and_asked_for_by_the_browser(visit: Visit) -> None:
    guest = visit(locale="de-AT").go("/settings")
    guest.page.wait_for_selector("text=Einstellungen")
    assert attribute(guest, "lang") == "de"
    screens = {"/": "Was spielen wir?", "/player": "Dein Name", "/help": "Die Spiele in Kürze"}
    screens |= {"/offline": "Keine Verbindung"} | {f"/new/{name}": page_kit(name).german for name in NAMES}
    for address, word in screens.items():
        guest.go(address).page.wait_for_selector(f"text={word}")
    guest.go("/settings")
    guest.page.locator('[data-field="language"] label:has(input[value=en])').click()
    guest.page.wait_for_selector("text=Saved in this browser")
    assert attribute(guest, "lang") == "en"


def test_everything_can_be_set_back(visit: Visit) -> None:
    guest = visit().go("/settings")
    guest.page.locator('[data-field="felt"] label:has(input[value=blue])').click()
    guest.page.click('[data-switch="sounds"]')
    guest.page.click('[data-do="reset"]')
    assert attribute(guest, "data-felt") == "green"
    assert guest.page.is_checked('[data-switch="sounds"] input')


def test_spoilt_settings_are_passed_over(visit: Visit) -> None:
    guest = visit().go("/settings")
    guest.page.evaluate("""localStorage.setItem('saloon.settings', '{"felt": "lava", "sounds": 7, "back": "dots"}')""")
    guest.page.reload()
    guest.page.wait_for_selector(".strip")
    assert (attribute(guest, "data-felt"), attribute(guest, "data-back")) == ("green", "dots")
    assert guest.page.is_checked('[data-switch="sounds"] input')


@clause("KL-75")
def test_sounds_are_made_unless_they_are_switched_off(visit: Visit) -> None:
    """A sound is a node that the page starts; nothing is fetched for it."""
    guest = visit()
    guest.page.add_init_script("""
        window.sounds = 0
        const start = AudioBufferSourceNode.prototype.start
        AudioBufferSourceNode.prototype.start = function (...rest) { window.sounds++; return start.apply(this, rest) }
    """)
    guest.open(SOLITAIRE)
    guest.tap("stock")
    guest.until(lambda: guest.page.evaluate("window.sounds") > 0)
    guest.go("/settings").page.click('[data-switch="sounds"]')
    guest.sit(guest.table_id)
    guest.tap("stock")
    guest.until(lambda: guest.rev() == 2)
    guest.page.wait_for_timeout(200)
    assert guest.page.evaluate("window.sounds") == 0


# --- the player ---------------------------------------------------------------------------------------------------


def test_a_player_has_a_name_and_changes_it(visit: Visit) -> None:
    guest = visit().go("/player")
    guest.page.wait_for_selector("#name")
    assert guest.page.input_value("#name").startswith("Guest")
    guest.page.fill("#name", "  Ada  ")
    guest.key("Enter")
    guest.until(lambda: guest.call("GET", "/api/players/me")["name"] == "Ada")
    guest.page.wait_for_selector(".notice")


def test_a_name_that_cannot_be_shown_is_refused_with_the_reason(visit: Visit) -> None:
    guest = visit().go("/player")
    guest.page.fill("#name", "A\u202eda")
    guest.page.click("form button")
    guest.page.wait_for_selector(".notice.bad")


def test_refusals_are_german_too(visit: Visit) -> None:
    guest = visit(locale="de-DE").open(SOLITAIRE, **ONE_BY_ONE)
    guest.drag("tableau-6", "tableau-5")
    guest.page.wait_for_selector(".notice.bad")
    assert guest.page.inner_text(".notice").endswith(" passt nicht auf Spalte 6.")


def test_a_guest_is_called_so_in_the_language_of_the_page(visit: Visit) -> None:
    guest, other = visit(locale="de-DE").go(), visit()
    name = guest.call("GET", "/api/players/me")["name"]
    german = name.replace("Guest", "Gast")
    guest.go("/player").page.wait_for_selector("#name")
    assert guest.page.input_value("#name") == german != name
    assert guest.page.is_disabled("form.name button"), "nothing has been changed"
    table = guest.call("POST", "/api/tables", {"game": DUEL, "private": True})["tableId"]
    guest.go(f"/table/{table}").page.wait_for_selector(f'li:text-is("{german}")')
    other.go(f"/table/{table}").page.wait_for_selector(f'h2:has-text("{name} invites you")')
    guest.go("/profile/me").page.wait_for_selector(f'h1:text-is("{german}")')


def test_a_rating_is_shown_once_there_is_one(visit: Visit) -> None:
    guest = visit().open(DUEL, seats=[HUMAN, {**BOT, "level": "random"}])
    guest.act("resign", {})
    rating = guest.call("GET", "/api/players/me/stats")[DUEL]["rating"]
    guest.go("/player").page.wait_for_selector(f'article[data-game="{DUEL}"]')
    assert f"{rating['shown']} (one rated game)" in guest.page.inner_text(f'article[data-game="{DUEL}"]')
