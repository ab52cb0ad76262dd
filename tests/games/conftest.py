"""Servers for the tests of what a game does on one."""

from server.houses import house, postgres, running_house, valkey  # noqa: F401 - fixtures
