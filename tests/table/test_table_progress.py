"""The undo record: a stack that shares everything below its top."""

from hypothesis import given
from hypothesis import strategies as st

from saloon.core.game import UNLIMITED
from saloon.table.progress import EMPTY, Progress, Stack

STEPS = st.lists(st.one_of(st.none(), st.integers(0, 5)), max_size=120)
"""Pushes of a number, and pops."""


def cells(stack: Stack) -> int:
    """Return how many states a stack keeps in memory."""
    count, below = 0, stack._cells
    while below:
        count, below = count + 1, below[1]
    return count


@given(STEPS, st.sampled_from([1, 2, 3, 10, UNLIMITED]))
def test_a_stack_holds_the_newest_states_and_not_many_more(steps: list[int | None], depth: int) -> None:
    stack: Stack = EMPTY
    model: tuple[int, ...] = ()
    for step in steps:
        if step is None and model:
            stack, model = stack.pop(), model[:-1]
        elif step is not None:
            stack, model = stack.push(step, depth), (*model, step)[-depth:]
        assert (tuple(stack)[::-1], len(stack), bool(stack)) == (model, len(model), bool(model))
        assert not model or stack.top == model[-1]
        assert cells(stack) <= 2 * depth
    again = EMPTY
    for value in model:
        again = again.push(value, depth)
    assert (again, hash(again)) == (stack, hash(stack))
    assert again.push(6, depth) != stack


def test_a_push_copies_nothing() -> None:
    stack = EMPTY
    for number in range(100):
        before, stack = stack, stack.push(number, UNLIMITED)
        assert stack._cells[1] is before._cells
        assert stack.pop()._cells is before._cells


def test_a_record_of_a_million_states_is_compared_shown_and_freed_without_recursion() -> None:
    first = second = EMPTY
    for number in range(1_000_000):
        first, second = first.push(number, UNLIMITED), second.push(number, UNLIMITED)
    assert Progress("state", 1, first) == Progress("state", 1, second)
    assert repr(Progress("state", 1, first)).count("999999") == 1
    assert first != second.pop()
    del first, second
