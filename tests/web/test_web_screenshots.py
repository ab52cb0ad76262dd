"""The command that pictures every state: a few of them on a few screens, and that it sees what is wrong."""

from collections.abc import Callable, Iterator

import msgspec
import pytest
from playwright.sync_api import Browser

from samples import DUEL, FOURSOME, SOLITAIRE
from server.running import QUICK, Running
from web.browsing import Guest
from web.geometry import faults
from web.screenshots import SIZES, Wanted, look
from web.states import states

Visit = Callable[..., Guest]

SEEN = [
    "settings",
    "lobby",
    "all-rules",
    "leaderboard",
    "waiting",
    f"new-{SOLITAIRE}",
    f"early-{SOLITAIRE}",
    f"early-{DUEL}",
    f"replay-{FOURSOME}",
    f"early-{FOURSOME}",
    "offline",
]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server without tables of other tests, as the command starts one."""
    path = tmp_path_factory.mktemp("empty") / "saloon.db"
    with Running(f"sqlite:///{path}", settings=msgspec.structs.replace(QUICK, bot_pace=0.1)) as server:
        yield server


@pytest.mark.parametrize("name", SEEN)
def test_nothing_overlaps_or_is_cut(chromium: Browser, empty: Running, name: str) -> None:
    language, theme = (("en", "light"), ("de", "dark"))[SEEN.index(name) % 2]
    chosen = [state for state in states() if state.name == name]
    wanted = Wanted(states=chosen, sizes=SIZES[:2] + SIZES[4:5], languages=[language], themes=[theme])  # type: ignore[list-item]
    looked = dict(look(chromium, empty.url, wanted))
    assert len(looked) == 4
    assert {where: wrong for where, wrong in looked.items() if wrong} == {}


_SPOILED = [
    ("texts overlap", "document.querySelector('h1').style.marginBottom = '-3rem'"),
    ("texts overlap", "document.querySelector('h1 ~ p').style.cssText = 'margin-top: -3rem; background: white'"),
    ("cut text", "document.querySelector('h1').style.cssText = 'width: 2rem; overflow: hidden; white-space: nowrap'"),
    ("cut text", "document.querySelector('h1').style.cssText = 'height: 1rem; overflow: hidden'"),
    ("text beyond its control", "document.querySelector('main button').style.cssText = 'width: 2rem; padding: 0'"),
    (
        "text in a column of letters",
        "document.querySelector('h1').style.cssText = 'width: 1em; overflow-wrap: anywhere'",
    ),
    ("text beyond the side", "document.querySelector('h1').style.cssText = 'margin-left: 90vw; white-space: nowrap'"),
    (
        "control covered",
        """const cover = document.body.appendChild(document.createElement('div'))
        cover.style.cssText = 'position: absolute; inset: 0; height: 200vh; z-index: 9999'""",
    ),
]


@pytest.mark.parametrize(("fault", "spoil"), _SPOILED)
def test_faults_of_a_screen_are_seen(visit: Visit, fault: str, spoil: str) -> None:
    guest = visit(390, 844).go("/offline")
    guest.page.wait_for_selector("h1")
    assert faults(guest.page) == []
    guest.page.evaluate(f"() => {{ {spoil} }}")
    assert any(one.startswith(fault) for one in faults(guest.page)), faults(guest.page)


def test_small_cards_are_seen(visit: Visit) -> None:
    guest = visit(390, 844).open(SOLITAIRE, seed="1")
    guest.settle()
    assert faults(guest.page, 10) == []
    (found,) = faults(guest.page, 300)
    assert "at least 300" in found


def test_every_state_has_a_name_of_its_own() -> None:
    names = [state.name for state in states()]
    assert len(names) == len(set(names))
    for state in ("lobby", "new", "early", "middle", "late", "hint", "refusal", "pause", "end", "guide", "rules"):
        assert any(name.startswith(state) for name in names)
    for state in (
        "settings",
        "waiting",
        "watching",
        "offline",
        "error",
        "history",
        "replay",
        "analysis",
        "drills",
        "challenges",
        "duplicate",
        "records",
        "profile",
        "leaderboard",
        "pairing",
        "phrase",
        "emotes",
        "watching-later",
    ):
        assert any(name.startswith(state) for name in names)
