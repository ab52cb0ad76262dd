"""Unknown addresses: the page says so and links to the lobby."""

from collections.abc import Callable

import pytest

from web.browsing import Guest

Visit = Callable[..., Guest]

HEADING = {"en-US": "There is nothing here", "de-DE": "Hier ist nichts"}
HOME = {"en-US": "Go to the lobby", "de-DE": "Zur Lobby"}


NOWHERE = ("/nowhere", "/table", "/nowhere/at/all?x=1#y", "//nowhere.example/x", "/new/poker")


@pytest.mark.parametrize("locale", HEADING)
def test_an_unknown_address_says_so_and_leads_to_the_lobby(visit: Visit, locale: str) -> None:
    guest = visit(390, 844, locale=locale)
    for path in NOWHERE:
        guest.go(path)
        guest.page.wait_for_selector(f"h1:text-is('{HEADING[locale]}')")
        assert guest.page.url.startswith(guest.url), f"{path}: the address stays, on this server"
        assert guest.page.title().startswith(HEADING[locale]), path
        guest.page.click(f"main >> text={HOME[locale]}")
        guest.page.wait_for_selector(".tile")
        assert guest.page.url == f"{guest.url}/"


@pytest.mark.parametrize("locale", HOME)
def test_a_table_that_does_not_exist_leads_to_the_lobby(visit: Visit, locale: str) -> None:
    guest = visit(locale=locale).go("/table/0000000000000000")
    guest.page.click(f"main >> text={HOME[locale]}")
    guest.page.wait_for_selector(".tile")


def test_the_status_of_an_unknown_address_is_404(visit: Visit) -> None:
    guest = visit()
    answer = guest.page.goto(f"{guest.url}/nowhere")
    assert answer is not None
    assert answer.status == 404
    guest.page.wait_for_selector("h1")
