"""Takes pictures of every state of the page and checks them: `python tests/web/screenshots.py --out DIR [--only …]`.

Every state is brought up once for each language and theme, and pictured on every size of screen. On each of them the
layout is measured (see `geometry.py`); axe looks at each state once. The command prints what it finds and then exits
with 1.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import msgspec
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.running import QUICK, Running
from web.axe import THEMES, Theme, complaints
from web.browsing import ARGUMENTS, Guest, find_chromium, visitors
from web.geometry import faults, least_card
from web.pagekit import page_kit
from web.stage import NotThere, Stage, State
from web.states import states

SIZES: Final = ((320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900), (3840, 2160))
LANGUAGES: Final = {"en": "en-US", "de": "de-DE"}

Size = tuple[int, int]


class Wanted(msgspec.Struct, frozen=True):
    """What is to be pictured."""

    states: Sequence[State]
    sizes: Sequence[Size] = SIZES
    languages: Sequence[str] = tuple(LANGUAGES)
    themes: Sequence[Theme] = THEMES
    axe: bool = True
    out: Path | None = None
    """The folder for the pictures; None takes none and only checks."""


def look(browser: Browser, url: str, wanted: Wanted) -> Iterator[tuple[str, list[str]]]:
    """Yield each picture's name with what is wrong there. A state that the page does not have has no picture."""
    for language in wanted.languages:
        for theme in wanted.themes:
            for state in wanted.states:
                yield from _look_at(browser, url, wanted, state, language, theme)


def _look_at(
    browser: Browser, url: str, wanted: Wanted, state: State, language: str, theme: Theme
) -> Iterator[tuple[str, list[str]]]:
    where = f"{language}-{theme}/{state.name}"
    try:
        with visitors(browser, url) as visit:

            def come() -> Guest:
                return visit(locale=LANGUAGES[language], color_scheme=theme, reduced_motion="reduce")

            yield from _look_from_all_sides(come, wanted, state, where)
    except AssertionError as error:  # the page reported errors
        yield where, [str(error).splitlines()[0]]


def _look_from_all_sides(
    come: Callable[[], Guest], wanted: Wanted, state: State, where: str
) -> Iterator[tuple[str, list[str]]]:
    try:
        guest = state.reach(Stage(come(), come, state.game))
    except NotThere as missing:
        print(f"  {where}: not there ({missing})", file=sys.stderr)
        return
    except Exception as error:
        yield where, [f"could not be reached: {str(error).splitlines()[0]}"]
        return
    if wanted.axe:
        yield f"{where} (axe)", complaints(guest.page)
    for size in wanted.sizes:
        yield f"{where}-{size[0]}x{size[1]}", _picture(guest, wanted, state, size, where)


def _picture(guest: Guest, wanted: Wanted, state: State, size: Size, where: str) -> list[str]:
    guest.page.set_viewport_size({"width": size[0], "height": size[1]})
    guest.painted()
    guest.settle()
    if wanted.out is not None:
        file = wanted.out / f"{where}-{size[0]}x{size[1]}.png"
        file.parent.mkdir(parents=True, exist_ok=True)
        guest.page.screenshot(path=file)
    return faults(guest.page, least_card(page_kit(state.game).least_card, size) if state.game else 0)


def _size(text: str) -> Size:
    width, _, height = text.partition("x")
    return int(width), int(height)


def _arguments() -> argparse.Namespace:
    names = [state.name for state in states()]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where the pictures go; without it only checks are made"
    )
    parser.add_argument("--only", action="append", metavar="STATE", help="states, such as 'early-*'; may be repeated")
    parser.add_argument("--size", action="append", type=_size, metavar="WxH", help="sizes of screen (default: all six)")
    parser.add_argument("--language", action="append", choices=LANGUAGES, help="default: all")
    parser.add_argument("--theme", action="append", choices=THEMES, help="default: both")
    parser.add_argument("--no-axe", action="store_true", help="leave axe out")
    parser.add_argument("--list", action="store_true", help="list the states and end")
    parser.add_argument("--url", help="a server that runs already; otherwise one is started")
    asked = parser.parse_args()
    asked.names = [name for name in names if not asked.only or any(fnmatch(name, one) for one in asked.only)]
    if not asked.names:
        parser.error(f"no state is called {', '.join(asked.only)}; --list names them")
    return asked


def main() -> int:
    """Take the pictures and report."""
    asked = _arguments()
    if asked.list:
        print("\n".join(asked.names))
        return 0
    wanted = Wanted(
        states=[state for state in states() if state.name in asked.names],
        sizes=asked.size or SIZES,
        languages=asked.language or tuple(LANGUAGES),
        themes=asked.theme or THEMES,
        axe=not asked.no_axe,
        out=asked.out,
    )
    pictures = found = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = msgspec.structs.replace(QUICK, bot_pace=0.05, watch_delay_seconds=30)
        with Running(f"sqlite:///{folder}/saloon.db", settings=settings) as server:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
            for name, wrong in look(browser, asked.url or server.url, wanted):
                pictures += 1
                found += len(wrong)
                for one in wrong:
                    print(f"{name}: {one}", flush=True)
            browser.close()
    print(f"{pictures} looks, {found} findings" + (f", pictures in {asked.out}" if asked.out else ""))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
