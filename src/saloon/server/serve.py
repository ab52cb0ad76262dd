"""How does it run? Under uvicorn, in one process or several that share the socket."""

import os
import webbrowser
from threading import Thread
from typing import Any, Final

import msgspec
import uvicorn
from uvicorn.supervisors import Multiprocess

from saloon.core.errors import BadInput
from saloon.table.messages import LONGEST_MESSAGE

from .app import create_app
from .line import LineProtocol
from .settings import Settings

_VARIABLE: Final = "SALOON_SETTINGS"


def check(settings: Settings, workers: int) -> None:
    """Refuse what cannot work before anything starts."""
    if workers > 1 and not settings.database.startswith("postgres"):
        raise BadInput(
            "several workers need PostgreSQL: SQLite has one writer. Use --workers 1 or --database postgresql://…",
            "BAD_WORKERS",
        )


def serve(settings: Settings, *, host: str, port: int, workers: int, show: bool = False) -> None:
    """Serve until told to stop, and with `show` open the page in a browser.

    The address is printed once it is bound, so port 0 can be asked for.
    """
    check(settings, workers)
    os.environ[_VARIABLE] = msgspec.json.encode(settings).decode()
    config = uvicorn.Config(
        "saloon.server.serve:application",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        access_log=False,
        ws=LineProtocol,
        ws_max_size=4 * LONGEST_MESSAGE,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    bound = config.bind_socket()
    bound.listen(config.backlog)  # whoever comes before all is ready waits at the door
    address = f"http://{host}:{bound.getsockname()[1]}"
    print(f"Saloon listens on {address} (Ctrl-C to stop)", flush=True)
    if show:
        Thread(target=webbrowser.open, args=[address], daemon=True).start()
    server = uvicorn.Server(config)
    try:
        if workers > 1:
            Multiprocess(config, sockets=[bound]).run()
        else:
            server.run(sockets=[bound])
    except KeyboardInterrupt:
        return


def application() -> Any:
    """Return the application of the settings that the parent process left; each worker makes its own."""
    return create_app(msgspec.json.decode(os.environ[_VARIABLE], type=Settings))
