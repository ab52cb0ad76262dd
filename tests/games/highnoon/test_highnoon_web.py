"""HighNoon between two browsers: a fair start, own moves at once, collisions, presence, the end, and the layout."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clauses import clause
from nightly import LANGUAGES
from server.attacks.rows import change
from server.running import QUICK, Running
from web.axe import complaints_by_theme
from web.browsing import Guest
from web.pagekit import BOT, HUMAN

Visit = Callable[..., Guest]
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900), (3840, 2160)]
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


def pair(first: Guest, second: Guest, **wish: Any) -> None:
    """Give two people a table, at which they do not look yet."""
    table = first.call("POST", "/api/tables", {"game": "highnoon", "seats": PEOPLE, **wish})["tableId"]
    second.call("POST", f"/api/tables/{table}/join")
    first.table_id = second.table_id = table


def two(visit: Visit, **wish: Any) -> tuple[Guest, Guest]:
    """Sit two people down at one table."""
    first, second = visit(), visit()
    pair(first, second, **wish)
    return first.sit(first.table_id), second.sit(second.table_id)


def foundation_moves(guest: Guest) -> list[dict[str, Any]]:
    return [action for action in guest.snapshot()["legal"] if action["kind"] == "foundationMove"]


def source_of(action: dict[str, Any]) -> str:
    source = action["payload"]["source"]
    return f"you-{source['zone']}" + (f"-{source['index']}" if "index" in source else "")


def two_and_an_ace(visit: Visit) -> tuple[Guest, Guest]:
    """Sit two people down at a table where the first has a face-up ace; about every other deal has one."""
    first, second = visit(), visit()
    for _ in range(30):
        pair(first, second)
        if foundation_moves(first):
            return first.sit(first.table_id), second.sit(second.table_id)
    raise AssertionError("thirty deals without an open ace")


@clause("HN-21", "HN-94", "HN-95", "HN-97")
def test_both_boards_are_seen_and_each_sees_what_the_other_does(visit: Visit) -> None:
    first, second = two_and_an_ace(visit)
    move = foundation_moves(first)[0]
    first.tap("you-stock")
    second.until(lambda: "opponent’s waste" in second.heard())
    first.settle()
    mine, theirs = (first.cards(f"{side}-tableau-0").first.bounding_box() for side in ("you", "opp"))
    assert mine is not None
    assert theirs is not None
    assert theirs["width"] < mine["width"], "the opponent's board is smaller"
    source = source_of(move)
    first.page.mouse.dblclick(*first.spot(source))
    first.settle()
    for guest in (first, second):
        guest.until(lambda guest=guest: sum(guest.heights("foundation").values()) == 1)  # type: ignore[misc]
    assert second.heights()[source.replace("you", "opp")] == first.heights()[source]
    assert "Moved" in second.heard()


ORDER = {"flip": 0, "foundationMove": 1, "tableauMove": 2, "draw": 3, "recycle": 3}


def useful(action: dict[str, Any], board: dict[str, Any]) -> bool:
    """Whether an action brings cards up; only aces go home, so both will soon wait with the same card."""
    source = action["payload"].get("source", {})
    pile = board["waste"] if source.get("zone") == "waste" else board["tableau"][source.get("index", 0)]
    match action["kind"]:
        case "foundationMove":
            return bool(pile[-1]["rank"] == 1)
        case "tableauMove":
            return source["zone"] == "tableau" and bares(pile, action["payload"]["count"])
    return action["kind"] in ORDER


def bares(column: list[dict[str, Any]], count: int) -> bool:
    """Whether taking this many cards off a column exposes a hidden one."""
    return bool(len(column) > count and column[-count - 1]["faceDown"])


def go_on(guest: Guest, steps: int) -> None:
    """Play past the page."""
    for _ in range(steps):
        snapshot = guest.snapshot()
        actions = [action for action in snapshot["legal"] if useful(action, snapshot["view"]["you"])]
        if not actions:  # the match has stood still for too long
            return
        action = min(actions, key=lambda one: ORDER[one["kind"]])
        guest.act(action["kind"], action["payload"])


def collision(first: Guest, second: Guest) -> tuple[str, str] | None:
    """Return the piles from which both could bring the same card home, to the one foundation that takes it."""
    view = first.snapshot()["view"]
    sides = []
    for guest in (first, second):
        board = guest.snapshot()["view"]["you"]
        found = {}
        for action in foundation_moves(guest):
            source = action["payload"]["source"]
            pile = board["waste"] if source["zone"] == "waste" else board["tableau"][source["index"]]
            found[pile[-1]["suit"], pile[-1]["rank"]] = source_of(action)
        sides.append(found)
    for suit, rank in sides[0].keys() & sides[1].keys():
        takes = [one for one in view["foundations"] if one["suit"] == suit and len(one["cards"]) == rank - 1]
        if len(takes) == 1:
            return sides[0][suit, rank], sides[1][suit, rank]
    return None


def play_to_a_collision(first: Guest, second: Guest) -> tuple[str, str]:
    """Play games until there is one; about half of them have one soon."""
    for _ in range(60):
        pair(first, second)
        for _ in range(40):
            if found := collision(first, second):
                return found
            go_on(first, 2)
            go_on(second, 2)
    raise AssertionError("nobody ever wanted the same foundation")


def test_nobody_is_beaten_before_the_first_lesson_of_a_guide_is_read(visit: Visit) -> None:
    guest = visit(newcomer=True).go("/new/highnoon")
    guest.page.evaluate("""() => {
        window.beaten = 0
        const look = () => { window.beaten += document.querySelectorAll('[data-test="beaten"]').length }
        new MutationObserver(look).observe(document.body, {subtree: true, childList: true})
    }""")
    guest.page.click('[data-do="guide-start"]')
    guest.arrive()
    guest.until(lambda: int(guest.page.inner_text('[data-seat="p2"] [data-test="score"]')) >= 7, "the opponent scores")
    assert guest.page.evaluate("window.beaten") == 0


@clause("HN-96", "HN-98", "HN-99")
def test_a_move_that_comes_too_late_is_shown_at_once_and_taken_back(visit: Visit) -> None:
    """Both bring the same card to the same foundation; the first one's message is slow on its way."""
    first, second = visit(moving=True), visit(moving=True)
    mine, theirs = play_to_a_collision(first, second)
    first.sit(first.table_id)
    second.sit(second.table_id)
    first.page.evaluate("""() => {
        const send = WebSocket.prototype.send
        WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 1500) }
    }""")
    height, home = first.heights()[mine], sum(first.heights("foundation").values())
    first.page.mouse.dblclick(*first.spot(mine))
    first.until(lambda: first.heights()[mine] == height - 1, "the own move is shown at once")
    second.page.mouse.dblclick(*second.spot(theirs))
    second.until(lambda: sum(second.heights("foundation").values()) == home + 1)
    beaten = first.page.locator('[data-test="beaten"]')
    beaten.wait_for()
    name = first.call("GET", f"/api/tables/{first.table_id}/news")["seats"][1]["name"]
    assert beaten.inner_text() == f"Beaten to it! {name} was faster."
    assert second.page.locator('[data-test="beaten"]').count() == 0
    first.page.wait_for_selector(".notice.bad")
    assert "Beaten to it!" in first.page.inner_text(".notice")
    first.until(lambda: first.heights()[mine] == height, "it is taken back")
    assert sum(first.heights("foundation").values()) == home + 1


