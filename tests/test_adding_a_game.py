"""docs/adding-a-game.md, walked through: the package is built from the page and played."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from saloon.bots import RandomSeat, play_out
from saloon.cli import main
from saloon.core.canonical import canonical_json
from saloon.core.errors import Rejected
from saloon.games import GAMES
from saloon.table import Table, replay

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^## \d+\. [^`\n]*`games/(showdown/\w+\.py)`.*?```python\n(.*?)```", re.DOTALL | re.MULTILINE)


@pytest.fixture
def showdown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The game of the page, registered as the page says."""
    files = dict(BLOCK.findall(PAGE.read_text()))
    assert sorted(files) == [f"showdown/{name}.py" for name in ("__init__", "rules", "state", "text", "view")]
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    game = import_module("showdown").Showdown()
    monkeypatch.setitem(GAMES._games, (game.name, game.rules_version), game)
    monkeypatch.setitem(GAMES._newest, game.name, game)
    yield game
    for module in [name for name in sys.modules if name.split(".")[0] == "showdown"]:
        del sys.modules[module]


def test_the_game_of_the_page_plays_saves_and_replays(showdown: Any) -> None:
    for number in range(50):
        table = Table.deal("showdown", seed=str(number), options={"aces": ["high", "low"][number % 2]})
        assert play_out(table, {seat: RandomSeat(showdown, f"{number}:{seat}") for seat in showdown.seats})
        assert table.rev == 10
        assert replay(table.log()).status == "SUCCESS"
        assert Table.load(table.save()).state == table.state


def test_legal_and_apply_agree_in_it_and_views_hide_the_other_hand(showdown: Any) -> None:
    from saloon.core.cards import deck

    play = import_module("showdown.state").Play
    table = Table.deal("showdown", seed="1")
    random = Random(1)
    while table.outcome is None:
        for seat in showdown.seats:
            listed = {showdown.notation(action).split()[1] for action in table.moves(seat)}
            for card in deck():
                if card.code not in listed:
                    with pytest.raises(Rejected):
                        showdown.apply(table.state, seat, play(card.code))
            other = b" ".join(card.code.encode() for card in table.state.hands[1 - seat])
            assert not any(code in canonical_json(table.view(seat)) for code in other.split())
        table.act(table.state.turn, random.choice(table.moves(table.state.turn)))


def test_the_terminal_plays_it(showdown: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "showdown", "--seed", "1", "-o", "aces=low"]) == 0
    assert "points 0:0" in capsys.readouterr().out
