"""Who counts as one client: addresses, networks and proxies; and how limits are written on the command line."""

import asyncio
from typing import Any

import pytest

from saloon.core.errors import BadInput
from saloon.server.limits.address_limits import AddressLimits
from saloon.server.limits.addresses import Proxies, counted_address
from saloon.server.limits.descriptors import Descriptors
from saloon.server.settings import ServerLimits, Settings, read_limits


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("", ""),
        ("x" * 10_000, "x" * 64),
    ],
)
def test_an_address_counts_by_what_one_client_has(host: str, counted: str) -> None:
    assert counted_address(host) == counted


def test_proxies_are_addresses_and_networks() -> None:
    proxies = Proxies(["10.0.0.1", "192.0.2.0/24", "2001:db8::/32"])
    for host in ("10.0.0.1", "::ffff:10.0.0.1", "192.0.2.200", "2001:db8:9::9"):
        assert proxies.contains(host), host
    for host in ("10.0.0.2", "198.51.100.1", "2001:db9::1", "unknown", ""):
        assert not proxies.contains(host), host
    with pytest.raises(BadInput, match=r"'10\.0\.0\.1/8' is not the address or network of a proxy"):
        Proxies(["10.0.0.1/8"])


def _scope_behind(client: str, *, kind: str = "http", **headers: str) -> dict[str, Any]:
    """Return the scope that the application gets behind a gate that trusts 10.0.0.1."""
    seen: list[dict[str, Any]] = []

    async def app(scope: Any, *_: Any) -> None:
        seen.append(scope)

    async def nothing(*_: Any) -> Any:
        return {}

    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": kind, "client": (client, 1), "scheme": "http" if kind == "http" else "ws", "headers": fields}
    gate = AddressLimits(app, Settings(database="", trusted_proxies=("10.0.0.1",)), lambda _: None)
    asyncio.run(gate(scope, nothing, nothing))
    return seen[0]


@pytest.mark.parametrize(("kind", "secure", "plain"), [("http", "https", "http"), ("websocket", "wss", "ws")])
def test_a_trusted_proxy_says_who_asks_and_by_which_scheme(kind: str, secure: str, plain: str) -> None:
    forwarded = {"x_forwarded_for": "203.0.113.7, 203.0.113.8", "x_forwarded_proto": "https"}
    believed = _scope_behind("10.0.0.1", kind=kind, **forwarded)
    assert (believed["client"][0], believed["scheme"]) == ("203.0.113.8", secure)
    ignored = _scope_behind("10.0.0.2", kind=kind, **forwarded)
    assert (ignored["client"][0], ignored["scheme"]) == ("10.0.0.2", plain)


def test_connections_that_left_are_not_counted() -> None:
    gate = AddressLimits(
        lambda *_: asyncio.sleep(0), Settings(database="", limits=ServerLimits(connections_per_address=2)), print
    )
    assert [gate.admit("192.0.2.1", 9) is None for _ in range(3)] == [True, True, False]
    assert gate.admit("192.0.2.2", 9) is None
    gate.leave("192.0.2.1")
    assert gate.admit("192.0.2.1", 9) is None
    assert len(gate.connections) == 3


def test_some_descriptors_are_kept_back_and_one_address_gets_half_of_the_others() -> None:
    few = Descriptors(256)
    assert (few.share(2_000), few.share(50)) == (96, 50)
    assert [few.spare(number) for number in (10, 191, 192, 255)] == [True, True, False, False]
    assert Descriptors(20_000).share(2_000) == 2_000


def test_limits_are_changed_by_name() -> None:
    limits = read_limits(["requests_per_second=0.5", "connections_per_address=7"])
    assert limits == ServerLimits(requests_per_second=0.5, connections_per_address=7)
    assert read_limits([]) == ServerLimits()
