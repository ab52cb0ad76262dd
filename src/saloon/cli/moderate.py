"""`saloon admin`: the commands that moderate tables and players, on a running server or on its stopped database."""

import argparse
import asyncio
import getpass
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from saloon.core.errors import BadInput, SaloonError, quoted

from .database import database_url, opened, settings_of

if TYPE_CHECKING:
    from saloon.store import Store
    from saloon.store.moderation import AuditEntry, ModerationStore

_SECONDS: Final = 30.0
_DATABASE_IN_USE: Final = "DATABASE_IN_USE"

Task = tuple[argparse.ArgumentParser, Callable[[argparse.Namespace], int]]


class Order(Struct, frozen=True):
    """One kind of command: its name, what it changes, what it does, and where a server takes it."""

    name: str
    target: str
    help: str
    path: str


ORDERS: Final = (
    Order("end", "TABLE", "end a table; the players see the reason", "tables/{}/end"),
    Order("void", "TABLE", "end a table and void its results", "tables/{}/void"),
    Order("rename", "PLAYER", "give a player another name", "players/{}/rename"),
    Order("ban", "PLAYER", "ban a player, who sees the reason", "players/{}/ban"),
    Order("unban", "PLAYER", "lift a ban", "players/{}/unban"),
    Order(
        "revoke-tokens",
        "PLAYER",
        "sign a player out everywhere",
        "players/{}/revoke-tokens",
    ),
    Order("reset-rating", "PLAYER", "reset the rating of a player to that of a newcomer", "players/{}/reset-rating"),
    Order("delete-player", "PLAYER", "delete everything about a player", "players/{}/delete"),
)


def add_to(tasks: "argparse._SubParsersAction[argparse.ArgumentParser]") -> Iterator[Task]:
    """Add the commands, and return them with what runs them."""
    for order in ORDERS:
        parser = tasks.add_parser(order.name, help=order.help, description=f"{order.help.capitalize()}.")
        parser.add_argument("subject", metavar=order.target, help=f"the id of the {order.target.lower()}")
        if order.name == "rename":
            parser.add_argument("name", metavar="NAME", help="the new name")
        if order.name == "reset-rating":
            parser.add_argument("--game", metavar="GAME", help="only in this game (default: all)")
        _add_reason(parser)
        yield _with_server(parser), _runs(order)
    drain = tasks.add_parser("drain", help="stop a running server as SIGTERM does", description=run_drain.__doc__)
    _add_reason(drain)
    yield _with_server(drain), run_drain
    players = tasks.add_parser("players", help="find players by name or id", description=run_players.__doc__)
    players.add_argument("name", metavar="NAME", help="a name or an id")
    yield _with_server(players), run_players
    quarantined = tasks.add_parser("quarantined", help="list quarantined tables", description=run_quarantined.__doc__)
    yield _with_server(quarantined), run_quarantined
    audit = tasks.add_parser("audit", help="list the actions of operators", description=run_audit.__doc__)
    audit.add_argument("--limit", type=int, default=100, metavar="N", help="how many entries, the newest (default 100)")
    yield _with_server(audit), run_audit


