"""The states of the screens around the tables, and of tables that belong to no game in particular."""

from datetime import timedelta
from typing import Final

from saloon.games import GAMES
from saloon.server.deals.daily import today
from samples import DUEL, DUPLICATE, FOURSOME, SOLITAIRE
from web.browsing import SEARCHING, Guest
from web.pagekit import BOT, HUMAN, NAMES, page_kit
from web.picked import spoil
from web.stage import NotThere, Reach, Stage, named, screen

AROUND: Final[dict[str, Reach]] = {}
"""By name; `@around` adds one."""


def around(reach: Reach) -> Reach:
    """Add a state that belongs to no game."""
    AROUND[named(reach)] = reach
    return reach


def _match(host: Guest, opponent: Guest) -> str:
    """Let two people begin a match."""
    host.call("PATCH", "/api/players/me", {"name": "Ada"})
    table_id: str = host.call("POST", "/api/tables", {"game": DUEL})["tableId"]
    opponent.call("POST", f"/api/tables/{table_id}/join")
    return table_id


@around
def lobby(stage: Stage) -> Guest:
    """The lobby of a player with unfinished games and another player's open table."""
    stranger = stage.stranger()
    stranger.go().call("GET", "/api/players/me")
    stranger.call("POST", "/api/tables", {"game": DUEL})
    stage.guest.go().call("GET", "/api/players/me")
    for game in NAMES[:2]:
        stage.guest.call("POST", "/api/tables", {"game": game, **(page_kit(game).won or {"seats": [HUMAN, BOT]})})
    return screen(stage, "/", '[data-test="mine"] li')


@around
def player(stage: Stage) -> Guest:
    """The player's page."""
    return screen(stage, "/player", "form")


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
    guest = screen(stage, "/player", '[data-test="passkeys"] li')
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
    return screen(stage, f"/leaderboard/{DUEL}", '[data-test="places"]')


@around
def invitation(stage: Stage) -> Guest:
    """A table that waits for somebody, with a link and its QR code."""
    stage.guest.go().call("GET", "/api/players/me")
    table = stage.guest.call("POST", "/api/tables", {"game": DUEL, "private": True})["tableId"]
    return screen(stage, f"/table/{table}", '[data-test="qr"]')


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
    screen(stage, "/player", '[data-test="records"] canvas')
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
    return screen(stage, f"/challenges/{SOLITAIRE}", '[data-level="hard"] table')


@around
def pairing(stage: Stage) -> Guest:
    """Waiting for an opponent, with a bot offered meanwhile."""
    waiting = {"state": "waiting", "game": DUEL, "tableId": None, "waited": 23_000, "rating": 1000, "reach": 356}
    page = stage.guest.page
    page.route("**/api/pairing/*", lambda route: route.fulfill(json={**waiting, "others": 2}))
    return screen(stage, f"/pairing/{DUEL}", '[data-test="offer"]')


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
    return screen(stage, f"/challenges/{DUPLICATE}", '[data-test="duplicate"] [data-test="places"]')


@around
def profile(stage: Stage) -> Guest:
    """A public profile with ratings, records and medals."""
    ratings = {DUEL: {"rating": 1240, "matches": 31}, FOURSOME: {"rating": 980, "matches": 1}}
    records = {name: {"played": 40, "won": 17, "fastestWin": 143_000, "fewestMoves": 118} for name in NAMES}
    medals = {"gold": 3, "silver": 5, "bronze": 12}
    answer = {"publicId": "p", "name": "Guest 3f2a", "ratings": ratings, "records": records, "medals": medals}
    stage.guest.page.route("**/api/profiles/p", lambda route: route.fulfill(json=answer))
    return screen(stage, "/profile/p", '[data-test="profile"]')


@around
def phrase(stage: Stage) -> Guest:
    """A new recovery phrase."""
    screen(stage, "/player", '[data-do="new-phrase"]').page.click('[data-do="new-phrase"]')
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
    # What was said stays; axe needs its short timers.
    stage.guest.page.evaluate("(set => { setTimeout = (run, ms = 0) => ms < 1000 ? set(run, ms) : 0 })(setTimeout)")
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
    return screen(stage, "/history", "[data-table]")


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
    return screen(stage, "/drills", '[data-drills="later"] li')


@around
def settings(stage: Stage) -> Guest:
    """The settings."""
    return screen(stage, "/settings", "h1")


@around
def all_rules(stage: Stage) -> Guest:
    """The rules of all games."""
    guest = screen(stage, "/help", "h1")
    guest.unfold()
    for game in NAMES:
        guest.page.wait_for_selector(f'[data-game="{game}"] [data-rule]')
    return guest


@around
def offline(stage: Stage) -> Guest:
    """What is possible without the server."""
    return screen(stage, "/offline", "h1")


@around
def error(stage: Stage) -> Guest:
    """An unknown address."""
    return screen(stage, "/nowhere", "h1")


@around
def no_table(stage: Stage) -> Guest:
    """A table that does not exist."""
    return screen(stage, "/table/0123456789abcdef", "h2:visible")


@around
def waiting(stage: Stage) -> Guest:
    """A table that waits for somebody."""
    guest = stage.guest.go()
    guest.call("GET", "/api/players/me")
    table = guest.call("POST", "/api/tables", {"game": DUEL})["tableId"]
    return screen(stage, f"/table/{table}", '[data-do="copy-link"]')
