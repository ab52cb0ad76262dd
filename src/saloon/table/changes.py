"""Changes between two views: the smallest patch that a client applies to the view it has."""

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import astuple

Path = tuple[str | int, ...]

_PLAIN: Final = frozenset({str, int, bool, float, type(None)})


class Change(Struct, frozen=True, gc=False):
    """A change at one path of a view: a new `value`, or a list of which the first `keep` stay and `add` follow."""

    path: Path
    value: Any | UnsetType = UNSET
    keep: int | UnsetType = UNSET
    add: Sequence[Any] | UnsetType = UNSET


def plain(value: Any) -> Any:
    """Return `value` as the plain JSON that its receiver gets."""
    return msgspec.json.decode(msgspec.json.encode(value))


def difference(old: Any, new: Any, path: Path = ()) -> list[Change]:
    """Return the changes that turn one view into another; both may be structs or plain JSON.

    Views share what did not change, so most comparisons are identity checks.
    """
    if old is new:
        return []
    kind = type(new)
    if type(old) is not kind:
        return [Change(path, new)]
    if kind in _PLAIN:
        return [] if old == new else [Change(path, new)]
    if kind is tuple or kind is list:
        return _list_difference(old, new, path)
    if kind is dict:
        if old.keys() != new.keys():
            return [Change(path, new)]
        return [change for key in new for change in difference(old[key], new[key], (*path, key))]
    return _struct_difference(old, new, path)


def _list_difference(old: Sequence[Any], new: Sequence[Any], path: Path) -> list[Change]:
    """Compare element by element if lengths are equal and elements have parts, else from the first difference."""
    if len(old) == len(new) and not _PLAIN.issuperset(map(type, new)):
        changes: list[Change] = []
        for index in compress(count(), map(is_not, old, new)):
            changes += difference(old[index], new[index], (*path, index))
        return changes
    keep = _kept(old, new)
    return [] if keep == len(old) == len(new) else [Change(path, UNSET, keep, new[keep:])]


def _kept(old: Sequence[Any], new: Sequence[Any]) -> int:
    """Return the length of the common prefix."""
    for index in compress(count(), map(is_not, old, new)):
        if difference(old[index], new[index]):
            return index
    return min(len(old), len(new))


def _struct_difference(old: Struct, new: Struct, path: Path) -> list[Change]:
    """Compare structs by their JSON field names; a field missing from either makes the whole struct new."""
    changes: list[Change] = []
    names, before, after = type(new).__struct_encode_fields__, astuple(old), astuple(new)
    for place in compress(count(), map(is_not, before, after)):
        was, now = before[place], after[place]
        if was is UNSET or now is UNSET:
            return [Change(path, new)]
        changes += difference(was, now, (*path, names[place]))
    return changes
