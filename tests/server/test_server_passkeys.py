"""One player on several devices by passkeys: who may register one, who may sign in, and who may not."""

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.server.http.tokens import PasskeyChallenge, Signer
from saloon.server.players import passkeys
from saloon.server.players.passkeys import MOST_PASSKEYS
from saloon.server.players.relying_party import RelyingParty, relying_party
from saloon.server.settings import ServerLimits, Settings
from server.authenticator import ORIGIN, Authenticator, Browser, code_of, decoded, encoded
from server.running import OPERATOR, QUICK, ROOMY, Backend, Json, Player, Running, eventually
from server.wire import Wire, running

HERE = {"host": "localhost:8000", "origin": ORIGIN}
VOID = (409, "PASSKEY_CHALLENGE_VOID")
BAD = (400, "BAD_PASSKEY")
UNKNOWN = (404, "NO_SUCH_PASSKEY")


def browser(backend: Backend) -> Browser:
    """Return the browser of a new player."""
    return Browser(backend.player())


# --- the way it goes --------------------------------------------------------------------------------------------


def test_a_passkey_makes_another_device_the_same_player(backend: Backend) -> None:
    first, second = browser(backend), browser(backend)
    phone = first.add("Ada's phone")
    [listed] = first.passkeys()
    assert (listed["name"], listed["usedAt"]) == ("Ada's phone", None)
    answer = second.sign_in(phone.get(second.challenge()))
    assert answer.json()["playerId"] == first.player.player_id
    assert "saloon_player=p." in answer.headers["set-cookie"]
    assert second.player.ask("GET", "/api/players/me", token=answer.json()["token"])["playerId"] == (
        first.player.player_id
    )
    [listed] = first.passkeys()
    assert listed["usedAt"] >= listed["createdAt"]
    assert second.passkeys() == [], "the guest who signed in had none"


def test_the_options_ask_for_a_discoverable_passkey_and_a_verified_user(backend: Backend) -> None:
    ada = browser(backend)
    options = ada.options()
    assert options["rp"]["id"] == "localhost"
    assert options["attestation"] == "none"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert ada.player.player_id not in str(msgspec.json.encode(options["user"])), "the handle reveals nothing"
    phone = ada.add()
    again = ada.options()
    assert [one["id"] for one in again["excludeCredentials"]] == [encoded(phone.credential_id)]
    assert again["user"]["id"] == options["user"]["id"], "a device replaces its passkey instead of keeping two"
    asked = ada.challenge()
    assert asked["userVerification"] == "required"
    assert not asked.get("allowCredentials"), "the device lists what it has"


def test_a_removed_passkey_signs_nobody_in(backend: Backend) -> None:
    ada = browser(backend)
    phone, laptop = ada.add("Phone"), ada.add("Laptop")
    ada.player.ask("DELETE", f"/api/players/me/passkeys/{ada.passkeys()[0]['passkeyId']}")
    assert [one["name"] for one in ada.passkeys()] == ["Laptop"]
    assert code_of(ada.sign_in(phone.get(ada.challenge()))) == UNKNOWN
    assert ada.sign_in(laptop.get(ada.challenge())).is_success
    for nothing in ("0" * 16, "%20", "x"):
        assert ada.player.refused("DELETE", f"/api/players/me/passkeys/{nothing}") == UNKNOWN


# --- challenges -------------------------------------------------------------------------------------------------


def test_an_answer_counts_once_in_all_processes(backend: Backend) -> None:
    ada = browser(backend)
    phone = ada.add()
    answer = phone.get(ada.challenge())
    assert ada.sign_in(answer).is_success
    for _ in backend.servers:
        assert code_of(ada.sign_in(answer)) == VOID


