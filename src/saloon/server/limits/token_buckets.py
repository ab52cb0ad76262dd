"""Rate limits: token buckets for connections and addresses, and connection counts per address."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

from saloon.server.errors import Refused

_REMEMBERED: Final = 10_000


class TokenBucket:
    """Lets `rate` events per second through, and twice as many in a burst, but at least one."""

    __slots__ = ("_left", "_most", "_rate", "_seen")

    def __init__(self, rate: float, now: float) -> None:
        self._rate = rate
        self._left = self._most = max(1.0, 2 * rate)
        self._seen = now

    def take(self, now: float, count: int = 1) -> bool:
        """Whether `count` more events may pass now."""
        left = self._left + (now - self._seen) * self._rate
        if left > self._most:
            left = self._most
        self._seen = now
        self._left = left - count if left >= count else left
        return left >= count

    def borrow(self, now: float, count: int) -> bool:
        """Whether one event may pass now that counts as `count`.

        More than a burst passes as soon as a burst would; later events wait until all of it is paid back.
        """
        if not self.take(now, int(min(count, self._most))):
            return False
        self._left -= max(0, count - int(self._most))
        return True


class TokenBuckets:
    """A bucket for each name; the least recently used names are dropped."""

    def __init__(self, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Whether one more event of `name` may pass now."""
        return self.of(name).take(self._clock())

    def borrow(self, name: str, count: int) -> bool:
        """Whether one event of `name` may pass now that counts as `count`."""
        return self.of(name).borrow(self._clock(), count)

    def of(self, name: str) -> TokenBucket:
        """Return the bucket of a name."""
        bucket = self._buckets.pop(name, None) or TokenBucket(self._rate, self._clock())
        self._buckets[name] = bucket
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


class ConnectionCounts:
    """Open connections, counted by address."""

    def __init__(self) -> None:
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._by_address.total()

    def enter(self, address: str, limit: int) -> None:
        """Count a connection, or refuse it."""
        if self._by_address[address] >= limit:
            raise Refused("TOO_MANY_CONNECTIONS", f"this address already has {limit} connections")
        self._by_address[address] += 1

    def leave(self, address: str) -> None:
        """Stop counting a connection."""
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
