"""A level gets ready in a thread of its own, once a process, and a fault there harms nobody."""

import time

import pytest

from bots.picked import MATCHES, first_to_act
from saloon.bots import levels, seat_bot, warm
from saloon.bots.warm import warm_up
from saloon.core.game import Game
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.table import Table

QUICK = [(game, level.name) for game in GAMES for level in levels(game).values() if not level.compiled]
COMPILED = [(game, level.name) for game in MATCHES for level in levels(game).values() if level.compiled]
GAME, LEVEL = COMPILED[-1]


def named(value: object) -> str:
    """Return how a game or level is called in the name of a test."""
    return value.name if isinstance(value, Game) else str(value)


@pytest.fixture(autouse=True)
def nothing_is_warm() -> None:
    warm._warming.cache_clear()


@pytest.mark.parametrize(("game", "level"), QUICK, ids=named)
def test_a_level_without_a_kernel_is_ready_at_once(game: AnyGame, level: str) -> None:
    assert warm_up(game, level).is_set()


@pytest.mark.parametrize(("game", "level"), COMPILED, ids=named)
def test_a_level_that_is_ready_decides_quickly(game: AnyGame, level: str) -> None:
    assert warm_up(game, level).wait(600)
    table = Table.deal(game, seed="2")
    seat = first_to_act(table)[0]
    begun = time.process_time()
    assert seat_bot(game, level, "1").choose(table.view(seat), table.moves(seat)) in table.moves(seat)
    assert time.process_time() - begun < 1


def test_it_practises_once_a_process() -> None:
    one = warm_up(GAME, LEVEL)
    assert warm_up(GAME, LEVEL) is one
    assert warm_up(*COMPILED[0]) is not one
    assert one.wait(600)


def test_a_fault_is_logged_and_the_level_counts_as_ready(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warm, "seat_bot", lambda *_: None)
    assert warm_up(GAME, LEVEL).wait(10)
    assert f"a bot failed during warm-up: {LEVEL} of {GAME.name}" in caplog.text
