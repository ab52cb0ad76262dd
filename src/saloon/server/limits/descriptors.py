"""File descriptors: raise the process's limit at start-up, and notice when they run out."""

import logging
from time import monotonic
from typing import Final

try:
    import resource
except ImportError:  # Windows does not limit descriptors
    resource = None  # type: ignore[assignment]

_ENOUGH: Final = 65_536
_KEPT: Final = 64
"""Descriptors reserved for the database, the logs and the server's own processes."""
_SILENCE: Final = 60.0

_logger = logging.getLogger(__name__)


class Descriptors:
    """How many descriptors this process may have, and whether clients may still take one."""

    def __init__(self, most: int | None = None) -> None:
        self.most = _limit() if most is None else most
        """The limit of this process."""
        self._kept = min(_KEPT, self.most // 4)
        self._logged_at = float("-inf")

    def share(self, connections: int) -> int:
        """Return how many of its allowed `connections` one address really gets: at most half of all descriptors.

        So no single address can use them up.
        """
        return min(connections, (self.most - self._kept) // 2)

    def spare(self, descriptor: int) -> bool:
        """Whether enough are left after a connection with this descriptor: the system assigns the lowest free one."""
        if descriptor < self.most - self._kept:
            return True
        if monotonic() - self._logged_at > _SILENCE:
            self._logged_at = monotonic()
            _logger.error(
                "out of file descriptors: new connections are refused until others end; the limit is %d (ulimit -n)",
                self.most,
            )
        return False


def raise_limit(connections: int) -> None:
    """Raise the soft limit of descriptors to the hard one; warn if that is too few for `connections` per address."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError) as error:
            _logger.warning("the limit of file descriptors stays at %d: %s", soft, error)
    share = Descriptors().share(connections)
    if share < connections:
        _logger.warning(
            "only %d file descriptors are allowed (ulimit -n): one address gets at most %d connections, not %d",
            _limit(), share, connections,
        )  # fmt: skip


def _limit() -> int:
    if resource is None:
        return 1 << 30
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 30 if soft == resource.RLIM_INFINITY else soft
