"""HighNoon's clerk is held to the law: what it takes the law takes too, and what it writes is the same to the byte."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from saloon.bots import GreedySeat
from saloon.clerks.highnoon import HighNoonClerk, kernel
from saloon.clerks.highnoon.clerk import _Kernel, warm_up
from saloon.core.errors import InvariantBreach, Rejected
from saloon.core.game import Action
from saloon.games.highnoon.legal import own_actions
from saloon.games.highnoon.state import Draw, Flip, FoundationMove, Recycle, Resign, TableauMove, Timeout, Zone
from saloon.server.letters import Acks
from saloon.table import Table
from saloon.table.answers import Accepted
from saloon.table.clerk import Written
from saloon.table.progress import Progress, Sheet

OPTIONS: list[dict[str, Any]] = [
    {},
    {"mode": "shared"},
    {"reveal": "auto"},
    {"profile": "vnext"},
    {"clock": 2, "mode": "shared", "reveal": "auto"},
]
SEATS = (0, 1)


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Wait until the kernel is there."""
    warm_up().join()
    assert _Kernel.ready is not None


def set_up(seed: int, options: dict[str, Any]) -> tuple[Table, Table]:
    """Return the same deal twice: at a table with a clerk, and at one of the law alone."""
    swift, law = (Table.deal("highnoon", seed=str(seed), nonce="n", options=options) for _ in range(2))
    swift.clerk = HighNoonClerk(swift.state)
    return swift, law


def told_by(table: Table, accepted: Accepted, written: Written | None) -> list[bytes]:
    """Return what the players and a watcher are told of an action."""
    acks = Acks(table, accepted, written)
    return [acks[receiver] for receiver in (*SEATS, None)]


def chosen(law: Table, seat: int, random: Random, greedy: GreedySeat) -> Action | None:
    """Return an action that is legal and no resignation: a random one, or one that brings the match forward."""
    legal = [action for action in law.legal(seat) if not isinstance(action, Resign)]
    if not legal:
        return None
    wise = greedy.choose(law.view(seat), law.moves(seat)) if random.random() < 0.5 else None
    return random.choice(legal) if wise is None or isinstance(wise, Resign) else wise


def play(seed: int, options: dict[str, Any], actions: int) -> Iterator[tuple[Table, Table, int, Action, Any, Any]]:
    """Play a match at both tables; yield them after each action, with what each made of it."""
    swift, law = set_up(seed, options)
    random, greedy = Random(seed), GreedySeat(law.game, str(seed))
    for _ in range(actions):
        seat = random.randrange(2)
        action = chosen(law, seat, random, greedy)
        if action is not None:
            yield swift, law, seat, action, swift._accept(seat, action, 0), law._accept(seat, action, 0)
        if law.outcome is not None:
            return


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_matches_are_taken_and_told_as_the_law_does(options: dict[str, Any]) -> None:
    taken = 0
    for seed in range(12):
        for swift, law, _, _, fast, slow in play(seed, options, 400):
            assert told_by(swift, *fast) == told_by(law, *slow)
            assert swift.state == law.state
            assert swift.outcome == law.outcome
            assert swift.state_hash() == law.state_hash()
            taken += isinstance(swift._progress.held, Sheet)
    assert taken > 3_000


def test_a_match_is_told_though_nobody_was_told_of_its_beginning() -> None:
    *_, (swift, law, _, _, fast, slow) = play(5, {}, 150)
    assert told_by(swift, *fast) == told_by(law, *slow)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_the_law_refuses_the_clerk_never_takes(options: dict[str, Any]) -> None:
    everything = [*own_actions(0), *own_actions(1)]
    for seed in range(4):
        random = Random(seed)
        for swift, law, *_ in play(seed, options, 120):
            for action in random.sample(everything, 25):
                seat = random.randrange(2)
                assert swift.clerk is not None
                after = swift.clerk.take(swift._progress, seat, 0, action)
                try:
                    expected = law.game.apply(law.state, seat, action)
                except Rejected:
                    assert after is None
                else:
                    assert after is None or after[0].state == expected


