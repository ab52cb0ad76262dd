"""Events: what listeners get, with which details, in which order."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clauses import clause
from games.meridian.boards_meridian import position, text_foundation, text_pocket, text_tab
from saloon.games.meridian.compat.engine import Engine
from saloon.games.meridian.compat.shapes import Card, Event
from saloon.games.meridian.locations import Location
from saloon.games.meridian.state import Mode, State

CHANGED = Event("stateChanged", {})
ALL_DOWN = SIX_UP = dict.fromkeys("HDCS", 6)
WASTE = Location("waste")


class Clock:
    """A clock that advances on request."""

    def __init__(self, now: int = 5_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds


class Hall:
    """An engine at a position, and its events since the last call."""

    def __init__(self, state: State, clock: Clock | None = None) -> None:
        self.engine = Engine(clock=clock or Clock())
        self.engine.initialize_game(seed="any")
        assert self.engine.restore_snapshot(state)
        self._heard: list[Event] = []
        self.engine.subscribe(self._heard.append)

    def heard(self) -> list[Event]:
        """All events since the last call."""
        events, self._heard[:] = list(self._heard), []
        return events

    def go(self, code: str, target: Location) -> list[Event]:
        """The events of a card move."""
        assert self.engine.execute_move(self.engine.ids[code], target)
        return self.heard()

    def card(self, code: str) -> Card:
        found = self.engine.find_card(self.engine.ids[code])
        assert found is not None
        return found

    def moved(self, codes: str, source: Location, target: Location) -> Event:
        cards = tuple(self.card(code) for code in codes.split())
        return Event("moveExecuted", {"source": source, "target": target, "moving_cards": cards})


def typed(col: int, kind: str | None) -> Event:
    return Event("columnTyped", {"col": col, "type": kind})


def warning(kind: str, **details: Any) -> Event:
    return Event("warning", {"kind": kind, **details})


# --- moves ------------------------------------------------------------------------------------------------------


@clause("MM-398")
def test_a_move_event_has_its_cards_and_places() -> None:
    hall = Hall(position("9D 7S", "8H 6H 5C", waste="JC 4H", bases=[2, 2, *[0] * 5], down={"S": 1}))
    assert hall.go("6H", text_tab(0)) == [hall.moved("6H 5C", text_tab(1), text_tab(0)), CHANGED]
    assert hall.go("4H", text_tab(0)) == [hall.moved("4H", WASTE, text_tab(0)), CHANGED]
    assert hall.go("JC", text_pocket()) == [hall.moved("JC", WASTE, text_pocket(1)), CHANGED]
    assert hall.engine.draw_card()
    hall.heard()
    assert not hall.engine.execute_move(hall.engine.ids["JC"], text_pocket())
    assert not hall.engine.auto_place_card("x")
    assert hall.heard() == []


@clause("MM-398")
def test_a_move_to_a_foundation_is_an_event_like_any_move() -> None:
    hall = Hall(position("9D 7S", "8H", pockets=["6H"]))
    assert hall.engine.auto_place_card(hall.engine.ids["6H"])
    assert hall.heard() == [hall.moved("6H", text_pocket(1), text_foundation("6H")), CHANGED]
    assert hall.engine.auto_place_card(hall.engine.ids["7S"])
    assert hall.heard() == [hall.moved("7S", text_tab(0), text_foundation("7S")), CHANGED]


@clause("MM-398", "MM-113", "MM-240")
@pytest.mark.parametrize(("hidden", "kind"), [("As", "ace"), ("Kd", "king"), ("9s", None), ("Ac 9s", None)])
def test_the_event_of_a_turned_card_precedes_that_of_its_type(hidden: str, kind: str | None) -> None:
    hall = Hall(position("7S", f"{hidden} 6H", mode="traditional"))
    told = hall.go("6H", text_tab(0))
    bared = hall.card(hidden.split()[-1].upper())
    assert bared.is_face_up
    flipped = Event("cardFlipped", {"col": 1, "card": bared})
    expected = [hall.moved("6H", text_tab(1), text_tab(0)), flipped, *([typed(1, kind)] if kind else []), CHANGED]
    assert told == expected


@clause("MM-398")
def test_changed_types_are_events_column_by_column() -> None:
    hall = Hall(position("QH", "KS", "KD 9C", "AC 5D 6S"))
    assert hall.go("QH", text_tab(1)) == [hall.moved("QH", text_tab(0), text_tab(1)), typed(0, None), CHANGED]
    assert hall.go("9C", text_pocket()) == [hall.moved("9C", text_tab(2), text_pocket(1)), typed(2, "king"), CHANGED]
    assert hall.go("KD", text_tab(0)) == [
        hall.moved("KD", text_tab(2), text_tab(0)),
        typed(0, "king"),
        typed(2, None),
        CHANGED,
    ]
    assert hall.go("6S", text_foundation("6S")) == [hall.moved("6S", text_tab(3), text_foundation("6S")), CHANGED]


# --- warnings ---------------------------------------------------------------------------------------------------


@clause("MM-398", "MM-294")
def test_every_cycle_is_an_event() -> None:
    hall = Hall(position("KS QH", "9D", bases=[1, 1, *[0] * 5], types=["king", "untyped", *[None] * 5]))
    loop = warning("loop", message="Loop detected")
    assert hall.go("QH", text_pocket()) == [hall.moved("QH", text_tab(0), text_pocket(1)), CHANGED]
    assert hall.go("QH", text_tab(0)) == [hall.moved("QH", text_pocket(1), text_tab(0)), loop, CHANGED]
    assert hall.go("QH", text_pocket()) == [hall.moved("QH", text_tab(0), text_pocket(1)), loop, CHANGED]
    hall.engine.draw_card()
    assert [event.kind for event in hall.heard()] == ["cardDrawn", "stateChanged"]


@clause("MM-398", "MM-261")
@pytest.mark.parametrize(
    ("before", "told"), [(28, None), (29, 30), (30, None), (58, None), (59, 60), (89, 90), (0, None)]
)
def test_a_lack_of_progress_is_an_event_at_every_thirtieth_move(before: int, told: int | None) -> None:
    hall = Hall(position("KS", "QH 9D", moves=100, moves_without_progress=before))
    expected = [warning("noProgress", moves=told)] if told else []
    assert hall.go("9D", text_pocket()) == [hall.moved("9D", text_tab(1), text_pocket(1)), *expected, CHANGED]


def test_progress_causes_no_warning() -> None:
    hall = Hall(position("KS", "QH 7D", moves=100, moves_without_progress=29))
    assert hall.go("7D", text_foundation("7D")) == [hall.moved("7D", text_tab(1), text_foundation("7D")), CHANGED]


@clause("MM-398", "MM-298")
def test_five_idle_minutes_of_a_long_game_are_one_event() -> None:
    clock = Clock()
    hall = Hall(position("KS", "QH 9D 7D", moves=199), clock)
    clock.wait(300_001)
    idle = warning("idle")
    hall.engine.draw_card()
    assert [event.kind for event in hall.heard()] == ["cardDrawn", "stateChanged"]
    assert hall.go("7D", text_pocket()) == [hall.moved("7D", text_tab(1), text_pocket(1)), idle, CHANGED]
    hall.engine.draw_card()
    assert [event.kind for event in hall.heard()] == ["cardDrawn", "stateChanged"]
    hall.go("7D", text_foundation("7D"))
    clock.wait(300_001)
    assert hall.engine.check_stalemate_conditions() == "active"
    assert [event for event in hall.heard() if event.kind == "warning"] == [idle]
    hall.engine.check_stalemate_conditions()
    assert hall.heard() == []


# --- draws ------------------------------------------------------------------------------------------------------


@clause("MM-398", "MM-218")
def test_draws_and_recycling_are_events() -> None:
    hall = Hall(position("KS", waste="KH", stock="KC KD", up=SIX_UP, down=ALL_DOWN))
    engine = hall.engine
    engine.draw_card()
    assert hall.heard() == [Event("cardDrawn", {"card": hall.card("KD")}), CHANGED]
    engine.draw_card()
    assert hall.heard() == [Event("cardDrawn", {"card": hall.card("KC")}), CHANGED]
    engine.draw_card()
    recycled = Event("wasteRecycled", {"cards": 3})
    assert hall.heard() == [recycled, Event("cardDrawn", {"card": hall.card("KH")}), CHANGED]
    engine.draw_card()
    engine.draw_card()
    hall.heard()
    assert engine.recycle_waste()
    assert hall.heard() == [recycled, CHANGED]
    assert not engine.recycle_waste()
    assert hall.heard() == []


# --- going back, resting, keeping -------------------------------------------------------------------------------


@clause("MM-398")
def test_undo_and_redo_are_events_and_pauses_change_the_state() -> None:
    hall = Hall(position("KS", "QH 9D"))
    engine = hall.engine
    hall.go("9D", text_pocket())
    told = []
    for command in (engine.undo, engine.redo, engine.pause, engine.resume):
        assert command()
        told.append(hall.heard())
    assert told == [[Event("undone", {}), CHANGED], [Event("redone", {}), CHANGED], [CHANGED], [CHANGED]]
    assert not engine.redo()
    assert not engine.resume()
    assert hall.heard() == []


@clause("MM-398", "MM-256")
def test_the_win_event_follows_its_move() -> None:
    hall = Hall(position("KS", up={**SIX_UP, "H": 7, "D": 7, "C": 7}, down=ALL_DOWN))
    assert hall.go("KS", text_foundation("KS")) == [
        hall.moved("KS", text_tab(0), text_foundation("KS")),
        typed(0, None),
        Event("won", {"reason": "completed"}),
        CHANGED,
    ]
    assert hall.engine.end_game()
    assert hall.heard() == [CHANGED]


@clause("MM-398", "MM-256")
def test_the_statistics_include_a_game_before_its_end_event() -> None:
    clock = Clock()
    hall = Hall(position("KS", up={**SIX_UP, "H": 7, "D": 7, "C": 7}, down=ALL_DOWN), clock)
    engine = hall.engine
    found: list[tuple[str, int, int, int]] = []

    def listen(event: Event) -> None:
        if event.kind in ("won", "lost"):
            stats, game = engine.get_game_state().stats, engine.get_current_game()
            found.append((engine.status, stats.wins, stats.losses, game.end_time))

    engine.subscribe(listen)
    clock.wait(5)
    hall.go("KS", text_foundation("KS"))
    engine.initialize_game()
    assert engine.restore_snapshot(position("KS", moves=1))
    clock.wait(5)
    engine.resign()
    assert found == [("won", 1, 0, clock.now - 5), ("lost", 1, 1, clock.now)]


@clause("MM-398", "MM-296")
def test_every_loss_event_has_its_reason() -> None:
    hall = Hall(
        position(
            "AC 2C 3C 4C 5C 6C AS 2S 3S 2H 3H 4H", "7C 8C 9C TC 4S 5S 8H 9H", "JC QC KC 6S 7S TH JH",
            "8S 9S TS JS QH KH", "QS KS AH 5H 2D 3D", "6H 7H AD 4D 8D 9D", "5D 6D 7D QD KD TD JD", stock="",
            moves=100, moves_without_progress=29,
        )
    )  # fmt: skip
    assert hall.go("4H", text_pocket()) == [
        hall.moved("4H", text_tab(0), text_pocket(1)),
        warning("noProgress", moves=30),
        Event("lost", {"reason": "stalemate"}),
        CHANGED,
    ]
    resigned = Hall(position("KS"))
    assert resigned.engine.resign()
    assert resigned.heard() == [Event("lost", {"reason": "resign"}), CHANGED]
    resting = Hall(position("KS"))
    resting.engine.pause()
    resting.heard()
    assert resting.engine.resign()
    assert resting.heard() == [CHANGED, Event("lost", {"reason": "resign"}), CHANGED]
    declared = Hall(position("KS", moves=100, moves_without_progress=30))
    assert declared.engine.declare_stalemate()
    assert declared.heard() == [Event("lost", {"reason": "declared"}), CHANGED]


@clause("MM-398", "MM-351")
def test_saving_loading_and_starting_are_events() -> None:
    hall = Hall(position("KS"))
    engine = hall.engine
    assert engine.save_game()
    assert hall.heard() == [Event("saved", {"key": "meridian_saved_game"})]
    assert engine.load_game()
    assert hall.heard() == [Event("loaded", {"key": "meridian_saved_game"}), CHANGED]
    assert engine.initialize_game("expert")
    assert hall.heard() == [CHANGED]
    assert not engine.initialize_game("none")  # type: ignore[arg-type]
    assert hall.heard() == []


# --- listeners --------------------------------------------------------------------------------------------------


@clause("MM-398")
def test_listeners_come_and_go() -> None:
    engine = Engine()
    heard: list[str] = []

    def first(event: Event) -> None:
        heard.append(f"first {event.kind}")

    def once(event: Event) -> None:
        heard.append(f"once {event.kind}")
        leave()
        engine.subscribe(late)

    def late(event: Event) -> None:
        heard.append(f"late {event.kind}")

    stop = engine.subscribe(first)
    stop_again = engine.subscribe(first)
    leave = engine.subscribe(once)
    engine.initialize_game()
    assert heard == ["first stateChanged", "first stateChanged", "once stateChanged"]
    heard.clear()
    stop()
    stop()
    engine.pause()
    assert heard == ["first stateChanged", "late stateChanged"]
    heard.clear()
    stop_again()
    engine.resume()
    assert heard == ["late stateChanged"]


@clause("MM-398", "MM-10")
@given(st.integers(0, 10**6), st.sampled_from(["classic", "traditional", "double_pocket"]), st.randoms())
@settings(max_examples=12)
def test_who_listens_can_follow_the_game(seed: int, mode: Mode, random: Any) -> None:
    engine = Engine(clock=Clock())
    events: list[Event] = []
    engine.subscribe(events.append)
    engine.initialize_game(mode, seed=str(seed))
    types = list(engine.state.board.column_types)
    hidden = sum(card.face_down for column in engine.state.board.tableau for card in column)
    for _ in range(40):
        events.clear()
        moves = engine.find_all_valid_moves()
        if moves and random.random() < 0.7:
            move = random.choice(moves)
            engine.execute_move(move.card_id, move.target_location)
            kinds = [event.kind for event in events]
            assert kinds[0] == "moveExecuted"
            assert events[0].details["moving_cards"] == move.moving_cards
        elif not engine.draw_card():
            break
        for event in events:
            if event.kind == "columnTyped":
                types[event.details["col"]] = event.details["type"]
            if event.kind == "cardFlipped":
                hidden -= 1
                assert engine.state.board.tableau[event.details["col"]][-1].code == _code(event.details["card"])
        assert tuple(types) == engine.state.board.column_types
        assert hidden == sum(card.face_down for column in engine.state.board.tableau for card in column)
        assert [event.kind for event in events].count("stateChanged") == 1
        assert events[-1] == CHANGED


def _code(card: Card) -> str:
    return {"10": "T"}.get(card.value, card.value) + card.suit.upper()


def test_a_failing_listener_affects_no_other(caplog: pytest.LogCaptureFixture) -> None:
    engine, heard = Engine(), list[str]()
    engine.subscribe(lambda _: heard[99])  # type: ignore[arg-type]
    engine.subscribe(lambda event: heard.append(event.kind))
    assert engine.initialize_game(seed="1")
    assert engine.draw_card()
    assert heard == ["stateChanged", "cardDrawn", "stateChanged"]
    assert caplog.messages == ["a listener failed on Event"] * 3


def test_a_listener_may_act_and_events_stay_in_order() -> None:
    engine, heard = Engine(), list[str]()
    engine.initialize_game(seed="1")

    def pocketing(event: Event) -> None:
        if event.kind == "cardDrawn":
            engine.execute_move(event.details["card"].id, {"type": "pocket"})

    engine.subscribe(pocketing)
    engine.subscribe(lambda event: heard.append(event.kind))
    result = engine.draw_card()
    assert result.card is not None
    assert engine.get_game_state().pocket == (result.card,)
    assert heard == ["cardDrawn", "stateChanged", "moveExecuted", "stateChanged"]


def test_an_abandoned_game_is_reported_when_the_next_has_begun() -> None:
    engine, told = Engine(), list[tuple[str, str]]()
    engine.initialize_game(seed="1")
    hint = engine.get_hint()
    assert hint is not None
    assert hint.move is not None
    engine.execute_move(hint.move.card_id, hint.move.target_location)
    engine.subscribe(lambda event: told.append((event.kind, engine.state.seed)))
    engine.initialize_game(seed="2")
    engine.initialize_game(seed="3")
    assert told == [("lost", "2"), ("stateChanged", "2"), ("stateChanged", "3")]
    assert engine.records.stats.losses == 1
