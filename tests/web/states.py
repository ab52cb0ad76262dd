"""The states of the page that are worth a look: how to bring a browser to each of them.

A state is a function that takes a stage, which has a guest and opens tables as the kit of a game says. It raises
`NotThere` if the page has no such state (yet). To add a state, write a function and decorate it.
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from saloon.games import GAMES
from samples import DUEL
from web.browsing import SEARCHING, Guest
from web.pagekit import BOT, HUMAN, NAMES, Json, PageKit, page_kit

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
        """What the game tells the tests of the page."""
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

    def play(self, share: float) -> Guest:
        """Open a table and play that share of the game: a solution if there is a solver, otherwise hints."""
        guest = self.open()
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


class State(Struct, frozen=True):
    """One state of the page, of one game or of none."""

    name: str
    game: str
    reach: Callable[[Stage], Guest]


_AROUND: dict[str, Callable[[Stage], Guest]] = {}
_AT_TABLES: dict[str, Callable[[Stage], Guest]] = {}


def around(reach: Callable[[Stage], Guest]) -> Callable[[Stage], Guest]:
    """Add a state that belongs to no game."""
    _AROUND[reach.__name__.replace("_", "-")] = reach
    return reach


def at_tables(reach: Callable[[Stage], Guest]) -> Callable[[Stage], Guest]:
    """Add a state that every game has."""
    _AT_TABLES[reach.__name__.replace("_", "-")] = reach
    return reach


def states() -> Iterator[State]:
    """Yield all states: `lobby`, `early-<game>`, …"""
    for name, reach in _AROUND.items():
        yield State(name, "", reach)
    for game in NAMES:
        for name, reach in _AT_TABLES.items():
            yield State(f"{name}-{game}", game, reach)


# --- around the tables ------------------------------------------------------------------------------------------


def _screen(stage: Stage, path: str, shown: str) -> Guest:
    stage.guest.go(path).page.wait_for_selector(shown)
    return stage.guest


@around
def lobby(stage: Stage) -> Guest:
    """The lobby of somebody who has left games and finds a table of somebody else."""
    stranger = stage.stranger()
    stranger.go().call("GET", "/api/players/me")
    stranger.call("POST", "/api/tables", {"game": DUEL})
    stage.guest.go().call("GET", "/api/players/me")
    for game in NAMES[:2]:
        stage.guest.call("POST", "/api/tables", {"game": game, **(page_kit(game).won or {"seats": [HUMAN, BOT]})})
    return _screen(stage, "/", '[data-test="mine"] li')


@around
def player(stage: Stage) -> Guest:
    """The player's page."""
    return _screen(stage, "/player", "form")


@around
def settings(stage: Stage) -> Guest:
    """The settings."""
    return _screen(stage, "/settings", "h1")


@around
def all_rules(stage: Stage) -> Guest:
    """The rules of all games."""
    return _screen(stage, "/help", "h1")


@around
def offline(stage: Stage) -> Guest:
    """What is possible without the server."""
    return _screen(stage, "/offline", "h1")


@around
def error(stage: Stage) -> Guest:
    """An address that leads nowhere."""
    return _screen(stage, "/nowhere", "h1")


@around
def no_table(stage: Stage) -> Guest:
    """A table that does not exist."""
    return _screen(stage, "/table/0123456789abcdef", "h2:visible")


@around
def waiting(stage: Stage) -> Guest:
    """A table that waits for somebody."""
    guest = stage.guest.go()
    guest.call("GET", "/api/players/me")
    table = guest.call("POST", "/api/tables", {"game": DUEL})["tableId"]
    return _screen(stage, f"/table/{table}", '[data-do="copy-link"]')


# --- at the tables ----------------------------------------------------------------------------------------------


@at_tables
def new(stage: Stage) -> Guest:
    """The form for a new game."""
    return _screen(stage, f"/new/{stage.game}", "form")


@at_tables
def early(stage: Stage) -> Guest:
    """A new deal."""
    return stage.open()


@at_tables
def middle(stage: Stage) -> Guest:
    """Half of a game."""
    return stage.play(0.5 if stage.kit.won else 0.05)


@at_tables
def late(stage: Stage) -> Guest:
    """A game that is nearly over."""
    return stage.play(0.9 if stage.kit.won else 0.1)


@at_tables
def hint(stage: Stage) -> Guest:
    """A hint on the cards."""
    guest = stage.open()
    guest.until(lambda: guest.snapshot()["legal"])
    return stage.press("hint", ".hinted, .notice")


@at_tables
def refusal(stage: Stage) -> Guest:
    """A move that is refused."""
    guest = stage.open(seed=stage.kit.seed)
    stage.kit.refuse(guest)
    guest.page.wait_for_selector(".notice")
    guest.settle()
    return guest


@at_tables
def pause(stage: Stage) -> Guest:
    """A game that is paused."""
    stage.open()
    return stage.press("pause", '[data-do="resume"]')


@at_tables
def end(stage: Stage) -> Guest:
    """The end of a game."""
    guest = stage.play(1) if stage.kit.won or not stage.kit.can_resign else stage.open()
    if stage.kit.can_resign and not stage.kit.won:
        guest.act("resign", {})
    guest.page.wait_for_selector('[data-test="end"]')
    guest.settle()
    return guest


@at_tables
def guide(stage: Stage) -> Guest:
    """The first step of the guided game."""
    stage.open()
    stage.press("rules", '[data-test="rules"]')
    return stage.press("guide-start", '[data-test="guide"]')


@at_tables
def rules(stage: Stage) -> Guest:
    """The rules at the table."""
    stage.open()
    return stage.press("rules", '[data-test="rules"]')


@at_tables
def table_settings(stage: Stage) -> Guest:
    """The settings at the table."""
    stage.open()
    return stage.press("settings", '[data-test="settings"]')


@at_tables
def watching(stage: Stage) -> Guest:
    """The table of somebody else."""
    owner = stage.stranger()
    owner.go().call("GET", "/api/players/me")
    table = owner.call("POST", "/api/tables", {"game": stage.game, **stage.wish, "private": False})["tableId"]
    stage.guest.sit(table).settle()
    return stage.guest
