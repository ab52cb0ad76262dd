"""What every game is made of: cards, randomness, canonical form, errors, the Game protocol.

Nothing here knows a game, a table or a clock. Imports point down: core imports no other layer.
"""
