"""The results of `saloon bench server --peers`: as a table on the terminal, as JSON and as the page of the docs."""

import re
import sys
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

DOCS: Final = Path(__file__).parents[1] / "docs"
RESULTS: Final = DOCS / "data" / "peers.json"
PAGE: Final = DOCS / "performance.md"
PICTURE: Final = DOCS / "pictures" / "peers.svg"
BARE: Final = "bare commit loop"
"""The latency of the disk alone: no socket, no rules, one durable row for each action."""
BUSY: Final = 1.0
"""A machine load above which the latencies are unreliable."""
_BETWEEN: Final = re.compile(r"(?<=<!-- results -->\n\n).*(?=\n\n<!-- end of results -->)", re.DOTALL)
_HEAD: Final = (
    "server", "durable", "redacted", "verified", "actions per CPU-second", "p50, ms", "p99, ms", "MB per 1,000 idle",
)  # fmt: skip


class Promises(Struct, frozen=True):
    """What a server guarantees for an accepted action: `yes`, `no`, or to what extent."""

    durable: str
    redacted: str
    verified: str


class Measured(Struct, frozen=True, kw_only=True):
    """What one server promises and its figures; None for a figure it does not have."""

    name: str
    promises: Promises
    actions: float | None = None
    p50: float
    p99: float
    idle: float | None = None

    def cells(self) -> list[str]:
        """Return the row of a table."""
        figures = (_figure(self.actions, 0), _figure(self.p50, 1), _figure(self.p99, 1), _figure(self.idle, 1))
        return [self.name, *msgspec.structs.astuple(self.promises), *figures]


class Results(Struct, frozen=True, kw_only=True):
    """One run against all servers."""

    date: str
    cores: int
    load: float
    """How many processes wanted a core before the run."""
    python: str
    node: str
    matches: int
    connections: int
    rate: int
    seconds: float
    servers: list[Measured]

    def conditions(self) -> str:
        """Return the conditions of the run as a sentence."""
        return (
            f"{self.date}, {self.cores} cores, Python {self.python}, Node.js {self.node.lstrip('v')}: "
            f"{self.matches} matches on {self.connections} connections; "
            f"latency at {self.rate} actions/s for {self.seconds:g} s."
            + (f" The machine was busy (load {self.load:.1f}), so the latencies are too high." if self.is_busy else "")
        )

    @property
    def is_busy(self) -> bool:
        """Whether other programs disturbed the run."""
        return self.load > BUSY


def _figure(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def show(results: Results) -> None:
    """Print the table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(caption=results.conditions(), caption_justify="left")
    for column, title in enumerate(_HEAD):
        table.add_column(title, justify="left" if column < 4 else "right", no_wrap=column == 0)
    for row in results.servers:
        table.add_row(*row.cells())
    console = Console() if sys.stdout.isatty() else Console(width=110)
    console.print(table)


def markdown(results: Results) -> str:
    """Return the table for the page."""
    head = ["| " + " | ".join(_HEAD) + " |", "|---|---|---|---|---:|---:|---:|---:|"]
    rows = ["| " + " | ".join(row.cells()) + " |" for row in results.servers]
    return "\n".join([*head, *rows, "", results.conditions()])


def publish(results: Results) -> None:
    """Write the results into the docs: as JSON, into the page and as its plot."""
    from ._peer_plot import draw

    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    PAGE.write_text(with_table(PAGE.read_text(), results))
    draw(results, PICTURE)
    print(
        f"wrote {', '.join(str(file.relative_to(DOCS.parent)) for file in (RESULTS, PAGE, PICTURE))}", file=sys.stderr
    )


def with_table(page: str, results: Results) -> str:
    """Return the page with the table of these results."""
    assert _BETWEEN.search(page), "the page has no place for results"
    return _BETWEEN.sub(lambda _: markdown(results), page)
