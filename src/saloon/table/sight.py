"""What does a receiver see now, and what is new about it? A view, field by field, with the text that is hashed.

A view has a few fields of which an action changes one or two, and most fields are shown to several receivers. So a
field is compared and written only if it is another object than before, and once for all who see it.
"""

from collections.abc import Sequence
from hashlib import sha256
from itertools import compress, count
from operator import is_not
from typing import Any

from msgspec import UNSET, Struct
from msgspec.json import Encoder

from saloon.core.canonical import encoder_of, reader_of

from .changes import Change, difference

News = tuple[bytes, Sequence[Change], Any, Any]
"""The text of a part, what turned the old one into it, and both: as long as they live nothing else has their ids."""


class Work:
    """What became of the parts of views while one action is told."""

    def __init__(self) -> None:
        self._news: dict[tuple[int, int], News] = {}

    def news(self, old: Any, new: Any, encoder: Encoder) -> News:
        """Return what there is to tell of a part that was exchanged."""
        key = id(old), id(new)
        found = self._news.get(key)
        if found is None:
            found = self._news[key] = encoder.encode(new), difference(old, new), old, new
        return found


class Sight:
    """What one receiver sees."""

    def __init__(self, view: Struct) -> None:
        self._encoder = encoder_of(view)
        self._names, self._read = reader_of(type(view))
        self._parts = self._read(view)
        self._order = sorted(range(len(self._names)), key=self._names.__getitem__)
        self._labels = [b'"%b":' % name.encode() for name in self._names]
        self._look_at_all()

    def _look_at_all(self) -> None:
        """Write down every field that is there; the texts stand in canonical order."""
        places = [place for place in self._order if self._parts[place] is not UNSET]
        self._rank = {place: rank for rank, place in enumerate(places)}
        self._texts = [self._labels[place] + self._encoder.encode(self._parts[place]) for place in places]

    def turn_to(self, view: Struct, work: Work) -> list[Change]:
        """Look at the next view; return what turns the last one into it."""
        before, after = self._parts, self._read(view)
        self._parts = after
        changes: list[Change] = []
        for place in compress(count(), map(is_not, before, after)):
            was, now = before[place], after[place]
            if was is UNSET or now is UNSET:
                self._look_at_all()
                return [Change((), view)]
            text, inside, _, _ = work.news(was, now, self._encoder)
            self._texts[self._rank[place]] = self._labels[place] + text
            name = self._names[place]
            changes += [Change((name, *one.path), one.value, one.keep, one.add) for one in inside]
        return changes

    def hash(self, rev: int) -> str:
        """Return `view_hash` of what is seen."""
        return sha256(b'{"rev":%d,"view":{%b}}' % (rev, b",".join(self._texts))).hexdigest()
