"""A second solver, slow and plain: breadth-first over every position of a small game, nothing of the kernels imported.

Cards are numbers, 4 · rank + suit with the red suits 0 and 1; a deck may have fewer ranks, the highest being the King.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

Column = tuple[tuple[int, ...], tuple[int, ...]]
"""Face-down and face-up cards, bottom first."""


class Table(NamedTuple):
    """A position: foundations, columns in any order, waste and stock in draw order, the waste's height, redeals."""

    heights: tuple[int, ...]
    columns: tuple[Column, ...]
    stock: tuple[int, ...]
    waste: int
    redeals: int


class Rules(NamedTuple):
    """What is played."""

    ranks: int
    draw: int = 1
    any_stack: bool = False


def red(card: int) -> bool:
    return card % 4 < 2


def follows(card: int, top: int) -> bool:
    return card // 4 + 1 == top // 4 and red(card) != red(top)


def accepts(column: Column, card: int, rules: Rules) -> bool:
    return follows(card, column[1][-1]) if column[1] else card // 4 == rules.ranks - 1


def without(column: Column, count: int) -> Column:
    down, up = column[0], column[1][:-count]
    return (down[:-1], down[-1:]) if not up and down else (down, up)


def movable(up: tuple[int, ...], count: int, rules: Rules) -> bool:
    run = up[-count:]
    return rules.any_stack or all(follows(upper, lower) for lower, upper in pairwise(run))


def changed(columns: tuple[Column, ...], **new: Column) -> tuple[Column, ...]:
    return tuple(sorted(new.get(f"c{index}", column) for index, column in enumerate(columns)))


def successors(table: Table, rules: Rules) -> Iterator[Table]:
    heights, columns, stock, waste, redeals = table
    if waste < len(stock):
        yield table._replace(waste=min(waste + rules.draw, len(stock)))
    elif stock and redeals != 0:
        yield table._replace(waste=0, redeals=redeals - (redeals > 0))
    for index, column in enumerate(columns):
        up = column[1]
        if up and heights[up[-1] % 4] == up[-1] // 4:
            raised = changed(columns, **{f"c{index}": without(column, 1)})
            yield table._replace(heights=lifted(heights, up[-1], 1), columns=raised)
        for count in range(1, len(up) + 1):
            for target, other in enumerate(columns):
                if target != index and movable(up, count, rules) and accepts(other, up[-count], rules):
                    moved = (other[0], other[1] + up[-count:])
                    after = changed(columns, **{f"c{index}": without(column, count), f"c{target}": moved})
                    yield table._replace(columns=after)
    if waste:
        card, rest = stock[waste - 1], stock[: waste - 1] + stock[waste:]
        left = table._replace(stock=rest, waste=waste - 1)
        if heights[card % 4] == card // 4:
            yield left._replace(heights=lifted(heights, card, 1))
        for after in laid(columns, card, rules):
            yield left._replace(columns=after)
    for suit, height in enumerate(heights):
        if height:
            card = 4 * (height - 1) + suit
            for after in laid(columns, card, rules):
                yield table._replace(heights=lifted(heights, card, -1), columns=after)


def lifted(heights: tuple[int, ...], card: int, by: int) -> tuple[int, ...]:
    return tuple(height + by * (suit == card % 4) for suit, height in enumerate(heights))


def laid(columns: tuple[Column, ...], card: int, rules: Rules) -> Iterator[tuple[Column, ...]]:
    for index, column in enumerate(columns):
        if accepts(column, card, rules):
            yield changed(columns, **{f"c{index}": (column[0], (*column[1], card))})


def winnable(table: Table, rules: Rules, most: int) -> bool | None:
    """Whether the game can be won; None if there are more positions than `most`."""
    table = table._replace(columns=tuple(sorted(table.columns)))
    seen, waiting = {table}, [table]
    while waiting:
        if len(seen) > most:
            return None
        now = waiting.pop()
        if sum(now.heights) == 4 * rules.ranks:
            return True
        for after in successors(now, rules):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False
