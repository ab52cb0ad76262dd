"""View differences: what changed between two views of one receiver, field by field.

A view has a few fields of which an action changes one or two, and most fields are shown to several receivers. So a
field is compared only if it is another object than before, and only once for all receivers.
"""

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not
from typing import Any

from msgspec import UNSET, Struct

from saloon.core.canonical import reader_of

from .changes import Change, difference


class DiffCache:
    """The differences of view fields while the acks of one action are built."""

    def __init__(self) -> None:
        self._diffs: dict[tuple[int, int], tuple[Sequence[Change], Any, Any]] = {}
        """By the ids of both fields. The fields are kept alive, so nothing else can get their ids."""

    def diff(self, old: Any, new: Any) -> Sequence[Change]:
        """Return how a field changed."""
        key = id(old), id(new)
        found = self._diffs.get(key)
        if found is None:
            found = self._diffs[key] = difference(old, new), old, new
        return found[0]


def view_changes(old: Struct, new: Struct, cache: DiffCache) -> list[Change]:
    """Return the changes that turn one view into the next."""
    names, read = reader_of(type(new))
    before, after = read(old), read(new)
    changes: list[Change] = []
    for place in compress(count(), map(is_not, before, after)):
        was, now = before[place], after[place]
        if was is UNSET or now is UNSET:
            return [Change((), new)]
        name = names[place]
        changes += [Change((name, *one.path), one.value, one.keep, one.add) for one in cache.diff(was, now)]
    return changes
