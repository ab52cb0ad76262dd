"""Alea, the random generator of the Cards game, exact to the last bit of the double.

Alea keeps three fractions and a carry; Mash derives them from the seed's text. All arithmetic uses IEEE doubles, which
Python's floats are, so every platform gives the same deal. [CA-19…CA-22, CA-25]
"""

from math import floor

_FRACTION = 2.3283064365386963e-10  # 2**-32
_MULTIPLIER = 2091639


class _Mash:
    """A running hash from text to fractions."""

    def __init__(self) -> None:
        self._n = float(0xEFC8249D)

    def __call__(self, text: str) -> float:
        """Absorb `text` and return a fraction in [0, 1)."""
        n = self._n
        for character in text:
            n += ord(character)
            h = 0.02519603282416938 * n
            n = float(floor(h))
            h = (h - n) * n
            n = float(floor(h))
            n += (h - n) * 4294967296.0
        self._n = n
        return (int(n) & 0xFFFFFFFF) * _FRACTION


class Alea:
    """A stream of doubles in [0, 1) that depends only on its seed."""

    def __init__(self, seed: int | str) -> None:
        """Start the stream for `seed`, an integer or its decimal text (the original's SetRandSeed)."""
        mash = _Mash()
        fractions = [mash(" ") for _ in range(3)]
        for i, fraction in enumerate(fractions):
            fraction -= mash(str(seed))
            fractions[i] = fraction + 1 if fraction < 0 else fraction
        self._s0, self._s1, self._s2 = fractions
        self._carry = 1
        self.drawn = 0

    def random(self) -> float:
        """Return the next double."""
        t = _MULTIPLIER * self._s0 + self._carry * _FRACTION
        self._s0, self._s1 = self._s1, self._s2
        self._carry = int(t)
        self._s2 = t - self._carry
        self.drawn += 1
        return self._s2

    def below(self, bound: int) -> int:
        """Return the next number in 0 … bound - 1."""
        return floor(self.random() * bound)
