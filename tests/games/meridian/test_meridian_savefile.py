"""The save file: written field by field, read back to the same game, and refused when it is not right."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from clauses import clause
from games.meridian.boards_meridian import (
    codes,
    position,
    text_foundation,
    text_pocket,
    text_tab,
)
from positions import Position, positions
from saloon.core.errors import BadLog
from saloon.games.meridian import savefile
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.compat.shapes import Card, Event, Result
from saloon.games.meridian.compat.vocabulary import reconstruct_card
from saloon.games.meridian.state import State
from saloon.games.meridian.statistics import CurrentGame, ModeStats, Records, Stats
from saloon.games.meridian.trail import started

KEY = "meridian_saved_game"
Document = dict[str, Any]
TEXT_FIELDS = {
    "version", "gameMode", "timestamp", "deck", "waste", "pocket", "pocket2", "tableau", "foundations", "columnTypes",
    "columnTypingCards", "currentGame", "stats", "modeStats",
}  # fmt: skip
"""What the text lists; everything else was added."""


class Clock:
    """A clock that advances on request."""

    def __init__(self, now: int = 5_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds


def engine_at(state: State, clock: Clock | None = None, storage: dict[str, str] | None = None) -> Engine:
    """An engine with a game in this position."""
    engine = Engine(clock=clock or Clock(), storage=storage)
    engine.initialize_game(seed="any")
    assert engine.restore_snapshot(state)
    return engine


def saved(state: State) -> Document:
    """The save of a game in this position."""
    storage: dict[str, str] = {}
    assert engine_at(state, storage=storage).save_game()
    document: Document = json.loads(storage[KEY])
    return document


def loaded(document: object) -> tuple[Result, Engine]:
    """What an idle engine makes of a save."""
    engine = Engine(clock=Clock(), storage={KEY: document if isinstance(document, str) else json.dumps(document)})
    return engine.load_game(), engine


def foreign(document: Document) -> Document:
    """A save as another program of the text writes it, without the fields that were added here."""
    return {key: value for key, value in document.items() if key in TEXT_FIELDS}


POSITION = position(
    "AH 2S", "9s 6H", "4D", "KD QC", waste="3C 5D", pockets=["7H"], up={"D": 2}, down={"C": 1, "S": 1},
    types=["ace", "untyped", "untyped", "king", None, None, None], bases=[0, 2, 1, 1, 0, 0, 0],
    mode="traditional", direction="flexible", moves=17, moves_without_progress=4, draws=6, recycles=1, first_ace_move=3,
    first_king_move=9, seed="a seed",
)  # fmt: skip


# --- writing ----------------------------------------------------------------------------------------------------


@clause("MM-328", "MM-329", "MM-330", "MM-331", "MM-332")
def test_the_save_lists_every_card_by_its_id() -> None:
    storage: dict[str, str] = {}
    clock = Clock(777)
    engine = engine_at(POSITION, clock, storage)
    clock.wait(3)
    assert engine.save_game() == Result(True)
    document = json.loads(storage[KEY])

    def ids(text: str) -> list[str]:
        return [engine.ids[code] for code in text.split()]

    assert (document["version"], document["gameMode"], document["timestamp"]) == ("6.0.2", "traditional", 780)
    assert document["deck"] == ids(codes(POSITION.stock))
    assert (document["waste"], document["pocket"], document["pocket2"]) == (ids("3C 5D"), ids("7H"), [])
    assert document["tableau"] == [ids("AH 2S"), ids("9S 6H"), ids("4D"), ids("KD QC"), [], [], []]


@clause("MM-333", "MM-334", "MM-335", "MM-344")
def test_the_save_has_foundations_types_and_faces() -> None:
    document = saved(POSITION)
    ids = engine_at(POSITION).ids
    assert document["foundations"] == {
        "up": {"h": [], "d": [ids["7D"], ids["8D"]], "c": [], "s": []},
        "down": {"h": [], "d": [], "c": [ids["6C"]], "s": [ids["6S"]]},
    }
    assert document["columnTypes"] == ["ace", "untyped", "untyped", "king", None, None, None]
    assert document["columnTypingCards"] == [ids["AH"], None, None, ids["KD"], None, None, None]
    assert document["faceDown"] == [ids["9S"]]
    assert document["baseHeights"] == [0, 2, 1, 1, 0, 0, 0]


@clause("MM-336", "MM-337")
def test_the_save_has_all_that_was_counted() -> None:
    storage: dict[str, str] = {}
    clock = Clock(1000)
    engine = engine_at(POSITION, clock, storage)
    clock.wait(44)
    engine.get_hint()
    assert engine.execute_move(engine.ids["5D"], text_pocket()) == Result(False, "Pocket is full")
    engine.execute_move(engine.ids["7H"], text_foundation("7H"))
    engine.undo()
    engine.save_game()
    document = json.loads(storage[KEY])
    assert document["currentGame"] == {
        "moves": 18, "hintUses": 1, "undoUses": 1, "startTime": 1000, "endTime": 0, "efficiency": 22,
        "movesWithoutProgress": 4, "acePlaced": True, "kingPlaced": True, "firstAceMove": 3, "firstKingMove": 9,
        "draws": 6, "recycles": 1,
    }  # fmt: skip
    assert document["stats"] == {
        "gamesPlayed": 0, "wins": 0, "losses": 0, "stalemates": 0, "totalMoves": 0, "totalHintUses": 1,
        "totalUndoUses": 0, "totalTimePlayed": 0, "efficiencyHistory": [],
    }  # fmt: skip
    nothing = {"games": 0, "wins": 0, "totalMoves": 0, "bestEfficiency": 0, "bestTime": None}
    assert document["modeStats"] == dict.fromkeys(("classic", "double_pocket", "traditional", "expert"), nothing)
    added = {key: value for key, value in document.items() if key not in TEXT_FIELDS | {"faceDown", "baseHeights"}}
    assert added == {"status": "active", "seed": "a seed", "direction": "flexible", "elapsed": 44}


@clause("MM-338", "MM-351", "MM-339")
def test_the_save_is_json_under_its_key() -> None:
    storage: dict[str, str] = {}
    engine = engine_at(POSITION, storage=storage)
    storage.clear()
    assert engine.save_game()
    assert list(storage) == ["meridian_saved_game"]
    assert savefile.write(engine.create_complete_snapshot()) == storage["meridian_saved_game"]
    assert engine.reconstruct_state(storage["meridian_saved_game"]).board == POSITION.board


# --- reading back -----------------------------------------------------------------------------------------------


def remembered(state: State) -> State:
    """What a save keeps of a state: neither the known positions, nor the warnings of circles and of the clock."""
    return replace(state, history=(), loop=False, idle=False, trail=started(state.board))


@clause("MM-342", "MM-344", "MM-351", "MM-336")
@given(positions("meridian", most=120), st.booleans(), st.sampled_from([None, "resign"]))
@settings(max_examples=40)
def test_every_position_comes_back_as_it_was(somewhere: Position, rests: bool, end: Any) -> None:
    state = somewhere.state if somewhere.state.end else replace(somewhere.state, end=end)
    storage: dict[str, str] = {}
    clock = Clock()
    engine = engine_at(state, clock, storage)
    clock.wait(17)
    if rests:
        engine.pause()
    engine.save_game()
    clock.wait(1000)
    other = Engine(clock=clock, storage=storage)
    assert other.load_game() == Result(True)
    assert remembered(other.state) == remembered(state)
    assert other.state.history == (other.hash_game_state(),)
    assert other.state.trail == started(state.board)
    assert (other.status, other.ids, other.elapsed) == (engine.status, engine.ids, 17 * (state.end is None))
    assert other.get_current_game() == engine.get_current_game()
    before, after = engine.get_game_state(), other.get_game_state()
    kept = [name for name in before.__struct_fields__ if name not in ("move_history", "warnings")]
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]
    assert not other.undo()


@clause("MM-128", "MM-350", "MM-351")
def test_a_game_saved_halfway_through_a_pause_stays_paused() -> None:
    storage: dict[str, str] = {}
    clock = Clock()
    engine = engine_at(POSITION, clock, storage)
    start = clock.now
    clock.wait(100)
    engine.pause()
    clock.wait(50)
    engine.save_game()
    clock.wait(50)
    other = Engine(clock=clock, storage=storage)
    assert other.load_game()
    assert (other.status, other.elapsed) == ("paused", 100)
    assert json.loads(storage[KEY])["status"] == "paused"
    clock.wait(1000)
    assert other.elapsed == 100
    assert other.draw_card() == Result(False, "Game not active")
    assert other.resume()
    clock.wait(11)
    assert (other.status, other.elapsed) == ("active", 111)
    assert other.get_current_game().start_time == start
    other.pause()
    other.resume()
    clock.wait(1)
    other.save_game()
    third = Engine(clock=clock, storage=storage)
    third.load_game()
    clock.wait(8)
    assert (third.status, third.elapsed) == ("active", 120)


@clause("MM-336")
def test_a_loaded_game_continues_its_counts() -> None:
    storage: dict[str, str] = {}
    engine = engine_at(POSITION, storage=storage)
    engine.get_hint()
    engine.execute_move(engine.ids["7H"], text_foundation("7H"))
    engine.undo()
    engine.save_game()
    other = Engine(clock=Clock(), storage=storage)
    other.load_game()
    assert other.undo() == Result(False, "No moves to undo")
    assert other.get_game_state().move_history == ()
    other.get_hint()
    other.execute_move(other.ids["7H"], text_foundation("7H"))
    other.undo()
    game = other.get_current_game()
    assert (game.moves, game.hint_uses, game.undo_uses) == (19, 2, 2)


@pytest.mark.parametrize("finish", ["won", "lost"])
def test_a_finished_game_is_saved_with_its_end(finish: str) -> None:
    up = {"H": 7, "D": 7, "C": 7, "S": 6}
    storage: dict[str, str] = {}
    clock = Clock()
    engine = engine_at(position("KS", up=up, down=dict.fromkeys("HDCS", 6), moves=60), clock, storage)
    clock.wait(9)
    assert engine.execute_move(engine.ids["KS"], text_foundation("KS")) if finish == "won" else engine.resign()
    engine.save_game()
    document = json.loads(storage[KEY])
    assert (document["status"], document["end"]) == (finish, "completed" if finish == "won" else "resign")
    other = Engine(clock=clock, storage=storage)
    clock.wait(100)
    assert other.load_game()
    assert (other.status, remembered(other.state), other.elapsed) == (finish, remembered(engine.state), 9)
    assert other.get_current_game().end_time == clock.now - 100
    assert other.records == engine.records
    assert other.records.stats.games_played == 1
    assert other.end_game()


@clause("MM-337")
@pytest.mark.parametrize(("here", "there", "kept"), [(3, 2, 3), (2, 3, 3), (2, 2, 2)])
def test_the_newer_statistics_are_kept(here: int, there: int, kept: int) -> None:
    document = saved(POSITION)
    document["stats"].update(gamesPlayed=there, wins=there, totalMoves=1)
    document["modeStats"] = {"expert": {"games": there}}
    storage = {KEY: json.dumps(document)}
    mine = Records(stats=Stats(games_played=here, losses=here, total_moves=2))
    engine = Engine(storage=storage)
    engine.records = mine
    assert engine.load_game()
    from_save = there > here
    assert engine.records.stats.games_played == kept
    assert engine.records.stats.total_moves == (1 if from_save else 2)
    assert engine.records.mode_stats == {
        "classic": ModeStats(), "double_pocket": ModeStats(), "traditional": ModeStats(),
        "expert": ModeStats(games=there) if from_save else ModeStats(),
    }  # fmt: skip
    assert Engine(storage=storage).records == engine.records


# --- foreign saves ----------------------------------------------------------------------------------------------


@clause("MM-336", "MM-344")
def test_a_foreign_save_of_an_open_mode_loads() -> None:
    state = position(
        "AH 2S 3D", "9S 6H 5C 4D", "KD QC", "8S 4H", "5S", waste="3C", pockets=["7H"], down={"C": 1},
        types=["ace", "untyped", "king", "untyped", "untyped", None, None], bases=[0, 2, 0, 2, 1, 0, 0], moves=6,
    )  # fmt: skip
    document = foreign(saved(state))
    assert set(document) == TEXT_FIELDS
    result, engine = loaded(document)
    assert result == Result(True)
    assert (engine.status, engine.elapsed) == ("active", 0)
    assert (engine.state.options.mode, engine.state.options.direction) == ("classic", "locked")
    assert engine.state.seed == "unknown"
    assert engine.state.board.tableau == state.board.tableau
    assert engine.state.board.base_heights == (1, 2, 1, 2, 1, 0, 0)
    assert engine.get_game_state().column_directions == ("ascending", "descending", "descending", *[None] * 4)
    assert engine.validate_move(engine.ids["3C"], text_tab(1)) == Result(True)
    assert engine.state.moves == 6


@clause("MM-336")
@pytest.mark.parametrize(
    ("column", "base"), [("9S 5D", 2), ("9S 5D 6C", 2), ("6C 5D 6S", 2), ("2D 9S 5D 4C 3H", 3), ("9S", 1), ("9S 8D", 1)]
)
def test_missing_base_heights_are_read_off_the_run_at_the_top(column: str, base: int) -> None:
    _, engine = loaded(foreign(saved(position(column))))
    assert engine.state.board.base_heights == (base, *[0] * 6)


@clause("MM-344")
@pytest.mark.parametrize("mode", ["traditional", "expert"])
def test_hidden_cards_need_the_list_of_them(mode: str) -> None:
    document = saved(position("9s 6H", mode=mode))
    assert loaded(document)[0] == Result(True)
    assert loaded(foreign(document))[0] == Result(False, "Corrupt save")
    document["faceDown"] = None
    assert loaded(document)[0] == Result(False, "Corrupt save")


def test_a_column_saved_without_a_type_is_untyped() -> None:
    document = saved(position("9S 6H", "AH 5S"))
    document["columnTypes"] = [None] * 7
    result, engine = loaded(document)
    assert result
    assert engine.state.board.column_types == ("untyped", "untyped", *[None] * 5)


def test_a_missing_cause_of_the_end_follows_from_the_position() -> None:
    stuck = position(
        "AC 2C 3C 4C 5C 6C AS 2S 3S 2H 3H", "7C 8C 9C TC 4S 5S 8H 9H", "JC QC KC 6S 7S TH JH", "8S 9S TS JS QH KH",
        "QS KS AH 5H 2D 3D", "6H 7H AD 4D 8D 9D", "5D 6D 7D QD KD TD JD", pockets=["4H"], stock="", moves=5,
    )  # fmt: skip
    complete = position(up=dict.fromkeys("HDCS", 7), down=dict.fromkeys("HDCS", 6), end="completed", moves=52)
    for state, status, end in (
        (stuck, "lost", "stalemate"),
        (POSITION, "lost", "resign"),
        (complete, "won", "completed"),
    ):
        document = saved(state)
        document.pop("end", None)
        document["status"] = status
        result, engine = loaded(document)
        assert result
        assert (engine.state.end, engine.status) == (end, status)
    declared = saved(replace(POSITION, end="declared"))
    assert loaded(declared)[1].state.end == "declared"


@clause("MM-343", "MM-342")
def test_ids_of_any_word_are_kept() -> None:
    document = json.dumps(saved(POSITION))
    other = re.sub('"7h_[0-9]+_6_', '"7h_1768112159226_9_x', document)
    _, engine = loaded(other)
    assert engine.ids["7H"].startswith("7h_1768112159226_9_x")
    assert engine.get_game_state().pocket == (reconstruct_card(engine.ids["7H"]),)
    assert engine.execute_move(engine.ids["7H"], text_foundation("7H"))
    assert engine.save_game()
    assert loaded(engine.create_complete_snapshot().pocket)[0] == Result(False, "Corrupt save")
    assert isinstance(engine.find_card(engine.ids["7H"]), Card)


# --- refused saves ----------------------------------------------------------------------------------------------


@clause("MM-340")
def test_without_a_save_nothing_is_loaded() -> None:
    engine = engine_at(POSITION)
    assert engine.load_game() == Result(False, "No saved game")
    assert engine.state == POSITION


@clause("MM-341")
@pytest.mark.parametrize(
    "version", ["6.0.1", "6.0.3", "5.9.9", "7.0.0", "6.0", "6.0.2 ", "v6.0.2", "", 6, None, ["6.0.2"]]
)
def test_a_save_of_another_version_is_refused_and_stays(version: object) -> None:
    text = json.dumps({**saved(POSITION), "version": version})
    storage = {KEY: text}
    engine = Engine(storage=storage)
    assert engine.load_game() == Result(False, "Version mismatch")
    assert (engine.status, storage[KEY]) == ("idle", text)
    with pytest.raises(BadLog) as refused:
        engine.reconstruct_state(text)
    assert refused.value.code == "SAVE_VERSION"


@clause("MM-341")
def test_a_save_without_a_version_is_refused() -> None:
    document = saved(POSITION)
    del document["version"]
    assert loaded(document)[0] == loaded({})[0] == Result(False, "Version mismatch")


def _change(*path: Any, to: Any) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to(place[path[-1]]) if callable(to) else to

    return change


def _swap(document: Document) -> None:
    document["deck"][0] = document["deck"][1]


def _lose(document: Document) -> None:
    document["deck"].pop()


def _two_in_a_pocket(document: Document) -> None:
    document["pocket"].append(document["deck"].pop())


def _second_pocket(document: Document) -> None:
    document["pocket2"].append(document["deck"].pop())


def _eighth_column(document: Document) -> None:
    document["tableau"].append([document["deck"].pop(0)])
    document["columnTypes"].append("untyped")
    document["columnTypingCards"].append(None)
    document["baseHeights"].append(1)


def _sixth_column_only(document: Document) -> None:
    for name in ("tableau", "columnTypes", "columnTypingCards", "baseHeights"):
        document[name].pop()


def _foundation_out_of_order(document: Document) -> None:
    document["foundations"]["up"]["d"].reverse()


def _foundation_of_another_suit(document: Document) -> None:
    up = document["foundations"]["up"]
    up["h"], up["d"] = up["d"], up["h"]


def _hidden_top(document: Document) -> None:
    document["faceDown"].append(document["tableau"][1][1])


def _hidden_on_shown(document: Document) -> None:
    document["faceDown"] = [document["tableau"][3][1]]


def _laid_out_of_order(document: Document) -> None:
    document["baseHeights"][1] = 1


def _classic(document: Document) -> None:
    document["gameMode"] = "classic"


CORRUPTIONS: dict[str, Callable[[Document], None]] = {
    **{f"no {field}": lambda document, field=field: document.pop(field) for field in sorted(TEXT_FIELDS - {"version"})},  # type: ignore[misc]
    "unknown mode": _change("gameMode", to="hard"),
    "hidden cards in classic": _classic,
    "unknown id": _change("deck", 0, to="Zh_1_1_x"),
    "no id": _change("deck", 0, to="7H"),
    "id of a number": _change("deck", 0, to=7),
    "null for an id": _change("waste", 0, to=None),
    "doubled card": _swap,
    "doubled id": _change("deck", to=lambda deck: [*deck, deck[0]]),
    "lost card": _lose,
    "two cards in a pocket": _two_in_a_pocket,
    "pocket 2 in a mode without": _second_pocket,
    "pocket as text": _change("pocket", to="7h"),
    "eighth column": _eighth_column,
    "six columns": _sixth_column_only,
    "tableau too short for its types": _change("tableau", to=lambda tableau: tableau[:-1]),
    "types too short": _change("columnTypes", to=lambda kinds: kinds[:-1]),
    "typing cards too short": _change("columnTypingCards", to=lambda kinds: kinds[:-1]),
    "base heights too short": _change("baseHeights", to=lambda heights: heights[:-1]),
    "unknown type": _change("columnTypes", 1, to="queen"),
    "type of an empty column": _change("columnTypes", 6, to="untyped"),
    "wrong type": _change("columnTypes", 1, to="ace"),
    "single card with a wrong type": _change("columnTypes", 2, to="king"),
    "typing card missing": _change("columnTypingCards", 0, to=None),
    "typing card of another column": _change("columnTypingCards", 0, to="Kd_0_25_x"),
    "typing card of an untyped column": _change("columnTypingCards", 1, to="6h_0_5_x"),
    "empty text as a typing card": _change("columnTypingCards", 1, to=""),
    "base height too high": _change("baseHeights", 2, to=2),
    "base height below nothing": _change("baseHeights", 2, to=-1),
    "base height of an untyped column": _change("baseHeights", 2, to=0),
    "laid out of order": _laid_out_of_order,
    "foundation out of order": _foundation_out_of_order,
    "foundation of another suit": _foundation_of_another_suit,
    "suit missing": _change("foundations", "up", to=lambda piles: {"h": []}),
    "unknown suit": _change("foundations", "up", to=lambda piles: {**piles, "x": []}),
    "foundations as lists": _change("foundations", to=[]),
    "hidden top": _hidden_top,
    "hidden on shown": _hidden_on_shown,
    "hidden card without an id": _change("faceDown", 0, to="nothing"),
    "moves as text": _change("currentGame", "moves", to="17"),
    "moves below nothing": _change("currentGame", "moves", to=-1),
    "moves as a fraction": _change("currentGame", "moves", to=1.5),
    "first Ace after the last move": _change("currentGame", "firstAceMove", to=18),
    "first King before the first move": _change("currentGame", "firstKingMove", to=0),
    "stats of text": _change("stats", "wins", to="many"),
    "stats of an unknown mode": _change("modeStats", to={"hard": {}}),
    "unknown status": _change("status", to="idle"),
    "end while active": _change("end", to="resign"),
    "won too early": _change("status", to="won"),
    "end while paused": lambda document: document.update(status="paused", end="resign"),
    "end without a status": lambda document: document.update(status=None, end="declared"),
    "completed too early": lambda document: document.update(status="lost", end="completed"),
    "unknown end": _change("end", to="boredom"),
    "direction unknown": _change("direction", to="sideways"),
    "seed too long": _change("seed", to="x" * 257),
    "seed of a number": _change("seed", to=5),
    "time below nothing": _change("elapsed", to=-1),
    "timestamp of text": _change("timestamp", to="now"),
}


@clause("MM-342", "MM-351")
@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_corrupt_save_is_refused_and_the_game_continues(name: str) -> None:
    document = saved(POSITION)
    document["end"] = None
    assert loaded(document)[0]
    CORRUPTIONS[name](document)
    text = json.dumps(document)
    running = position("KS", "QH", waste="5D", moves=3)
    clock = Clock()
    storage = {KEY: text}
    engine = engine_at(running, clock, storage)
    assert engine.execute_move(engine.ids["QH"], text_tab(0))
    heard: list[Event] = []
    engine.subscribe(heard.append)
    before, table, statistics = engine.get_game_state(), engine.table, engine.records
    assert engine.load_game() == Result(False, "Corrupt save")
    assert (engine.get_game_state(), engine.table, engine.records) == (before, table, statistics)
    assert (storage[KEY], heard) == (text, [])
    assert engine.undo()
    with pytest.raises(BadLog) as refused:
        engine.reconstruct_state(text)
    assert (refused.value.code, refused.value.reason) == ("SAVE_CORRUPT", "Corrupt save")


@clause("MM-342")
@pytest.mark.parametrize(("status", "end"), [("lost", "completed"), ("won", "resign"), ("won", "stalemate")])
def test_an_end_that_contradicts_the_status_is_refused(status: str, end: str) -> None:
    document = saved(position(up=dict.fromkeys("HDCS", 7), down=dict.fromkeys("HDCS", 6), end="completed", moves=52))
    assert loaded(document)[0] == Result(True)
    document.update(status=status, end=end)
    assert loaded(document)[0] == Result(False, "Corrupt save")


@clause("MM-342")
@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", "[]", "null", "7", '"6.0.2"', "\ud800", "[" * 100_000, '{"version": "6.0.2"}']
)
def test_anything_but_a_save_is_refused(text: str) -> None:
    result, engine = loaded(text)
    assert (result, engine.status) == (Result(False, "Corrupt save"), "idle")


def test_the_second_pocket_belongs_to_double_pocket() -> None:
    document = saved(position("KS", pockets=["", "QH"], mode="double_pocket"))
    assert (document["pocket"], document["pocket2"]) == ([], [engine_at(POSITION).ids["QH"]])
    result, engine = loaded(document)
    assert result
    assert [card and card.code for card in engine.state.board.pockets] == [None, "QH"]
    document["pocket2"].append(document["deck"].pop())
    assert loaded(document)[0] == Result(False, "Corrupt save")


def test_a_save_keeps_counts_even_where_the_game_has_begun_only() -> None:
    storage: dict[str, str] = {}
    engine = Engine(clock=Clock(50), storage=storage)
    engine.initialize_game("expert", seed="s")
    engine.save_game()
    other = Engine(clock=Clock(90), storage=storage)
    assert other.load_game()
    assert other.get_current_game() == CurrentGame(start_time=50)
    assert other.state == engine.state
