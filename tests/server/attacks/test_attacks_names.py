"""Names that cannot be seen, or that disturb what stands around them on other players' screens."""

import json
from collections.abc import Iterator

import httpx
import pytest

from server.running import QUICK, Running, client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    path = tmp_path_factory.mktemp("access") / "saloon.db"
    with Running(f"sqlite:///{path}", settings=QUICK) as running:
        yield running


@pytest.fixture
def browser(server: Running) -> Iterator[httpx.Client]:
    """A browser in which somebody plays: it holds the cookie and sends it with every request, whoever causes it."""
    with client() as http:
        http.base_url = httpx.URL(server.url)
        http.get("/api/players/me")
        assert http.cookies
        yield http


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
