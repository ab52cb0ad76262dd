"""Learning environments: every game for PettingZoo, the solitaires for Gymnasium, and a bridge to OpenSpiel.

Needs `saloon[research]`. The module `spiel` registers the games with OpenSpiel and needs `open_spiel` as well.
"""

from saloon.core.extras import optional_imports

with optional_imports():
    import gymnasium  # noqa: F401 - first, so that its extra is named rather than that of numpy

    from .batch import BatchEnv
    from .episode import Episode
    from .parallel import TickEnv, parallel_env
    from .solitaire import SolitaireEnv, register
    from .turns import TurnEnv, env, raw_env

register()

__all__ = ["BatchEnv", "Episode", "SolitaireEnv", "TickEnv", "TurnEnv", "env", "parallel_env", "raw_env"]
