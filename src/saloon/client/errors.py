"""The errors of the client. A refused action raises `saloon.core.errors.Rejected`, as at a table in this process."""

from saloon.core.errors import SaloonError

__all__ = ["ClientError", "ConnectionLost", "RequestRefused"]


class ClientError(SaloonError):
    """Every failure of the client apart from a refused action."""

    default_code = "CLIENT_ERROR"


class RequestRefused(ClientError):
    """The server refused a request or a socket: `code` and `reason` are the server's; `status` is that of HTTP."""

    def __init__(self, code: str, reason: str, status: int = 0) -> None:
        super().__init__(reason, code)
        self.status = status


class ConnectionLost(ClientError):
    """The server could not be reached for longer than the client's patience, or the table was closed."""

    default_code = "CONNECTION_LOST"
