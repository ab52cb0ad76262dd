"""Never Nine in a browser: whole games against three bots, and what the table shows beside its cards."""

from collections.abc import Callable
from typing import Any

import pytest

from clauses import clause
from nightly import LANGUAGES
from server.attacks.rows import change
from server.running import Running
from web.axe import complaints_by_theme
from web.browsing import Guest

Json = dict[str, Any]
Visit = Callable[..., Guest]
SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900), (3840, 2160)]
NAMES = ["", "Buck", "Calamity", "Doc"]
BOTS = [{"kind": "human"}, *[{"kind": "bot", "level": "greedy"}] * 3]


@clause("NN-36")
def test_a_whole_game_against_three_bots(visit: Visit) -> None:
    """Bids by button, cards by click, drag and key in turn, until somebody has reached the limit."""
    guest = visit().open("nevernine", seats=BOTS, options={"limit": 3})
    turns = forbidden = 0
    while True:
        snapshot = guest.snapshot()
        if snapshot["outcome"] is not None:
            break
        rev = snapshot["rev"]
        guest.until_rev_after(rev - 1, "the page shows what the server has")
        bids = [action["payload"]["bid"] for action in snapshot["legal"] if action["kind"] == "bid"]
        plays = [action["payload"]["card"] for action in snapshot["legal"] if action["kind"] == "play"]
        if bids:
            guest.page.wait_for_selector("[data-bid]")
            banned = snapshot["view"]["forbiddenBid"]
            if banned is not None:
                forbidden += 1
                assert guest.page.is_disabled(f'[data-bid="{banned}"]')
                assert f"Not {banned}: the bids would total nine." in guest.page.inner_text('[data-test="status"]')
            guest.page.click(f'[data-bid="{min(bids, key=lambda bid: abs(bid - 2))}"]')
        elif plays:
            turns += 1
            card = f"hand-{plays[0]}"
            if turns % 3 == 0:
                guest.drag(card, "trick-0")
            elif turns % 3 == 1:
                guest.tap(card)
            else:
                guest.pile(card).focus()
                guest.key("Enter")
        guest.until_rev_after(rev)
    guest.page.wait_for_selector('[data-test="end"]')
    view = guest.snapshot()["view"]
    end = guest.page.inner_text('[data-test="end"]')
    assert "Someone reached 3 points." in end
    assert ("You won!" if "p1" in view["winners"] else "won.") in end
    assert all(NAMES[int(winner[1]) - 1] in end for winner in view["winners"])
    assert turns >= 9
    ranked = sorted(view["scores"])
    rows = guest.page.locator('[data-test="ranking"] li')
    assert [int(row.split()[-2]) for row in rows.all_inner_texts()] == ranked
    summary = guest.page.locator('[data-test="summary"]')
    assert summary.count() == 0, "one ranking at a time"
    guest.do("end-close")
    guest.do("scores")
    assert "Final ranking" in summary.inner_text()
    assert [int(one) for one in summary.locator("tbody td:last-child").all_inner_texts()] == ranked


def test_the_hand_is_sorted_legal_cards_are_raised_and_others_are_refused_with_a_reason(visit: Visit) -> None:
    guest = visit().open("nevernine", seats=BOTS, options={"limit": 100})
    for _ in range(200):
        snapshot = guest.snapshot()
        view, legal, rev = snapshot["view"], snapshot["legal"], snapshot["rev"]
        guest.until_rev_after(rev - 1, "the page shows what the server has")
        plays = [action["payload"]["card"] for action in legal if action["kind"] == "play"]
        bid = next((action for action in legal if action["kind"] == "bid"), None)
        if bid:
            guest.page.wait_for_selector("[data-bid]")
            guest.page.click(f'[data-bid="{bid["payload"]["bid"]}"]')
        elif plays and len(plays) < len(view["hand"]):
            break
        elif plays:
            guest.tap(f"hand-{plays[0]}")
        guest.until_rev_after(rev)
    guest.settle()
    places = guest.page.evaluate(
        "[...document.querySelectorAll('.card[data-pile^=hand-]')].map(card => card.getBoundingClientRect())"
        ".map(box => [box.x, box.y])"
    )
    lefts = [x for x, _ in places]
    assert lefts == sorted(lefts)
    hand = [card["cardId"] for card in view["hand"]]
    height = {card: guest.cards(f"hand-{card}").bounding_box() for card in hand}
    raised = {card for card, box in height.items() if box is not None and box["y"] < max(y for _, y in places) - 4}
    assert raised == set(plays)
    other = next(card for card in hand if card not in plays)
    rev = guest.rev()
    guest.drag(f"hand-{other}", "trick-0")
    guest.page.wait_for_selector(".notice.bad")
    assert guest.rev() == rev


