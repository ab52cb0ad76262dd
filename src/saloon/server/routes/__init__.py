"""The HTTP interface: controllers that authenticate a caller, ask a service and encode its answer."""

from .players import PlayersController
from .solver import DailyController, SolverController
from .system import SystemController
from .tables import SavesController, TablesController

CONTROLLERS = [
    TablesController, SavesController, SolverController, DailyController, PlayersController, SystemController,
]  # fmt: skip

__all__ = ["CONTROLLERS"]
