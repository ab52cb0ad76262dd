"""Seeds: fresh ones, and what may be one."""

import re

import pytest

from saloon.core.errors import BadSeed
from saloon.core.seeds import LONGEST_SEED, check_seed, deal_number, fresh_seed


def test_a_fresh_seed_has_128_random_bits() -> None:
    fresh = {fresh_seed() for _ in range(50)}
    assert len(fresh) == 50
    assert all(re.fullmatch(r"[0-9a-f]{32}", seed) for seed in fresh)


def test_a_deal_number_can_be_read_out() -> None:
    numbers = {deal_number() for _ in range(50)}
    assert len(numbers) > 40
    assert all(re.fullmatch(r"\d{1,8}", number) for number in numbers)


@pytest.mark.parametrize("seed", ["7", "SEED-0001", " ", "grüße 🂡", "x" * 256])
def test_text_is_a_seed(seed: str) -> None:
    assert check_seed(seed) == seed


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        (7, "the seed, 7, is not text"),
        (None, "the seed, None, is not text"),
        (b"7", "the seed, a bytes, is not text"),
        ("", "a seed has 1 to 256 characters; this one has 0"),
        ("x" * 257, "a seed has 1 to 256 characters; this one has 257"),
        ("a\ud800", "the seed 'a\\ud800' holds a character that UTF-8 cannot express"),
    ],
)
def test_other_things_are_not(seed: object, reason: str) -> None:
    with pytest.raises(BadSeed) as refused:
        check_seed(seed)
    assert (refused.value.code, refused.value.reason) == ("BAD_SEED", reason)
    assert LONGEST_SEED == 256