def test_who_resigns_loses_and_a_rematch_seats_both_again(visit: Visit) -> None:
    first, second = two(visit)
    first.do("resign")
    first.page.get_by_role("button", name="Yes").click()
    loser = first.call("GET", "/api/players/me")["name"]
    for guest, word, reason in ((first, "Lost this time", "You gave up."), (second, "You won!", f"{loser} gave up.")):
        guest.page.wait_for_selector('[data-test="end"]')
        assert word in guest.page.inner_text('[data-test="end"]')
        assert reason in guest.page.inner_text('[data-test="end"]')
        assert guest.page.locator('[data-test="ranking"] li').count() == 2
    assert first.page.inner_text('[data-test="ranking"] .me .name') == "You"
    assert second.page.inner_text('[data-test="ranking"] .winner .name') == "You"
    first.page.get_by_role("button", name="Rematch").click()
    first.page.wait_for_selector(".waits h2")
    other = second.call("GET", "/api/players/me")["name"]
    assert first.page.inner_text(".waits h2") == f"Waiting for {other}"
    assert other in first.page.locator(".waits li").all_inner_texts()
    second.page.get_by_role("button", name="Rematch").click()
    first.until(lambda: first.page.url == second.page.url and "/table/" in first.page.url)
    first.until(lambda: first.page.locator(".card").count() > 0)


