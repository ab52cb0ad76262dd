"""A browser names the address that the server posts to: a forged one leads nowhere."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpcore
import pytest

from saloon.core.errors import BadInput
from saloon.server.errors import Refused
from saloon.server.notifications import push_messages
from saloon.server.notifications.push_endpoints import LONGEST_ENDPOINT, is_public, read_endpoint
from saloon.server.notifications.push_messages import PublicNetwork, PushSender, new_key
from saloon.server.serve import check
from saloon.server.settings import PUSH_SERVICES, Settings
from saloon.store.push import StoredSubscription
from server.push_service import CONTACT, Browser, PushService, public_key_of, text
from server.wire import running


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service that the servers of the test trust."""
    with PushService(tmp_path).trusted(monkeypatch) as service:
        yield service


FORGED: Final = (
    "http://fcm.googleapis.com/x", "ftp://fcm.googleapis.com/x", "//fcm.googleapis.com/x", "fcm.googleapis.com/x",
    "https://fcm.googleapis.com", "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com:80/x",
    "https://user@fcm.googleapis.com/x", "https://fcm.googleapis.com@127.0.0.1/x", "https://127.0.0.1/x",
    "https://[::1]/x", "https://2130706433/x", "https://0x7f.1/x", "https://169.254.169.254/latest/meta-data",
    "https://localhost/x", "https://evil.example/x", "https://fcm.googleapis.com.evil.example/x",
    "https://evilfcm.googleapis.com/x", "https://notify.windows.com/x", "https://evilnotify.windows.com/x",
    "https://x.notify.windows.com.evil.example/x", "https://evil.example/#.notify.windows.com/",
    "https://evil.example\\.notify.windows.com/x", "https://fcm.googleapis.com\\@evil.example/x",
    "https://fcm.googleapis.com/x#y", "https://fcm.googleapis.com/x y", "https://fcm.googleapis.com/x\r\nhost: evil",
    "https://fcm.googleapis.com/\x00", "https://fcm.googleapis.com/ü", "https://fcm.googleapis.com\u3002evil.example/x",
    "https://ｆcm.googleapis.com/x", " https://fcm.googleapis.com/x", "javascript:alert(1)", "https:///x",
)  # fmt: skip


def test_no_server_posts_to_an_address_that_is_not_a_listed_push_service(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}", push_contact=CONTACT) as wire:
            token = await wire.player()
            for endpoint in (*FORGED, "https://fcm.googleapis.com/" + "x" * LONGEST_ENDPOINT):
                answer = await wire.ask("POST", "/api/players/me/push", token, json=Browser(endpoint).subscription)
                assert answer.status_code == 400, endpoint
                if len(endpoint) <= LONGEST_ENDPOINT:
                    assert answer.json()["code"] == "BAD_PUSH_ENDPOINT", endpoint
            assert (await wire.ask("GET", "/api/players/me/push", token)).json() == []

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:APA91b-_",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGuQ-x_",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2f",
    ],
)
def test_the_push_services_of_browsers_are_listed(endpoint: str) -> None:
    read = read_endpoint(endpoint, PUSH_SERVICES)
    assert endpoint == f"{read.origin}{read.path}"


def test_keys_for_which_nothing_can_be_encrypted_are_refused(tmp_path: Path) -> None:
    good = Browser("https://fcm.googleapis.com/x").subscription
    point, secret = public_key_of(7), text(os.urandom(16))
    wrong: list[tuple[object, object]] = [
        ("", secret), ("AAAA", secret), (text(b"\x04" + bytes(64)), secret), (text(point[:-1]), secret), ("é", secret),
        (text(point), text(bytes(15))), (text(point), ""), (text(point), "!"), (3, secret), (None, None),
        ("A" * 101, secret),
    ]  # fmt: skip

    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}", push_contact=CONTACT) as wire:
            token = await wire.player()
            for public, auth in wrong:
                body = {**good, "keys": {"p256dh": public, "auth": auth}}
                assert (await wire.ask("POST", "/api/players/me/push", token, json=body)).status_code == 400, public
            for body in ({}, {"endpoint": good["endpoint"]}, {**good, "more": 1}, {**good, "keys": 3}):
                assert (await wire.ask("POST", "/api/players/me/push", token, json=body)).status_code == 400
            padded = {**good, "keys": {"p256dh": text(point) + "=", "auth": secret + "=="}}
            assert (await wire.ask("POST", "/api/players/me/push", token, json=padded)).status_code == 201

    asyncio.run(scenario())


