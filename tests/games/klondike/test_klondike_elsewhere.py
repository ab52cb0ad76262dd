"""Deals of other programs: their numbers, their ways to write a deck, and tables that begin with them."""

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from saloon.cli import main
from saloon.core.cards import Card, deck
from saloon.core.errors import BadDeck, BadInput, BadLog, BadSeed
from saloon.core.testkit import cards_in
from saloon.games import GAMES
from saloon.games.klondike.deals import numbered_deck, read_deck, write_deck
from saloon.games.klondike.state import Options
from saloon.table import Table, replay

KLONDIKE = GAMES["klondike"]
DEAL_123 = """
7H
6H TS
3S 5D TH
6D 8C 8D 2S
7D TC AH KD QH
8H 3C AC 4H JS 4D
7C KC 4C JC 4S 7S 2H
"""
"""Deal 123 as PySolFC's own tool prints it (`pysol_cards`, layout for solvers)."""
TALON_123 = "5S 9S 2C 6S AD 8S 6C KH QD TD JH 9H 2D AS 9D 9C QS 5H JD KS QC 3H 3D 5C".split()  # noqa: SIM905 - as the tool prints it
KLONDIKE_SOLVER = {
    "1": """{"tableau piles": [["4D"], ["3C", "4C"], ["9S", "7D", "6H"], ["AH", "7S", "2C", "JD"],
        ["AD", "6S", "2H", "10S", "AS"], ["4H", "8H", "2D", "KS", "JC", "5C"],
        ["3H", "4S", "3S", "5D", "JH", "6C", "KD"]],
        "stock": ["10H", "8D", "7H", "KC", "3D", "10D", "5H", "8C", "QS", "JS", "9H", "7C", "6D", "8S", "QD", "QH",
        "AC", "9C", "5S", "KH", "QC", "2S", "10C", "9D"]}""",
    "2": """{"tableau piles": [["JH"], ["JC", "QC"], ["JD", "10S", "KS"], ["3H", "8H", "5D", "10H"],
        ["5S", "2C", "10D", "8D", "AC"], ["6H", "9C", "7D", "9D", "6C", "AH"],
        ["4C", "JS", "2H", "5H", "AS", "10C", "7H"]],
        "stock": ["7S", "8C", "5C", "2D", "2S", "7C", "3C", "QH", "6D", "6S", "QS", "KH", "KC", "4S", "QD", "9H",
        "4H", "3S", "AD", "4D", "8S", "KD", "9S", "3D"]}""",
}
"""Deals 1 and 2 of Klondike-Solver, in the files of Solvitaire that were made with it."""
SOLVITAIRE = {
    "1": "6D KH TC QD AC 2H 4D QC QH 3H AS 5C 2S 4S KC 7C 4H 9C 5H 7S TD 3D 6C TH 2D 3S 6H 9H QS 4C 9S 5S 3C 8D JH TS "
    "AH KS 8C 5D 8H JC 7H 7D 8S 6S 2C 9D JD KD AD JS",
    "2147483647": "6C QD 9C 8S 2C KD QC JD 7S 3S KC 6D QS 7H TD 2D 5C 2H TC TH 9S QH AS 7C 6H 8D JH 8C AC AD 3D TS 9H "
    "JS 4C 4H 6S JC KS AH 7D 2S 5S 4S 8H KH 3C 5H 9D 3H 5D 4D",
}
"""Shuffled decks from the back, by a C++ program with `std::mt19937` and `boost::random::uniform_int_distribution`."""
DIGITS = (
    "042041044124023073111012123081104093031052051121094074061091083102043071132134113114131022103013062032101011014034"
    "054021112064092082133033072053084063024122"
)
"""The first deal among the test deals of Klondike-Solver, which says that it can be won."""
IMPOSSIBLE = (
    "041023134124133071102114063072031033121092131043082044122083084064061051093094054073042013091104032101113062022103"
    "052034021132012074112111123011053024081014"
)
"""The third, of which it says that it cannot."""
PYSOL = """Talon: TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
5C
<7H> 9H
<2D> <9S> AC
<5D> <QH> <5S> 8C
<QC> <2C> <JS> <3C> 7D
<5H> <7S> <KD> <9C> <JC> 6S
<4C> <AH> <2S> <6C> <6H> <TH> KH"""
"""The fourth, a board of PySol."""
decks = st.permutations(deck())


