"""In which engines, and with what pointers, the page is tested."""

from typing import Final

from web.engines.driver import Pointer

SECOND_POINTER: Final[tuple[str, Pointer]] = ("firefox", "mouse")
WAYS: Final[list[tuple[str, Pointer]]] = [
    ("chromium", "touch"),
    SECOND_POINTER,
    ("firefox", "touch"),
    ("webkit", "mouse"),
]
"""Engines and pointers. The other tests of the page use Chromium with a mouse; WebKitGTK's driver has no finger."""
