"""`saloon play`: any game in the terminal. Everything comes from the protocol, so no game is known here."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Final

from saloon.bots import BOTS, Bot, seat_bot
from saloon.bots.match import act_once
from saloon.core.errors import BadInput, BadMove, SaloonError
from saloon.core.game import Action, Seat
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.helpers import Assist

from .arguments import add_game, options_help, read_pairs
from .replay import read_file

HELP: Final = """type a number of the list, or a move:
  w 3        waste to column 3             5 1 2      two cards from column 5 to column 1
  5 f        column 5 to a foundation      draw, recycle, flip 3, finish, auto, bid 2, play 7H
or one of: undo, redo, hint, pause, resume, new, retry, seed, save FILE, load FILE, list, help, quit"""

EXAMPLES: Final = """examples:
  saloon play klondike -o draw=1
  saloon play nevernine -o limit=15
  saloon play highnoon --bot random
  saloon play klondike --continue

"""

YOU: Final[Seat] = 0


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play a game in the terminal. Bots take the other seats. A game that you leave is kept.",
        epilog=EXAMPLES + HELP + "\n\n" + options_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser)
    parser.add_argument("--bot", choices=sorted(BOTS), default="greedy", help="who takes the other seats")
    parser.add_argument("--load", metavar="FILE", help="go on with a save")
    parser.add_argument("--continue", action="store_true", dest="go_on", help="go on with the game you left")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the player leaves."""
    Terminal(args).play()
    return 0


def kept_game(game: str) -> Path:
    """Return where a game that is left is kept."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "saloon" / f"{game}.json"


class Terminal:
    """One player at a terminal: reads a line, acts, shows the table."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "retry": self._retry,
            "seed": lambda _: print(f"seed {self.table.seed}"),
            "list": lambda _: self._list(),
            "help": lambda _: print(HELP),
            "?": lambda _: print(HELP),
        }
        source = args.load or (str(kept_game(args.game)) if args.go_on else None)
        self._sit_down(self._deal(args.seed) if source is None else self._loaded(source))

    def play(self) -> None:
        """Show the table and take lines until the player quits, or standard input ends."""
        self._show()
        while True:
            try:
                line = input(f"{self.table.game.name}> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                break
            if line.lower() in ("quit", "q", "exit"):
                break
            if line:
                self._obey(line)
        self._keep()

    # --- tables ---------------------------------------------------------------------------------------------

    def _deal(self, seed: str | None) -> Table:
        game = GAMES[self._args.game]
        seats = ("human", *("bot" for _ in game.seats[1:]))
        return Table.deal(game, seed=seed, options=read_pairs(self._args.options), seats=seats)

    def _loaded(self, name: str) -> Table:
        table = Table.load(read_file(name))
        if table.game.name != self._args.game:
            raise BadInput(f"{name!r} is a game of {table.game.name}, not of {self._args.game}", "OTHER_GAME")
        return table

    def _sit_down(self, table: Table) -> None:
        self.table = table
        others = table.game.seats[1:]
        self._bots: dict[Seat, Bot] = {
            seat: seat_bot(self._args.bot, table.game, f"{table.seed}:{seat}") for seat in others
        }
        self._started = monotonic() - max((entry.at or 0 for entry in table.entries), default=0) / 1000
        self._let_bots_act()

    def _keep(self) -> None:
        """Nothing is lost: a game that is left unfinished is kept for `--continue`."""
        if self.table.outcome is not None or not self.table.entries:
            return
        place = kept_game(self.table.game.name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(self.table.save())
        print(f"kept; go on with: saloon play {self.table.game.name} --continue")

    # --- commands -------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        word, *rest = line.split()
        command = self._commands.get(word.lower())
        try:
            if command is not None:
                command(rest)
            else:
                self._act(self._action(line))
        except SaloonError as error:
            print(f"  {error}")

    def _action(self, line: str) -> Action | str:
        """Return the action that the line means: a number of the list, a helper's name, or a typed move."""
        if line.isdecimal():
            listed = self._listed()
            if not 1 <= int(line) <= len(listed):
                raise BadMove(f"{line} is not in the list, which has {len(listed)} entries; type 'list' to see it")
            return listed[int(line) - 1]
        if line.lower() in ("undo", "redo", "hint", "pause", "resume"):
            return line.lower()
        return self.table.game.parse(line, YOU)

    def _act(self, action: Action | str) -> None:
        at = round((monotonic() - self._started) * 1000)
        if isinstance(action, str):
            said = getattr(self.table, action)(YOU, at=at)
            if action == "hint":
                print(f"  hint: {self.table.game.notation(said) if said else 'nothing helps'}")
                return
        else:
            self.table.act(YOU, action, at=at)
            self._let_bots_act()
        self._show()

    def _let_bots_act(self) -> None:
        """Bots act once in a game without turns, and until it is the player's turn otherwise."""
        acted = act_once(self.table, self._bots)
        while acted and self.table.outcome is None and not self.table.moves(YOU):
            acted = act_once(self.table, self._bots)

    def _save(self, words: list[str]) -> None:
        if len(words) != 1:
            raise BadMove("write 'save FILE'")
        try:
            Path(words[0]).write_bytes(self.table.save())
        except OSError as error:
            raise BadInput(f"{words[0]!r} cannot be written: {error.strerror}", "FILE_UNWRITABLE") from None
        print(f"  saved to {words[0]}")

    def _load(self, words: list[str]) -> None:
        if len(words) != 1:
            raise BadMove("write 'load FILE'")
        self._sit_down(self._loaded(words[0]))
        self._show()

    def _new(self, words: list[str]) -> None:
        self._sit_down(self._deal(words[0] if words else None))
        self._show()

    def _retry(self, _: list[str]) -> None:
        self._sit_down(self.table.retry())
        self._show()

    # --- showing --------------------------------------------------------------------------------------------

    def _listed(self) -> list[Action]:
        return [action for action in self.table.legal(YOU) if not isinstance(action, Assist)]

    def _show(self) -> None:
        game = self.table.game
        print(f"\n{game.title}   seed {self.table.seed}   action {self.table.rev}")
        print(_coloured(game.picture(self.table.view(YOU))))
        outcome = self.table.outcome
        if outcome is None:
            self._list()
        else:
            result = "you win" if YOU in outcome.winners else "you do not win"
            print(f"\nThe game is over ({outcome.reason}): {result}, score {outcome.scores[YOU]}.")
            print("Type new, retry or quit.")

    def _list(self) -> None:
        entries = [f"{number:>3}) {self._notation(action):<9}" for number, action in enumerate(self._listed(), start=1)]
        print()
        for start in range(0, len(entries), 6):
            print(" ".join(entries[start : start + 6]).rstrip())

    def _notation(self, action: Action) -> str:
        return self.table.game.notation(action) if action.kind in self.table.game.actions else action.kind


def _coloured(picture: str) -> str:
    """Red suits in red where the terminal shows colours."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return picture
    for suit in "♥♦":
        picture = picture.replace(suit, f"\033[31m{suit}\033[0m")
    return picture
