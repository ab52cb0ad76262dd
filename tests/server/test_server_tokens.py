"""Who is asking: players by cookie or bearer token, seats by their own; what is forged, old or foreign is refused."""

from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest

from samples import DUEL, SOLITAIRE, TIMED
from server.running import Backend, Json, Player, Running, Seated, client, fetch

RESIGN: Json = {"kind": "resign", "payload": {}}
HEADERS = {
    "content-security-policy",
    "referrer-policy",
    "x-content-type-options",
    "x-frame-options",
    "cross-origin-opener-policy",
    "permissions-policy",
}


def visit(backend: Backend, cookie: str | None = None, path: str = "/api/players/me") -> httpx.Response:
    """What a browser gets that has this cookie, or none."""
    headers = {} if cookie is None else {"cookie": f"saloon_player={cookie}"}
    return fetch(backend.servers[-1].url + path, **headers)


def test_the_first_visit_makes_a_player_with_a_cookie_that_no_script_reads(backend: Backend) -> None:
    response = visit(backend)
    (cookie,) = response.headers.get_list("set-cookie")
    parsed = SimpleCookie(cookie)["saloon_player"]
    assert parsed["httponly"] is True
    assert parsed["samesite"].lower() in ("lax", "strict")
    assert parsed["path"] == "/"
    assert int(parsed["max-age"]) > 300 * 24 * 3600
    assert not parsed["secure"]
    again = visit(backend, parsed.value)
    assert again.json() == response.json()
    assert "set-cookie" not in again.headers
    assert visit(backend).json()["playerId"] != response.json()["playerId"]


def test_the_cookie_and_the_token_are_the_same_player(backend: Backend) -> None:
    first = visit(backend)
    me = backend.player(first.json()["token"]).ask("GET", "/api/players/me")
    assert me == first.json()


def test_a_bearer_goes_before_the_cookie(backend: Backend) -> None:
    browser, program = visit(backend).json(), backend.player()
    program.http.headers["cookie"] = f"saloon_player={browser['token']}"
    assert program.ask("GET", "/api/players/me")["playerId"] == program.player_id


def test_a_table_opened_without_any_identity_makes_a_player(backend: Backend) -> None:
    with client() as http:
        response = http.post(f"{backend.servers[0].url}/api/tables", json={"game": TIMED})
    assert response.status_code == 201
    cookie = SimpleCookie(response.headers["set-cookie"])["saloon_player"].value
    tables = visit(backend, cookie, "/api/players/me/tables").json()
    assert [table["tableId"] for table in tables] == [response.json()["tableId"]]


def forgeries(token: str) -> list[str]:
    """Tokens that look like one and were not signed here."""
    kind, *fields, signature = token.split(".")
    other = "B" if signature[0] == "A" else "A"
    return [
        token[:-2],
        token + "A",
        ".".join((kind, *fields, other + signature[1:])),
        ".".join((kind, *fields[:-1], "f" * len(fields[-1]), signature)),
        ".".join((kind, *fields, "")),
        ".".join((kind, *fields)),
        "p." + "0" * 16 + "." + signature,
        "nonsense",
        ".",
        "p..",
    ]


def test_a_forged_player_token_is_refused_wherever_it_is_shown(backend: Backend) -> None:
    player = backend.player()
    for forged in forgeries(player.token):
        assert player.refused("GET", "/api/players/me", token=forged) == (401, "BAD_TOKEN")
        assert player.refused("POST", "/api/tables", {"game": TIMED}, token=forged) == (401, "BAD_TOKEN")
    assert player.ask("GET", "/api/players/me/tables") == []


def test_a_forged_cookie_does_not_identify_a_player(backend: Backend) -> None:
    first = visit(backend).json()
    for forged in forgeries(first["token"])[:6]:
        response = visit(backend, forged)
        assert response.json()["playerId"] != first["playerId"]
        assert "set-cookie" in response.headers
        stats = visit(backend, forged, "/api/players/me/stats")
        assert (stats.status_code, stats.json()["code"]) == (401, "NOT_SIGNED_IN")


