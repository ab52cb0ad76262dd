"""The states that the table of every game has, and its other screens: the form for a new game, the replay."""

from typing import Final

from saloon.games import GAMES
from web.browsing import SEARCHING, Guest
from web.picked import spoil
from web.stage import NotThere, Reach, Stage, named, screen

AT_TABLES: Final[dict[str, Reach]] = {}
"""By name; `@at_tables` adds one."""


def at_tables(reach: Reach) -> Reach:
    """Add a state that every game has."""
    AT_TABLES[named(reach)] = reach
    return reach


@at_tables
def new(stage: Stage) -> Guest:
    """The form for a new game."""
    return screen(stage, f"/new/{stage.game}", "form")


@at_tables
def new_elsewhere(stage: Stage) -> Guest:
    """The form for a new game with a deal number of another program."""
    sources = list(GAMES[stage.game].deal_sources)
    if not sources:
        raise NotThere("it knows no deals of other programs")
    guest = screen(stage, f"/new/{stage.game}?seed={sources[1]}:11982", "form")
    guest.page.locator("#seed").scroll_into_view_if_needed()
    return guest


@at_tables
def elsewhere(stage: Stage) -> Guest:
    """A table with a deal number of another program."""
    sources = list(GAMES[stage.game].deal_sources)
    if not sources:
        raise NotThere("it knows no deals of other programs")
    return stage.guest.go().open(stage.game, seed=f"{sources[1]}:11982")


@at_tables
def early(stage: Stage) -> Guest:
    """A new deal."""
    return stage.open()


@at_tables
def middle(stage: Stage) -> Guest:
    """Half of a game."""
    return stage.play(0.5) if stage.kit.won else stage.play(0.05, options={})


@at_tables
def late(stage: Stage) -> Guest:
    """A game that is nearly over."""
    return stage.play(0.9) if stage.kit.won else stage.play(0.1, options={})


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
def analysis(stage: Stage) -> Guest:
    """Where a game was lost, at the step that lost it; a match is given up after some moves."""
    guest = stage.guest.go()
    if stage.kit.spoiled is not None:
        table_id = spoil(guest, stage.game)
    elif len(GAMES[stage.game].seats) > 1:
        guest = stage.play(0.03)
        table_id = guest.table_id
        guest.call("POST", f"/api/tables/{table_id}/leave")
    else:
        raise NotThere("no deal is thrown away")
    guest.go(f"/replay/{table_id}?analysis=1")
    guest.page.wait_for_selector('[data-test="analysis"][data-state="done"]', timeout=SEARCHING)
    for finding in guest.page.locator("[data-finding]").all()[:1]:
        finding.click()
    guest.settle()
    return guest


@at_tables
def replay(stage: Stage) -> Guest:
    """The replay of a finished game, in its middle; a match is given up after some moves."""
    if stage.kit.won is None:
        stage.play(0.05).call("POST", f"/api/tables/{stage.guest.table_id}/leave")
    else:
        stage.play(1)
    guest = screen(stage, f"/replay/{stage.guest.table_id}", ".card")
    last = int(guest.page.get_attribute(".slider", "max") or 0)
    guest.page.locator(".slider").fill(str(last // 2))
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
    """Another player's table."""
    owner = stage.stranger()
    owner.go().call("GET", "/api/players/me")
    table = owner.call("POST", "/api/tables", {"game": stage.game, **stage.wish, "private": False})["tableId"]
    stage.guest.sit(table).settle()
    return stage.guest
