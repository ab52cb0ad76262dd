"""A move shown before its answer is a proposal: what the page holds changes by the server's messages alone."""

from collections.abc import Callable

from clauses import clause
from samples import SOLITAIRE
from web.browsing import Guest
from web.picked import ONE_BY_ONE

Visit = Callable[..., Guest]

HOLD_MESSAGES = """() => {
    const send = WebSocket.prototype.send
    window.held = []
    WebSocket.prototype.send = function (text) {
        window.held.push(text)
        window.release = (other) => send.call(this, other ?? text)
    }
}"""
ASK_FOR_SOMETHING_ILLEGAL = """() => {
    const { seq, baseRev } = JSON.parse(window.held[0])
    window.release(JSON.stringify({ seq, baseRev, kind: 'recycle', payload: {} }))
}"""


def propose(guest: Guest) -> tuple[str, dict[str, int]]:
    """Make a legal move whose message goes nowhere yet; return where it came from and how high the piles were."""
    moves = [one["payload"] for one in guest.snapshot()["legal"] if one["kind"] == "tableauMove"]
    move = next(one for one in moves if one["source"]["zone"] == "tableau")
    source, target = (f"tableau-{move[end]['index']}" for end in ("source", "target"))
    before = guest.heights()
    guest.page.evaluate(HOLD_MESSAGES)
    guest.drag(source, target, -move["count"])
    guest.until(lambda: guest.heights()[source] == before[source] - move["count"], "the proposal is shown at once")
    assert guest.heights()[target] == before[target] + move["count"]
    guest.settle()
    assert (guest.shown_rev(), guest.figure("Moves"), guest.rev()) == (0, "0", 0), "the page holds what it was sent"
    return source, before


@clause("HN-21", "HN-96")
def test_what_the_page_holds_waits_for_the_ack(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    source, before = propose(guest)
    guest.page.evaluate("() => window.release()")
    guest.until_rev_after(0)
    assert (guest.shown_rev(), guest.figure("Moves"), guest.rev()) == (1, "1", 1)
    assert guest.heights()[source] < before[source]


@clause("HN-21", "HN-96", "HN-98")
def test_a_rejected_proposal_leaves_no_trace(visit: Visit) -> None:
    guest = visit().open(SOLITAIRE, **ONE_BY_ONE)
    _, before = propose(guest)
    guest.page.evaluate(ASK_FOR_SOMETHING_ILLEGAL)
    guest.page.wait_for_selector(".notice.bad")
    guest.until(lambda: guest.heights() == before, "the picture is that of the view again")
    assert (guest.shown_rev(), guest.figure("Moves"), guest.rev()) == (0, "0", 0)
