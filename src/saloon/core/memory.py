"""Caches keyed by object identity, for functions of immutable objects."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar, cast

from msgspec import Struct

MadeT = TypeVar("MadeT", bound=Callable[..., Any])


class _Kept(Struct, frozen=True, gc=False):
    """A result and what it was made from. There are many, and the garbage collector need not look at them."""

    result: Any
    arguments: Any


def remembered(size: int) -> Callable[[MadeT], MadeT]:
    """Cache up to `size` results of a pure function of immutable objects; when full, start over.

    Positions share what did not change, so a known part is the same object. Unlike `lru_cache` this never hashes a
    board card by card. The arguments are kept alive, so nothing else can get their ids. A function of several
    arguments has one result for each first argument, the newest.
    """

    def decorate(function: MadeT) -> MadeT:
        kept: dict[int, _Kept] = {}

        def of_one(argument: Any) -> Any:
            found = kept.get(id(argument))
            if found is None:
                if len(kept) >= size:
                    kept.clear()
                found = kept[id(argument)] = _Kept(function(argument), argument)
            return found.result

        def of_many(*arguments: Any) -> Any:
            found = kept.get(id(arguments[0]))
            if found is None or found.arguments != arguments:
                if len(kept) >= size:
                    kept.clear()
                found = kept[id(arguments[0])] = _Kept(function(*arguments), arguments)
            return found.result

        recalled = of_one if len(signature(function).parameters) == 1 else of_many
        return cast(MadeT, wraps(function)(recalled))

    return decorate
