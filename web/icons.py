"""`python web/icons.py` renders the PNG icons from icon.svg with the system's Chromium.

They are files of the page and kept in the repository, so that nothing but a changed drawing needs this script.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent / "public"
GREEN = "#14532d"
SIZES = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable.png": (512, True),
    "icon-apple.png": (180, True),
}
"""The side of each icon, and whether it fills its square: then the device cuts it, and the cards keep to the middle."""
MIDDLE = 0.82


def page_with(drawing: str, side: int, *, fills: bool) -> str:
    """Return a page that shows the drawing and nothing else."""
    inner = round(side * MIDDLE) if fills else side
    ground = GREEN if fills else "transparent"
    sized = drawing.replace("<svg ", f'<svg width="{inner}" height="{inner}" ', 1)
    style = f"margin:0;width:{side}px;height:{side}px;display:grid;place-items:center;background:{ground}"
    return f'<body style="{style}">{sized}</body>'


def main() -> None:
    """Write all icons."""
    drawing = (PUBLIC / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (side, fills) in SIZES.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(page_with(drawing, side, fills=fills))
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