# --- the table ----------------------------------------------------------------------------------------------------

_WATCH = """() => {
    window.faults = new Set()
    const look = () => {
        const keys = [...document.querySelectorAll('.table .card')].map(card => card.dataset.key)
        if (new Set(keys).size < keys.length) window.faults.add('two cards have the same key')
        const cards = [...document.querySelectorAll('.table .card[data-pile^=trick-]')]
        const piles = cards.map(card => card.dataset.pile)
        if (new Set(piles).size < piles.length) window.faults.add('a card lies on another one of the trick')
        if (document.querySelector('[data-bid]') && cards.length) window.faults.add('a trick lies there while one bids')
    }
    const all = {subtree: true, childList: true, attributes: true}
    new MutationObserver(look).observe(document.querySelector('.table'), all)
}"""


def turn(guest: Guest) -> Json:
    """Wait until the player may act and the page shows it; return the table, or its end."""
    seen: list[Json] = []

    def is_turn() -> bool:
        seen[:] = [guest.snapshot()]
        if seen[0]["outcome"] is not None:
            return True
        kinds = {action["kind"] for action in seen[0]["legal"]}
        is_shown = guest.shown_rev() == seen[0]["rev"] and "play" in kinds
        return is_shown or ("bid" in kinds and guest.page.locator("[data-bid]").count() > 0)

    guest.until(is_turn, "it is the player's turn")
    return seen[0]


def choose(guest: Guest, snapshot: Json) -> None:
    """Make the bid nearest to two, or play the first card, with a click."""
    bids = [action["payload"]["bid"] for action in snapshot["legal"] if action["kind"] == "bid"]
    if bids:
        guest.page.click(f'[data-bid="{min(bids, key=lambda bid: abs(bid - 2))}"]')
    else:
        guest.tap(f"hand-{next(one['payload']['card'] for one in snapshot['legal'] if one['kind'] == 'play')}")
    guest.until_rev_after(snapshot["rev"])


def until(guest: Guest, happened: Callable[[Json], object]) -> Json:
    """Play until it is the player's turn and something is so."""
    while not happened(snapshot := turn(guest)):
        assert snapshot["outcome"] is None
        choose(guest, snapshot)
    return snapshot


@pytest.mark.parametrize("rounds", [pytest.param(2, id="second-round"), pytest.param(99, marks=pytest.mark.long)])
def test_no_card_is_drawn_twice_and_no_finished_trick_stays(visit: Visit, rounds: int) -> None:
    """Watched at every change of the table, by day until the second round, every night over a whole match.

    The last trick of a round and the next hand often share cards.
    """
    guest = visit(moving=True).open("nevernine", seats=BOTS, options={"limit": 6}, seed="nine")
    guest.evaluate(_WATCH)
    until(guest, lambda snapshot: snapshot["outcome"] is not None or _is_in_round(snapshot["view"], rounds))
    assert guest.snapshot()["view"]["round"] > 1
    assert guest.evaluate("() => [...window.faults]") == []


def _is_in_round(view: Json, number: int) -> bool:
    """Whether a trick of the round is over."""
    return bool(view["round"] >= number and view["tricks"])


_NOTE_SWEPT = """() => {
    window.swept = new Set()
    new MutationObserver(() => {
        for (const card of document.querySelectorAll('.card[data-pile^="swept-"]')) window.swept.add(card.dataset.pile)
    }).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-pile']})
}"""
"""Remembers where tricks are swept to: that is over soon, and a busy machine looks too late."""


