"""The shell and the databases of the tests."""

from cli.terminal import shell  # noqa: F401 - a fixture
from store.fixtures import postgres_server  # noqa: F401 - a fixture
