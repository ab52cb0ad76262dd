"""Accessibility: axe-core checks the current page."""

from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Page

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, Theme]] = ("light", "dark")
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def complaints(page: Page) -> list[str]:
    """Return all that it finds, each with the first element that it is about."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"{AXE.read_text()}; undefined")
    found: list[dict[str, Any]] = page.evaluate(
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']}).then(result => result.violations)",
        RULES,
    )
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary'][:300]}" for one in found]


def complaints_by_theme(page: Page) -> dict[Theme, list[str]]:
    """Return what it finds in the themes in which it finds anything."""
    found: dict[Theme, list[str]] = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        found[theme] = complaints(page)
    return {theme: told for theme, told in found.items() if told}