def test_a_finished_trick_is_shown_goes_to_its_winner_and_leaves_the_table_empty(visit: Visit) -> None:
    guest = visit(moving=True).open("nevernine", seats=BOTS, seed="nine")
    until(guest, lambda snapshot: len(snapshot["view"]["trick"]["moves"]) == 3)
    guest.evaluate(_NOTE_SWEPT)
    choose(guest, turn(guest))
    guest.page.wait_for_selector('[data-test="best"]')
    trick = guest.snapshot()["view"]["tricks"][-1]
    place = (int(trick["winner"][1]) - 1) % 4
    shown = guest.page.locator('.card[data-pile^="trick-"]')
    assert shown.count() == 4
    assert "takes" in (guest.page.locator(f'[data-plate="{place}"]').get_attribute("class") or "")
    said = guest.page.inner_text('[data-test="status"]')
    assert said == ("You take the trick." if place == 0 else f"{NAMES[place]} takes the trick.")
    guest.until(lambda: guest.evaluate("() => [...window.swept]") == [f"swept-{place}"], "the trick goes to its winner")
    guest.page.wait_for_selector(f'.card[data-pile="swept-{place}"]', state="detached")
    led = len(guest.snapshot()["view"]["trick"]["moves"])
    assert shown.count() <= led


def test_each_seat_shows_bid_tricks_points_and_dealer_and_one_has_the_turn(visit: Visit) -> None:
    guest = visit().open("nevernine", seats=BOTS, options={"limit": 15}, seed="nine")
    view = until(guest, lambda snapshot: len(snapshot["view"]["tricks"]) >= 2)["view"]
    guest.page.wait_for_selector('[data-test="best"]', state="detached")
    for place, seat in enumerate(["p1", "p2", "p3", "p4"]):
        plate = guest.page.locator(f'[data-plate="{place}"][data-seat="{seat}"]')
        assert NAMES[place] in plate.inner_text()
        assert plate.locator('[data-test="tricks"]').inner_text() == f"{view['taken'][place]}/{view['bids'][place]}"
        assert plate.locator('[data-test="points"]').inner_text() == f"{view['scores'][place]}/15"
        assert plate.locator('[data-test="dealer"]').count() == (view["dealer"] == seat)
    assert guest.page.locator('[aria-current="true"]').get_attribute("data-seat") == view["turn"] == "p1"
    assert guest.page.inner_text('[data-test="bid-sum"]') == f"Bids: {sum(view['bids'])}"
    taken = guest.page.inner_text('[data-test="last-trick"]')
    assert taken.endswith(f"→ {NAMES[int(view['tricks'][-1]['winner'][1]) - 1] or 'You'}")


def test_a_replay_reads_like_the_table_and_keeps_a_finished_trick_until_the_next_card(visit: Visit) -> None:
    guest = visit().open("nevernine", seats=BOTS, options={"limit": 15}, seed="nine")
    view = until(guest, lambda snapshot: len(snapshot["view"]["tricks"]) == 2)["view"]
    guest.call("POST", f"/api/tables/{guest.table_id}/leave")
    names = ["Annie", *NAMES[1:]]  # a bot has taken the seat of the player who left
    guest.go(f"/replay/{guest.table_id}")
    guest.page.wait_for_selector('[data-plate="3"]')
    assert [guest.page.inner_text(f'[data-plate="{place}"] [data-test="tricks"]') for place in range(4)] == ["–"] * 4
    for played in range(4 + 4):  # four bids and a trick
        assert guest.page.get_attribute("main", "data-step") == str(played)
        guest.key("ArrowRight")
    winner = int(view["tricks"][0]["winner"][1]) - 1
    guest.page.wait_for_selector('[data-test="best"]')
    assert guest.page.locator('.card[data-pile^="trick-"]').count() == 4
    for place in range(4):
        plate = guest.page.locator(f'[data-plate="{place}"]')
        assert names[place] in plate.inner_text()
        tricks = plate.locator('[data-test="tricks"]').inner_text()
        assert tricks == f"{int(place == winner)}/{view['bids'][place]}"
        assert ("takes" in (plate.get_attribute("class") or "").split()) == (place == winner)
    assert guest.page.inner_text('[data-test="status"]') == f"{names[winner]} takes the trick."
    assert guest.page.locator('[data-test="thinks"], [data-bid]').count() == 0
    guest.key("ArrowRight")
    guest.page.wait_for_selector('[data-test="best"]', state="detached")
    assert guest.page.locator('.card[data-pile^="trick-"]').count() == 1


