"""The end of a game in a browser: it waits for the cards, shows the result, and leads on."""

from collections.abc import Callable

import pytest

from nightly import sampled
from saloon.games import GAMES
from samples import DUEL, SOLITAIRE, TIMED, lap
from web.axe import complaints
from web.browsing import SEARCHING, Guest
from web.pagekit import BOT, HUMAN, NAMES, Json, page_kit
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]
END = '[data-test="end"]'
SOLVED = [name for name in NAMES if GAMES[name].solver()]
STATISTICS = "**/players/me/stats"


def solution(visit: Visit, before: tuple[Json, ...] = ()) -> list[Json]:
    """Return actions that win the deal, found at another table so that nobody counts as helped."""
    other = visit()
    table = other.call("POST", "/api/tables", {"game": SOLITAIRE, **ONE_BY_ONE})["tableId"]
    other.table_id = table
    other.act_all(before)
    actions: list[Json] = other.call("POST", f"/api/tables/{table}/solve")["actions"]
    return [*before, *actions]


def test_the_end_is_announced_when_the_cards_have_landed(visit: Visit) -> None:
    actions = solution(visit)
    guest = visit(moving=True).open(SOLITAIRE, **ONE_BY_ONE)
    guest.skip(actions[:-1])
    guest.page.evaluate("""() => {
        const flying = () => document.querySelector('.table').getAnimations({subtree: true}).length
        new MutationObserver(() => {
            if (document.querySelector('[data-test="end"]')) window.flying ??= flying()
        }).observe(document.body, {subtree: true, childList: true})
    }""")
    guest.act_all(actions[-1:])
    guest.page.wait_for_selector(END)
    assert guest.page.evaluate("window.flying") == 0


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_the_end_fits_takes_the_focus_and_closes_with_escape(visit: Visit, locale: str) -> None:
    actions = solution(visit)
    guest = visit(320, 568, locale=locale).open(SOLITAIRE, **ONE_BY_ONE)
    guest.skip(actions[:-1])
    guest.act_all(actions[-1:])
    guest.page.wait_for_selector(f"{END} .best")
    assert guest.page.evaluate("document.activeElement.id") == "end-heading"
    for size in ((320, 568), (390, 844), (844, 390), (1440, 900)):
        guest.resize(*size)
        fits = guest.page.eval_on_selector(END, "end => end.scrollHeight <= end.clientHeight")
        assert fits, f"nothing scrolls at {size}"
        assert complaints(guest.page) == [], size
    names = guest.page.eval_on_selector_all(f"{END} [data-result]", "all => all.map(one => one.dataset.result)")
    assert {"score", "moves", "time"} <= set(names)
    assert "streak" not in names, "one win is no streak"
    assert guest.page.locator(f"{END} .clean").count() == 1
    guest.key("Escape")
    guest.page.wait_for_selector(END, state="detached")


def test_a_record_is_announced(visit: Visit) -> None:
    slow, quick = solution(visit, tuple(lap(SOLITAIRE))), solution(visit)
    assert len(slow) > len(quick)
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    with guest.page.expect_response(STATISTICS, timeout=SEARCHING):
        guest.skip(slow[:-1])
    guest.act_all(slow[-1:])
    guest.page.wait_for_selector(f"{END} .best")
    assert guest.page.locator(f"{END} .record").count() == 0, "the first win beats nothing"
    table = guest.page.url
    with guest.page.expect_response(STATISTICS):
        guest.do("again-same")
    guest.until(lambda: guest.page.url != table)
    with guest.page.expect_response(STATISTICS, timeout=SEARCHING):
        guest.arrive().skip(quick[:-1])
    guest.act_all(quick[-1:])
    guest.page.wait_for_selector(f"{END} [data-result=moves].record")
    assert "New record!" in guest.page.inner_text(f"{END} [data-result=moves]")


