"""Push messages on the wire: encrypted for one browser (RFC 8291), signed by this server (RFC 8292), and posted.

Only a server with push messages imports this module: it needs `saloon[push]`.
"""

import asyncio
import binascii
import logging
import socket
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from hashlib import blake2b
from ipaddress import ip_address
from types import TracebackType
from typing import Any, Final, Literal, Self

import http_ece
import httpcore
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException

from saloon.core.errors import BadInput, quoted
from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.server.settings import Settings
from saloon.store.push import StoredSubscription

from .push_endpoints import Endpoint, is_public, read_endpoint

_logger = logging.getLogger(__name__)

CONNECTIONS: Final = 8
"""Push messages that are posted at the same time."""
_KEEP_SECONDS: Final = 4 * 3600
"""How long a push service keeps a message for a browser that is offline."""
_SIGNED_SECONDS: Final = 12 * 3600
_TIMEOUTS: Final = {"connect": 5.0, "read": 10.0, "write": 5.0, "pool": 30.0}
_SECRET_BYTES: Final = 16
_GONE: Final = (404, 410)

Outcome = Literal["sent", "gone", "failed"]
"""What became of a message; a browser that is `gone` has withdrawn its subscription."""


def new_key() -> str:
    """Return a new private key for signing push messages, as it is stored."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def public_key_of(key: str) -> str:
    """Return the public key, as browsers take it (`applicationServerKey`)."""
    public = Vapid02.from_raw(key.encode()).public_key
    return _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def check_contact(contact: str) -> None:
    """Refuse a contact that push services would not take."""
    try:
        _signed("https://push.example", contact, new_key())
    except VapidException:
        reason = f"{quoted(contact)} is not a contact; write mailto:you@play.example or https://play.example"
        raise BadInput(reason, "BAD_PUSH_CONTACT") from None


def check_keys(public_key: str, auth_secret: str) -> None:
    """Refuse keys of a browser for which nothing can be encrypted."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(public_key))
        fits = len(_bytes(auth_secret)) == _SECRET_BYTES
    except (ValueError, binascii.Error):
        fits = False
    if not fits:
        raise Refused("BAD_PUSH_KEYS", "the keys of the subscription are not those of a browser")


class PushSender:
    """Posts messages to push services; `async with` closes its connections."""

    def __init__(self, settings: Settings, key: str) -> None:
        self._services = settings.push_services
        self._contact = settings.push_contact or ""
        self._key = key
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=ssl.create_default_context(),
            max_connections=CONNECTIONS,
            network_backend=PublicNetwork(allows_private=settings.push_private_addresses),
        )

    async def __aenter__(self) -> Self:
        await self._pool.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._pool.__aexit__(kind, error, trace)

    async def send(self, subscription: StoredSubscription, message: bytes, topic: str) -> Outcome:
        """Send a message, which replaces an undelivered one with the same topic. Redirects are not followed."""
        try:
            endpoint = read_endpoint(subscription.endpoint, self._services)
        except Refused:
            return "gone"  # the operator's list has changed
        try:
            body = await asyncio.to_thread(_encrypted, subscription, message)
            signature = await asyncio.to_thread(_signed, endpoint.origin, self._contact, self._key)
            status = await self._post(endpoint, body, {"authorization": signature, "topic": _topic(topic)})
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError, ValueError) as error:
            _logger.info("a push message to %s failed: %r", endpoint.host, error)
            return "failed"
        if status in _GONE:
            return "gone"
        if not 200 <= status < 300:
            _logger.info("a push message was refused by %s: %d", endpoint.host, status)
            return "failed"
        return "sent"

    async def _post(self, endpoint: Endpoint, body: bytes, headers: dict[str, str]) -> int:
        """Return the status of the answer; its body is not read."""
        url = httpcore.URL(scheme="https", host=endpoint.host, port=endpoint.port, target=endpoint.path)
        fields = {
            "host": endpoint.origin.removeprefix("https://"),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "content-length": str(len(body)),
            "ttl": str(_KEEP_SECONDS),
            "urgency": "high",
            **headers,
        }
        async with self._pool.stream(
            "POST", url, headers=list(fields.items()), content=body, extensions={"timeout": _TIMEOUTS}
        ) as response:
            return response.status


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to the addresses that were checked, whatever the name resolves to a moment later."""

    def __init__(self, *, allows_private: bool) -> None:
        self._allows_private = allows_private
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of a host that answers; refuse a host with a private one."""
        try:
            async with asyncio.timeout(timeout):
                return await self._connect(await self._addresses(host, port), port, local_address, socket_options)
        except TimeoutError:
            raise httpcore.ConnectTimeout(f"{host} does not answer") from None

    async def _addresses(self, host: str, port: int) -> list[str]:
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from None
        addresses = list(dict.fromkeys(str(one[4][0]).partition("%")[0] for one in found))
        private = [one for one in addresses if not is_public(one)]
        if private and not self._allows_private:
            raise httpcore.ConnectError(f"{host} has the private address {private[0]}")
        return addresses

    async def _connect(self, addresses: list[str], port: int, *options: Any) -> httpcore.AsyncNetworkStream:
        failure: Exception = httpcore.ConnectError("the host has no address")
        for address in addresses:
            try:
                return await self._backend.connect_tcp(str(ip_address(address)), port, None, *options)
            except httpcore.ConnectError as error:
                failure = error
        raise failure

    async def sleep(self, seconds: float) -> None:
        """Wait between two tries."""
        await self._backend.sleep(seconds)


def _encrypted(subscription: StoredSubscription, message: bytes) -> bytes:
    body: bytes = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_bytes(subscription.public_key),
        auth_secret=_bytes(subscription.auth_secret),
        version="aes128gcm",
    )
    return body


def _signed(origin: str, contact: str, key: str) -> str:
    """Return the header by which a push service knows this server."""
    claims = {"aud": origin, "exp": wall_clock() // 1000 + _SIGNED_SECONDS, "sub": contact}
    header: str = Vapid02.from_raw(key.encode()).sign(claims)["Authorization"]
    return header


def _topic(text: str) -> str:
    """Return a topic that tells the push service nothing."""
    return _text(blake2b(text.encode(), digest_size=24).digest())


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