def test_a_watcher_sees_both_boards_and_can_do_nothing(visit: Visit) -> None:
    first, _ = two(visit)
    watcher = visit().go()
    watcher.sit(first.table_id)
    assert watcher.page.locator('[data-do="resign"], [data-do="hint"]').count() == 0
    rev = first.rev()
    watcher.tap("you-stock")
    watcher.page.wait_for_timeout(200)
    assert first.rev() == rev


@pytest.mark.parametrize("turns", [True, False])
def test_cards_turn_by_themselves_if_the_setting_is_on(visit: Visit, turns: bool) -> None:
    for _ in range(5):
        guest, _other = two(visit, options={"reveal": "explicit"})
        guest.page.evaluate(
            "turns => localStorage.setItem('saloon.settings', JSON.stringify({turnCards: turns}))", turns
        )
        guest.sit(guest.table_id)
        baring = _draw_until_baring(guest)
        if baring:
            break
    assert baring is not None
    source, target = baring["payload"]["source"], baring["payload"]["target"]
    name = f"you-tableau-{source['index']}"
    to = f"foundation-{target['index']}" if target["zone"] == "foundation" else f"you-tableau-{target['index']}"
    rev = guest.rev()
    guest.drag(name, to, -baring["payload"].get("count", 1))
    guest.until(lambda: guest.rev() >= rev + (2 if turns else 1))
    assert _is_up(guest, source["index"]) is turns
    if not turns:
        guest.settle()
        guest.tap(name)
        guest.until(lambda: _is_up(guest, source["index"]))


def _draw_until_baring(guest: Guest) -> dict[str, Any] | None:
    for _ in range(25):
        legal: list[dict[str, Any]] = guest.snapshot()["legal"]
        baring = next((one for one in legal if _bares(guest, one)), None)
        if baring:
            guest.settle()
            return baring
        rev = guest.rev()
        guest.tap("you-stock")
        guest.until_rev_after(rev)
    return None


def _is_up(guest: Guest, place: int) -> bool:
    column = guest.snapshot()["view"]["you"]["tableau"][place]
    return bool(column) and not column[-1]["faceDown"]


def _bares(guest: Guest, action: dict[str, Any]) -> bool:
    source = action["payload"].get("source", {})
    if source.get("zone") != "tableau" or action["kind"] == "flip":
        return False
    column = guest.snapshot()["view"]["you"]["tableau"][source["index"]]
    return bares(column, action["payload"].get("count", 1))


def test_a_bot_is_seen_thinking_until_the_end(visit: Visit) -> None:
    guest = visit().open("highnoon", seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
    assert guest.page.locator('[data-test="thinks"]').inner_text() == "Buck is thinking…"
    guest.do("resign")
    guest.page.get_by_role("button", name="Yes").click()
    guest.page.wait_for_selector('[data-test="end"]')
    assert guest.page.locator('[data-test="thinks"]').count() == 0


@pytest.mark.parametrize("profile", ["saloon", "vnext"])
def test_a_clock_is_shown_in_both_profiles(visit: Visit, profile: str) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "level": "greedy"}]
    guest = visit().open("highnoon", seats=seats, options={"profile": profile, "clock": 2})
    guest.until(lambda: guest.page.locator(".clock").count() == 2)
    texts = guest.page.locator(".clock b").all_inner_texts()
    assert [bool(re.fullmatch(r"[12]:[0-5]\d", text)) for text in texts] == [True, True], texts
    untimed = visit().open("highnoon", seats=seats, options={"profile": profile})
    assert untimed.page.locator(".clock").count() == 0


