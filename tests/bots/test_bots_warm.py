"""A level gets ready in a thread of its own, once a process, and a fault there harms nobody."""

import time

import pytest

from saloon.bots import levels, seat_bot, warm
from saloon.bots.warm import warm_up
from saloon.games import GAMES
from saloon.table import Table

RATED = ("highnoon", "nevernine")


@pytest.fixture(autouse=True)
def nothing_is_warm() -> None:
    warm._warming.cache_clear()


@pytest.mark.parametrize("game", RATED)
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_level_without_a_kernel_is_ready_at_once(game: str, level: str) -> None:
    assert warm_up(GAMES[game], level).is_set()


@pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in RATED for level in list(levels(GAMES[game]))[2:]]
)
def test_a_level_that_is_ready_decides_quickly(game: str, level: str) -> None:
    assert levels(GAMES[game])[level].compiled
    assert warm_up(GAMES[game], level).wait(120)
    table = Table.deal(game, seed="2")
    seat = next(seat for seat in GAMES[game].seats if table.moves(seat))
    begun = time.process_time()
    assert seat_bot(GAMES[game], level, "1").choose(table.view(seat), table.moves(seat)) in table.moves(seat)
    assert time.process_time() - begun < 1


def test_it_practises_once_a_process() -> None:
    one = warm_up(GAMES["nevernine"], "sampler")
    assert warm_up(GAMES["nevernine"], "sampler") is one
    assert warm_up(GAMES["nevernine"], "master") is not one
    assert one.wait(120)


def test_a_fault_is_told_and_the_level_counts_as_ready(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warm, "seat_bot", lambda *_: None)
    assert warm_up(GAMES["nevernine"], "sampler").wait(10)
    assert "a bot failed while it practised: sampler of nevernine" in caplog.text