def columns_of(cards: Sequence[Card]) -> list[list[str]]:
    """Return the columns, and then the stock in draw order."""
    state = KLONDIKE.deal_deck(cards, Options(), "deck")
    return [[card.code for card in column] for column in (*state.tableau, state.stock[::-1])]


def test_a_deal_number_deals_what_pysol_deals() -> None:
    state = KLONDIKE.deal_deck(numbered_deck("pysol", "123"), Options(), "123")
    columns = [[card.code for card in column] for column in state.tableau]
    assert columns == [line.split() for line in DEAL_123.strip().splitlines()]
    drawn = KLONDIKE.apply(state, 0, next(one for one in KLONDIKE.legal(state, 0) if one.kind == "draw"))
    count = len(drawn.waste)
    assert [card.code for card in drawn.waste] == TALON_123[:count]
    assert {card.code for card in cards_in(state.stock)} == {*TALON_123}


@pytest.mark.parametrize("number", ["1", "32000", "32001", "4294967295"])
def test_every_number_deals_each_card_once_and_small_ones_are_those_of_microsoft(number: str) -> None:
    ours, theirs = (numbered_deck(source, number) for source in ("pysol", "microsoft"))
    KLONDIKE.check(KLONDIKE.deal_deck(ours, Options(), number))
    KLONDIKE.check(KLONDIKE.deal_deck(theirs, Options(), number))
    assert (ours == theirs) == (int(number) <= 32_000)


@pytest.mark.parametrize("number", KLONDIKE_SOLVER)
def test_a_deal_number_deals_what_klondike_solver_deals(number: str) -> None:
    assert numbered_deck("klondike-solver", number) == read_deck(KLONDIKE_SOLVER[number])
    assert read_deck(f"Game: {number}") == numbered_deck("klondike-solver", number)


@pytest.mark.parametrize("number", SOLVITAIRE)
def test_a_deal_number_deals_what_solvitaire_deals(number: str) -> None:
    shuffled = SOLVITAIRE[number].split()
    stock, dealt = shuffled[:24], iter(shuffled[24:])
    columns: list[list[str]] = [[] for _ in range(7)]
    for row in range(7):
        for column in range(6, row - 1, -1):  # rows from the right, each with one card less
            columns[column].append(next(dealt))
    assert columns_of(numbered_deck("solvitaire", number)) == [*columns, stock[::-1]]


@pytest.mark.parametrize("source", KLONDIKE.deal_sources)
@pytest.mark.parametrize("number", ["", "-1", "1.5", "x", "²", "99999999999999999999999"])
def test_an_invalid_deal_number_is_refused(source: str, number: str) -> None:
    with pytest.raises(BadSeed, match=f"is not a deal number of {source}"):
        numbered_deck(source, number)


@given(cards=decks)
def test_a_deck_survives_every_format(cards: list[Card]) -> None:
    for form in KLONDIKE.deck_formats:
        assert read_deck(write_deck(cards, form)) == cards
    state = KLONDIKE.deal_deck(cards, Options(), "deck")
    assert KLONDIKE.write_deck(state, "cards") == write_deck(cards, "cards")


def test_the_formats_are_those_of_the_programs() -> None:
    assert write_deck(read_deck(DIGITS), "klondike-solver") == DIGITS
    assert write_deck(read_deck(PYSOL), "pysol") == PYSOL
    cards = read_deck(KLONDIKE_SOLVER["1"])
    written = json.loads(write_deck(cards, "solvitaire"))
    assert [[word.upper() for word in pile] for pile in written["tableau piles"]] == json.loads(KLONDIKE_SOLVER["1"])[
        "tableau piles"
    ]
    assert written["stock"] == json.loads(KLONDIKE_SOLVER["1"])["stock"]
    assert [column[0] for column in columns_of(read_deck(DIGITS))[:7]] == "4D 4C 4S QS 2H 7H JC".split()  # noqa: SIM905


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0420", "is not a deck of Klondike-Solver"),
        ("0" * 156, "is not a deck of Klondike-Solver"),
        ("041" * 52, "4C twice"),
        ("{", "is not a deal of Solvitaire"),
        ('{"tableau piles": 3}', "is not a deal of Solvitaire"),
        ('{"tableau piles": [["AC"]], "stock": []}', "columns of 1 to 7 cards; these have 1"),
        ('{"tableau piles": [], "foundations": [[], ["AC"]]}', "a game in progress"),
        ("Talon: AS\n5C", "these have 1"),
        ("AS AS", "AS twice"),
    ],
)
def test_a_text_that_is_no_deck_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadDeck, match=reason):
        read_deck(text)


