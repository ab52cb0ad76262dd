"""A client that applies every change has the view that a snapshot would show."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType

from positions import option_sets, seeds
from saloon.core.game import SERVER
from saloon.table import Table
from saloon.table.changes import Change, difference
from samples import FOURSOME
from table.common import NAMES, clocked, message, plain, sha, some_action
from table.listening import subscribe
from table.patching import patched

VALUES = st.recursive(
    st.none() | st.integers(2, 9) | st.text(max_size=2) | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


def over_the_wire(changes: list[Change]) -> list[Change]:
    """Return the changes as a client reads them."""
    return [msgspec.convert(one, Change) for one in plain(changes)]


def edited(value: Any, random: Random) -> Any:
    """Return `value` with some spot of it changed, so that most of it stays."""
    if isinstance(value, list) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        if random.random() < 0.4:
            return value[:place] + [random.choice([3, "x", [], {}])] * random.randrange(3)
        return [*value[:place], edited(value[place], random), *value[place + 1 :]]
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        return value | {key: edited(value[key], random)}
    return random.choice([None, 5, "new", [2, 3], {"a": 4}])


@given(VALUES, VALUES)
@settings(max_examples=150, deadline=None)
def test_the_difference_turns_one_value_into_the_other(old: Any, new: Any) -> None:
    before = deepcopy(old)
    assert patched(old, over_the_wire(difference(old, new))) == new
    assert old == before
    assert difference(new, deepcopy(new)) == []


@given(VALUES, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_an_edit_somewhere_deep_is_found(old: Any, random: Random) -> None:
    new = edited(old, random)
    assert patched(old, over_the_wire(difference(old, new))) == new


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (1, 1, []),
        (1, 2, [Change((), value=2)]),
        (1, True, [Change((), value=True)]),
        (False, 0, [Change((), value=0)]),
        (1, None, [Change((), value=None)]),
        ("a", ["a"], [Change((), value=["a"])]),
        (["a"], {"a": 1}, [Change((), value={"a": 1})]),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, [Change(("b",), value=3)]),
        ({"a": 1, "b": 2}, {"a": 5, "b": 3}, [Change(("a",), value=5), Change(("b",), value=3)]),
        ({"a": {"b": 1, "c": 4}}, {"a": {"b": 2, "c": 4}}, [Change(("a", "b"), value=2)]),
        ({"a": 1}, {"b": 1}, [Change((), value={"b": 1})]),
        ({"a": 1}, {"a": 1, "b": 2}, [Change((), value={"a": 1, "b": 2})]),
        ({"x": {"a": 1}}, {"x": {}}, [Change(("x",), value={})]),
        ([], [1], [Change((), keep=0, add=[1])]),
        ([1], [], [Change((), keep=0, add=[])]),
        ([1, 2], [1, 2, 3, 4], [Change((), keep=2, add=[3, 4])]),
        ([1, 2, 3], [1, 2], [Change((), keep=2, add=[])]),
        ([1, 2, 3], [1, 5, 3], [Change((), keep=1, add=[5, 3])]),
        ([1, 2, 3], [1, 2, 4], [Change((), keep=2, add=[4])]),
        ([1, 2, 3], [9, 2], [Change((), keep=0, add=[9, 2])]),
        ([[1], [2]], [[1], [2, 3]], [Change((1,), keep=1, add=[3])]),
        ([[1], [2]], [[1], [2], [3]], [Change((), keep=2, add=[[3]])]),
        ([{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 3}], [Change((1, "a"), value=3)]),
        ([1, 2], [1, [2]], [Change((1,), value=[2])]),
        ([[2], 1], [[2], 3], [Change((1,), value=3)]),
        ([[2], [3]], [1, 2], [Change((), keep=0, add=[1, 2])]),
        ({"t": [[1], [2]]}, {"t": [[], [2, 4]]}, [Change(("t", 0), keep=0, add=[]), Change(("t", 1), keep=1, add=[4])]),
    ],
)  # fmt: skip
def test_what_a_difference_says(old: Any, new: Any, expected: list[Change]) -> None:
    assert difference(old, new) == expected
    assert json.dumps(patched(old, expected)) == json.dumps(new)
    assert difference(old, new, ("root", 3)) == [
        Change(("root", 3, *one.path), one.value, one.keep, one.add) for one in expected
    ]


def test_a_change_is_written_with_what_it_says_and_nothing_else() -> None:
    assert plain(Change(("a", 0), value=None)) == {"path": ["a", 0], "value": None}
    assert plain(Change((), keep=0, add=[])) == {"path": [], "keep": 0, "add": []}


def test_numbers_and_booleans_are_distinguished_inside_lists_and_objects_too() -> None:
    assert difference({"a": [0]}, {"a": [False]}) == [Change(("a",), keep=0, add=[False])]


class Point(Struct, rename="camel"):
    """Something with parts, as views have them."""

    far_x: int
    near_y: int | UnsetType = UNSET


class Other(Struct, rename="camel"):
    far_x: int


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (Point(1, 2), Point(1, 2), []),
        (Point(1, 2), Point(1, 3), [Change(("nearY",), value=3)]),
        (Point(1, 2), Point(5, 3), [Change(("farX",), value=5), Change(("nearY",), value=3)]),
        (Point(1), Point(2), [Change(("farX",), value=2)]),
        (Point(1), Point(1, 2), [Change((), value={"farX": 1, "nearY": 2})]),
        (Point(1), Other(1), [Change((), value={"farX": 1})]),
        ((Point(1), Other(1)), (Point(1), Other(2)), [Change((1, "farX"), value=2)]),
        ((Point(1),), (Point(1), Point(2)), [Change((), keep=1, add=[{"farX": 2}])]),
        ((Point(1), Point(2)), (Point(1),), [Change((), keep=1, add=[])]),
        ((Point(1), Point(2)), (Point(1), Other(2)), [Change((1,), value={"farX": 2})]),
        ((1, 2), (1, 3), [Change((), keep=1, add=[3])]),
        ((), (), []),
        ({"a": (Point(1),)}, {"a": (Point(1),)}, []),
    ],
)
def test_views_are_compared_part_by_part_and_sent_as_json(old: Any, new: Any, expected: list[Change]) -> None:
    told = over_the_wire(difference(old, new))
    assert told == expected
    assert patched(plain(old), told) == patched(plain(old), difference(old, new)) == plain(new)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_a_snapshot_is_the_first_one_and_all_changes(name: str, data: st.DataObject) -> None:
    """For every seat and a watcher, helpers used now and then; the view hash is that of the view so made."""
    options = data.draw(st.sampled_from(option_sets(name)))
    alone = data.draw(st.booleans())
    seats = tuple("human" if alone and seat == 0 else "bot" for seat in Table.deal(name, seed="1").game.seats)
    table = Table.deal(name, seed=data.draw(seeds(name)), options=options, nonce="n", seats=seats)
    random = Random(data.draw(st.integers(0, 2**32)))
    receivers = (*table.game.seats, None)
    views = {receiver: plain(table.snapshot(receiver, "CONNECT"))["view"] for receiver in receivers}
    for receiver in receivers:
        subscribe(table, receiver, lambda one, receiver=receiver: _apply(views, receiver, plain(one)))  # type: ignore[misc]
    for _ in range(data.draw(st.integers(0, 60))):
        step = some_action(table, random, helpers=random.random() < 0.2)
        if step is None:
            break
        table.submit(step[0], message(table, *step))
        for receiver in receivers:
            assert views[receiver] == plain(table.snapshot(receiver, "CONNECT"))["view"]


def _apply(views: dict[int | None, Any], receiver: int | None, ack: dict[str, Any]) -> None:
    """Do what a client does, and compare the hash that it was sent."""
    changes = [msgspec.convert(one, Change) for one in ack["change"]]
    views[receiver] = patched(views[receiver], changes)
    assert ack["viewHash"] == sha({"rev": ack["rev"], "view": views[receiver]})


def test_changes_follow_actions_of_the_server_too() -> None:
    table = clocked(FOURSOME)
    view = plain(table.view(None))
    acks: list[Any] = []
    subscribe(table, None, acks.append)
    for _ in range(50):
        table.act(SERVER, table.legal(SERVER)[0])
        view = patched(view, over_the_wire(acks[-1].change))
        assert view == plain(table.view(None))
