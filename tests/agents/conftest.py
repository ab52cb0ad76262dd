"""The server that the tests of the client have."""

from client.conftest import url

__all__ = ["url"]
