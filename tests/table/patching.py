"""What a client does with the changes of an acknowledgement: structs become the JSON that it gets."""

from collections.abc import Sequence
from typing import Any

import msgspec

from saloon.client.following import patched as patched_by_client
from saloon.table.changes import Change, plain


def patched(view: Any, changes: Sequence[Change]) -> Any:
    """Return `view` with `changes` made."""
    return patched_by_client(view, msgspec.convert(plain(changes), list[Change]))
