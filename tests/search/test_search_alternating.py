"""The search for columns that are built down: verdicts on small games against a brute-force solver."""

from pathlib import Path
from random import Random

import pytest

from saloon.core.solver import Budget, Limits
from saloon.search.alternating import decide
from search.oracle_alternating import Rules, Table, successors, winnable
from search.small_games import SIZES, laid_out, small_game

SMALL = Path(__file__).with_name("small-solitaires.txt")


def played(random: Random, table: Table, rules: Rules) -> Table:
    """Return the deal, or what comes of it after some moves."""
    for _ in range(random.choice([0, 0, 4, 8, 12])):
        table = random.choice(list(successors(table, rules)) or [table])
    return table


@pytest.mark.parametrize(("draw", "redeals"), [(1, -1), (3, -1), (1, 0), (1, 1), (3, 0), (3, 1), (3, 2)])
def test_small_games_with_a_stock_agree_with_brute_force(draw: int, redeals: int) -> None:
    random = Random(f"stock {draw} {redeals}")
    verdicts = {True: 0, False: 0}
    while min(verdicts.values()) < 6:
        ranks, columns = random.choice(SIZES)
        rules = Rules(ranks, draw)
        table = played(random, small_game(random, ranks, columns, stock=True)._replace(redeals=redeals), rules)
        expected = winnable(table, rules, 300)
        if expected is not None:
            found = decide(laid_out(table, rules), Budget(Limits()))
            assert found.answer == ("winnable" if expected else "unwinnable"), table
            verdicts[expected] += 1


def read_small_game(line: str) -> tuple[str, Table, Rules]:
    """Return the verdict, the position and the rules of a line of the file."""
    words, cards = line.split(":")
    verdict, draw, redeals, stack, ranks, waste, *heights = words.split()
    stock, *columns = (pile.split() for pile in cards.split("/"))
    piles = []
    for column in columns:
        down = sum(code.endswith("*") for code in column)
        numbers = tuple(map(number_of, column))
        piles.append((numbers[:down], numbers[down:]))
    table = Table(tuple(map(int, heights)), tuple(piles), tuple(map(number_of, stock)), int(waste), int(redeals))
    return verdict, table, Rules(int(ranks), int(draw), any_stack=stack == "any")


def number_of(code: str) -> int:
    return 4 * "A23456789TJQK".index(code[0]) + "DHCS".index(code[1])


def test_small_games_whose_verdict_took_a_long_search() -> None:
    lines = [line for line in SMALL.read_text().splitlines() if not line.startswith("#")]
    assert len(lines) > 300
    reproduced = 0
    for verdict, table, rules in map(read_small_game, lines):
        answer = decide(laid_out(table, rules), Budget(Limits())).answer
        easier = rules.any_stack and answer == "winnable"
        assert easier or answer == {"won": "winnable", "lost": "unwinnable"}[verdict], (table, rules)
        expected = winnable(table, rules, 40)
        assert expected in (None, verdict == "won")
        reproduced += expected is not None
    assert reproduced > 10


def test_a_foundation_card_may_return_for_the_sake_of_one_buried_below_it() -> None:
    """The 7 of spades returns to take the 6 of diamonds, that for the 5 to take the 4 of clubs from a column."""
    covered = (9, 17, 6, 13, 5, 25)
    columns = (((), ()), ((), (24, 22)), ((), (26, 21, 18)), ((), (27,)), (covered, (14,)))
    for up in (6, 7):  # the 7 of spades lies in a column, or is up
        table = Table((6, 1, 1, up), tuple(columns if up == 6 else (*columns[:3], ((), ()), columns[4])), (10,), 0, -1)
        assert decide(laid_out(table, Rules(7)), Budget(Limits())).answer == "winnable"


def test_small_games_of_runs_without_a_stock_agree_with_brute_force() -> None:
    random = Random("runs")
    verdicts = {True: 0, False: 0}
    while min(verdicts.values()) < 10:
        ranks, columns = random.choice(SIZES)
        table = small_game(random, ranks, columns, stock=False)
        turned = [random.randint(1, 3) for _ in table.columns]
        piles = [(down + up, count) for (down, up), count in zip(table.columns, turned, strict=True)]
        table = table._replace(columns=tuple((pile[:-count], pile[-count:]) for pile, count in piles))
        rules = Rules(ranks)
        table = played(random, table, rules)
        expected = winnable(table, rules, 300)
        if expected is None:
            continue
        found = decide(laid_out(table, rules), Budget(Limits()))
        assert found.answer == ("winnable" if expected else "unwinnable"), table
        verdicts[expected] += 1


def test_what_is_lost_in_the_easier_game_of_any_stacks_is_lost_by_brute_force() -> None:
    random = Random("any stacks")
    lost, settled = 0, {True: 0, False: 0}
    while lost < 25 or min(settled.values()) < 12:
        ranks, columns = random.choice(SIZES)
        table = small_game(random, ranks, columns, stock=False)
        turned = [random.randint(1, 4) for _ in table.columns]
        piles = [(down + up, count) for (down, up), count in zip(table.columns, turned, strict=True)]
        table = table._replace(columns=tuple((pile[:-count], pile[-count:]) for pile, count in piles))
        rules = Rules(ranks, any_stack=True)
        table = played(random, table, rules)
        expected = winnable(table, rules, 300)
        if expected is None:
            continue
        found = decide(laid_out(table, rules), Budget(Limits()))
        assert found.answer == "winnable" or not expected, table
        lost += found.answer == "unwinnable"
        settled[expected] += 1
