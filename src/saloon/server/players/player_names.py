"""Player names: what may be shown to others as a name."""

import re
import unicodedata
from typing import Final

from saloon.core.errors import BadInput

LONGEST_NAME: Final = 40
_BLANKS: Final = dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442, 0x1D159), " ")
"""Invisible letters and symbols, such as the Hangul filler and the blank Braille pattern. They count as spaces."""
_INK: Final = frozenset("LNPS")
"""First letters of the Unicode categories that are visible: letters, numbers, punctuation, symbols."""
_MARKS: Final = 4
"""Most accents in a row; more would cover the lines above and below."""


def read_name(text: str) -> str:
    """Return a name in its normal form, or refuse one that is invisible or disturbs the text around it.

    Control and format characters are always refused; these include line breaks and changes of the writing direction.
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
    """Return the refusal, which quotes the name in ASCII because the name itself must not be shown."""
    repeated = ascii(text)
    return BadInput(f"the name {repeated if len(repeated) <= 60 else repeated[:57] + '...'} {why}", "BAD_NAME")
