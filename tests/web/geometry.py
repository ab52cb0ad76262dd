"""Faults of a layout that can be measured: controls under something else, text that is cut or overlaps, small cards."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

SLACK: Final = 1.5
"""Pixels by which a measure may be off: browsers round."""

_CHECK: Final = Path(__file__).with_suffix(".js").read_text()


def faults(page: Page, least_card: float = 0) -> list[str]:
    """Return what is wrong with the current layout of the page; `least_card` is the least width of a card."""
    found: list[str] = page.evaluate(_CHECK, [SLACK, least_card])
    return found


def least_card(minima: Mapping[str, int], size: tuple[int, int]) -> int:
    """Return the least width of a card on a screen: that of the kit, which names screens as `844x390`."""
    return minima.get(f"{size[0]}x{size[1]}", 0)
