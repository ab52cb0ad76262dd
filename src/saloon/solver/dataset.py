"""Published surveys: a small file with a row for each deal, its digest, and the check of any row.

The file is text: a line of JSON that says what was surveyed, the names of the columns, and then one deal a line, in the
order of the seeds. A name that ends in `.xz` means that it is compressed. The digest is that of the text, whatever the
compression. CPU-seconds are left out: two runs of one survey give the same bytes.
"""

import hashlib
import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput, quoted
from saloon.core.solver import Answer, Limits, Verdict
from saloon.games import GAMES

from .solve import solve
from .survey import SurveyedDeal, SurveyPlan

_COLUMNS: Final = "seed,verdict,states,line"


class DatasetHeader(Struct, frozen=True):
    """What was surveyed: the first line of a dataset."""

    game: str
    rules_version: str
    options: dict[str, Any]
    states: int | None
    """Positions after which a search gave up, if that was limited."""


class Row(Struct, frozen=True):
    """One deal: its verdict, and what it takes to check it."""

    seed: str
    verdict: Answer
    states: int
    """Positions of the search: the size of the proof, if the deal cannot be won."""
    line: int
    """Actions of the winning line; 0 without one."""


class Dataset(Struct, frozen=True):
    """A published survey."""

    header: DatasetHeader
    rows: tuple[Row, ...]

    @property
    def text(self) -> bytes:
        """The dataset as it is written, before compression."""
        lines = (f"{row.seed},{row.verdict},{row.states},{row.line}\n" for row in self.rows)
        return msgspec.json.encode(self.header) + f"\n{_COLUMNS}\n".encode() + "".join(lines).encode()

    @property
    def digest(self) -> str:
        """The SHA-256 of the text."""
        return hashlib.sha256(self.text).hexdigest()


class Checked(Struct, frozen=True):
    """A row that was solved again; `problem` says what differs, if anything does."""

    row: Row
    problem: str | None


def dataset_of(plan: SurveyPlan, decided: Sequence[SurveyedDeal]) -> Dataset:
    """Return the dataset of a survey."""
    header = DatasetHeader(plan.game, GAMES[plan.game].rules_version, plan.options, plan.states)
    rows = (Row(one.seed, one.verdict, one.states, one.length) for one in decided)
    return Dataset(header, tuple(sorted(rows, key=lambda row: int(row.seed))))


def write(dataset: Dataset, file: Path) -> None:
    """Write a dataset."""
    text = dataset.text
    file.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME) if file.suffix == ".xz" else text)


def read(file: Path) -> Dataset:
    """Read a dataset; refuse any other file."""
    try:
        written = file.read_bytes()
        text = lzma.decompress(written) if file.suffix == ".xz" else written
        first, columns, *lines = text.decode().splitlines()
        header = msgspec.json.decode(first, type=DatasetHeader)
        rows = tuple(_row(line) for line in lines)
    except OSError as error:
        raise BadInput(f"{quoted(str(file))} cannot be read: {error.strerror}", "BAD_SURVEY") from None
    except (lzma.LZMAError, ValueError, msgspec.MsgspecError) as error:
        raise BadInput(f"{quoted(str(file))} is not a published survey: {error}", "BAD_SURVEY") from None
    if columns != _COLUMNS:
        raise BadInput(f"the columns of {quoted(str(file))} are {quoted(columns)}, not {_COLUMNS}", "BAD_SURVEY")
    return Dataset(header, rows)


def _row(line: str) -> Row:
    seed, verdict, states, length = line.split(",")
    return msgspec.convert({"seed": seed, "verdict": verdict, "states": int(states), "line": int(length)}, Row)


def verify(header: DatasetHeader, rows: Sequence[Row], limits: Limits) -> Iterator[Checked]:
    """Solve the rows again and yield what came out. A winning line is played by the rules, here once more.

    `unknown` claims nothing, so such a row is only searched if the survey counted positions, not seconds.
    """
    limits = msgspec.structs.replace(limits, states=header.states)
    for row in rows:
        if row.verdict == "unknown" and header.states is None:
            yield Checked(row, None)
        else:
            found = solve(header.game, header.options, seed=row.seed, limits=limits)
            yield Checked(row, _problem(header, row, found))


def _problem(header: DatasetHeader, row: Row, found: Verdict) -> str | None:
    """Return what a search says that the row does not."""
    if found.verdict != row.verdict:
        return f"it is {found.verdict}, not {row.verdict}"
    if found.states != row.states:
        return f"the search took {found.states:,} positions, not {row.states:,}"
    if len(found.actions) != row.line:
        return f"the line has {len(found.actions)} actions, not {row.line}"
    if row.verdict == "winnable" and not _wins(header, row, found):
        return "the line does not win"
    return None


def _wins(header: DatasetHeader, row: Row, found: Verdict) -> bool:
    """Play a line by the rules, action by action."""
    game, options = GAMES.choose(header.game, header.options)
    state = game.deal(row.seed, options)
    for action in found.actions:
        state = game.apply(state, 0, action)
    outcome = game.outcome(state)
    return outcome is not None and bool(outcome.winners)
