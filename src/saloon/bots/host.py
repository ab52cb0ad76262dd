"""Runs a bot class in a process of its own: `python host.py package.module:Bot` speaks JSON lines.

This file imports nothing of Saloon, so that a process starts quickly.
"""

import importlib
import json
import sys


def main(spec: str) -> None:
    """Answer each line `{"view": …, "legal": […]}` with what the bot chooses, or with null to wait."""
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever the bot prints is not an answer
    module, _, name = spec.partition(":")
    bot = getattr(importlib.import_module(module), name)()
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(bot.choose(asked["view"], asked["legal"])), file=answers, flush=True)


if __name__ == "__main__":
    sys.path[0] = ""  # the folder in which the command was started, not this file's
    main(sys.argv[1])
