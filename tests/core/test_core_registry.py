"""The registry: games by name and rules version, what it refuses, and plug-ins of other distributions."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from msgspec import Struct

from core.snap import LimitedGame, OtherGame, Pass, Pile, Snap, SnapGame
from saloon.core.errors import BadGame, BadOption, UnknownGame, UnknownRules
from saloon.core.registry import ENTRY_POINTS, Registry, check_game


def test_the_registry() -> None:
    snap, other = SnapGame(), OtherGame()
    registry = Registry([snap, other])
    assert registry["snap"] is snap
    assert registry["other"] is other
    assert list(registry) == [snap, other]
    with pytest.raises(UnknownGame) as refused:
        registry["poker"]
    assert (refused.value.code, refused.value.reason) == (
        "UNKNOWN_GAME",
        "there is no game 'poker' (known: snap, other)",
    )
    with pytest.raises(UnknownGame, match=r"^there is no game 'x{56}… "):
        registry["x" * 500]


# --- rules versions ---------------------------------------------------------------------------------------------


def versioned() -> tuple[Registry, LimitedGame, LimitedGame]:
    old, new = LimitedGame("1.0.0", 99), LimitedGame("1.10.0", 9)
    return Registry([old, new, OtherGame()]), old, new


def test_a_game_is_found_by_its_name_and_rules_version() -> None:
    games, old, new = versioned()
    assert (games["snap"], games.version("snap", "1.0.0"), games.version("snap", "1.10.0")) == (new, old, new)
    assert [game.rules_version for game in games.versions("snap")] == ["1.0.0", "1.10.0"]
    assert [game.name for game in games] == ["snap", "other"]
    for unknown in ("1.0", "1.1.0", "", "newest", ["1.0.0"]):
        with pytest.raises(UnknownRules) as refused:
            games.version("snap", unknown)  # type: ignore[arg-type]
        assert refused.value.code == "RULES_VERSION_UNKNOWN"
        assert refused.value.reason.endswith("here (known: 1.0.0, 1.10.0)")
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


# --- what is refused --------------------------------------------------------------------------------------------


class Needy(Struct, frozen=True):
    """Options without a default."""

    height: int


def changed(**attributes: Any) -> Any:
    """Return a game that differs from Snap in these attributes."""
    return type("Changed", (SnapGame,), attributes)()


class Unfinished(SnapGame):
    """A game whose author forgot the title."""

    name = "unfinished"
    title: str

    def __getattribute__(self, name: str) -> Any:
        if name == "title":
            raise AttributeError(name)
        return super().__getattribute__(name)


@pytest.mark.parametrize(
    ("game", "code", "reason"),
    [
        (Unfinished(), "BAD_GAME", "unfinished does not define title"),
        (changed(engine=2), "OTHER_ENGINE", "snap was written for engine 2; this is engine 1"),
        (changed(engine=None), "OTHER_ENGINE", "snap does not state its engine; this is engine 1"),
        (changed(name="Snap!"), "BAD_GAME", "'Snap!' cannot name a game; use lower-case letters and digits"),
        (changed(name=7), "BAD_GAME", "7 cannot name a game; use lower-case letters and digits"),
        (changed(title=""), "BAD_GAME", "snap: title is '', not text"),
        (changed(rules_version=1), "BAD_GAME", "snap: rules_version is 1, not text"),
        (changed(seats=2), "BAD_GAME", "snap: seats is 2, not a range from 0"),
        (changed(seats=range(0)), "BAD_GAME", "snap: seats is a range, not a range from 0"),
        (changed(seats=range(1, 3)), "BAD_GAME", "snap: seats is a range, not a range from 0"),
        (changed(actions={"snip": Snap}), "BAD_GAME", "snap: its actions must map kinds to action types"),
        (changed(actions=[Snap, Pass]), "BAD_GAME", "snap: its actions must map kinds to action types"),
        (changed(server_actions={"snap": Pile}), "BAD_GAME", "snap: its actions must map kinds to action types"),
        (changed(actions={}), "BAD_GAME", "snap has no actions, so it could never end"),
        (changed(options={}), "BAD_GAME", "snap: options is a dict, not a msgspec Struct"),
        (
            changed(options=Needy),
            "BAD_GAME",
            "snap: its default options or presets cannot be read: these options do not go together in snap: "
            "Object missing required field `height`",
        ),
        (
            changed(presets={"tall": {"hight": 9}}),
            "BAD_GAME",
            "snap: its default options or presets cannot be read: snap has no option 'hight' (its options: height)",
        ),
        (changed(first_preset="tall"), "BAD_GAME", "snap: its first preset, 'tall', is not one of its presets"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_game_that_breaks_the_contract_is_refused(game: Any, code: str, reason: str) -> None:
    with pytest.raises(BadGame) as refused:
        check_game(game)
    assert (refused.value.code, refused.value.reason) == (code, reason)
    registry = Registry([OtherGame()])
    with pytest.raises(BadGame):
        registry.register(game)
    assert [one.name for one in registry] == ["other"]


def test_a_sound_game_is_taken() -> None:
    check_game(SnapGame())
    check_game(changed(presets={"tall": {"height": 9}}, first_preset="tall"))


def test_the_same_rules_twice_are_refused_and_nothing_of_that_call_is_registered() -> None:
    registry = Registry([SnapGame()])
    with pytest.raises(BadGame) as refused:
        registry.register(OtherGame(), SnapGame())
    assert (refused.value.code, refused.value.reason) == (
        "GAME_TWICE",
        "there is a game 'snap' with rules 1.0.0 already",
    )
    with pytest.raises(BadGame, match="there is a game 'other' with rules"):
        registry.register(OtherGame(), OtherGame())
    assert [game.name for game in registry] == ["snap"]


# --- plug-ins ---------------------------------------------------------------------------------------------------

PLUGINS = """
    from core.snap import LimitedGame, OtherGame, SnapGame
    from saloon.core.game import Game

    class Good(SnapGame):
        name = "good"

    class Twin(SnapGame):
        name = "good"
        rules_version = "2.0.0"

    class Old(Game):
        engine = 0
        name = "old"

    class Lacking(SnapGame):
        name = "lacking"
        outcome = Game.outcome
        deal = Game.deal

    class Touchy(SnapGame):
        def __init__(self):
            raise OSError("no cards left")

    class Dumb(SnapGame):
        name = "dumb"
        actions = {}

    GOOD = Good()
    VERSIONS = [LimitedGame("1.0.0", 9), LimitedGame("2.0.0", 99)]
    HALF = [OtherGame, Dumb]
    NUMBER = 7
