"""What changed between two views? The smallest patch that a client applies to the view it has."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

Path = tuple[str | int, ...]


class Change(Struct, frozen=True):
    """One spot of a view: it has a new `value`, or it is a list of which the first `keep` stay and `add` follow."""

    path: Path
    value: Any | UnsetType = UNSET
    keep: int | UnsetType = UNSET
    add: list[Any] | UnsetType = UNSET


def plain(value: Any) -> Any:
    """Return `value` as the JSON that its receiver gets."""
    return msgspec.json.decode(msgspec.json.encode(value))


def difference(old: Any, new: Any, path: Path = ()) -> list[Change]:
    """Return the changes that turn one view into another, be they structs or plain JSON.

    Views share what did not change, so most of this is one look at two names for the same object.
    """
    if old is new:
        return []
    if type(old) is not type(new):
        return [Change(path, value=plain(new))]
    if isinstance(new, list | tuple):
        return _list_difference(old, new, path)
    if isinstance(new, Struct):
        return _struct_difference(old, new, path)
    if isinstance(new, dict):
        if old.keys() != new.keys():
            return [Change(path, value=plain(new))]
        return [change for key in new for change in difference(old[key], new[key], (*path, key))]
    return [] if old == new else [Change(path, value=new)]


def _list_difference(old: Sequence[Any], new: Sequence[Any], path: Path) -> list[Change]:
    """Lists of equal length whose elements have parts differ in some of these; any other two from some element on."""
    if len(old) == len(new) and any(isinstance(item, dict | list | tuple | Struct) for item in new):
        pairs = [(i, was, now) for i, (was, now) in enumerate(zip(old, new, strict=True)) if was is not now]
        return [change for i, was, now in pairs for change in difference(was, now, (*path, i))]
    keep = 0
    for was, now in zip(old, new, strict=False):
        if was is not now and difference(was, now):
            break
        keep += 1
    return [] if keep == len(old) == len(new) else [Change(path, keep=keep, add=plain(new[keep:]))]


def _struct_difference(old: Struct, new: Struct, path: Path) -> list[Change]:
    """Fields go by their names in JSON; one that is left out of either makes the whole struct new."""
    changes: list[Change] = []
    for name, sent in zip(new.__struct_fields__, new.__struct_encode_fields__, strict=True):
        was, now = getattr(old, name), getattr(new, name)
        if was is now:
            continue
        if was is UNSET or now is UNSET:
            return [Change(path, value=plain(new))]
        changes += difference(was, now, (*path, sent))
    return changes


def patched(view: Any, changes: Sequence[Change]) -> Any:
    """Return `view` with `changes` made: what a client does with an acknowledgement."""
    for change in changes:
        view = _patched(view, change.path, change)
    return view


def _patched(node: Any, path: Path, change: Change) -> Any:
    if path:
        step, rest = path[0], path[1:]
        fresh: Any = list(node) if isinstance(node, list) else dict(node)
        fresh[step] = _patched(node[step], rest, change)
        return fresh
    if change.add is UNSET:
        return change.value
    assert change.keep is not UNSET
    return [*node[: change.keep], *change.add]
