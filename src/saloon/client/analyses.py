"""The lines of an analysis, as structs: where a solitaire was lost, or which decisions of a match cost most."""

from msgspec import Struct

from .answers import Failed
from .messages import Move


class StepVerdict(Struct, frozen=True, rename="camel", tag_field="kind", tag="step"):
    """Whether the solitaire could be won after a step."""

    step: int
    verdict: str


class Estimate(Struct, frozen=True):
    """How many of the arrangements that the player had to expect could be won."""

    winnable: int
    unwinnable: int
    unknown: int


class Choice(Struct, frozen=True, rename="camel"):
    """An action that was legal at a turning point, and where it leads."""

    notation: str
    action: Move
    verdict: str
    estimate: Estimate | None = None


class TurningPoint(Struct, frozen=True, rename="camel", tag_field="kind", tag="turningPoint"):
    """The step that lost the solitaire, and a line that would have won."""

    step: int
    winnable_after: int
    played: str
    line: tuple[Move, ...]
    notations: tuple[str, ...]
    choices: tuple[Choice, ...]


class AnalysisSummary(Struct, frozen=True, rename="camel", tag_field="kind", tag="summary"):
    """The last line of a solitaire's analysis."""

    game: str
    rules_version: str
    steps: int
    winnable: int
    unwinnable: int
    unknown: int
    last_winnable: int | None
    turning_points: int
    searches: int
    states: int
    cpu_seconds: float


class StepEstimate(Struct, frozen=True, rename="camel", tag_field="kind", tag="estimate"):
    """What a decision of a match was worth, and what it cost compared with the preferred one."""

    step: int
    seat: str
    played: str
    value: float
    error: float
    preferred: str
    loss: float
    loss_error: float


class ChoiceEstimate(Struct, frozen=True, rename="camel"):
    """What another choice was worth."""

    notation: str
    action: Move
    value: float
    error: float
    considered: bool


class Mistake(Struct, frozen=True, rename="camel", tag_field="kind", tag="mistake"):
    """A decision that cost much, with all choices."""

    step: int
    seat: str
    played: str
    preferred: str
    loss: float
    loss_error: float
    choices: tuple[ChoiceEstimate, ...]


class SeatEstimate(Struct, frozen=True, rename="camel"):
    """How a seat decided."""

    seat: str
    decisions: int
    as_preferred: int
    loss: float
    loss_error: float


class EstimateSummary(Struct, frozen=True, rename="camel", tag_field="kind", tag="estimateSummary"):
    """The last line of a match's analysis."""

    game: str
    rules_version: str
    steps: int
    decisions: int
    estimated: int
    unit: str
    lowest_wins: bool
    worlds: int
    seats: tuple[SeatEstimate, ...]
    mistakes: int
    cpu_seconds: float


AnalysisEvent = StepVerdict | TurningPoint | AnalysisSummary | StepEstimate | Mistake | EstimateSummary
"""A line of an analysis."""
AnalysisLine = AnalysisEvent | Failed
"""A line as it is sent: the last one may say that the analysis failed."""
