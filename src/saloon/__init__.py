"""Saloon: one authoritative card table for five games.

>>> from saloon import Table
>>> table = Table.deal("klondike", seed="7")
>>> len(table.legal(0)) > 0
True
"""
