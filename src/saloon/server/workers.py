"""Several worker processes behind one socket, started and replaced by uvicorn."""

from uvicorn.supervisors import Multiprocess

from .operations.metrics import forget_worker


class Workers(Multiprocess):
    """Uvicorn's supervisor, which also drops the gauges of workers that have ended."""

    _known: frozenset[int] = frozenset()

    def keep_subprocess_alive(self) -> None:
        """Replace workers that have died; uvicorn calls this twice a second."""
        super().keep_subprocess_alive()
        running = frozenset(process.pid for process in self.processes if process.pid is not None)
        for pid in self._known - running:
            forget_worker(pid)
        self._known = running
