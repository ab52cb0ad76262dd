"""Firefox over WebDriver BiDi: JSON messages on a WebSocket, so that no driver program is needed."""

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from web.engines.driver import PATIENCE, PHONE, Browser, Json, Page, Point, Pointer, pointer_actions, running, wait_for


def find_firefox() -> str | None:
    """Return the system's Firefox, if it has one."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Bidi:
    """Commands to a browser and their results; see the W3C's "WebDriver BiDi"."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._ids = connection, count(1)

    def __call__(self, method: str, **parameters: Any) -> Json:
        """Send a command and return its result; events in between are dropped."""
        number = next(self._ids)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer: Json = json.loads(self._connection.recv(PATIENCE))
            if answer.get("id") != number:
                continue
            if answer["type"] != "success":
                raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
            result: Json = answer["result"]
            return result


class FirefoxPage:
    """A tab in a user context of its own."""

    def __init__(self, bidi: Bidi, context: str) -> None:
        self._bidi, self._context = bidi, context

    def go(self, url: str) -> None:
        """Open an address and wait until it has loaded."""
        self._bidi("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def reload(self) -> None:
        """Load the page again and wait until it has loaded."""
        self._bidi("browsingContext.reload", context=self._context, wait="complete")

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a function in the page; values travel as JSON text."""
        answer = self._bidi(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({function})({json.dumps(argument)})) ?? 'null')()",
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def press(self, pointer: Pointer, start: Point, end: Point) -> None:
        """Press at one point and release at another."""
        self._bidi("input.performActions", context=self._context, actions=pointer_actions(pointer, start, end))

    def screenshot(self) -> bytes:
        """Return a PNG of what is seen."""
        return base64.b64decode(self._bidi("browsingContext.captureScreenshot", context=self._context)["data"])


@contextmanager
def launch_firefox(program: str, profile: Path) -> Iterator[Browser]:
    """Start Firefox without a window on an empty profile."""
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("intl.locale.requested", "en-US");\n')
    address = profile / "WebDriverBiDiServer.json"
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]

    def ready() -> Json | None:
        text = address.read_text() if address.exists() else ""
        return json.loads(text) if text.endswith("}") else None

    with running(command) as process:
        listening = wait_for(ready, process)
        url = f"ws://{listening['ws_host']}:{listening['ws_port']}/session"
        with connect(url, proxy=None, compression=None, max_size=None, open_timeout=PATIENCE) as connection:
            bidi = Bidi(connection)
            bidi("session.new", capabilities={})
            yield _open_pages(bidi)


def _open_pages(bidi: Bidi) -> Browser:
    width, height = PHONE

    @contextmanager
    def page() -> Iterator[Page]:
        user = bidi("browser.createUserContext")["userContext"]
        context = bidi("browsingContext.create", type="tab", userContext=user)["context"]
        bidi("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        try:
            yield FirefoxPage(bidi, context)
        finally:
            bidi("browser.removeUserContext", userContext=user)

    return page
