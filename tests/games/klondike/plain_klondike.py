"""A second solver of Klondike with draw 1 and unlimited redeals: depth-first over whole positions, in plain Python.

It is written from the rules alone and imports nothing of the solver. Every card of the stock is available at any time.

`python tests/games/klondike/plain_klondike.py games/*.json` checks each turning point that `saloon analyse` finds in
these logs: the line must win by the rules, and every position after the losing step must be looked at without a win.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from saloon.games.klondike.state import State

Column = tuple[tuple[int, ...], tuple[int, ...]]
"""Face-down and face-up cards, bottom first; a card is 4 · (rank - 1) + suit, and suits 0 and 1 are red."""


class Board(NamedTuple):
    """A position; the order of the columns does not matter."""

    heights: tuple[int, ...]
    columns: tuple[Column, ...]
    stock: frozenset[int]


def board_of(state: State) -> Board:
    """Return a position without what cannot matter."""
    suits = "DHCS"
    heights = [0, 0, 0, 0]
    for pile in state.foundations:
        for card in pile:
            heights[suits.index(card.suit)] += 1

    def number(card: Any) -> int:
        return int(4 * (card.rank - 1) + suits.index(card.suit))

    columns = [
        (
            tuple(number(card) for card in pile if card.face_down),
            tuple(number(card) for card in pile if not card.face_down),
        )
        for pile in state.tableau
    ]
    return Board(tuple(heights), tuple(sorted(columns)), frozenset(map(number, (*state.stock, *state.waste))))


def goes_on(card: int, column: Column) -> bool:
    up = column[1]
    return card >= 48 if not up else up[-1] // 4 == card // 4 + 1 and (up[-1] % 4 < 2) != (card % 4 < 2)


def without(column: Column, count: int) -> Column:
    down, up = column[0], column[1][:-count]
    return (down[:-1], down[-1:]) if not up and down else (down, up)


def with_columns(columns: tuple[Column, ...], *changes: tuple[int, Column]) -> tuple[Column, ...]:
    changed = list(columns)
    for index, column in changes:
        changed[index] = column
    return tuple(sorted(changed))


def raised(heights: tuple[int, ...], card: int, by: int = 1) -> tuple[int, ...]:
    return tuple(height + by * (suit == card % 4) for suit, height in enumerate(heights))


def is_safe(card: int, heights: tuple[int, ...]) -> bool:
    """Whether nothing that is left could ever want to lie on a card, or on what might lie on it."""
    rank, suit = card // 4, card % 4
    others = (2, 3) if suit < 2 else (0, 1)
    return all(heights[other] >= rank for other in others) and heights[suit ^ 1] >= rank - 1


def successors(board: Board) -> Iterator[Board]:
    """Yield the positions after one move; a card that is safe on its foundation goes there first."""
    heights, columns, stock = board
    ups = []
    for index, column in enumerate(columns):
        if column[1] and heights[column[1][-1] % 4] == column[1][-1] // 4:
            card = column[1][-1]
            ups.append((card, Board(raised(heights, card), with_columns(columns, (index, without(column, 1))), stock)))
    ups += [
        (card, Board(raised(heights, card), columns, stock - {card}))
        for card in stock
        if heights[card % 4] == card // 4
    ]
    for card, after in ups:
        if is_safe(card, heights):
            yield after
            return
    for _, after in ups:
        yield after
    targets = dict.fromkeys(columns)
    for source, column in enumerate(columns):
        for count in range(len(column[1]), 0, -1):
            moving = column[1][-count:]
            for target in targets:
                to = columns.index(target)
                moves_nothing = not target[1] and not column[0] and count == len(column[1])
                if to != source and goes_on(moving[0], target) and not moves_nothing:
                    laid = (target[0], target[1] + moving)
                    yield Board(heights, with_columns(columns, (source, without(column, count)), (to, laid)), stock)
    loose = [(card, heights, stock - {card}) for card in stock]
    loose += [
        (4 * (height - 1) + suit, raised(heights, suit, -1), stock) for suit, height in enumerate(heights) if height
    ]
    for card, left, rest in loose:
        for target in targets:
            if goes_on(card, target):
                to = columns.index(target)
                yield Board(left, with_columns(columns, (to, (target[0], (*target[1], card)))), rest)


def winnable(board: Board, most: int) -> bool | None:
    """Whether the game can be won; None after `most` positions."""
    seen, waiting = {board}, [board]
    while waiting:
        now = waiting.pop()
        if sum(now.heights) == 52:
            return True
        for after in successors(now):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > most:
            return None
    return False


def check_log(log: bytes, most: int) -> Iterator[bool | None]:
    """Yield for each turning point of a log whether it is one; None if there are too many positions after it."""
    from saloon.solver.analysis import TurningPoint, analyse
    from saloon.table import Table

    table = Table.load(log)
    start = table.retry().progress
    states = [start.state, *(accepted.after.state for accepted in table.accepted_since(start))]
    for event in analyse(table):
        if isinstance(event, TurningPoint):
            state = states[event.winnable_after]
            for action in event.line:
                state = table.game.apply(state, 0, action.payload)
            found = winnable(board_of(states[event.step]), most)
            yield None if found is None else not found and state.status == "won"


def main(files: list[str], most: int = 100_000) -> None:
    """Check the logs and count."""
    found = [one for file in files for one in check_log(Path(file).read_bytes(), most)]
    print(
        f"{len(found)} turning points: {found.count(True)} confirmed, {found.count(False)} refuted, "
        f"{found.count(None)} with more than {most:,} positions"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