def test_a_round_ends_with_a_summary_that_a_key_or_a_tap_closes_and_that_blocks_nobody(visit: Visit) -> None:
    guest = visit().open("nevernine", seats=BOTS, options={"limit": 100}, seed="nine")
    summary = guest.page.locator('[data-test="summary"]')
    closing: list[Callable[[], None]] = [lambda: guest.key("Escape"), lambda: summary.click()]
    for number, close in enumerate(closing, 1):
        view = until(guest, lambda snapshot, number=number: snapshot["view"]["round"] > number)["view"]  # type: ignore[misc]
        summary.wait_for()
        last = view["lastRound"]
        rows = [row.split() for row in summary.locator("tbody tr").all_inner_texts()]
        for seat, (name, bid, taken, *cost, total) in enumerate(rows):
            assert name == (NAMES[seat] or "You")
            assert [int(bid), int(taken), int(cost[-1])] == [last[key][seat] for key in ("bids", "taken", "penalties")]
            assert int(total) == view["scores"][seat]
        assert summary.locator("caption").inner_text() == f"Round {number} is over"
        close()
        summary.wait_for(state="detached")
    until(guest, lambda snapshot: snapshot["view"]["round"] > 3)
    summary.wait_for()
    choose(guest, turn(guest))
    summary.wait_for(state="detached")
    guest.do("scores")
    summary.wait_for()


def test_the_time_of_a_turn_is_shown_and_goes_on_over_a_reload(visit: Visit, served: Running) -> None:
    """The server clock is moved, so that only who asks the server knows the time that is left."""
    guest = visit(390, 844).open("nevernine", seats=BOTS, options={"turnSeconds": 60})
    clock = guest.page.locator('[data-plate="0"] [data-test="turn-clock"]')

    def seconds() -> int:
        minutes, rest = clock.inner_text().split(":")
        return 60 * int(minutes) + int(rest)

    turn(guest)
    clock.wait_for()
    assert 30 < seconds() <= 60
    change(served.database, "UPDATE server_clock SET at = at + 30000")

    def is_true() -> bool:
        guest.sit(guest.table_id)
        clock.wait_for()
        return seconds() <= 30

    guest.until(is_true, "the server has seen its clock, and the page shows it")


def test_a_summary_goes_by_itself(visit: Visit) -> None:
    guest = visit()
    guest.page.clock.install()
    guest.open("nevernine", seats=BOTS, options={"limit": 100}, seed="nine")
    guest.page.clock.resume()
    until(guest, lambda snapshot: snapshot["view"]["round"] > 1)
    summary = guest.page.locator('[data-test="summary"]')
    summary.wait_for()
    guest.page.clock.fast_forward(8000)
    summary.wait_for(state="detached")


_PLACES = """() => {
    const fixed = '[data-plate], .pile[data-kind=trick], [data-do=scores], [data-test=status]'
    const found = document.querySelectorAll(fixed)
    return Object.fromEntries([...found].map(one => {
        const {x, y, width, height} = one.getBoundingClientRect()
        const {plate, pile, test} = one.dataset
        return [plate ?? pile ?? test ?? 'scores', [x, y, width, height].map(Math.round)]
    }))
}"""
_SIZES = "all => all.map(one => one.getBoundingClientRect()).map(({width, height}) => [width, height])"
_CUT = """() => {
    const inner = document.querySelector('.table').getBoundingClientRect()
    const boxes = found => [...document.querySelectorAll(found)].map(one => one.getBoundingClientRect())
    const beyond = box => box.left < inner.left - 1 || box.right > inner.right + 1
        || box.top < inner.top - 1 || box.bottom > inner.bottom + 1
    const cross = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    const plates = boxes('[data-plate]')
    const others = boxes('.card:has(.front), .pile[data-kind=trick], [data-test=status]')
    const texts = [...document.querySelectorAll('[data-plate], [data-test=status]')]
    return texts.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => `too long: ${one.innerText}`).concat(
        [...plates, ...others].filter(beyond).map(box => `beyond the table: ${JSON.stringify(box)}`),
        plates.filter((plate, index) => [...others, ...plates.slice(index + 1)].some(other => cross(plate, other)))
            .map(box => `covered: ${JSON.stringify(box)}`))
}"""


