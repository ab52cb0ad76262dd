"""Hidden is hidden at every door: exchanging cards that a seat cannot see changes nothing that leaves by any of them.

The doors are the learning environments, what the client reads from frames, the screens of the terminal, and the texts
of language models. Those of the server are in `server/test_server_leaks.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from hidden import lookalikes, rearranged
from positions import KITS, Position, kit_of, positions, useful
from saloon import envs
from saloon.agents.tables import Tables
from saloon.client.following import TableState
from saloon.client.messages import Ack, Snapshot, read_message
from saloon.client.playing import LocalPlaying, table_text
from saloon.client.views import read_view
from saloon.core.errors import SaloonError
from saloon.core.game import Action, Seat
from saloon.envs import spiel
from saloon.games import GAMES
from saloon.table import Table
from saloon.table.progress import Progress
from saloon.terminal import TableApp

EVERY = list(KITS)
ENCODED = [name for name in EVERY if GAMES[name].encoding() is not None]
COMPILED = [name for name in ENCODED if GAMES[name].batch() is not None]
ALONE = [name for name in EVERY if len(GAMES[name].seats) == 1]
SIZES = ((80, 24), (160, 50))
POSITIONS = 3
"""How many positions a screen is looked at in."""
PATIENCE = 120.0

Shown = Callable[[Any], Any]
"""Returns everything that one door shows of a state."""


def table_at(game: Any, state: Any) -> Table:
    """Return a table with this state; seed and nonce are always the same."""
    seats = ("human", *["bot"] * (len(game.seats) - 1))
    known = getattr(state, "options", None)  # states of old rules have none
    options = known if isinstance(known, game.options) else by_default(game)
    return Table(game, "1", options, nonce="n", seats=seats, start=Progress(state))


@cache
def by_default(game: Any) -> Any:
    """Return the options of a game that is dealt by default."""
    return Table.deal(game, seed="1").options


def compare(position: Position, seat: Seat | None, shown: Shown, data: st.DataObject) -> None:
    """Compare what a door shows of a position and of another that looks the same to a seat."""
    other = rearranged(position.game.name, position.state, seat, Random(data.draw(st.integers(0, 999))))
    assert shown(other) == shown(position.state)


# --- learning environments --------------------------------------------------------------------------------------


def plain(seen: Any) -> Any:
    """Return arrays as bytes, so that they can be compared."""
    if isinstance(seen, dict):
        return {key: plain(value) for key, value in seen.items()}
    if isinstance(seen, tuple | list):
        return [plain(one) for one in seen]
    return seen.tobytes() if isinstance(seen, np.ndarray) else seen


@cache
def turns(name: str) -> Any:
    made = envs.env(name, render_mode="ansi")
    made.reset(seed=1)
    return made


@cache
def ticks(name: str) -> Any:
    made = envs.parallel_env(name, render_mode="ansi")
    made.reset(seed=1)
    return made


@cache
def alone(name: str) -> Any:
    made = envs.SolitaireEnv(name, render_mode="ansi")
    made.reset(seed=1)
    return made


@pytest.mark.parametrize("name", ENCODED)
@settings(max_examples=40)
@given(data=st.data())
def test_environments_of_pettingzoo_and_gymnasium(name: str, data: st.DataObject) -> None:
    """Observation, mask and picture; in turn and, where the game has ticks, in parallel."""
    position: Position = data.draw(positions(name))
    seat, agent = position.seat, f"player_{position.seat}"

    def shown(state: Any) -> Any:
        made = turns(name)
        made.unwrapped.episode.begin(state)
        made.unwrapped.agent_selection = agent
        found = [made.observe(agent), made.render(), made.unwrapped.episode.mask(seat)]
        if made.unwrapped.episode.encoding.ticks:
            ticks(name).episode.begin(state)
            found += [ticks(name)._observed()[agent], ticks(name).render() if seat == 0 else None]
        if name in ALONE:
            alone(name).episode.begin(state)
            found += [alone(name).episode.observe(0), alone(name).action_masks(), alone(name).render()]
        return plain(found)

    compare(position, seat, shown, data)


@cache
def batch_of(name: str) -> tuple[envs.BatchEnv, Any]:
    made = envs.BatchEnv(name, 1, max_steps=1_000_000)
    made.reset(1)
    return made, GAMES[name].batch()


@pytest.mark.parametrize("name", COMPILED)
@settings(max_examples=60)
@given(data=st.data())
def test_compiled_batches(name: str, data: st.DataObject) -> None:
    """Observation, mask and legal actions of the seat whose turn it is."""
    position: Position = data.draw(positions(name))
    batch, compiled = batch_of(name)

    def shown(state: Any) -> Any:
        batch.rows[0] = compiled.row(state)
        batch.look()
        count = int(batch.counts[0])
        return plain([batch.observations[0], batch.masks[0], batch.legal[0, :count], int(batch.seats[0]), count])

    shown(position.state)
    compare(position, int(batch.seats[0]), shown, data)


SPIEL = {name.removeprefix("python_saloon_"): name for name in spiel.register()}


@pytest.mark.parametrize("name", SPIEL)
@settings(max_examples=20)
@given(data=st.data())
def test_the_bridge_to_openspiel(name: str, data: st.DataObject) -> None:
    position: Position = data.draw(positions(name))
    game = _spiel_game(name)
    node = game.new_initial_state()
    node.apply_action(0)

    def shown(state: Any) -> Any:
        node.episode.begin(state)
        observer = game.make_py_observer()
        observer.set_from(node, position.seat)
        texts = [observer.string_from(node, position.seat), node.information_state_string(position.seat)]
        return plain([observer.tensor.copy(), *texts, node.legal_actions(position.seat)])

    compare(position, position.seat, shown, data)


@cache
def _spiel_game(name: str) -> Any:
    return pyspiel.load_game(SPIEL[name])


# --- the client -------------------------------------------------------------------------------------------------


def as_received(table: Table, seat: Seat | None, step: tuple[Seat, Action] | None = None) -> list[Any]:
    """Return all that a client knows from the frames of a table: the bytes, its copy, and that copy drawn as text."""
    following, frames = TableState(), []

    def receive(message: Any) -> None:
        frames.append(msgspec.json.encode(message))
        read = read_message(frames[-1])
        if isinstance(read, Snapshot):
            following.take_snapshot(read)
        elif isinstance(read, Ack):
            assert following.take_ack(read), "the view hash is wrong"

    receive(table.snapshot(seat, "CONNECT"))
    if step is not None:
        before = table.progress
        table.act(*step)
        for accepted in table.accepted_since(before):
            receive(table.ack_builder.ack(accepted, seat))
    picture = table.game.picture(read_view(table.game, following.view))
    return [frames, following.view, list(following.legal), following.outcome, following.stuck, picture]


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=40)
@given(data=st.data())
def test_what_a_client_reads_from_frames(name: str, data: st.DataObject) -> None:
    """A snapshot, and the ack of any seat's action, as every seat and a watcher get them."""
    position: Position = data.draw(positions(name))
    game, random = position.game, Random(data.draw(st.integers(0, 999)))
    actions = [(seat, action) for seat in game.seats for action in game.legal(position.state, seat)]
    receiver = data.draw(st.sampled_from([*game.seats, None]))
    compare(position, receiver, lambda state: as_received(table_at(game, state), receiver), data)
    if not actions:
        return
    step = random.choice(actions)
    expected = as_received(table_at(game, position.state), receiver, step)
    others = lookalikes(name, position.state, receiver, lambda state: game.apply(state, *step), random, tries=4)
    for other in others:
        assert as_received(table_at(game, other), receiver, step) == expected


