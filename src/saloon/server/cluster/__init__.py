"""Several processes on one database: which are live, which owns a table, and how they hear of changes."""
