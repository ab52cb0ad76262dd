"""Emotes on the page: two people say something to each other, and one mutes the other for good."""

from collections.abc import Callable

from samples import DUEL, SOLITAIRE
from web.axe import complaints
from web.browsing import Guest

Visit = Callable[..., Guest]


def bubbles(guest: Guest, seat: str) -> list[str | None]:
    """Return the emotes that a page shows beside a seat."""
    return [one.get_attribute("data-emote") for one in guest.page.locator(f'[data-emote-of="{seat}"]').all()]


def match(first: Guest, second: Guest) -> None:
    """Let two guests play each other."""
    table = first.call("POST", "/api/tables", {"game": DUEL})["tableId"]
    second.call("POST", f"/api/tables/{table}/join")
    first.sit(table)
    second.sit(table)


def test_two_people_say_something_and_one_mutes_the_other_for_good(visit: Visit) -> None:
    first, second, watcher = visit().go(), visit().go(), visit().go()
    first.call("PATCH", "/api/players/me", {"name": "Ada"})
    match(first, second)
    watcher.sit(first.table_id)
    first.do("emotes")
    first.page.click('[data-test="emotes"] [data-emote="wellPlayed"]')
    assert first.page.locator('[data-test="emotes"]').count() == 0, "the panel closes"
    second.until(lambda: bubbles(second, "p1") == ["wellPlayed"], "the other sees it")
    first.until(lambda: bubbles(first, "p1") == ["wellPlayed"], "the sender sees it too")
    second.until(lambda: "Ada: Well played!" in second.heard(), "it is said")
    plate = second.page.locator('[data-seat="p1"]').bounding_box()
    bubble = second.page.locator('[data-emote-of="p1"]').bounding_box()
    assert plate is not None
    assert bubble is not None
    assert abs(bubble["y"] - plate["y"]) < 120, "it is beside the player"

    assert watcher.page.locator('[data-do="emotes"]').count() == 0, "watchers say nothing"
    assert "Well played" not in watcher.heard()

    second.key("e")
    second.page.wait_for_selector('[data-test="emotes"]')
    assert complaints(second.page) == []
    second.page.check('[data-switch="mute-p1"] input')
    second.key("1")
    first.until(lambda: bubbles(first, "p2") == ["hello"], "by key")
    match(first, second)  # muting holds at the next table
    first.do("emotes")
    first.page.click('[data-emote="thanks"]')
    first.until(lambda: bubbles(first, "p1") == ["thanks"], "it was sent")
    second.key("e")
    second.page.wait_for_selector('[data-test="emotes"]')
    second.key("5")
    first.until(lambda: bubbles(first, "p2") == ["oops"], "after it")
    assert bubbles(second, "p1") == []
    assert "Thanks" not in second.heard()


def test_nobody_is_there_to_talk_to_in_a_solitaire_or_among_bots(visit: Visit) -> None:
    guest = visit().go().open(SOLITAIRE)
    guest.key("e")
    assert guest.page.locator('[data-do="emotes"], [data-test="emotes"]').count() == 0
    guest.open(DUEL, seats=[{"kind": "human"}, {"kind": "bot", "level": "greedy"}])
    assert guest.page.locator('[data-do="emotes"]').count() == 0
