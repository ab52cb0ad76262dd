"""How Hypothesis runs: freely on a developer's machine, with fixed examples where CI is set."""

import os

from hypothesis import settings

settings.register_profile("free", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "free")
