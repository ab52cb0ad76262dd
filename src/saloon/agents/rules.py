"""The rules of a game as text: its page of docs/rules, which the package contains."""

from pathlib import Path
from typing import Final

import saloon
from saloon.core.registry import AnyGame

_PACKAGE: Final = Path(saloon.__file__).parent
_FOLDERS: Final = (_PACKAGE / "rules", _PACKAGE.parents[1] / "docs" / "rules")
"""In an installed package, and in a checkout."""


def rules_text(game: AnyGame) -> str:
    """Return the rules of a game, how moves are typed, and its options."""
    pages = (folder / f"{game.name}.md" for folder in _FOLDERS)
    page = next((page.read_text(encoding="utf-8") for page in pages if page.is_file()), f"# {game.title}\n")
    return "\n\n".join([moves_text(game), options_text(game), page])


def moves_text(game: AnyGame) -> str:
    """Return how moves are typed."""
    return "\n".join([f"Moves of {game.title} as they are typed:", *(f"  {line}" for line in game.typing_help)])


def options_text(game: AnyGame) -> str:
    """Return the options with what they mean."""
    lines = [f"  {name}: {text}" for name, text in game.option_texts.items()]
    return "\n".join(["Options:", *lines] if lines else ["There are no options."])
