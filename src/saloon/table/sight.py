"""What does a receiver see now, and what is new about it? A view, field by field, with the text that is hashed.

A view has a few fields of which an action changes one or two, and most fields are shown to several receivers. So a
field is compared and written only if it is another object than before, and once for all who see it.
"""

from hashlib import sha256
from typing import Any

from msgspec import UNSET, Struct
from msgspec.json import Encoder

from saloon.core.canonical import encoder_of, fields

from .changes import Change, difference


class Work:
    """The differences between parts of views and the texts of parts, while one action is told."""

    def __init__(self) -> None:
        self._differences: dict[tuple[int, int], list[Change]] = {}
        self._texts: dict[int, bytes] = {}
        self._parts: list[Any] = []  # as long as they live nothing else has their ids

    def difference(self, old: Any, new: Any) -> list[Change]:
        """Return what turns one part into the other."""
        key = id(old), id(new)
        found = self._differences.get(key)
        if found is None:
            found = self._differences[key] = difference(old, new)
            self._parts += old, new
        return found

    def text(self, part: Any, encoder: Encoder) -> bytes:
        """Return the canonical text of a part."""
        found = self._texts.get(id(part))
        if found is None:
            found = self._texts[id(part)] = encoder.encode(part)
            self._parts.append(part)
        return found


class Sight:
    """What one receiver sees."""

    def __init__(self, view: Struct) -> None:
        self._names, self._parts = fields(view)
        self._encoder = encoder_of(view)
        self._labels = [b'"%b":' % name.encode() for name in self._names]
        self._order = sorted(range(len(self._names)), key=lambda place: self._names[place])
        self._texts = [b""] * len(self._names)
        work = Work()
        for place, part in enumerate(self._parts):
            self._write(place, part, work)

    def _write(self, place: int, part: Any, work: Work) -> None:
        self._texts[place] = b"" if part is UNSET else self._labels[place] + work.text(part, self._encoder)

    def turn_to(self, view: Struct, work: Work) -> list[Change]:
        """Look at the next view; return what turns the last one into it."""
        before, (names, self._parts) = self._parts, fields(view)
        changes: list[Change] = []
        is_whole = False
        for place, (was, now) in enumerate(zip(before, self._parts, strict=True)):
            if was is now:
                continue
            self._write(place, now, work)
            is_whole = is_whole or was is UNSET or now is UNSET
            for one in work.difference(was, now):
                changes.append(Change((names[place], *one.path), one.value, one.keep, one.add))
        return [Change((), view)] if is_whole else changes

    def hash(self, rev: int) -> str:
        """Return `view_hash` of what is seen."""
        texts = [self._texts[place] for place in self._order]
        return sha256(b'{"rev":%d,"view":{%b}}' % (rev, b",".join(filter(None, texts)))).hexdigest()
