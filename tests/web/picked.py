"""A table for the tests of the page that need just any."""

from typing import Final

from samples import SOLITAIRE
from web.pagekit import Json, page_kit

ONE_BY_ONE: Final[Json] = page_kit(SOLITAIRE).won or {}
"""A deal of the sample solitaire that can be won; its stock turns one card at a time."""
