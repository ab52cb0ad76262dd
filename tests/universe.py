"""Every well-formed action that a seat could send, legal or not: what `legal` is compared with."""

from positions import kit_of
from saloon.core.game import Action, Seat


def every_action(name: str, seat: Seat) -> list[Action]:
    """Return all well-formed actions of `seat`, those of the wrong owner and beyond the last pile included."""
    return list(kit_of(name).every_action(seat))