def test_of_the_same_answers_at_the_same_time_one_counts(backend: Backend) -> None:
    ada = browser(backend)
    answer = ada.add().get(ada.challenge())
    browsers = [browser(backend) for _ in range(4)]
    with ThreadPoolExecutor(len(browsers)) as pool:
        answers = list(pool.map(lambda one: one.sign_in(answer), browsers))
    assert sorted(one.status_code for one in answers) == [200, 409, 409, 409]


def test_a_recorded_registration_does_not_bring_a_removed_passkey_back(backend: Backend) -> None:
    ada = browser(backend)
    made = Authenticator().create(ada.options())
    passkey_id = ada.register(made).json()["passkeyId"]
    assert code_of(ada.register(made)) == BAD
    ada.player.ask("DELETE", f"/api/players/me/passkeys/{passkey_id}")
    assert code_of(ada.register(made)) == VOID
    assert ada.passkeys() == []


def test_a_challenge_is_for_one_player_and_one_purpose(backend: Backend) -> None:
    ada, eve = browser(backend), browser(backend)
    phone = ada.add()
    made_for_ada = Authenticator().create(ada.options())
    assert code_of(eve.register(made_for_ada)) == VOID
    registering = ada.options()
    assert code_of(ada.sign_in(phone.get({"rpId": "localhost", "challenge": registering["challenge"]}))) == VOID
    signing_in = ada.challenge()["challenge"]
    assert code_of(ada.register(Authenticator().create({**registering, "challenge": signing_in}))) == VOID


def test_a_challenge_that_this_server_did_not_make_is_void(backend: Backend) -> None:
    ada = browser(backend)
    phone = ada.add()
    number, late = "0" * 32, wall_clock() + 60_000
    foreign = Signer("another key").challenge_token(PasskeyChallenge("", number, late))
    own = decoded(ada.challenge()["challenge"]).decode()
    longer = own.replace(own.split(".")[3], str(late * 10))
    for forged in (foreign, longer, ada.player.token, "", "c....", f"c..{number}.{late}"):
        answer = phone.get({"rpId": "localhost", "challenge": encoded(forged.encode())})
        assert code_of(ada.sign_in(answer)) == VOID


def test_a_challenge_expires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later = [0]
    monkeypatch.setattr(passkeys, "wall_clock", lambda: wall_clock() + later[0])

    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}", ROOMY) as wire:
            token, phone = await wire.player(), Authenticator()
            options = await _post(wire, "players/me/passkeys/options", token)
            await _post(wire, "players/me/passkeys", token, {"name": "x", "credential": phone.create(options)})
            asked = await _post(wire, "sign-in/options")
            later[0] = 5 * 60_000
            late = await _post(wire, "sign-in", body={"credential": phone.get(asked)})
            assert late["code"] == "PASSKEY_CHALLENGE_VOID"
            later[0] = 0
            assert "token" in await _post(wire, "sign-in", body={"credential": phone.get(asked)})
            rows = await wire.services.store.database.read("SELECT count(*) FROM passkey_challenges")
            assert rows == [(2,)]
            later[0] = 11 * 60_000
            asked = await _post(wire, "sign-in/options")
            assert "token" in await _post(wire, "sign-in", body={"credential": phone.get(asked)})
            rows = await wire.services.store.database.read("SELECT count(*) FROM passkey_challenges")
            assert rows == [(1,)], "expired ones are forgotten"

    asyncio.run(scenario())


async def _post(wire: Wire, path: str, token: str | None = None, body: Any = None) -> Json:
    """Send a request from the page; return the answer or the refusal."""
    headers = {**HERE, **({"authorization": f"Bearer {token}"} if token else {})}
    wire.http.cookies.clear()
    answer: Json = (await wire.http.post(f"/api/{path}", json=body, headers=headers)).json()
    return answer


# --- who is refused ---------------------------------------------------------------------------------------------