# --- the terminal -----------------------------------------------------------------------------------------------


def some_positions(name: str, seed: int, count: int) -> Iterator[Position]:
    """Yield positions of random play with the newest rules."""
    random, game = Random(f"{name}{seed}"), GAMES[name]
    for _ in range(count):
        options = random.choice(list(kit_of(name).option_sets))
        rules, chosen = GAMES.choose(game.name, options)
        state = rules.deal(kit_of(name).seed(random.randrange(10**6)), chosen)
        for _ in range(random.randrange(60)):
            moves = [(seat, one) for seat in rules.seats for one in useful(rules, state, seat)]
            if not moves:
                break
            state = rules.apply(state, *random.choice(moves))
        yield Position(rules, state, 0)


@cache
def place(game: Any) -> LocalPlaying:
    """Return a place at a table; give it a table with any state."""
    return LocalPlaying(Table.deal(game, seed="1"), "random")


def screen_text(app: TableApp) -> str:
    """Return every character on the screen, and those that scrolling would bring up."""
    moves = app.query_one("#moves", OptionList)
    listed = [str(moves.get_option_at_index(number).prompt) for number in range(moves.option_count)]
    shown = [str(app.query_one(f"#{name}", Static).render()) for name in ("head", "picture", "say")]
    return "\n".join([*shown, *listed, f"marked: {moves.highlighted}", app.query_one("#typed", Input).value])


@pytest.mark.parametrize("name", EVERY)
def test_screens_of_the_terminal(name: str) -> None:
    """The whole screen in two sizes: the table, the hint, and how moves are typed."""
    for size in SIZES:
        asyncio.run(asyncio.wait_for(_compare_screens(name, size), PATIENCE))


