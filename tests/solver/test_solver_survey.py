"""Surveys: exact counts, intervals, stopping and going on."""

from pathlib import Path

import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from saloon.core.errors import BadInput
from saloon.solver import solved_games, survey
from saloon.solver.survey import SurveyPlan, rate, tally

GAME = solved_games()[0]
QUICK = 2_000
"""Positions that a deal may cost."""


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    found = rate(8, 10)
    assert (round(found.low, 3), round(found.high, 3)) == (0.490, 0.943)
    assert rate(0, 0).high == 1
    assert rate(0, 50).low == 0
    assert rate(50, 50).high == pytest.approx(1)


@given(st.integers(1, 5_000).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_wilsons_interval_is_that_of_scipy(counted: tuple[int, int]) -> None:
    expected = scipy.stats.binomtest(*counted).proportion_ci(0.95, method="wilson")
    found = rate(*counted)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-6)


def test_a_survey_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    plan = SurveyPlan(GAME, {}, 30, states=QUICK)
    whole = survey.run(plan, workers=1)
    assert whole.winnable + whole.unwinnable + whole.unknown == whole.deals == 30
    file = tmp_path / "survey.jsonl"

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        survey.run(plan, file, workers=1, progress=stop)
    kept = file.read_bytes()
    assert kept.count(b"\n") == 1 + survey.BATCH
    file.write_bytes(kept[:-20])
    again = survey.run(plan, file, workers=1)
    assert (again.winnable, again.unwinnable, again.states) == (whole.winnable, whole.unwinnable, whole.states)
    assert file.read_bytes().count(b"\n") == 31
    assert tally(survey.read(plan, file)) == again


def test_a_file_of_another_survey_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "survey.jsonl"
    survey.read(SurveyPlan(GAME, {}, 5), file)
    with pytest.raises(BadInput, match="another survey"):
        survey.read(SurveyPlan(GAME, {}, 5, first=7), file)
    file.write_bytes(file.read_bytes() + b"{}\n")
    with pytest.raises(BadInput, match="damaged"):
        survey.read(SurveyPlan(GAME, {}, 5), file)


def test_processes_count_what_one_counts() -> None:
    plan = SurveyPlan(GAME, {}, 60, states=QUICK)
    one, two = survey.run(plan, workers=1), survey.run(plan, workers=2)
    assert (one.winnable, one.unwinnable, one.states) == (two.winnable, two.unwinnable, two.states)


def test_a_long_errand_comes_back_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = SurveyPlan(GAME, {}, 12, states=QUICK)
    whole = survey.run(plan, workers=1)
    monkeypatch.setattr(survey, "BATCH_SECONDS", 0.0)
    seen: list[int] = []
    again = survey.run(plan, workers=1, progress=lambda done, _: seen.append(done))
    assert seen == list(range(13))
    assert (again.winnable, again.unwinnable, again.states) == (whole.winnable, whole.unwinnable, whole.states)
