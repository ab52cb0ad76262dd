"""A typed client of the protocol: `Client` for asyncio, `SyncClient` for notebooks. Needs `saloon[client]`.

What a server answers about players, games and deals is in `saloon.client.answers`, and the lines of an analysis are in
`saloon.client.analyses`.
"""

from saloon.core.errors import Rejected

from .client import Client
from .errors import ClientError, ConnectionLost, RequestRefused
from .messages import Ack, BotFailed, ClaimStatus, Clock, EmoteSent, GameInfo, Move, News, Player, Snapshot
from .sync import SyncClient, SyncTable
from .table import ClientTable

__all__ = [
    "Ack",
    "BotFailed",
    "ClaimStatus",
    "Client",
    "ClientError",
    "ClientTable",
    "Clock",
    "ConnectionLost",
    "EmoteSent",
    "GameInfo",
    "Move",
    "News",
    "Player",
    "Rejected",
    "RequestRefused",
    "Snapshot",
    "SyncClient",
    "SyncTable",
]