# --- a fair start -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return a server whose countdowns and bots are as slow as they are for people."""
    path: Path = tmp_path_factory.mktemp("start") / "saloon.db"
    with Running(
        f"sqlite:///{path}", settings=msgspec.structs.replace(QUICK, bot_pace=1.0, countdown_scale=1.0)
    ) as server:
        yield server


def countdown(guest: Guest) -> Any:
    """Return what is shown before the first move."""
    return guest.page.locator('[data-test="countdown"]')


def cannot_move(guest: Guest) -> None:
    """Try to draw while the countdown runs."""
    guest.page.wait_for_selector(".card")
    assert countdown(guest).inner_text().startswith(("3", "2", "1"))
    assert countdown(guest).is_visible()
    guest.tap("you-stock")
    assert guest.cards("you-waste").count() == 0
    assert guest.rev() == 0


def test_both_see_the_countdown_and_nobody_moves_before_it_is_over(visit: Visit, unhurried: Running) -> None:
    first, second = visit(url=unhurried.url), visit(url=unhurried.url)
    table = first.call("POST", "/api/tables", {"game": "highnoon", "seats": PEOPLE})["tableId"]
    first.table_id = second.table_id = table
    first.go(f"/table/{table}")
    first.page.wait_for_selector(".waits")
    second.go()
    second.call("POST", f"/api/tables/{table}/join")
    second.go(f"/table/{table}")
    for guest in (first, second):
        cannot_move(guest)
    for guest in (first, second):
        countdown(guest).wait_for(state="detached")
        rev = guest.rev()
        guest.tap("you-stock")
        guest.until_rev_after(rev)
    second.sit(table)
    assert countdown(second).count() == 0, "who comes back plays on at once"


def test_a_bot_waits_for_the_countdown_and_a_rematch_has_one_too(visit: Visit, unhurried: Running) -> None:
    guest = visit(url=unhurried.url)
    guest.open("highnoon", seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
    cannot_move(guest)
    countdown(guest).wait_for(state="detached")
    guest.until_rev_after(0, "the bot has moved")
    says_yes(guest, "resign")
    guest.page.wait_for_selector('[data-test="end"]')
    guest.page.get_by_role("button", name="Rematch").click()
    guest.until(lambda: not guest.page.url.endswith(guest.table_id))
    guest.arrive()
    cannot_move(guest)


def test_a_clock_is_preselected_between_people_only(visit: Visit) -> None:
    guest = visit().go("/new/highnoon")
    chosen = guest.page.locator('[data-field="clock"] input:checked')
    assert chosen.get_attribute("value") == "0"
    guest.choose(company="anyone")
    assert chosen.get_attribute("value") == "3"
    guest.choose(clock=5)
    guest.choose(company="bots")
    assert chosen.get_attribute("value") == "5", "what the player chose stays"
    guest.choose(clock=0, company="friends")
    assert chosen.get_attribute("value") == "3"


# --- the table ----------------------------------------------------------------------------------------------------

_CUT = """() => {
    const inner = document.querySelector('.table').getBoundingClientRect()
    const all = [...document.querySelectorAll('.table .pile, .table .card, .table .plate')]
    const beyond = all.filter(one => {
        const box = one.getBoundingClientRect()
        return box.left < inner.left - 1 || box.right > inner.right + 1
            || box.top < inner.top - 4 || box.bottom > inner.bottom + 1
    })
    const long = [...document.querySelectorAll('.plate .figures')].filter(one => one.scrollWidth > one.clientWidth + 1)
    const high = [...document.querySelectorAll('.plate')].filter(one => one.scrollHeight > one.clientHeight + 1)
    return [...beyond, ...long, ...high].map(one => `${one.className} ${one.dataset.pile ?? one.innerText}`)
}"""


@pytest.mark.parametrize("locale", LANGUAGES)
def test_boards_foundations_and_plates_fit_every_screen(visit: Visit, locale: str) -> None:
    guest = visit(*SIZES[0], locale=locale)
    guest.open("highnoon", seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}], options={"clock": 5})
    for size in SIZES:
        guest.resize(*size)
        guest.until(lambda: guest.evaluate(_CUT) == [], f"nothing is cut at {size}: {guest.evaluate(_CUT)}")
        mine, theirs = (guest.pile(f"{side}-tableau-0").bounding_box() for side in ("you", "opp"))
        assert mine is not None
        assert theirs is not None
        assert mine["width"] > 1.4 * theirs["width"], size
    view = guest.snapshot()["view"]
    assert guest.page.locator('[data-player="p1"] [data-test="left"]').inner_text() == str(view["you"]["cardsLeft"])


