"""The published surveys: their digests are those of the docs, and rows hold."""

import re
from pathlib import Path
from random import Random

from saloon.core.solver import Limits
from saloon.solver import dataset

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "winnability.md").read_text(encoding="utf-8")
PUBLISHED = re.findall(r"^\| \[.*\]\((surveys/.+)\) \| ([\d,]+) \| `([0-9a-f]{64})` \|$", PAGE, re.MULTILINE)
QUICK = 20_000
"""Positions of a search that is worth repeating here."""


def test_every_dataset_has_the_digest_of_the_docs_and_rows_that_hold() -> None:
    assert {DOCS / name for name, _, _ in PUBLISHED} == set((DOCS / "surveys").iterdir())
    for name, rows, digest in PUBLISHED:
        published = dataset.read(DOCS / name)
        assert (f"{len(published.rows):,}", published.digest) == (rows, digest), name
        quick = [row for row in published.rows if row.states < QUICK]
        checked = dataset.verify(published.header, Random(name).sample(quick, 5), Limits())
        assert [one.problem for one in checked] == [None] * 5, name
