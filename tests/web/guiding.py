"""A player who does only what the guide shows: presses what is ringed, follows the arrow, reads on when asked to."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from web.browsing import Guest

GRIP: Final = 10
"""Pixels below the upper edge of a ring at which its first card is taken hold of."""
MOST_ACTIONS: Final = 80

_SHOWN = """() => {
    const coach = document.querySelector('[data-test=guide]')
    if (!coach) return null
    const one = name => coach.querySelector(`[data-do=${name}]`)
    const rings = [...document.querySelectorAll('.marks .ring')].map(ring => {
        const {left, top, width, height} = ring.getBoundingClientRect()
        return {name: ring.dataset.mark, goal: ring.classList.contains('goal'), left, top, width, height}
    })
    return {
        step: coach.dataset.step, text: coach.querySelector('.text').innerText,
        task: coach.querySelector('.task')?.innerText ?? '',
        reads: one('guide-next') !== null, ends: one('guide-play') !== null, rings,
    }
}"""


class Shown(Struct, frozen=True):
    """What the guide shows at a moment."""

    step: str
    text: str
    task: str
    reads: bool
    ends: bool
    rings: tuple[dict[str, Any], ...]


def shown(guest: Guest) -> Shown | None:
    """Return what the guide shows now; None if there is none."""
    found = guest.evaluate(_SHOWN)
    return None if found is None or not found["step"] else Shown(**{**found, "rings": tuple(found["rings"])})


def start(guest: Guest, game: str) -> Guest:
    """Take the offer of a guide on the screen for a new game."""
    guest.go(f"/new/{game}").page.click('[data-do="guide-start"]')
    guest.arrive()
    guest.until(lambda: shown(guest), "the guide begins")
    return guest


def follow(guest: Guest) -> Iterator[Shown]:
    """Follow the guide until it ends; yield what it shows before each action, and finally its end."""
    for _ in range(MOST_ACTIONS):
        now = _ready(guest)
        yield now
        if now.ends:
            return
        rev = guest.shown_rev()
        _obey(guest, now)
        guest.until(lambda was=now, rev=rev: _went_on(guest, was, rev), f"{now.step}: {now.text}")  # type: ignore[misc]
    raise AssertionError("the guide does not end")


def _ready(guest: Guest) -> Shown:
    """Wait until the cards are at rest and the guide asks for something."""
    last: list[Shown] = []

    def asks() -> bool:
        guest.painted()
        guest.settle()
        now = shown(guest)
        steady = bool(last) and now == last[-1]
        last[:] = [] if now is None else [now]
        return steady and now is not None and bool(now.reads or now.ends or now.rings)

    guest.until(asks, "the guide asks for something")
    return last[-1]


def _obey(guest: Guest, now: Shown) -> None:
    if now.reads:
        guest.page.click('[data-do="guide-next"]')
        return
    source, *others = now.rings
    goal = next((ring for ring in others if ring["goal"]), None)
    x, y = source["left"] + source["width"] / 2, source["top"] + (source["height"] / 2 if goal is None else GRIP)
    if goal is None:
        guest.page.mouse.click(x, y)
        return
    mouse = guest.page.mouse
    mouse.move(x, y)
    mouse.down()
    to_x, to_y = goal["left"] + goal["width"] / 2, goal["top"] + goal["height"] / 2
    mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
    mouse.move(to_x, to_y, steps=3)
    mouse.up()


def _went_on(guest: Guest, was: Shown, rev: int) -> bool:
    now = shown(guest)
    return now is not None and (now.step != was.step or guest.shown_rev() > rev)