def test_a_page_of_another_origin_cannot_use_a_passkey(backend: Backend) -> None:
    ada = browser(backend)
    phone = ada.add()
    for origin in (
        "https://evil.example",
        "http://localhost:8001",
        "https://localhost:8000",
        "http://localhost",
        "null",
    ):
        assert code_of(ada.register(Authenticator().create(ada.options(), origin))) == BAD
        assert code_of(ada.sign_in(phone.get(ada.challenge(), origin))) == BAD
    evil = {"host": "localhost:8000", "origin": "https://evil.example"}
    assert code_of(ada.post("/api/sign-in/options", headers=evil)) == (403, "ORIGIN_REFUSED")
    answer = {"credential": phone.get(ada.challenge(), "https://evil.example")}
    assert code_of(ada.post("/api/sign-in", answer, evil)) == (403, "ORIGIN_REFUSED")


def test_a_host_that_the_operator_has_not_listed_gets_no_passkeys(backend: Backend) -> None:
    """Anyone can send any `Host`: neither options nor answers for a spoofed one are taken."""
    ada = browser(backend)
    phone = ada.add()
    for host in ("evil.example", "127.0.0.1:8000", "[::1]:8000", "localhost.evil.example"):
        spoofed = Browser(ada.player, f"https://{host}")
        for path in ("/api/players/me/passkeys/options", "/api/sign-in/options"):
            assert code_of(spoofed.post(path)) == (409, "PASSKEYS_UNAVAILABLE"), host
        asked = {"rpId": host.partition(":")[0], "challenge": ada.challenge()["challenge"]}
        assert code_of(spoofed.sign_in(phone.get(asked, f"https://{host}"))) == (409, "PASSKEYS_UNAVAILABLE")


def test_a_passkey_of_another_host_is_refused(backend: Backend) -> None:
    ada = browser(backend)
    phone, other = ada.add(), Authenticator()
    phone.rp_id = other.rp_id = "evil.example"
    assert code_of(ada.sign_in(phone.get(ada.challenge()))) == BAD
    assert code_of(ada.register(other.create(ada.options()))) == BAD


def test_a_passkey_works_only_for_the_host_where_it_was_made(tmp_path: Path) -> None:
    settings = msgspec.structs.replace(QUICK, allowed_hosts=("*.example",))
    with Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=settings) as server, Player(server.url) as player:
        here, there = Browser(player, "https://a.example"), Browser(player, "https://b.example")
        phone = Authenticator()
        assert here.register(phone.create(here.options(), "https://a.example")).is_success
        assert there.options()["excludeCredentials"] == []
        assert code_of(there.sign_in(phone.get(there.challenge(), "https://b.example"))) == BAD
        assert here.sign_in(phone.get(here.challenge(), "https://a.example")).is_success


def test_nobody_signs_in_with_the_credential_of_somebody_else(backend: Backend) -> None:
    ada, eve = browser(backend), browser(backend)
    phone, own = ada.add(), eve.add()
    thief = Authenticator()
    thief.credential_id, thief.handle = phone.credential_id, phone.handle
    assert code_of(eve.sign_in(thief.get(eve.challenge()))) == BAD, "the signature is of another key"
    own.handle = phone.handle
    assert code_of(eve.sign_in(own.get(eve.challenge()))) == BAD, "the handle is of another player"
    own.handle = ""
    assert code_of(eve.sign_in(own.get(eve.challenge()))) == BAD
    assert code_of(eve.register(thief.create(eve.options()))) == BAD, "the credential has a player"
    [listed] = ada.passkeys()
    assert eve.player.refused("DELETE", f"/api/players/me/passkeys/{listed['passkeyId']}") == UNKNOWN
    assert ada.passkeys() == [listed]
    assert code_of(eve.sign_in(Authenticator().get(eve.challenge()))) == UNKNOWN


