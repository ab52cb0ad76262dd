"""The Game contract: its defaults, its abstract methods, and reading an action from the wire."""

from types import MappingProxyType
from typing import Any

import pytest

from core.snap import Pass, Pile, Snap, SnapGame
from saloon.core.errors import BadSeed, InvariantBreach, Rejected
from saloon.core.game import SERVER, UNLIMITED, Game, kinds, read_action, seat_name

SNAP = SnapGame()


def test_seats_have_names() -> None:
    assert [seat_name(seat) for seat in (0, 1, 3, SERVER)] == ["p1", "p2", "p4", "server"]
    assert SERVER not in SnapGame.seats


def test_actions_are_known_by_their_kind() -> None:
    assert kinds(Snap, Pass) == {"snap": Snap, "pass": Pass}
    assert kinds() == {}


def test_what_a_game_does_unless_it_says_otherwise() -> None:
    state = Pile(3)
    assert (SNAP.rules_version, SNAP.undo_depth, SNAP.counters, SNAP.presets) == ("1.0.0", 0, frozenset(), {})
    assert SNAP.server_actions == {}
    assert SNAP.unnamed_options == {}
    assert SNAP.lowest_wins is False
    assert SNAP.longest_match(state) == 0
    assert SNAP.check_seed("7") == "7"
    assert len({SNAP.fresh_seed() for _ in range(9)}) == 9
    assert len(SNAP.fresh_seed()) == len(SNAP.server_seed(0)) == 32
    with pytest.raises(BadSeed):
        SNAP.check_seed("")
    assert SNAP.canonical(state) is state
    assert SNAP.report(state, 0, Pass()) == {}
    assert SNAP.hint(state, [Pass()]) is None
    assert SNAP.undo_to(state, Pass(), Pile(4)) is state
    assert SNAP.rewind(Pile(4), state) is state
    assert UNLIMITED > 10**9


def test_a_change_is_checked_as_the_whole_state_is() -> None:
    SNAP.check_change(Pile(-1), Pile(0))
    with pytest.raises(InvariantBreach):
        SNAP.check_change(Pile(0), Pile(-1))


REQUIRED = ["apply", "check", "deal", "legal", "notation", "outcome", "parse", "picture", "view"]


def test_a_rulebook_without_one_of_its_methods_cannot_be_made() -> None:
    assert sorted(Game.__abstractmethods__) == REQUIRED
    for name in REQUIRED:
        lacking: Any = type("Lacking", (SnapGame,), {name: getattr(Game, name)})
        with pytest.raises(TypeError, match=name):
            lacking()


def test_a_game_has_no_capability_unless_it_says_so() -> None:
    capabilities = (
        SNAP.clock, SNAP.solver, SNAP.sampler, SNAP.evaluator, SNAP.save_format, SNAP.own_statistics, SNAP.test_kit
    )  # fmt: skip
    assert [capability() for capability in capabilities] == [None] * 7
    assert SNAP.bots() == ()


def test_reading_an_action() -> None:
    assert read_action(SNAP.actions, "snap", {"pileIndex": 2}) == Snap(2)
    assert read_action(SNAP.actions, "snap", {"pileIndex": 2, "loud": True}) == Snap(2, loud=True)
    assert read_action(SNAP.actions, "pass", {}) == Pass()
    assert read_action(SNAP.actions, "snap", MappingProxyType({"pileIndex": 0})) == Snap(0)


@pytest.mark.parametrize(
    ("kind", "payload", "code", "reason"),
    [
        (None, {}, "MALFORMED_MESSAGE", "the kind, None, is not text"),
        (["snap"], {}, "MALFORMED_MESSAGE", "the kind, a list, is not text"),
        (7, None, "MALFORMED_MESSAGE", "the kind, 7, is not text"),
        ("snap", None, "MALFORMED_MESSAGE", "the payload of 'snap' is not an object"),
        ("snap", [2], "MALFORMED_MESSAGE", "the payload of 'snap' is not an object"),
        ("poke", [], "MALFORMED_MESSAGE", "the payload of 'poke' is not an object"),
        ("poke", {}, "INVALID_ACTION_KIND", "'poke' is not a valid action here (known: snap, pass)"),
        ("Snap", {"pileIndex": 1}, "INVALID_ACTION_KIND", "'Snap' is not a valid action here (known: snap, pass)"),
        (
            "snap",
            {},
            "MALFORMED_MESSAGE",
            "the payload of 'snap' is malformed: Object missing required field `pileIndex`",
        ),
        (
            "snap",
            {"pileIndex": "2"},
            "MALFORMED_MESSAGE",
            "the payload of 'snap' is malformed: Expected `int`, got `str` - at `$.pileIndex`",
        ),
        (
            "pass",
            {"state": 1},
            "MALFORMED_MESSAGE",
            "the payload of 'pass' is malformed: Object contains unknown field `state`",
        ),
        (
            "snap",
            {"pile_index": 2},
            "MALFORMED_MESSAGE",
            "the payload of 'snap' is malformed: Object contains unknown field `pile_index`",
        ),
    ],
    ids=str,
)
def test_refusing_an_action(kind: Any, payload: Any, code: str, reason: str) -> None:
    with pytest.raises(Rejected) as refused:
        read_action(SNAP.actions, kind, payload)
    assert (refused.value.code, refused.value.reason) == (code, reason)
