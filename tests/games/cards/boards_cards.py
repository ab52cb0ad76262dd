"""Boards of Cards written by hand, and states as plain lists and dicts."""

from typing import Any

import msgspec

from saloon.core.cards import Pile, card
from saloon.core.game import Action, read_action
from saloon.core.places import Place
from saloon.games.cards import Cards
from saloon.games.cards.rules import RULES_VERSION, is_won
from saloon.games.cards.state import DECK, FoundationMove, Options, State, TableauMove

GAME = Cards()
Json = dict[str, Any]


def board(piles: str, heights: tuple[int, int, int, int] = (0, 0, 0, 0), **options: Any) -> State:
    """Return a board: piles separated by /, bottom first, `*5H` being face-down; heights of ♠ ♥ ♣ ♦."""
    tableau = [pile(text) for text in piles.split("/")]
    tableau += [()] * (8 - len(tableau))
    foundations = tuple(DECK[13 * suit : 13 * suit + height] for suit, height in enumerate(heights))
    return State(
        foundations=foundations,
        options=Options(**options),
        rules_version=RULES_VERSION,
        seed="0",
        status="won" if is_won(foundations) else "active",
        tableau=tuple(tableau),
    )


def pile(text: str) -> Pile:
    return tuple(card(word.removeprefix("*")).down() if word[0] == "*" else card(word) for word in text.split())


def written(piles: tuple[Pile, ...]) -> str:
    """Return piles as `board` reads them, without the empty ones at the end."""
    texts = [" ".join("*" * one.face_down + one.code for one in pile) for pile in piles]
    while texts and not texts[-1]:
        texts.pop()
    return " / ".join(texts)


def heights(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.foundations))


def plain(state: State) -> Json:
    """Return the canonical state as JSON has it."""
    result: Json = msgspec.json.decode(msgspec.json.encode(GAME.canonical(state)))
    return result


def across(source: int, target: int, count: object = 1) -> TableauMove:
    return TableauMove(Place("tableau", source), Place("tableau", target), count)


def back(foundation: int, target: int, count: object = 1) -> TableauMove:
    return TableauMove(Place("foundation", foundation), Place("tableau", target), count)


def up(source: int, foundation: int | None = None, count: object = 1) -> FoundationMove:
    if foundation is None:
        return FoundationMove(Place("tableau", source), count=count)
    return FoundationMove(Place("tableau", source), Place("foundation", foundation), count)


def sent(kind: object, payload: object) -> Action:
    """Return the action that a message names."""
    return read_action(GAME.actions, kind, payload)
