"""Take the pictures of the documents: `python tests/web/pictures.py` writes them to docs/pictures (`make pictures`).

Each game once, the lobby, and an animation of a solitaire that is played by its hints.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from samples import SOLITAIRE
from server.running import Running
from web.browsing import ARGUMENTS, Guest, find_chromium
from web.pagekit import NAMES, page_kit

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WIDE: ViewportSize = {"width": 1120, "height": 700}
MOVES = 24
FRAME = 700
"""Milliseconds for which a move is shown."""


def play(guest: Guest, steps: int) -> None:
    """Follow the hints for a while, so that there is something to see."""
    for _ in range(steps):
        guest.until(lambda: guest.snapshot()["legal"])
        hint = guest.call("POST", f"/api/tables/{guest.table_id}/hint")["report"].get("hint")
        if hint:
            guest.act(hint["kind"], hint["payload"])


def picture_game(browser: Browser, url: str, game: str) -> None:
    """Take a picture of a table."""
    kit = page_kit(game)
    guest = Guest(browser.new_context(viewport=WIDE), url)
    guest.open(game, **kit.pictured)
    play(guest, kit.pictured_after)
    guest.sit(guest.table_id)
    guest.page.wait_for_timeout(1500)
    guest.settle()
    guest.page.screenshot(path=FOLDER / f"{game}.jpg", type="jpeg", quality=80)


def picture_lobby(browser: Browser, url: str) -> None:
    """Take a picture of the lobby."""
    guest = Guest(browser.new_context(viewport=WIDE), url).go()
    guest.page.wait_for_timeout(1500)
    guest.page.screenshot(path=FOLDER / "lobby.jpg", type="jpeg", quality=80)


def animate_play(browser: Browser, url: str) -> None:
    """Play a solitaire by its hints and keep a frame of each move."""
    guest = Guest(browser.new_context(viewport=WIDE, bypass_csp=True), url)
    guest.open(SOLITAIRE, **page_kit(SOLITAIRE).pictured)
    guest.sit(guest.table_id)
    frames = []
    for _ in range(MOVES):
        guest.settle()
        picture = Image.open(io.BytesIO(guest.page.screenshot(style=".notice { display: none }"))).convert("RGB")
        frames.append(picture.resize((WIDE["width"] * 5 // 8, WIDE["height"] * 5 // 8), Image.Resampling.LANCZOS))
        rev = guest.snapshot()["rev"]
        play(guest, 1)
        guest.until(lambda rev=rev: guest.snapshot()["rev"] > rev)  # type: ignore[misc]
    frames[0].save(
        FOLDER / "play.webp", save_all=True, append_images=frames[1:], duration=FRAME, loop=0, quality=70, method=6
    )


def main() -> None:
    """Take all pictures, or those that are named: `lobby`, `play`, or a game."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or ["lobby", "play", *NAMES]
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(f"sqlite:///{folder}/saloon.db") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for name in wanted:
            if name == "lobby":
                picture_lobby(browser, server.url)
            elif name == "play":
                animate_play(browser, server.url)
            else:
                picture_game(browser, server.url, name)
            print(f"docs/pictures: {name}")
        browser.close()


if __name__ == "__main__":
    main()
