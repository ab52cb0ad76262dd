"""The HTTP interface: controllers that authenticate a caller, ask a service and encode its answer."""

from .accounts import AccountsController
from .challenges import ChallengesController, DuplicatesController
from .company import LeaderboardsController
from .operator import OperatorController
from .pairing import PairingController
from .passkeys import PasskeysController
from .players import BotsController, PlayersController
from .push import PushController
from .solver import DailyController, SolverController
from .system import SystemController
from .tables import SavesController, TablesController

CONTROLLERS = [
    TablesController, SavesController, SolverController, DailyController, ChallengesController, DuplicatesController,
    PairingController, LeaderboardsController, PlayersController, BotsController, AccountsController,
    PasskeysController, PushController, SystemController, OperatorController,
]  # fmt: skip

__all__ = ["CONTROLLERS"]
