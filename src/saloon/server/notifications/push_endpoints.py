"""Where push messages may go: only to listed push services, by HTTPS, and to no private address.

A browser names the address that the server will send to, so a forged one could make the server ask its own network.
"""

import re
from collections.abc import Iterable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from msgspec import Struct

from saloon.core.errors import BadInput, quoted
from saloon.server.errors import Refused
from saloon.server.http.access import matches

LONGEST_ENDPOINT: Final = 1_024
_ENDPOINT: Final = re.compile(r"https://(?P<host>[a-z0-9.-]+)(?::(?P<port>[0-9]{1,5}))?(?P<path>/[!-~]*)")
_LISTED: Final = re.compile(r"(\*\.)?[a-z0-9.-]+(:[0-9]{1,5})?")
_HTTPS: Final = 443
_UNICAST: Final = IPv6Network("2000::/3")


class Endpoint(Struct, frozen=True):
    """The address of a browser at its push service."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """The push service, as signatures name it."""
        return f"https://{self.host}" if self.port == _HTTPS else f"https://{self.host}:{self.port}"


def read_endpoint(address: str, services: Iterable[str]) -> Endpoint:
    """Return an endpoint, or refuse one that is not at a listed push service.

    It is read here and nowhere else: what is checked is what is connected to.
    """
    found = _ENDPOINT.fullmatch(address) if len(address) <= LONGEST_ENDPOINT else None
    if found is None or "#" in address or "\\" in address:
        raise _refused("it is not the https address of a push service")
    endpoint = Endpoint(found["host"], int(found["port"] or _HTTPS), found["path"])
    name = endpoint.host if endpoint.port == _HTTPS else f"{endpoint.host}:{endpoint.port}"
    if not any(matches(name, listed) for listed in services):
        raise _refused(f"the operator has not listed {quoted(name)} as a push service")
    return endpoint


def check_services(services: Iterable[str]) -> None:
    """Refuse a list with anything but host names."""
    for one in services:
        if not _LISTED.fullmatch(one):
            reason = f"{quoted(one)} is not a push service; write a host name, such as push.example or *.push.example"
            raise BadInput(reason, "BAD_PUSH_SERVICE")


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, and not a tunnel to another."""
    one = ip_address(address)
    if not isinstance(one, IPv6Address):
        return one.is_global and not one.is_multicast
    if one.ipv4_mapped is not None:
        return is_public(str(one.ipv4_mapped))
    return one.is_global and one in _UNICAST and one.sixtofour is None and one.teredo is None


def _refused(why: str) -> Refused:
    return Refused("BAD_PUSH_ENDPOINT", f"the endpoint is refused: {why}")
