"""Take a picture of each game for the README: `python tests/web/pictures.py` writes them to docs/pictures."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.running import Running
from web.browsing import ARGUMENTS, Guest, find_chromium
from web.pagekit import NAMES, page_kit

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def play(guest: Guest, steps: int) -> None:
    """Follow the hints for a while, so that there is something to see."""
    for _ in range(steps):
        guest.until(lambda: guest.snapshot()["legal"])
        hint = guest.call("POST", f"/api/tables/{guest.table_id}/hint")["report"].get("hint")
        if hint:
            guest.act(hint["kind"], hint["payload"])


def main() -> None:
    """Take the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(f"sqlite:///{folder}/saloon.db") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for game in NAMES:
            kit = page_kit(game)
            guest = Guest(browser.new_context(viewport={"width": 1120, "height": 700}), server.url)
            guest.open(game, **kit.pictured)
            play(guest, kit.pictured_after)
            guest.sit(guest.table_id)
            guest.page.wait_for_timeout(1500)
            guest.settle()
            guest.page.screenshot(path=FOLDER / f"{game}.jpg", type="jpeg", quality=80)
            print(f"docs/pictures/{game}.jpg")
        browser.close()


if __name__ == "__main__":
    main()
