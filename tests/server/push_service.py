"""A push service and browsers of its own: it takes messages over HTTPS, and only the browser can read them."""

import os
import ssl
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any

import http_ece
import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID
from msgspec import Struct
from py_vapid import Vapid02

from server.running import PATIENCE, Json

CONTACT = "mailto:operator@saloon.example"
AWAY = 0.4
"""Seconds after which a player of these servers counts as away."""


class Browser:
    """A browser's subscription, with the private key that never leaves it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def subscription(self) -> Json:
        """What a page sends to its server: `PushSubscription.toJSON()`."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": text(point), "auth": text(self._auth)}}

    def read(self, body: bytes) -> Json:
        """Decrypt a message."""
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        message: Json = msgspec.json.decode(plain)
        return message


class Posted(Struct, frozen=True):
    """A request to the push service."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    def claims(self) -> Json:
        """Return what the sender says of itself, if its signature is valid."""
        header = self.headers["authorization"]
        assert Vapid02.verify(header)
        claims: Json = msgspec.json.decode(unbase64(header.partition("t=")[2].split(".")[1]))
        return claims

    def key(self) -> str:
        """Return the public key of the signature."""
        return self.headers["authorization"].partition("k=")[2]


class PushService:
    """Takes messages; `answers` says how, by path, and a path in `stuck` gets no answer until `release`."""

    def __init__(self, folder: Path) -> None:
        self.posted: Queue[Posted] = Queue()
        self.answers: dict[str, tuple[int, Mapping[str, str]]] = {}
        self.stuck: set[str] = set()
        self.release = Event()
        self._certificate = _certificate(folder)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self._certificate)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def name(self) -> str:
        """How the operator lists it."""
        return f"localhost:{self._server.server_address[1]}"

    def browser(self, path: str = "/browser") -> Browser:
        """Return a browser that has subscribed here."""
        return Browser(f"https://{self.name}{path}")

    def next(self) -> Posted:
        """Return the next message."""
        return self.posted.get(timeout=PATIENCE)

    def settings(self, **changes: Any) -> Json:
        """Return settings of a server that sends here, and from whose players absence is soon noticed."""
        return {
            "push_contact": CONTACT,
            "push_services": (self.name,),
            "push_private_addresses": True,
            "push_after_seconds": AWAY,
            "lobby_seconds": AWAY,
            **changes,
        }

    def _handler(service) -> type[BaseHTTPRequestHandler]:  # noqa: N805 - the handler has a `self` of its own
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.posted.put(Posted(self.path, headers, body))
                if self.path in service.stuck:
                    service.release.wait(PATIENCE)
                status, more = service.answers.get(self.path, (201, {}))
                self.send_response(status)
                for name, value in {"content-length": "0", **more}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Write nothing to the tests' output."""

        return Handler

    @contextmanager
    def trusted(self, monkeypatch: pytest.MonkeyPatch) -> Iterator["PushService"]:
        """Serve, with a certificate that the servers of the test trust."""
        monkeypatch.setenv("SSL_CERT_FILE", str(self._certificate))
        self._thread.start()
        try:
            yield self
        finally:
            self.release.set()
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


def text(content: bytes) -> str:
    """Return bytes in base64url, as browsers write them."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def unbase64(written: str) -> bytes:
    """Return the bytes of a base64url text."""
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


def public_key_of(number: int) -> bytes:
    """Return a point of the curve that browsers use."""
    key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _certificate(folder: Path) -> Path:
    """Write a certificate for `localhost` that signs itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.fromtimestamp(time.time(), UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(_signs_itself(), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "push-service.pem"
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(written + certificate.public_bytes(Encoding.PEM))
    return path


def _signs_itself() -> x509.KeyUsage:
    no = dict.fromkeys(
        ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign"), False
    )
    return x509.KeyUsage(digital_signature=True, key_cert_sign=True, encipher_only=False, decipher_only=False, **no)
