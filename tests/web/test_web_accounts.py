"""One player in two browsers by a recovery phrase or a passkey, and a player who deletes everything."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession

from server.running import Running
from web.browsing import Guest

Visit = Callable[..., Guest]


def test_a_phrase_brings_the_player_to_another_browser_and_deletion_ends_both(visit: Visit) -> None:
    first, second = visit().go(), visit().go()
    first.call("PATCH", "/api/players/me", {"name": "Ada"})
    first.go("/player").page.click('[data-do="new-phrase"]')
    phrase = first.page.inner_text('[data-test="phrase"]')
    second.go("/player").page.fill("#phrase", phrase)
    second.page.click('[data-test="own-data"] form button')
    second.until(lambda: second.page.locator("#name").count() == 1 and second.page.input_value("#name") == "Ada")
    first.page.click('[data-do="erase"]')
    first.page.click("dialog button[value=yes]")
    first.page.wait_for_selector(".tile")
    second.until(lambda: second.call("GET", "/api/players/me")["name"] != "Ada", "the old cookie is another player")


class Device:
    """A guest's authenticator, made by the browser itself: it keeps passkeys and verifies its user."""

    def __init__(self, guest: Guest) -> None:
        self._session: CDPSession = guest.context.new_cdp_session(guest.page)
        self._session.send("WebAuthn.enable")
        kept = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
        options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True, **kept}
        self._id = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        """Return what it keeps."""
        kept: list[dict[str, Any]] = self._ask("getCredentials")["credentials"]
        return kept

    def receive(self, passkey: dict[str, Any]) -> None:
        """Keep a passkey of another device of the same person, as password managers do."""
        self._ask("addCredential", credential=passkey)

    def doubt_its_user(self) -> None:
        """Verify nobody from now on, as if the finger were a stranger's."""
        self._ask("setUserVerified", isUserVerified=False)

    def _ask(self, command: str, **values: object) -> Any:
        return self._session.send(f"WebAuthn.{command}", {"authenticatorId": self._id, **values})


@pytest.fixture
def local(served: Running) -> str:
    """Return the address of the server by the name for which browsers make passkeys."""
    return served.url.replace("127.0.0.1", "localhost")


def notice(guest: Guest, text: str) -> None:
    """Wait until the page says something."""
    guest.until(lambda: text in guest.heard(), text)


def test_a_passkey_signs_the_same_player_in_in_another_browser(visit: Visit, local: str) -> None:
    first, second = visit(url=local).go(), visit(url=local).go()
    first.call("PATCH", "/api/players/me", {"name": "Ada"})
    laptop = Device(first.go("/player"))
    first.do("add-passkey")
    listed = first.page.locator('[data-test="passkeys"] li')
    first.until(lambda: listed.count() == 1)
    assert "Chrome, Linux" in listed.inner_text()
    assert "not used yet" in listed.inner_text()
    first.do("add-passkey")
    notice(first, "already has a passkey")
    [passkey] = laptop.passkeys()

    phone = Device(second.go("/player"))
    second.do("sign-in")
    notice(second, "Cancelled")
    phone.receive(passkey)
    second.do("sign-in")
    second.until(lambda: second.page.locator("#name").count() == 1 and second.page.input_value("#name") == "Ada")
    own = [guest.call("GET", "/api/players/me")["playerId"] for guest in (first, second)]
    assert own[0] == own[1]
    second.until(lambda: "last used" in second.page.inner_text('[data-test="passkeys"]'))

    second.do("remove-passkey")
    second.page.click("dialog button[value=yes]")
    notice(second, "Passkey removed")
    assert second.page.locator('[data-test="passkeys"] li').count() == 0
    first.go("/player").do("sign-in")
    notice(first, "No player has this passkey")
    assert first.call("GET", "/api/players/me")["name"] == "Ada"


def test_the_page_says_why_a_passkey_does_not_work(visit: Visit, local: str) -> None:
    guest = visit(url=local).go()
    device = Device(guest.go("/player"))
    device.doubt_its_user()
    guest.do("add-passkey")
    notice(guest, "Cancelled")
    assert guest.call("GET", "/api/players/me/passkeys") == []
    elsewhere = visit().go().go("/player")
    elsewhere.until(lambda: "open at an IP address" in elsewhere.page.inner_text('[data-test="obstacle"]'))
    assert elsewhere.page.locator('[data-do="add-passkey"], [data-do="sign-in"]').count() == 0
