"""Start servers by forking a process that has imported them and registered their routes.

A new Python needs twenty times the CPU time.
Run as a program it is that process: for each request on its socket it forks a server, and reports its end.
"""

import asyncio
import atexit
import gc
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from saloon.store.database import Database

_REQUEST = 65536
"""The longest request, in bytes."""


class Forked:
    """A forked server, with what the tests use of `subprocess.Popen`."""

    def __init__(self, pid: int, stdout: IO[str], end: int) -> None:
        self.pid, self.stdout = pid, stdout
        self.returncode: int | None = None
        self._end = end

    def poll(self) -> int | None:
        """Return the exit status, or None while the server runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; return the exit status."""
        status = self._ended(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("a forked server", timeout or 0)
        return status

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._end], [], [], timeout)[0]:
            self.returncode = int(os.read(self._end, 16))
            os.close(self._end)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the server has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it may end between the two
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


@cache
def forker() -> "Forker | None":
    """Return the process that forks servers; None where the system cannot watch it."""
    return Forker() if hasattr(os, "pidfd_open") else None


def environment() -> dict[str, str]:
    """Return the variables that a process started now would find; pytest's own say which test runs."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}


class Forker:
    """The process that forks servers. They find the variables of the environment as they were when it began."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-P", __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        self.environment = environment()
        atexit.register(self.close)

    def fork(self, settings: str, port: int, errors: IO[str]) -> Forked:
        """Start a server with these settings, which writes its errors to a file."""
        (out, stdout), (end, status) = os.pipe(), os.pipe()
        request = msgspec.json.encode({"settings": settings, "port": port, "folder": os.getcwd()})
        assert len(request) < _REQUEST
        socket.send_fds(self._socket, [request], [stdout, errors.fileno(), status])
        os.close(stdout)
        os.close(status)
        return Forked(int(self._socket.recv(16)), os.fdopen(out), end)

    def close(self) -> None:
        """End the process; servers that still run are ended by those who started them."""
        self._socket.close()
        self._process.wait()


def main(requests: socket.socket) -> None:
    """Fork servers until nobody can ask for one any more."""
    from saloon.server.serve import serve
    from saloon.server.settings import Settings

    _prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests and for the servers
    running: dict[int, tuple[int, int]] = {}
    while True:
        for ready in select.select([requests.fileno(), *running], [], [])[0]:
            if ready in running:
                _report(ready, *running.pop(ready))
                continue
            asked, descriptors, _, _ = socket.recv_fds(requests, _REQUEST, 3)
            if not asked:
                return
            pid = os.fork()
            if pid == 0:
                requests.close()
                for handle, (_, status) in running.items():
                    os.close(handle)
                    os.close(status)
                request = _prepared(asked, *descriptors)
                settings = msgspec.json.decode(request["settings"], type=Settings)
                serve(settings, host="127.0.0.1", port=request["port"], workers=1)
                return
            stdout, stderr, status = descriptors
            os.close(stdout)
            os.close(stderr)
            running[os.pidfd_open(pid)] = pid, status
            requests.send(b"%d" % pid)


def _prepare() -> None:
    """Do once what each server would do: register the routes, and import what opening a database imports."""
    import asyncpg  # noqa: F401
    import redis.asyncio  # noqa: F401
    import uvicorn.lifespan.on  # noqa: F401
    import uvloop  # noqa: F401

    from saloon.server import app
    from saloon.server.settings import ServerLimits
    from saloon.store import open_database

    usual, routed = ServerLimits().body_bytes, app.routed
    ready = routed(usual)
    app.routed = lambda body_bytes: ready if body_bytes == usual else routed(body_bytes)
    with TemporaryDirectory() as folder:
        asyncio.run(_open_once(open_database(f"sqlite:///{folder}/saloon.db")))
    gc.collect()
    gc.freeze()


async def _open_once(database: "Database") -> None:
    await database.open()
    await database.close()


def _prepared(asked: bytes, stdout: int, stderr: int, status: int) -> dict[str, Any]:
    """Make a forked process as a new one would be; return what it is asked for."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.close(status)
    for descriptor, place in ((stdout, 1), (stderr, 2)):
        os.dup2(descriptor, place)
        os.close(descriptor)
    request: dict[str, Any] = msgspec.json.decode(asked)
    os.chdir(request["folder"])
    return request


def _report(handle: int, pid: int, status: int) -> None:
    """Report how a server ended, to the process that still waits for it."""
    with suppress(BrokenPipeError):
        os.write(status, b"%d" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    os.close(status)
    os.close(handle)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
