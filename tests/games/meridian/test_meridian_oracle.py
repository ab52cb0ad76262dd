"""The rules agree with a second, slow Meridian Master, step by step, along random games."""

import json
from itertools import islice, product
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clauses import clause
from games.meridian import oracle_meridian as oracle
from games.meridian.boards_meridian import MERIDIAN, position
from positions import option_sets
from saloon.core.canonical import canonical_json
from saloon.core.cards import deck
from saloon.core.errors import Rejected
from saloon.core.game import SERVER, Action
from saloon.core.options import read_options
from saloon.games.meridian import hints, moves
from saloon.games.meridian.stalemate import is_stalemate
from saloon.games.meridian.state import Draw, State, WarnIdle
from universe import every_action

STEPS = 80
HINTS = 150
EVERY = every_action("meridian", 0)
NAMES = [f"{options['mode']}-{options['direction']}" for options in option_sets("meridian")]


def written(action: Action) -> dict[str, Any]:
    """The payload of an action as the oracle reads it."""
    return oracle.in_text(msgspec.to_builtins(action))


def key(action: Action) -> str:
    return json.dumps([action.kind, written(action)], sort_keys=True)


def same_state(state: State, board: dict[str, Any]) -> None:
    """Everything but the fingerprints, of which the oracle has its own kind, must be the same."""
    plain = msgspec.json.decode(canonical_json(MERIDIAN.canonical(state)))
    assert len(set(plain.pop("history"))) == len(board["history"])
    assert plain == {name: value for name, value in board.items() if name != "history"}
    assert oracle.problems(board) == []


def same_possibilities(state: State, board: dict[str, Any]) -> None:
    listed = sorted(map(key, MERIDIAN.legal(state, 0)))
    assert listed == sorted(json.dumps([*one], sort_keys=True) for one in oracle.legal(board))
    assert list(moves.headings(state.board, state.options)) == oracle.directions(board)
    assert is_stalemate(state.board, state.stock, state.options) == oracle.stalemate(board)
    seen = MERIDIAN.view(state, 0)
    assert (seen.efficiency, seen.rating) == (oracle.efficiency(board), oracle.rating(board))
    assert (WarnIdle() in MERIDIAN.legal(state, SERVER)) == (oracle.judge(board, "warnIdle", {}, "server") == ("", ""))


def same_ranking(state: State, board: dict[str, Any]) -> None:
    mine = [
        (one.action.card, written(one.action)["target"], one.score, one.lookahead, one.leads_to_stalemate,
         one.tenths)
        for one in hints.ranking(MERIDIAN.view(state, 0))
    ]  # fmt: skip
    names = ("card", "target", "score", "lookahead", "stalemate", "total10")
    assert mine == [tuple(one[name] for name in names) for one in oracle.ranking(board)]


def same_verdict(state: State, board: dict[str, Any], action: Action) -> None:
    try:
        MERIDIAN.apply(state, 0, action)
        verdict = ("", "")
    except Rejected as rejected:
        verdict = (rejected.code, rejected.reason)
    assert verdict == oracle.judge(board, action.kind, written(action)), action


@clause("MM-259", "MM-272", "MM-273", "MM-281", "MM-293")
@pytest.mark.parametrize("options", option_sets("meridian"), ids=NAMES)
def test_both_play_the_same_game(options: dict[str, Any]) -> None:
    for seed, follows_hints in (("11", 0.0), ("12", 0.85)):
        random = Random(f"{seed}{options}")
        state = MERIDIAN.deal(seed, read_options("meridian", MERIDIAN.options, options))
        board = oracle.dealt(seed, options)
        for step in range(STEPS):
            same_state(state, board)
            if state.end is not None:
                assert MERIDIAN.legal(state, 0) == []
                break
            legal = MERIDIAN.legal(state, 0)
            if step % 4 == 0:
                same_possibilities(state, board)
            if step % 40 == 20:
                same_ranking(state, board)
            for action in random.sample(EVERY, 6):
                same_verdict(state, board, action)
            useful = [action for action in legal if action.kind not in MERIDIAN.giving_up]
            follows = random.random() < follows_hints
            action = MERIDIAN.hint(MERIDIAN.view(state, 0), legal) if follows else random.choice(useful)
            state = MERIDIAN.apply(state, 0, action)
            board = oracle.play(board, action.kind, written(action))


ODD_TARGETS: list[dict[str, Any]] = [
    *({"type": kind} for kind in ("", "waste", "stock", "hand", "Tab", "foundation", "tab", "fUp", "fDown", "pocket")),
    *({"type": "tab", "col": column} for column in (*range(-1, 8), True, "3", 1.0, None, [])),
    *({"type": "pocket", "pocketNum": number} for number in (0, 1, 2, 3, "1", True, 1.0)),
    *({"type": kind, "suit": suit} for kind in ("fUp", "fDown") for suit in ("h", "d", "c", "s", "H", "hd", "", 3)),
]


