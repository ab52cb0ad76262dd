"""Randomness: streams that depend only on their name, and the shuffle."""

from collections.abc import Iterator, MutableSequence
from hashlib import sha256
from typing import Protocol, TypeVar

T = TypeVar("T")

_WORDS = 1 << 32
_MASK = _WORDS - 1


class Stream(Protocol):
    """A source of whole numbers below a bound."""

    def below(self, bound: int) -> int:
        """Return the next number in 0 … bound - 1."""
        ...


class Sha256Stream:
    """Block n is SHA-256(name, 0x00, n), read as eight words; words that would favour small numbers are skipped."""

    def __init__(self, name: str) -> None:
        self._words = _sha256_words(name.encode())

    def below(self, bound: int) -> int:
        """Return the next number in 0 … bound - 1, each equally likely."""
        limit = _WORDS // bound * bound
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % bound


def _sha256_words(name: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(name + b"\x00" + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


class VnextStream:
    """The 32-bit stream of the original's `vnext` deals: FNV-1a of the name seeds a Mulberry32.

    Kept to reproduce old logs bit for bit. Seven face-up cards reveal the whole deck, so it is not used for new games.
    """

    def __init__(self, name: str) -> None:
        self._state = fnv1a(name.encode())

    def below(self, bound: int) -> int:
        """Return the next number in 0 … bound - 1."""
        self._state = (self._state + 0x6D2B79F5) & _MASK
        a = self._state
        t = ((a ^ (a >> 15)) * (a | 1)) & _MASK
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & _MASK)) & _MASK
        return (t ^ (t >> 14)) % bound


def fnv1a(data: bytes) -> int:
    """Return the 32-bit FNV-1a hash."""
    value = 0x811C9DC5
    for byte in data:
        value = ((value ^ byte) * 0x01000193) & _MASK
    return value


def shuffle(items: MutableSequence[T], stream: Stream) -> None:
    """Shuffle in place: Fisher–Yates from the last index down to 1."""
    for i in range(len(items) - 1, 0, -1):
        j = stream.below(i + 1)
        items[i], items[j] = items[j], items[i]
