"""`python -m saloon.solver` compiles the search kernels, once; afterwards no player waits for it."""

from .solve import solve
from .verdict import Limits

for game, options in (("klondike", {"draw": 1}), ("cards", {"stack": "any"}), ("meridian", {})):
    solve(game, options, seed="1", limits=Limits(seconds=1.0))
