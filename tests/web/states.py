"""The states of the page that are worth a look: how to bring a browser to each of them.

A state is a function that takes a stage, which has a guest and opens tables as the kit of a game says. It raises
`NotThere` if the page has no such state (yet). To add a state, write a function and decorate it.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Final

from msgspec import Struct

from saloon.games import GAMES
from saloon.server.daily import today
from samples import DUEL, DUPLICATE, FOURSOME, SOLITAIRE
from web.browsing import SEARCHING, Guest
from web.pagekit import BOT, HUMAN, NAMES, Json, PageKit, page_kit
from web.picked import spoil

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


def _match(host: Guest, opponent: Guest) -> str:
    """Let two people begin a match."""
    host.call("PATCH", "/api/players/me", {"name": "Ada"})
    table_id: str = host.call("POST", "/api/tables", {"game": DUEL})["tableId"]
    opponent.call("POST", f"/api/tables/{table_id}/join")
    return table_id


def _screen(stage: Stage, path: str, shown: str) -> Guest:
    stage.guest.go(path).page.wait_for_selector(shown)
    return stage.guest


@around
def lobby(stage: Stage) -> Guest:
    """The lobby of a player with unfinished games and another player's open table."""
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
def passkeys(stage: Stage) -> Guest:
    """The player's page with passkeys, one of which has a long name."""
    names = ("Firefox, Android", "Bartholomäus’ Sicherheitsschlüssel im Wohnzimmer")
    answer = [
        {"passkeyId": name, "name": name, "createdAt": 1_790_000_000_000, "usedAt": used}
        for name, used in zip(names, (1_795_000_000_000, None), strict=True)
    ]
    page = stage.guest.page
    page.route("**/api/players/me/passkeys", lambda route: route.fulfill(json=answer))
    guest = _screen(stage, "/player", '[data-test="passkeys"] li')
    page.locator('[data-test="passkeys"]').scroll_into_view_if_needed()
    return guest


@around
def leaderboard(stage: Stage) -> Guest:
    """A leaderboard with some people, the player among them."""
    names = ("Ada", "Guest 3f2a", "Bartholomäus von und zu Hohenstein-Schaub", "Bob")
    places = [
        {"place": place, "publicId": name, "name": name, "rating": 1900 - 60 * place, "matches": 9 * place + 3,
         "isYou": place == 2}
        for place, name in enumerate(names, 1)
    ]  # fmt: skip
    answer = {"game": DUEL, "leastMatches": 10, "mostUncertain": 4.0, "places": places}
    stage.guest.page.route("**/api/leaderboards/*", lambda route: route.fulfill(json=answer))
    return _screen(stage, f"/leaderboard/{DUEL}", '[data-test="places"]')


@around
def invitation(stage: Stage) -> Guest:
    """A table that waits for somebody, with a link and its QR code."""
    stage.guest.go().call("GET", "/api/players/me")
    table = stage.guest.call("POST", "/api/tables", {"game": DUEL, "private": True})["tableId"]
    return _screen(stage, f"/table/{table}", '[data-test="qr"]')


@around
def records(stage: Stage) -> Guest:
    """The player's page with records and charts."""
    page = stage.guest.page
    figures = {"played": 30, "won": 17, "fastestWin": 143_000, "fewestMoves": 118, "bestScore": 700}
    none = {"played": 0, "won": 0, "fastestWin": None, "fewestMoves": None, "bestScore": None}
    options = dict(GAMES[SOLITAIRE].presets[GAMES[SOLITAIRE].first_preset or ""])
    groups = [
        {"options": {}, "difficulty": "hard", "clean": figures, "assisted": {**figures, "played": 4, "won": 4}},
        {"options": options, "difficulty": None, "clean": {**figures, "played": 6, "won": 2}, "assisted": none},
    ]
    games = [
        {"at": number, "won": number % 5 not in (0, 3), "clean": True, "milliseconds": 40_000 * (3 + number * 7 % 11)}
        for number in range(40)
    ]
    ratings = [
        {"at": number, "matches": number + 1, "mean": 25 + number / 9, "uncertainty": 8 / (1 + number / 6), "shown": 1}
        for number in range(40)
    ]
    answer = {"game": SOLITAIRE, "groups": groups, "games": games, "ratings": ratings}
    page.route("**/api/players/me/records/*", lambda route: route.fulfill(json=answer))
    stage.guest.go().call("GET", "/api/players/me")
    stage.game = SOLITAIRE
    stage.play(1).page.wait_for_selector('[data-test="end"]')
    _screen(stage, "/player", '[data-test="records"] canvas')
    page.locator('[data-test="records"]').scroll_into_view_if_needed()
    return stage.guest


