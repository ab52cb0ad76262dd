"""Small decks for brute force: random deals, and their form for the search."""

from random import Random

from saloon.search.positions import AlternatingPosition
from search.oracle_alternating import Column, Rules, Table, follows

SIZES = [(3, 2), (3, 3), (4, 2), (4, 3), (5, 3), (5, 4), (6, 4)]
"""Ranks and columns of games that are small enough to look at all their positions here."""


def small_game(random: Random, ranks: int, columns: int, *, stock: bool) -> Table:
    """Deal a small deck: columns of 1, 2, … cards or all cards on columns; often with foundations begun."""
    heights = tuple(random.choice([0, 0, 0, 1, 2]) for _ in range(4))
    if random.random() < 0.5:
        low = random.randint(0, ranks - 2)
        heights = tuple(max(0, min(ranks - 1, low + random.randint(-1, 2))) for _ in range(4))
    cards = [card for card in range(4 * ranks) if card // 4 >= heights[card % 4]]
    random.shuffle(cards)
    tableau: list[list[int]] = [[] for _ in range(columns)]
    in_columns = min(len(cards), columns * (columns + 1) // 2 + random.randint(0, 4)) if stock else len(cards)
    for _ in range(in_columns):
        random.choice(tableau).append(cards.pop())
    made = tuple((tuple(pile[:-1]), tuple(pile[-1:])) for pile in tableau)
    return Table(heights, made, tuple(cards), 0, -1)


def groups(column: Column) -> list[list[int]]:
    found = [[card] for card in column[0]]
    for number, card in enumerate(column[1]):
        if number and follows(card, column[1][number - 1]):
            found[-1].append(card)
        else:
            found.append([card])
    return found


def laid_out(table: Table, rules: Rules) -> AlternatingPosition:
    """Return a small game as the search takes it."""
    return AlternatingPosition(
        columns=[groups(column) for column in table.columns],
        heights=table.heights,
        stock=table.stock,
        waste=table.waste,
        draw=rules.draw,
        redeals=None if table.redeals < 0 else table.redeals,
        ranks=rules.ranks,
        hidden=[len(down) for down, _ in table.columns] if rules.any_stack else None,
    )
