"""docs/adding-a-game.md, followed step by step in a copy of the sources; then the game is played everywhere."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from server.running import QUICK, Json, Player, Running, Seated, Socket

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from web.browsing import Guest

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "adding-a-game.md").read_text()
BLOCKS: Final[list[tuple[str, str, str]]] = re.findall(
    r"^##+ [^`\n]*`([^`\n]+)`\n(?:(?!```|#)[^\n]*\n)*```(\w+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE
)
"""The file that a heading names, and the kind and text of the block below it."""
WRITTEN: Final = {name: text for name, kind, text in BLOCKS if kind != "diff"}
CHANGED: Final = {name: text for name, kind, text in BLOCKS if kind == "diff"}
COMMANDS: Final = {line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()}
PACKAGE: Final = "src/saloon/games/showdown"
FOLDER: Final = "web/src/games/showdown"
PROGRAMS: Final = {
    "mypy": [sys.executable, "-m", "mypy"],
    "pytest": [sys.executable, "-m", "pytest"],
    "python": [sys.executable],
    "ruff": [sys.executable, "-m", "ruff"],
    "saloon": [sys.executable, "-m", "saloon"],
}
AGAINST_A_BOT: Final = [{"kind": "human"}, {"kind": "bot", "level": "counter"}]


class Checkout:
    """A copy of the sources in which somebody adds a game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        left_out = shutil.ignore_patterns("__pycache__", "page", "node_modules", "playthroughs")
        for part in ("src", "tests", "web"):
            shutil.copytree(ROOT / part, folder / part, ignore=left_out)
        shutil.copy2(ROOT / "pyproject.toml", folder)
        (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        os.utime(folder / "web" / "package-lock.json", (0, 0))  # else `npm ci` might empty the folder behind the link

    def follow_the_page(self) -> None:
        """Write the files of the page, and add the lines that it adds to others."""
        for name, text in WRITTEN.items():
            path = self.folder / name
            assert not path.exists(), name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        for name, change in CHANGED.items():
            path = self.folder / name
            path.write_text(_changed(path.read_text(), change.splitlines()))

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a process that runs this copy."""
        return {**os.environ, "PYTHONPATH": str(self.folder / "src"), "XDG_DATA_HOME": str(self.folder / "data")}

    def run(self, command: str, *, typed: str = "", told: bool = True) -> str:
        """Run a command that must succeed, by default one from the page; return what it prints."""
        assert command in COMMANDS or not told, f"the page does not tell to run {command!r}"
        program, *arguments = shlex.split(command)
        ran = subprocess.run(
            [*PROGRAMS[program], *arguments],
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
        return ran.stdout


def _changed(text: str, change: list[str]) -> str:
    """Return `text` with each line that a change adds, after the line that it shows before."""
    before = ""
    for line in change:
        if line.startswith("+"):
            assert text.count(f"{before}\n") == 1, f"{before!r} does not stand there once"
            text = text.replace(f"{before}\n", f"{before}\n{line[1:]}\n")
        before = line[1:]
    return text


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Return a copy of the sources with the game of the page."""
    made = Checkout(tmp_path_factory.mktemp("checkout"))
    made.follow_the_page()
    return made


@pytest.fixture
def server(checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Running:
    """Return a server of the copy; who uses it starts and ends it."""
    monkeypatch.setenv("PYTHONPATH", checkout.environment["PYTHONPATH"])
    seen = msgspec.structs.replace(QUICK, bot_pace=0.1)
    return Running(f"sqlite:///{tmp_path / 'saloon.db'}", settings=seen)


def test_the_page_adds_one_package_one_folder_and_one_line(checkout: Checkout) -> None:
    assert {name.rpartition("/")[0] for name in WRITTEN} == {PACKAGE, FOLDER}
    rooms = ("__init__", "bots", "clock", "hints", "rules", "state", "testkit", "text", "view")
    assert {name for name in WRITTEN if name.startswith(PACKAGE)} == {f"{PACKAGE}/{room}.py" for room in rooms}
    registry = "src/saloon/games/__init__.py"
    assert list(CHANGED) == [registry]
    before, after = (ROOT / registry).read_text().splitlines(), (checkout.folder / registry).read_text().splitlines()
    added = [line.strip() for line in after if line not in before]
    assert added == ["from .showdown import Showdown", "Showdown(),"]


def test_the_package_passes_the_linters_and_the_type_checker(checkout: Checkout) -> None:
    checkout.run(f"ruff check {PACKAGE}", told=False)
    checkout.run(f"ruff format --check {PACKAGE} src/saloon/games/__init__.py", told=False)
    checkout.run(f"mypy {PACKAGE}", told=False)


def test_the_suites_that_test_every_game_test_it(checkout: Checkout) -> None:
    assert " passed" in checkout.run("pytest tests/games/test_conformance.py -k showdown")
    assert " passed" in checkout.run("pytest -q tests/test_layers.py", told=False)
    checkout.run("python tests/playthroughs.py --write")
    written = sorted(path.name for path in (checkout.folder / "tests" / "playthroughs").glob("showdown-*"))
    assert written == [f"showdown-1.0.0-aces={aces}-seconds={time}.txt" for aces in ("high", "low") for time in (0, 10)]


def test_it_is_played_to_its_end_in_the_terminal(checkout: Checkout) -> None:
    typed = "play joker\nhint\n" + "#1\n" * 5 + "quit\n"
    played = checkout.run("saloon play showdown --bot counter -o aces=low", typed=typed)
    assert "points  0:0" in played
    assert "'JOKER' is not in your hand [CARD_NOT_IN_HAND]" in played
    assert "hint: play " in played
    assert "The game is over (completed): " in played
    assert "play 7H    play the seven of hearts" in checkout.run("saloon play --help", told=False)


def test_its_bot_is_better_than_the_hints(checkout: Checkout) -> None:
    table = checkout.run("saloon arena showdown counter greedy --deals 200")
    shares = {level: float(share) for level, share in re.findall(r"^(counter|greedy)\s.*?([\d.]+)\s?%", table, re.M)}
    assert shares["counter"] > shares["greedy"], table


# --- over the socket --------------------------------------------------------------------------------------------


def test_it_is_played_over_the_socket_against_its_bot(server: Running) -> None:
    with server, Player(server.url) as player:
        (card,) = [game for game in player.ask("GET", "/api/games") if game["name"] == "showdown"]
        assert card["title"] == "Showdown"
        seat = player.create("showdown", seats=AGAINST_A_BOT, seed="1", options={"aces": "low"})
        with seat.socket() as socket:
            first = socket.kind("snapshot")
            assert (first["view"]["seat"], seat.seat) == ("p1", 0)
            last = _play_out(seat, socket)
        assert last["outcome"]["reason"] == "completed"
        assert sum(last["outcome"]["scores"]) == 5
        assert seat.view()["rev"] == 10


def _play_out(seat: Seated, socket: Socket) -> Json:
    """Play the first card again and again, the bot answering; return the message that has the outcome."""
    while True:
        seen = seat.view()
        if seen["outcome"] is not None:
            return seen
        plays = [action for action in seat.legal() if action["kind"] == "play"]
        if plays:
            seat.took(socket.ask(seat.message(plays[0])))
        else:
            socket.rev(seen["rev"] + 1)


def test_its_clock_runs_out_on_a_server_and_the_weakest_card_is_played(server: Running) -> None:
    with server, Player(server.url) as one, Player(server.url) as two:
        first = one.create("showdown", options={"seconds": 1})
        second = two.join(first.table_id)
        hand = first.view()["view"]["hand"]
        with second.socket() as socket:
            socket.kind("snapshot")
            ack = socket.rev(1)
            assert (ack["action"]["kind"], ack["clientId"], ack["seq"]) == ("timeUp", "server", None)
            seen = second.view()["view"]
            assert (seen["turn"], second.seat) == ("p2", 1)
            weakest = min(hand, key=lambda card: (card["rank"] - 2) % 13)
            assert seen["played"] == [{"card": weakest, "seat": "p1"}]
            socket.rev(2)
            assert second.view()["view"]["played"][1]["seat"] == "p2"


# --- on the page ------------------------------------------------------------------------------------------------


@pytest.fixture
def built(checkout: Checkout) -> Checkout:
    """Return the copy with the types of the game's view and a page of its own."""
    if not (ROOT / "web" / "node_modules" / ".package-lock.json").exists():
        pytest.skip("what the page is built with is not installed: `make page`")
    checkout.run("python -m saloon.server.http.typescript")
    checkout.run("python web/hatch_build.py types", told=False)
    checkout.run("python web/hatch_build.py")
    return checkout


@pytest.mark.long  # by day `tests/plugins` plays a game that is not ours in the browser
def test_it_is_played_in_a_browser_in_its_own_room(chromium: "Browser", built: Checkout, server: Running) -> None:
    from web.browsing import visitors

    with server, visitors(chromium, server.url) as visit:
        guest = visit(390, 844).go()
        tile = guest.page.locator('.tile[data-game="showdown"]')
        assert "Five cards each. The higher one takes the trick." in tile.inner_text()
        tile.locator("a.button").first.click()
        _ask_for_a_game(guest)
        guest.arrive()
        assert guest.page.locator('[data-test="actions"]').count() == 0, "this is the plain room"
        assert len(guest.heights("hand-")) == guest.heights()["seat-1"] == 5
        _tap_to_the_end(guest)
        assert "All five tricks are played." in guest.page.inner_text('[data-test="end"]')
        points = guest.snapshot()["view"]["points"]
        assert guest.figure("Points") == f"{points[0]} : {points[1]}"
        assert ("You won!" in guest.page.inner_text('[data-test="end"]')) == (points[0] > points[1])


def _ask_for_a_game(guest: "Guest") -> None:
    """Choose low aces and the game's own bot on the screen for a new game."""
    guest.page.get_by_label("Card counter").check()
    guest.page.get_by_label("Low", exact=True).check()
    guest.unfold()
    assert "the server plays your weakest card" in guest.page.inner_text("form")
    guest.page.click("button[type=submit]")


def _tap_to_the_end(guest: "Guest") -> None:
    """Tap the first card of the hand whenever it is the guest's turn."""
    while (snapshot := guest.snapshot())["outcome"] is None:
        guest.until_rev_after(snapshot["rev"] - 1, "the page shows what the server has")
        plays = [action["payload"]["card"] for action in snapshot["legal"] if action["kind"] == "play"]
        if plays:
            guest.tap(f"hand-{plays[0]}")
        guest.until_rev_after(snapshot["rev"])
    guest.page.wait_for_selector('[data-test="end"]')
