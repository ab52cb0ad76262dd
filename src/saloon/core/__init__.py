"""The building blocks of every game: cards, randomness, canonical form, errors, and the `Game` contract.

Nothing here depends on a particular game, a table or a clock: core imports no other layer.
"""
