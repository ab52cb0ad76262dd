"""Choose a move in games built in alternating colours whose columns hide cards and whose stock is known."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from msgspec.structs import replace

from .alternating import lay_out
from .kernels import load
from .positions import AlternatingPosition, Effort


def best_step(world: AlternatingPosition, hidden: Sequence[int], seed: int, effort: Effort) -> Sequence[int]:
    """Return moves, in the form of `Found`, up to one that turns a card or plays one from the stock.

    `world` is the position with its unseen cards dealt out in any way, and `hidden` how many of them each column has:
    the choice does not depend on their order. Returns nothing if no move is left.
    """
    kernel = _kernel()
    sizes = list(zip(world.columns, hidden, strict=True))
    cards = sorted(group[0] for column, down in sizes for group in column[:down])
    unseen = iter(cards)
    columns = [[*([next(unseen)] for _ in range(down)), *column[down:]] for column, down in sizes]
    deal, root = lay_out(replace(world, columns=columns))
    found = np.zeros((kernel.MOST_STEPS, kernel.LONGEST + 1), np.int64)
    count = kernel.steps(deal, root, found)
    if count == 0:
        return ()
    best = 0
    if count > 1:
        heads = [(column[down][0], down) for column, down in zip(columns, hidden, strict=True) if down]
        best = kernel.race(
            deal.copy(),
            root,
            np.array(heads, np.int64).reshape(-1, 2),
            np.array(cards, np.int64),
            found[:count],
            seed,
            effort.worlds,
            effort.positions,
            effort.margin,
        )
    log = np.zeros(kernel.LOG, np.int64)
    return log[: kernel.spell_out(deal, root, found[best], log)].tolist()  # type: ignore[no-any-return]


def prepare() -> None:
    """Load the kernel; compile it if the cache lacks it."""
    _kernel()


@cache
def _kernel() -> Any:
    return load("determinization")
