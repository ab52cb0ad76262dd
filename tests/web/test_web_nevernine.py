"""Never Nine in a browser: a whole game against three bots, bids with the forbidden one explained."""

from collections.abc import Callable

from clauses import clause
from web.browsing import Guest

Visit = Callable[..., Guest]
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
            guest.until(lambda card=card: guest.pile(card).count() == 1)  # type: ignore[misc]
            guest.settle()
            if turns % 3 == 0:
                guest.drag(card, "trick-0")
            elif turns % 3 == 1:
                guest.tap(card)
            else:
                guest.pile(card).focus()
                guest.key("Enter")
        rev = snapshot["rev"]
        guest.until(lambda rev=rev: guest.rev() > rev)  # type: ignore[misc]
    guest.page.wait_for_selector('[data-test="end"]')
    assert "Final ranking" in guest.page.inner_text(".panel")
    assert turns >= 9
    scores = guest.snapshot()["view"]["scores"]
    shown = [int(one) for one in guest.page.locator(".panel tbody td:last-child").all_inner_texts()]
    assert shown == sorted(scores)


def test_the_hand_is_sorted_legal_cards_are_raised_and_others_are_refused_with_a_reason(visit: Visit) -> None:
    guest = visit().open("nevernine", seats=BOTS, options={"limit": 100})
    for _ in range(200):
        snapshot = guest.snapshot()
        view, legal = snapshot["view"], snapshot["legal"]
        plays = [action["payload"]["card"] for action in legal if action["kind"] == "play"]
        bid = next((action for action in legal if action["kind"] == "bid"), None)
        if bid:
            guest.page.wait_for_selector("[data-bid]")
            guest.page.click(f'[data-bid="{bid["payload"]["bid"]}"]')
        elif plays and len(plays) < len(view["hand"]):
            break
        elif plays:
            guest.until(lambda card=plays[0]: guest.pile(f"hand-{card}").count() == 1)  # type: ignore[misc]
            guest.settle()
            guest.tap(f"hand-{plays[0]}")
        rev = snapshot["rev"]
        guest.until(lambda rev=rev: guest.rev() > rev)  # type: ignore[misc]
    guest.settle()
    places = guest.page.evaluate(
        "[...document.querySelectorAll('.card[data-pile^=hand-]')].map(card => card.getBoundingClientRect())"
        ".map(box => [box.x, box.y])"
    )
    lefts = [x for x, _ in places]
    assert lefts == sorted(lefts)
    height = {card: guest.cards(f"hand-{card}").bounding_box() for card in view["hand"]}
    raised = {card for card, box in height.items() if box is not None and box["y"] < max(y for _, y in places) - 4}
    assert raised == set(plays)
    other = next(card for card in view["hand"] if card not in plays)
    rev = guest.rev()
    guest.drag(f"hand-{other}", "trick-0")
    guest.page.wait_for_selector(".notice.bad")
    assert guest.rev() == rev
