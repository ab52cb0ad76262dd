"""Canonical JSON and what is hashed from it."""

import json
from hashlib import sha256
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType

from saloon.core.canonical import canonical_json, commitment, digest, state_hash

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcABC_019ü€😀"), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_canonical_json_is_sorted_and_without_white_space(value: Any) -> None:
    expected = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical_json(value).decode() == expected


def test_canonical_json_of_structs_leaves_out_what_is_unset() -> None:
    class Inner(Struct):
        zebra: int
        ant: str | UnsetType = UNSET

    class Outer(Struct, rename="camel"):
        second_field: tuple[Inner, ...]
        first_field: bool | None

    value = Outer((Inner(1), Inner(2, "ä")), None)
    assert canonical_json(value) == '{"firstField":null,"secondField":[{"zebra":1},{"ant":"ä","zebra":2}]}'.encode()


def test_the_digest_is_lower_case_hex_of_sha256() -> None:
    assert digest({}) == sha256(b"{}").hexdigest() == digest({})
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1}) == sha256(b'{"a":2,"b":1}').hexdigest()


def test_the_state_hash_covers_the_revision() -> None:
    state = {"b": "ü", "a": [1, True, None]}
    assert state_hash(3, state) == "abb623e68f29438f36d3e972799f844ccfff326ee9c46c53fc6d1aa05d4aca35"
    assert state_hash(3, state) == sha256('{"rev":3,"state":{"a":[1,true,null],"b":"ü"}}'.encode()).hexdigest()
    assert state_hash(4, state) != state_hash(3, state)


def test_the_commitment_covers_game_nonce_options_and_seed() -> None:
    options = {"clock": 0, "mode": "split", "profile": "saloon", "reveal": "explicit"}
    nonce = "00112233445566778899aabbccddeeff"
    promise = commitment("snap", nonce, options, "SEED-0001")
    assert promise == "3ab73076004acd3e47b8cdd0d7b2a697862511a75509f1bc7478864c68e23830"
    others = {
        commitment("other", nonce, options, "SEED-0001"),
        commitment("snap", nonce[::-1], options, "SEED-0001"),
        commitment("snap", nonce, {**options, "mode": "shared"}, "SEED-0001"),
        commitment("snap", nonce, options, "SEED-0002"),
    }
    assert len(others | {promise}) == 5
