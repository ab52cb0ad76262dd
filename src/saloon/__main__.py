"""`python -m saloon` is the command `saloon`."""

import sys

from saloon.cli import main

sys.exit(main())
