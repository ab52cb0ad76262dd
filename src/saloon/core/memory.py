"""Caches keyed by object identity, for functions of immutable objects."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar, cast

MadeT = TypeVar("MadeT", bound=Callable[..., Any])


def remembered(size: int) -> Callable[[MadeT], MadeT]:
    """Cache up to `size` results of a pure function of immutable objects; when full, start over.

    Positions share what did not change, so a known part is the same object. Unlike `lru_cache` this never hashes a
    board card by card. The arguments are kept alive, so nothing else can get their ids. A function of several
    arguments has one result for each first argument, the newest.
    """

    def decorate(function: MadeT) -> MadeT:
        kept: dict[int, tuple[Any, Any]] = {}

        def of_one(argument: Any) -> Any:
            found = kept.get(id(argument))
            if found is None:
                if len(kept) >= size:
                    kept.clear()
                found = kept[id(argument)] = function(argument), argument
            return found[0]

        def of_many(*arguments: Any) -> Any:
            found = kept.get(id(arguments[0]))
            if found is None or found[1] != arguments:
                if len(kept) >= size:
                    kept.clear()
                found = kept[id(arguments[0])] = function(*arguments), arguments
            return found[0]

        recalled = of_one if len(signature(function).parameters) == 1 else of_many
        return cast(MadeT, wraps(function)(recalled))

    return decorate
