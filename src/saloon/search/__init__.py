"""Search machinery that games share: it knows positions and moves, and no game by name.

`building` decides games whose columns are built down in alternating colours, `piling` those whose columns lie in any
order; `lines` plays by a game's own rules what they found. `sampling` is a bot that deals out the hidden cards
and asks a game's solver. A game says what its positions look like.
"""