@around
def challenges(stage: Stage) -> Guest:
    """The calendar of daily challenges, with medals."""
    day = today()
    days = [
        {"day": (day - timedelta(days=back)).isoformat(), "easy": "won", "normal": "won" if back else "begun",
         "hard": "won" if back == 2 else "played", "medal": ("bronze", "silver", "gold")[min(back, 2)]}
        for back in range(3)
    ]  # fmt: skip
    page = stage.guest.page
    month = {"game": SOLITAIRE, "month": day.isoformat()[:7], "first": "2020-01-01", "today": day.isoformat()}
    sums = {"medals": {"bronze": 4, "silver": 2, "gold": 1}, "won": 11, "streak": 3}
    page.route("**/api/challenges/*?month=*", lambda route: route.fulfill(json={**month, **sums, "days": days}))
    figures = [{"milliseconds": time, "moves": moves} for time, moves in ((143_000, 118), (260_000, 141))]
    compared = {"players": 12, "won": 7, "best": figures[0], "median": figures[1], "own": figures[1]}
    answer = {**compared, "slower": 3, "longer": 3}
    page.route("**/api/challenges/*/*/*", lambda route: route.fulfill(json=answer))
    return _screen(stage, f"/challenges/{SOLITAIRE}", '[data-level="hard"] table')


@around
def pairing(stage: Stage) -> Guest:
    """Waiting for an opponent, with a bot offered meanwhile."""
    waiting = {"state": "waiting", "game": DUEL, "tableId": None, "waited": 23_000, "rating": 1000, "reach": 356}
    page = stage.guest.page
    page.route("**/api/pairing/*", lambda route: route.fulfill(json={**waiting, "others": 2}))
    return _screen(stage, f"/pairing/{DUEL}", '[data-test="offer"]')


@around
def pairing_meanwhile(stage: Stage) -> Guest:
    """A game against a bot during the search."""
    pairing(stage).page.click('[data-do="meanwhile"]')
    stage.guest.page.wait_for_selector('[data-test="pairing-bar"]')
    stage.guest.page.wait_for_selector(".card")
    stage.guest.settle()
    return stage.guest


@around
def duplicate(stage: Stage) -> Guest:
    """The duplicate deal of today, played and compared."""
    day = today().isoformat()
    page, names = stage.guest.page, ("Guest 3f2a", "Bartholomäus von und zu Hohenstein-Schaub", None)
    month = {"game": DUPLICATE, "month": day[:7], "first": "2020-01-01", "today": day}
    days = [{"day": day, "state": "played", "score": 14}]
    page.route("**/api/duplicates/*?month=*", lambda route: route.fulfill(json={**month, "days": days}))
    places = [
        {"place": place, "publicId": name and f"p{place}", "name": name, "score": 9 + place, "isYou": place == 1}
        for place, name in enumerate(names, 1)
    ]
    own = {"score": 10, "place": 1, "tableId": "0123456789abcdef"}
    answer = {"players": 12, "best": 10, "median": 17.5, "places": places, "worse": 11, "own": own}
    page.route("**/api/duplicates/*/*", lambda route: route.fulfill(json=answer))
    return _screen(stage, f"/challenges/{DUPLICATE}", '[data-test="duplicate"] [data-test="places"]')


