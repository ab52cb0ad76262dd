"""A bot that fails is replaced by a simpler one, and play continues."""

from collections.abc import Sequence
from threading import Event
from typing import Any

import pytest

from bots.picked import RACE
from saloon.bots import Bot, GreedySeat, GuardedSeat, levels, play_out, seat_bot
from saloon.bots.match import remind
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.games import GAMES
from saloon.table import Table

STRONGEST = list(levels(RACE))[-1]


class Nonsense(Action, frozen=True):
    """An action of no game."""

    kind = "nonsense"


class Broken(Bot):
    """A bot that fails in a way of its own from the third decision on."""

    remembers = True

    def __init__(self, fault: str) -> None:
        self._fault, self._asked, self._inner = fault, 0, seat_bot(RACE, "greedy", "1")

    def watch(self, view: Any) -> None:
        if self._fault == "watching" and self._asked > 2:
            raise ValueError("cannot see")

    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        self._asked += 1
        if self._asked > 2 and self._fault == "choosing":
            raise RuntimeError("no idea")
        if self._asked > 2 and self._fault == "cheating":
            return Nonsense()
        return self._inner.choose(view, legal)


@pytest.mark.parametrize(
    ("fault", "told", "kind"),
    [
        ("watching", "Broken: it failed on a view: ValueError('cannot see')", "crashed"),
        ("choosing", "Broken: it failed to choose: RuntimeError('no idea')", "crashed"),
        ("cheating", "Broken: it chose Nonsense(), which is not legal", "illegal"),
    ],
)
def test_play_continues_with_a_simpler_bot(fault: str, told: str, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    table = Table.deal(RACE, seed="3", nonce="n")
    guarded = GuardedSeat(RACE, STRONGEST, "1", Broken(fault))
    assert play_out(table, {0: guarded, 1: seat_bot(RACE, "greedy", "2")})
    assert (guarded.incidents, guarded.faults) == ([told], [kind])
    assert told in caplog.text
    assert table.incidents == []


def test_a_late_bot_is_replaced_and_a_quick_one_is_not() -> None:
    table = Table.deal(RACE, seed="3", nonce="n")
    legal, waits = table.moves(0), Event()

    class Late(Bot):
        def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
            waits.wait()
            return None

    late = GuardedSeat(RACE, STRONGEST, "1", Late(), time_limit=0.05)
    quick = GuardedSeat(RACE, STRONGEST, "1", seat_bot(RACE, "greedy", "1"), time_limit=60)
    try:
        assert late.choose(table.view(0), legal) in legal
    finally:
        waits.set()
    assert (late.faults[0], late.incidents[0]) == ("late", "Late: it was late: no answer within 0.05 s")
    assert quick.choose(table.view(0), legal) in legal
    assert quick.faults == []


def test_a_sound_bot_plays_as_it_would_alone() -> None:
    saves = []
    for guard in (False, True):
        table = Table.deal(RACE, seed="3", nonce="n")
        bots: dict[int, Bot] = {seat: seat_bot(RACE, STRONGEST, str(seat)) for seat in (0, 1)}
        if guard:
            bots[0] = GuardedSeat(RACE, STRONGEST, "0")
        play_out(table, bots, most=100)
        saves.append(table.save())
    assert saves[0] == saves[1]


def test_the_last_resort_is_a_random_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Action:
        raise ValueError("broken hints")

    table = Table.deal(RACE, seed="3")
    guarded = GuardedSeat(RACE, STRONGEST, "0", Broken("choosing"))
    monkeypatch.setattr(GreedySeat, "choose", fail)
    with pytest.raises(ValueError, match="broken hints"):
        GreedySeat(RACE, "1").choose(table.view(0), table.moves(0))
    chosen = [guarded.choose(table.view(0), table.moves(0)) for _ in range(5)]
    going_on = [action for action in table.moves(0) if action.kind not in RACE.giving_up]
    assert all(action in going_on for action in chosen)
    assert len(guarded.incidents) == 2
    assert type(guarded._bot) is type(seat_bot(RACE, "random", "0"))


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.name)
def test_every_game_has_levels_with_a_pause_that_feels_quick(game: AnyGame) -> None:
    """With its pause no move of the second level takes longer than 1.2 seconds."""
    known = levels(game)
    assert list(known)[:2] == ["random", "greedy"]
    for level in known.values():
        shortest, longest = level.pause
        assert 100 <= shortest < longest <= 1100
        assert level.about
        assert isinstance(level.make(game, "1"), Bot)


def test_a_bot_that_joins_late_gets_what_its_seat_was_sent() -> None:
    class Witness(Bot):
        remembers = True

        def __init__(self) -> None:
            self.seen: list[Any] = []

        def watch(self, view: Any) -> None:
            self.seen.append(view)

        def choose(self, view: Any, legal: Sequence[Action]) -> Action:
            return legal[0]

    table = Table.deal(RACE, seed="3")
    witness, late = Witness(), Witness()
    witness.watch(table.view(1))
    play_out(table, {0: seat_bot(RACE, "greedy", "1"), 1: witness}, most=30)
    remind(late, table, 1)
    assert len(late.seen) == table.rev + 1
    assert late.seen == witness.seen
    remind(seat_bot(RACE, "greedy", "1"), table, 1)
