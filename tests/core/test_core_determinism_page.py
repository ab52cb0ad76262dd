"""The numbers of docs/DETERMINISM.md are those that the program gives; each game tests its own decks."""

import json
import re
from hashlib import sha256

import pytest

from core.determinism import drawn, hexed, rows, section
from saloon.core.alea import Alea, _Mash
from saloon.core.canonical import commitment, state_hash
from saloon.core.streams import Sha256Stream, Stream, VnextStream, shuffle
from saloon.games import GAMES


def test_the_sha256_stream() -> None:
    table = list(rows("The SHA-256 stream"))
    assert len(table) == 3
    for name, words, numbers in table:
        assert hexed(Sha256Stream(name), words) == words
        assert drawn(Sha256Stream(name), 52, numbers) == numbers
    assert "363878009, then 1310549018, 1753922952, 671613289" in section("The SHA-256 stream")
    stream = Sha256Stream("reject")
    assert [stream.below(3221225472) for _ in range(4)] == [363878009, 1310549018, 1753922952, 671613289]


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
    given = json.loads(promised[1])
    options = GAMES[given["game"]].options(**given["options"])
    promise = commitment(given["game"], given["nonce"], options, given["seed"])
    assert sha256(promised[1].encode()).hexdigest() == promise
    assert promise in section("The commitment")
