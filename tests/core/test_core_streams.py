"""Streams and the shuffle, against numbers computed by another program in another language."""

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saloon.core.streams import Sha256Stream, Stream, VnextStream, fnv1a, shuffle

TOP = 2**32


def numbers(stream: Stream, bound: int, count: int) -> list[int]:
    return [stream.below(bound) for _ in range(count)]


def words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


@pytest.mark.parametrize(
    ("name", "first", "below"),
    [
        (
            "SEED-0001::split::p1",
            "e2194c57 478f162d c979ad3c 48a94fc2 2d5367c3 d298df15 b5e03974 9ee5005c 3d226623",
            [19, 41, 36, 2, 51, 29, 0, 40, 11, 41, 30, 30],
        ),
        (
            "SEED-0001::shared",
            "a8b25887 74691d12 bbb7a642 027d92b1 204ec4f5 452bcaec 23d6b5d8 539136dd 154fd9f2",
            [43, 34, 34, 9, 13, 16, 0, 29, 22, 15, 31, 21],
        ),
        (
            "ä",
            "a7317174 4de74a13 39a5cd90 550e4aa7 3b844631 96ae4e87 bf19285e 13179c9e 0e76b566",
            [4, 51, 32, 11, 29, 27, 18, 38, 6, 24, 44, 3],
        ),
    ],
)
def test_the_sha256_stream(name: str, first: str, below: list[int]) -> None:
    assert numbers(Sha256Stream(name), TOP, 9) == words(first), "eight words a block, then the next block"
    assert numbers(Sha256Stream(name), 52, 12) == below


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    bound = 3 * 2**30
    raw = numbers(Sha256Stream("reject"), TOP, 12)
    assert raw[0] == 3721696934 >= bound
    assert numbers(Sha256Stream("reject"), bound, 8) == [
        363878009,
        1310549018,
        1753922952,
        671613289,
        2196738817,
        87499826,
        2645719269,
        638419553,
    ]


@given(st.text(max_size=20), st.integers(1, 2**32))
@settings(max_examples=60, deadline=None)
def test_numbers_below_a_bound_come_from_the_words_in_order(name: str, bound: int) -> None:
    found = numbers(Sha256Stream(name), bound, 6)
    raw = (
        int.from_bytes(sha256(name.encode() + b"\0" + block.to_bytes(8, "big")).digest()[at : at + 4], "big")
        for block in range(1000)
        for at in range(0, 32, 4)
    )
    assert found == list(islice((word % bound for word in raw if word < TOP // bound * bound), 6))


def test_the_block_number_has_eight_bytes() -> None:
    stream = Sha256Stream("long")
    drawn = numbers(stream, TOP, 8 * 300)
    block = sha256(b"long\0" + bytes([0, 0, 0, 0, 0, 0, 1, 0])).digest()
    assert drawn[8 * 256] == int.from_bytes(block[:4], "big")


@pytest.mark.parametrize(
    ("name", "hashed", "first", "below"),
    [
        (
            "SEED-0001::split::p1",
            0xADAFB963,
            "9fb41584 3d7e9a41 235f3c67 763ad772",
            [32, 5, 27, 14, 27, 47, 18, 44, 19, 37, 16, 33],
        ),
        (
            "SEED-0001::shared",
            0x30638A79,
            "5b7f91fc f4f9d022 ef4a1b91 8f6daaeb",
            [40, 50, 17, 51, 21, 40, 0, 26, 1, 35, 46, 33],
        ),
        ("ä", 0x199DE0E2, "b14ff0ce 62b6158e fabbf9bd 50d7dd9a", [50, 26, 17, 34, 24, 28, 38, 24, 49, 21, 23, 14]),
    ],
)
def test_the_stream_of_the_original(name: str, hashed: int, first: str, below: list[int]) -> None:
    assert fnv1a(name.encode()) == hashed
    assert numbers(VnextStream(name), TOP, 4) == words(first)
    assert numbers(VnextStream(name), 52, 12) == below


@pytest.mark.parametrize(("data", "hashed"), [(b"", 0x811C9DC5), (b"a", 0xE40C292C), (b"foobar", 0xBF9CF968)])
def test_fnv1a_has_the_published_values(data: bytes, hashed: int) -> None:
    assert fnv1a(data) == hashed


@pytest.mark.parametrize(
    ("stream", "order"),
    [
        (Sha256Stream("x"), [8, 7, 1, 0, 3, 2, 4, 6, 9, 5]),
        (VnextStream("x"), [9, 2, 3, 7, 1, 5, 8, 4, 6, 0]),
    ],
)
def test_the_shuffle(stream: Stream, order: list[int]) -> None:
    items = list(range(10))
    shuffle(items, stream)
    assert items == order


class Told:
    """A stream that returns given numbers and records the bounds."""

    def __init__(self, *answers: int) -> None:
        self._answers = iter(answers)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return next(self._answers)


def test_the_shuffle_goes_from_the_last_index_down_to_one() -> None:
    stream = Told(0, 2, 1)
    items = ["a", "b", "c", "d"]
    shuffle(items, stream)
    assert stream.bounds == [4, 3, 2]
    assert items == ["d", "b", "c", "a"]


def test_nothing_and_one_thing_need_no_numbers() -> None:
    for items in ([], [1]):
        before = list(items)
        shuffle(items, Told())
        assert items == before


def test_every_order_is_equally_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(2400):
        items = [0, 1, 2, 3]
        shuffle(items, Sha256Stream(f"chi {number}"))
        orders[tuple(items)] += 1
    chi_square = sum((orders[order] - 100) ** 2 / 100 for order in orders)
    assert len(orders) == 24
    assert chi_square < 49.7, "23 degrees of freedom, one in a thousand"
