"""Structs are values: all are frozen, and those read from outside refuse what they do not know."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from msgspec import Struct

import saloon
from saloon.core.game import Action
from saloon.core.places import Place
from saloon.games import GAMES
from saloon.table import Header, Intent, Step
from saloon.table.log import End


def structs() -> Iterator[type[Struct]]:
    """Return every struct that a module of Saloon defines."""
    for module in pkgutil.walk_packages(saloon.__path__, "saloon."):
        if module.name != "saloon.__main__":
            for value in vars(import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, Struct) and value.__module__ == module.name:
                    yield value


def test_a_struct_never_changes() -> None:
    assert [str(struct) for struct in structs() if not struct.__struct_config__.frozen] == []


def test_what_is_read_from_outside_refuses_fields_that_it_does_not_know() -> None:
    actions = [struct for struct in structs() if issubclass(struct, Action) and struct is not Action]
    from_outside: list[type[Struct]] = [Place, Intent, Header, Step, End, *actions, *(game.options for game in GAMES)]
    assert actions
    assert [str(struct) for struct in from_outside if not struct.__struct_config__.forbid_unknown_fields] == []