def _add_reason(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", metavar="TEXT", required=True, help="the reason, for the audit log")
    parser.add_argument("--operator", metavar="NAME", help="your name in the audit log (default: your user name)")


def _with_server(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument(
        "--server",
        metavar="URL",
        help="send the command to this running server, with its operator_token",
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    return parser


# --- commands -------------------------------------------------------------------------------------------------------


def _runs(order: Order) -> Callable[[argparse.Namespace], int]:
    def run(args: argparse.Namespace) -> int:
        if args.server:
            sent = {key: getattr(args, key, None) for key in ("reason", "name", "game")} | {"operator": _operator(args)}
            path = order.path.format(urllib.parse.quote(args.subject, safe=""))
            answer = ask(args, path, {key: value for key, value in sent.items() if value is not None})
        else:
            asyncio.run(_on_database(args, order.name))
            answer = None
        _print(args, answer or {}, [f"{order.name} {args.subject}: done", *map(str, (answer or {}).values())])
        return 0

    return run


def run_drain(args: argparse.Namespace) -> int:
    """Let a running server finish: with `drain_seconds`, play continues for that long, but no new tables open."""
    if not args.server:
        raise BadInput("only a running server can be drained; name it with --server URL", "NO_SERVER")
    ask(args, "drain", {"reason": args.reason, "operator": _operator(args)})
    _print(args, {}, ["the server is draining"])
    return 0


def run_players(args: argparse.Namespace) -> int:
    """List the players with a name, in any case, or with an id."""
    if args.server:
        found = ask(args, f"players?{urllib.parse.urlencode({'name': args.name})}")
    else:
        found = asyncio.run(_look(args, lambda store: store.players(args.name)))
    lines = [
        f"{one['playerId']}  {_date(one['createdAt'])}  {one['name']}"
        + (f"  banned: {one['banned']}" if one["banned"] else "")
        for one in found
    ]
    _print(args, found, lines or [f"there is no player {quoted(args.name)}"])
    return 0


def run_quarantined(args: argparse.Namespace) -> int:
    """List tables that cannot be loaded: those a running server has quarantined, or all in a database."""
    if args.server:
        found = ask(args, "quarantine")
    else:
        from .doctor import examine

        found = {one.table_id: f"{one.reason} [{one.code}]" for one in asyncio.run(examine(database_url(args))).faults}
    _print(args, found, [f"{table_id}  {reason}" for table_id, reason in found.items()] or ["no quarantined tables"])
    return 0


def run_audit(args: argparse.Namespace) -> int:
    """List the actions of operators, newest first."""
    if args.server:
        found = ask(args, f"audit?limit={args.limit}")
    else:
        found = asyncio.run(_look(args, lambda store: store.audit(args.limit)))
    lines = [
        f"{_date(one['at'])}  {one['operator']}  {one['action']} {one['subject']}  {one['reason']}"
        + (f"  ({one['detail']})" if one["detail"] else "")
        for one in found
    ]
    _print(args, found, lines or ["the audit log is empty"])
    return 0


def _print(args: argparse.Namespace, answer: Any, lines: Sequence[str]) -> None:
    print(*([json.dumps(answer, ensure_ascii=False)] if args.json else lines), sep="\n")


def _date(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S}"


def _operator(args: argparse.Namespace) -> str:
    return str(args.operator) if args.operator else _user()


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name, as in a container
        return f"uid {os.getuid()}"


# --- a running server -----------------------------------------------------------------------------------------------


def ask(args: argparse.Namespace, path: str, body: Mapping[str, Any] | None = None) -> Any:
    """Send a command to a running server and return its answer."""
    token = settings_of(args).operator_token
    if token is None:
        reason = f"{args.server} needs a token: set operator_token in the settings, or SALOON_OPERATOR_TOKEN"
        raise BadInput(reason, "NO_OPERATOR_TOKEN")
    request = urllib.request.Request(
        f"{args.server.rstrip('/')}/api/operator/{path}",
        None if body is None else json.dumps(body).encode(),
        {"authorization": f"Bearer {token}", "content-type": "application/json"},
    )
    if request.type not in ("http", "https"):
        raise BadInput(
            f"{quoted(args.server)} is not the address of a server; write https://play.example", "BAD_SERVER"
        )
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as response:
            return json.loads(response.read() or b"null")
    except urllib.error.HTTPError as error:
        raise _refusal(error) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{args.server} cannot be reached: {getattr(error, 'reason', error)}", "NO_SERVER") from None


def _refusal(error: urllib.error.HTTPError) -> SaloonError:
    try:
        problem = json.loads(error.read())
        return BadInput(str(problem["reason"]), str(problem["code"]))
    except (ValueError, KeyError, TypeError):
        return BadInput(f"the server answered {error.code} {error.reason}", "NO_SERVER")


# --- a database -----------------------------------------------------------------------------------------------------


async def _look(args: argparse.Namespace, read: "Callable[[ModerationStore], Any]") -> Any:
    """Read from the database; a server may be using it."""
    import msgspec

    from saloon.store.moderation import ModerationStore

    async with opened(database_url(args)) as store:
        return msgspec.to_builtins(await read(ModerationStore(store.database)))


async def _on_database(args: argparse.Namespace, name: str) -> None:
    """Run a command on a database. A server must not use it, unless it is PostgreSQL, which servers read again."""
    from saloon.store.claim import DatabaseInUse, claimed
    from saloon.store.moderation import AuditEntry, checked_reason

    entry: Any = AuditEntry(int(time.time() * 1000), _operator(args), name, args.subject, checked_reason(args.reason))  # type: ignore[arg-type]
    url = database_url(args)
    try:
        with claimed(url):
            async with opened(url) as store:
                await _change(store, entry, args)
    except DatabaseInUse:
        raise BadInput(
            "a server is using this database; send it the command with --server URL, or stop it first", _DATABASE_IN_USE
        ) from None


async def note_rotation(store: "Store", forget_days: float | None) -> None:
    """Write a rotation of the signing key to the audit log."""
    from saloon.store.moderation import AuditEntry, ModerationStore

    reason = "keys stay valid" if forget_days is None else f"keys replaced {forget_days:g} days ago are forgotten"
    entry = AuditEntry(int(time.time() * 1000), _user(), "rotate-key", "server", reason)
    await ModerationStore(store.database).note(entry)


async def _change(store: "Store", entry: "AuditEntry", args: argparse.Namespace) -> None:
    import msgspec

    from saloon.server.players.player_names import read_name
    from saloon.store.moderation import ModerationStore
    from saloon.store.ratings import Ratings

    moderation = ModerationStore(store.database)
    match entry.action:
        case "rename":
            name = read_name(args.name)
            await moderation.rename(msgspec.structs.replace(entry, detail=name), name)
        case "reset-rating":
            await Ratings(store).fold()
            await moderation.reset_rating(msgspec.structs.replace(entry, detail=args.game), args.game)
        case "delete-player":
            from saloon.server.http.signing_keys import open_signer

            await Ratings(store).fold()
            await moderation.delete_player(entry, (await open_signer(store)).erased_key(entry.subject))
        case "end":
            await moderation.end_table(entry)
        case "void":
            await moderation.void_table(entry)
        case "ban":
            await moderation.ban(entry)
        case "unban":
            await moderation.unban(entry)
        case "revoke-tokens":
            await moderation.revoke_tokens(entry)
