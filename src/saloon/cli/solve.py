"""`saloon solve`: decide whether deals can be won."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from saloon.core.errors import BadInput, quoted
from saloon.core.solver import MEGABYTE
from saloon.games import GAMES
from saloon.solver import DealRating, Limits, Verdict, rate, solve, solved_games
from saloon.solver.solve import read_chosen

from .arguments import HelpFormatter, add_game, at_least, examples_help, options_help, read_given

LONGEST_NUMBER: Final = 100
"""More digits in a line of a file are a deck."""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    games = [*solved_games()]
    parser = commands.add_parser(
        "solve",
        help="say whether a deal can be won, and how",
        description="Say whether a deal of a solitaire can be won if all cards are known, and print a winning line, "
        "checked by playing it. 'unwinnable' is the result of a complete search; 'unknown' means that a limit was "
        "reached first.",
        epilog=examples_help("solve") + "\n\n" + options_help(games),
        formatter_class=HelpFormatter,
    )
    add_game(parser, "the seed of the deal", games=games)
    parser.add_argument(
        "--deck", metavar="CARDS", help="a deck instead of a seed: card by card, or in another program's format"
    )
    sources = ", ".join(dict.fromkeys(source for game in GAMES for source in game.deal_sources))
    parser.add_argument(
        "--source",
        metavar="NAME",
        help=f"the seed is the number of a deal of another program: {sources or 'none is known'}",
    )
    parser.add_argument(
        "--deals",
        metavar="FILE",
        help="a file with a seed or a deck on each line, # beginning a comment; - reads standard input",
    )
    parser.add_argument(
        "--rate", action="store_true", help="also say how hard the deal is, for the solver and for people"
    )
    add_limits(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object per deal")
    parser.set_defaults(run=run)


def add_limits(parser: argparse.ArgumentParser, seconds: float = 30.0) -> None:
    """Add arguments for search limits."""
    parser.add_argument("--max-states", type=int, metavar="N", help="give up after this many positions")
    parser.add_argument(
        "--max-seconds",
        type=float,
        default=seconds,
        metavar="T",
        help=f"or this many CPU-seconds (default {seconds:g})",
    )
    parser.add_argument(
        "--max-memory", type=int, default=1500, metavar="MB", help="or this many megabytes (default 1500)"
    )


def read_limits(args: argparse.Namespace) -> Limits:
    """Return the search limits of the arguments."""
    at_least(1, "BAD_LIMIT", max_states=args.max_states)
    at_least(16, "BAD_LIMIT", max_memory=args.max_memory)
    if not args.max_seconds > 0:
        raise BadInput(f"--max-seconds must be more than 0, not {args.max_seconds}", "BAD_LIMIT")
    return Limits(args.max_states, args.max_seconds, args.max_memory * MEGABYTE)


def run(args: argparse.Namespace) -> int:
    """Solve and print."""
    if sum(given is not None for given in (args.seed, args.deck, args.deals)) != 1:
        given = [f"--{name}" for name in ("seed", "deck", "deals") if getattr(args, name) is not None]
        reason = f"give one of --seed, --deck and --deals, not {' and '.join(given) or 'none'}"
        raise BadInput(reason, "BAD_DEAL")
    if args.source is not None and args.seed is None:
        raise BadInput(f"--source {args.source} needs --seed, the number of its deal", "BAD_DEAL")
    limits = read_limits(args)
    options = read_chosen(args.game, read_given(args))
    for name, position in _deals(args, options):
        verdict = solve(args.game, options, limits=limits, **position)
        rating = rate(args.game, options, limits=limits, **position) if args.rate else None
        if args.json:
            print(json.dumps(report(args.game, options, name, verdict, rating), ensure_ascii=False), flush=True)
        else:
            _print_verdict(args.game, name, verdict, listed=args.deals is not None)
            if rating is not None:
                print(rating_text(rating))
    return 0


def _deals(args: argparse.Namespace, options: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name of each deal, and its seed or its position."""
    if args.source is not None:
        deck, seed = GAMES[args.game].numbered_deck(args.source, args.seed), f"{args.source}:{args.seed}"
        yield seed, {"state": GAMES[args.game].deal_deck(deck, options, seed)}
    elif args.seed is not None:
        yield args.seed, {"seed": args.seed}
    elif args.deck is not None:
        yield args.deck, {"state": _dealt(args.game, options, args.deck)}
    else:
        yield from _listed(args, options)


def _listed(args: argparse.Namespace, options: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the deals of a file; all are read before the first is solved."""
    try:
        text = sys.stdin.read() if args.deals == "-" else Path(args.deals).read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise BadInput(f"{quoted(args.deals)} cannot be read: {error}", "BAD_DEAL") from None
    deals = []
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line.startswith("#"):
            continue
        try:
            if " " in line or line.startswith("{") or (line.isdecimal() and len(line) > LONGEST_NUMBER):
                deals.append((line, {"state": _dealt(args.game, options, line)}))
            elif line:
                deals.append((line, {"seed": GAMES[args.game].check_seed(line)}))
        except BadInput as error:
            raise BadInput(f"line {number} of {quoted(args.deals)}: {error.reason}", error.code) from None
    if not deals:
        raise BadInput(f"{quoted(args.deals)} contains no deals; write one seed or deck per line", "BAD_DEAL")
    yield from deals


def _dealt(name: str, options: Any, text: str) -> Any:
    """Return the deal of a deck given card by card, or as other programs write it."""
    game = GAMES[name]
    return game.deal_deck(game.read_deck(text), options, "deck")


def rating_text(rating: DealRating) -> str:
    """Return how hard a deal is, in words."""
    if rating.level is None:
        return "no difficulty: no way to win is known"
    solver = f"{rating.level} for the solver: {rating.losing_first_moves:.0%} of the first moves lose"
    odds = rating.people
    if odds is None:
        return solver
    people = "for people" if odds.level is None else f"{odds.level} for people"
    share = f"{odds.wins / odds.games:.0%}, 95% interval {odds.low:.0%} to {odds.high:.0%}"
    return f"{solver}\n{people}: a bot that sees no hidden card wins {odds.wins} of {odds.games} games ({share})"


def report(game: str, options: Any, deal: str, verdict: Verdict, rating: DealRating | None = None) -> dict[str, Any]:
    """Return a verdict for --json."""
    moves = [{"kind": action.kind, "payload": msgspec.to_builtins(action)} for action in verdict.actions]
    return {
        "game": game,
        "options": msgspec.to_builtins(options),
        "deal": deal,
        "verdict": verdict.verdict,
        "moves": moves,
        "states": verdict.states,
        "cpuSeconds": verdict.cpu_seconds,
        **({"limit": verdict.limit} if verdict.limit else {}),
        **({"rating": msgspec.to_builtins(rating)} if rating else {}),
    }


def _print_verdict(game: str, name: str, verdict: Verdict, *, listed: bool) -> None:
    cost = f"{verdict.states:,} states, {verdict.cpu_seconds:.2f} CPU-seconds"
    limit = f"; the limit of {verdict.limit} was reached" if verdict.limit else ""
    print(f"{name + ': ' if listed else ''}{verdict.verdict} ({cost}{limit})")
    if verdict.actions and not listed:
        words = [GAMES[game].notation(action) for action in verdict.actions]
        print(f"{len(words)} actions: {', '.join(words)}")