@clause("MM-87", "MM-88", "MM-89", "MM-90", "MM-157")
@pytest.mark.parametrize("options", option_sets("meridian"), ids=NAMES)
def test_both_judge_the_moves_of_logs_alike(options: dict[str, Any]) -> None:
    """Logs write places as the text does, and a log may hold moves that are refused."""
    chosen = read_options("meridian", MERIDIAN.options, options)
    state = MERIDIAN.apply(MERIDIAN.deal("11", chosen), 0, Draw())
    board = oracle.play(oracle.dealt("11", options), "draw", {})
    for code, target in product((*(card.code for card in deck()), "XX", "7h"), ODD_TARGETS):
        payload = {"card": code, "target": target}
        try:
            MERIDIAN.apply(state, 0, MERIDIAN.read_action(chosen, MERIDIAN.actions, "move", payload))
            verdict = ("", "")
        except Rejected as rejected:
            verdict = (rejected.code, rejected.reason)
        assert verdict == oracle.judge(board, "move", payload), payload


def crowded(random: Random, options: dict[str, Any], most: int) -> State:
    """A random position, with at most this many card moves, full pockets and little to draw."""
    for _ in range(3000):
        up = {suit: random.randint(0, 6) for suit in oracle.SUITS}
        down = {suit: random.randint(0, 5) for suit in oracle.SUITS}
        ranks = {suit: [*range(1, 7 - down[suit]), *range(7 + up[suit], 14)] for suit in oracle.SUITS}
        left = [card.code for suit in oracle.SUITS for card in deck(suit, ranks[suit])]
        random.shuffle(left)
        pockets = [left.pop() for _ in range(2 if options["mode"] == "double_pocket" else 1)]
        waste, stock = ([left.pop() for _ in range(random.choice([0, 0, 1, 2]))] for _ in range(2))
        columns = [left[start::7] for start in range(7)]
        if options["mode"] in ("traditional", "expert"):
            columns = [[*(code[0] + code[1].lower() for code in one[:-1]), *one[-1:]] for one in columns]
        state = position(
            *map(" ".join, columns), up=up, down=down, pockets=pockets, waste=" ".join(waste), stock=" ".join(stock),
            **options,
        )  # fmt: skip
        if len(list(islice(moves.carries(state.board, state.options), most + 1))) <= most:
            return replace(
                state, moves=random.choice([60, 199, 200]), moves_without_progress=random.choice([0, 29, 30])
            )
    raise AssertionError("chance made no such position")


HINTED = (("1", 0.0), ("60", 0.0), ("2", 0.1), ("3", 0.3))
"""Seeds of games, and how often chance decides instead of the hint."""


@clause("MM-269", "MM-272", "MM-349")
@pytest.mark.parametrize(
    ("options", "seed", "chance"),
    [
        pytest.param(options, seed, chance, id=f"{name}-{seed}", marks=[pytest.mark.long] if (row + column) % 4 else [])
        for row, (name, options) in enumerate(zip(NAMES, option_sets("meridian"), strict=True))
        for column, (seed, chance) in enumerate(HINTED)
    ],
)
def test_both_give_the_same_hints(options: dict[str, Any], seed: str, chance: float) -> None:
    """Along games that follow the hints, with now and then a step of chance: all in the long form, one of each else."""
    random = Random(f"{seed}{options}")
    state = MERIDIAN.deal(seed, read_options("meridian", MERIDIAN.options, options))
    board = oracle.dealt(seed, options)
    walk = oracle.Walk(board)
    for _ in range(HINTS):
        legal = MERIDIAN.legal(state, 0)
        mine, theirs = MERIDIAN.hint(MERIDIAN.view(state, 0), legal), oracle.hint(board, walk)
        if mine is None:
            assert theirs is None
            assert state.end is not None
            break
        if isinstance(theirs, dict):
            assert (mine.kind, written(mine)) == ("move", {"card": theirs["card"], "target": theirs["target"]})
        else:
            assert (mine, theirs) == (Draw(), "draw")
        useful = [action for action in legal if action.kind not in MERIDIAN.giving_up]
        action = random.choice(useful) if random.random() < chance else mine
        before, board = board, oracle.play(board, action.kind, written(action))
        walk.after(before, action.kind, board)
        state = MERIDIAN.apply(state, 0, action)


@clause("MM-257", "MM-258", "MM-278", "MM-279")
def test_both_judge_crowded_positions_alike() -> None:
    random = Random(7)
    verdicts, ends = [], set()
    for options, most in product(option_sets("meridian"), (0, 0, 0, 1, 2, 2)):
        state = crowded(random, options, most)
        MERIDIAN.check(state)
        board = msgspec.json.decode(canonical_json(MERIDIAN.canonical(state)))
        board["history"] = [oracle.position(board)]
        same_possibilities(state, board)
        same_ranking(state, board)
        verdicts.append(is_stalemate(state.board, state.stock, state.options))
        for action in MERIDIAN.legal(state, 0):
            after = MERIDIAN.apply(state, 0, action)
            same_state(after, oracle.play(board, action.kind, written(action)))
            ends.add(after.end)
    assert 10 <= sum(verdicts) <= 38
    assert ends == {None, "resign", "declared", "stalemate"}
