"""Never Nine in a browser: a whole game against three bots, bids with the forbidden one explained."""

from collections.abc import Callable

import pytest

from clauses import clause
from web.browsing import Guest

Visit = Callable[..., Guest]
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
                assert f"{banned} would make nine" in guest.page.inner_text(".bids")
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
    assert "The limit of 3 points is reached" in end
    assert ("You won!" if "p1" in view["winners"] else "won.") in end
    assert all(NAMES[int(winner[1]) - 1] in end for winner in view["winners"])
    assert "Final ranking" in guest.page.inner_text(".panel")
    assert turns >= 9
    scores = guest.snapshot()["view"]["scores"]
    shown = [int(one) for one in guest.page.locator(".panel tbody td:last-child").all_inner_texts()]
    assert shown == sorted(scores)


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


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390), (320, 568)])
def test_each_hand_has_its_name_within_the_table_and_off_the_faces(visit: Visit, width: int, height: int) -> None:
    guest = visit(width, height).open("nevernine", seats=BOTS)
    guest.settle()
    assert guest.page.locator("[data-seated]").all_inner_texts() == NAMES[1:]
    guest.until(lambda: guest.snapshot()["legal"])
    crossed = guest.page.evaluate("""() => {
        const boxes = found => [...document.querySelectorAll(found)].map(one => one.getBoundingClientRect())
        const cross = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        const names = boxes('[data-seated]'), others = boxes('.card:has(.front), .pile[data-kind=trick]')
        const table = document.querySelector('.table').getBoundingClientRect()
        return names.filter((name, index) => [...others, ...names.slice(index + 1)].some(other => cross(name, other))
            || name.left < table.left || name.right > table.right || name.top < table.top).length
    }""")
    assert crossed == 0


def test_the_table_says_which_bot_is_thinking_and_calls_it_as_the_lobby_does(visit: Visit) -> None:
    guest = visit().open("nevernine", seats=BOTS)
    guest.page.evaluate("""() => {
        const told = document.querySelector('.panel caption')
        window.told = [told.innerText]
        const listen = () => window.told.push(told.innerText)
        new MutationObserver(listen).observe(told, {subtree: true, characterData: true, childList: true})
    }""")
    bots = guest.page.locator(".panel tbody th").all_inner_texts()[1:]
    names = [name.split(" ")[0] for name in bots]
    assert len(set(names)) == 3
    for _ in range(2):
        guest.until(lambda: guest.snapshot()["legal"])
        snapshot = guest.snapshot()
        guest.act_all([one for one in snapshot["legal"] if one["kind"] in ("bid", "play")][:1])
    for name in names:
        guest.until(lambda name=name: any(f"{name} is thinking…" in one for one in guest.page.evaluate("window.told")))  # type: ignore[misc]
    guest.page.click(".back")
    guest.page.wait_for_selector('[data-test="mine"]')
    assert [f"{name} (Easy)" for name in names] == guest.page.inner_text('[data-test="mine"] li .text span').split(", ")


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
