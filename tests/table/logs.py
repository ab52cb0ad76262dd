"""Logs with a header of the tests' own, how they are read, and what they are refused with."""

import json
from typing import Any

import pytest

from saloon.core.errors import BadLog
from saloon.games import GAMES
from saloon.table import Table, replay
from samples import SOLITAIRE
from table.common import Json, plain

HEADER: Json = {
    "seed": "7",
    "protocolVersion": "2.5.1",
    "rulesVersion": GAMES.versions(SOLITAIRE)[0].rules_version,
    "game": SOLITAIRE,
}
"""The least that a header holds."""


def log(steps: list[Any] | None = None, **changes: Any) -> str:
    """Return a log with some fields of its header changed; None leaves one out."""
    header = {key: value for key, value in (HEADER | changes).items() if value is not None}
    return json.dumps({"header": header, "steps": steps or []})


def refusal(text: bytes | str) -> BadLog:
    """Return what a load is refused with; a replay must fail with the same words, and no step to blame."""
    with pytest.raises(BadLog) as refused:
        Table.load(text)
    report = plain(replay(text))
    assert (report["status"], report["finalRev"], report["finalStateHash"]) == ("FAIL", 0, None)
    assert report["failureReason"] == str(refused.value)
    assert "failureStep" not in report
    assert refused.value.reason
    return refused.value


def filled_in(**changes: Any) -> tuple[str, Json]:
    """Return the game of a log without steps, and its options with those that its header leaves out."""
    table = Table.load(log(**changes))
    assert replay(log(**changes)).status == "SUCCESS"
    assert (table.nonce, table.rev) == ("", 0)
    return table.game.name, plain(table.options)