def test_a_result_is_shared_with_a_link_to_the_same_deal(visit: Visit) -> None:
    actions = solution(visit)
    guest = visit(permissions=["clipboard-read", "clipboard-write"])
    guest.open(SOLITAIRE, **ONE_BY_ONE)
    guest.skip(actions[:-1])
    guest.act_all(actions[-1:])
    guest.page.wait_for_selector(END)
    guest.page.evaluate("delete Navigator.prototype.share")  # where a browser cannot share, it copies
    guest.do("share")
    guest.page.wait_for_selector('.notice:has-text("Copied")')
    text = guest.page.evaluate("navigator.clipboard.readText()")
    assert "I won!" in text, "the friend has not won"
    assert "Moves" in text
    link = text.rsplit(" ", 1)[1]
    friend = visit()
    friend.page.goto(link)
    friend.page.wait_for_selector("#seed")
    assert friend.page.input_value("#seed") == ONE_BY_ONE["seed"]
    assert friend.deal()["seed"] == ONE_BY_ONE["seed"]


@pytest.mark.parametrize("game", sampled(SOLVED, SOLVED.index(TIMED)))
def test_every_solitaire_ends_with_its_moves(visit: Visit, game: str) -> None:
    guest = visit().open(game, **(page_kit(game).won or {}))
    guest.skip(guest.call("POST", f"/api/tables/{guest.table_id}/solve")["actions"])
    shown = guest.page.locator(f"{END} [data-result=moves] dd").first
    shown.wait_for()
    (finished,) = guest.call("GET", "/api/players/me/history")["games"]
    assert shown.inner_text() == str(finished["moves"])


def test_the_end_names_the_difficulty_that_the_table_showed(visit: Visit) -> None:
    """A deal may be easy for the solver and hard for people, who do not see the hidden cards."""
    odds = {"wins": 3, "games": 20, "low": 0.05, "high": 0.36, "level": "hard"}
    rating = {"verdict": "winnable", "level": "easy", "states": 9, "losingFirstMoves": 0, "length": 196, "people": odds}
    actions = solution(visit)
    guest = visit()
    guest.page.route("**/api/tables/*/rating", lambda route: route.fulfill(json=rating))
    guest.open(SOLITAIRE, **ONE_BY_ONE)
    above = guest.page.locator('[data-test="rating"] dd')
    above.wait_for()
    assert above.inner_text() == "hard"
    guest.skip(actions)
    shown = guest.page.locator(f"{END} [data-result=difficulty] dd")
    shown.wait_for()
    assert shown.inner_text() == "hard"


def test_help_used_is_shown_at_the_end(visit: Visit) -> None:
    actions = solution(visit)
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    guest.skip([*actions[:1], {"kind": "undo", "payload": {}}, *actions[:-1]])
    guest.act_all(actions[-1:])
    guest.page.wait_for_selector(END)
    assert guest.page.inner_text(f'{END} [data-test="help"]') == "With one undo."


def test_a_match_that_is_given_up_ends_without_a_celebration(visit: Visit) -> None:
    guest = visit().open(DUEL, seats=[HUMAN, BOT])
    guest.do("resign")
    guest.page.get_by_role("button", name="Yes").click()
    guest.page.wait_for_selector(END)
    assert guest.page.get_attribute("html", "data-celebrated") is None
    assert guest.page.locator(f'{END} [data-do="share"]').count() == 1


@pytest.mark.parametrize("wished", [True, False])
def test_safe_cards_go_home_by_themselves_if_that_is_wished(visit: Visit, wished: bool) -> None:
    guest = visit().like(autoHome=wished).open(SOLITAIRE, **ONE_BY_ONE)

    def home() -> int:
        return sum(guest.heights("foundation").values())

    for _ in range(24):
        rev = guest.shown_rev()
        guest.tap("stock")
        guest.until_rev_after(rev)
        snapshot = guest.snapshot()
        if any(card.get("rank") == 1 for card in snapshot["view"]["waste"][-1:]) or home():
            break
    if not wished:
        assert home() == 0
        return
    guest.until(lambda: home() > 0, "an ace goes home")
    before = home()
    guest.do("undo")
    guest.until(lambda: home() == before - 1)
    guest.page.wait_for_timeout(300)
    assert home() == before - 1, "what was taken back is not done again"
