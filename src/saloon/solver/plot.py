"""Draw the result of a survey with matplotlib, which the extra `research` installs."""

from pathlib import Path

from matplotlib.figure import Figure

from .survey import SurveyPlan, Tally

_COLOURS = {"winnable": "#2a7f3f", "unknown": "#c9a227", "unwinnable": "#9c2f2f"}


def draw(plan: SurveyPlan, result: Tally, file: Path) -> None:
    """Write one stacked bar of all deals with the 95% interval; the suffix of the file chooses the format."""
    figure = Figure(figsize=(7, 1.8), layout="constrained")
    axes = figure.subplots()
    left = 0.0
    for name, colour in _COLOURS.items():
        count: int = getattr(result, name)
        share = 100 * count / max(result.deals, 1)
        axes.barh(0, share, left=left, color=colour, label=f"{name}: {count:,}")
        left += share
    rate = result.rate
    below, above = 100 * max(0.0, rate.share - rate.low), 100 * max(0.0, rate.high - rate.share)
    axes.errorbar(100 * rate.share, 0, xerr=[[below], [above]], color="black", capsize=5)
    options = ", ".join(f"{key}={value}" for key, value in plan.options.items())
    axes.set_title(f"{plan.game} ({options})", fontsize=10)
    axes.set_xlabel(
        f"% of {result.deals:,} deals; {rate.share:.2%} can be won, 95% interval {rate.low:.2%} to {rate.high:.2%}"
    )
    axes.set_xlim(0, 100)
    axes.set_yticks([])
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.55), ncols=3, frameon=False)
    figure.savefig(file, format=file.suffix.lstrip(".") or "svg")
