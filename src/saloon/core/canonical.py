"""Canonical JSON, and the hashes over it: state hash, view hash and the commitment to a deal.

Canonical JSON has sorted keys at every level, no white space, only whole numbers, and unescaped UTF-8 text.
"""

from hashlib import sha256
from typing import Any, Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_ORDERLY_ENCODER: Final = msgspec.json.Encoder()


class Orderly(msgspec.Struct, frozen=True, gc=False):
    """A struct whose fields, and those of its parts, are in canonical order, so it is encoded without sorting."""


def canonical_json(value: Any) -> bytes:
    """Return the canonical JSON of `value` (structs, mappings, sequences, text, whole numbers, booleans, null)."""
    return _ENCODER.encode(value)


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of `value`, in lower-case hex."""
    return sha256(canonical_json(value)).hexdigest()


def state_hash(rev: int, state: Any) -> str:
    """Return the hash of a canonical state at its revision."""
    return _hash_at(rev, "state", state)


def view_hash(rev: int, view: Any) -> str:
    """Return the hash by which a client can verify its view."""
    return _hash_at(rev, "view", view)


def _hash_at(rev: int, name: str, value: Any) -> str:
    return sha256(encoder_of(value).encode({"rev": rev, name: value})).hexdigest()


def encoder_of(value: Any) -> msgspec.json.Encoder:
    """Return the encoder that writes `value` and its parts canonically."""
    return _ORDERLY_ENCODER if isinstance(value, Orderly) else _ENCODER


def commitment(game: str, nonce: str, options: Any, seed: str) -> str:
    """Return the commitment published at the deal, which binds the seed without revealing it."""
    return digest({"game": game, "nonce": nonce, "options": options, "seed": seed})
