"""What holds for every bot that samples hidden cards (`search.sampling`), for the tests of games that have one."""

from random import Random
from typing import Any

from hidden import rearranged
from saloon.bots import Bot, remind, seat_bot
from saloon.bots.match import act_once
from saloon.games import GAMES
from saloon.search.sampling import SamplingSeat
from saloon.table import Table

LEVEL = "demo"


def played(name: str, seed: str, **options: Any) -> tuple[Table, Bot]:
    """Let the bot play until the game ends or it sees no more help."""
    table, bot = Table.deal(name, seed=seed, options=options, nonce="n"), seat_bot(GAMES[name], LEVEL, seed)
    while table.outcome is None and not bot.gave_up and table.rev < 2000:
        assert act_once(table, {0: bot})
    return table, bot


def check_world(bot: SamplingSeat, position: Any) -> None:
    """Check that a sampled world is a sound position that looks like the table."""
    game = position.game
    if game.outcome(position.state) is not None:
        return
    view = game.view(position.state, 0)
    known = bot.known(view, frozenset())
    unseen = list(known.unseen)
    Random(1).shuffle(unseen)
    world = known.world(unseen)
    game.check(world)
    again = game.view(world, 0)
    assert again.tableau == view.tableau
    assert again.foundations == view.foundations
    assert game.legal(world, 0)


def check_no_peeking(name: str, **options: Any) -> None:
    """Check that the bot's choice does not depend on hidden cards: what it may see is the same."""
    game = GAMES[name]
    table, bot = Table.deal(name, seed="9", options=options), seat_bot(game, LEVEL, "s")
    for _ in range(40):
        act_once(table, {0: bot})
    legal = table.moves(0)
    choices = set()
    for number in range(3):
        state = rearranged(name, table.state, 0, Random(number))
        late = seat_bot(game, LEVEL, "s")
        remind(late, table, 0)
        choices.add(late.choose(game.view(state, 0), legal))
    assert len(choices) == 1
