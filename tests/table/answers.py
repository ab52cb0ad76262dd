"""Messages and actions with the answer that they must get; what is refused changes nothing."""

from typing import Any

import pytest

from saloon.core.errors import Rejected
from saloon.table import Ack, Reject, Snapshot, Table
from table.common import message, standing


def refused(table: Table, seat: int, sent: Any) -> Reject:
    """Send what must be refused, and see that nothing came of it."""
    before = standing(table)
    answer = table.submit(seat, sent)
    assert isinstance(answer, Reject), answer
    assert standing(table) == before
    assert answer.expected_seq == table.expected_seq(seat)
    assert answer.rev == table.rev
    assert answer.reason
    return answer


def shown(table: Table, seat: int, sent: Any) -> Snapshot:
    """Send what must be answered by a snapshot, and see that nothing came of it."""
    before = standing(table)
    answer = table.submit(seat, sent)
    assert isinstance(answer, Snapshot), answer
    assert standing(table) == before
    return answer


def accepted(table: Table, seat: int, sent: Any) -> Ack:
    """Send what must be accepted, and see that the game is one step further."""
    rev = table.rev
    answer = table.submit(seat, sent)
    assert isinstance(answer, Ack), answer
    assert (answer.rev, table.rev) == (rev + 1, rev + 1)
    return answer


def code(table: Table, call: str, *args: Any) -> str:
    """Return the code that a helper is refused with; nothing may have changed."""
    before = standing(table)
    with pytest.raises(Rejected) as rejected:
        getattr(table, call)(*args)
    assert standing(table) == before
    assert rejected.value.reason
    return rejected.value.code


def answer_to(table: Table, kind: str, seat: int = 0, **payload: Any) -> Any:
    """Return the answer to an action that a seat sends by its name."""
    return table.submit(seat, message(table, seat, {"kind": kind, "payload": payload}))
