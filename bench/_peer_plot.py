"""Draws the results of `saloon bench server --peers` with matplotlib, which the extra `research` installs."""

from pathlib import Path
from typing import Final

import matplotlib
from matplotlib.figure import Figure
from msgspec.structs import asdict

from saloon.core.errors import BadInput, quoted

from ._peer_report import Measured, Results

_FORMATS: Final = (".svg", ".png", ".pdf")
_COLOURS: Final = ("#2a7f3f", "#4a6fa5", "#b0672b", "#8a8a8a")
_PANELS: Final = (
    ("actions", "actions per server CPU-second\n(more is better)", "{:,.0f}"),
    ("p99", "p99 latency in ms\n(less is better)", "{:,.1f}"),
    ("idle", "MB per 1,000 idle connections\n(less is better)", "{:,.1f}"),
)


def check(file: Path) -> None:
    """Refuse a file that could not be written after the run."""
    if file.suffix not in _FORMATS:
        raise BadInput(f"a plot is a file that ends in {', '.join(_FORMATS)}, not {quoted(file.name)}", "BAD_FILE")
    if not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent}", "BAD_FILE")


def draw(results: Results, file: Path) -> None:
    """Write one panel of bars for each figure; the suffix chooses the format."""
    figure = Figure(figsize=(10, 2.8), layout="constrained")
    names = [_label(row) for row in results.servers]
    for axes, (field, title, form) in zip(figure.subplots(1, len(_PANELS), sharey=True), _PANELS, strict=True):
        values = [getattr(row, field) for row in results.servers]
        bars = axes.barh(names, [value or 0 for value in values], color=_COLOURS)
        axes.bar_label(bars, ["" if value is None else form.format(value) for value in values], padding=3, fontsize=8)
        axes.set_title(title, fontsize=9)
        axes.tick_params(labelsize=8)
        axes.margins(x=0.2)
        axes.spines[["top", "right"]].set_visible(False)
    axes.invert_yaxis()
    with matplotlib.rc_context({"svg.hashsalt": "peers"}):  # the same results give the same file
        figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def _label(row: Measured) -> str:
    kept = [name for name, promise in asdict(row.promises).items() if promise == "yes"]
    return f"{row.name}\n{', '.join(kept)}"