def test_a_forged_seat_token_is_refused_by_request_and_by_socket(backend: Backend) -> None:
    table = backend.player().create(DUEL)
    backend.player().join(table.table_id)
    kind, table_id, seat, generation, signature = table.token.split(".")
    assert (kind, table_id, seat) == ("s", table.table_id, "0")
    other_seat = ".".join((kind, table_id, "1", generation, signature))
    for forged in [other_seat, *forgeries(table.token)]:
        assert table.player.refused("GET", table.path, token=forged) == (401, "BAD_TOKEN")
        assert table.player.refused("POST", f"{table.path}/actions", RESIGN, token=forged) == (401, "BAD_TOKEN")
    with table.player.socket(table.table_id, token=other_seat) as socket:
        closed = socket.closed()
    assert (closed.code, closed.word["kind"], closed.word["code"]) == (4400, "closed", "BAD_TOKEN")


def test_a_seat_token_holds_its_seat_and_no_other(backend: Backend) -> None:
    first = backend.player().create(DUEL)
    second = backend.player().join(first.table_id)
    another = first.player.create(SOLITAIRE, seed="1")
    stranger = backend.player()
    seen = [stranger.ask("GET", first.path, token=seat.token)["view"] for seat in (first, second)]
    assert seen == [first.view()["view"], second.view()["view"]]
    assert seen[0] != seen[1]
    assert stranger.refused("GET", another.path, token=first.token) == (401, "BAD_TOKEN")
    with stranger.socket(another.table_id, token=first.token) as socket:
        assert socket.closed().word["code"] == "BAD_TOKEN"
    answer = stranger.ask("POST", f"{first.path}/actions", second.message(RESIGN), token=second.token)
    assert (answer["kind"], answer["clientId"]) == ("ack", "p2")


def test_a_player_needs_no_seat_token_for_their_own_seat(backend: Backend) -> None:
    first = backend.player().create(DUEL)
    second = backend.player().join(first.table_id)
    assert second.player.ask("GET", first.path)["view"] == second.view()["view"]
    with second.player.socket(first.table_id) as socket:
        assert socket.kind("snapshot")["view"] == second.view()["view"]
        assert socket.ask(second.message(RESIGN), seat=1)["kind"] == "ack"


def test_a_seat_token_does_not_identify_a_player(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE)
    for path in ("/api/players/me/stats", "/api/players/me/tables"):
        assert table.player.refused("GET", path, token=table.token) == (401, "NOT_SIGNED_IN")
    assert table.player.refused("PATCH", "/api/players/me", {"name": "Doc"}, token=table.token) == (
        401,
        "NOT_SIGNED_IN",
    )


def test_a_socket_takes_its_token_from_the_address_too(backend: Backend) -> None:
    """A page in a browser cannot send a header with a socket."""
    first = backend.player().create(DUEL)
    backend.player().join(first.table_id)
    bare = backend.player()
    with bare.socket(f"{first.table_id}", token="") as socket:
        assert socket.kind("snapshot")["legal"] == []
    with bare.socket(first.table_id, token="", query=f"token={first.token}") as socket:
        assert socket.kind("snapshot")["view"] == first.view()["view"]
    with bare.socket(first.table_id, token="", query="token=s.forged.0.0.AAAA") as socket:
        assert socket.closed().word["code"] == "BAD_TOKEN"


def test_a_player_has_a_name_that_others_see(backend: Backend) -> None:
    player = backend.player()
    assert player.ask("PATCH", "/api/players/me", {"name": "  Doc   Holliday "})["name"] == "Doc Holliday"
    table = player.create(DUEL)
    lobby = {one["tableId"]: one for one in backend.player().ask("GET", "/api/tables")}
    assert lobby[table.table_id]["seats"][0]["name"] == "Doc Holliday"
    assert player.ask("GET", "/api/players/me")["name"] == "Doc Holliday"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u0000b", "a\u202eb", 7, None])
