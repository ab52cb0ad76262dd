"""HighNoon's clerk is held to the law: what it takes the law takes too, and what it writes is the same to the byte."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from clauses import clause
from saloon.bots import GreedySeat
from saloon.core.errors import InvariantBreach, Rejected, SaloonError
from saloon.core.game import Action
from saloon.games import GAMES
from saloon.games.highnoon.clerk import HighNoonClerk, clerk, kernel
from saloon.games.highnoon.clerk.clerk import _Kernel, warm_up
from saloon.games.highnoon.legal import own_actions
from saloon.games.highnoon.state import (
    Draw,
    Flip,
    FoundationMove,
    OfferEnd,
    Recycle,
    Resign,
    SinceProgress,
    TableauMove,
    Timeout,
    Zone,
)
from saloon.server.letters import Acks
from saloon.server.settings import Settings
from saloon.table import Table, read_intent
from saloon.table.answers import Accepted
from saloon.table.clerk import Answer, Question, Taken, Written
from saloon.table.progress import Progress, Sheet
from saloon.table.table import Verdict
from server import scene
from server.scene import scenes

OPTIONS: list[dict[str, Any]] = [
    {},
    {"mode": "shared"},
    {"reveal": "auto"},
    {"clock": 2, "mode": "shared", "reveal": "auto"},
    {"rules": "1.0.0"},
    {"rules": "1.0.0", "profile": "vnext"},
    {"rules": "1.0.0", "profile": "vnext", "clock": 2},
    {"rules": "1.0.0", "clock": 2, "mode": "shared", "reveal": "auto"},
]
"""Options, and the rules version if it is not the newest."""
SEATS = (0, 1)


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Wait until the kernel is there."""
    warm_up().join()
    assert _Kernel.ready is not None


def set_up(seed: int, options: dict[str, Any]) -> tuple[Table, Table]:
    """Return the same deal twice: at a table with a clerk, and at one of the law alone."""
    rules, chosen_options = options.get("rules"), {name: options[name] for name in options if name != "rules"}
    swift, law = (
        Table.deal("highnoon", seed=str(seed), nonce="n", options=chosen_options, rules=rules) for _ in range(2)
    )
    swift.clerk = HighNoonClerk()
    return swift, law


def asked(table: Table, seat: int, action: Action) -> Question:
    """Return what a clerk is asked if a seat does something."""
    return Question(table.mark(), seat, table.expected_seq(seat), action.kind, msgspec.json.encode(action), 0)


def answer_of(table: Table, seat: int, action: Action) -> Answer:
    """Return what the clerk of a table makes of an action."""
    assert table.clerk is not None
    answer: Answer = table.clerk.take([asked(table, seat, action)])[0]
    return answer


def done(table: Table, seat: int, action: Action) -> Verdict:
    """Let a seat do something, as the server does: the clerk is asked first, the law has what it leaves."""
    sent = {"kind": action.kind, "payload": action, "seq": table.expected_seq(seat), "baseRev": table.rev}
    message = msgspec.json.encode(sent)
    question = table.question(seat, message, at=0)
    if question is not None and table.clerk is not None:
        (answer,) = table.clerk.take([question])
        if answer is not None:
            return table.take(question, answer)
    return table.judge(seat, read_intent(message), at=0)


def taken(table: Table, seat: int, action: Action) -> tuple[Accepted, Written | None]:
    """Let a seat do something that is legal."""
    verdict = done(table, seat, action)
    assert verdict.accepted is not None
    return verdict.accepted, verdict.written


def told_by(table: Table, accepted: Accepted, written: Written | None) -> list[bytes]:
    """Return what the players and a watcher are told of an action."""
    acks = Acks(table, accepted, written)
    return [acks[receiver] for receiver in (*SEATS, None)]


def chosen(law: Table, seat: int, random: Random, greedy: GreedySeat) -> Action | None:
    """Return a legal action other than resigning: a random one, or one that brings the match forward.

    Offers to end the match are rare, and none is accepted, so that the match goes on.
    """
    legal = [action for action in law.legal(seat) if not isinstance(action, Resign | OfferEnd)]
    if OfferEnd() in law.legal(seat) and OfferEnd() in law.legal(1 - seat) and random.random() < 0.02:
        return OfferEnd()
    if not legal:
        return None
    wise = greedy.choose(law.view(seat), law.moves(seat)) if random.random() < 0.5 else None
    return wise if wise in legal else random.choice(legal)


