"""A hostile page in a player's browser, and clients that send what no browser should: who is let in, and as what."""

import json
import socket
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from samples import SOLITAIRE, TIMED
from server.running import QUICK, Closed, Player, Running, Socket, client, fetch

EVIL = "https://evil.example"
FORMS = (
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
    "text/plain;charset=UTF-8",
)


@pytest.fixture
def browser(server: Running) -> Iterator[httpx.Client]:
    """A browser in which somebody plays: it holds the cookie and sends it with every request, from any page."""
    with client() as http:
        http.base_url = httpx.URL(server.url)
        http.get("/api/players/me")
        assert http.cookies
        yield http


def code_of(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"] if response.is_error else ""


def opened(browser: httpx.Client) -> str:
    table_id: str = browser.post("/api/tables", json={"game": SOLITAIRE}).json()["tableId"]
    return table_id


def state_changes(table_id: str) -> list[tuple[str, str, Any]]:
    """Every call that changes something, with a body that is accepted from the player's own page."""
    path = f"/api/tables/{table_id}"
    return [
        ("POST", "/api/tables", {"game": SOLITAIRE}),
        ("POST", "/api/saves", {}),
        ("PATCH", "/api/players/me", {"name": "Mallory"}),
        ("POST", f"{path}/actions", {"kind": "resign", "payload": {}, "seq": 0, "baseRev": 0}),
        ("POST", f"{path}/join", None),
        ("POST", f"{path}/leave", None),
        ("POST", f"{path}/hint", None),
        ("POST", f"{path}/solve", None),
        ("POST", f"{path}/solver-hint", None),
        ("POST", f"{path}/winnable", None),
        ("POST", f"{path}/rematch", {}),
        ("DELETE", path, None),
    ]


# --- origins ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": EVIL},
        {"origin": "null"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "ftp://{host}"},
        {"origin": "http://{host}.evil.example"},
        {"origin": "http://{host}@evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_page_of_another_origin_changes_nothing(
    server: Running, browser: httpx.Client, headers: dict[str, str]
) -> None:
    table_id = opened(browser)
    before = browser.get("/api/players/me").json(), browser.get("/api/players/me/tables").json()
    sent = {name: value.format(host=f"127.0.0.1:{server.port}") for name, value in headers.items()}
    for method, path, body in state_changes(table_id):
        response = browser.request(method, path, json=body, headers=sent)
        assert code_of(response) == (403, "ORIGIN_REFUSED"), (method, path)
        assert "set-cookie" not in response.headers
    assert browser.get(f"/api/tables/{table_id}").json()["rev"] == 0
    assert (browser.get("/api/players/me").json(), browser.get("/api/players/me/tables").json()) == before


def test_the_server_s_own_page_and_programs_change_what_they_like(server: Running, browser: httpx.Client) -> None:
    own = server.url
    for headers in (
        {},
        {"origin": own},
        {"origin": own, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ):
        response = browser.patch("/api/players/me", json={"name": "Doc"}, headers=headers)
        assert response.status_code == 200, headers


def test_a_page_of_another_site_does_not_make_players(server: Running) -> None:
    """Neither by a GET, which a picture's address is enough for."""
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": EVIL}):
        response = fetch(f"{server.url}/api/players/me", **headers)
        assert code_of(response) == (403, "ORIGIN_REFUSED")
        assert "set-cookie" not in response.headers


def test_a_bearer_of_another_origin_is_refused_too(server: Running) -> None:
    with Player(server.url) as player:
        headers = {"authorization": f"Bearer {player.token}", "origin": EVIL}
        response = player.http.post(f"{server.url}/api/tables", json={"game": TIMED}, headers=headers)
        assert code_of(response) == (403, "ORIGIN_REFUSED")


# --- bodies -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FORMS)
def test_what_a_form_can_send_is_not_read(browser: httpx.Client, kind: str) -> None:
    """Also without a body: the forms of other sites need no permission, JSON does."""
    table_id = opened(browser)
    for method, path, body in state_changes(table_id):
        for content in (b"", json.dumps(body).encode()):
            response = browser.request(method, path, content=content, headers={"content-type": kind})
            assert code_of(response) == (415, "UNSUPPORTED_MEDIA_TYPE"), (method, path, content)
    assert browser.get(f"/api/tables/{table_id}").json()["rev"] == 0


def test_a_body_without_a_type_is_refused_and_no_body_needs_none(browser: httpx.Client) -> None:
    table_id = opened(browser)
    message = {"kind": "giveUp", "payload": {}, "seq": 0, "baseRev": 0}
    for content in (json.dumps(message).encode(), iter([json.dumps(message).encode()])):
        response = browser.post(f"/api/tables/{table_id}/actions", content=content)
        assert code_of(response) == (415, "UNSUPPORTED_MEDIA_TYPE")
    assert browser.post(f"/api/tables/{table_id}/hint").json()["kind"] == "ack"
    for kind in ("application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"):
        answer = browser.post("/api/tables", content=f'{{"game":"{TIMED}"}}'.encode(), headers={"content-type": kind})
        assert answer.status_code == 201


# --- what is kept -----------------------------------------------------------------------------------------------


def test_nothing_that_the_api_answers_is_kept_by_a_cache(server: Running) -> None:
    with client() as http:
        http.base_url = httpx.URL(server.url)
        first = http.get("/api/players/me")
        created = http.post("/api/tables", json={"game": SOLITAIRE})
        path = f"/api/tables/{created.json()['tableId']}"
        give_up = {"kind": "resign", "payload": {}, "seq": 0, "baseRev": 0}
        answers = [
            first,
            created,
            http.patch("/api/players/me", json={"name": "Doc"}),
            http.post(f"{path}/join"),
            http.get(path),
            http.get(f"{path}/legal"),
            http.get("/api/players/me/tables"),
            http.get("/api/players/me/stats"),
            http.post(f"{path}/actions", json=give_up),
            http.post(f"{path}/leave"),
            http.post(f"{path}/rematch", json={}),
            http.get("/api/tables/none"),
            http.get("/api/players/me/stats", headers={"cookie": ""}),
        ]
    for answer in answers:
        assert answer.headers.get("cache-control") == "no-store", answer.request.url
    assert any("token" in answer.text for answer in answers)


# --- hosts ------------------------------------------------------------------------------------------------------


def test_only_the_named_hosts_are_served(tmp_path: Path) -> None:
    arguments = ["--allowed-host", "Play.example", "--allowed-host", "*.cards.example"]
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", arguments=arguments) as server:
        for host in ("play.example", "PLAY.example:8000", "a.cards.example", f"localhost:{server.port}", "[::1]:80"):
            assert fetch(f"{server.url}/api/health", host=host).status_code == 200, host
        hosts = (
            "evil.example",
            "play.example.evil.example",
            "xplay.example",
            "cards.example",
            "play.example:80@x",
            "::1",
        )
        for host in hosts:
            for path in ("/api/health", "/", "/assets/x.js", "/nothing", "/api/players/me"):
                answer = fetch(f"{server.url}{path}", host=host)
                assert answer.status_code == 400, (host, path)
                assert set(answer.json()) == {"code", "reason"}
                assert "set-cookie" not in answer.headers
            assert host in answer.json()["reason"] or answer.json()["code"] == "BAD_REQUEST"
        with Player(server.url) as player:
            table_id = player.create(SOLITAIRE, private=False).table_id
        assert _first_word(server, table_id, "play.example")["kind"] == "table"
        assert _first_word(server, table_id, "evil.example")["code"] == "HOST_REFUSED"


def _first_word(server: Running, table_id: str, host: str) -> dict[str, Any]:
    """Open a socket that names a host; return what is said first."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        address = f"ws://{host}/api/tables/{table_id}/ws"
        with connect(address, sock=line, proxy=None, compression=None, close_timeout=1) as connection:
            opened_ = Socket(connection)
            try:
                return opened_.receive()
            except Closed as closed:
                return closed.word


# --- files on the disk ------------------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.glob("saloon.db*")}


def test_the_database_can_be_read_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Running(f"sqlite:///{folder / 'saloon.db'}", settings=QUICK) as server, Player(server.url) as player:
        player.create(SOLITAIRE)
        found = modes(folder)
        assert {"saloon.db", "saloon.db-wal", "saloon.db-shm"} <= set(found)
        assert set(found.values()) == {0o600}, found
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    """One that an earlier version made and left behind at a crash, with its journal."""
    server = Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=QUICK)
    with server:
        with Player(server.url) as player:
            player.create(SOLITAIRE)
        server.kill()
        for name in modes(tmp_path):
            (tmp_path / name).chmod(0o644)
        server.start()
        assert set(modes(tmp_path).values()) == {0o600}
    with closing(sqlite3.connect(tmp_path / "saloon.db")) as kept:
        assert kept.execute("SELECT count(*) FROM tables").fetchone() == (1,)


# --- names ------------------------------------------------------------------------------------------------------

INVISIBLE = [
    "\u3164", "\u115f\u1160", "\uffa0", "\u2800\u2800", "\u200b", "\u200d\u200c", "\u2060", "\ufeff", "\u00ad",
    "\ufe0f", "\u0301", "\u034f", "\u17b4", "\U000e0041", "\U000e0100", "\U0001d159", " \u3164 \u2800 ", "\u180e",
]  # fmt: skip
DISTURBING = [
    "a\u202eb",
    "a\u2066b",
    "a\u200fb",
    "a\x1b[31mb",
    "a" + "\u0301" * 30,
    "\u0301a",
    "a\ue000",
    "a\ud800",
]


@pytest.mark.parametrize("name", [*INVISIBLE, *DISTURBING], ids=ascii)
def test_a_name_that_cannot_be_seen_or_disturbs_others_is_refused(browser: httpx.Client, name: str) -> None:
    body = json.dumps({"name": name}).encode()
    answer = browser.patch("/api/players/me", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["code"] in ("BAD_NAME", "BAD_REQUEST")  # half a character is not even JSON
    assert answer.json()["reason"].isascii()
    assert browser.get("/api/players/me").json()["name"].startswith("Guest ")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Jo\u0308rg", "J\u00f6rg"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("  Doc \u3164 Holliday\u2800", "Doc Holliday"),
        ("\u6c34\u9418", "\u6c34\u9418"),
        ("\u0e19\u0e49\u0e33", "\u0e19\u0e49\u0e33"),
        ("!", "!"),
    ],
    ids=ascii,
)
def test_names_of_all_scripts_are_kept_in_their_normal_form(browser: httpx.Client, name: str, kept: str) -> None:
    assert browser.patch("/api/players/me", json={"name": name}).json()["name"] == kept
