"""The reasons for which a game's rules refuse an action, read from its source so that the page can translate them."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from saloon.core.registry import AnyGame

_REASON_AT: Final = {"Rejected": 1, "require": 2}
"""The functions that raise a refusal, and which argument is the reason; the code is the argument before."""
_NEVER_SHOWN: Final = "INVALID_ACTION_KIND"
"""Codes that the page never causes: it never sends an action that the game does not have."""


def reasons(game: AnyGame) -> list[str]:
    """Return the reasons in the modules of the game's package; `{}` is a placeholder, for example for a card."""
    package = Path(inspect.getfile(type(game))).parent
    return sorted({reason for path in sorted(package.glob("*.py")) for reason in reasons_in(path.read_text())})


def reasons_in(source: str) -> Iterator[str]:
    """Yield the reasons in a module. Each must be a literal where it is raised, or it cannot be found."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Name(name), args) if name in _REASON_AT and len(args) > _REASON_AT[name]:
                code, reason = args[_REASON_AT[name] - 1], args[_REASON_AT[name]]
                if not (isinstance(code, ast.Constant) and code.value == _NEVER_SHOWN):
                    yield from _templates(reason)


def _templates(reason: ast.expr) -> Iterator[str]:
    match reason:
        case ast.Constant(str(text)):
            yield text
        case ast.JoinedStr(parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(_, one, other):
            yield from _templates(one)
            yield from _templates(other)
        case _:
            raise ValueError(f"write the reason where it is raised, not as {ast.unparse(reason)!r}")