@around
def profile(stage: Stage) -> Guest:
    """A public profile with ratings, records and medals."""
    ratings = {DUEL: {"rating": 1240, "matches": 31}, FOURSOME: {"rating": 980, "matches": 1}}
    records = {name: {"played": 40, "won": 17, "fastestWin": 143_000, "fewestMoves": 118} for name in NAMES}
    medals = {"gold": 3, "silver": 5, "bronze": 12}
    answer = {"publicId": "p", "name": "Guest 3f2a", "ratings": ratings, "records": records, "medals": medals}
    stage.guest.page.route("**/api/profiles/p", lambda route: route.fulfill(json=answer))
    return _screen(stage, "/profile/p", '[data-test="profile"]')


@around
def phrase(stage: Stage) -> Guest:
    """A new recovery phrase."""
    _screen(stage, "/player", '[data-do="new-phrase"]').page.click('[data-do="new-phrase"]')
    stage.guest.page.wait_for_selector('[data-test="phrase"]')
    stage.guest.page.locator('[data-test="phrase"]').scroll_into_view_if_needed()
    return stage.guest


@around
def emotes(stage: Stage) -> Guest:
    """A match between people: the panel with what can be said, and what the other has just said."""
    other = stage.stranger().go()
    other.sit(_match(stage.guest.go(), other))
    stage.guest.sit(other.table_id)
    other.do("emotes")
    other.page.click('[data-emote="wellPlayed"]')
    stage.guest.page.wait_for_selector("[data-emote-of]")
    stage.guest.page.evaluate("setTimeout = () => 0")  # what was said stays
    stage.guest.do("emotes")
    stage.guest.page.wait_for_selector('[data-test="emotes"]')
    return stage.guest


@around
def watching_later(stage: Stage) -> Guest:
    """A match between people, which watchers see later."""
    stage.guest.sit(_match(stage.stranger().go(), stage.stranger().go())).settle()
    if "30" not in stage.guest.page.inner_text(".rest"):
        raise NotThere("this server shows matches at once")
    return stage.guest


@around
def history(stage: Stage) -> Guest:
    """Finished games, one of them lost."""
    spoil(stage.guest.go())
    return _screen(stage, "/history", "[data-table]")


@around
def drills(stage: Stage) -> Guest:
    """Positions to practise: one is due, one was failed."""
    guest = stage.guest.go()
    for fails in (True, False):
        table_id = spoil(guest)
        guest.go(f"/replay/{table_id}?analysis=1")
        guest.page.wait_for_selector('[data-test="analysis"][data-state="done"]', timeout=SEARCHING)
        if fails:
            step = guest.call("GET", "/api/players/me/drills")["drills"][0]["step"]
            guest.table_id = guest.call("POST", f"/api/tables/{table_id}/branch", {"step": step})["tableId"]
            guest.act_all([{"kind": "draw", "payload": {}}])
            guest.call("POST", f"/api/tables/{guest.table_id}/leave")
    return _screen(stage, "/drills", '[data-drills="later"] li')


@around
def settings(stage: Stage) -> Guest:
    """The settings."""
    return _screen(stage, "/settings", "h1")


@around
def all_rules(stage: Stage) -> Guest:
    """The rules of all games."""
    guest = _screen(stage, "/help", "h1")
    guest.unfold()
    for game in NAMES:
        guest.page.wait_for_selector(f'[data-game="{game}"] [data-rule]')
    return guest


@around
def offline(stage: Stage) -> Guest:
    """What is possible without the server."""
    return _screen(stage, "/offline", "h1")


@around
def error(stage: Stage) -> Guest:
    """An unknown address."""
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
def new_elsewhere(stage: Stage) -> Guest:
    """The form for a new game with a deal number of another program."""
    sources = list(GAMES[stage.game].deal_sources)
    if not sources:
        raise NotThere("it knows no deals of other programs")
    guest = _screen(stage, f"/new/{stage.game}?seed={sources[1]}:11982", "form")
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
    """The replay of a finished game, at its end."""
    end(stage)
    guest = _screen(stage, f"/replay/{stage.guest.table_id}", ".card")
    guest.page.click('[data-do="last"]')
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
