"""Views as structs: the plain JSON of a server becomes the view that the rules make, for pictures and hints."""

from collections.abc import Mapping
from functools import lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

from saloon.core.registry import AnyGame

from .messages import Move


def read_view(game: AnyGame, sent: Any) -> Any:
    """Return a view that a server sent as the struct that the rules make."""
    return _read(_hints(game.view)["return"], sent)


def read_move(game: AnyGame, options: Any, move: Move) -> Any:
    """Return an entry of `legal` as an action of the game."""
    return game.read_action(options, game.actions, move.kind, move.payload)


@lru_cache(1 << 8)
def _hints(annotated: Any) -> Mapping[str, Any]:
    return get_type_hints(annotated)


def _read(kind: Any, sent: Any) -> Any:
    """Return JSON as `kind`. Unlike msgspec this also reads unions of structs, by the fields that are present."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _read_one_of(kind, sent)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _read_struct(kind, sent)
    if origin is tuple:
        kinds = get_args(kind)
        each = [kinds[0]] * len(sent) if kinds[-1] is Ellipsis else kinds
        return tuple([_read(one, item) for one, item in zip(each, sent, strict=True)])
    return msgspec.convert(sent, kind)


def _read_struct(kind: type[Struct], sent: Mapping[str, Any]) -> Struct:
    hints = _hints(kind)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return kind(**{name: UNSET if key not in sent else _read(hints[name], sent[key]) for name, key in names})


def _read_one_of(union: Any, sent: Any) -> Any:
    kinds = [kind for kind in get_args(union) if kind not in (type(None), UnsetType)]
    if sent is None or len(kinds) == 1:
        return None if sent is None else _read(kinds[0], sent)
    if isinstance(sent, Mapping):
        fitting = [kind for kind in kinds if set(sent) <= set(kind.__struct_encode_fields__)]
        return _read_struct(min(fitting, key=lambda kind: len(kind.__struct_fields__)), sent)
    return msgspec.convert(sent, union)