def play(seed: int, options: dict[str, Any], actions: int) -> Iterator[tuple[Table, Table, int, Action, Any, Any]]:
    """Play a match at both tables; yield them after each action, with what each made of it."""
    swift, law = set_up(seed, options)
    random, greedy = Random(seed), GreedySeat(law.game, str(seed))
    for _ in range(actions):
        seat = random.randrange(2)
        action = chosen(law, seat, random, greedy)
        if action is not None:
            yield swift, law, seat, action, taken(swift, seat, action), taken(law, seat, action)
        if law.outcome is not None:
            return


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_whole_matches_are_taken_and_told_as_the_law_does(options: dict[str, Any]) -> None:
    by_clerk = 0
    for seed in range(12):
        for swift, law, _, _, fast, slow in play(seed, options, 400):
            assert told_by(swift, *fast) == told_by(law, *slow)
            assert swift.state == law.state
            assert swift.outcome == law.outcome
            assert swift.state_hash() == law.state_hash()
            by_clerk += isinstance(swift._progress.held, Sheet)
    assert by_clerk > 3_000


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
                answer = answer_of(swift, seat, action)
                try:
                    expected = law.game.apply(law.state, seat, action)
                except Rejected:
                    assert answer is None
                else:
                    assert answer is None or (isinstance(answer, Taken) and answer.after.state == expected)


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
    OfferEnd(),
    Resign(),
    Timeout("p1"),
]


@pytest.mark.parametrize("action", STRANGE, ids=lambda one: msgspec.json.encode(one).decode())
def test_what_is_not_plain_is_left_to_the_law(action: Action) -> None:
    swift, _ = set_up(1, {})
    for seat in SEATS:
        assert answer_of(swift, seat, action) is None


def test_a_paused_or_finished_match_is_left_to_the_law() -> None:
    swift, _ = set_up(1, {"clock": 2})
    draw = own_actions(0)[-3]
    assert isinstance(answer_of(swift, 0, draw), Taken)
    paused = msgspec.structs.replace(swift.help, paused=True)
    begun = swift.mark()
    swift._progress = msgspec.structs.replace(begun, help=paused)
    assert answer_of(swift, 0, draw) is None
    swift._progress = begun
    swift.act(0, Resign())
    assert answer_of(swift, 0, draw) is None
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
    fast, slow = (taken(table, 0, draw) for table in (swift, law))
    assert fast[1]
    assert told_by(swift, *fast) == told_by(law, *slow)


@clause("HN-1104", "HN-1105")
def test_while_an_offer_stands_everything_is_left_to_the_law() -> None:
    """Progress of either player clears it, and the clerk goes on from there."""
    swift, law = set_up(1, {"reveal": "auto"})
    random, greedy = Random(1), GreedySeat(law.game, "1")
    draw = own_actions(0)[-3]
    assert isinstance(answer_of(swift, 0, draw), Taken)
    for table in (swift, law):
        taken(table, 1, OfferEnd())
    while law.state.offers.p2:
        seat = random.randrange(2)
        action = chosen(law, seat, random, greedy)
        assert action is not None
        fast, slow = taken(swift, seat, action), taken(law, seat, action)
        assert fast[1] is None
        assert told_by(swift, *fast) == told_by(law, *slow)
    assert swift.state == law.state
    assert isinstance(answer_of(swift, 0, own_actions(0)[-3]), Taken)


