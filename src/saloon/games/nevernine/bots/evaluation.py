"""What the master expects from each bid and card, for analyses."""

from collections.abc import Sequence

from saloon.core.evaluation import Evaluator, Valued
from saloon.core.game import Action, Game
from saloon.games.nevernine.state import ORDER, Bid, Options, Play, State
from saloon.games.nevernine.view import View

from . import MASTER
from .facts import Known, known
from .seats import SamplingSeat
from .sense import sensible


class MasterEvaluator(Evaluator):
    """The penalty of the round after each choice, in worlds that the master would sample."""

    unit = "penalty points in the round"
    worlds = 400

    def __init__(self, game: Game[State, Options]) -> None:
        self._game = game

    def knowledge(self, view: View) -> Known:
        """Return the facts of the round."""
        return known(view)

    def evaluate(self, knowledge: Known, legal: Sequence[Action], worlds: int, seed: str) -> Sequence[Valued]:
        """Return what each bid or card costs, by world."""
        master = SamplingSeat(self._game, seed, MASTER)
        bids = [one.bid for one in legal if isinstance(one, Bid) and isinstance(one.bid, int)]
        if bids:
            costs = master.bid_costs(knowledge, bids, worlds)
        else:
            costs = master.card_costs(knowledge, [one for one in legal if isinstance(one, Play)], worlds)
        considered = sensible(knowledge, legal)
        return [Valued(one, tuple(costs[:, _column(one)].tolist()), one in considered) for one in legal]


def _column(action: Action) -> int:
    """Return the place of a bid or a card among the costs."""
    if isinstance(action, Bid):
        assert isinstance(action.bid, int)
        return action.bid
    assert isinstance(action, Play)
    return ORDER[action.card]