STRANGE: list[Action] = [
    Draw(Zone("stock", owner="p2"), Zone("waste", owner="p1")),
    Draw(Zone("waste", owner="p1"), Zone("waste", owner="p1")),
    Recycle(Zone("stock", owner="p1"), Zone("waste", owner="p1")),
    Flip(Zone("tableau", 7, owner="p1")),
    Flip(Zone("tableau", -1, owner="p1")),
    Flip(Zone("foundation", 0, owner="global")),
    TableauMove(Zone("tableau", 9, owner="p1"), Zone("tableau", 0, owner="p1"), 1),
    TableauMove(Zone("tableau", 0, owner="p1"), Zone("tableau", 9, owner="p1"), 1),
    TableauMove(Zone("tableau", 0, owner="p1"), Zone("tableau", 1, owner="p1"), 1 << 40),
    TableauMove(Zone("tableau", 0, owner="p1"), Zone("tableau", 1, owner="p1"), "1"),
    TableauMove(Zone("stock", owner="p1"), Zone("tableau", 1, owner="p1"), 1),
    FoundationMove(Zone("tableau", 0, owner="p2"), Zone("foundation", 0, owner="global")),
    FoundationMove(Zone("waste", owner="p1"), Zone("foundation", 8, owner="global")),
    Resign(),
    Timeout("p1"),
]


@pytest.mark.parametrize("action", STRANGE, ids=lambda one: msgspec.json.encode(one).decode())
def test_what_is_not_plain_is_left_to_the_law(action: Action) -> None:
    swift, _ = set_up(1, {})
    assert swift.clerk is not None
    for seat in SEATS:
        assert swift.clerk.take(swift._progress, seat, 0, action) is None


def test_a_paused_or_finished_match_is_left_to_the_law() -> None:
    swift, _ = set_up(1, {"clock": 2})
    draw = own_actions(0)[-3]
    assert swift.clerk is not None
    assert swift.clerk.take(swift._progress, 0, 0, draw) is not None
    paused = msgspec.structs.replace(swift.help, paused=True)
    assert swift.clerk.take(msgspec.structs.replace(swift._progress, help=paused), 0, 0, draw) is None
    swift.act(0, Resign())
    with pytest.raises(Rejected, match="over"):
        swift.act(0, draw)


@pytest.mark.parametrize(
    ("rev", "seq"), [(998, 999), (999, 1_000), (1_000, 0), (70_000, 1_009), (1_002_003, 1_000_000)]
)
def test_large_numbers_are_written_as_the_law_writes_them(rev: int, seq: int) -> None:
    swift, law = set_up(1, {})
    for table in (swift, law):
        table._progress = msgspec.structs.replace(table._progress, rev=rev)
        table._seqs[0] = seq
    draw = own_actions(0)[-3]
    fast, slow = (table._accept(0, draw, 0) for table in (swift, law))
    assert fast[1]
    assert told_by(swift, *fast) == told_by(law, *slow)


@pytest.mark.parametrize("alone", [29_998, 40_000])
def test_who_goes_on_alone_for_long_is_left_to_the_law(alone: int) -> None:
    swift, law = set_up(1, {})
    for table in (swift, law):
        since = msgspec.structs.replace(table.state.since_progress, p1=alone)
        state = msgspec.structs.replace(table.state, since_progress=since)
        table._progress = msgspec.structs.replace(table._progress, held=state)
    taken = []
    for _ in range(5):
        fast, slow = (table._accept(0, own_actions(0)[-3], 0) for table in (swift, law))
        assert told_by(swift, *fast) == told_by(law, *slow)
        assert swift.state == law.state
        taken.append(fast[1] is not None)
    assert taken == [alone < 30_000] * 2 + [False] * 3


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (kernel.SCORE, 500), (kernel.SCORE, -1), (kernel.LENGTH, 21), (kernel.LENGTH + 6, 30_000), (kernel.LENGTH, -3),
        (kernel.DOWN + 1, 19), (kernel.STOCKED, 25), (kernel.BOARD + kernel.WASTED, -1), (kernel.RAISED, 14),
        (kernel.RAISED + 7, -32_000), (0, 104), (0, 32_767), (0, -2), (0, 5), (kernel.BOARD + kernel.STOCK, 17_000),
    ],
)  # fmt: skip
def test_a_row_that_is_not_sound_opens_the_airbag(place: int, value: int) -> None:
    *_, (swift, _, _, _, _, _) = play(3, {}, 40)
    held = swift._progress.held
    assert isinstance(held, Sheet)
    legal = [one for one in swift.legal(0) if not isinstance(one, Resign)]
    numbers = held.numbers.copy()  # type: ignore[attr-defined]
    numbers[place] = value
    broken = type(held)(numbers, swift.clerk)
    swift._progress = Progress(broken, swift.rev)
    with pytest.raises(InvariantBreach):
        swift.act(0, legal[0])
    assert swift._progress.held is broken
