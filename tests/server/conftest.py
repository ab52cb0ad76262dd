"""Servers for the tests."""

from server.backends import backend, postgres, running_backend, valkey  # noqa: F401 - fixtures
