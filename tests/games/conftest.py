"""A terminal, databases and servers for the tests of what a game does there."""

from cli.terminal import shell  # noqa: F401 - fixtures
from server.backends import backend, postgres, running_backend, valkey  # noqa: F401 - fixtures
from store.fixtures import old_url, postgres_server, url  # noqa: F401 - fixtures
