"""Changes between two views: the smallest patch that a client applies to the view it has."""

from collections.abc import Mapping, Sequence
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
    changes: list[Change] = []
    _compare(old, new, path, changes)
    return changes


def _compare(old: Any, new: Any, path: Path, changes: list[Change]) -> None:
    """Add the changes at and below `path`."""
    if old is new:
        return
    kind = type(new)
    if type(old) is not kind:
        changes.append(Change(path, new))
    elif kind in _PLAIN:
        if old != new:
            changes.append(Change(path, new))
    elif kind is tuple or kind is list:
        _compare_lists(old, new, path, changes)
    elif kind is dict:
        _compare_dicts(old, new, path, changes)
    else:
        _compare_structs(old, new, path, changes)


def _compare_lists(old: Sequence[Any], new: Sequence[Any], path: Path, changes: list[Change]) -> None:
    """Compare element by element if lengths are equal and elements have parts, else from the first difference."""
    if len(old) == len(new) and not _PLAIN.issuperset(map(type, new)):
        for index in compress(count(), map(is_not, old, new)):
            _compare(old[index], new[index], (*path, index), changes)
        return
    keep = _kept(old, new)
    if not keep == len(old) == len(new):
        changes.append(Change(path, UNSET, keep, new[keep:]))


def _kept(old: Sequence[Any], new: Sequence[Any]) -> int:
    """Return the length of the common prefix."""
    for index in compress(count(), map(is_not, old, new)):
        if difference(old[index], new[index]):
            return index
    return min(len(old), len(new))


def _compare_dicts(old: Mapping[str, Any], new: Mapping[str, Any], path: Path, changes: list[Change]) -> None:
    """Compare value by value if the keys are equal."""
    if old.keys() != new.keys():
        changes.append(Change(path, new))
        return
    for key, value in new.items():
        _compare(old[key], value, (*path, key), changes)


def _compare_structs(old: Struct, new: Struct, path: Path, changes: list[Change]) -> None:
    """Compare structs by their JSON field names; a field missing from either makes the whole struct new."""
    names, before, after = type(new).__struct_encode_fields__, astuple(old), astuple(new)
    start = len(changes)
    for place in compress(count(), map(is_not, before, after)):
        was, now = before[place], after[place]
        if was is UNSET or now is UNSET:
            changes[start:] = [Change(path, new)]
            return
        _compare(was, now, (*path, names[place]), changes)
