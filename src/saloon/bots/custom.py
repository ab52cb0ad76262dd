"""Custom bots: a class `package.module:Bot`, or `exec:COMMAND`, a program in any language.

Both run in a process of their own that speaks JSON lines (docs/own-bots.md), so that a bot that hangs or crashes harms
nobody: a simpler bot makes the move, and the fault is recorded.
"""

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final

import msgspec

from saloon.core.bots import Bot
from saloon.core.errors import BadInput, quoted
from saloon.core.game import Action
from saloon.core.registry import AnyGame
from saloon.table.changes import plain
from saloon.table.messages import wire

from .guard import BotFault, GuardedSeat
from .levels import seat_bot

TIME_LIMIT: Final = 5.0
"""Seconds that a bot has for a move; twice as many for the first, to start up."""
FORGIVEN: Final = 3
"""Faults that cost a bot one move each; after one more, a simpler bot takes over for good."""
_EXEC: Final = "exec:"

Json = dict[str, Any]


def is_custom(name: str) -> bool:
    """Return whether a name is that of a custom bot, not of a level."""
    return ":" in name


def command_of(spec: str) -> list[str]:
    """Return the command that runs a custom bot; raise BadInput unless it is a class or a command."""
    if spec.startswith(_EXEC):
        command = shlex.split(spec.removeprefix(_EXEC))
    else:
        module, _, name = spec.partition(":")
        is_class = name.isidentifier() and all(part.isidentifier() for part in module.split("."))
        command = [sys.executable, str(Path(__file__).with_name("host.py")), spec] if is_class else []
    if not command:
        raise BadInput(f"{quoted(spec)} is neither package.module:Class nor exec:COMMAND", "UNKNOWN_BOT")
    return command


class BotProcess:
    """A process that is sent `{"view": …, "legal": […]}` and answers with one of `legal`, or null to wait.

    It is started at the first call. If it is late or crashes, it is killed and restarted for the next call.
    """

    def __init__(self, spec: str, time_limit: float = TIME_LIMIT) -> None:
        self._command = command_of(spec)
        self._time_limit = time_limit
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str]

    def choose(self, view: Any, legal: Sequence[Json]) -> Json | None:
        """Return the bot's choice among `legal`; raise BotFault if there is none."""
        limit = self._time_limit if self._process is not None else 2 * self._time_limit
        process = self._process or self._start()
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps({"view": view, "legal": legal}) + "\n")
            process.stdin.flush()
            answer = self._lines.get(timeout=limit)
        except Empty:
            self.close()
            raise BotFault("late", f"it was late: no answer within {limit:g} s") from None
        except (OSError, ValueError):
            answer = ""
        if not answer:
            self.close()
            raise BotFault("crashed", f"it crashed with exit status {process.returncode}")
        return _read(answer, legal)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            assert process.stdin is not None
            try:
                process.stdin.close()
            except OSError:
                return  # the last request did not arrive

    def _start(self) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        try:
            process = subprocess.Popen(self._command, text=True, **pipes)  # type: ignore[call-overload]
        except OSError as error:
            raise BotFault("crashed", f"{self._command[0]!r} cannot be started: {error.strerror}") from None
        self._process = process
        self._lines = Queue()
        Thread(target=_read_lines, args=(process, self._lines), daemon=True).start()
        return process  # type: ignore[no-any-return]


def _read_lines(process: "subprocess.Popen[str]", lines: "Queue[str]") -> None:
    """Forward the lines that a process prints, and an empty line when it has ended."""
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            lines.put(line)
    lines.put("")


def _read(answer: str, legal: Sequence[Json]) -> Json | None:
    try:
        chosen = json.loads(answer)
    except ValueError:
        raise BotFault("illegal", f"it answered {quoted(answer.strip())}, which is not JSON") from None
    if chosen is not None and chosen not in legal:
        raise BotFault("illegal", f"it answered {quoted(answer.strip())}, which is not legal")
    return chosen  # type: ignore[no-any-return]


class CustomBot(Bot):
    """A custom bot at a table in this process: it gets the JSON that its seat would get from a server."""

    def __init__(self, spec: str, time_limit: float = TIME_LIMIT) -> None:
        self._process = BotProcess(spec, time_limit)

    def choose(self, view: Any, legal: Sequence[Action]) -> Action | None:
        """Return the bot's action."""
        offered = [msgspec.to_builtins(wire(action)) for action in legal]
        chosen = self._process.choose(plain(view), offered)
        return None if chosen is None else legal[offered.index(chosen)]

    def close(self) -> None:
        """End its process."""
        self._process.close()


class CustomSeat(GuardedSeat):
    """A custom bot that cannot harm its match: a simpler bot makes the moves that it fails to make."""

    def __init__(self, game: AnyGame, spec: str, seed: str, time_limit: float = TIME_LIMIT) -> None:
        self._custom = CustomBot(spec, time_limit)
        super().__init__(game, spec, seed, self._custom, forgiven=FORGIVEN)

    def close(self) -> None:
        """End its process."""
        self._custom.close()


def any_bot(game: AnyGame, name: str, seed: str) -> Bot:
    """Return a new bot, of a level or custom."""
    return CustomSeat(game, name, seed) if is_custom(name) else seat_bot(game, name, seed)
