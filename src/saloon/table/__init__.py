"""A game in progress: the state is the deal with the log applied. Also undo, views, hashes, saves and replays.

The same `Table` serves a test, the terminal, a bot match and the server. It reads no clock and does no I/O.
"""

from .log import LOG_VERSION, Header, Log, Step
from .messages import PROTOCOL_VERSION, Ack, Intent, Reject, Snapshot, read_intent
from .replay import Report, replay
from .statistics import Statistics, record
from .table import Table

__all__ = [
    "LOG_VERSION",
    "PROTOCOL_VERSION",
    "Ack",
    "Header",
    "Intent",
    "Log",
    "Reject",
    "Report",
    "Snapshot",
    "Statistics",
    "Step",
    "Table",
    "read_intent",
    "record",
    "replay",
]
