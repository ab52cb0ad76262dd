"""Search code shared by the bots and solvers of several games; no game is named here.

`alternating` solves games whose columns are built down in alternating colours, `best_first` those whose columns are in
any order; `lines` turns their results into actions of the game. `sampling` is a bot that deals out the hidden cards
at random and asks the game's solver. A game converts its states to the positions in `positions`.
"""
