"""What the master expects from each move, for analyses."""

from collections.abc import Sequence

from msgspec.structs import replace

from saloon.core.evaluation import Evaluator, Valued
from saloon.core.game import Action
from saloon.games.highnoon.state import Draw, Flip, FoundationMove, Recycle, TableauMove
from saloon.games.highnoon.view import View

from . import MASTER
from .facts import Known, Memory, known
from .seats import code, values_in_worlds, worth_of


class MasterEvaluator(Evaluator):
    """The value of the position after each move, in worlds that the master would sample and play on."""

    unit = "value from -1 (lost) to 1 (won)"
    worlds = 120

    def __init__(self) -> None:
        self._memory = Memory()

    def watch(self, view: View) -> None:
        """Remember the order of the stocks."""
        self._memory.watch(view)

    def knowledge(self, view: View) -> Known:
        """Return what the seat sees and remembers."""
        self.watch(view)
        return known(view, self._memory.stocks)

    def evaluate(self, knowledge: Known, legal: Sequence[Action], worlds: int, seed: str) -> Sequence[Valued]:
        """Return the value of each move, by world; giving up and offers are not moves."""
        actions = [one for one in legal if isinstance(one, Flip | FoundationMove | TableauMove | Draw | Recycle)]
        if not actions:
            return []
        moves = [code(action) for action in actions]
        found = values_in_worlds(knowledge, moves, replace(MASTER, worlds=worlds), seed)
        worths = worth_of(knowledge, moves, curious=True)
        return [
            Valued(action, tuple(found[:, number].tolist()), worth >= 0)
            for number, (action, worth) in enumerate(zip(actions, worths, strict=True))
        ]
