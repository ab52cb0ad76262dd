"""Deal numbers: whole numbers within the bounds of a program."""

from saloon.core.errors import BadSeed, quoted


def read_number(source: str, number: str, least: int, most: int) -> int:
    """Return a deal number; raise BadSeed unless it is one of `source`."""
    is_number = number.isascii() and number.isdecimal() and len(number) <= 20
    if not (is_number and least <= int(number) <= most):
        raise BadSeed(f"{quoted(number)} is not a deal number of {source}; they are {least} to {most}")
    return int(number)
