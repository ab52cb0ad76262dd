"""`saloon play`: play any game in the terminal. It uses only the `Game` contract, so no game is named here."""

import argparse
import os
import sys
from collections.abc import Callable
from errno import EISDIR
from pathlib import Path
from time import monotonic
from typing import Final

from saloon.bots import level_of
from saloon.bots.guard import fault_text
from saloon.bots.local import LocalBots
from saloon.core.errors import BadInput, BadMove, SaloonError, quoted
from saloon.core.game import Action, Seat
from saloon.core.registry import AnyGame
from saloon.core.solver import Limits
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.helpers import Hint, Pause, Redo, Resume, Undo

from .arguments import (
    HelpFormatter,
    add_game,
    add_rules,
    bots_help,
    by_game,
    data_directory,
    examples_help,
    options_help,
    read_given,
    wall_clock,
)
from .replay import read_file, why
from .results import keep_result, local_statistics
from .screen import add_server, play_on_screen, wants_screen

MOVES: Final = "type a move, or # and a number from the list:"
COMMANDS: Final = """or, where the game has it: undo, redo, hint, solve, pause, resume,
fair (a hint by a strong bot that sees what you see)
or: new, retry, seed, stats, save FILE, load FILE, list, help, quit"""

YOU: Final[Seat] = 0
IN_A_LINE: Final = 5
"""How many legal actions the list shows in a line; five fit into 80 columns."""
SEARCH: Final = Limits(seconds=30.0)
"""The search limits of `solve`."""
HELPERS: Final[dict[str, Action]] = {helper.kind: helper for helper in (Undo(), Redo(), Hint(), Pause(), Resume())}


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play a game in the terminal. Bots take the other seats. A game you leave is saved.",
        epilog="\n\n".join([examples_help("play"), _all_typing_help(), options_help(), bots_help()]),
        formatter_class=HelpFormatter,
    )
    add_game(parser)
    add_rules(parser)
    parser.add_argument(
        "--bot",
        metavar="LEVEL",
        default="greedy",
        help="the level of the bots in the other seats (listed under bots; default greedy)",
    )
    parser.add_argument("--load", metavar="FILE", help="continue from a save file or a log")
    parser.add_argument("--continue", action="store_true", dest="go_on", help="continue the game you left")
    parser.add_argument("--plain", action="store_true", help="use a plain prompt, for pipes and screen readers")
    add_server(parser)
    parser.set_defaults(run=run)


def typing_help(game: AnyGame) -> str:
    """Return what a player of `game` can type."""
    return "\n".join([MOVES, *(f"  {line}" for line in game.typing_help), COMMANDS])


def _all_typing_help() -> str:
    """Return what can be typed in every game, for the end of the help text."""
    return "\n".join([MOVES, by_game({game.name: game.typing_help for game in GAMES}), COMMANDS])


def run(args: argparse.Namespace) -> int:
    """Play until the player quits: full-screen where that is possible, else at a plain prompt."""
    level_of(GAMES[args.game], args.bot)
    if wants_screen(args):
        play_on_screen(args, Terminal)
    else:
        Terminal(args).play()
    return 0


def write_safely(place: Path, data: bytes) -> None:
    """Write a file completely or not at all, so that a full disk does not destroy the old one."""
    if place.is_dir():
        raise IsADirectoryError(EISDIR, "Is a directory")
    draft = place.with_name(f"{place.name}.new")
    try:
        draft.write_bytes(data)
        draft.replace(place)
    finally:
        draft.unlink(missing_ok=True)


def kept_game(game: str) -> Path:
    """Return the file in which an unfinished game is kept."""
    return data_directory() / f"{game}.json"


