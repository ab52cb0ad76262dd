"""Durable storage of tables, their logs, players and results, in SQLite or PostgreSQL."""

from .database import Conflict, Database, open_database
from .store import Store, StoredSeat, StoredTable

__all__ = ["Conflict", "Database", "Store", "StoredSeat", "StoredTable", "open_database"]
