"""Servers for the tests."""

from server.houses import house, postgres, running_house, valkey  # noqa: F401 - fixtures
