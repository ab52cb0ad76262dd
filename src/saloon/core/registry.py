"""The registry of games by name and rules version, including plug-ins from other distributions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint
from inspect import isabstract
from typing import Any, Final

from msgspec import Struct

from .errors import BadGame, BadOption, UnknownGame, UnknownRules, quoted
from .game import ENGINE_VERSION, Action, Game, supported_options
from .options import read_options

ENTRY_POINTS: Final = "saloon.games"
"""The entry point group with which other distributions add games."""
_TWICE: Final = "GAME_TWICE"
_STATED: Final = ("name", "title", "rules_version", "seats", "options", "actions")

AnyGame = Game[Any, Any]
"""A game as the registry returns it: only the game's own package knows the types of its states and options."""


class Registry:
    """Rulebooks by name and rules version."""

    def __init__(self, games: Sequence[AnyGame]) -> None:
        """Register the rulebooks; list the versions of each game from oldest to newest."""
        self._games: dict[tuple[str, str], AnyGame] = {}
        self._newest: dict[str, AnyGame] = {}
        self.refused: dict[str, str] = {}
        """Refused plug-ins by the name of their entry point, each with the reason."""
        for game in games:
            self.register(game)

    def register(self, *games: AnyGame) -> None:
        """Add rulebooks, older versions first; add none and raise BadGame if one is invalid."""
        added: dict[tuple[str, str], AnyGame] = {}
        for game in games:
            check_game(game)
            key = game.name, game.rules_version
            if key in self._games or key in added:
                raise BadGame(f"there is a game {quoted(game.name)} with rules {game.rules_version} already", _TWICE)
            added[key] = game
        self._games |= added
        self._newest |= {name: game for (name, _), game in added.items()}

    def load_plugins(self, found: Iterable[EntryPoint]) -> None:
        """Register the games of other distributions. Invalid ones are listed in `refused`; the others load.

        An entry point names a `Game` class, which is called without arguments, a game, or a list of either.
        """
        for entry in sorted(found, key=lambda entry: (entry.name, entry.value)):
            try:
                games = _plugin_games(entry)
                for game in games:
                    if game.name in self._newest:
                        raise BadGame(f"there is a game {quoted(game.name)} already", _TWICE)
                self.register(*games)
            except BadGame as error:
                self._refuse(entry, str(error))
            except Exception as error:
                self._refuse(entry, f"it cannot be loaded: {error!r} [{BadGame.default_code}]")

    def _refuse(self, entry: EntryPoint, reason: str) -> None:
        name = entry.name if entry.name not in self.refused else f"{entry.name} ({entry.value})"
        self.refused[name] = reason

    def __getitem__(self, name: str) -> AnyGame:
        """Return the newest rules of the game called `name`."""
        try:
            return self._newest[name]
        except KeyError:
            raise UnknownGame(f"there is no game {quoted(name)} (known: {', '.join(self._newest)})") from None

    def __iter__(self) -> Iterator[AnyGame]:
        """Yield every game under its newest rules."""
        return iter(self._newest.values())

    def versions(self, name: str) -> Sequence[AnyGame]:
        """Return all rules of the game called `name`, the oldest first."""
        known = self[name].name
        return [game for (game_name, _), game in self._games.items() if game_name == known]

    def version(self, name: str, rules_version: str) -> AnyGame:
        """Return the game called `name` with exactly this rules version; an unknown version is refused."""
        newest = self[name]
        try:
            return self._games[newest.name, rules_version]
        except (KeyError, TypeError):
            known = ", ".join(game.rules_version for game in self.versions(name))
            raise UnknownRules(f"{name} has no rules {quoted(rules_version)} here (known: {known})") from None

    def choose(
        self, name: str, options: Mapping[str, Any] | Struct, rules_version: str | None = None
    ) -> tuple[AnyGame, Any]:
        """Return the newest rulebook that supports `options`, or the one named, and the options as read."""
        if rules_version is None:
            for game in reversed(self.versions(name)):
                chosen = read_options(name, game.options, options)
                if game.supports(chosen):
                    return game, chosen
        game = self[name] if rules_version is None else self.version(name, rules_version)
        return game, supported_options(game, options)


def _plugin_games(entry: EntryPoint) -> list[AnyGame]:
    """Return the games of an entry point, each checked."""
    found = entry.load()
    games = [_made(one, entry) for one in (found if isinstance(found, list | tuple) else [found])]
    for game in games:
        check_game(game)
    return games


def _made(found: object, entry: EntryPoint) -> AnyGame:
    if isinstance(found, type) and issubclass(found, Game):
        _check_engine(found)
        if isabstract(found):
            missing = ", ".join(sorted(found.__abstractmethods__))
            raise BadGame(f"{_name_of(found)} does not have the methods {missing}")
        return found()
    if isinstance(found, Game):
        return found
    raise BadGame(f"{entry.value} is {quoted(found)}, not a Game class, a game or a list of them")


def check_game(game: AnyGame) -> None:
    """Raise BadGame if a rulebook violates the contract, as far as that shows without playing."""
    _check_engine(game)
    name = _name_of(game)
    missing = [one for one in _STATED if getattr(game, one, None) is None]
    if missing:
        raise BadGame(f"{name} does not define {', '.join(missing)}")
    if not (isinstance(name, str) and name.isascii() and name.isalnum() and name.islower()):
        raise BadGame(f"{quoted(name)} cannot name a game; use lower-case letters and digits")
    for what, text in (("title", game.title), ("rules_version", game.rules_version)):
        if not (isinstance(text, str) and text):
            raise BadGame(f"{name}: {what} is {quoted(text)}, not text")
    if not isinstance(game.seats, range) or not game.seats or game.seats != range(len(game.seats)):
        raise BadGame(f"{name}: seats is {quoted(game.seats)}, not a range from 0")
    _check_actions(game)
    _check_options(game)


def _check_engine(game: AnyGame | type[AnyGame]) -> None:
    """Refuse a game for another engine first: it need not satisfy the rest of this contract."""
    stated = getattr(game, "engine", None)
    if stated != ENGINE_VERSION:
        written = "does not state its engine" if stated is None else f"was written for engine {stated}"
        raise BadGame(f"{_name_of(game)} {written}; this is engine {ENGINE_VERSION}", "OTHER_ENGINE")


def _name_of(game: AnyGame | type[AnyGame]) -> Any:
    """Return the name of a game, or that of its class if it has none."""
    return getattr(game, "name", (game if isinstance(game, type) else type(game)).__name__)


def _check_actions(game: AnyGame) -> None:
    for kinds in (game.actions, game.server_actions):
        listed = kinds.items() if isinstance(kinds, Mapping) else [("", None)]
        if not all(isinstance(one, type) and issubclass(one, Action) and one.kind == kind for kind, one in listed):
            raise BadGame(f"{game.name}: its actions must map kinds to action types")
    if not game.actions:
        raise BadGame(f"{game.name} has no actions, so it could never end")


def _check_options(game: AnyGame) -> None:
    if not (isinstance(game.options, type) and issubclass(game.options, Struct)):
        raise BadGame(f"{game.name}: options is {quoted(game.options)}, not a msgspec Struct")
    if game.first_preset is not None and game.first_preset not in game.presets:
        raise BadGame(f"{game.name}: its first preset, {quoted(game.first_preset)}, is not one of its presets")
    for preset in ({}, *game.presets.values()):
        try:
            read_options(game.name, game.options, preset)
        except BadOption as error:
            raise BadGame(f"{game.name}: its default options or presets cannot be read: {error.reason}") from None
