"""The relying party of passkeys: the host name that they are for, and the origin whose pages may use them."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from saloon.core.errors import quoted
from saloon.server.errors import Refused
from saloon.server.http.access import is_listed
from saloon.server.settings import Settings

_LOCAL: Final = "localhost"
"""The only name that browsers trust without HTTPS."""


class RelyingParty(Struct, frozen=True):
    """Whom a passkey is for: `rp_id` is a host name, `origin` that of the page that asks."""

    rp_id: str
    origin: str


def relying_party(settings: Settings, headers: Mapping[str, str]) -> RelyingParty:
    """Return the relying party of a request, or refuse one where passkeys cannot work or are not safe.

    It is the page's own origin, as the browser names it; `check_origin` has admitted it already. Anyone can send any
    `Host`, and a passkey stays bound to its name, so only a name that the operator has listed is taken.
    """
    origin = _origin_of(settings, headers)
    try:
        parts = urlsplit(origin)
        name = parts.hostname or ""
    except ValueError:
        raise _unavailable(f"{quoted(origin)} is not an address") from None
    if _is_ip_address(name):
        raise _unavailable(f"they need a host name, and {quoted(name)} is an IP address")
    if name != _LOCAL and parts.scheme != "https":
        raise _unavailable("browsers offer them over HTTPS only")
    if name != _LOCAL and origin not in settings.origins and not is_listed(settings, name):
        raise _unavailable(f"the operator has not listed the host {quoted(name)} with --allowed-host")
    return RelyingParty(name, origin)


def _origin_of(settings: Settings, headers: Mapping[str, str]) -> str:
    """Return the origin of the page; some browsers hide it from a server that wants no referrer, and send `null`."""
    origin = headers.get("origin", "null")
    if origin in settings.origins:
        return origin
    if origin != "null":
        return origin.lower()
    host = headers.get("host", "").lower()
    is_local = not settings.secure and host.partition(":")[0] == _LOCAL
    return f"http://{host}" if is_local else f"https://{host}"


def _is_ip_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _unavailable(why: str) -> Refused:
    return Refused("PASSKEYS_UNAVAILABLE", f"passkeys do not work here: {why}")
