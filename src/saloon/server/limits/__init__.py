"""Limits that keep one client from affecting the others."""