def test_the_table_is_the_same_in_bidding_and_play_and_nothing_is_cut(visit: Visit) -> None:
    guest = visit(*SIZES[0]).open("nevernine", seats=BOTS, seed="nine")
    turn(guest)
    bidding = {}
    for size in SIZES:
        bidding[size] = guest.resize(*size).evaluate(_PLACES)
        assert min(map(min, guest.page.locator("[data-bid]").evaluate_all(_SIZES))) >= 24, size
        hand = guest.page.locator('.card[data-pile^="hand-"]').evaluate_all(_SIZES)
        assert len(hand) == 9
        assert min(width for width, _ in hand) >= 40, size
    until(guest, lambda snapshot: snapshot["view"]["phase"] == "play")
    for size in SIZES:
        assert guest.resize(*size).evaluate(_PLACES) == bidding[size], size
        assert guest.evaluate(_CUT) == [], size


@pytest.mark.parametrize("locale", LANGUAGES)
def test_an_expert_on_accessibility_finds_nothing_in_bidding_play_and_summary(visit: Visit, locale: str) -> None:
    guest = visit(390, 844, locale=locale).open("nevernine", seats=BOTS, seed="nine")
    turn(guest)
    guest.settle()
    assert complaints_by_theme(guest.page) == {}
    until(guest, lambda snapshot: len(snapshot["view"]["tricks"]) == 2)
    guest.page.wait_for_selector('[data-test="last-trick"]')
    guest.settle()
    assert complaints_by_theme(guest.page) == {}
    until(guest, lambda snapshot: snapshot["view"]["round"] == 2)
    guest.page.wait_for_selector('[data-test="summary"]')
    guest.settle()
    assert complaints_by_theme(guest.page) == {}


def own_moves(guest: Guest) -> list[Json]:
    """Return the bids or cards that the player may choose from now."""
    return [one for one in guest.snapshot()["legal"] if one["kind"] in ("bid", "play")]


def test_the_table_says_which_bot_is_thinking_and_calls_it_as_the_lobby_does(visit: Visit, unhurried: str) -> None:
    guest = visit(url=unhurried).open("nevernine", seats=BOTS)
    guest.page.evaluate("""() => {
        const told = document.querySelector('[data-test="status"]')
        window.told = [told.innerText]
        const listen = () => window.told.push(told.innerText)
        new MutationObserver(listen).observe(told, {subtree: true, characterData: true, childList: true})
    }""")
    for _ in range(2):
        guest.until(lambda: own_moves(guest), "it is the player's turn")
        guest.act_all(own_moves(guest)[:1])
    for name in NAMES[1:]:
        guest.until(lambda name=name: any(f"{name} is thinking…" in one for one in guest.page.evaluate("window.told")))  # type: ignore[misc]
    guest.page.click(".back")
    guest.page.wait_for_selector('[data-test="mine"]')
    named = [f"{name} (Easy)" for name in NAMES[1:]]
    assert named == guest.page.inner_text('[data-test="mine"] li .text span').split(", ")


def test_a_limit_stays_within_its_bounds(visit: Visit) -> None:
    guest = visit().go("/new/nevernine")
    guest.choose(preset="own")
    field = guest.page.locator('[data-field="limit"] input')
    field.fill("5000")
    field.blur()
    assert field.input_value() == "1000"
    field.fill("7")
    field.blur()
    assert guest.deal()["options"]["limit"] == 7
