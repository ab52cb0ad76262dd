"""An authenticator in software with an ES256 key, a browser that asks it, and the ways to cheat with them."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from secrets import token_bytes
from typing import Any, Final

import cbor2
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from server.running import Json, Player

ORIGIN: Final = "http://localhost:8000"
_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    """Return bytes in base64url without padding, as WebAuthn sends them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of a base64url text."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """A device with one passkey. What it signs can be set: its counter, its user's verification, the host name."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential_id = token_bytes(16)
        self.handle = ""
        self.count = 0
        self.verifies = True
        self.rp_id: str | None = None
        """The host name that it signs, if not that of the options."""

    def create(self, options: Json, origin: str = ORIGIN) -> Json:
        """Answer `navigator.credentials.create()`."""
        self.handle = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        credential = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], _ATTESTED) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = _client_data("webauthn.create", options, origin)
        return self._answer(clientDataJSON=encoded(client_data), attestationObject=encoded(attestation))

    def get(self, options: Json, origin: str = ORIGIN) -> Json:
        """Answer `navigator.credentials.get()`."""
        data, client_data = self._data(options["rpId"]), _client_data("webauthn.get", options, origin)
        signature = self.key.sign(data + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=encoded(client_data),
            authenticatorData=encoded(data),
            signature=encoded(signature),
            userHandle=self.handle,
        )

    def _data(self, rp_id: str, more: int = 0) -> bytes:
        flags = _PRESENT | (_VERIFIED if self.verifies else 0) | more
        return sha256((self.rp_id or rp_id).encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _answer(self, **response: str) -> Json:
        name = encoded(self.credential_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _client_data(kind: str, options: Json, origin: str) -> bytes:
    data = {"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
    return json.dumps(data).encode()


class Browser:
    """A page of the server in a browser: it names its origin with every request of a player."""

    def __init__(self, player: Player, origin: str = ORIGIN) -> None:
        self.player = player
        self.headers: Mapping[str, str] = {"host": origin.partition("://")[2], "origin": origin}

    def post(self, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """Send a request to the player's next process."""
        return self.player.request("POST", path, body, headers=headers or self.headers)

    def options(self) -> Json:
        """Ask for the options of a new passkey."""
        return _json(self.post("/api/players/me/passkeys/options"))

    def register(self, credential: Json, name: str = "Phone") -> httpx.Response:
        """Send what an authenticator has made."""
        return self.post("/api/players/me/passkeys", {"name": name, "credential": credential})

    def add(self, name: str = "Phone") -> Authenticator:
        """Add a passkey, and return the authenticator that holds it."""
        authenticator = Authenticator()
        _json(self.register(authenticator.create(self.options()), name))
        return authenticator

    def passkeys(self) -> list[Json]:
        """Return the player's passkeys."""
        found: list[Json] = self.player.ask("GET", "/api/players/me/passkeys")
        return found

    def challenge(self) -> Json:
        """Ask for the options of a sign-in."""
        return _json(self.post("/api/sign-in/options"))

    def sign_in(self, credential: Json) -> httpx.Response:
        """Send what an authenticator has signed."""
        return self.post("/api/sign-in", {"credential": credential})


def _json(response: httpx.Response) -> Json:
    assert response.is_success, f"{response.status_code} {response.text}"
    answer: Json = response.json()
    return answer


def code_of(response: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of a refusal, which has a sentence too."""
    assert response.is_error, response.text
    problem = response.json()
    assert problem["reason"]
    return response.status_code, problem["code"]