def test_a_name_that_cannot_be_shown_is_refused(backend: Backend, name: object) -> None:
    player = backend.player()
    status, code = player.refused("PATCH", "/api/players/me", {"name": name})
    assert status == 400
    assert code in ("BAD_NAME", "BAD_REQUEST")
    assert player.ask("GET", "/api/players/me")["name"].startswith("Guest ")


def test_a_page_of_another_origin_may_not_open_a_socket(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE)
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", f"{backend.servers[0].url}.evil.example"):
        with table.player.socket(table.table_id, origin=origin) as socket:
            closed = socket.closed()
        assert (closed.code, closed.word["code"]) == (4400, "ORIGIN_REFUSED")
        assert [message["kind"] for message in socket.received] == ["closed"]


def test_a_page_of_the_server_itself_may(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE)
    for server in backend.servers:
        player = Player(server.url, token=table.player.token)
        with player, player.socket(table.table_id, origin=server.url) as socket:
            assert socket.kind("snapshot")["rev"] == 0


def test_a_socket_to_no_table_is_closed_with_a_word(backend: Backend) -> None:
    with backend.player().socket("0000000000000000") as socket:
        closed = socket.closed()
    assert (closed.code, closed.word["code"]) == (4400, "NO_SUCH_TABLE")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/health", 200),
        ("GET", "/api/games", 200),
        ("GET", "/metrics", 200),
        ("GET", "/schema", 200),
        ("GET", "/api/tables/none", 404),
        ("GET", "/nothing/here", 404),
        ("PUT", "/api/games", 405),
        ("GET", "/api/players/me/stats", 401),
        ("POST", "/api/tables", 400),
    ],
)
def test_every_answer_has_the_security_headers(backend: Backend, method: str, path: str, status: int) -> None:
    response = backend.player().request(method, path, {} if method == "POST" else None, token="")
    assert response.status_code == status
    assert set(response.headers) >= HEADERS
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert "access-control-allow-origin" not in response.headers
    assert "server" not in response.headers
    if status >= 400:
        assert set(response.json()) == {"code", "reason"}


def test_a_server_behind_https_has_secure_cookies_and_lets_named_origins_in(tmp_path: Path) -> None:
    arguments = ["--secure", "--origin", "https://play.example"]
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", arguments=arguments) as server, Player(server.url) as player:
        cookie = fetch(f"{server.url}/api/players/me").headers["set-cookie"]
        assert SimpleCookie(cookie)["saloon_player"]["secure"] is True
        table = player.create(SOLITAIRE)
        with player.socket(table.table_id, origin="https://play.example") as socket:
            assert socket.kind("snapshot")["rev"] == 0
        with player.socket(table.table_id, origin="https://play.example.evil") as socket:
            assert socket.closed().word["code"] == "ORIGIN_REFUSED"


def test_a_player_who_left_can_neither_act_nor_see_the_seats_view(backend: Backend) -> None:
    first = backend.player().create(DUEL)
    second = Seated(backend.player(), backend.player().ask("POST", f"{first.path}/join"))
    with second.socket() as socket:
        socket.kind("snapshot")
        second.player.ask("POST", f"{second.path}/leave", token=second.token)
        socket.send(second.message(RESIGN))
        answer = socket.until(lambda message: message["kind"] in ("reject", "closed") or _is_resign(message))
    assert answer.get("code") in ("BAD_TOKEN", "NOT_YOUR_SEAT")
    _, dealt, *later = socket.received
    assert dealt["legal"]
    assert not any(message.get("legal") or "you" in message.get("view", {}) for message in later)
    assert first.view()["outcome"] is None


def _is_resign(message: Json) -> bool:
    return bool(message["kind"] == "ack" and message["action"]["kind"] == "resign")