@pytest.mark.parametrize(("rules", "limit"), [("1.0.0", 200), ("1.1.0", 60)])
@clause("HN-1101")
def test_the_limit_is_that_of_the_rules_version_and_the_law_ends_the_match(rules: str, limit: int) -> None:
    for since, is_taken in (((limit - 2, limit), True), ((limit - 1, limit - 1), True), ((limit - 1, limit), False)):
        swift, law = set_up(1, {"rules": rules})
        for table in (swift, law):
            state = msgspec.structs.replace(table.state, since_progress=SinceProgress(*since))
            table._progress = msgspec.structs.replace(table._progress, held=state)
        fast, slow = (taken(table, 0, own_actions(0)[-3]) for table in (swift, law))
        assert (fast[1] is not None) == is_taken
        assert told_by(swift, *fast) == told_by(law, *slow)
        assert (swift.outcome is None) == is_taken
        assert swift.outcome == law.outcome


@pytest.mark.parametrize("alone", [29_998, 40_000])
def test_who_goes_on_alone_for_long_is_left_to_the_law(alone: int) -> None:
    swift, law = set_up(1, {})
    for table in (swift, law):
        since = msgspec.structs.replace(table.state.since_progress, p1=alone)
        state = msgspec.structs.replace(table.state, since_progress=since)
        table._progress = msgspec.structs.replace(table._progress, held=state)
    by_clerk = []
    for _ in range(5):
        fast, slow = (taken(table, 0, own_actions(0)[-3]) for table in (swift, law))
        assert told_by(swift, *fast) == told_by(law, *slow)
        assert swift.state == law.state
        by_clerk.append(fast[1] is not None)
    assert by_clerk == [alone < 30_000] * 2 + [False] * 3


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
    numbers = bytearray(held.numbers)  # type: ignore[attr-defined]
    memoryview(numbers).cast("h")[place] = value
    broken = msgspec.structs.replace(held, numbers=bytes(numbers))
    swift._progress = Progress(broken, swift.rev)
    sound = set_up(1, {})[0]
    draw = own_actions(0)[-3]
    assert swift.clerk is not None
    answers = swift.clerk.take([asked(sound, 0, draw), asked(swift, 0, legal[0]), asked(sound, 0, draw)])
    assert list(map(type, answers)) == [Taken, InvariantBreach, Taken]
    assert done(swift, 0, legal[0]).code == "AIRBAG"
    assert len(swift.incidents) == 1
    assert swift._progress.held is broken


@pytest.mark.parametrize("written", ["1.0", "true", "1e0", "null", '"1"', "[1]"])
def test_a_count_that_only_looks_like_a_number_is_left_to_the_law(written: str) -> None:
    for seed in range(20):
        swift, law = set_up(seed, {})
        moves = [one for one in law.legal(0) if isinstance(one, TableauMove)]
        if moves:
            break
    sent = {"kind": "tableauMove", "payload": moves[0], "seq": 0, "baseRev": 0}
    plain = msgspec.json.encode(sent)
    odd = plain.replace(b'"count":1', b'"count":' + written.encode())
    assert odd != plain
    assert swift.clerk is not None
    for message, is_taken in ((odd, False), (plain, True), (odd, False)):
        question = swift.question(0, message)
        assert question is not None
        assert (swift.clerk.take([question])[0] is not None) == is_taken
    assert law.judge(0, read_intent(odd)).code == "MALFORMED_MESSAGE"


SPELLINGS = [
    b'{"kind":"draw","payload":{"source":{"zone":"stock","owner":"p1"},"target":{"zone":"waste","owner":"p1"}},"seq":0,"baseRev":0}',
    b'{"baseRev": 0, "seq": 0, "payload": {"target": {"owner": "p1", "zone": "waste"}, "source": {"zone": "stock", '
    b'"owner": "p1"}}, "kind": "draw"}',
    b'{"kind":"draw","payload":{"source":{"zone":"stock","owner":"p1"},"target":{"zone":"waste","owner":"p1"}}'
    b',"seq":0,"baseRev":0,"clientId":"p1","clientTime":7}',
]


@pytest.mark.parametrize("message", SPELLINGS)
def test_however_a_message_is_spelled_it_means_the_same(message: bytes) -> None:
    for _ in range(2):  # the second time it is known
        swift, law = set_up(1, {})
        assert swift.clerk is not None
        question = swift.question(0, message, at=3)
        assert question is not None
        answer = swift.clerk.take([question])[0]
        assert answer is not None
        fast, slow = swift.take(question, answer), law.judge(0, read_intent(message), at=3)
        assert fast.accepted is not None
        assert slow.accepted is not None
        assert fast.accepted.action == slow.accepted.action
        assert told_by(swift, fast.accepted, fast.written) == told_by(law, slow.accepted, None)


