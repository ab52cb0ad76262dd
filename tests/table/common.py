"""What the tests of the table share: messages, random play, broken rulebooks, and a hash that owes nothing to ours."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from positions import option_sets
from saloon.core.canonical import digest
from saloon.core.cards import Card
from saloon.core.game import SERVER, Action, Seat, seat_name
from saloon.games import GAMES
from saloon.solver import solve, winnable_seeds
from saloon.table import Table
from saloon.table.helpers import AssistFor, Hint, HintFor
from saloon.table.messages import wire
from samples import DUEL, TIMED, idle_move

Json = dict[str, Any]

NAMES = [game.name for game in GAMES]
GOLDEN = sorted((Path(__file__).parents[1] / "data").glob("*/SEED-*.json"))
NO_HELP = {"assisted": False, "hints": 0, "paused": False, "redos": 0, "undos": 0}


def plain(value: Any) -> Any:
    """Return `value` as a client reads it from the wire."""
    return json.loads(msgspec.json.encode(value))


def sha(value: Any) -> str:
    """Return the SHA-256 of canonical JSON, written here a second time with the standard library."""
    text = json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def position_hash(table: Table) -> str:
    """Return the hash of the canonical state without rev and without counters that no undo takes back."""
    state = msgspec.to_builtins(table.game.canonical(table.state))
    return digest({key: value for key, value in state.items() if key not in table.game.counters})


def zone(name: str, owner: str, index: int | None = None) -> Json:
    """A zone as a match of two sends it."""
    return {"zone": name, "owner": owner} | ({} if index is None else {"index": index})


def draw(seat: Seat) -> Json:
    """A draw of `seat` in a match of two, without its numbers."""
    return idle_move(DUEL, seat)


def message(table: Table, seat: Seat, action: Action | Json, **changes: Any) -> Json:
    """Return the message that `seat` sends for `action` if it is up to date; None leaves a field out."""
    intent = action if isinstance(action, dict) else plain(wire(action))
    sent = {"seq": table.expected_seq(seat), "baseRev": table.rev, **intent, **changes}
    return {key: value for key, value in sent.items() if value is not None}


def standing(table: Table) -> tuple[Any, ...]:
    """Return all that a refused message must leave as it was."""
    seqs = [table.expected_seq(seat) for seat in table.game.seats]
    return table.rev, table.state_hash(), seqs, list(table.entries), table.help, table._progress


def random_play(table: Table, random: Random, steps: int, *, helpers: bool = False) -> None:
    """Let random seats act; nobody resigns."""
    for _ in range(steps):
        step = some_action(table, random, helpers=helpers)
        if step is None:
            return
        table.act(*step)


def some_action(table: Table, random: Random, *, helpers: bool = False) -> tuple[Seat, Action] | None:
    """Return a random action that is accepted, and whose it is; help is the server's."""
    legal: list[tuple[Seat, Action]] = [
        (seat, action)
        for seat in table.game.seats
        for action in (table.legal(seat) if helpers else table.moves(seat))
        if action.kind not in table.game.giving_up
    ]
    if helpers:
        legal += [(SERVER, help_) for help_ in given_help(table)]
    return random.choice(legal) if legal else None


def given_help(table: Table) -> list[Action]:
    """Return the help that the server may give now."""
    people = [seat for seat in table.game.seats if table.seats[seat] == "human"]
    asking = [seat_name(seat) for seat in people if Hint() in table.legal(seat)]
    hints: list[Action] = [HintFor(player) for player in asking]
    return hints + [AssistFor("winnable", player) for player in asking if len(table.game.seats) == 1]


def played(name: str, number: int, steps: int = 40, *, helpers: bool = False, **deal: Any) -> Table:
    """Return a table of random options after random play; the same number gives the same table."""
    random = Random(f"{name}{number}")
    settings: Json = {"seed": str(number), "options": random.choice(option_sets(name)), "nonce": "n"} | deal
    table = Table.deal(name, **settings)
    random_play(table, random, steps, helpers=helpers)
    return table


def of_kind(table: Table, kind: str, seat: Seat = 0) -> Action:
    """Return the first legal action of `kind`."""
    return next(action for action in table.legal(seat) if action.kind == kind)


def nearly_won() -> Table:
    """Return a table of a solitaire at which the first legal move wins, and nothing was done yet."""
    seed = winnable_seeds(TIMED)[0].seed
    fresh = Table.deal(TIMED, seed=seed, nonce="n")
    state = fresh.state
    for action in solve(TIMED, seed=seed).actions[:-1]:
        state = fresh.game.apply(state, 0, action)
    fresh._progress = replace(fresh._progress, state=state)
    assert fresh.game.outcome(fresh.game.apply(fresh.state, 0, fresh.moves(0)[0])) is not None
    return fresh


def clocked(name: str, **deal: Any) -> Table:
    """Return a table of a game with options that let the server act from the start."""
    tables = (Table.deal(name, options=options, **{"seed": "2"} | deal) for options in option_sets(name))
    return next(table for table in tables if table.legal(SERVER))


_Duel: Any = type(GAMES[DUEL])
OLDEST = GAMES.versions(DUEL)[0].rules_version


class Faulty(_Duel):  # type: ignore[misc]
    """A match of two with a fault that can be switched on: `fault` spoils what an accepted action led to."""

    fault: Callable[[Any], Any] | None = None

    def __init__(self, rules_version: str = OLDEST) -> None:
        super().__init__(rules_version)
        self._sound = _Duel.apply
        self.apply = self._apply

    def _apply(self, state: Any, seat: Seat, action: Action) -> Any:
        after = self._sound(state, seat, action)
        return after if self.fault is None else self.fault(after)


def doubled(state: Any) -> Any:
    """Return `state` with a card of its first pile laid on that pile a second time."""
    return _doubled(state)[0]


def _doubled(node: Any) -> tuple[Any, bool]:
    """Return the node with a card doubled, and whether it has one."""
    if isinstance(node, tuple) and node and isinstance(node[0], Card):
        return (*node, node[0]), True
    if isinstance(node, tuple):
        for place, item in enumerate(node):
            fresh, found = _doubled(item)
            if found:
                return (*node[:place], fresh, *node[place + 1 :]), True
    if isinstance(node, Struct):
        for field in msgspec.structs.fields(node):
            fresh, found = _doubled(getattr(node, field.name))
            if found:
                return replace(node, **{field.name: fresh}), True
    return node, False


def out_of_range(_: Any) -> Any:
    """Fail as a slip in the rules would."""
    return [][7]