class Terminal:
    """One player at a terminal: reads a line, acts, shows the table."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "retry": self._retry,
            "fair": self._fair_hint,
            "solve": self._solve,
            "seed": self._seed,
            "stats": lambda _: print(self.statistics()),
            "list": lambda _: self._list(),
            "help": lambda _: print(typing_help(self.table.game)),
            "?": lambda _: print(typing_help(self.table.game)),
        }
        self._sit_down(self._first_table())
        self._is_kept: bool = args.go_on

    def _first_table(self) -> Table:
        args = self._args
        if not (args.load or args.go_on):
            return self._deal(args.seed)
        if args.seed or args.options or args.preset or args.rules or (args.load and args.go_on):
            raise BadInput("a continued game has its own seed, options and rules; give only --load or --continue")
        if args.load:
            return self._loaded(args.load)
        place = kept_game(GAMES[args.game].name)
        if not place.exists():
            raise BadInput(f"there is no unfinished game of {args.game} to continue", "NOTHING_KEPT")
        return self._loaded(str(place))

    def play(self) -> None:
        """Show the table and read lines until the player quits or standard input ends."""
        self._show()
        try:
            while (line := input(f"{self.table.game.name}> ").strip()).lower() not in ("quit", "q", "exit"):
                if line:
                    self._obey(line)
        except (EOFError, KeyboardInterrupt):
            print()
        self.keep()

    # --- tables ---------------------------------------------------------------------------------------------

    def _deal(self, seed: str | None, last: str | None = None) -> Table:
        """Deal a game; without a seed a new one that differs from `last`."""
        args, game = self._args, GAMES[self._args.game]
        seats = ("human", *("bot" for _ in game.seats[1:]))
        seed = game.fresh_seed(wall_clock(), last) if seed is None else seed
        return Table.deal(args.game, seed=seed, options=read_given(args), seats=seats, rules=args.rules)

    def _loaded(self, name: str) -> Table:
        table = Table.load(read_file(name))
        if table.game.name != self._args.game:
            raise BadInput(f"{quoted(name)} is a game of {table.game.name}, not of {self._args.game}", "OTHER_GAME")
        return table

    def _sit_down(self, table: Table) -> None:
        self.table = table
        self._bots = LocalBots(table, self._args.bot, table.game.seats[1:])
        self._is_counted = table.outcome is not None
        self._started = monotonic() - max((entry.at or 0 for entry in table.entries), default=0) / 1000
        self._wait_for_turn()

    def statistics(self) -> str:
        """Return the statistics of the game on this machine, the present one included if it is over."""
        self._count()
        return local_statistics(self.table.game)

    def _count(self) -> None:
        """Keep the result of a game that is over, once."""
        if self.table.outcome is not None and not self._is_counted:
            self._is_counted = True
            keep_result(self.table)

    def keep(self) -> None:
        """Keep an unfinished game for `--continue`; remove a finished one, and keep its result."""
        self._count()
        place = kept_game(self.table.game.name)
        try:
            if self.table.outcome is not None:
                if self._is_kept:
                    place.unlink(missing_ok=True)
            elif self.table.entries:
                place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                if place.exists() and not self._is_kept:
                    earlier = place.replace(place.with_name(f"{self.table.game.name}-earlier.json"))
                    print(f"your earlier unfinished game is now {earlier}")
                write_safely(place, self.table.save())
                print(f"saved; continue with: saloon play {self.table.game.name} --continue")
        except OSError as error:
            raise BadInput(f"the game cannot be saved in {place}: {why(error)}", "FILE_UNWRITABLE") from None

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

    def _action(self, line: str) -> Action:
        """Return the action of a line: a helper's name, a typed move, or an entry of the list."""
        helper = HELPERS.get(line.lower())
        if helper is not None:
            return helper
        number = line.removeprefix("#")
        try:
            if line == number:
                return self.table.game.parse(line, YOU)
        except BadMove:
            if not number.isdecimal():
                raise
        listed = self.table.legal(YOU)
        if not (number.isdecimal() and len(number) <= 3 and 1 <= int(number) <= len(listed)):
            raise BadMove(f"{quoted(line)} is not in the list, which has {len(listed)} entries; type 'list' to see it")
        return listed[int(number) - 1]

    def _act(self, action: Action) -> None:
        if isinstance(action, Hint):
            self._print_hint(self.table.hint(YOU, at=self.now()))
            return
        self.table.act(YOU, action, at=self.now())
        self._bots.show()
        if action.kind in self.table.game.actions:
            self._bots.act_once()
            self._wait_for_turn()
        self._show()

    def now(self) -> int:
        """Return the milliseconds since the deal."""
        return round((monotonic() - self._started) * 1000)

    def _wait_for_turn(self) -> None:
        """Let the bots act until the player may, unless the game is paused."""
        if not self.table.help.paused:
            self._bots.act_until(YOU)

    def _save(self, words: list[str]) -> None:
        if len(words) != 1:
            raise BadMove("write 'save FILE'")
        try:
            write_safely(Path(words[0]), self.table.save())
        except (OSError, ValueError) as error:
            raise BadInput(f"{quoted(words[0])} cannot be written: {why(error)}", "FILE_UNWRITABLE") from None
        print(f"  saved to {words[0]}")

    def _load(self, words: list[str]) -> None:
        if len(words) != 1:
            raise BadMove("write 'load FILE'")
        self._change_to(self._loaded(words[0]))
        self._show()

    def _new(self, words: list[str]) -> None:
        self.deal_new(words[0] if words else None)
        self._show()

    def deal_new(self, seed: str | None = None) -> None:
        """Keep the current game if it is unfinished, and deal another."""
        self._change_to(self._deal(seed, last=self.table.seed))

    def _retry(self, _: list[str]) -> None:
        self._change_to(self.table.retry())
        self._show()

    def _change_to(self, table: Table) -> None:
        self.keep()
        self._is_kept = False
        self._sit_down(table)

    def _print_hint(self, hint: Action | None) -> None:
        print(f"  hint: {self.table.game.notation(hint) if hint else 'no useful move'}")

    def _fair_hint(self, _: list[str]) -> None:
        self._print_hint(self.table.fair_hint(YOU, at=self.now()))

    def _solve(self, _: list[str]) -> None:
        if self.table.game.solver() is not None:
            print(f"  searching with all cards known, up to {SEARCH.seconds:g} seconds …", flush=True)
        found = self.table.solve(YOU, limits=SEARCH, at=self.now())
        if found.verdict == "winnable":
            print("  a winning line, found by looking at all cards:")
            print("  " + ", ".join(map(self.table.game.notation, found.actions)))
        elif found.verdict == "unwinnable":
            print("  this game cannot be won from here; the search is complete")
        else:
            print(f"  no way to win was found within the limit of {found.limit}")

    def _seed(self, _: list[str]) -> None:
        if self._seed_is_mine():
            print(f"  seed {self.table.seed}")
        else:
            print("  the seed would reveal all hidden cards; it is shown after the game")

    def _seed_is_mine(self) -> bool:
        return len(self.table.game.seats) == 1 or self.table.outcome is not None

    # --- showing --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        game = self.table.game
        for seat, fault in self._bots.new_faults():
            print(fault_text(seat, fault))
        seed = f"   seed {self.table.seed}" if self._seed_is_mine() else ""
        print(f"\n{game.title}{seed}   action {self.table.rev}")
        print(_coloured(game.picture(self.table.view(YOU))))
        outcome = self.table.outcome
        if outcome is None:
            self._list()
            if self.table.stuck(YOU) == "noMovesLeft":
                ways = "undo, retry or new" if Undo() in self.table.legal(YOU) else "retry or new"
                print(f"no moves left; type {ways}")
            elif len(game.seats) == 1 and not self.table.help.paused and self.table.suggestion(YOU) is None:
                print("no useful move in sight")
        else:
            result = "you win" if YOU in outcome.winners else "you do not win"
            print(f"\nThe game is over ({outcome.reason}): {result}, score {outcome.scores[YOU]}.")
            print("Type new, retry or quit.")

    def _list(self) -> None:
        legal = self.table.legal(YOU)
        entries = [f"{f'#{number}':>4} {self._notation(action):<9}" for number, action in enumerate(legal, start=1)]
        print()
        for start in range(0, len(entries), IN_A_LINE):
            print(" ".join(entries[start : start + IN_A_LINE]).rstrip())

    def _notation(self, action: Action) -> str:
        return self.table.game.notation(action) if action.kind in self.table.game.actions else action.kind


def _coloured(picture: str) -> str:
    """Colour red suits red if the terminal supports it."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return picture
    for suit in "♥♦":
        picture = picture.replace(suit, f"\033[31m{suit}\033[0m")
    return picture
