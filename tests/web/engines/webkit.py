"""WebKit, the engine of every browser on an iPhone: WebKitGTK's MiniBrowser over WebDriver, which is plain HTTP."""

import base64
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import httpx

from server.running import client
from web.engines.driver import PATIENCE, PHONE, Browser, Json, Page, Point, Pointer, pointer_actions, running, wait_for

_ENVIRONMENT = {
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # the sandbox needs rights that containers do not have
    "WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1",  # quicker than a GPU that is simulated
    "GDK_BACKEND": "x11",
}
_ATTEMPTS = 3


def find_webkit() -> tuple[str, str] | None:
    """Return the driver of WebKit and the display server for its windows, if the system has both."""
    driver, display = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    return (driver, display) if driver and display else None


class WebKitPage:
    """A MiniBrowser that keeps nothing after its session."""

    def __init__(self, http: httpx.Client, session: str) -> None:
        self._http, self._path = http, f"/session/{session}"

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a command of the session and return its value."""
        return command(self._http, method, f"{self._path}{path}", body)

    def go(self, url: str) -> None:
        """Open an address and wait until it has loaded."""
        self.ask("POST", "/url", {"url": url})

    def reload(self) -> None:
        """Load the page again and wait until it has loaded."""
        self.ask("POST", "/refresh", {})

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Call a function in the page."""
        return self.ask("POST", "/execute/sync", {"script": f"return ({function})(...arguments)", "args": [argument]})

    def press(self, pointer: Pointer, start: Point, end: Point) -> None:
        """Press at one point and release at another; the driver moves a mouse, whatever pointer it is asked for."""
        self.ask("POST", "/actions", {"actions": pointer_actions(pointer, start, end)})

    def screenshot(self) -> bytes:
        """Return a PNG of what is seen."""
        return base64.b64decode(self.ask("GET", "/screenshot"))


def command(http: httpx.Client, method: str, path: str, body: Json | None = None) -> Any:
    """Send a command to the driver and return its value."""
    response = http.request(method, path, json=body)
    value = response.json()["value"]
    if response.is_error:
        raise RuntimeError(f"{method} {path}: {value['error']}: {value['message']}")
    return value


@contextmanager
def launch_webkit(driver: str, display: str) -> Iterator[Browser]:
    """Start a virtual display; each page is a MiniBrowser on it, with a driver of its own."""
    with _display(display) as number:

        @contextmanager
        def page() -> Iterator[Page]:
            with ExitStack() as stack:
                yield _opened(stack, driver, number)

        yield page


def _opened(stack: ExitStack, driver: str, display: str) -> WebKitPage:
    """Return a new page, which ends with `stack`.

    On a busy machine MiniBrowser sometimes hangs before its window is there. Then it is started again.
    """
    for _ in range(_ATTEMPTS - 1):
        with suppress(httpx.TransportError):
            return _started(stack, driver, display)
    return _started(stack, driver, display)


def _started(stack: ExitStack, driver: str, display: str) -> WebKitPage:
    width, height = PHONE
    with ExitStack() as starting:
        http = starting.enter_context(_driver(driver, display))
        session = command(http, "POST", "/session", {"capabilities": {"alwaysMatch": {}}})["sessionId"]
        page = WebKitPage(http, session)
        # MiniBrowser's toolbar keeps the window at 447 pixels or more, which is a large phone.
        page.ask("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})
        stack.push(starting.pop_all())
        return page


@contextmanager
def _display(program: str) -> Iterator[str]:
    """Run a virtual display with a free number and return its name."""
    read, write = os.pipe()
    arguments = ["-displayfd", str(write), "-screen", "0", "1024x1024x24", "-nolisten", "tcp"]
    try:
        with running([program, *arguments], keep=[write]):
            os.close(write)
            number = os.read(read, 16).decode().strip()
            if not number:
                raise RuntimeError("Xvfb ended before it had a display")
            yield f":{number}"
    finally:
        os.close(read)


@contextmanager
def _driver(program: str, display: str) -> Iterator[httpx.Client]:
    """Run WebKitWebDriver on a free port; it ends at once if another program has taken the port meanwhile."""
    with client() as http, ExitStack() as stack:
        http.timeout = httpx.Timeout(PATIENCE)
        for attempt in range(_ATTEMPTS):
            port = _free_port()
            http.base_url = httpx.URL(f"http://127.0.0.1:{port}")
            environment = {**_ENVIRONMENT, "DISPLAY": display}
            process = stack.enter_context(running([program, f"--port={port}"], environment))
            try:
                wait_for(lambda: _is_ready(http) or None, process)
                break
            except RuntimeError:
                if attempt == _ATTEMPTS - 1:
                    raise
        yield http


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _is_ready(http: httpx.Client) -> bool:
    try:
        return http.get("/status").is_success
    except httpx.TransportError:
        return False