ADDRESSES: Final = {
    "8.8.8.8": True, "2a00:1450:4001:81b::200a": True, "127.0.0.1": False, "10.1.2.3": False, "172.16.0.1": False,
    "192.168.1.1": False, "169.254.169.254": False, "100.64.0.1": False, "0.0.0.0": False, "224.0.0.1": False,
    "255.255.255.255": False, "::1": False, "::": False, "fe80::1": False, "fd00::1": False, "ff02::1": False,
    "::ffff:127.0.0.1": False, "::ffff:8.8.8.8": True, "64:ff9b::a00:1": False, "2002:7f00:1::": False,
    "2001:0:4136:e378::": False, "::127.0.0.1": False,
}  # fmt: skip


def test_private_addresses_are_known() -> None:
    assert {address: is_public(address) for address in ADDRESSES} == ADDRESSES


def stored(browser: Browser) -> StoredSubscription:
    keys = browser.subscription["keys"]
    return StoredSubscription("1", "ada", browser.endpoint, keys["p256dh"], keys["auth"], 0)


def send(service: PushService, browser: Browser, **changes: Any) -> str:
    settings = Settings(database="", **service.settings(**changes))

    async def scenario() -> str:
        async with PushSender(settings, new_key()) as sender:
            return await sender.send(stored(browser), b"{}", "topic")

    return asyncio.run(scenario())


def test_a_listed_name_with_a_private_address_is_not_connected_to(service: PushService) -> None:
    assert send(service, service.browser(), push_private_addresses=False) == "failed"
    assert service.posted.empty()
    assert send(service, service.browser()) == "sent"


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()

        async def found(*_: Any, **__: Any) -> list[Any]:
            return [(2, 1, 6, "", ("8.8.8.8", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]

        monkeypatch.setattr(loop, "getaddrinfo", found)
        with pytest.raises(httpcore.ConnectError, match=r"private address 127\.0\.0\.1"):
            await PublicNetwork(allows_private=False).connect_tcp("push.example", 443)

    asyncio.run(scenario())


def test_a_redirect_is_not_followed(service: PushService) -> None:
    for status in (301, 302, 307, 308):
        service.answers["/away"] = (status, {"location": f"https://{service.name}/elsewhere"})
        assert send(service, service.browser("/away")) == "failed"
        assert service.next().path == "/away"
    assert service.posted.empty()


def test_a_service_that_is_no_longer_listed_gets_nothing(service: PushService) -> None:
    assert send(service, service.browser(), push_services=("push.example",)) == "gone"
    assert service.posted.empty()


def test_a_service_that_does_not_answer_is_given_up(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(push_messages._TIMEOUTS, "read", 0.2)
    service.stuck.add("/stuck")
    assert send(service, service.browser("/stuck")) == "failed"


def test_a_service_with_a_foreign_certificate_gets_nothing(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    assert send(service, service.browser()) == "failed"
    assert service.posted.empty()


# --- settings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("contact", ["", "me", "me@play.example", "http://play.example", "mailto:me"])
def test_a_contact_that_no_push_service_takes_is_refused_at_the_start(contact: str) -> None:
    with pytest.raises(BadInput) as refused:
        check(Settings(database="sqlite:///x.db", push_contact=contact), 1)
    assert refused.value.code == "BAD_PUSH_CONTACT"


@pytest.mark.parametrize("name", ["https://push.example", "push.example/", "*", "", "*.*.example", "user@push.example"])
def test_a_push_service_that_is_no_host_is_refused_at_the_start(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        check(Settings(database="sqlite:///x.db", push_services=(name,)), 1)
    assert refused.value.code == "BAD_PUSH_SERVICE"


def test_good_settings_are_taken() -> None:
    for contact in (CONTACT, "https://play.example"):
        services = ("push.example", "*.push.example", "localhost:8443")
        check(Settings(database="sqlite:///x.db", push_contact=contact, push_services=services), 1)


def test_an_endpoint_of_a_listed_port_is_read() -> None:
    assert read_endpoint("https://localhost:8443/x", ("localhost:8443",)).origin == "https://localhost:8443"
    with pytest.raises(Refused):
        read_endpoint("https://localhost/x", ("localhost:8443",))