async def _compare_screens(name: str, size: tuple[int, int]) -> None:
    playing = LocalPlaying(Table.deal(GAMES[name], seed="1"), "random")

    async def opened(_: Any) -> LocalPlaying:
        return playing

    app = TableApp(opened)
    async with app.run_test(size=size) as pilot:
        while app.playing is None:
            await pilot.pause(0.02)
        for number, position in enumerate(some_positions(name, 1, POSITIONS)):
            other = rearranged(name, position.state, 0, Random(number))
            screens = [await _screens(app, pilot, position.game, state) for state in (position.state, other)]
            assert screens[0] == screens[1]
            assert position.game.title in screens[0][0]


async def _screens(app: TableApp, pilot: Pilot[None], game: Any, state: Any) -> list[str]:
    playing = app.playing
    assert isinstance(playing, LocalPlaying)
    playing.game, playing.table = game, table_at(game, state)
    app.say("")
    app.query_one("#moves", OptionList).clear_options()
    app.show_table()
    await pilot.pause()
    screens = [screen_text(app)]
    await app.action_hint().wait()
    screens.append(screen_text(app))
    app.action_help()
    return [*screens, screen_text(app)]


# --- language models --------------------------------------------------------------------------------------------


def answers(game: Any, state: Any, asked: Callable[[Tables], Awaitable[str]]) -> str:
    """Return what a tool answers at a local table with this state, or why it refuses."""
    tables = Tables(GAMES, lambda: 0, name="Model")
    playing = place(game)
    playing.table = table_at(game, state)
    tables._tables["local-1"] = playing
    try:
        return asyncio.run(asked(tables))  # type: ignore[arg-type]
    except SaloonError as refused:
        return f"refused: {refused}"


@pytest.mark.parametrize("name", EVERY)
@settings(max_examples=20)
@given(data=st.data())
def test_texts_for_language_models(name: str, data: st.DataObject) -> None:
    """What `look` and `hint` answer, and why `undo` and moves that are not legal are refused."""
    position: Position = data.draw(positions(name))
    game, kit = position.game, kit_of(name)
    legal = {kit.essence(action) for action in game.legal(position.state, 0)}
    wrong = [one for one in kit.every_action(0) if kit.essence(one) not in legal]
    wrong = [one for one in wrong if not kit.asks_for_hidden(position.state, one)]
    typed = {game.notation(action) for action in game.legal(position.state, 0)}  # a text may stand for several actions
    refused = [text for one in Random(0).sample(wrong, min(len(wrong), 5)) if (text := game.notation(one)) not in typed]
    refused = [text for text in refused if not _names_hidden(position, text)]

    def shown(state: Any) -> list[str]:
        found = [answers(game, state, lambda tables: tables.look("local-1"))]
        found.append(answers(game, state, lambda tables: tables.hint("local-1")))
        found.append(answers(game, state, lambda tables: tables.undo("local-1")))
        for move in refused:
            found.append(answers(game, state, lambda tables, move=move: tables.act("local-1", move)))  # type: ignore[misc]
        return found

    compare(position, 0, shown, data)


def _names_hidden(position: Position, text: str) -> bool:
    """Return whether a typed move names a hidden card, where the rules tell such moves apart."""
    try:
        return kit_of(position.game.name).asks_for_hidden(position.state, position.game.parse(text, 0))
    except SaloonError:
        return False


@pytest.mark.parametrize("name", ALONE)
def test_a_move_at_a_solitaire_answers_the_same(name: str) -> None:
    """What `act` answers, unless the move turns up one of the exchanged cards."""
    compared, random = 0, Random(name)
    for position in some_positions(name, 2, 12):
        moves = list(position.legal)
        for action in random.sample(moves, min(4, len(moves))):
            compared += _compare_moves(position, action, random)
    assert compared > 10


def _compare_moves(position: Position, action: Action, random: Random) -> int:
    """Compare what a move answers in positions that look the same, before and after it; return how many there were."""
    game, move = position.game, position.game.notation(action)
    expected = answers(game, position.state, lambda tables: tables.act("local-1", move))
    step = lambda state: game.apply(state, 0, action)  # noqa: E731
    others = list(lookalikes(game.name, position.state, 0, step, random, tries=2))
    for other in others:
        assert answers(game, other, lambda tables: tables.act("local-1", move)) == expected
    return len(others)


@pytest.mark.parametrize("name", EVERY)
def test_the_comparison_would_notice_a_leak(name: str) -> None:
    """A text with one card that nobody sees does differ, so the tests above can fail."""
    for position in some_positions(name, 3, 5):
        if not kit_of(name).hidden(position.state, 0):
            continue
        texts = set()
        for number in range(8):
            state = rearranged(name, position.state, 0, Random(number))
            playing = place(position.game)
            playing.table = table_at(position.game, state)
            texts.add(f"{table_text(playing)} {kit_of(name).hidden(state, 0)[0]}")
        assert len(texts) > 1
        return
    pytest.skip("it hides nothing from its player")