"""


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that loads entry points of a module with good and bad games."""
    (tmp_path / "some_plugins.py").write_text(dedent(PLUGINS))
    (tmp_path / "broken_plugin.py").write_text("import saloon.no_such_module\n")
    monkeypatch.syspath_prepend(tmp_path)

    def load(registry: Registry, **entries: str) -> Registry:
        registry.load_plugins([EntryPoint(name, value, ENTRY_POINTS) for name, value in entries.items()])
        return registry

    yield load
    for name in ("some_plugins", "broken_plugin"):
        sys.modules.pop(name, None)


def names(registry: Registry) -> list[str]:
    return [f"{game.name} {game.rules_version}" for known in registry for game in registry.versions(known.name)]


def test_an_entry_point_leads_to_a_class_a_game_or_a_list(plugins: Any) -> None:
    assert names(plugins(Registry([]), good="some_plugins:Good")) == ["good 1.0.0"]
    assert names(plugins(Registry([]), good="some_plugins:GOOD")) == ["good 1.0.0"]
    assert names(plugins(Registry([]), snap="some_plugins:VERSIONS")) == ["snap 1.0.0", "snap 2.0.0"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("some_plugins:Lacking", "lacking does not have the methods deal, outcome [BAD_GAME]"),
        ("some_plugins:Old", "old was written for engine 0; this is engine 1 [OTHER_ENGINE]"),
        ("some_plugins:SnapGame", "there is a game 'snap' already [GAME_TWICE]"),
        ("some_plugins:VERSIONS", "there is a game 'snap' already [GAME_TWICE]"),
        ("some_plugins:Dumb", "dumb has no actions, so it could never end [BAD_GAME]"),
        ("some_plugins:HALF", "dumb has no actions, so it could never end [BAD_GAME]"),
        (
            "some_plugins:NUMBER",
            "some_plugins:NUMBER is 7, not a Game class, a game or a list of them [BAD_GAME]",
        ),
        ("some_plugins:Touchy", "it cannot be loaded: OSError('no cards left') [BAD_GAME]"),
        (
            "some_plugins:Gone",
            "it cannot be loaded: AttributeError(\"module 'some_plugins' has no attribute 'Gone'\") [BAD_GAME]",
        ),
        (
            "broken_plugin:Game",
            "it cannot be loaded: ModuleNotFoundError(\"No module named 'saloon.no_such_module'\") [BAD_GAME]",
        ),
        (
            "no_such_plugin:Game",
            "it cannot be loaded: ModuleNotFoundError(\"No module named 'no_such_plugin'\") [BAD_GAME]",
        ),
    ],
)
def test_a_plugin_that_cannot_be_used_is_refused_by_name_and_the_others_load(
    plugins: Any, value: str, reason: str
) -> None:
    registry = plugins(Registry([SnapGame()]), bad=value, good="some_plugins:Good")
    assert registry.refused == {"bad": reason}
    assert names(registry) == ["snap 1.0.0", "good 1.0.0"]


def test_the_first_of_two_plugins_with_one_name_is_used_regardless_of_their_rules(plugins: Any) -> None:
    registry = plugins(Registry([]), a="some_plugins:Good", b="some_plugins:Twin")
    assert names(registry) == ["good 1.0.0"]
    assert registry.refused == {"b": "there is a game 'good' already [GAME_TWICE]"}


def test_two_refused_plugins_of_one_name_are_both_reported(plugins: Any) -> None:
    registry = plugins(Registry([]), bad="some_plugins:Old")
    plugins(registry, bad="some_plugins:Dumb")
    assert list(registry.refused) == ["bad", "bad (some_plugins:Dumb)"]
