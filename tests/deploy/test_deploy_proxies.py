"""The examples for Caddy and nginx, with the real programs in front of a real server: TLS, sockets, addresses."""

import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from samples import SOLITAIRE
from server.running import PATIENCE, QUICK, STARTING, Json, Running, Socket, eventually

DEPLOY = Path(__file__).parents[2] / "deploy"
SOCKETS = 2
LIMITS = msgspec.structs.replace(QUICK.limits, sockets_per_address=SOCKETS)
BEHIND_PROXY = msgspec.structs.replace(
    QUICK, secure=True, trusted_proxies=("127.0.0.1",), allowed_hosts=("localhost",), limits=LIMITS
)
ANY_CERTIFICATE = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
ANY_CERTIFICATE.check_hostname = False
ANY_CERTIFICATE.verify_mode = ssl.CERT_NONE

Proxy = Callable[[Path, int, int], AbstractContextManager[None]]
"""Runs a proxy, with files in a folder, on a port and in front of another."""


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def program(name: str) -> str:
    """Return the path of a program, or skip the test."""
    found = shutil.which(name, path="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin") or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed; on Debian: apt-get install {name}")
    return found


@contextmanager
def started(command: list[str], port: int, environment: dict[str, str] | None = None) -> Iterator[None]:
    """Run a proxy until the end of the block; it must take connections."""
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE)

    def listens() -> bool:
        assert process.poll() is None, process.communicate()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        eventually(listens, STARTING)
        yield
    finally:
        process.terminate()
        process.communicate(timeout=STARTING)


@contextmanager
def caddy(place: Path, port: int, upstream: int) -> Iterator[None]:
    """Run Caddy with our file. Its own certificates, for localhost, stay in the folder of the test."""
    file = place / "Caddyfile"
    file.write_text(
        "{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n"
        f"  storage file_system {place / 'caddy'}\n}}\nimport {DEPLOY / 'Caddyfile'}\n"
    )
    environment = {
        "SALOON_SITE": f"https://localhost:{port}", "SALOON_UPSTREAM": f"127.0.0.1:{upstream}", "HOME": str(place),
    }  # fmt: skip
    with started([program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"], port, environment):
        yield


@contextmanager
def nginx(place: Path, port: int, upstream: int) -> Iterator[None]:
    """Run nginx with our file, its ports and its certificate replaced."""
    binary = program("nginx")
    key, certificate = place / "key.pem", place / "certificate.pem"
    subprocess.run(
        [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
         "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True,
    )  # fmt: skip
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/play.example/fullchain.pem", str(certificate)),
        ("/etc/ssl/play.example/privkey.pem", str(key)),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{upstream};"),
    ):
        assert old in text
        text = text.replace(old, new)
    folders = "".join(
        f"{kind}_temp_path {place}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = place / "nginx.conf"
    file.write_text(
        f"daemon off; pid {place}/pid; error_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{folders}{text}}}\n"
    )
    with started([binary, "-p", str(place), "-e", "stderr", "-c", str(file)], port):
        yield


@pytest.mark.parametrize("proxy", [caddy, nginx], ids=["caddy", "nginx"])
def test_a_server_is_played_at_through_a_proxy(
    proxy: Callable[[Path, int, int], AbstractContextManager[None]], tmp_path: Path
) -> None:
    port = free_port()
    with ExitStack() as stack:
        server = stack.enter_context(Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=BEHIND_PROXY))
        stack.enter_context(proxy(tmp_path, port, server.port))

        def browser(address: str, **headers: str) -> httpx.Client:
            transport = httpx.HTTPTransport(verify=ANY_CERTIFICATE, trust_env=False, local_address=address)
            url = f"https://localhost:{port}"
            return stack.enter_context(
                httpx.Client(base_url=url, transport=transport, timeout=PATIENCE, headers=headers)
            )

        def dial(address: str, table: Json, **headers: str) -> Socket:
            connection = connect(
                f"wss://localhost:{port}/api/tables/{table['tableId']}/ws?token={table['token']}", ssl=ANY_CERTIFICATE,
                proxy=None, compression=None, source_address=(address, 0), open_timeout=PATIENCE,
                additional_headers=headers, origin=Origin(f"https://localhost:{port}"),
            )  # fmt: skip
            return Socket(stack.enter_context(connection))

        ann = browser("127.0.0.2")
        assert ann.get("/").status_code == 200
        me = ann.get("/api/players/me")
        assert "Secure" in me.headers["set-cookie"]
        assert me.headers["strict-transport-security"]
        origin = {"origin": f"https://localhost:{port}"}
        table = ann.post("/api/tables", json={"game": SOLITAIRE, "private": False}, headers=origin).json()
        assert ann.post("/api/tables", json={}, headers={"origin": "https://evil.example"}).status_code == 403
        assert ann.get("/metrics").status_code == 404
        large = {"content-type": "application/json", **origin}
        assert ann.post("/api/tables", content=b" " * 70_000, headers=large).status_code == 413

        first = dial("127.0.0.2", table)
        legal = first.kind("snapshot")["legal"][0]
        assert first.ask({"seq": 0, "baseRev": 0, **legal})["rev"] == 1
        dial("127.0.0.2", table).kind("snapshot")
        refused = dial("127.0.0.2", table, **{"X-Forwarded-For": "192.0.2.9"}).closed()
        assert refused.word["code"] == "TOO_MANY_CONNECTIONS", "an address that the client writes itself counts nothing"
        dial("127.0.0.3", table).kind("snapshot")
