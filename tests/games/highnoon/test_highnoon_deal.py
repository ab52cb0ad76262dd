"""The deal: two decks, two modes, two profiles, and the same cards for the same seed everywhere."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from clauses import clause
from games.highnoon.boards_highnoon import GAME, RULES, Json, all_cards, plain, send
from positions import option_sets, positions, seeds
from saloon.core.canonical import state_hash
from saloon.core.cards import SUITS
from saloon.core.errors import BadOption, Rejected
from saloon.games import GAMES
from saloon.games.highnoon.rules import catalogue
from saloon.games.highnoon.state import Options, State

DATA = Path(__file__).parents[2] / "data" / "highnoon"
STARTS = json.loads((DATA / "start-hashes.json").read_text())["starts"]
LOGS = sorted(DATA.glob("SEED-*.json"))


def deal(seed: str = "SEED-0001", rules: str | None = None, **options: Any) -> State:
    """Deal by the newest rules that support the options, or by those named."""
    game, chosen = GAMES.choose("highnoon", options, rules)
    state: State = game.deal(seed, chosen)
    return state


def start_id(start: Json) -> str:
    return f"{start['seed']}-{start['mode']}-{start['profile']}"


# --- the golden data ---


@clause("HN-87", "HN-88", "HN-103", "HN-92")
@pytest.mark.parametrize("start", STARTS, ids=start_id)
def test_deals_have_the_golden_hashes(start: Json) -> None:
    state = deal(start["seed"], "1.0.0", mode=start["mode"], profile=start["profile"])
    assert state_hash(start["rev"], GAME.canonical(state)) == start["stateHash"]


def test_there_is_golden_data_for_both_modes_and_profiles() -> None:
    assert Counter((start["mode"], start["profile"]) for start in STARTS) == {
        (mode, profile): 10 for mode in ("split", "shared") for profile in ("saloon", "vnext")
    }
    assert len(LOGS) == 6


@clause("HN-05", "HN-06", "HN-91", "HN-92", "HN-93")
@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_logs_give_the_golden_hash_after_every_step(path: Path) -> None:
    log = json.loads(path.read_text())
    header = log["header"]
    options = header.get("options", {"profile": "vnext"})
    state, rev = deal(header["seed"], header["rulesVersion"], mode=header["mode"], **options), 0
    assert header["rulesVersion"] == state.rules_version == "1.0.0"
    assert len(log["steps"]) == 120
    for step in log["steps"]:
        action = step["action"]
        seat = ("p1", "p2").index(step["clientId"])
        if step["expectedResult"] == "ack":
            state, rev = send(state, seat, action["kind"], action["payload"]), rev + 1
        else:
            with pytest.raises(Rejected) as refused:
                send(state, seat, action["kind"], action["payload"])
            assert refused.value.code == step["expectedRejectCode"]
        GAME.check(state)
        assert state_hash(rev, GAME.canonical(state)) == step["expectedStateHashAfter"], f"step {step['i']}"


@clause("HN-103", "HN-88")
def test_separate_processes_deal_the_same() -> None:
    program = (
        "from saloon.games import GAMES; from saloon.core.canonical import state_hash;"
        "game = GAMES.version('highnoon', '1.0.0');"
        "print(state_hash(0, game.canonical(game.deal('SEED-0002', game.options(mode='shared')))))"
    )
    expected = next(start["stateHash"] for start in STARTS if start_id(start) == "SEED-0002-shared-saloon")
    for salt in ("1", "77"):
        run = [sys.executable, "-c", program]
        printed = subprocess.run(run, env={"PYTHONHASHSEED": salt}, capture_output=True, text=True, check=True).stdout
        assert printed.strip() == expected


# --- the contract's deal, written once more ---


def words(name: str) -> Iterator[int]:
    for block in range(1000):
        digest = sha256(name.encode() + b"\0" + block.to_bytes(8, "big")).hexdigest()
        yield from (int(digest[at : at + 8], 16) for at in range(0, 64, 8))


def shuffled(cards: list[Json], name: str) -> list[Json]:
    stream = words(name)
    for last in range(len(cards) - 1, 0, -1):
        bound = last + 1
        word = next(word for word in stream if word < 2**32 // bound * bound)
        cards[last], cards[word % bound] = cards[word % bound], cards[last]
    return cards


def deck(copy: int) -> list[Json]:
    return [
        {"cardId": f"d{copy}:{suit}:{rank:02}", "suit": suit, "rank": rank, "faceDown": True}
        for suit in "CDHS"
        for rank in range(1, 14)
    ]


def board(cards: list[Json]) -> Json:
    columns: list[list[Json]] = []
    for size in range(1, 8):
        columns.append([cards.pop(0) for _ in range(size)])
        columns[-1][-1]["faceDown"] = False
    return {"stock": cards, "waste": [], "tableau": columns, "score": 0}


@clause("HN-43", "HN-48", "HN-49", "HN-50", "HN-87")
@given(seeds("highnoon"), st.sampled_from(["split", "shared"]), st.sampled_from([0, 2, 3, 5]), st.sampled_from(RULES))
@settings(max_examples=30, deadline=None)
def test_the_deal_is_the_contracts(seed: str, mode: str, clock: int, rules: str) -> None:
    if mode == "split":
        hands = [shuffled(deck(0), f"{seed}::split::p1"), shuffled(deck(1), f"{seed}::split::p2")]
    else:
        both = shuffled(deck(0) + deck(1), f"{seed}::shared")
        hands = [both[::2], both[1::2]]
    offers = {"offers": {"p1": False, "p2": False}} if rules == "1.1.0" else {}
    assert plain(deal(seed, rules, mode=mode, clock=clock)) == {
        **offers,
        "schemaVersion": "2.0.0" if rules == "1.0.0" else "2.1.0",
        "rulesVersion": rules,
        "seed": seed,
        "mode": mode,
        "status": "active",
        "winner": None,
        "endedReason": None,
        "endedBy": None,
        "players": {"p1": board(hands[0]), "p2": board(hands[1])},
        "foundations": [{"suit": suit, "cards": []} for suit in "CCDDHHSS"],
        "options": {"clock": clock, "reveal": "explicit"},
        "sinceProgress": {"p1": 0, "p2": 0},
    }


def test_the_original_knows_neither_options_nor_counters() -> None:
    state = deal(profile="vnext")
    assert state.options is UNSET
    assert state.since_progress is UNSET
    assert state.turns_by_itself
    assert plain(state)["schemaVersion"] == "1.4.0"
    assert set(plain(deal())) - set(plain(state)) == {"offers", "options", "sinceProgress"}


# --- where the cards are ---


@clause("HN-22", "HN-23", "HN-24", "HN-31", "HN-81")
@given(seeds("highnoon"), st.sampled_from(option_sets("highnoon")))
@settings(max_examples=20, deadline=None)
def test_two_decks_are_in_play_each_card_with_its_own_id(seed: str, options: Json) -> None:
    cards = all_cards(deal(seed, **options))
    assert len(cards) == 104
    assert len({card.card_id for card in cards}) == 104
    assert Counter((card.suit, card.rank) for card in cards) == {(s, r): 2 for s in "CDHS" for r in range(1, 14)}


@clause("HN-28", "HN-29", "HN-30", "HN-31", "HN-24")
def test_a_card_has_four_fields() -> None:
    first, last = plain(deal())["players"]["p1"]["tableau"][1]
    assert set(first) == set(last) == {"cardId", "suit", "rank", "faceDown"}
    assert first["faceDown"] is True
    assert last["faceDown"] is False
    cards = catalogue(0) + catalogue(1)
    assert {card.suit for card in cards} == set("CDHS") == set(SUITS)
    assert {card.rank for card in cards} == set(range(1, 14))
    assert [card.card_id for card in cards[:14]] == [*(f"d0:C:{rank:02d}" for rank in range(1, 14)), "d0:D:01"]
    assert cards[52].card_id == "d1:C:01"
    assert cards[-1].card_id == "d1:S:13"
    for card in cards:
        copy, suit, rank = card.card_id.split(":")
        assert (suit, int(rank), copy in ("d0", "d1"), card.face_down) == (card.suit, card.rank, True, False)


@clause("HN-32", "HN-33", "HN-34", "HN-58", "HN-47")
@pytest.mark.parametrize("options", option_sets("highnoon"), ids=str)
def test_eight_foundations_two_a_suit_belong_to_nobody(options: Json) -> None:
    state = plain(deal(**options))
    assert [pile["suit"] for pile in state["foundations"]] == ["C", "C", "D", "D", "H", "H", "S", "S"]
    assert [set(pile) for pile in state["foundations"]] == [{"cards", "suit"}] * 8
    assert [pile["cards"] for pile in state["foundations"]] == [[]] * 8
    assert all(set(player) == {"stock", "waste", "tableau", "score"} for player in state["players"].values())


@clause("HN-54", "HN-55", "HN-56", "HN-12", "HN-11")
@pytest.mark.parametrize("options", option_sets("highnoon"), ids=str)
def test_each_of_two_players_has_seven_columns_and_a_stock(options: Json) -> None:
    state = deal(**options)
    assert GAME.seats == range(2)
    assert set(plain(state)["players"]) == {"p1", "p2"}
    for seat in GAME.seats:
        one = state.board(seat)
        assert [len(column) for column in one.tableau] == [1, 2, 3, 4, 5, 6, 7]
        assert [[card.face_down for card in column] for column in one.tableau] == [
            [True] * below + [False] for below in range(7)
        ]
        assert len(one.stock) == 24
        assert all(card.face_down for card in one.stock)
        assert one.waste == ()
        assert one.score == 0
        assert one.cards_left == 52


@clause("HN-44", "HN-45", "HN-108")
@given(seeds("highnoon"), st.sampled_from(["saloon", "vnext"]))
@settings(max_examples=20, deadline=None)
def test_split_gives_each_player_one_whole_deck(seed: str, profile: str) -> None:
    state = plain(deal(seed, mode="split", profile=profile))
    for copy, player in enumerate(("p1", "p2")):
        one = state["players"][player]
        ids = [card["cardId"] for pile in [one["stock"], *one["tableau"]] for card in pile]
        assert sorted(ids) == sorted(card.card_id for card in catalogue(copy))


@clause("HN-49", "HN-50", "HN-108")
@given(seeds("highnoon"), st.sampled_from(["saloon", "vnext"]))
@settings(max_examples=20, deadline=None)
def test_shared_spreads_both_decks_over_both_players(seed: str, profile: str) -> None:
    state = deal(seed, mode="shared", profile=profile)
    faces = Counter((card.suit, card.rank) for card in all_cards(state))
    assert set(faces.values()) == {2}
    copies = Counter(card.card_id[:2] for pile in (state.players.p1.stock, *state.players.p1.tableau) for card in pile)
    assert copies.total() == 52
    assert set(copies) == {"d0", "d1"}, "a share of its own, not one of the decks"


@clause("HN-52", "HN-51", "HN-47")
@given(seeds("highnoon"), st.sampled_from(["saloon", "vnext"]))
@settings(max_examples=10, deadline=None)
def test_the_mode_touches_nothing_but_the_distribution(seed: str, profile: str) -> None:
    split, shared = (plain(deal(seed, mode=mode, profile=profile)) for mode in ("split", "shared"))
    assert split.pop("players") != shared.pop("players")
    assert (split.pop("mode"), shared.pop("mode")) == ("split", "shared")
    assert split == shared


@clause("HN-53")
@given(positions("highnoon", mode="split"))
@settings(max_examples=25, deadline=None)
def test_all_other_rules_are_the_same_in_both_modes(position: Any) -> None:
    split, shared = position.state, replace(position.state, mode="shared")
    assert GAME.legal(split, position.seat) == GAME.legal(shared, position.seat)
    for action in position.legal:
        after = GAME.apply(split, position.seat, action)
        assert GAME.apply(shared, position.seat, action) == replace(after, mode="shared")


def test_other_seeds_and_streams_deal_otherwise() -> None:
    assert deal("SEED-0001").players != deal("SEED-0002").players
    state = deal("SEED-0001")
    faces = [[(c.rank, c.suit) for c in board.stock] for board in (state.players.p1, state.players.p2)]
    assert faces[0] != faces[1], "each player's deck is shuffled with a stream of its own"
    assert deal(profile="vnext").players != state.players


# --- the game, and its options ---


def test_the_game_says_what_it_is() -> None:
    assert (GAME.name, GAME.title, GAME.rules_version, GAME.seats) == ("highnoon", "HighNoon", "1.1.0", range(2))
    actions = ["draw", "recycle", "flip", "tableauMove", "foundationMove", "resign"]
    assert list(GAMES.version("highnoon", "1.0.0").actions) == actions
    assert list(GAME.actions) == [*actions, "offerEnd"]
    assert list(GAME.server_actions) == ["timeout"]
    assert (GAME.undo_depth, GAME.counters, GAME.presets) == (0, frozenset(), {})
    assert GAME.unnamed_options == {"profile": "vnext"}, "a log without options is one of the original"


def test_options_and_their_defaults() -> None:
    assert Options() == Options(clock=0, mode="split", profile="saloon", reveal="explicit")
    assert Options(profile="vnext") == Options(clock=0, mode="split", profile="vnext", reveal="auto")
    assert deal(reveal="auto").turns_by_itself
    assert not deal(reveal="explicit").turns_by_itself
    for clock in (0, 2, 3, 5):
        state = deal(clock=clock)
        assert state.options is not UNSET
        assert state.options.clock == clock


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"clock": 1}, "clock=1 is not possible in highnoon: choose one of 0, 2, 3, 5"),
        ({"clock": "2"}, "clock='2' is not possible in highnoon: choose one of 0, 2, 3, 5"),
        ({"mode": "double"}, "mode='double' is not possible in highnoon: choose one of split, shared"),
        ({"profile": "old"}, "profile='old' is not possible in highnoon: choose one of saloon, vnext"),
        ({"drawCount": 3}, "highnoon has no option 'drawCount' (its options: clock, mode, profile, reveal)"),
        (
            {"profile": "vnext", "reveal": "explicit"},
            "these options do not go together in highnoon: profile=vnext turns cards by itself",
        ),
    ],
    ids=str,
)
def test_other_options_are_refused(options: Json, reason: str) -> None:
    with pytest.raises(BadOption) as refused:
        deal(**options)
    assert refused.value.reason == reason
    assert refused.value.code == "BAD_OPTION"