@pytest.mark.parametrize("locale", LANGUAGES)
def test_an_expert_on_accessibility_finds_nothing_between_two_people(visit: Visit, locale: str) -> None:
    first, second = visit(390, 844, locale=locale), visit()
    pair(first, second, options={"clock": 5})
    for guest in (first, second):
        guest.sit(guest.table_id)
    draw = next(action for action in second.snapshot()["legal"] if action["kind"] == "draw")
    second.act_all([draw] * 20)
    first.page.wait_for_selector('[data-test="idle"]')
    first.settle()
    assert complaints_by_theme(first.page) == {}


# --- ending a dead match ----------------------------------------------------------------------------------------


def says_yes(guest: Guest, button: str) -> None:
    """Press a button below the table that asks back, and answer yes."""
    guest.do(button)
    guest.page.get_by_role("button", name="Yes").click()


def offering(guest: Guest) -> list[str]:
    """Return the players who, as the page says, offer to end the match."""
    script = "badges => badges.map(badge => badge.dataset.player)"
    players: list[str] = guest.page.eval_on_selector_all('[data-test="offer"]', script)
    return players


@clause("HN-1103", "HN-1106", "HN-1107")
def test_a_match_ends_when_both_agree_and_everyone_sees_the_offers(visit: Visit) -> None:
    first, second = two(visit)
    watcher = visit().go().sit(first.table_id)
    assert first.page.inner_text('[data-do="offerEnd"]') == "Offer to end"
    assert watcher.page.locator('[data-do="offerEnd"]').count() == 0
    says_yes(first, "offerEnd")
    name = second.call("GET", f"/api/tables/{first.table_id}/news")["seats"][0]["name"]
    for guest in (first, second, watcher):
        guest.until(lambda guest=guest: offering(guest) == ["p1"])  # type: ignore[misc]
    assert "You offered to end the match." in first.heard()
    for guest in (second, watcher):
        assert f"{name} offers to end the match." in guest.heard()
    assert first.page.locator('[data-do="offerEnd"]').is_disabled()
    assert second.page.inner_text('[data-do="offerEnd"]') == "Agree to end"
    says_yes(second, "offerEnd")
    for guest in (first, second, watcher):
        guest.page.wait_for_selector('[data-test="end"]')
        told = guest.page.inner_text('[data-test="end"]')
        assert "Draw" in told
        assert "Both players agreed to end the match" in told
        assert offering(guest) == []
    assert first.page.inner_text('[data-do="end-replay"]') == "Replay", "nobody lost, so nobody asks where"
    assert first.page.locator('[data-do="offerEnd"]').is_disabled(), "the bar keeps its buttons at the end"
    view = first.snapshot()["view"]
    assert (view["endedReason"], view["endedBy"], view["offers"]) == ("agreed", "p2", {"p1": True, "p2": True})


@clause("HN-1105")
def test_progress_takes_an_offer_off_the_page(visit: Visit) -> None:
    first, second = two_and_an_ace(visit)
    says_yes(second, "offerEnd")
    first.until(lambda: offering(first) == ["p2"])
    first.page.mouse.dblclick(*first.spot(source_of(foundation_moves(first)[0])))
    for guest in (first, second):
        guest.until(lambda guest=guest: offering(guest) == [])  # type: ignore[misc]
    assert second.page.locator('[data-do="offerEnd"]').is_enabled()


@clause("HN-1101")
def test_many_actions_without_progress_are_counted_on_the_page(visit: Visit) -> None:
    first, second = two(visit)
    draw = next(action for action in first.snapshot()["legal"] if action["kind"] == "draw")
    first.act_all([draw] * 19)
    assert first.page.locator('[data-test="idle"]').count() == 0
    first.act_all([draw])
    for guest in (first, second):
        guest.until(lambda guest=guest: guest.page.locator('[data-test="idle"]').count() == 1)  # type: ignore[misc]
        assert guest.page.inner_text('[data-test="idle"]') == "Stalemate in 40 moves"


