"""`saloon bot`: seat your own bot at a table of a server."""

import argparse
import asyncio
import sys
from pathlib import PurePath
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from saloon.bots.custom import TIME_LIMIT, BotProcess, command_of
from saloon.bots.guard import BotFault
from saloon.core.errors import BadInput, Rejected, quoted
from saloon.games import GAMES

from .arguments import HelpFormatter, add_options, at_least, bots_help, options_help, read_pairs

if TYPE_CHECKING:
    from saloon.client import Client, ClientTable, Move

LONGEST: Final = 3600.0
"""Seconds that a bot may be given for a move."""


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "bot",
        help="seat your own bot at a table of a server",
        description="Seat your own bot at a table of a server: a Python class with choose(view, legal), or a program "
        "in any language that speaks JSON lines (docs/own-bots.md). It plays with a bot account, which others see "
        "marked. Without --table or --against it opens a public table and waits for players. Needs saloon[client].",
        epilog="\n\n".join([_examples(), bots_help(), options_help()]),
        formatter_class=HelpFormatter,
    )
    parser.add_argument("bot", metavar="BOT", help="package.module:Class, or exec:COMMAND for a program")
    parser.add_argument("--game", metavar="GAME", required=True, help=f"one of {', '.join(one.name for one in GAMES)}")
    parser.add_argument(
        "--server",
        metavar="URL",
        default="http://127.0.0.1:8000",
        help="the address of the server (default: %(default)s)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--table", metavar="ID", help="take a seat at this table")
    where.add_argument(
        "--against", metavar="LEVEL", help="play against the server's bots of this level (listed under bots)"
    )
    parser.add_argument(
        "--matches", type=int, default=1, metavar="N", help="how many matches to play, one after the other (default 1)"
    )
    parser.add_argument("--name", help="the name that others see (default: that of the class or program)")
    parser.add_argument("--token", help="the token of your bot account, printed after a run, to keep its rating")
    parser.add_argument(
        "--time-limit", type=float, default=TIME_LIMIT, metavar="S", help="seconds for a move (default: %(default)g)"
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the matches and print how each ended."""
    command_of(args.bot)
    GAMES[args.game]
    at_least(1, "BAD_COUNT", matches=args.matches)
    if not 0 < args.time_limit <= LONGEST:
        raise BadInput(f"--time-limit must be more than 0 and at most {LONGEST:g} seconds, not {args.time_limit:g}")
    _check_options(args)
    asyncio.run(_play_all(args))
    return 0


def _check_options(args: argparse.Namespace) -> None:
    """Refuse options that would never be used: a table that is joined has its own."""
    options = read_pairs(args.options)
    if args.table is not None and options:
        raise BadInput(f"the table {quoted(args.table)} has its own options; leave out {', '.join(args.options)}")


def _examples() -> str:
    game = next(game.name for game in GAMES if len(game.seats) > 1)
    return (
        "a bot, in the file mybots.py:\n"
        "  class Careful:\n"
        "      def choose(self, view, legal):\n"
        "          return legal[0]\n\n"
        "examples:\n"
        f"  saloon bot mybots:Careful --game {game} --against greedy\n"
        f"  saloon bot mybots:Careful --game {game} --server http://127.0.0.1:8000 --matches 10\n"
        f"  saloon bot mybots:Careful --game {game} --table 3d3185184cea388c\n"
        f"  saloon bot 'exec:node random_bot.mjs' --game {game} --against random"
    )


async def _play_all(args: argparse.Namespace) -> None:
    from saloon.client import Client

    bot = BotProcess(args.bot, args.time_limit)
    name = args.name or _short_name(args.bot)
    try:
        async with Client(args.server, token=args.token, name=name, bot=True) as client:
            for _ in range(args.matches):
                async with await _seated(client, args) as table:
                    print(f"{name} sits at {client.url}/table/{table.table_id} as {table.seat}", flush=True)
                    await _play(table, bot, GAMES[args.game].giving_up)
                    outcome = await table.over()
                    won = ", ".join(outcome.winners) or "nobody"
                    print(f"over: {outcome.reason}; won by {won}; scores {list(outcome.scores)}", flush=True)
            if args.token is None:
                print(f"to play as this bot again, with the same rating: --token {client.player.token}", flush=True)
    finally:
        bot.close()


def _short_name(spec: str) -> str:
    """Return a name for players: the class, or the last word of the command without its folder."""
    return (PurePath(spec.split()[-1]).stem if spec.startswith("exec:") else spec.partition(":")[2])[:30]


async def _seated(client: "Client", args: argparse.Namespace) -> "ClientTable":
    if args.table is not None:
        return await client.join(args.table)
    others = len(GAMES[args.game].seats) - 1
    seats = None if args.against is None else [None, *[args.against] * others]
    return await client.open(args.game, seats=seats, options=read_pairs(args.options), private=False)


async def _play(table: "ClientTable", bot: BotProcess, giving_up: frozenset[str]) -> None:
    """Act whenever the bot chooses an action, until the game is over."""
    random = Random(table.table_id)
    while await table.my_turn():
        rev, moves = table.rev, list(table.moves)
        move = await _chosen(table, bot, moves, [one for one in moves if one.kind not in giving_up], random)
        if move is None:
            await table.until(lambda rev=rev: table.rev != rev or table.outcome is not None)  # type: ignore[misc]
            continue
        try:
            await table.act(move)
        except Rejected as refused:  # another seat was faster, or the countdown is still running
            if refused.code == "MATCH_FINISHED":
                return
            await asyncio.sleep(0.2)


async def _chosen(
    table: "ClientTable", bot: BotProcess, moves: "list[Move]", going_on: "list[Move]", random: Random
) -> "Move | None":
    """Return what the bot chooses; if it fails, any move that does not give up."""
    legal = [msgspec.to_builtins(move) for move in moves]
    try:
        chosen = await asyncio.to_thread(bot.choose, table.view, legal)
    except BotFault as fault:
        print(f"warning: the bot lost the move at revision {table.rev}: {fault.reason}", file=sys.stderr, flush=True)
        await table.report_fault(fault.fault)
        return random.choice(going_on or moves)
    return None if chosen is None else moves[legal.index(chosen)]
