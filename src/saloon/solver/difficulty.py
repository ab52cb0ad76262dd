"""The difficulties of deals that can be won."""

from typing import Final, Literal

Difficulty = Literal["easy", "normal", "hard", "expert"]
DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("easy", "normal", "hard", "expert")
