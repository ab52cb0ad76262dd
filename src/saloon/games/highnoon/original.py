"""How messages and logs of the original are read, for profile `vnext`.

Its server ignores unknown fields. It checks the match before the zones, so an unreadable zone is passed on to the
rules, which refuse it in the order of their checks.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET

from saloon.core.game import Action, read_action

from .state import PLAYERS, SIZES, Timeout, Unreadable, Zone

_INACTIVITY: Final = "inactivity"
"""The original's name for `timeout`; it calls the player `playerId`."""
_ZONES: Final = ("stock", "waste", *SIZES)
_OWNERS: Final = (*PLAYERS, "global")


def read_original(kinds: Mapping[str, type[Action]], kind: object, payload: object) -> Action:
    """Return the action of a message of the original; raise Rejected if there is none."""
    if isinstance(kind, str) and isinstance(payload, Mapping):
        if kind == _INACTIVITY and Timeout.kind in kinds:
            kind, payload = Timeout.kind, {"player": payload.get("playerId")}
        action = kinds.get(kind)
        if action is not None:
            payload = {name: payload[name] for name in action.__struct_encode_fields__ if name in payload}
            if "source" in action.__struct_fields__:
                return _with_zones(action, payload)
    return read_action(kinds, kind, payload)


def _with_zones(action: type[Action], payload: Mapping[str, Any]) -> Action:
    """Return an action between zones, keeping unreadable zones."""
    fields = dict(payload)
    for name in ("source", "target"):
        if name in action.__struct_fields__:
            fields[name] = _zone(payload.get(name))
    return action(**fields)


def _zone(sent: object) -> Zone:
    if not isinstance(sent, Mapping):
        return Unreadable(zone="unknown", owner=UNSET)
    try:
        return msgspec.convert({name: sent[name] for name in Zone.__struct_fields__ if name in sent}, Zone)
    except (msgspec.ValidationError, UnicodeError):
        zone, owner = sent.get("zone"), sent.get("owner", UNSET)
        owner = owner if owner is UNSET or owner in _OWNERS else "nobody"
        return Unreadable(zone=zone if zone in _ZONES else "unknown", owner=owner)