@clause("HN-1109")
def test_the_win_is_claimed_from_an_opponent_who_stays_away(visit: Visit, served: Running) -> None:
    """The server clock is moved past the minute that this takes."""
    first, second = two(visit)
    first.page.wait_for_timeout(500)
    assert first.page.locator('[data-test="away"]').count() == 0
    presence = first.page.locator('[data-player="p2"] [data-test="presence"]')
    assert presence.get_attribute("data-presence") == "here"
    second.go("/settings")
    change(served.database, "UPDATE server_clock SET at = at + 40000")
    away = first.page.locator('.plate[data-player="p2"] [data-test="away"]')  # on the plate it covers no card
    away.wait_for(timeout=30_000)
    assert "Claim the win in" in away.inner_text()
    assert presence.get_attribute("data-presence") == "away"
    change(served.database, "UPDATE server_clock SET at = at + 30000")
    first.page.locator('[data-do="claim"]').click(timeout=30_000)
    first.page.wait_for_selector('[data-test="end"]')
    told = first.page.inner_text('[data-test="end"]')
    assert "You won!" in told
    assert "stayed away" in told
    second.sit(second.table_id)
    assert "Lost this time" in second.page.inner_text('[data-test="end"]')


def clocks(guest: Guest) -> list[int]:
    """Return the seconds on the clocks of both players, as the page shows them."""
    texts = guest.page.locator(".plate .clock").all_inner_texts()
    return [60 * int(minutes) + int(seconds) for minutes, seconds in (text.split(":") for text in texts)]


def test_a_clock_goes_on_over_a_reload_and_shows_the_true_time_to_watchers(visit: Visit, served: Running) -> None:
    """The server clock is moved, so that only who asks the server knows the time that is left."""
    first, second = two(visit, options={"clock": 5})
    first.until(lambda: len(clocks(first)) == 2 and min(clocks(first)) > 200, "both begin with five minutes")
    change(served.database, "UPDATE server_clock SET at = at + 100000")

    def is_true(guest: Guest) -> bool:
        guest.sit(first.table_id)
        guest.until(lambda: len(clocks(guest)) == 2)
        return max(clocks(guest)) <= 200

    for guest in (second, visit().go()):
        guest.until(lambda guest=guest: is_true(guest), "the server has seen its clock, and the page shows it")  # type: ignore[misc]


def test_a_match_of_the_old_rules_is_played_without_offers_and_claims(visit: Visit, served: Running) -> None:
    first, second = visit(), visit()
    pair(first, second)
    change(served.database, f"UPDATE tables SET rules_version = '1.0.0' WHERE table_id = '{first.table_id}'")
    first.sit(first.table_id)
    assert first.snapshot()["rulesVersion"] == "1.0.0"
    rev = first.rev()
    first.tap("you-stock")
    first.until_rev_after(rev)
    assert first.page.locator('[data-do="offerEnd"], [data-test="offer"], [data-test="away"]').count() == 0
    assert first.page.locator('[data-do="resign"]').count() == 1


def test_bots_wait_while_a_newcomer_reads_the_offer_of_the_guide_or_the_rules(visit: Visit) -> None:
    guest = visit(newcomer=True)
    sent: list[str] = []
    guest.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))

    def is_away() -> bool:
        told = [frame for frame in sent if '"presence"' in frame]
        return bool(told) and json.loads(told[-1])["payload"]["away"]

    guest.open("highnoon", seats=[HUMAN, BOT])
    guest.page.wait_for_selector('[data-test="offer"]')
    guest.until(is_away, "the player reads the offer")
    guest.page.click('[data-do="guide-decline"]')
    guest.until(lambda: not is_away(), "the player looks at the table")
    guest.page.click('[data-do="rules"]')
    guest.until(is_away, "the player reads the rules")
    guest.key("Escape")
    guest.until(lambda: not is_away(), "the player is back")
