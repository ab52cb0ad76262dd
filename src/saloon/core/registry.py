"""The games that this program has, by name and rules version; games of other distributions register as plug-ins."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint
from typing import Any, Final

from msgspec import Struct

from .errors import BadGame, UnknownGame, UnknownRules, quoted
from .game import ENGINE_VERSION, Game, supported_options
from .options import read_options

_logger = logging.getLogger(__name__)

ENTRY_POINTS: Final = "saloon.games"
"""The group of entry points by which other distributions add games."""
_STATED: Final = ("name", "title", "rules_version", "seats", "options", "actions")


class Registry:
    """Rulebooks by name and rules version."""

    def __init__(self, games: Sequence[Game[Any, Any]]) -> None:
        """Take the rulebooks, the versions of each game from the oldest to the newest."""
        self._games: dict[tuple[str, str], Game[Any, Any]] = {}
        self._newest: dict[str, Game[Any, Any]] = {}
        self.refused: dict[str, str] = {}
        """Plug-ins that were not taken, each with the reason."""
        for game in games:
            self.register(game)

    def register(self, game: Game[Any, Any]) -> None:
        """Add a rulebook, a new version after the older ones; raise BadGame if it is broken or already there."""
        check_game(game)
        if (game.name, game.rules_version) in self._games:
            raise BadGame(f"there is a game {quoted(game.name)} with rules {game.rules_version} already", "GAME_TWICE")
        self._games[game.name, game.rules_version] = game
        self._newest[game.name] = game

    def load_plugins(self, found: Iterable[EntryPoint]) -> None:
        """Register the games of other distributions. One that cannot be used is refused by name; the others load.

        An entry point leads to a `Game` class, which is called without arguments, or to a list of games.
        """
        own = set(self._newest)
        for entry in sorted(found, key=lambda entry: entry.name):
            try:
                for game in _plugin_games(entry):
                    if game.name in own:
                        raise BadGame(f"there is a game {quoted(game.name)} already", "GAME_TWICE")
                    self.register(game)
            except Exception as error:
                reason = str(error) if isinstance(error, BadGame) else f"it cannot be loaded: {error!r} [BAD_GAME]"
                self.refused[entry.name] = reason
                _logger.error("the plug-in game %s was refused: %s", entry.name, reason)

    def __getitem__(self, name: str) -> Game[Any, Any]:
        """Return the newest rules of the game called `name`."""
        try:
            return self._newest[name]
        except KeyError:
            raise UnknownGame(f"there is no game {quoted(name)} (there are {', '.join(self._newest)})") from None

    def __iter__(self) -> Iterator[Game[Any, Any]]:
        """Yield every game under its newest rules."""
        return iter(self._newest.values())

    def versions(self, name: str) -> Sequence[Game[Any, Any]]:
        """Return all rules of the game called `name`, the oldest first."""
        known = self[name].name
        return [game for (game_name, _), game in self._games.items() if game_name == known]

    def version(self, name: str, rules_version: str) -> Game[Any, Any]:
        """Return the game called `name` under one version of its rules; any other version is refused, not replaced."""
        newest = self[name]
        try:
            return self._games[newest.name, rules_version]
        except (KeyError, TypeError):
            known = ", ".join(game.rules_version for game in self.versions(name))
            raise UnknownRules(f"{name} has no rules {quoted(rules_version)} here (there are {known})") from None

    def choose(
        self, name: str, options: Mapping[str, Any] | Struct, rules_version: str | None = None
    ) -> tuple[Game[Any, Any], Any]:
        """Return the rulebook for `options`, and the options read: the newest that supports them, or the one named."""
        if rules_version is None:
            for game in reversed(self.versions(name)):
                chosen = read_options(name, game.options, options)
                if game.supports(chosen):
                    return game, chosen
        game = self[name] if rules_version is None else self.version(name, rules_version)
        return game, supported_options(game, options)


def _plugin_games(entry: EntryPoint) -> list[Game[Any, Any]]:
    """Return the games that an entry point leads to."""
    found = entry.load()
    if isinstance(found, type) and issubclass(found, Game):
        return [found()]
    games = list(found) if isinstance(found, list | tuple) else [found]
    for game in games:
        if not isinstance(game, Game):
            raise BadGame(f"{entry.value} is {quoted(game)}, neither a Game class nor a list of games")
    return games


def check_game(game: Game[Any, Any]) -> None:
    """Raise BadGame if a rulebook does not keep the contract, as far as that can be seen without playing."""
    name = getattr(game, "name", type(game).__name__)
    missing = [one for one in _STATED if not hasattr(game, one)]
    if missing:
        raise BadGame(f"{name} does not say its {', '.join(missing)}")
    if getattr(game, "engine", None) != ENGINE_VERSION:
        stated = getattr(game, "engine", "no version")
        raise BadGame(f"{name} was written for engine {stated}; this is engine {ENGINE_VERSION}", "OTHER_ENGINE")
    if not (isinstance(name, str) and name.isascii() and name.isalnum() and name.islower()):
        raise BadGame(f"{quoted(name)} cannot name a game; use lower-case letters and digits")
    if not isinstance(game.seats, range) or not game.seats or game.seats != range(len(game.seats)):
        raise BadGame(f"{name}: seats is {quoted(game.seats)}, not a range from 0")
    if not (isinstance(game.options, type) and issubclass(game.options, Struct)):
        raise BadGame(f"{name}: options is {quoted(game.options)}, not a msgspec Struct")
    for kinds in (game.actions, game.server_actions):
        if not isinstance(kinds, Mapping) or any(kind != action.kind for kind, action in kinds.items()):
            raise BadGame(f"{name}: its actions are not listed by their kinds")
    if not game.actions:
        raise BadGame(f"{name} has no actions, so no game of it could ever end")
