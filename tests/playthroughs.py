"""Readable games in tests/playthroughs, one for each game, rules version and option set: a rule change shows there.

`python tests/playthroughs.py` compares them with what the rules do now and prints a diff; with `--write` it writes
them again.

A file shows each position as the seat sees it that acts next, the hashes of the state and of every view, all legal
actions, and the action taken. Which action is taken depends on the seed and the number of the action alone: every
second one is the hint, if there is one; any other is number `sha256("seed:number") mod count` of the legal actions that
give nothing up. A file ends with the game, after `STEPS` actions or after `BYTES`; where players may give up, one does.
The files of ended games follow every hint to the end of a game, and show its last `SHOWN` actions in full.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from positions import is_ours, kit_of, rulebooks, useful
from saloon.core.canonical import canonical_json, state_hash, view_hash
from saloon.core.game import Action, Seat, seat_name, supported_options
from saloon.core.registry import AnyGame
from saloon.games import GAMES

FOLDER: Final = Path(__file__).with_name("playthroughs")
STEPS: Final = 40
BYTES: Final = 19_000
SHOWN: Final = 8
LONGEST: Final = 400
"""Actions after which a game that follows the hints is not shown."""
DIGITS: Final = 12
"""Hex digits of a hash: enough to see a change."""


def every_playthrough() -> dict[str, str]:
    """Return the text of every playthrough of our own games by its file name."""
    return {file: text for game in GAMES if is_ours(game) for file, text in playthroughs(game.name)}


def playthroughs(name: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every playthrough of a game."""
    kit = kit_of(name)
    for number, options in enumerate(kit.playthrough_sets):
        for game in rulebooks(name, options):
            chosen = "-".join(f"{key}={value}" for key, value in options.items())
            yield f"{name}-{game.rules_version}-{chosen}.txt", _Game(game, kit.seed(number), options).mixed()
    for seed, options in kit.quick_games:
        for game in rulebooks(name, options):
            played = _Game(game, seed, options)
            text = played.hinted()
            if played.reason is not None:
                yield f"{name}-{game.rules_version}-ended-{played.reason}.txt", text


class _Game:
    """A game being played and written down."""

    def __init__(self, game: AnyGame, seed: str, options: Mapping[str, Any]) -> None:
        self._game = game
        self._seed = seed
        self._state = game.deal(seed, supported_options(game, options))
        self._rev = 0
        self._lines = [
            f"game     {game.name}",
            f"rules    {game.rules_version}",
            f"options  {canonical_json(supported_options(game, options)).decode()}",
            f"seed     {seed}",
            "",
        ]

    @property
    def reason(self) -> str | None:
        """Why the game is over; None if it is not, as under older rules that know fewer ends."""
        outcome = self._game.outcome(self._state)
        return None if outcome is None else outcome.reason

    def mixed(self) -> str:
        """Play on with every second action a hint, and return the text."""
        size = 0
        while self._rev < STEPS and size < BYTES and (step := self._next(self._rev % 2 == 1)):
            self._show(*step)
            size = len("\n".join(self._lines).encode())
        if self._game.outcome(self._state) is None and (last := self._giving_up()):
            self._show(*last)
        return self._text()

    def hinted(self) -> str:
        """Follow the hints to the end, and return the text."""
        steps: list[tuple[Seat, Action]] = []
        deal = self._state
        while self._rev < LONGEST and (step := self._next(True)):
            steps.append(step)
            self._act(*step)
        self._state, self._rev = deal, 0
        opening = steps[:-SHOWN]
        for step in opening:
            self._act(*step)
        self._lines += self._opening(opening)
        for step in steps[-SHOWN:]:
            self._show(*step)
        return self._text()

    def _opening(self, steps: list[tuple[Seat, Action]]) -> Iterator[str]:
        """Yield the actions that lead to the first position that is shown, ten in a line."""
        for start in range(0, len(steps), 10):
            ten = ", ".join(self._written(seat, action) for seat, action in steps[start : start + 10])
            yield f"{start + 1:>4}  {ten}"
        yield ""

    def _next(self, by_hint: bool) -> tuple[Seat, Action] | None:
        """Return whose action is next, and which."""
        seats = [seat for seat in self._game.seats if useful(self._game, self._state, seat)]
        if not seats:
            return None
        number = int.from_bytes(sha256(f"{self._seed}:{self._rev}".encode()).digest())
        seat = seats[number % len(seats)]
        legal = self._game.legal(self._state, seat)
        hint = self._game.hint(self._game.view(self._state, seat), legal) if by_hint else None
        choice = useful(self._game, self._state, seat)
        return seat, hint if hint in choice else choice[number // len(seats) % len(choice)]

    def _giving_up(self) -> tuple[Seat, Action] | None:
        """Return the first action by which somebody ends the game."""
        for seat in self._game.seats:
            for action in self._game.legal(self._state, seat):
                if action.kind in self._game.giving_up:
                    after = self._game.apply(self._state, seat, action)
                    if self._game.outcome(after) is not None:
                        return seat, action
        return None

    def _act(self, seat: Seat, action: Action) -> None:
        self._state = self._game.apply(self._state, seat, action)
        self._rev += 1

    def _show(self, seat: Seat, action: Action) -> None:
        """Write down the position and the action, and act."""
        self._position(seat)
        for one in self._game.seats:
            legal = ", ".join(map(self._game.notation, self._game.legal(self._state, one)))
            if legal:
                self._lines.append(f"{seat_name(one)} may: {legal}")
        self._lines += ["", f"> {self._written(seat, action)}", ""]
        self._act(seat, action)

    def _position(self, seat: Seat) -> None:
        game, state, rev = self._game, self._state, self._rev
        views = "   ".join(
            f"{'watcher' if one is None else seat_name(one)} {view_hash(rev, game.view(state, one))[:DIGITS]}"
            for one in (*game.seats, None)
        )
        hashes = f"state {state_hash(rev, game.canonical(state))[:DIGITS]}   views {views}"
        self._lines += [f"# {rev}", hashes, *game.picture(game.view(state, seat)).splitlines(), ""]

    def _written(self, seat: Seat, action: Action) -> str:
        return f"{seat_name(seat)} {self._game.notation(action)}"

    def _text(self) -> str:
        self._position(0)
        outcome = self._game.outcome(self._state)
        told = "none yet" if outcome is None else msgspec.json.encode(outcome).decode()
        whole = state_hash(self._rev, self._game.canonical(self._state))
        lines = [*self._lines, f"outcome     {told}", f"state hash  {whole}"]
        return "\n".join(line.rstrip() for line in lines) + "\n"


def differences() -> Iterator[str]:
    """Yield the lines by which the files differ from what the rules do now."""
    current = every_playthrough()
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*")}
    for file in sorted({*current, *kept}):
        before, after = (texts.get(file, "").splitlines() for texts in (kept, current))
        yield from unified_diff(before, after, f"{FOLDER.name}/{file}", "now", lineterm="", n=1)


def write() -> None:
    """Write every playthrough again, and remove obsolete ones."""
    current = every_playthrough()
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*"):
        if path.name not in current:
            path.unlink()
    for file, text in current.items():
        (FOLDER / file).write_text(text, encoding="utf-8", newline="\n")


def main() -> int:
    """Compare or write."""
    parser = ArgumentParser(description="Compare tests/playthroughs with what the rules do now.")
    parser.add_argument("--write", action="store_true", help="write the files again")
    if parser.parse_args().write:
        write()
        return 0
    found = list(differences())
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
