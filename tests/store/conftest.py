"""The databases of the tests: each suite runs over both kinds."""

import pytest

from store.databases import Postgres
from store.fixtures import old_url, postgres_server, url  # noqa: F401 - fixtures


@pytest.fixture(scope="session")
def postgres(postgres_server: Postgres) -> Postgres:  # noqa: F811
    """The PostgreSQL server of all tests."""
    return postgres_server
