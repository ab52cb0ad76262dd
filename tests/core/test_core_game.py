"""The Game protocol: its defaults, the registry, and reading an action from the wire."""

from types import MappingProxyType
from typing import Any

import pytest
from msgspec import Struct

from saloon.core.errors import BadOption, BadSeed, InvariantBreach, Rejected, UnknownGame, UnknownRules
from saloon.core.game import SERVER, UNLIMITED, Action, Game, kinds, read_action, seat_name
from saloon.core.registry import Registry


class Snap(Action, frozen=True):
    """Snap a pile."""

    kind = "snap"
    pile_index: int
    loud: bool = False


class Pass(Action, frozen=True):
    """Do nothing."""

    kind = "pass"


class Pile(Struct, frozen=True):
    """The state of a game that hardly is one."""

    height: int


class SnapGame(Game[Pile, Pile]):
    """A game with the protocol's defaults."""

    name = "snap"
    title = "Snap"
    seats = range(2)
    options = Pile
    actions = kinds(Snap, Pass)

    def check(self, state: Pile) -> None:
        if state.height < 0:
            raise InvariantBreach("below the table")


class OtherGame(SnapGame):
    name = "other"


def made(kind: Any) -> Any:
    """Make a game that has no rules yet: only the defaults are looked at."""
    return kind()


SNAP = made(SnapGame)


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
    assert len(SNAP.fresh_seed()) == 32
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


def test_the_registry() -> None:
    other = made(OtherGame)
    registry = Registry([SNAP, other])
    assert registry["snap"] is SNAP
    assert registry["other"] is other
    assert list(registry) == [SNAP, other]
    with pytest.raises(UnknownGame) as refused:
        registry["poker"]
    assert (refused.value.code, refused.value.reason) == (
        "UNKNOWN_GAME",
        "there is no game 'poker' (there are snap, other)",
    )
    with pytest.raises(UnknownGame, match=r"^there is no game 'x{56}… "):
        registry["x" * 500]


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
        ("poke", {}, "INVALID_ACTION_KIND", "'poke' is no action here (there are snap, pass)"),
        ("Snap", {"pileIndex": 1}, "INVALID_ACTION_KIND", "'Snap' is no action here (there are snap, pass)"),
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


# --- rules versions ---


class Versioned(SnapGame):
    """A game whose newer rules know no pile higher than nine."""

    def __init__(self, rules_version: str, highest: int) -> None:
        self.rules_version = rules_version
        self._highest = highest

    def supports(self, options: Pile) -> bool:
        return options.height <= self._highest


def versioned() -> tuple[Registry, Any, Any]:
    make: Any = Versioned
    old, new = make("1.0.0", 99), make("1.10.0", 9)
    return Registry([old, new, made(OtherGame)]), old, new


def test_a_game_is_found_by_its_name_and_rules_version() -> None:
    games, old, new = versioned()
    assert (games["snap"], games.version("snap", "1.0.0"), games.version("snap", "1.10.0")) == (new, old, new)
    assert [game.rules_version for game in games.versions("snap")] == ["1.0.0", "1.10.0"]
    assert [game.name for game in games] == ["snap", "other"]
    for unknown in ("1.0", "1.1.0", "", "newest", ["1.0.0"]):
        with pytest.raises(UnknownRules) as refused:
            games.version("snap", unknown)  # type: ignore[arg-type]
        assert refused.value.code == "RULES_VERSION_UNKNOWN"
        assert refused.value.reason.endswith("here (there are 1.0.0, 1.10.0)")
    with pytest.raises(UnknownGame):
        games.version("bridge", "1.0.0")


def test_the_newest_rules_that_support_the_options_are_chosen() -> None:
    games, old, new = versioned()
    assert games.choose("snap", {"height": 9}) == (new, Pile(9))
    assert games.choose("snap", {"height": 10}) == (old, Pile(10))
    assert games.choose("snap", {"height": 9}, "1.0.0") == (old, Pile(9))
    with pytest.raises(BadOption, match=r"rules 1\.10\.0 of snap do not support height=10"):
        games.choose("snap", {"height": 10}, "1.10.0")
    with pytest.raises(BadOption, match="of snap do not support height=100"):
        games.choose("snap", {"height": 100})
    with pytest.raises(UnknownRules):
        games.choose("snap", {"height": 1}, "2.0.0")
