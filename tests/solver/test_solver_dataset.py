"""Published surveys: the same bytes from any run, and rows that can be checked again."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from saloon.core.errors import BadInput
from saloon.core.solver import Limits
from saloon.solver import dataset, solved_games, survey
from saloon.solver.survey import SurveyPlan

GAME = solved_games()[0]
PLAN = SurveyPlan(GAME, {}, 12, states=2_000)


@pytest.fixture(scope="module")
def published() -> dataset.Dataset:
    return dataset.dataset_of(PLAN, survey.decide(PLAN, workers=1))


@pytest.mark.parametrize("name", ["survey.csv", "survey.csv.xz"])
def test_a_dataset_is_read_as_it_was_written(published: dataset.Dataset, name: str, tmp_path: Path) -> None:
    dataset.write(published, tmp_path / name)
    again = dataset.read(tmp_path / name)
    assert again == published
    assert again.digest == published.digest


def test_the_order_of_the_work_does_not_change_the_digest(published: dataset.Dataset) -> None:
    decided = survey.decide(PLAN, workers=1)
    assert dataset.dataset_of(PLAN, decided[::-1]).digest == published.digest
    other = [replace(one, cpu_seconds=99.0) for one in decided]
    assert dataset.dataset_of(PLAN, other).digest == published.digest
    assert dataset.dataset_of(PLAN, decided[1:]).digest != published.digest


def test_every_row_holds_and_a_changed_one_does_not(published: dataset.Dataset) -> None:
    checked = list(dataset.verify(published.header, published.rows, Limits()))
    assert [one.problem for one in checked] == [None] * 12
    row = next(row for row in published.rows if row.verdict != "unknown")
    other = "unwinnable" if row.verdict == "winnable" else "winnable"
    for changed, told in (
        (replace(row, verdict=other), f"it is {row.verdict}, not {other}"),
        (replace(row, states=row.states + 1), "positions, not"),
        (replace(row, line=row.line + 1), "actions, not"),
    ):
        (found,) = dataset.verify(published.header, [changed], Limits())
        assert found.problem is not None
        assert told in found.problem


def test_an_unknown_row_of_a_survey_without_a_limit_of_positions_claims_nothing(published: dataset.Dataset) -> None:
    row = dataset.Row(published.rows[0].seed, "unknown", 7, 0)
    (found,) = dataset.verify(replace(published.header, states=None), [row], Limits())
    assert found.problem is None


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (b"", "is not a published survey"),
        (b"nonsense\nseed,verdict,states,line\n", "is not a published survey"),
        (b'{"game":"x","rules_version":"1","options":{},"states":null}\nseed,verdict\n', "the columns of"),
        (
            b'{"game":"x","rules_version":"1","options":{},"states":null}\nseed,verdict,states,line\n1,perhaps,1,1\n',
            "is not a published survey",
        ),
    ],
)
def test_what_is_no_dataset_is_refused(written: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "survey.csv"
    file.write_bytes(written)
    with pytest.raises(BadInput, match=told):
        dataset.read(file)
    with pytest.raises(BadInput, match="cannot be read"):
        dataset.read(tmp_path / "none.csv")