def test_a_counter_that_does_not_grow_is_refused(backend: Backend) -> None:
    ada = browser(backend)
    phone = Authenticator()
    phone.count = 5
    assert ada.register(phone.create(ada.options())).is_success
    for count, is_good in ((6, True), (6, False), (3, False), (0, False), (7, True), (4_294_967_295, True)):
        phone.count = count
        answer = ada.sign_in(phone.get(ada.challenge()))
        assert answer.is_success if is_good else code_of(answer) == BAD, count


def test_a_user_who_was_not_verified_is_refused(backend: Backend) -> None:
    ada = browser(backend)
    phone, key = ada.add(), Authenticator()
    phone.verifies = key.verifies = False
    assert code_of(ada.sign_in(phone.get(ada.challenge()))) == BAD
    assert code_of(ada.register(key.create(ada.options()))) == BAD


def test_an_erased_player_does_not_come_back(backend: Backend) -> None:
    ada, bob = browser(backend), browser(backend)
    phone = ada.add()
    made = Authenticator().create(ada.options())
    ada.player.ask("DELETE", "/api/players/me")
    assert code_of(bob.sign_in(phone.get(bob.challenge()))) == UNKNOWN
    assert code_of(ada.register(made)) == (404, "NO_SUCH_PLAYER")
    assert code_of(ada.post("/api/players/me/passkeys/options")) == (404, "NO_SUCH_PLAYER")


def test_a_banned_player_does_not_sign_in_and_revoked_tokens_take_passkeys_along(backend: Backend) -> None:
    ada, bob = browser(backend), browser(backend)
    phone = ada.add()
    path, why = f"/api/operator/players/{ada.player.player_id}", {"reason": "a theft", "operator": "Olga"}
    bob.player.ask("POST", f"{path}/ban", why, token=OPERATOR)
    eventually(lambda: all(bob.sign_in(phone.get(bob.challenge())).status_code == 403 for _ in backend.servers))
    assert code_of(bob.sign_in(phone.get(bob.challenge()))) == (403, "PLAYER_BANNED")
    bob.player.ask("POST", f"{path}/unban", why, token=OPERATOR)
    eventually(lambda: all(bob.sign_in(phone.get(bob.challenge())).is_success for _ in backend.servers))
    bob.player.ask("POST", f"{path}/revoke-tokens", why, token=OPERATOR)
    assert code_of(bob.sign_in(phone.get(bob.challenge()))) == UNKNOWN, "a thief may have added it"


def test_whatever_is_sent_instead_of_a_passkey_is_refused_with_a_code(backend: Backend) -> None:
    ada = browser(backend)
    phone = ada.add()
    made, signed = Authenticator().create(ada.options()), phone.get(ada.challenge())

    def spoilt(credential: Json, *junk: object) -> list[Json]:
        whole = [{**credential, key: value} for key in credential if key != "clientExtensionResults" for value in junk]
        inner = credential["response"]
        return [*whole, *({**credential, "response": {**inner, key: value}} for key in inner for value in junk)]

    deep, endless = encoded(b"[" * 30_000), encoded(b"\xbf" * 4000)
    junk: tuple[object, ...] = (None, 3, "", "\x00", "é", "AAAA", encoded(b"{}"), deep, endless, [], {})
    for wrong in (*spoilt(made, *junk), {}, {"response": 3}):
        assert ada.register(wrong).status_code in (400, 409), wrong
    for wrong in (*spoilt(signed, *junk), {}, {"response": 3}):
        assert ada.sign_in(wrong).status_code in (400, 404, 409), wrong
    assert len(ada.passkeys()) == 1
    for body in ({}, {"credential": 3}, {"credential": made, "name": ""}, {"credential": made, "name": "x" * 41}):
        assert ada.post("/api/players/me/passkeys", body).status_code == 400
    assert code_of(ada.register(made, "\u202e")) == (400, "BAD_NAME")
    nobody = ada.player.request("POST", "/api/players/me/passkeys/options", token="", headers=ada.headers)
    assert code_of(nobody) == (401, "NOT_SIGNED_IN")


