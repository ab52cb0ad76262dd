"""Client addresses as limits count them, and which peers are trusted proxies."""

import asyncio
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from uvicorn.protocols.utils import get_remote_addr

from saloon.core.errors import BadInput, quoted

_LONGEST: Final = 64
"""No address is longer than this; a forwarded header may hold anything."""


def counted_address(host: str) -> str:
    """Return the key that limits count `host` under: the IPv4 address itself, or the /64 network of an IPv6 address.

    A client with one IPv6 address usually has its whole /64, so single addresses mean nothing.
    """
    return _counted(host[:_LONGEST])


@lru_cache(4096)
def _counted(host: str) -> str:
    address = _parsed(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return host if address is None else str(address)


def peer_of(transport: asyncio.BaseTransport) -> tuple[str, int]:
    """Return address and port of the peer; IPv4 clients of an IPv6 socket get their IPv4 address."""
    host, port = get_remote_addr(transport) or ("", 0)  # type: ignore[arg-type]
    return _plain(host), port


class Proxies:
    """The proxies whose forwarded headers are trusted."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._networks = tuple(_network(text) for text in trusted)
        self.contains = lru_cache(4096)(self._contains)
        """Whether an address is one of them."""

    def _contains(self, host: str) -> bool:
        address = _parsed(host)
        return address is not None and any(address in network for network in self._networks)


def check_proxies(trusted: Iterable[str]) -> None:
    """Refuse entries that are neither an address nor a network."""
    Proxies(trusted)


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text)
    except ValueError:
        raise BadInput(
            f"{quoted(text)} is not the address or network of a proxy; write 10.0.0.1 or 10.0.0.0/8", "BAD_PROXY"
        ) from None


@lru_cache(4096)
def _plain(host: str) -> str:
    address = _parsed(host)
    return host if address is None else str(address)


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
