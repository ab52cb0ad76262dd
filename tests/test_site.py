"""The documentation site builds without a warning, all its links lead somewhere, and it can be searched."""

import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import saloon.bots
import saloon.core.errors
import saloon.solver.survey
import saloon.table

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site; `--strict` makes every warning an error."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ran = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "WARNING" not in ran.stderr
    return folder


class Page(HTMLParser):
    """The addresses that a page refers to, and the anchors that it has."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"} and value:
                self.targets.append(value)
            if name in {"id", "name"} and value:
                self.anchors.add(value)


def test_the_links_of_the_site_lead_somewhere(site: Path) -> None:
    pages = {file: Page(file) for file in site.rglob("*.html") if file.name != "404.html"}
    assert len(pages) > 20
    broken = []
    for file, page in pages.items():
        for target in page.targets:
            address = urlsplit(target)
            if address.scheme or address.netloc:
                continue
            other = (file.parent / unquote(address.path)).resolve() if address.path else file
            exists = other.is_file() or (other / "index.html").is_file()
            if not exists or (address.fragment and other in pages and address.fragment not in pages[other].anchors):
                broken.append(f"{file.relative_to(site)}: {target}")
    assert not broken


def test_the_site_loads_nothing_from_other_hosts(site: Path) -> None:
    for file in site.rglob("*.html"):
        text = file.read_text()
        assert "fonts.googleapis" not in text
        assert 'src="http' not in text


def test_the_site_can_be_searched(site: Path) -> None:
    found = json.loads((site / "search" / "search_index.json").read_text())["docs"]
    assert any("Table.deal" in entry["text"] or "deal" in entry["title"] for entry in found)
    assert {
        "start/players.html",
        "start/developers.html",
        "start/researchers.html",
        "start/operators.html",
        "api.html",
    } <= {entry["location"].partition("#")[0] for entry in found}


def test_the_reference_shows_the_public_names_with_their_docstrings(site: Path) -> None:
    page = (site / "api.html").read_text()
    anchors = Page(site / "api.html").anchors
    assert {"saloon.Table", "saloon.Table.act", "saloon.table.replay.replay", "saloon.bots.Bot"} <= anchors
    assert {"saloon.solver.solve.solve", "saloon.solver.survey.run", "saloon.core.errors.Rejected"} <= anchors
    assert "Return whether and how the game can be won from here" in page
    for module in (saloon, saloon.table, saloon.solver, saloon.solver.survey, saloon.bots, saloon.core.errors):
        assert not {name for name in module.__all__ if not any(anchor.endswith(f".{name}") for anchor in anchors)}
