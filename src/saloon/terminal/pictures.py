"""Pictures in colour, arranged for the size of a screen."""

import re
from typing import Final

from rich.text import Text

_GAP: Final = "    "
_STYLES: Final = (
    (re.compile(r"(?:10| [A2-9JQK])[♥♦]"), "bold #c01c28 on white"),
    (re.compile(r"(?:10| [A2-9JQK])[♣♠]"), "bold black on white"),
    (re.compile(r"(?<![\dAJQK])[♥♦]"), "bold #ff6b6b"),
    (re.compile(r" ▒▒"), "#5b8dd9 on #1f3b6d"),
    (re.compile(r"··"), "dim"),
)
"""What cards look like: red and black ones, suits that stand alone, face-down cards and empty places."""


def coloured(picture: str) -> Text:
    """Return a picture with coloured cards."""
    text = Text(picture, no_wrap=True)
    for pattern, style in _STYLES:
        text.highlight_regex(pattern, style)
    return text


def arranged(picture: str, width: int, height: int) -> str:
    """Return a picture with its parts side by side if it is too tall and they fit; else as it is."""
    parts = [part.splitlines() for part in picture.split("\n\n")]
    widths = [max(map(len, part)) for part in parts]
    tall = picture.count("\n") + 1 > height
    if not tall or len(parts) < 2 or sum(widths) + len(_GAP) * (len(parts) - 1) > width:
        return picture
    rows = range(max(map(len, parts)))
    lines = [
        _GAP.join((part[row] if row < len(part) else "").ljust(wide) for part, wide in zip(parts, widths, strict=True))
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines)
