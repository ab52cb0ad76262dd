"""The page as an app: it can be installed, and it opens when the server is away and says what is possible."""

from collections.abc import Callable, Iterator
from pathlib import Path
from struct import unpack

import pytest

from samples import SOLITAIRE
from server.running import QUICK, Running, fetch
from web.browsing import Guest

Visit = Callable[..., Guest]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path / 'install.db'}", settings=QUICK) as running:
        yield running


def test_the_manifest_names_icons_that_are_there_in_their_sizes(served: Running) -> None:
    answer = fetch(f"{served.url}/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in pictures} >= {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in pictures)
    for icon in pictures:
        content = fetch(f"{served.url}{icon['src']}").content
        assert content.startswith(b"\x89PNG")
        width, height = unpack(">II", content[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    for shortcut in manifest["shortcuts"]:
        assert fetch(f"{served.url}{shortcut['url']}").status_code == 200


def test_an_iphone_gets_its_icon_and_is_told_how_to_install_the_page(visit: Visit, served: Running) -> None:
    guest = visit(390, 844, has_touch=True)
    guest.page.add_init_script("Object.defineProperty(navigator, 'standalone', {value: false})")
    guest.go("/settings").page.wait_for_selector("#install")
    assert "Add to Home Screen" in guest.page.inner_text("section:has(#install)")
    icon = guest.page.get_attribute('link[rel="apple-touch-icon"]', "href")
    content = fetch(f"{served.url}{icon}").content
    assert unpack(">II", content[16:24]) == (180, 180)
    assert content[25] == 2, "an icon with transparent parts is shown on black"
    assert "viewport-fit=cover" in (guest.page.get_attribute('meta[name="viewport"]', "content") or "")


def test_an_installed_page_does_not_speak_of_installing(visit: Visit) -> None:
    guest = visit(390, 844, has_touch=True)
    guest.page.add_init_script("Object.defineProperty(navigator, 'standalone', {value: true})")
    guest.go("/settings").page.wait_for_selector('[data-field="language"]')
    assert guest.page.locator("#install").count() == 0


def kept(guest: Guest) -> Guest:
    """Visit the page and wait until the browser keeps it."""
    guest.go()
    guest.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    guest.until(lambda: guest.page.evaluate("navigator.serviceWorker.controller !== null"), "the worker has taken over")
    return guest


def test_without_the_server_the_page_opens_and_says_what_is_possible_until_it_is_back(
    visit: Visit, server: Running
) -> None:
    guest = kept(visit(url=server.url, service_workers="allow"))
    server.kill()
    guest.go()
    guest.page.wait_for_selector("text=What still works")
    assert guest.page.url.endswith("/offline")
    guest.page.click("main >> text=Help")
    guest.page.wait_for_selector("text=The games in brief")
    guest.go("/settings")
    guest.page.locator('[data-field="language"] label:has(input[value=de])').click()
    guest.page.wait_for_selector("text=Einstellungen")
    guest.go("/offline").page.wait_for_selector("text=Was trotzdem geht")
    server.start()
    guest.page.wait_for_selector(".tile")


def test_what_the_server_says_is_never_kept(visit: Visit, server: Running) -> None:
    guest = kept(visit(url=server.url, service_workers="allow"))
    guest.open(SOLITAIRE)
    names = guest.page.evaluate("""async () => {
        const caches_ = await Promise.all((await caches.keys()).map(name => caches.open(name)))
        const requests = await Promise.all(caches_.map(one => one.keys()))
        return requests.flat().map(one => new URL(one.url).pathname)
    }""")
    assert "/" in names
    assert any(name.startswith("/assets/") for name in names)
    assert not [name for name in names if name.startswith(("/api", "/schema", "/metrics", "/table"))]
