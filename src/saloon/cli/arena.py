"""`saloon arena`: let bots play matches and compare them."""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from saloon.bots.arena import Job, Played, jobs, play
from saloon.bots.custom import command_of, is_custom
from saloon.bots.figures import Estimate
from saloon.bots.levels import level_of
from saloon.bots.standings import Standings, standings
from saloon.core.errors import BadInput, quoted
from saloon.core.options import read_options
from saloon.core.registry import AnyGame
from saloon.games import GAMES

from .arguments import HelpFormatter, add_game, at_least, bots_help, examples_help, options_help, read_given
from .progress import progress_bar
from .replay import why
from .seed_arena import run_seeds


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "arena",
        help="let bots play against each other",
        description="Let bots play the same deals from every seat and compare them, with 95% intervals: our levels, "
        "and bots of your own. The same seed gives the same matches.",
        epilog="\n\n".join([examples_help("arena"), _own_bots_help(), bots_help(), options_help()]),
        formatter_class=HelpFormatter,
    )
    add_game(parser, "the seed of the deals (default arena)")
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help="a level (listed under bots), or a bot of your own: package.module:Class or exec:COMMAND; "
        "with fewer bots than seats, some take several seats",
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=100,
        metavar="N",
        help="how many deals; each is played from every seat (default 100)",
    )
    parser.add_argument("--first", type=int, default=0, metavar="N", help="skip the deals before this one (default 0)")
    parser.add_argument(
        "--seeds", metavar="A-B", help="in a solitaire, play the deals of these seeds instead, such as 0-14999"
    )
    parser.add_argument("--resume", metavar="FILE", help="with --seeds, save results in FILE and continue from it")
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many processes to use (default: one per core)",
    )
    parser.add_argument(
        "--save",
        metavar="DIR",
        help="save every match in this folder, as a log for 'saloon replay'; existing files are never overwritten",
    )
    parser.add_argument("--verify", action="store_true", help="replay every match and stop at the first that fails")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.set_defaults(run=run)


def _own_bots_help() -> str:
    game = next(game.name for game in GAMES if len(game.seats) > 1)
    return (
        "bots of your own, as docs/own-bots.md describes them:\n"
        f"  saloon arena {game} mybots:Careful greedy random --deals 50 --verify\n"
        f"  saloon arena {game} 'exec:node random_bot.mjs' greedy --deals 20"
    )


def run(args: argparse.Namespace) -> int:
    """Play all matches and print the standings."""
    game = GAMES[args.game]
    for name in args.bots:
        if is_custom(name):
            command_of(name)
        else:
            level_of(game, name)
    at_least(1, "BAD_COUNT", deals=args.deals, jobs=args.jobs)
    at_least(0, "BAD_COUNT", first=args.first)
    if len(set(args.bots)) < len(args.bots):
        twice = next(name for name in args.bots if args.bots.count(name) > 1)
        reason = f"the bot {quoted(twice)} is named twice; name it once: with fewer bots than seats, some take several"
        raise BadInput(reason, "BOT_TWICE")
    options = read_given(args)
    read_options(game.name, game.options, options)
    if args.seeds is not None:
        return run_seeds(args, options)
    if args.resume is not None:
        raise BadInput(f"--resume {quoted(args.resume)} needs --seeds, the deals to continue", "BAD_COUNT")
    names, seed, folder = tuple(args.bots), args.seed or "arena", _folder(args.save)
    first = Job(game.name, options, names, seed, args.first, save=folder, verify=args.verify)
    todo = jobs(first, args.deals)
    _check_new(todo)
    played: list[Played] = []
    try:
        with progress_bar("matches") as progress:
            for match in _all_played(todo, args.jobs):
                played.append(match)
                progress(len(played), len(todo))
    except KeyboardInterrupt:  # count the matches whose deals are complete
        del played[len(played) - len(played) % (len(todo) // args.deals) :]
        if played:
            _print(game, standings(game, args.bots, played), as_json=args.json)
        raise
    except OSError as error:
        if folder is None:
            raise
        raise BadInput(f"a match cannot be saved in {folder!r}: {why(error)}", "FILE_UNWRITABLE") from None
    _print(game, standings(game, args.bots, played), as_json=args.json)
    for (name, fault), times in Counter((names[bot], fault) for one in played for bot, fault in one.faults).items():
        print(f"warning: {name} lost {times} move{'s' * (times > 1)} to a simpler bot: {fault}", file=sys.stderr)
    return 0


def _print(game: AnyGame, result: Standings, *, as_json: bool) -> None:
    print(msgspec.json.encode(result).decode() if as_json else "\n".join(_table(game, result)))


def _folder(name: str | None) -> str | None:
    if name is not None:
        try:
            Path(name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"the folder {name!r} cannot be created: {why(error)}", "FILE_UNWRITABLE") from None
    return name


def _check_new(todo: Sequence[Job]) -> None:
    """Refuse to overwrite matches of an earlier run, before anything is played."""
    there = [job.file for job in todo if job.file is not None and job.file.exists()]
    if there:
        raise BadInput(
            f"the folder {todo[0].save!r} holds {len(there)} of these {len(todo)} matches already, such as"
            f" {there[0].name}; name another folder with --save, continue after them with --first, or remove them",
            "FILE_EXISTS",
        )


def _all_played(todo: Sequence[Job], processes: int) -> Iterator[Played]:
    """Play on all cores; the results come in the order of the matches."""
    if processes == 1 or len(todo) == 1:
        yield from map(play, todo)
        return
    with ProcessPoolExecutor(min(processes, len(todo))) as pool:
        yield from pool.map(play, todo, chunksize=max(1, min(10, len(todo) // (4 * processes))))


# --- the table --------------------------------------------------------------------------------------------------


def _table(game: AnyGame, result: Standings) -> Iterator[str]:
    points = "penalty per round" if game.lowest_wins else "points"
    ends = ", ".join(f"{reason} {count}" for reason, count in result.reasons.items())
    yield f"{game.title}: {result.matches} matches of {result.deals} deals; {ends}; {result.actions:,} actions"
    if result.verified:
        before, after = (f"{kilobytes / 1024:,.0f} MB" for kilobytes in result.memory)
        yield f"{result.verified} replays verified; memory {before} after a tenth of the matches, {after} at the end"
    yield ""
    width = max(10, *(len(one.bot) for one in result.bots))
    yield f"{'bot':<{width}} {'matches':>7} {'won':>22} {points:>24} {'rating':>12} {'ms per decision':>15}"
    for one in result.bots:
        won = _interval(one.won, 100, "%")
        rating = "" if one.rating is None else f"{one.rating.mu:.1f} ± {1.96 * one.rating.sigma:.1f}"
        figures = f"{won:>22} {_interval(one.points):>24} {rating:>12} {one.milliseconds:>15.3f}"
        yield f"{one.bot:<{width}} {one.matches:>7} {figures}"
    if result.differences:
        yield ""
    for two in result.differences:
        yield f"{two.bot} - {two.other}: {_interval(two.points)} {points}"


def _interval(estimate: Estimate | None, factor: float = 1, unit: str = "") -> str:
    if estimate is None:
        return "–"
    value, low, high = (factor * one for one in (estimate.value, estimate.low, estimate.high))
    digits = 1 if unit else 3
    return f"{value:.{digits}f}{unit} [{low:.{digits}f}, {high:.{digits}f}]"
