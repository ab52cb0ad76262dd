"""What changed between two views? The smallest patch that a client applies to the view it has."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

Path = tuple[str | int, ...]


class Change(Struct, frozen=True):
    """One spot of a view: it has a new `value`, or it is a list of which the first `keep` stay and `add` follow."""

    path: Path
    value: Any | UnsetType = UNSET
    keep: int | UnsetType = UNSET
    add: list[Any] | UnsetType = UNSET


def difference(old: Any, new: Any, path: Path = ()) -> list[Change]:
    """Return the changes that turn `old` into `new`; both are plain JSON values."""
    if old == new and type(old) is type(new):
        return []
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return [change for key in old for change in difference(old[key], new[key], (*path, key))]
    if isinstance(old, list) and isinstance(new, list):
        if len(old) == len(new) and any(isinstance(item, dict | list) for item in new):
            pairs = enumerate(zip(old, new, strict=True))
            return [change for i, (was, now) in pairs for change in difference(was, now, (*path, i))]
        keep = _common(old, new)
        return [Change(path, keep=keep, add=new[keep:])]
    return [Change(path, value=new)]


def _common(old: Sequence[Any], new: Sequence[Any]) -> int:
    length = 0
    for was, now in zip(old, new, strict=False):
        if was != now:
            break
        length += 1
    return length


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
