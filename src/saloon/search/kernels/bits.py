"""Sets of cards as 64-bit masks.

The number of a card is 4 · rank + suit, with ranks from 0 and suits D, H, C, S: a rank is four bits, and the two suits
of a colour are adjacent. The two cards of one rank and colour, a pair, are interchangeable for building.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

LOW_PAIRS = 0x3333333333333
LEFT_OF_PAIR = 0x5555555555555
ONE_SUIT = 0x11111111111111
"""A suit's fourteen next cards: Ace to King, and one beyond for a full foundation."""


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function; it releases the GIL and is cached on disk."""
    return njit(cache=True, nogil=True)(function)


def called(signature: str) -> Callable[[Callable[..., Any]], Any]:
    """Compile or load a function that Python calls when its module is imported, not at its first call."""
    return njit(signature, cache=True, nogil=True)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a small function into its callers."""
    return njit(cache=True, nogil=True, inline="always")(function)


def _instruction(function: Callable[..., Any]) -> Any:
    """Make a function from one machine instruction."""
    return intrinsic(function)


@_instruction
def lowest(typing_context: Any, mask: Any) -> Any:  # noqa: ARG001
    """Return the number of the lowest card in a mask; 64 for none."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@_instruction
def leading_zeros(typing_context: Any, mask: Any) -> Any:  # noqa: ARG001
    """Return the number of zero bits above the highest set bit."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@_instruction
def count(typing_context: Any, mask: Any) -> Any:  # noqa: ARG001
    """Return the number of cards in a mask."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@inlined
def highest_bit(mask: int) -> int:
    """Return a mask with only the highest bit of `mask`."""
    return (1 << (63 - leading_zeros(mask))) if mask != 0 else 0


@inlined
def other_colour(mask: int) -> int:
    """Return the cards of the same rank in the other colour, suit for suit."""
    return ((mask & LOW_PAIRS) << 2) | ((mask >> 2) & LOW_PAIRS)


@inlined
def either(mask: int) -> int:
    """Return all pairs with at least one card in the mask."""
    left = (mask | (mask >> 1)) & LEFT_OF_PAIR
    return left | (left << 1)


@inlined
def both(mask: int) -> int:
    """Return all pairs that are in the mask."""
    left = mask & (mask >> 1) & LEFT_OF_PAIR
    return left | (left << 1)


@inlined
def height(following: int, suit: int) -> int:
    """Return the height of a suit's foundation; `following` holds the next cards of all four."""
    return lowest((following >> suit) & 0x1111111111111111) >> 2