NOT_PLAIN = [
    b"", b"{", b"[]", b'{"kind":"draw"}', b'{"kind":"draw","payload":[],"seq":0,"baseRev":0}',
    b'{"kind":"draw","payload":{},"seq":0,"baseRev":0}', b'{"kind":"fold","payload":{},"seq":0,"baseRev":0}',
    SPELLINGS[0].replace(b'"seq":0', b'"seq":1'), SPELLINGS[0].replace(b'"seq":0', b'"seq":-1'),
    SPELLINGS[0].replace(b'"seq":0,', b""), SPELLINGS[0].replace(b'"baseRev":0', b'"baseRev":1'),
    SPELLINGS[0].replace(b'"seq"', b'"extra":1,"seq"'), SPELLINGS[0].replace(b'"seq"', b'"clientId":"p2","seq"'),
    SPELLINGS[0].replace(b'"owner":"p1"}}', b'"owner":"p1","x":1}}'), SPELLINGS[0].replace(b"waste", b"was\xff"),
    SPELLINGS[0].replace(b'{"source"', b"{" + b" " * 600 + b'"source"'), b" " * 20_000 + SPELLINGS[0],
    SPELLINGS[0].replace(b"waste", b"w\\u0061ste"), b'{"p\\u0061yload":5,' + SPELLINGS[0][1:],
    b'{"payload":5,' + SPELLINGS[0][1:], b'{"payload":{"count":1e400},' + SPELLINGS[0][1:],
]  # fmt: skip


@pytest.mark.parametrize("message", NOT_PLAIN, ids=range(len(NOT_PLAIN)))
def test_a_message_that_is_not_plain_is_left_to_the_law(message: bytes) -> None:
    swift, _ = set_up(1, {})
    question = swift.question(0, message)
    assert swift.clerk is not None
    assert question is None or swift.clerk.take([question])[0] is None


def test_many_tables_are_answered_together_as_each_by_itself() -> None:
    tables = [set_up(seed, OPTIONS[seed % len(OPTIONS)])[0] for seed in range(40)]
    random = Random(7)
    for _ in range(60):
        chosen_actions = [(table, random.randrange(2)) for table in tables]
        questions = []
        for table, seat in chosen_actions:
            legal = table.legal(seat) or [Resign()]
            wild = own_actions(seat)[random.randrange(500)]
            questions.append(asked(table, seat, wild if random.random() < 0.3 else random.choice(legal)))
        assert tables[0].clerk is not None
        together = tables[0].clerk.take(questions)
        for (table, _), question, answer in zip(chosen_actions, questions, together, strict=True):
            (alone,) = tables[0].clerk.take([question])
            assert (answer is None) == (alone is None)
            if isinstance(answer, Taken) and isinstance(alone, Taken):
                assert (answer.action, answer.written, answer.after.state) == (
                    alone.action,
                    alone.written,
                    alone.after.state,
                )
                table.take(question, answer)


# --- at a server ------------------------------------------------------------------------------------------------


def test_without_its_kernel_the_clerk_leaves_everything_to_the_law(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scene, "SETTINGS", Settings(database="", clerks_from=3))
    monkeypatch.setattr(clerk._Kernel, "ready", None)
    monkeypatch.setattr(clerk, "prepare", lambda: (_ for _ in ()).throw(SaloonError("no compiler")))
    clerk._get_ready()
    assert "no compiler" in caplog.text

    async def run() -> None:
        async with scenes(tmp_path, 3) as tables:
            assert all(table.desk.table.clerk is not None for table in tables)
            assert (await tables[0].ask(0, tables[0].draw(0, 0)))["rev"] == 1
            assert not isinstance(tables[0].desk.table._progress.held, Sheet)

    asyncio.run(run())


def test_all_rules_versions_share_one_clerk() -> None:
    clerks = {id(game.clerk()) for game in GAMES.versions("highnoon")}
    assert len(clerks) == 1
