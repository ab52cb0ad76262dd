"""Fair hints: they depend on nothing that the player has not seen, are legal and logged, and follow one plan."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from saloon.core.cards import Card
from saloon.core.errors import BadInput
from saloon.core.game import Action
from saloon.games import GAMES
from saloon.table import Table, replay
from saloon.table.fair_hints import advise

FAIR = [game.name for game in GAMES if game.fair_bots() is not None]
OTHERS = [game.name for game in GAMES if game.fair_bots() is None]


def cards_in(value: Any) -> Iterator[str]:
    """Yield the ids of the cards in a view or a state."""
    if isinstance(value, Card):
        yield value.card_id
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from cards_in(getattr(value, name))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from cards_in(part)


def exchanged(value: Any, faces: dict[str, dict[str, Any]]) -> Any:
    """Return plain data with other cards in some places; what lies face down stays so."""
    if isinstance(value, dict):
        if "cardId" in value:
            return {**faces.get(value["cardId"], value), "faceDown": value["faceDown"]}
        return {key: exchanged(part, faces) for key, part in value.items()}
    return [exchanged(part, faces) for part in value] if isinstance(value, list | tuple) else value


def with_other_hidden_cards(table: Table, random: Random) -> Table:
    """Return the same game with every card that was never seen in the place of another such card."""
    deal = table.beginning.state
    seen = {card for view in table.views(0) for card in cards_in(view)}
    unseen = sorted(set(cards_in(deal)) - seen)
    faces: dict[str, dict[str, Any]] = {}

    def find(value: Any) -> None:
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
            find(part)
        if isinstance(value, dict) and "cardId" in value:
            faces[value["cardId"]] = value

    plain = msgspec.to_builtins(deal)
    find(plain)
    order = random.sample(unseen, len(unseen))
    swapped = exchanged(plain, {one: faces[other] for one, other in zip(unseen, order, strict=True)})
    other = Table.set_up(table.game, msgspec.convert(swapped, type(deal)))
    for entry in table.entries:
        other.act(entry.seat, entry.action)
    return other


def input_of(table: Table) -> bytes:
    """Return everything that the bot behind a hint gets."""
    return msgspec.json.encode([list(table.views(0)), [[one.kind, one] for one in table.moves(0)]])


def follow(table: Table, hints: int) -> list[Action]:
    """Ask for a hint and do what it says, some times."""
    given = []
    for _ in range(hints):
        hinted = None if table.outcome is not None else table.fair_hint()
        if hinted is None:
            break
        assert hinted in table.moves(0)
        table.act(0, hinted)
        given.append(hinted)
    return given


@pytest.mark.parametrize("name", FAIR)
def test_what_a_hint_is_made_from_is_the_same_byte_for_byte_whatever_lies_hidden(name: str) -> None:
    random = Random(name)
    changed = 0
    for seed in range(3):
        table = Table.deal(name, seed=str(1_000_000 + seed))
        follow(table, random.randrange(1, 30))
        other = with_other_hidden_cards(table, random)
        changed += other.state != table.state
        assert input_of(other) == input_of(table)
        assert advise(other, 0).action == advise(table, 0).action
    assert changed, "nothing was hidden any more, so nothing was shown"


@pytest.mark.parametrize("name", FAIR)
def test_hints_are_logged_as_help_and_the_log_replays(name: str) -> None:
    table = Table.deal(name, seed="1000000")
    assert follow(table, 12)
    assert table.help.assisted
    saved = table.save()
    assert json.loads(saved)["header"]["protocolVersion"] == "2.7.0"
    assert replay(saved).status == "SUCCESS"
    loaded = Table.load(saved)
    assert loaded.save() == saved
    assert loaded.fair_hint() in [None, *loaded.moves(0)]


@pytest.mark.parametrize("name", FAIR)
def test_the_same_position_gets_the_same_hint_and_an_undo_makes_a_hint_of_its_own(name: str) -> None:
    table = Table.deal(name, seed="1000001")
    follow(table, 2)
    hinted = table.fair_hint()
    assert table.fair_hint() == hinted
    other = next(one for one in table.moves(0) if one != hinted)
    table.act(0, other)
    assert table.fair_hint() in [None, *table.moves(0)]
    if table.game.undo_depth:
        table.undo()
        assert table.fair_hint() in [None, *table.moves(0)]


@pytest.mark.parametrize("name", OTHERS)
def test_a_game_without_fair_hints_says_so(name: str) -> None:
    table = Table.deal(name, seed="1")
    with pytest.raises(BadInput, match="has no fair hints"):
        table.fair_hint()
    assert table.rev == 0
