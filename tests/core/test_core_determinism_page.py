"""The numbers of docs/DETERMINISM.md are those that the program gives."""

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from clauses import clause
from saloon.core.alea import Alea, _Mash
from saloon.core.canonical import commitment, state_hash
from saloon.core.streams import Sha256Stream, Stream, VnextStream, fnv1a, shuffle
from saloon.games import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "DETERMINISM.md").read_text()


def section(title: str) -> str:
    """Return the part of the page under a heading, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None, title
    return found[1]


def rows(title: str) -> Iterator[list[str]]:
    """Yield the cells of a section's table, the head left out."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def drawn(stream: Stream, bound: int, like: str) -> str:
    return " ".join(str(stream.below(bound)) for _ in like.split())


def hexed(stream: Stream, like: str) -> str:
    return " ".join(f"{stream.below(2**32):08x}" for _ in like.split())


def test_the_stream_of_the_house() -> None:
    table = list(rows("The stream of the house"))
    assert len(table) == 3
    for name, words, numbers in table:
        assert hexed(Sha256Stream(name), words) == words
        assert drawn(Sha256Stream(name), 52, numbers) == numbers
    assert "363878009, then 1310549018, 1753922952, 671613289" in section("The stream of the house")
    stream = Sha256Stream("reject")
    assert [stream.below(3221225472) for _ in range(4)] == [363878009, 1310549018, 1753922952, 671613289]


def test_the_stream_of_the_original() -> None:
    table = list(rows("The stream of HighNoon's original"))
    assert len(table) == 3
    for name, hashed, words, numbers in table:
        assert f"{fnv1a(name.encode()):08x}" == hashed
        assert hexed(VnextStream(name), words) == words
        assert drawn(VnextStream(name), 52, numbers) == numbers


def test_alea() -> None:
    table = list(rows("Alea"))
    assert len(table) == 4
    for seed, fractions, first, below, thousandth in table:
        alea = Alea(seed)
        assert f"{alea._s0}, {alea._s1}, {alea._s2}" == fractions
        numbers = [alea.random() for _ in range(1000)]
        assert numbers[:3] == [float(number) for number in first.split(", ")]
        assert numbers[-1] == float(thousandth)
        assert drawn(Alea(seed), 8, below) == below
    mash = _Mash()
    for _ in range(3):
        assert str(mash(" ")) in section("Alea")


@pytest.mark.parametrize("stream", [Sha256Stream("x"), VnextStream("x")], ids=["saloon", "vnext"])
def test_the_shuffle(stream: Stream) -> None:
    items = list(range(10))
    shuffle(items, stream)
    assert f"become {' '.join(map(str, items))}" in " ".join(section("The shuffle").split())


def test_the_hashes() -> None:
    text = re.search(r"```\n(.*?)\n```", section("The state hash"), re.DOTALL)
    assert text is not None
    hashed = state_hash(3, {"a": [1, True, None], "b": "ü"})
    assert sha256(text[1].encode()).hexdigest() == hashed
    assert hashed in section("The state hash")
    promised = re.search(r"```\n(.*?)\n```", section("The commitment"), re.DOTALL)
    assert promised is not None
    options = GAMES["highnoon"].options()
    promise = commitment("highnoon", "00112233445566778899aabbccddeeff", options, "SEED-0001")
    assert sha256(promised[1].encode()).hexdigest() == promise
    assert promise in section("The commitment")


def _shuffled(deck: list[str], stream: Stream) -> str:
    shuffle(deck, stream)
    return " ".join(deck)


def _deck(suits: str, ranks: str) -> list[str]:
    return [rank + suit for suit in suits for rank in ranks]


DECKS: dict[str, Callable[[], str]] = {
    "HighNoon `SEED-0001`, split, p1": lambda: _shuffled(
        _deck("CDHS", "A23456789TJQK"), Sha256Stream("SEED-0001::split::p1")
    ),
    "the same with `vnext`": lambda: _shuffled(_deck("CDHS", "A23456789TJQK"), VnextStream("SEED-0001::split::p1")),
    "Klondike `7`": lambda: _shuffled(_deck("CDHS", "A23456789TJQK"), Sha256Stream("7::klondike")),
    "Meridian Master `7`": lambda: _shuffled(_deck("hdcs", "A23456789TJQK"), Sha256Stream("7::meridian")),
    "Never Nine `7`, round 1": lambda: _shuffled(_deck("CDHS", "6789TJQKA"), Sha256Stream("7::nevernine::1")),
}


@pytest.mark.parametrize("name", DECKS)
def test_the_shuffled_decks(name: str) -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| {name} |"))
    assert f"| {DECKS[name]()}" in line


@clause("HN-10")
def test_the_games_deal_from_these_decks() -> None:
    dealt = {name: next(line for line in PAGE.splitlines() if line.startswith(f"| {name} |")) for name in DECKS}
    decks = {name: line.split("|")[2].split(";")[0].split() for name, line in dealt.items()}
    noon = GAMES.version("highnoon", "1.0.0")
    for name, profile in (("HighNoon `SEED-0001`, split, p1", "saloon"), ("the same with `vnext`", "vnext")):
        board = noon.deal("SEED-0001", noon.options(profile=profile)).players.p1
        assert [card.code for pile in (*board.tableau, board.stock) for card in pile] == decks[name]
    klondike = GAMES["klondike"].deal("7", GAMES["klondike"].options())
    assert [card.code for pile in (*klondike.tableau, klondike.stock) for card in pile] == decks["Klondike `7`"]
    nine = GAMES["nevernine"].deal("7", GAMES["nevernine"].options())
    assert nine.dealer == 2
    assert "first dealer is seat 2" in PAGE
    deck = decks["Never Nine `7`, round 1"]
    for seat in range(4):
        assert sorted(nine.hands[seat]) == sorted(deck[i] for i in range(36) if (2 + 1 + i) % 4 == seat)
