"""Push messages in a browser: asked for in the settings, shown by the service worker, and a click opens the table.

Chromium reaches no push service here, so the test makes the subscription; everything else is real.
"""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser

from saloon.games import GAMES
from samples import DUEL
from server import push_service
from server.push_service import PushService
from server.running import QUICK, Player, Running
from web.browsing import ARGUMENTS, Guest, visitors

Visit = Callable[..., Guest]

SUBSCRIBING = """
const kept = 'test.subscription'
const made = MADE
const subscription = () => localStorage[kept] && {
    endpoint: made.endpoint,
    options: {applicationServerKey: Uint8Array.from(JSON.parse(localStorage[kept])).buffer},
    toJSON: () => made,
    unsubscribe: async () => { delete localStorage[kept]; return true },
}
PushManager.prototype.getSubscription = async () => subscription() || null
PushManager.prototype.subscribe = async ({userVisibleOnly, applicationServerKey}) => {
    if (!userVisibleOnly) throw new DOMException('silent', 'NotAllowedError')
    localStorage[kept] = JSON.stringify([...applicationServerKey])
    return subscription()
}
"""
"""What a push service and the browser do with `pushManager.subscribe()`."""
SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready
    return (await worker.getNotifications()).map(({title, body, lang}) => ({title, body, lang}))
}"""
CLICK = """async () => {
    const done = []
    const opened = []
    self.clients.openWindow = async (path) => { opened.push(path); return null }
    let closed = false
    const [notification] = await self.registration.getNotifications()
    notification.close = () => { closed = true }
    const event = new NotificationEvent('notificationclick', {notification})
    event.waitUntil = (work) => done.push(work)
    self.dispatchEvent(event)
    await Promise.all(done)
    return {opened, closed}
}"""
"""A click on the notification. Only a person's click may open a window, so opening is recorded."""
AGAIN = 4.0
"""Seconds after which a message is delivered again."""
SWITCH = '[data-switch="push"] input'


@pytest.fixture(scope="module")
def notifying(chromium: Browser) -> Iterator[Browser]:
    """A Chromium that shows notifications; the one without windows shows none."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.skip("no Chromium with notifications: `apt-get install chromium`, then this is tested too")
    browser = chromium.browser_type.launch(executable_path=path, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service that the servers of the test trust."""
    with PushService(tmp_path).trusted(monkeypatch) as service:
        yield service


@pytest.fixture
def server(tmp_path: Path, service: PushService) -> Iterator[Running]:
    settings = msgspec.structs.replace(QUICK, **service.settings())
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as running:
        yield running


def at_home(guest: Guest, browser: push_service.Browser) -> Guest:
    """Let a guest's browser subscribe, and allow notifications."""
    guest.context.grant_permissions(["notifications"], origin=guest.url)
    guest.page.add_init_script(SUBSCRIBING.replace("MADE", json.dumps(browser.subscription)))
    return guest


def settings(guest: Guest) -> Guest:
    """Open the settings, and wait until the service worker is there and the switch is ready."""
    guest.go("/settings")
    guest.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    guest.page.wait_for_selector(f"{SWITCH}:enabled")
    return guest


def delivered(guest: Guest, message: str) -> None:
    """Let the browser get a message from its push service, and wait until it is shown.

    On a busy machine the browser may lose one whose worker is just being stopped, so it is sent again after a while.
    """
    session = guest.context.new_cdp_session(guest.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    guest.until(lambda: bool(found), "the service worker is known")
    address = {"origin": guest.url, "registrationId": found[0]}
    again_at = 0.0

    def shown() -> bool:
        nonlocal again_at
        if time.monotonic() > again_at:
            session.send("ServiceWorker.deliverPushMessage", {**address, "data": message})
            again_at = time.monotonic() + AGAIN
        return bool(guest.page.evaluate(SHOWN))

    guest.until(shown, "the notification is shown")


def test_a_player_who_asked_is_notified_of_their_turn_and_a_click_leads_to_the_table(
    notifying: Browser, server: Running, service: PushService
) -> None:
    with visitors(notifying, server.url) as come, Player(server.url) as bob:
        browser = service.browser()
        guest = at_home(come(url=server.url, service_workers="allow", locale="de-DE"), browser)
        settings(guest.go())
        assert not guest.page.is_checked(SWITCH), "nobody is notified without asking"
        guest.page.click('[data-switch="push"]')
        guest.page.wait_for_selector("text=Dieser Browser sagt dir Bescheid.")
        [listed] = guest.call("GET", "/api/players/me/push")
        assert listed["endpoint"] == browser.endpoint
        table_id = guest.call("POST", "/api/tables", {"game": DUEL})["tableId"]
        with bob.join(table_id).socket() as socket:
            socket.kind("snapshot")
            posted = service.next()
        key = push_service.text(bytes(guest.page.evaluate("JSON.parse(localStorage['test.subscription'])")))
        assert posted.key() == key, "the browser has subscribed for this server"
        message = browser.read(posted.body)
        delivered(guest, json.dumps(message))
        [shown] = guest.page.evaluate(SHOWN)
        title = f"{GAMES[DUEL].title}: Du bist dran"
        assert shown == {"title": title, "body": "Die anderen warten auf dich.", "lang": "de"}
        [worker] = guest.context.service_workers
        assert worker.evaluate(CLICK) == {"opened": [f"/table/{table_id}"], "closed": True}


def test_notifications_are_switched_off_again_and_the_switch_remembers(
    notifying: Browser, server: Running, service: PushService
) -> None:
    with visitors(notifying, server.url) as come:
        guest = settings(at_home(come(url=server.url, service_workers="allow"), service.browser()))
        guest.page.click('[data-switch="push"]')
        guest.page.wait_for_selector("text=This browser will notify you.")
        guest.page.reload()
        guest.page.wait_for_selector(f"{SWITCH}:enabled:checked")
        guest.page.click('[data-switch="push"]')
        guest.page.wait_for_selector("text=No more notifications in this browser.")
        assert guest.call("GET", "/api/players/me/push") == []
        guest.page.reload()
        guest.page.wait_for_selector(f"{SWITCH}:enabled:not(:checked)")
        rematch = json.dumps({"kind": "rematch", "game": "Any game", "table": "../x"})
        delivered(guest, rematch)
        assert guest.page.evaluate(SHOWN)[0]["title"] == "Any game: rematch?"
        [worker] = guest.context.service_workers
        assert worker.evaluate(CLICK)["opened"] == ["/table/..%2Fx"], "it opens a table and nothing else"


ALLOWED = "Object.defineProperty(Notification, 'permission', {get: () => 'default'})"
OBSTACLES = {
    "server": (ALLOWED, "This server does not send notifications."),
    "denied": ("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})", "You have blocked"),
    "unsupported": ("delete window.PushManager", "This browser does not support notifications."),
    "homeScreen": (
        "delete window.PushManager; Object.defineProperty(navigator, 'standalone', {value: false})",
        "add Saloon to the home screen first",
    ),
    "insecure": ("Object.defineProperty(window, 'isSecureContext', {value: false})", "Notifications need HTTPS"),
}


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_where_there_are_no_notifications_the_switch_says_why(visit: Visit, obstacle: str) -> None:
    script, reason = OBSTACLES[obstacle]
    guest = visit()
    guest.page.add_init_script(script)
    guest.go("/settings").page.wait_for_selector(f'[data-switch="push"]:has-text("{reason}")')
    assert guest.page.is_disabled(SWITCH)