# --- limits -----------------------------------------------------------------------------------------------------


def test_a_player_has_a_limited_number_of_passkeys_even_if_two_come_at_once(backend: Backend) -> None:
    ada = browser(backend)
    for _ in range(MOST_PASSKEYS - 1):
        ada.add()
    last = [Authenticator().create(ada.options()) for _ in range(3)]
    browsers = [Browser(backend.player(ada.player.token)) for _ in last]
    with ThreadPoolExecutor(len(last)) as pool:
        answers = list(pool.map(lambda pair: pair[0].register(pair[1]), zip(browsers, last, strict=True)))
    assert sorted(one.status_code for one in answers) == [201, 409, 409]
    assert len(ada.passkeys()) == MOST_PASSKEYS
    assert code_of(ada.post("/api/players/me/passkeys/options")) == (409, "TOO_MANY_PASSKEYS")


def test_an_address_may_try_few_passkeys(tmp_path: Path) -> None:
    limits = ServerLimits(passkeys_per_second=0.001)

    async def scenario() -> None:
        async with running(f"sqlite:///{tmp_path / 'saloon.db'}", limits) as wire:
            assert "challenge" in await _post(wire, "sign-in/options")
            token = await wire.player()
            for path, body in (
                ("sign-in/options", None),
                ("sign-in", {"credential": {}}),
                ("players/me/passkeys/options", None),
                ("players/me/passkeys", {"name": "x", "credential": {}}),
            ):
                assert (await _post(wire, path, token, body))["code"] == "RATE_LIMITED"

    asyncio.run(scenario())


# --- the host name ----------------------------------------------------------------------------------------------


def _party(headers: dict[str, str], **settings: Any) -> RelyingParty | str:
    try:
        return relying_party(Settings(database="", **settings), headers)
    except Refused as refused:
        return refused.code


@pytest.mark.parametrize(
    ("headers", "settings", "party"),
    [
        ({"host": "localhost:8000", "origin": ORIGIN}, {}, ("localhost", ORIGIN)),
        ({"host": "localhost:8000"}, {}, ("localhost", ORIGIN)),
        ({"host": "localhost:8000", "origin": "null"}, {}, ("localhost", ORIGIN)),
        ({"host": "localhost"}, {"secure": True}, ("localhost", "https://localhost")),
        ({"host": "play.example"}, {"allowed_hosts": ("Play.example",)}, ("play.example", "https://play.example")),
        (
            {"host": "play.example", "origin": "https://play.example"},
            {"allowed_hosts": ("*.example",)},
            ("play.example", "https://play.example"),
        ),
        (  # a proxy that does not pass on the host
            {"host": "saloon:8000", "origin": "https://play.example"},
            {"origins": ("https://play.example",)},
            ("play.example", "https://play.example"),
        ),
        ({"host": "play.example", "origin": "http://play.example"}, {"allowed_hosts": ("play.example",)}, None),
        ({"host": "play.example", "origin": "https://play.example"}, {}, None),
        ({"host": "play.example"}, {}, None),
        ({"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}, {}, None),
        ({"host": "127.0.0.1"}, {"allowed_hosts": ("127.0.0.1",)}, None),
        ({"host": "[::1]:8000"}, {}, None),
        ({"host": ""}, {}, None),
        ({}, {}, None),
        ({"host": "[", "origin": "https://["}, {}, None),
    ],
)
def test_passkeys_are_for_the_host_of_the_page_if_the_operator_has_listed_it(
    headers: dict[str, str], settings: dict[str, Any], party: tuple[str, str] | None
) -> None:
    assert _party(headers, **settings) == (RelyingParty(*party) if party else "PASSKEYS_UNAVAILABLE")


def test_a_server_starts_without_the_library_of_passkeys() -> None:
    """Importing it takes longer than a start may."""
    program = "import sys, saloon.server.app; sys.exit(any(one.startswith('webauthn') for one in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