# --- tables -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", KLONDIKE.deal_sources)
def test_a_table_begins_with_the_deal_and_its_log_needs_no_other_program(source: str) -> None:
    table = Table.deal("klondike", seed=f"{source}:123", options={"draw": 1})
    assert columns_of(KLONDIKE.read_deck(KLONDIKE.write_deck(table.state, "cards"))) == columns_of(
        numbered_deck(source, "123")
    )
    for _ in range(20):
        table.act(0, table.moves(0)[0])
    table.undo()
    log = table.save()
    assert replay(log).status == "SUCCESS"
    assert "start" in json.loads(log)["header"]
    again = Table.load(log).retry()
    assert again.state == Table.deal("klondike", seed=f"{source}:123", options={"draw": 1}).state


def test_other_seeds_are_dealt_as_ever() -> None:
    table = Table.deal("klondike", seed="atari:123")
    assert table.state == KLONDIKE.deal("atari:123", Options())
    with pytest.raises(BadSeed, match="is not a deal number of pysol"):
        Table.deal("klondike", seed="pysol:0")


def test_a_log_with_a_position_that_is_no_deal_is_refused() -> None:
    table = Table.deal("klondike", seed="pysol:123", options={"draw": 1})
    start = json.loads(table.save())["header"]["start"]["state"]
    assert KLONDIKE.set_up(start) == table.state
    with pytest.raises(BadLog, match="not a deal of Klondike"):
        KLONDIKE.set_up({**start, "stock": start["stock"][:-1]})
    with pytest.raises(BadLog, match="not a deal of Klondike"):
        KLONDIKE.set_up({"seed": 1})
    table.act(0, next(one for one in table.moves(0) if one.kind == "draw"))
    with pytest.raises(BadLog, match="begins with a deal"):
        KLONDIKE.set_up(json.loads(json.dumps(_canonical(table))))
    with pytest.raises(BadInput, match="has begun"):
        KLONDIKE.write_deck(table.state, "cards")


def _canonical(table: Table) -> object:
    return msgspec.to_builtins(KLONDIKE.canonical(table.state))


# --- commands -----------------------------------------------------------------------------------------------------


def test_the_command_solves_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "klondike", "--source", "pysol", "--seed", "123", "--json", "-o", "draw=1"]) == 0
    by_number = json.loads(capsys.readouterr().out)
    assert main(["deal", "klondike", "--seed", "pysol:123", "--format", "solvitaire"]) == 0
    written = capsys.readouterr().out
    assert main(["solve", "klondike", "--deck", written, "--json", "-o", "draw=1"]) == 0
    by_deck = json.loads(capsys.readouterr().out)
    assert by_number["deal"] == "pysol:123"
    assert (by_number["verdict"], by_number["moves"]) == (by_deck["verdict"], by_deck["moves"])


def test_a_file_of_klondike_solver_is_solved_as_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(f"#1 = 125 moves\n{DIGITS}\n#Random deal\nGame: 37547\n#Impossible\n{IMPOSSIBLE}\n{'7' * 3}\n")
    assert main(["solve", "klondike", "--deals", str(file), "--json", "-o", "draw=1"]) == 0
    verdicts = [json.loads(line)["verdict"] for line in capsys.readouterr().out.splitlines()]
    assert verdicts[:3] == ["winnable", "winnable", "unwinnable"]
    assert main(["solve", "klondike", "--deck", PYSOL, "-o", "draw=1"]) == 0
    assert capsys.readouterr().out.startswith("winnable")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", "klondike", "--source", "atari", "--seed", "1"], "UNKNOWN_SOURCE"),
        (["solve", "klondike", "--source", "pysol", "--seed", "0"], "BAD_SEED"),
        (["solve", "klondike", "--source", "pysol", "--deck", "AS"], "BAD_DEAL"),
        (["solve", "cards", "--source", "pysol", "--seed", "1"], "UNKNOWN_SOURCE"),
        (["solve", "klondike", "--deck", "{"], "BAD_DECK"),
        (["deal", "klondike", "--seed", "1", "--format", "atari"], "UNKNOWN_FORMAT"),
        (["deal", "cards", "--seed", "1", "--format", "pysol"], "UNKNOWN_FORMAT"),
    ],
)
def test_the_commands_refuse_what_they_do_not_know(
    words: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert f"[{code}]" in capsys.readouterr().err
