"""What a client does with the changes of an acknowledgement, as the page does it in `patch.ts`."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from saloon.table.changes import Change, Path, plain


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
        return plain(change.value)
    assert change.keep is not UNSET
    return [*node[: change.keep], *plain(change.add)]
