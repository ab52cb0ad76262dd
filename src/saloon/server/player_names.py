"""Player names: what may be shown to others as a name."""

import re
import unicodedata
from typing import Final

from saloon.core.errors import BadInput

LONGEST_NAME: Final = 40
_BLANKS: Final = dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442, 0x1D159), " ")
"""Letters and symbols without ink, such as the Hangul filler and the blank Braille pattern. They count as spaces."""
_INK: Final = frozenset("LNPS")
"""The first deliveries of Unicode categories that leave a mark: deliveries, numbers, punctuation, symbols."""
_MARKS: Final = 4
"""Accents that may follow each other; more of them would cover the lines above and below."""


def read_name(text: str) -> str:
    """Return a name in its normal form, or refuse one that cannot be seen or that disturbs what stands around it.

    Control and format characters are refused wherever they stand; among them are line breaks and those that turn the
    direction of writing.
    """
    name = " ".join(unicodedata.normalize("NFC", text).translate(_BLANKS).split())
    kinds = "".join(unicodedata.category(character)[0] for character in name)
    if not name.isprintable():
        raise _refused(text, "has characters that cannot be shown")
    if _INK.isdisjoint(kinds):
        raise _refused(text, "has nothing that can be seen")
    if re.search(f"M{{{_MARKS + 1}}}", kinds) or kinds.startswith("M"):
        raise _refused(text, f"begins with an accent, or has more than {_MARKS} in a row")
    if len(name) > LONGEST_NAME:
        raise _refused(text, f"has more than {LONGEST_NAME} characters")
    return name


def _refused(text: str, why: str) -> BadInput:
    """Return the refusal; it repeats the name in ASCII, since showing it is what must be avoided."""
    repeated = ascii(text)
    return BadInput(f"the name {repeated if len(repeated) <= 60 else repeated[:57] + '...'} {why}", "BAD_NAME")
