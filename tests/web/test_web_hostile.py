"""A hostile page in a player's own browser, which sends the player's cookie with what the page asks for."""

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from samples import SOLITAIRE
from web.browsing import Guest

Visit = Callable[..., Guest]

ATTACK = """async ([server, table]) => {
    const url = `${server}/api/tables/${table}`
    const resign = JSON.stringify({kind: 'resign', payload: {}, seq: 0, baseRev: 0})
    const always = {mode: 'no-cors', credentials: 'include'}
    const ask = (path, options) => fetch(path, {...always, ...options}).catch(() => undefined)
    await ask(`${url}/actions`, {method: 'POST', body: resign})
    await ask(`${url}/actions`, {method: 'POST', body: new Blob([resign])})
    await ask(`${url}/leave`, {method: 'POST'})
    const headers = {'content-type': 'application/json'}
    await ask(`${url}/actions`, {method: 'POST', mode: 'cors', headers, body: resign})
    const frame = document.createElement('iframe')
    frame.name = 'hidden'
    document.body.append(frame)
    const form = document.createElement('form')
    Object.assign(form, {method: 'post', target: 'hidden', action: `${url}/leave`, enctype: 'text/plain'})
    document.body.append(form)
    const sent = new Promise(done => frame.addEventListener('load', done, {once: true}))
    form.submit()
    await sent
    return await new Promise(done => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`)
        socket.onmessage = message => done(JSON.parse(message.data).kind)
        socket.onerror = () => done('refused')
    })
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[int]:
    """Serve a page of another site; return its port."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Free cards</title><body></body>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_hostile_page_cannot_play_for_the_player(visit: Visit, hostile: int, host: str) -> None:
    """On another port of the same host even a SameSite cookie is sent; from another host it is not."""
    guest = visit().open(SOLITAIRE)
    table_id = guest.table_id
    guest.page.goto(f"http://{host}:{hostile}/")
    heard = guest.page.evaluate(ATTACK, [guest.url, table_id])
    guest.errors.clear()  # the browser complains of what was refused to the hostile page
    assert heard in ("closed", "refused")
    snapshot = guest.call("GET", f"/api/tables/{table_id}")
    assert (snapshot["rev"], snapshot["outcome"]) == (0, None)
    assert [one["tableId"] for one in guest.call("GET", "/api/players/me/tables")] == [table_id]
