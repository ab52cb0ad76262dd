"""What brings a browser to a state of the page: a stage with a guest, and how states are named."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from saloon.games import GAMES
from web.browsing import SEARCHING, Guest
from web.pagekit import BOT, HUMAN, Json, PageKit, page_kit

LONGEST: Final = 400
"""Hints that are followed at most."""


class NotThere(Exception):
    """The page does not have this state."""


class Stage:
    """A guest, another guest who may watch, and the game that is played."""

    def __init__(self, guest: Guest, stranger: Callable[[], Guest], game: str = "") -> None:
        self.guest, self.game = guest, game
        self.stranger = stranger

    @property
    def kit(self) -> PageKit:
        """The game's kit for the tests of the page."""
        return page_kit(self.game)

    @property
    def wish(self) -> Json:
        """A table of the game that can be won, against bots if it needs others."""
        if self.kit.won is not None:
            return dict(self.kit.won)
        count = len(GAMES[self.game].seats)
        return {"seed": self.kit.seed, "seats": [HUMAN, *[BOT] * (count - 1)], "options": self.kit.short}

    def open(self, **more: object) -> Guest:
        """Sit down at a new table of the game."""
        self.guest.open(self.game, **{**self.wish, **more})
        self.guest.settle()
        return self.guest

    def play(self, share: float, **more: object) -> Guest:
        """Open a table and play that share of the game: a solution if there is a solver, otherwise hints."""
        guest = self.open(**more)
        path = f"/api/tables/{guest.table_id}"
        if self.kit.won is not None:
            actions = guest.call("POST", f"{path}/solve")["actions"]
            guest.act_all(actions[: max(1, round(len(actions) * share))])
        else:
            self._follow_hints(share)
        guest.settle()
        return guest

    def _follow_hints(self, share: float) -> None:
        guest = self.guest
        for _ in range(max(1, round(LONGEST * share))):
            guest.until(lambda: guest.snapshot()["legal"] or guest.snapshot()["outcome"])
            if guest.snapshot()["outcome"]:
                return
            answer = guest.call("POST", f"/api/tables/{guest.table_id}/hint")
            hint = answer.get("report", {}).get("hint")
            if hint:
                snapshot = guest.snapshot()
                message = {**hint, "seq": snapshot["expectedSeq"], "baseRev": snapshot["rev"]}
                guest.call("POST", f"/api/tables/{guest.table_id}/actions", message)

    def press(self, name: str, shown: str) -> Guest:
        """Press the control of that name at the table, and wait for what it shows."""
        button = self.guest.page.locator(f'[data-do="{name}"]:visible')
        if button.count() == 0:
            raise NotThere(f'no [data-do="{name}"]')
        button.first.click()
        self.guest.page.wait_for_selector(shown, timeout=SEARCHING)
        self.guest.settle()
        return self.guest


Reach = Callable[[Stage], Guest]


class State(Struct, frozen=True):
    """One state of the page, of one game or of none."""

    name: str
    game: str
    reach: Reach


def named(reach: Reach) -> str:
    """Return the name of a state: that of the function which brings a browser there."""
    return reach.__name__.replace("_", "-")


def screen(stage: Stage, path: str, shown: str) -> Guest:
    """Show the guest a screen, and wait for a part of it."""
    stage.guest.go(path).page.wait_for_selector(shown)
    return stage.guest
