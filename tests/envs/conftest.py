"""Keep absl, which OpenSpiel imports, away from pytest's captured output.

Its log handler takes the standard error of the moment, and closes it when the logging of a server is set up.
"""

import sys

from absl import logging

logging.get_absl_handler().python_handler.stream = sys.__stderr__
